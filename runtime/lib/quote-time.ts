/** How long the reply of a quote is repeated to callers that ask the same. */

/** ms; a quote is valid from the beginning of this time. */
export const REPEATED = 60_000

/** When a reply that is made now is made anew, Unix ms. */
export const renewedAt = (now: number): number => (Math.floor(now / REPEATED) + 1) * REPEATED
