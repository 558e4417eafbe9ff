/**
 * Processes that die, and several that live: nothing is charged twice, nothing that was charged is
 * lost.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ReleasedElsewhere } from '../../runtime/payments/not-sent.ts'
import type { Intent, SettlementBackend } from '../../runtime/payments/settlement.ts'
import type { StoredReply, PaymentRecord } from '../../runtime/payments/record.ts'
import type { Store } from '../../runtime/store/store.ts'
import { manualClock } from '../helpers/clock.ts'
import { startRedis, type TestRedis } from '../helpers/redis.ts'
import { suitesWith } from '../helpers/servers.ts'
import { freshPrefix, redisStore } from '../helpers/store.ts'
import {
  embeddedStore,
  facts,
  paid,
  PAY_TO,
  relayer,
  sideOf,
  startChain,
  TESTNET,
  until,
  type Chain,
  type Side,
} from './support.ts'
import { honest, only, startProxy, type NodeProxy } from './node-proxy.ts'

let chain: Chain
let node: NodeProxy
let held: Awaited<ReturnType<typeof embeddedStore>>
const sides: Side[] = []
beforeAll(async () => {
  chain = await startChain(TESTNET)
  node = await startProxy(chain.url)
})
afterAll(async () => {
  await node?.stop()
  await chain?.stop()
})
beforeEach(async () => {
  node.lever = honest
  node.calls.clear()
  held = await embeddedStore()
})
afterEach(async () => {
  await chain.setAutomine(true)
  await chain.mine()
  for (const one of sides.splice(0)) await one.stop()
  await held.stop()
})

const reply: StoredReply = { status: 200, headers: {}, body: 'e30=' }

/** A gateway's process over a store. */
function process_(
  store: Store,
  more: { owner?: string; key?: number; backend?: SettlementBackend } = {},
): Side {
  const { key, owner, backend = relayer(chain, store, { url: node.url, key }) } = more
  const made = sideOf(store, backend, { owner })
  sides.push(made)
  return made
}
/**
 * Ends a process in the middle of things: what is on disk stays. Its lease is given up, as if it
 * had lapsed already.
 */
async function kill(one: Side): Promise<void> {
  sides.splice(sides.indexOf(one), 1)
  await one.backend.close()
  await one.ledger.close()
}
async function claim(
  gateway: Side,
  more: Parameters<typeof facts>[1] = {},
  options: Parameters<typeof paid>[2] = {},
) {
  const all = await paid(chain, gateway.paymentScheme, options)
  const { record } = await gateway.ledger.claim(all.payment, facts(all.requirements, more))
  return { ...all, record }
}
const raw = async (record: PaymentRecord) =>
  (await held.store.get<PaymentRecord>('payments', record.key))?.doc as PaymentRecord

/**
 * That a process finds, or makes, the landing of a settlement that another began. On a busy machine
 * the look that it takes by itself may be the one that finds it, or the first that is too early.
 */
async function expectLanding(gateway: Side, { key }: PaymentRecord): Promise<void> {
  expect(await gateway.ledger.reconcile()).toMatchObject({ failed: 0, released: 0 })
  await until(async () => (await gateway.ledger.get(key))?.state === 'settled')
}

/**
 * A settler whose process dies at a point of the settlement: nothing comes back from it any more.
 */
function dying(
  inner: SettlementBackend,
  at: 'before the broadcast' | 'after the broadcast',
): SettlementBackend & { dead: Promise<void> } {
  let died!: () => void
  const dead = new Promise<void>(resolve => {
    died = resolve
  })
  const never = new Promise<never>(() => undefined)
  return {
    ...inner,
    dead,
    async settle(payment, requirements, onIntent) {
      if (at === 'before the broadcast') {
        void inner.settle(payment, requirements, async (intent: Intent) => {
          await onIntent(intent)
          died()
          await never
        })
        return never
      }
      await inner.settle(payment, requirements, onIntent)
      died()
      return never
    },
  }
}

