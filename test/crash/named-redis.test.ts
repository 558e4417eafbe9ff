// A named purchase (`payment-identifier`) whose gateway is killed: its caller signs another payment
// with the same name, at another gateway of the same store, and is charged once.
import {
  appendPaymentIdentifierToExtensions,
  declarePaymentIdentifierExtension,
} from '@x402/extensions/payment-identifier'
import { afterAll, beforeAll, expect } from 'vitest'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { newBuyer, type Buyer } from '../helpers/buyer.ts'
import { spawnRedis } from '../helpers/redis.ts'
import { suitesWith } from '../helpers/servers.ts'
import { sendOnce } from './caller.ts'
import { startMortal, type Mortal } from './mortal.ts'
import { PURCHASES } from './purchases.ts'

const FUNDS = 10_000_000n
const NAME = 'order_0000000000000001'
const wanted = PURCHASES.whole

let world: World
let redis: Awaited<ReturnType<typeof spawnRedis>>
let other: string
const mortals: Mortal[] = []

/** The environment of a gateway with the common store and a relayer of its own. */
const envOf = (relayer: number): Record<string, string> => {
  const { DATA_DIR: _, ...env } = world.env
  const own = { RELAYER_KEY: world.chain.keys[relayer]!, LOG_LEVEL: 'silent' }
  return { ...env, ...own, REDIS_URL: `unix:${redis.path}` }
}

/** A fresh payment with the name, signed anew each time. */
async function named(buyer: Buyer): Promise<string> {
  const payload = JSON.parse(Buffer.from(await buyer.header(wanted), 'base64').toString())
  const extensions = { 'payment-identifier': declarePaymentIdentifierExtension() }
  appendPaymentIdentifierToExtensions(extensions, NAME)
  return Buffer.from(JSON.stringify({ ...payload, extensions })).toString('base64')
}

/** What a payment header pays, micro-USD. */
const priceOf = (header: string): bigint =>
  BigInt(JSON.parse(Buffer.from(header, 'base64').toString()).accepted.amount)

const suite = suitesWith('redis', 'own')
suite.describe('a named purchase, after a kill', () => {
  beforeAll(async () => {
    world = await startWorld()
    redis = await spawnRedis()
    other = (await world.open(envOf(2))).url
  })
  afterAll(async () => {
    for (const { child } of mortals) child.kill('SIGKILL')
    await world?.stop()
    await redis?.stop()
  })

  suite.it.each([
    ['before store.commit', 1],
    ['after store.commit', 1],
    ['before upstreams.call', 1],
    ['after upstreams.call', 1],
    ['before settler.settle', 1],
    ['after settler.settle', 1],
    ['after store.commit', 2],
    ['after store.commit', 3],
  ] as const)(
    'is charged once to whoever signs again (%s, %i)',
    async (step, nth) => {
      const first = await startMortal(envOf(1), wanted.path)
      mortals.push(first)
      const buyer = await newBuyer(other, world.chain, FUNDS)
      const header = await named(buyer)
      first.dieAt(step, nth)
      expect((await sendOnce(first.url, wanted, header)).status).toBe(0)
      await first.dead
      const again = async (): Promise<number> =>
        (await sendOnce(other, wanted, await named(buyer))).status
      await expect.poll(again, { timeout: 60_000, interval: 500 }).toBe(200)
      expect([await again(), await again()]).toEqual([200, 200])
      expect(FUNDS - (await buyer.balance())).toBe(priceOf(header))
    },
    120_000,
  )
})
