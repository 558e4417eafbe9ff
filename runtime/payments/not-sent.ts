/** The error for a settlement that failed before it began. */

/**
 * Reports that a settlement failed before an intent was written. Nothing was sent, so no transfer
 * can land and the claim stays valid. The caller gets the reply for a fault of the gateway, and can
 * send the same payment again later. `cause` is the underlying error.
 */
export class NotSent extends Error {
  override name = 'NotSent'
  constructor(reason: string, cause?: unknown) {
    super(`nothing was sent: ${reason}`, { cause })
  }
}

/**
 * Reports that another process has released the claim: it took this one for dead, because this one
 * could not reach the store. The claim cannot be settled any more.
 */
export class ReleasedElsewhere extends NotSent {
  constructor() {
    super('another process has released the payment')
  }
}
