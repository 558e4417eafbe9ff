/** What a hook says of an input that looked right and turned out not to be. */

/**
 * An input of the caller's that cannot be used, found out only while the work was being done: a
 * picture that cannot be decoded, a file that is not there. Its message is told to the caller:
 * plain words, nothing of ours in them.
 */
export class Unusable extends Error {
  override name = 'Unusable'
}
