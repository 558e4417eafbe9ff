// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
/**
 * Runs one call, from its first request to its end. Every repetition sends the same payment header,
 * for which the gateway stores the reply. Another payment is signed only if a 402 says that the
 * first was never accepted, and never if its outcome is unknown.
 */
import { CanceledError, ConnectionError, errorOf, FareboxError, PaymentError } from './errors.js'
import { named } from './named.js'
import { offerOf } from './receipt.js'
import { asksForSignIn, signInHeader } from './sign-in.js'
import { attempt, limited, lostMessage } from './sending.js'

/** The payment was not accepted, and never will be. */
const UNUSABLE = new Set(['PAYMENT_INVALID', 'PAYMENT_BLOCKHASH_STALE'])
/** The payment was not accepted for one of several reasons, such as having expired. */
const UNFUNDED = 'PAYMENT_UNFUNDED'
/** The payment was not accepted yet, because it could not be verified. */
const LATER = 'PAYMENT_VERIFICATION_UNAVAILABLE'
/** The payment was sent, and its outcome is not known yet. */
const PENDING = 'SETTLEMENT_PENDING'
/** The payment was used before. */
const USED = 'PAYMENT_REPLAY'

/** The most payments that a call signs. */
const MOST_SIGNED = 3
/** The longest pause that the gateway may request, in seconds. */
const LONGEST_PAUSE = 60
const RETRIES = 5

/** A call in progress. */
export class Purchase {
  /** The payment header that is sent. */
  payment
  signal
  #context
  #options
  #free
  /** Whether a request was sent with this payment and no complete reply arrived. */
  #isUncertain
  #signed = 0
  #signedAt = 0
  #failures = 0

  constructor(context, options) {
    const { signal, end } = limited(options, context.settings)
    this.#context = context
    this.#options = options
    this.signal = signal
    this.#free = end
    this.payment = options.payment
    this.#isUncertain = options.payment !== undefined
  }

  /** Sends a request until it is answered, and pays for it. Throws the error of the call. */
  async send(wanted, read) {
    let signIn
    for (;;) {
      const { payment, signal } = this
      const at = { context: this.#context, options: this.#options, signal, payment, signIn }
      const answer = await attempt(wanted, at, read)
      if ('value' in answer) return answer
      // A sign-in counts once.
      const hasSignedIn = signIn !== undefined
      signIn = undefined
      if ('lost' in answer) await this.lost(answer.lost, wanted)
      else {
        const { status, pollUrl, challenge } = answer.refusal
        if (challenge !== undefined && asksForSignIn(challenge) && !hasSignedIn) {
          signIn = await signInHeader(challenge, this.#context.settings)
          continue
        }
        if (payment !== undefined && status === 402 && pollUrl !== undefined) return { pollUrl }
        await this.#refused(answer.refusal, wanted)
      }
    }
  }

  /**
   * Records that no complete reply arrived, and waits before the request is repeated. Throws if it
   * must not be repeated.
   */
  async lost(error, wanted) {
    if (error instanceof FareboxError) throw error
    this.#isUncertain ||= this.payment !== undefined
    if (this.signal.aborted) throw this.#canceled()
    const failed = () =>
      new ConnectionError({
        message: lostMessage(this.#context, error),
        code: 'CONNECTION_FAILED',
        ...this.#facts(),
        cause: error,
      })
    if (!mayRepeat(wanted)) throw failed()
    await this.#again(undefined, failed)
  }

  /** Waits. Throws if the call is aborted meanwhile. */
  async pause(ms) {
    await this.#context.clock.sleep(ms, this.signal).catch(() => {
      throw this.#canceled()
    })
  }

  /** Whether the payment was charged, without a receipt. */
  get charged() {
    return this.payment !== undefined && this.#isUncertain ? 'unknown' : false
  }

  /** Ends the call, with the error that it ended with. */
  end(error) {
    this.#free()
    const isFree = error instanceof FareboxError && error.charged === false
    if (isFree && this.payment !== undefined) this.#context.payer.settled(this.payment, 0)
  }

  /** Waits or pays, so that the request can be repeated; throws the refusal otherwise. */
  async #refused(refusal, wanted) {
    const { status, code, isOwn, retryAfter } = refusal
    const isPaying = this.payment !== undefined
    if (isPaying && code === PENDING) {
      this.#isUncertain = true
      return this.pause((retryAfter ?? 2) * 1000)
    }
    if (status === 402 && code !== LATER) return this.#pay(refusal)
    // A proxy's error does not show the state of the gateway.
    if (isPaying && status >= 500 && !isOwn) this.#isUncertain = true
    const isAsked =
      code === LATER || (retryAfter !== undefined && (status === 429 || status >= 500))
    if (!isAsked && (status < 500 || isOwn || !mayRepeat(wanted))) throw this.#fail(refusal)
    await this.#again(retryAfter, () => this.#fail(refusal))
  }

