/** The facilitator's numbers of chains; its balances are per number. */

/** By chain id; a test network has the number of its main network. */
const DOMAINS: Readonly<Record<string, number>> = {
  1: 0,
  11155111: 0,
  43114: 1,
  43113: 1,
  10: 2,
  11155420: 2,
  42161: 3,
  421614: 3,
  8453: 6,
  84532: 6,
  137: 7,
  80002: 7,
  130: 10,
  1301: 10,
  146: 13,
  14601: 13,
  480: 14,
  4801: 14,
  1329: 16,
  1328: 16,
  999: 19,
  998: 19,
  5042: 26,
  5042002: 26,
}

/** Returns the facilitator's number of a chain (CAIP-2). Throws if it has none. */
export function domainOf(chain: string): number {
  const domain = DOMAINS[chain.slice('eip155:'.length)]
  if (domain === undefined) throw new Error(`batched settlement has no number for ${chain}`)
  return domain
}
