/** Errors of calls. Each says whether something was charged. */

/**
 * Whether a call was charged. `'unknown'` means that a payment was signed and its outcome is not
 * known: repeat the call with the error's `payment`, which never pays twice.
 */
export type Charged = boolean | 'unknown'

/** The facts of an error. */
export interface Facts {
  message: string
  code: string
  charged: Charged
  status?: number
  details?: unknown
  body?: unknown
  requestId?: string
  payment?: string
  retryAfter?: number
  cause?: unknown
}

/** A call that failed. */
export class FareboxError extends Error {
  override readonly name: string = 'FareboxError'
  /** What went wrong, for programs. */
  readonly code: string
  readonly charged: Charged
  /** Status of the reply; undefined if there was none. */
  readonly status: number | undefined
  readonly details: unknown
  /** The whole body of the reply. */
  readonly body: unknown
  readonly requestId: string | undefined
  /** The payment header that was signed for the call. */
  readonly payment: string | undefined
  /** Seconds after which the gateway suggests another try. */
  readonly retryAfter: number | undefined

  constructor(facts: Facts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.code = facts.code
    this.charged = facts.charged
    this.status = facts.status
    this.details = facts.details
    this.body = facts.body
    this.requestId = facts.requestId
    this.payment = facts.payment
    this.retryAfter = facts.retryAfter
  }
}

/** The request was refused: 400 to 499. */
export class RequestError extends FareboxError {
  override readonly name: string = 'RequestError'
}

/** The requested model or operation is no longer sold: 410. */
export class GoneError extends RequestError {
  override readonly name: string = 'GoneError'
  /** The successor to request instead. */
  readonly successor: string | undefined

  constructor(facts: Facts) {
    super(facts)
    this.successor = successorIn(facts)
  }
}

/** The call costs more than a limit allows. Nothing was signed. */
export class PriceError extends RequestError {
  override readonly name: string = 'PriceError'
}

/** Too many requests: 429. */
export class RateLimitError extends RequestError {
  override readonly name: string = 'RateLimitError'
}

/** The payment was not accepted, or there is no signer: 402. */
export class PaymentError extends FareboxError {
  override readonly name: string = 'PaymentError'
}

/** The gateway, or its upstream, failed: 500 to 599. */
export class GatewayError extends FareboxError {
  override readonly name: string = 'GatewayError'
}

/** The gateway could not be reached, or the connection was lost. */
export class ConnectionError extends FareboxError {
  override readonly name: string = 'ConnectionError'
}

/** The caller canceled: its signal was aborted, or the call took longer than its `timeout`. */
export class CanceledError extends FareboxError {
  override readonly name: string = 'CanceledError'
}

/** A job failed. Failed jobs are not charged. */
export class JobError extends FareboxError {
  override readonly name: string = 'JobError'
}

/** A stream ended before its answer was complete. */
export class StreamError extends FareboxError {
  override readonly name: string = 'StreamError'
}

/** The error for a refusal. */
export function errorOf(facts: Facts & { status: number }): FareboxError {
  const { status } = facts
  if (status === 402) return new PaymentError(facts)
  if (status === 410) return new GoneError(facts)
  if (status === 412) return new PriceError(facts)
  if (status === 429) return new RateLimitError(facts)
  return status < 500 ? new RequestError(facts) : new GatewayError(facts)
}

function successorIn({ body }: Facts): string | undefined {
  const named = (body as { successor?: unknown } | undefined)?.successor
  return typeof named === 'string' ? named : undefined
}
