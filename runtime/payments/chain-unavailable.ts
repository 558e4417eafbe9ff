/** The node of the chain cannot be asked, so a read has no answer. Nothing was sent. */
export class ChainUnavailable extends Error {
  constructor(cause: unknown) {
    super('the chain cannot be read', { cause })
  }
}
