// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
/** A call that failed. */
export class FareboxError extends Error {
  name = 'FareboxError'
  /** What went wrong, for programs. */
  code
  charged
  /** Status of the reply; undefined if there was none. */
  status
  details
  /** The whole body of the reply. */
  body
  requestId
  /** The payment header that was signed for the call. */
  payment
  /** Seconds after which the gateway suggests another try. */
  retryAfter

  constructor(facts) {
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
  name = 'RequestError'
}

/** The requested model or operation is no longer sold: 410. */
export class GoneError extends RequestError {
  name = 'GoneError'
  /** The successor to request instead. */
  successor

  constructor(facts) {
    super(facts)
    this.successor = successorIn(facts)
  }
}

/** The call costs more than a limit allows. Nothing was signed. */
export class PriceError extends RequestError {
  name = 'PriceError'
}

/** Too many requests: 429. */
export class RateLimitError extends RequestError {
  name = 'RateLimitError'
}

/** The payment was not accepted, or there is no signer: 402. */
export class PaymentError extends FareboxError {
  name = 'PaymentError'
}

/** The gateway, or its upstream, failed: 500 to 599. */
export class GatewayError extends FareboxError {
  name = 'GatewayError'
}

/** The gateway could not be reached, or the connection was lost. */
export class ConnectionError extends FareboxError {
  name = 'ConnectionError'
}

/** The caller canceled: its signal was aborted, or the call took longer than its `timeout`. */
export class CanceledError extends FareboxError {
  name = 'CanceledError'
}

/** A job failed. Failed jobs are not charged. */
export class JobError extends FareboxError {
  name = 'JobError'
}

/** A stream ended before its answer was complete. */
export class StreamError extends FareboxError {
  name = 'StreamError'
}

/** The error for a refusal. */
export function errorOf(facts) {
  const { status } = facts
  if (status === 402) return new PaymentError(facts)
  if (status === 410) return new GoneError(facts)
  if (status === 412) return new PriceError(facts)
  if (status === 429) return new RateLimitError(facts)
  return status < 500 ? new RequestError(facts) : new GatewayError(facts)
}

function successorIn({ body }) {
  const named = body?.successor
  return typeof named === 'string' ? named : undefined
}
