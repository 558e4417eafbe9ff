/** The error for an input that passed validation but cannot be used. */

/**
 * A caller's input turned out to be unusable during the work: a picture that cannot be decoded, a
 * file that is missing. Callers see the message, so it must contain nothing internal.
 */
export class Unusable extends Error {
  override name = 'Unusable'
}
