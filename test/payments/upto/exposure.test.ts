/**
 * What a wallet can owe at once is bounded by its allowance too: of calls that come together, at
 * two gateways with one store, none is worked for that cannot be paid.
 */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { microOf, readChallenge, type Offer } from '../../../scripts/buyer/pay.ts'
import { startWorld, type World } from '../../../scripts/world/world.ts'
import { requestOf, wants } from '../../helpers/buyer.ts'
import { spawnRedis, type PrivateRedis } from '../../helpers/redis.ts'
import { suitesWith } from '../../helpers/servers.ts'
import type { Payload } from '../contract.ts'
import { newWallet } from '../support.ts'
import { clientPays, signUpto } from './support.ts'

const { it } = suitesWith('redis', 'own')
const COUNT = 10

let redis: PrivateRedis
let world: World
let urls: string[]
beforeAll(async () => {
  redis = await spawnRedis()
  world = await startWorld({ network: 'metered', latency: { nodes: 100 } })
  const env = { REDIS_URL: `unix:${redis.path}`, LOG_LEVEL: 'silent' }
  const open = (): Promise<{ url: string }> => world.open(env)
  urls = (await Promise.all([open(), open()])).map(({ url }) => url)
})
afterAll(async () => {
  await world?.stop()
  await redis?.stop()
})
beforeEach(() => world.upstreams.reset())

/** A new wallet with money, and what one call costs it. */
async function payer(): Promise<{
  account: ReturnType<typeof newWallet>
  price: bigint
  sponsored(): Promise<Payload>
  plain(): Promise<Payload>
}> {
  const account = newWallet()
  await world.chain.fund(account.address, 10_000_000n)
  const asked = await fetch(new URL(wants.rpc.path, urls[0]), requestOf(wants.rpc))
  const accepted = readChallenge(asked).accepts[0]!
  return {
    account,
    price: microOf(accepted),
    sponsored: () => clientPays(world.chain, account, accepted as never),
    plain: () => signUpto(account, accepted as never),
  }
}

/** Sends all at the same time, to both gateways in turn, and returns how many were served. */
async function race(payloads: readonly Payload[]): Promise<number> {
  const before = await world.network.balanceOf(world.payTo)
  const replies = await Promise.all(
    payloads.map(async (payload, i) => {
      const header = Buffer.from(JSON.stringify(payload)).toString('base64')
      const request = requestOf(wants.rpc, { 'payment-signature': header })
      const reply = await fetch(new URL(wants.rpc.path, urls[i % urls.length]), request)
      return { status: reply.status, text: await reply.text() }
    }),
  )
  const served = replies.filter(({ status }) => status === 200)
  for (const { status, text } of replies)
    if (status !== 200) expect([status, text]).toEqual([402, expect.stringMatching(/_UNFUNDED/)])
  const price = microOf((payloads[0] as unknown as { accepted: Offer }).accepted)
  const paid = price * BigInt(served.length)
  // Nobody is worked for in vain, and what was served is on the chain.
  expect(world.upstreams.calls('nodes')).toHaveLength(served.length)
  expect((await world.network.balanceOf(world.payTo)) - before).toBe(paid)
  return served.length
}
const times = <T>(make: () => Promise<T>, count = COUNT): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make))

it('ten calls with one EIP-2612 permit', async () => {
  const { sponsored, plain } = await payer()
  const payloads = await times(plain)
  // Signed last: a permit may not end before its payment.
  const { extensions } = (await sponsored()) as Payload & { extensions: object }
  expect(extensions).toHaveProperty('eip2612GasSponsoring')
  expect(await race(payloads.map(payload => ({ ...payload, extensions })))).toBe(1)
})

it('ten calls, each with a permit of the same nonce', async () => {
  const { sponsored } = await payer()
  expect(await race(await times(sponsored))).toBe(1)
})

it('ten calls without a permit: as many as the allowance covers', async () => {
  const { account, plain, price } = await payer()
  await world.chain.allow(account.address, 3n * price)
  const served = await race(await times(plain))
  expect(served).toBeGreaterThan(0)
  expect(served).toBeLessThanOrEqual(3)
})

it('a permit that would lower the allowance does not take it from calls under way', async () => {
  const { account, sponsored, plain, price } = await payer()
  const lowering = await sponsored()
  await world.chain.allow(account.address, 100n * price)
  const served = await race([...(await times(plain)), lowering])
  expect(served).toBeGreaterThan(0)
})
