/** Reads and checks the query of prices and quotes, the way the swap service does. */
import { json } from '../contract.ts'
import type { UpstreamReply } from '../contract.ts'

/** The parameters of a price or quote. `fee` is the integrator's fee. */
export interface Asked {
  chainId: number
  sellToken: string
  buyToken: string
  sellAmount: bigint
  taker?: string
  fee?: { recipient: string; bps: bigint; token: string }
}

/** Raised where a request is refused. */
export class Refused extends Error {
  override name = 'Refused'
  readonly reply: UpstreamReply
  constructor(status: number, name: string, details?: readonly object[]) {
    super(name)
    const data = { zid: ZID, ...(details === undefined ? {} : { details }) }
    this.reply = json(status, { name, message: wordsOf(name), data })
  }
}

/** The id that the service gives each request. */
export const ZID = '0x111111111111111111111111'

/** Chains that are served. */
export const CHAINS = [
  { chainName: 'Ethereum', chainId: 1 },
  { chainName: 'Base', chainId: 8453 },
  { chainName: 'Arbitrum', chainId: 42_161 },
]

const MOST_BPS = 1000

const wordsOf = (name: string): string =>
  `The request failed: ${name.toLowerCase().replaceAll('_', ' ')}`

const invalid = (field: string, reason: string): Refused =>
  new Refused(400, 'INPUT_INVALID', [{ field, reason }])

/** Reads a chain. */
export function chainOf(text: string | null): number {
  const chain = CHAINS.find(({ chainId }) => String(chainId) === text)
  if (chain === undefined) throw invalid('chainId', 'Invalid chainId')
  return chain.chainId
}

/** Reads the query of a swap quote; a firm one needs a taker. Throws `Refused`. */
export function askedOf(query: URLSearchParams, needsTaker: boolean): Asked {
  for (const name of new Set(query.keys()))
    if (query.getAll(name).length > 1) throw invalid(name, 'Expected string, received array')
  const address = (name: string): string => {
    const value = query.get(name)
    if (value === null || !/^0x[0-9a-fA-F]{40}$/.test(value)) throw invalid(name, 'Invalid address')
    return value
  }
  const digits = (name: string): bigint => {
    const value = query.get(name)
    if (value === null || !/^[1-9]\d{0,77}$/.test(value)) throw invalid(name, 'Invalid integer')
    return BigInt(value)
  }
  const asked = {
    chainId: chainOf(query.get('chainId')),
    sellToken: address('sellToken'),
    buyToken: address('buyToken'),
    sellAmount: digits('sellAmount'),
  }
  const taker = needsTaker || query.has('taker') ? { taker: address('taker') } : {}
  if (!query.has('swapFeeBps')) return { ...asked, ...taker }
  const fee = {
    recipient: address('swapFeeRecipient'),
    bps: digits('swapFeeBps'),
    token: address('swapFeeToken'),
  }
  if (fee.bps > MOST_BPS) throw invalid('swapFeeBps', `Must be at most ${MOST_BPS}`)
  if (![asked.sellToken, asked.buyToken].some(token => isSame(token, fee.token)))
    throw invalid('swapFeeToken', 'Must be the sellToken or the buyToken')
  return { ...asked, ...taker, fee }
}

/** Whether two addresses are the same. */
export const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
