/**
 * The peer: `@x402/hono` on Hono's Node server, selling one GET and one POST route with an instant
 * facilitator.
 */
import { serve } from '@hono/node-server'
import { HTTPFacilitatorClient, type FacilitatorClient } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware, x402ResourceServer } from '@x402/hono'
import { Hono } from 'hono'
import type { BenchServer } from './types.ts'
import { agreeing, verifying, type ChainId } from './x402-facilitator.ts'

/**
 * `facilitator`: one in this process that agrees to everything or that verifies, or the address of
 * one that agrees at once.
 */
interface PeerInput {
  upstream: string
  facilitator: 'agreeing' | 'verifying' | string
  chain: ChainId
  payTo: string
  price: { amount: string; asset: string; extra: Record<string, string> }
}

function facilitatorOf({ facilitator, chain, price }: PeerInput): FacilitatorClient {
  if (facilitator === 'agreeing') return agreeing(chain)
  return facilitator === 'verifying'
    ? verifying(chain, price.asset)
    : new HTTPFacilitatorClient({ url: facilitator })
}

/**
 * GET /paid calls the upstream with `fetch`; POST /image answers a constant; both behind the
 * middleware.
 */
export async function x402Hono(input: PeerInput): Promise<BenchServer> {
  const client = facilitatorOf(input)
  const server = new x402ResourceServer(client).register(input.chain, new ExactEvmScheme())
  const accepts = {
    scheme: 'exact',
    network: input.chain,
    payTo: input.payTo,
    price: input.price,
    maxTimeoutSeconds: 300,
  }
  const app = new Hono()
  app.use(
    paymentMiddleware(
      {
        'GET /paid': { accepts, description: 'Market data', mimeType: 'application/json' },
        'POST /image': { accepts, description: 'Image generation', mimeType: 'application/json' },
      },
      server,
    ),
  )
  app.get('/paid', async c =>
    c.body(await (await fetch(`${input.upstream}/paid`)).text(), 200, {
      'content-type': 'application/json',
    }),
  )
  app.post('/image', c => c.json({ ok: true }))
  const port = await new Promise<number>(ready => {
    serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, info => ready(info.port))
  })
  return { port }
}
