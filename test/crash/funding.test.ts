// kill -9 at every step of a funding: one deposit and one fee in the end, never two of either, and
// no fee without a deposit.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { fundingBy, type Funding } from '../helpers/deposit.ts'
import { interrupted, killAtEachStep, startSeller, type Outcome, type Purchase } from './harness.ts'
import { startKillingNode } from './killing-node.ts'
import { expectOnce } from './purchases.ts'

const DEPOSIT = 2_000_000n
const PATH = '/api/v1/venue-a/fund'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const purchase: Purchase = {
  deposit: DEPOSIT,
  method: 'POST',
  path: PATH,
  bodyOf: async buyer => {
    const { challenge } = await buyer.ask({ method: 'POST', path: PATH, body: {} })
    return fundingBy({ account: buyer.account, challenge }, DEPOSIT)
  },
}

const recipientOf = ({ wanted }: Outcome): string => (wanted.body as Funding).recipient

/** One fee was paid, one deposit was made, and the reply names both. */
async function expectFunded(outcome: Outcome, where: string): Promise<void> {
  expectOnce(outcome, where)
  expect(outcome.answer.body.fee.settled, where).toBe(true)
  const { txHash } = outcome.answer.body.deposit
  expect(outcome.answer.headers.get('x-deposit-tx'), where).toBe(txHash)
  expect(await world.chain.balanceOf(recipientOf(outcome)), where).toBe(DEPOSIT)
}

it('[FUND-011] [FUND-025] a funding survives a kill before and after each durable step', async () => {
  const seen: [Outcome, string][] = []
  // Which of the two settlements, depends on how fast they are; below each has its turn.
  const named = ['before settler.settle', 'after settler.settle']
  const places = await killAtEachStep(world, purchase, (...one) => seen.push(one), named)
  for (const [outcome, where] of seen) await expectFunded(outcome, where)
  expect(places).toEqual(expect.arrayContaining(named))
}, 240_000)

describe.concurrent('killed by its node', () => {
  it.each([
    [1, 'before'],
    [1, 'after'],
    [2, 'before'],
    [2, 'after'],
  ] as const)(
    '[FUND-011] at transaction %i, just %s it reaches the chain',
    async (nth, when) => {
      const node = await startKillingNode(world.chain.url)
      const seller = await startSeller(world, purchase, node.url)
      try {
        const outcome = await interrupted(world, purchase, seller, gateway => {
          node.kill = { when, victim: gateway.child, nth }
        })
        expect(outcome.died).toBe('at the node')
        await expectFunded(outcome, `killed ${when} broadcast ${nth}`)
      } finally {
        await seller.stop()
        await node.close()
      }
    },
    60_000,
  )
})
