/** What callers may see of a facilitator's reasons. */

/** Lower-case words, each with at most a version: nothing that could be a key. */
const CODE = /^[a-z]{2,30}\d{0,4}(_[a-z]{1,30}\d{0,4}){0,12}$/

/**
 * The reason that callers may see: the text itself if it is a code of the protocol, else
 * `otherwise`, because free text may contain addresses and keys.
 */
export const publicReason = (reason: string, otherwise: string): string =>
  CODE.test(reason) ? reason : otherwise
