/** A gateway that sells actual use, bought from over HTTP with the client of the protocol. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { catalog } from '../../../generated/index.ts'
import { buy } from '../../../scripts/buyer/buy.ts'
import { payerFor } from '../../../scripts/buyer/payer.ts'
import { startWorld, type World } from '../../../scripts/world/world.ts'

const RPC = {
  method: 'POST',
  path: '/api/v1/rpc/ethereum',
  body: { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] },
} as const

let world: World
let url: string

beforeAll(async () => {
  world = await startWorld({ network: 'metered' })
  url = (await world.open({ LOG_LEVEL: 'silent' })).url
  await world.network.fund(world.network.buyer.address, 10_000_000n)
})
afterAll(() => world?.stop())

it('asks for the most that a call may cost, in the notation of the protocol', async () => {
  const asked = await fetch(new URL(RPC.path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(RPC.body),
  })
  const challenge = Buffer.from(asked.headers.get('payment-required') ?? '', 'base64').toString()
  const { chain, asset } = catalog.networks.metered!
  expect([asked.status, (JSON.parse(challenge) as { accepts: unknown[] }).accepts]).toEqual([
    402,
    [
      {
        scheme: 'upto',
        network: chain,
        amount: expect.stringMatching(/^\d+$/),
        asset: asset.address,
        payTo: expect.stringMatching(/^0x/),
        maxTimeoutSeconds: expect.any(Number),
        extra: {
          name: asset.name,
          version: asset.version,
          assetTransferMethod: 'permit2',
          facilitatorAddress: expect.stringMatching(/^0x[0-9a-f]{40}$/),
        },
      },
    ],
  ])
})

it('is paid by a wallet that has money, and nothing else', async () => {
  const { network, payTo } = world
  const account = await payerFor(network.buyer.key, network.url)
  const [held, earned] = [await network.balanceOf(account.address), await network.balanceOf(payTo)]
  const paid = await buy(RPC, { url, account })
  expect([paid.status, paid.receipt]).toMatchObject([
    200,
    {
      success: true,
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      network: catalog.networks.metered!.chain,
      payer: expect.any(String),
    },
  ])
  expect(held - (await network.balanceOf(account.address))).toBe(paid.amount)
  expect((await network.balanceOf(payTo)) - earned).toBe(paid.amount)
})

it('says in its documents how callers pay, and base says how to ask for it', async () => {
  const openapi = await (await fetch(new URL('/openapi.json', url))).text()
  expect(openapi).toContain(
    'sign the most that the call may cost (Permit2), and pay for actual use',
  )
  const base = await startWorld({ network: 'base' })
  try {
    const other = (await base.open({ LOG_LEVEL: 'silent' })).url
    expect(await (await fetch(new URL('/openapi.json', other))).text()).toContain(
      'send the header `X-Payment-Scheme: upto`',
    )
    const asked = await fetch(new URL(RPC.path, other), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(RPC.body),
    })
    const header = Buffer.from(asked.headers.get('payment-required') ?? '', 'base64').toString()
    const { accepts } = JSON.parse(header) as { accepts: { scheme: string }[] }
    expect(accepts[0]?.scheme).toBe('exact')
  } finally {
    await base.stop()
  }
})
