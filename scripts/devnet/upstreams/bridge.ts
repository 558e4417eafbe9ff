/**
 * A bridge to a prediction market: each deposit wallet has an address of its own, at which the
 * bridge takes deposits. It needs no key.
 */
import { createHash } from 'node:crypto'
import { json } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** The address at which the local bridge takes deposits for a wallet. */
export function bridgeAddress(wallet: string): string {
  return `0x${createHash('sha256').update(`bridge ${wallet.toLowerCase()}`).digest('hex').slice(0, 40)}`
}

const refusal = (status: number, error: string): UpstreamReply => json(status, { error })

function answer(request: UpstreamRequest): UpstreamReply {
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
          chainId: '8453',
          chainName: 'Base',
          token: { symbol: 'USDC', decimals: 6 },
          minCheckoutUsd: 2,
        },
      ],
    })
  if (path.startsWith('/status/')) return json(200, { transactions: [] })
  return refusal(404, 'Not found')
}

/** The bridge of prediction funding. */
export const bridge: Upstream = {
  name: 'bridge',
  env: 'BRIDGE',
  header: 'x-builder-code',
  answer,
  failures: {
    unauthorized: () => refusal(401, 'unauthorized'),
    rateLimited: () => refusal(429, 'too many requests'),
    failed: status => refusal(status, 'internal error'),
    refused: () => refusal(400, 'not supported'),
    empty: () => json(200, {}),
  },
}
