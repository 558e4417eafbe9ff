/** How many tokens of an answer may be asked for as thinking. */

/** Fewest tokens that upstreams take as a budget for thinking. */
export const LEAST_BUDGET = 1024

/**
 * A budget for thinking that is below the longest answer, both in tokens. The price knows the
 * answer only, and some upstreams bill thinking apart from it. Undefined where the answer has no
 * room for a budget: then the model decides by itself.
 */
export function budgetWithin(wanted: number, maxTokens = Infinity): number | undefined {
  if (wanted < maxTokens) return wanted
  return maxTokens > LEAST_BUDGET ? maxTokens - 1 : undefined
}
