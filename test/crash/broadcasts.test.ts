// kill -9 while a transaction is on its way to the chain. Each gateway has a node, a wallet and a
// store of its own, so several are killed at the same time.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../scripts/world/world.ts'
import type { Wanted } from '../helpers/buyer.ts'
import { interrupted, interruptedTogether, startSeller, type Seller } from './harness.ts'
import { startKillingNode, type KillingNode } from './killing-node.ts'
import { expectOnce, PURCHASES } from './purchases.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** Runs with a seller behind a node of its own. */
async function behindNode(
  wanted: Wanted,
  run: (seller: Seller, node: KillingNode) => Promise<void>,
): Promise<void> {
  const node = await startKillingNode(world.chain.url)
  const seller = await startSeller(world, wanted, node.url)
  try {
    await run(seller, node)
  } finally {
    await seller.stop()
    await node.close()
  }
}

const { read, image, job, twoSteps, whole } = PURCHASES
const purchases: [string, Wanted][] = [
  ['an inline read', read],
  ['an image within the window', image],
  ['a job that is polled', job],
  ['a job of two steps', twoSteps],
  ['an answer as a whole', whole],
]

describe.concurrent('killed by its node', () => {
  it.each(
    purchases.flatMap(([name, wanted]) =>
      (['before', 'after'] as const).map(when => [name, when, wanted] as const),
    ),
  )('%s survives a kill just %s its transaction reaches the chain', (_name, when, wanted) =>
    behindNode(wanted, async (seller, node) => {
      const outcome = await interrupted(world, wanted, seller, gateway => {
        node.kill = { when, victim: gateway.child }
      })
      expect(outcome.died).toBe('at the node')
      expectOnce(outcome, `killed ${when} the broadcast`)
    }),
  )

  it('[V3] five reads whose common transaction never left are all answered after the kill, each paid for once', () =>
    behindNode(read, async (seller, node) => {
      const seen = await interruptedTogether(world, read, seller, {
        count: 5,
        arm: gateway => {
          node.kill = { when: 'before', victim: gateway.child }
        },
      })
      expect(seen.answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
      expect(seen.paid).toBe(seen.price * 5n)
    }))
})
