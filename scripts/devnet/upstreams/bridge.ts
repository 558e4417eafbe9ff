/**
 * A bridge to a prediction market: each deposit wallet has an address of its own, at which the
 * bridge takes deposits. It sees a deposit on the local chain at the next poll of the address, and
 * completes it two polls later. It needs no key, and refuses a wrong one.
 */
import { createHash } from 'node:crypto'
import { json } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const STATUS = '/status/'
const CHAIN = '8453'
/** Names who sends deposits, such as a gateway; anybody may ask without it. */
const KEY = 'local-bridge-key'

/** The address at which the local bridge takes deposits for a wallet. */
export function bridgeAddress(wallet: string): string {
  return `0x${createHash('sha256').update(`bridge ${wallet.toLowerCase()}`).digest('hex').slice(0, 40)}`
}

const refusal = (status: number, error: string): UpstreamReply => json(status, { error })

/** The states of a deposit, one poll after the other. */
const STATES = ['DEPOSIT_DETECTED', 'PROCESSING', 'COMPLETED'] as const

/** A deposit, and how many polls have shown it. */
interface Deposit {
  amount: bigint
  created: number
  polls: number
}

/** The deposits at an address, with those that arrived since the last poll. */
async function depositsAt(
  { shelf, balanceOf }: UpstreamRequest,
  address: string,
): Promise<Deposit[]> {
  const balance = await balanceOf(address)
  const key = address.toLowerCase()
  const known = (shelf.get(key) as Deposit[] | undefined) ?? []
  const amount = balance - known.reduce((sum, deposit) => sum + deposit.amount, 0n)
  if (amount > 0n) known.push({ amount, created: Date.now(), polls: 0 })
  shelf.set(key, known)
  return known
}

async function statusOf(request: UpstreamRequest, address: string): Promise<UpstreamReply> {
  if (!ADDRESS.test(address)) return refusal(400, 'address is not valid')
  const transactions = (await depositsAt(request, address)).map(deposit => ({
    fromChainId: CHAIN,
    fromAmountBaseUnit: String(deposit.amount),
    status: STATES[Math.min(deposit.polls++, STATES.length - 1)],
    createdTimeMs: deposit.created,
  }))
  return json(200, { transactions })
}

function answer(request: UpstreamRequest): UpstreamReply | Promise<UpstreamReply> {
  const { method, path, json: body } = request
  if (path === '/deposit' && method === 'POST') {
    if (!ADDRESS.test(body?.address ?? '')) return refusal(400, 'address is not valid')
    return json(201, {
      address: { evm: bridgeAddress(body.address), svm: null, btc: null },
      note: 'Only certain chains and tokens are supported.',
    })
  }
  if (path === '/supported-assets')
    return json(200, {
      supportedAssets: [
        {
          chainId: CHAIN,
          chainName: 'Base',
          token: { symbol: 'USDC', decimals: 6 },
          minCheckoutUsd: 2,
        },
      ],
    })
  if (path.startsWith(STATUS)) return statusOf(request, path.slice(STATUS.length))
  return refusal(404, 'Not found')
}

const hasNoWrongKey = ({ headers }: UpstreamRequest): boolean =>
  [undefined, KEY].includes(headers['x-builder-code']?.toString())

/** The bridge of prediction funding. */
export const bridge: Upstream = {
  name: 'bridge',
  env: 'BRIDGE',
  signing: { key: KEY, accepts: hasNoWrongKey },
  answer,
  failures: {
    unauthorized: () => refusal(401, 'unauthorized'),
    rateLimited: () => refusal(429, 'too many requests'),
    failed: status => refusal(status, 'internal error'),
    refused: () => refusal(400, 'not supported'),
    empty: () => json(200, {}),
  },
}