describe('after a crash', () => {
  it('between intent and broadcast the same bytes are sent, once, and the reply is still there', async () => {
    const before = await chain.balanceOf(PAY_TO)
    const backend = dying(relayer(chain, held.store, { url: node.url }), 'before the broadcast')
    const first = process_(held.store, { backend })
    const { record, payment } = await claim(first)
    void first.ledger.settle(record, reply)
    await backend.dead
    await kill(first)
    expect(await chain.used(payment.authorization.from, payment.authorization.nonce)).toBe(false)
    const promised = (await raw(record)).intent?.transaction
    const second = process_(held.store)
    await expectLanding(second, record)
    expect(await second.ledger.get(record.key)).toMatchObject({
      state: 'settled',
      transaction: promised,
      kept: reply,
    })
    expect(await second.ledger.reconcile()).toEqual({
      landed: 0,
      failed: 0,
      pending: 0,
      released: 0,
    })
    expect(await chain.balanceOf(PAY_TO)).toBe(before + 10_000n)
  })

  it('between broadcast and the record of it nothing is sent again', async () => {
    const before = await chain.balanceOf(PAY_TO)
    const backend = dying(relayer(chain, held.store, { url: node.url }), 'after the broadcast')
    const first = process_(held.store, { backend })
    const { record } = await claim(first)
    void first.ledger.settle(record, reply)
    await backend.dead
    await kill(first)
    const sent = node.calls.get('eth_sendRawTransaction')
    const second = process_(held.store)
    await expectLanding(second, record)
    expect(node.calls.get('eth_sendRawTransaction')).toBe(sent)
    expect(await second.ledger.get(record.key)).toMatchObject({ state: 'settled', kept: reply })
    expect(await chain.balanceOf(PAY_TO)).toBe(before + 10_000n)
  })

  it("a broadcast batch that was not mined is found again, also by its bytes in the relayer's book", async () => {
    const first = process_(held.store)
    const claims = await Promise.all([1, 2, 3].map(() => claim(first)))
    await chain.setAutomine(false)
    for (const { record } of claims) void first.ledger.settle(record, reply).catch(() => undefined)
    const states = () => Promise.all(claims.map(async ({ record }) => (await raw(record)).state))
    await until(async () => (await states()).every(state => state === 'settling'), 'the intents')
    await until(() => (node.calls.get('eth_sendRawTransaction') ?? 0) >= 1, 'the broadcast')
    await until(
      async () =>
        (await held.store.get(
          'gateway.relayer',
          `relayer:${TESTNET.chain}:0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266`,
        )) !== undefined,
      'the book',
    )
    await kill(first)
    const { transaction } = (await raw(claims[0]!.record)).intent as { transaction: string }
    await chain.drop(transaction)
    await chain.setAutomine(true)
    const second = process_(held.store)
    for (const { record } of claims) {
      // A busy machine may answer later than one look waits.
      await until(async () => {
        await second.ledger.reconcile()
        return (await second.ledger.get(record.key))?.state === 'settled'
      }, 'the landing')
      expect(await second.ledger.get(record.key)).toMatchObject({ transaction })
    }
  })

  it('an intent whose transaction can never land is failed only when the chain proves it', async () => {
    const backend = dying(relayer(chain, held.store, { url: node.url }), 'before the broadcast')
    const first = process_(held.store, { backend })
    const { record, payment } = await claim(first, {}, { validFor: 120 })
    void first.ledger.settle(record)
    await backend.dead
    await kill(first)
    node.lever = only('eth_sendRawTransaction', async () => ({ status: 503, text: '' }))
    const second = process_(held.store)
    expect(await second.ledger.reconcile()).toMatchObject({ pending: 1, failed: 0, landed: 0 })
    expect(await second.ledger.get(record.key)).toMatchObject({ state: 'settling' })
    await chain.increaseTime(180)
    expect((await second.ledger.resolve(record)).settlement.state).toBe('failed')
    expect(await second.ledger.get(record.key)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/expired unused/),
    })
    expect(await chain.used(payment.authorization.from, payment.authorization.nonce)).toBe(false)
  })

  it('claims without a job are free again; those of a job are left to it', async () => {
    const first = process_(held.store)
    const inline = await claim(first)
    const job = await claim(first, { job: { id: 'j', poll_url: '/j', expires: 4e12 } })
    await kill(first)
    const second = process_(held.store)
    expect(await second.ledger.reconcile()).toEqual({
      landed: 0,
      failed: 0,
      pending: 0,
      released: 1,
    })
    expect(await second.ledger.get(inline.record.key)).toMatchObject({ state: 'released' })
    expect(await second.ledger.get(job.record.key)).toMatchObject({ state: 'claimed' })
    expect((await second.ledger.settle(job.record)).settlement.state).toBe('landed')
    expect(await second.ledger.claim(inline.payment, facts(inline.requirements))).toMatchObject({
      fresh: true,
    })
  })

  it('a process is dead when its lease has lapsed; should it wake up again, it can charge nothing', async () => {
    const time = manualClock(Date.now())
    const frozen = await embeddedStore(time)
    const sleeping = sideOf(frozen.store, relayer(chain, frozen.store, { url: node.url }), {
      owner: 'asleep',
      clock: manualClock(Date.now()),
    })
    const { record, payment } = await claim(sleeping)
    const awake = sideOf(frozen.store, relayer(chain, frozen.store, { url: node.url }), {
      owner: 'awake',
      clock: time,
    })
    expect(await awake.ledger.reconcile()).toMatchObject({ released: 0 })
    await time.advance(20_000)
    await awake.ledger.reconcile()
    expect(await awake.ledger.get(record.key)).toMatchObject({ state: 'released' })
    await expect(sleeping.ledger.settle(record)).rejects.toThrow(ReleasedElsewhere)
    expect(await chain.used(payment.authorization.from, payment.authorization.nonce)).toBe(false)
    for (const one of [sleeping, awake]) await one.stop()
    await frozen.stop()
  })

  it('while the node is away nothing is decided', async () => {
    const backend = dying(relayer(chain, held.store, { url: node.url }), 'after the broadcast')
    const first = process_(held.store, { backend })
    const { record } = await claim(first)
    void first.ledger.settle(record)
    await backend.dead
    await kill(first)
    node.lever = async () => ({ status: 503, text: '' })
    const second = process_(held.store)
    expect(await second.ledger.reconcile()).toMatchObject({ pending: 1, landed: 0, failed: 0 })
    node.lever = honest
    expect((await second.ledger.resolve(record)).settlement.state).toBe('landed')
  })
})

