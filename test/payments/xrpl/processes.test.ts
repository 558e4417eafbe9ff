/** Two gateway processes on one Redis, and two transactions of one account in the same place. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StoredReply } from '../../../runtime/payments/record.ts'
import type { XrplWorld } from '../../../scripts/devnet/xrpl/world.ts'
import { startRedis, type TestRedis } from '../../helpers/redis.ts'
import { suitesWith } from '../../helpers/servers.ts'
import { freshPrefix, redisStore } from '../../helpers/store.ts'
import { factsOf } from '../contract-world.ts'
import { paid, sideOf, startWorld, type XrplSide } from './support.ts'

const PRICE = 10_000n
const reply: StoredReply = { status: 200, headers: {}, body: 'e30=' }

suitesWith('redis').describe('two processes', () => {
  let redis: TestRedis | undefined
  let world: XrplWorld
  let stores: Awaited<ReturnType<typeof redisStore>>[]
  let sides: XrplSide[]
  beforeAll(async () => {
    redis = await startRedis()
    world = await startWorld()
    const prefix = freshPrefix()
    stores = await Promise.all([redisStore(redis!, prefix), redisStore(redis!, prefix)])
    const options = { wait: 20_000 }
    sides = stores.map(({ store }, i) => sideOf(world, store, { owner: `process ${i}`, options }))
  })
  afterAll(async () => {
    for (const side of sides) await side.stop()
    for (const store of stores) await store.stop()
    await world?.stop()
    await redis?.stop()
  })

  it('sell once to an account that signs twice in the same place', async () => {
    const [one, two] = [sides[0]!, sides[1]!]
    const first = await paid(world, one.scheme, { funds: 5n * PRICE })
    const { wallet } = first
    const second = await paid(world, two.scheme, { wallet, changes: { SourceTag: 1 } })
    const ends = await Promise.all(
      [
        { ledger: one.ledger, ...first },
        { ledger: two.ledger, ...second },
      ].map(async ({ ledger, payment, requirements }) => {
        const verdict = await payment.scheme.verify(payment, requirements, Date.now())
        const { fresh, record } = await ledger.claim(payment, factsOf(requirements))
        expect({ ok: verdict.ok, fresh }).toEqual({ ok: true, fresh: true })
        const { settlement } = await ledger.settle(record, reply)
        return { state: settlement.state, record }
      }),
    )
    expect(ends.map(({ state }) => state).sort()).toEqual(['failed', 'landed'])
    expect(await world.balanceOf(world.payTo)).toBe(PRICE)
    const loser = ends.find(({ state }) => state === 'failed')!
    for (const { ledger } of sides) {
      const record = await ledger.get(loser.record.key)
      expect(record).toMatchObject({ state: 'failed' })
      expect(record).not.toHaveProperty('kept', reply)
      expect(record).not.toHaveProperty('mayLand', true)
    }
  })
})
