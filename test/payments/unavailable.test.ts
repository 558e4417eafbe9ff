/** Nodes that cannot say whether a payment is good: the same payment may be sent again later. */
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { createRelayerBackend } from '../../runtime/payments/evm/relayer/backend.ts'
import type { PaymentScheme } from '../../runtime/payments/evm/types.ts'
import type { RejectionCode, Verdict } from '../../runtime/payments/payment.ts'
import { BASE, paid, QUICK, side, startChain, TESTNET, type Chain, type Side } from './support.ts'

const OTHER = '0x2222222222222222222222222222222222222222'
let chain: Chain
let gateway: Side
let paymentScheme: PaymentScheme
beforeAll(async () => {
  chain = await startChain(TESTNET)
  gateway = await side(chain)
  paymentScheme = gateway.paymentScheme
})
afterAll(async () => {
  await gateway?.stop()
  await chain?.stop()
})

async function rejected(
  verdict: Promise<Verdict>,
  code: RejectionCode,
  details: RegExp,
): Promise<void> {
  const result = await verdict
  if (result.ok) throw new Error('it was accepted')
  expect(result.rejection).toMatchObject({ code, details: expect.stringMatching(details) })
  if (code === 'PAYMENT_INVALID') expect(result.rejection).not.toHaveProperty('message')
  else expect(result.rejection.message).toBeTruthy()
}

describe('PAYMENT_VERIFICATION_UNAVAILABLE', () => {
  const over = async (url: string): Promise<Verdict> => {
    const held = await side(chain, { url, options: { timeout: 200 } })
    try {
      const { payment, requirements } = await paid(chain, paymentScheme)
      return await held.paymentScheme.verify(payment, requirements, Date.now())
    } finally {
      await held.stop()
    }
  }
  const serve = async (
    answer: (end: (status: number, text: string) => void) => void,
  ): Promise<{ url: string; stop(): void }> => {
    const server = createServer((_request, response) =>
      answer((status, text) => {
        response.statusCode = status
        response.end(text)
      }),
    )
    await new Promise<void>(resolve => {
      server.listen(0, '127.0.0.1', resolve)
    })
    return {
      url: `http://127.0.0.1:${(server.address() as { port: number }).port}/secret-key`,
      stop: () => {
        server.closeAllConnections()
        server.close()
      },
    }
  }

  it('ERR-012 a node that is down', async () =>
    rejected(over('http://127.0.0.1:1'), 'PAYMENT_VERIFICATION_UNAVAILABLE', /cannot be reached/))

  it.each([
    ['hangs', () => undefined],
    ['answers no JSON', (end: (status: number, text: string) => void) => end(502, '<html>')],
    [
      'limits its callers',
      (end: (status: number, text: string) => void) =>
        end(429, '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"rate limit"}}'),
    ],
    ['answers null', (end: (status: number, text: string) => void) => end(200, 'null')],
  ])('ERR-012 a node that %s; its address stays unsaid', async (_name, answer) => {
    const server = await serve(answer)
    const verdict = await over(server.url)
    server.stop()
    await rejected(Promise.resolve(verdict), 'PAYMENT_VERIFICATION_UNAVAILABLE', /node|limit/)
    expect(JSON.stringify(verdict)).not.toContain('secret-key')
  })

  it('a node of another chain, or one without the token', async () => {
    const other = await startChain(BASE)
    try {
      await rejected(over(other.url), 'PAYMENT_VERIFICATION_UNAVAILABLE', /serves chain 8453/)
      const bare = { ...TESTNET, chain: BASE.chain, asset: { ...TESTNET.asset, address: OTHER } }
      const backend = createRelayerBackend({
        spec: bare,
        rpcUrl: other.url,
        relayerKey: other.keys[0] as string,
        store: gateway.store,
        clock: systemClock,
        options: QUICK,
      })
      expect(await backend.health()).toMatchObject({
        ok: false,
        details: { problem: expect.stringMatching(/does not exist/) },
      })
      await backend.close()
    } finally {
      await other.stop()
    }
  })
})
