/**
 * A relayer that runs out of gas money sells nothing, says so in its health, and goes on when it is
 * filled up.
 */
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wants } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { windClock } from '../routes/wind-clock.ts'

const clock = windClock()
let shop: TestGateway
beforeAll(async () => {
  shop = await startGateway({ assemble: { clock } })
})
afterAll(() => shop?.stop())

const setGas = (wei: bigint): Promise<unknown> =>
  shop.chain.rpc('anvil_setBalance', [
    privateKeyToAddress(shop.chain.keys[0]!),
    `0x${wei.toString(16)}`,
  ])
const chat = {
  method: 'POST',
  path: '/api/v1/chat/completions',
  body: { model: 'vendorA/chat-6-nano', messages: [{ role: 'user', content: 'hi' }], stream: true },
} as const

it.each([
  ['an rpc call', wants.rpc, 'nodes'],
  ['a stream', chat, 'vendor_a'],
  ['a picture', wants.image, 'vendor_a'],
] as const)(
  '[V11] %s is refused before its upstream is asked, and sold to the same header when there is gas again',
  async (_, wanted, upstream) => {
    const buyer = await shop.buyer()
    await setGas(10n ** 18n)
    await clock.wind(31_000)
    const header = await buyer.header(wanted, {})
    const asked = shop.upstreams.calls(upstream).length
    // Enough for one settlement, but not for those that others may have begun.
    await setGas(10n ** 12n)
    await clock.wind(31_000)
    const refused = await buyer.send(wanted, header)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(shop.upstreams.calls(upstream)).toHaveLength(asked)
    const health = await fetch(`${shop.url}/api/health`)
    expect([health.status, ((await health.json()) as { ok: boolean }).ok]).toEqual([503, false])
    expect((await buyer.send(wanted)).status).toBe(402)
    await setGas(10n ** 18n)
    await clock.wind(31_000)
    expect((await buyer.send(wanted, header)).status).toBe(200)
    expect(shop.upstreams.calls(upstream)).toHaveLength(asked + 1)
  },
)
