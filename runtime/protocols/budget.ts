/** Decides how many tokens of an answer may be requested for reasoning. */

/** Smallest reasoning budget that upstreams accept, in tokens. */
export const LEAST_BUDGET = 1024

/**
 * Returns a reasoning budget below the maximum answer, both in tokens. The price covers only the
 * answer, and some upstreams bill reasoning separately. Undefined if the answer has no room for a
 * budget; the model then decides by itself.
 */
export function budgetWithin(wanted: number, maxTokens = Infinity): number | undefined {
  if (wanted < maxTokens) return wanted
  return maxTokens > LEAST_BUDGET ? maxTokens - 1 : undefined
}
