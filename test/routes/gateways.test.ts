/** The gateways of the other kinds of networks: the same catalog, each paid in its own way. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../../generated/index.ts'
import { kindOf } from '../../runtime/payments/kinds.ts'
import { buy, type Bought } from '../../scripts/buyer/buy.ts'
import { payerFor } from '../../scripts/buyer/payer.ts'
import { startWorld, type World } from '../../scripts/world/world.ts'

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const EDIT = {
  method: 'POST',
  path: '/api/v1/images/image2image',
  body: { prompt: 'a hat', image: PIXEL },
} as const
const RPC = {
  method: 'POST',
  path: '/api/v1/rpc/ethereum',
  body: { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] },
} as const
const SOLANA_RPC = {
  method: 'POST',
  path: '/api/v1/solana/rpc',
  body: { jsonrpc: '2.0', id: 1, method: 'getSlot', params: [] },
} as const

/** How the wallets of each gateway are written, and what is paid. */
const GATEWAYS = [
  ['NET-002 NET-009 PAY-037', 'solana', /^solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp$/, 'USDC'],
  ['NET-003', 'nano', /^eip155:(?!8453$)\d+$/, 'USDC'],
  ['NET-004 NET-005', 'xrpl', /^xrpl:0$/, 'RLUSD'],
] as const

describe.each(GATEWAYS)('%s the gateway on %s', (_ids, name, chain, symbol) => {
  const spec = catalog.networks[name]!
  let world: World
  let url: string
  let account: Awaited<ReturnType<typeof payerFor>>

  beforeAll(async () => {
    world = await startWorld({ network: name })
    url = (await world.open({ LOG_LEVEL: 'silent' })).url
    const { buyer, url: node } = world.network
    await world.network.fund(buyer.address, 10_000_000n)
    account = await payerFor(buyer.key, node)
  })
  afterAll(() => world?.stop())

  /** Buys, and checks that just the price has moved. */
  async function bought(wanted: Parameters<typeof buy>[0]): Promise<Bought> {
    const { network, payTo } = world
    const [held, earned] = await Promise.all([
      network.balanceOf(network.buyer.address),
      network.balanceOf(payTo),
    ])
    const paid = await buy(wanted, { url, account })
    const { extensions: _signed, ...receipt } = paid.receipt as { extensions?: object }
    expect([wanted.path, paid.status, receipt]).toEqual([
      wanted.path,
      200,
      {
        success: true,
        transaction: expect.any(String),
        network: spec.chain,
        payer: expect.any(String),
      },
    ])
    expect(held - (await network.balanceOf(network.buyer.address))).toBe(paid.amount)
    expect((await network.balanceOf(payTo)) - earned).toBe(paid.amount)
    return paid
  }

  it('asks for its own asset on its own chain, for every offer', async () => {
    const asked = await fetch(new URL(RPC.path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(RPC.body),
    })
    expect(asked.status).toBe(402)
    const { accepts } = JSON.parse(
      Buffer.from(asked.headers.get('payment-required')!, 'base64').toString(),
    )
    expect(accepts).toHaveLength(kindOf(spec.kind).offers(spec).length)
    for (const offer of accepts) expect(offer.network).toMatch(chain)
    expect(accepts[0]).toMatchObject({
      asset: spec.asset.address,
      amount: kindOf(spec.kind).amount(4_000n),
      payTo: world.payTo,
    })
    expect(spec.asset.symbol).toBe(symbol)
  })

  it.each([EDIT, RPC, SOLANA_RPC])('sells $path, and exactly the price moves', async wanted => {
    await bought(wanted)
  })

  it('says in its documents what it is, and whether it is being retired', async () => {
    const [contents, discovery] = await Promise.all(
      ['/', '/.well-known/x402'].map(async path => (await fetch(new URL(path, url))).text()),
    )
    for (const text of [contents, discovery])
      expect([text!.includes(spec.chain), /being retired/.test(text!)]).toEqual([
        true,
        name === 'xrpl',
      ])
  })
})
