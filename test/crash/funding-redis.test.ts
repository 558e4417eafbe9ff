// Two gateways of one store that are asked for the same funding.
import { afterAll, beforeAll, expect } from 'vitest'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { newBuyer, type Answer, type Buyer } from '../helpers/buyer.ts'
import { fundingBy, type Funding } from '../helpers/deposit.ts'
import { spawnRedis } from '../helpers/redis.ts'
import { suitesWith } from '../helpers/servers.ts'
import { sendOnce } from './caller.ts'
import { startMortal, type Mortal } from './mortal.ts'

const DEPOSIT = 2_000_000n
const FEE = 11_000n
const FUNDS = 10_000_000n
const PATH = '/api/v1/venue-a/fund'
const ask = { method: 'POST', path: PATH, body: {} } as const

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

async function startFirst(): Promise<Mortal> {
  const gateway = await startMortal(envOf(1), PATH)
  mortals.push(gateway)
  return gateway
}

/** A wallet, the body of its funding and its fee. */
async function funding(): Promise<{ buyer: Buyer; body: Funding; fee: string }> {
  const buyer = await newBuyer(other, world.chain, FUNDS)
  const { challenge } = await buyer.ask(ask)
  const body = await fundingBy({ account: buyer.account, challenge }, DEPOSIT)
  return { buyer, body, fee: await buyer.header(ask) }
}

const send = (url: string, body: Funding, fee: string): Promise<Answer> =>
  sendOnce(url, { ...ask, body }, fee)

const suite = suitesWith('redis', 'own')
suite.describe('two gateways of one store', () => {
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

  suite.it(
    '[FUND-026] make one deposit of parallel calls, and bill one fee',
    async () => {
      const { url } = await startFirst()
      for (let round = 0; round < 5; round++) {
        const { buyer, body, fee } = await funding()
        const second = await buyer.header(ask)
        const seen = await Promise.all([send(url, body, fee), send(other, body, second)])
        expect(seen.map(({ status }) => status).sort()).toEqual([200, 409])
        expect(await world.chain.balanceOf(body.recipient)).toBe(DEPOSIT)
        expect(await buyer.balance()).toBe(FUNDS - DEPOSIT - FEE)
      }
    },
    60_000,
  )

  suite.it.each([
    ['before settler.settle', 1],
    ['after settler.settle', 1],
    ['before settler.settle', 2],
  ] as const)(
    '[FUND-011] carry on with what a dead one began (%s, %i)',
    async (step, nth) => {
      const first = await startFirst()
      const { buyer, body, fee } = await funding()
      first.dieAt(step, nth)
      expect((await send(first.url, body, fee)).status).toBe(0)
      await first.dead
      const again = async (): Promise<number> => (await send(other, body, fee)).status
      await expect.poll(again, { timeout: 60_000, interval: 500 }).toBe(200)
      expect(await world.chain.balanceOf(body.recipient)).toBe(DEPOSIT)
      expect(await buyer.balance()).toBe(FUNDS - DEPOSIT - FEE)
      expect(await again()).toBe(402)
    },
    90_000,
  )
})