  async #pay(refusal) {
    const { challenge } = refusal
    if (challenge === undefined || !this.#maySign(refusal)) throw this.#fail(refusal)
    if (this.payment !== undefined) this.#context.payer.settled(this.payment, 0)
    this.payment = undefined
    this.payment = await this.#sign(challenge)
    this.#signed++
    this.#signedAt = this.#context.clock.now()
  }

  /** Whether a 402 may be answered with a new payment. */
  #maySign({ code }) {
    if (this.payment === undefined) return true
    if (this.#isUncertain || this.#signed >= MOST_SIGNED) return false
    return UNUSABLE.has(code) || (code === UNFUNDED && this.#isExpired(this.payment))
  }

  #isExpired(payment) {
    const seconds = offerOf(payment)?.maxTimeoutSeconds
    const { clock } = this.#context
    return seconds !== undefined && clock.now() > this.#signedAt + seconds * 1000
  }

  #sign(challenge) {
    const { payer, settings } = this.#context
    const { maxPrice = settings.maxPrice, idempotencyKey } = this.#options
    return payer.sign(named(challenge, idempotencyKey), maxPrice).catch((error) => {
      if (error instanceof FareboxError) throw error
      const message = `No payment was signed: ${messageOf(error)}`
      const facts = { code: 'NOT_SIGNED', charged: false, status: 402 }
      throw new PaymentError({ message, ...facts, cause: error })
    })
  }

  async #again(seconds, error) {
    const isOver = ++this.#failures > (this.#context.settings.retries ?? RETRIES)
    if (isOver || (seconds ?? 0) > LONGEST_PAUSE) throw error()
    await this.pause(seconds === undefined ? backoff(this.#failures) : seconds * 1000)
  }

  #fail(refusal) {
    const facts = this.#facts()
    return errorOf({ ...refusal, ...facts, charged: saidOf(refusal) ?? facts.charged })
  }

  #canceled() {
    return new CanceledError({
      message: `The call was given up: ${messageOf(this.signal.reason)}`,
      code: 'CANCELED',
      ...this.#facts(),
      cause: this.signal.reason,
    })
  }

  #facts() {
    return { charged: this.charged, payment: this.payment }
  }
}

/** Whether a refusal says that the payment was charged. */
function saidOf({ settlement, code }) {
  if (code === PENDING || code === USED) return 'unknown'
  if (settlement === undefined) return undefined
  if (settlement.success && settlement.transaction) return true
  return settlement.errorReason === 'settlement_pending' ? 'unknown' : false
}

/**
 * Whether a request may be repeated: repeating a GET or a paid request has no second effect,
 * because a payment has one result.
 */
const mayRepeat = ({ method, isPaid }) => isPaid || method === 'GET'

const backoff = (count) => Math.min(8000, 250 * 2 ** (count - 1))

const messageOf = (error) =>
  error instanceof Error ? error.message : String(error)
