/**
 * Several processes with one relayer key on one real Redis, and what is left when one of them, or
 * Redis itself, goes away.
 */
import { afterEach, beforeEach, expect } from 'vitest'
import { NotSent } from '../../runtime/payments/not-sent.ts'
import type { Store } from '../../runtime/store/store.ts'
import { systemClock } from '../../runtime/lib/clock.ts'
import { spawnRedis, type PrivateRedis } from '../helpers/redis.ts'
import { suitesWith } from '../helpers/servers.ts'
import { redisStore } from '../helpers/store.ts'
import { facts, paid, relayer, sideOf, until, type Side } from './support.ts'
import { honest, only } from './node-proxy.ts'
import { chain, node, useRelayerWorld } from './relayer-world.ts'

const { describe, it } = suitesWith('redis', 'own')

useRelayerWorld()

let redis: PrivateRedis
let opened: { stop(): Promise<void> }[]
beforeEach(async () => {
  redis = await spawnRedis({ args: ['--appendfsync', 'always'] })
  opened = []
})
afterEach(async () => {
  for (const one of opened.reverse()) await one.stop().catch(() => undefined)
  await redis.stop()
})

/** A process on the Redis of the test; all of them have the same relayer key. */
async function start(owner: string): Promise<Side & { store: Store }> {
  const { store, stop } = await redisStore(redis, 'faults')
  const made = sideOf(
    store,
    relayer(chain, store, { url: node.url, options: { wait: 20_000, timeout: 30_000 } }),
    { owner, wait: 20_000 },
  )
  opened.push({ stop }, made)
  return made
}
async function claimed(at: Side) {
  const { payment, requirements } = await paid(chain, at.paymentScheme)
  return {
    payment,
    requirements,
    record: (await at.ledger.claim(payment, facts(requirements))).record,
  }
}

describe("[V5] the relayer's turn", () => {
  it('of a process that died while it had it is taken over in seconds, not in a minute', async () => {
    const [one, other] = [await start('one'), await start('other')]
    const [first, second] = [await claimed(one), await claimed(other)]
    let hung = 0
    node.lever = only('eth_sendRawTransaction', async (_call, forward) =>
      hung++ === 0 ? undefined : forward(),
    )
    void one.ledger.settle(first.record).catch(() => undefined)
    await until(() => hung === 1, 'the turn')
    await one.store.close() // nobody renews its lease any more
    const begun = performance.now()
    expect((await other.ledger.settle(second.record)).settlement.state).toBe('landed')
    expect(performance.now() - begun).toBeLessThan(12_000)
  }, 40_000)

  it('of a process whose Redis was away for a moment is its own again at once', async () => {
    const one = await start('one')
    const [first, second] = [await claimed(one), await claimed(one)]
    node.lever = only('eth_sendRawTransaction', async (_call, forward) => {
      redis.signal('SIGKILL')
      return forward()
    })
    await one.ledger.settle(first.record).catch(() => undefined)
    node.lever = honest
    await systemClock.sleep(1_000)
    redis = await spawnRedis({ dir: redis.dir, args: ['--appendfsync', 'always'] })
    await until(
      () =>
        one.store.ping().then(
          () => true,
          () => false,
        ),
      'Redis',
      10_000,
    )
    const begun = performance.now()
    expect((await one.ledger.settle(second.record)).settlement.state).toBe('landed')
    expect(performance.now() - begun).toBeLessThan(4_000)
  }, 40_000)
})

describe('[V2] a Redis that is killed when the intent is to be written', () => {
  it('nothing was sent; when it is back the same payment is claimed and settled', async () => {
    const one = await start('one')
    const { payment, requirements, record } = await claimed(one)
    redis.signal('SIGKILL')
    await expect(
      one.ledger.settle(record, { status: 200, headers: {}, body: '' }),
    ).rejects.toBeInstanceOf(NotSent)
    await expect(one.ledger.release(record, 'the store is away')).rejects.toMatchObject({
      name: 'StoreUnavailable',
    })
    redis = await spawnRedis({ dir: redis.dir, args: ['--appendfsync', 'always'] })
    await until(
      () =>
        one.store.ping().then(
          () => true,
          () => false,
        ),
      'Redis',
      10_000,
    )
    const again = await one.ledger.claim(payment, facts(requirements))
    expect(again.fresh).toBe(true)
    expect((await one.ledger.settle(again.record)).settlement.state).toBe('landed')
  }, 40_000)
})

describe('[V7] a claim of a process that died', () => {
  it('is free for the same payment elsewhere as soon as its lease has lapsed, without waiting for anybody to look', async () => {
    const [one, other] = [await start('one'), await start('other')]
    const { payment, requirements } = await claimed(one)
    expect((await other.ledger.claim(payment, facts(requirements))).fresh).toBe(false)
    await one.store.close()
    const begun = performance.now()
    await until(
      async () => (await other.ledger.claim(payment, facts(requirements))).fresh,
      'the free claim',
      12_000,
    )
    expect(performance.now() - begun).toBeLessThan(10_000)
  }, 40_000)
})
