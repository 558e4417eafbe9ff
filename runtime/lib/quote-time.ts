/** How long the same 402 is repeated to callers with the same request. */

/** In ms; a quote is valid from the beginning of this period. */
export const REPEATED = 60_000

/** Returns when a reply that is made now must be rebuilt, Unix ms. */
export const renewedAt = (now: number): number => (Math.floor(now / REPEATED) + 1) * REPEATED