describe('an unknown outcome', () => {
  it('stays settling with its reply; asked again after it is mined it has landed', async () => {
    const gateway = process_(held.store)
    const { record } = await claim(gateway)
    await chain.setAutomine(false)
    const ended = await gateway.ledger.settle(record, reply)
    expect(ended).toMatchObject({
      settlement: { state: 'unknown' },
      record: { state: 'settling', kept: reply },
    })
    expect((await gateway.ledger.resolve(record)).settlement.state).toBe('unknown')
    await chain.setAutomine(true)
    await chain.mine()
    expect((await gateway.ledger.resolve(record)).settlement.state).toBe('landed')
    expect(await gateway.ledger.get(record.key)).toMatchObject({ state: 'settled', kept: reply })
  })

  it('a claim that is not settling is not resolved by asking', async () => {
    const gateway = process_(held.store)
    const { record } = await claim(gateway)
    expect((await gateway.ledger.resolve(record)).settlement).toMatchObject({
      state: 'unknown',
      reason: 'not settled yet',
    })
    expect(await gateway.ledger.get(record.key)).toMatchObject({ state: 'claimed' })
  })
})

describe('two living processes over one store (embedded)', () => twoProcesses('embedded'))
suitesWith('redis').describe('two living processes over one store (redis)', () =>
  twoProcesses('redis'),
)

function twoProcesses(kind: 'embedded' | 'redis'): void {
  let redis: TestRedis | undefined
  const opened: { stop(): Promise<void> }[] = []
  beforeAll(async () => {
    if (kind === 'redis') redis = await startRedis()
  })
  afterAll(async () => {
    await redis?.stop()
  })
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.stop()
  })
  const two = async (): Promise<[Store, Store]> => {
    if (!redis) return [held.store, held.store]
    const prefix = freshPrefix()
    const stores = await Promise.all([redisStore(redis, prefix), redisStore(redis, prefix)])
    opened.push(...stores)
    return [stores[0].store, stores[1].store]
  }

  it('PAY-063 settle one record at the same time: one transfer, both hear of it', async () => {
    const [a, b] = await two()
    const [one, other] = [process_(a, { owner: 'a' }), process_(b, { owner: 'b', key: 1 })]
    const before = await chain.balanceOf(PAY_TO)
    const { record } = await claim(one)
    const foreign = (await other.ledger.get(record.key)) as PaymentRecord
    const ends = await Promise.all([
      one.ledger.settle(record, reply),
      other.ledger.settle(foreign, reply),
    ])
    expect(ends.map(({ settlement }) => settlement.state)).toEqual(['landed', 'landed'])
    expect(ends[0]?.settlement).toEqual(ends[1]?.settlement)
    expect(await chain.balanceOf(PAY_TO)).toBe(before + 10_000n)
    await one.stop()
    await other.stop()
    sides.length = 0
  })

  it('PAY-043 claim one authorization at the same time: fresh for one of them', async () => {
    const [a, b] = await two()
    const [one, other] = [process_(a, { owner: 'a' }), process_(b, { owner: 'b', key: 1 })]
    const { payment, requirements } = await paid(chain, one.paymentScheme)
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? one : other).ledger.claim(payment, facts(requirements)),
      ),
    )
    expect(claims.filter(({ fresh }) => fresh)).toHaveLength(1)
    await one.stop()
    await other.stop()
    sides.length = 0
  })

  it("leave each other's unfinished records alone", async () => {
    const [a, b] = await two()
    const [one, other] = [process_(a, { owner: 'a' }), process_(b, { owner: 'b', key: 1 })]
    const { record } = await claim(one)
    expect(await other.ledger.reconcile()).toEqual({
      landed: 0,
      failed: 0,
      pending: 0,
      released: 0,
    })
    expect(await one.ledger.get(record.key)).toMatchObject({ state: 'claimed' })
    await one.ledger.close()
    expect(await other.ledger.reconcile()).toMatchObject({ released: 1 })
    await one.backend.close()
    await other.stop()
    sides.length = 0
  })

  it('share one relayer key: nonces do not collide, everything lands once', async () => {
    const [a, b] = await two()
    const [one, other] = [process_(a, { owner: 'a' }), process_(b, { owner: 'b' })]
    const before = await chain.balanceOf(PAY_TO)
    const claims = await Promise.all(
      Array.from({ length: 40 }, (_, i) => claim(i % 2 ? one : other)),
    )
    const ends = await Promise.all(
      claims.map(({ record }, i) => (i % 2 ? one : other).ledger.settle(record)),
    )
    expect(ends.map(({ settlement }) => settlement.state)).toEqual(Array(40).fill('landed'))
    expect(await chain.balanceOf(PAY_TO)).toBe(before + 400_000n)
    await one.stop()
    await other.stop()
    sides.length = 0
  })
}
