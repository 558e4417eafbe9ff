/** The fault of a settlement that did not begin. */

/**
 * No intent was written, so nothing was sent and nothing can land: the claim is still good. The
 * caller is answered as for any fault of ours, and the same payment buys the result when the fault
 * is over. `cause` is what went wrong.
 */
export class NotSent extends Error {
  override name = 'NotSent'
  constructor(reason: string, cause?: unknown) {
    super(`nothing was sent: ${reason}`, { cause })
  }
}
