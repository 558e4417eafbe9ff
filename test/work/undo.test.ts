/**
 * What an upstream sold is given back unless its payment settles: when a step fails or refuses,
 * when the settlement fails for certain, and across the processes of a store.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Wanted } from '../helpers/buyer.ts'
import { cancelAuthorization } from '../helpers/cancel.ts'
import { spawnRedis, type PrivateRedis } from '../helpers/redis.ts'
import { suitesWith } from '../helpers/servers.ts'
import type { FollowUp } from '../../runtime/followups/follow-up.ts'
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import type { Store } from '../../runtime/store/store.ts'
import type { Instead } from './carrier.ts'
import { startLeases, type Leases } from './leases.ts'

type Gateway = Awaited<ReturnType<Leases['open']>>

let leases: Leases
let gateway: Gateway
beforeAll(async () => {
  leases = await startLeases()
  gateway = await leases.open()
})
afterAll(() => leases?.stop())
beforeEach(() => leases.carrier.reset())

const number = (more: object = {}): Wanted =>
  ({ method: 'POST', path: '/api/v1/numbers', body: { country: 'US', ...more } }) as Wanted
const PRICE = 5_001_000n
const FUNDS = 10_000_000n

const owedOf = (store: Store) => store.list<FollowUp>('gateway.followups', 'owed', 100)
const deletes = () => leases.carrier.asked('DELETE', /labels/)
/** Answers some requests otherwise than the carrier would. */
const when = (path: RegExp, instead: Instead, method = 'POST') => {
  leases.carrier.instead = heard =>
    heard.method === method && path.test(heard.path) ? instead : undefined
}

/** Makes the only follow-up due, and waits until a sweeper has looked at it. */
async function sweptWhenDue(store: Store): Promise<void> {
  const [owed] = await owedOf(store)
  const { key } = owed!
  const dueOf = async () => (await store.get<FollowUp>('gateway.followups', key))?.doc.due
  // A sweeper that has just tried it may write at the same time.
  const makeDue = async (): Promise<boolean> => {
    const { doc, version } = (await store.get<FollowUp>('gateway.followups', key))!
    const now = { ...doc, due: 0, sureFrom: 0 }
    const change = { do: 'replace', in: 'gateway.followups', key, doc: now, tag: 'owed' } as const
    return store.commit([{ ...change, version }])
  }
  await expect.poll(makeDue).toBe(true)
  await expect.poll(dueOf).not.toBe(0)
}

/** Buys with a new wallet. */
async function buy(wanted: Wanted, at = gateway) {
  const buyer = await leases.buyer(at.url, FUNDS)
  const header = await buyer.header(wanted)
  const answer = await buyer.send(wanted, header)
  return { ...answer, buyer, header, paid: FUNDS - (await buyer.balance()) }
}

describe('nothing is given back', () => {
  it('that was paid: its follow-up is dropped in the commit that settles the payment', async () => {
    const { status, paid, buyer } = await buy(number())
    expect([status, paid, leases.carrier.owned.size]).toEqual([200, PRICE, 1])
    const { store } = gateway.parts
    const payer = buyer.account.address.toLowerCase()
    const settled = async () =>
      (await store.list<PaymentRecord>('payments', 'settled', 100)).find(
        ({ stored }) => stored.doc.payer === payer,
      )
    await expect.poll(settled).toBeDefined()
    expect((await settled())!.stored.doc.followUps).toHaveLength(1)
    expect(await owedOf(store)).toEqual([])
    expect(deletes()).toEqual([])
  })

  it('where the upstream refused to sell', async () => {
    when(/numbers$/, { status: 422, body: { message: 'sold out' } })
    const { status, paid } = await buy(number())
    expect([status, paid]).toEqual([500, 0n])
    await expect.poll(async () => (await owedOf(gateway.parts.store)).length).toBe(0)
    expect(deletes()).toEqual([])
  })

  it('of a zero amount, which has nothing to settle', async () => {
    const wanted = { method: 'POST', path: '/api/v1/tags', body: { country: 'US' } } as Wanted
    expect((await buy(wanted)).status).toBe(200)
    expect(await owedOf(gateway.parts.store)).toEqual([])
    expect([deletes().length, leases.carrier.owned.size]).toEqual([0, 1])
  })

  it('while it is not certain that the payment fails', async () => {
    const store = gateway.parts.store
    leases.carrier.instead = async ({ path }) => {
      if (path === '/announcements') await leases.chain.setAutomine(false)
      return undefined
    }
    const buyer = await leases.buyer(gateway.url, FUNDS)
    const wanted = number({ announce: 'x' })
    const header = await buyer.header(wanted)
    const sent = buyer.send(wanted, header)
    try {
      await expect.poll(async () => (await store.list('payments', 'settling', 10)).length).toBe(1)
      // Long after it was due, it still waits for the chain.
      await sweptWhenDue(store)
      expect([deletes().length, leases.carrier.owned.size]).toEqual([0, 1])
    } finally {
      await leases.chain.setAutomine(true)
      await leases.chain.mine()
    }
    expect((await sent).status).toBe(200)
    await expect.poll(async () => (await owedOf(store)).length).toBe(0)
    expect(deletes()).toEqual([])
  })
})

describe('what was bought is given back', () => {
  it('before a failure of a later step is answered', async () => {
    when(/announcements/, { status: 500 })
    const { status, body, paid } = await buy(number({ announce: 'x' }))
    expect([status, body.error, paid]).toEqual([500, 'upstream_failed', 0n])
    expect([leases.carrier.sold.size, leases.carrier.owned.size]).toEqual([1, 0])
    expect(await owedOf(gateway.parts.store)).toEqual([])
  })

  it('before a refusal is answered, and the header buys again', async () => {
    const wanted = number({ upset: true })
    const { status, body, paid, buyer, header } = await buy(wanted)
    expect([status, body, paid]).toEqual([409, { error: 'Changed my mind' }, 0n])
    expect([leases.carrier.sold.size, leases.carrier.owned.size]).toEqual([1, 0])
    expect((await buyer.send(wanted, header)).status).toBe(409)
    expect([leases.carrier.sold.size, leases.carrier.owned.size]).toEqual([2, 0])
  })

  it('when nobody knows whether it was sold, and asked again until that is sure', async () => {
    let late: (() => void) | undefined
    leases.carrier.instead = ({ method, path, text }) => {
      if (method !== 'POST' || !path.endsWith('/numbers')) return undefined
      const label = new URLSearchParams(text).get('label')!
      late = () => leases.carrier.owned.set(label, { number: '+15550001', sid: 'PNlate' })
      return 'hang'
    }
    const { status, paid } = await buy(number())
    expect([status, paid]).toEqual([500, 0n])
    expect(deletes().length).toBe(1)
    // The upstream completes the sale after it was asked to give it back.
    late!()
    await expect.poll(() => leases.carrier.owned.size, { timeout: 20_000 }).toBe(0)
    await expect.poll(async () => (await owedOf(gateway.parts.store)).length).toBe(0)
  })

  it('when the result is not charged', async () => {
    const { status, paid } = await buy(number({ useful: false }))
    expect([status, paid]).toEqual([200, 0n])
    await expect.poll(() => leases.carrier.owned.size, { timeout: 20_000 }).toBe(0)
  })

  it('when the settlement fails for certain', async () => {
    let cancel: () => Promise<void> = async () => undefined
    leases.carrier.instead = async ({ path }) => {
      if (path === '/announcements') await cancel()
      return undefined
    }
    const buyer = await leases.buyer(gateway.url, FUNDS)
    const wanted = number({ announce: 'x' })
    const header = await buyer.header(wanted)
    cancel = () =>
      cancelAuthorization(
        { chain: leases.chain, spec: leases.catalog.networks.base! },
        buyer.account,
        header,
      )
    expect((await buyer.send(wanted, header)).status).toBe(402)
    expect(leases.carrier.sold.size).toBe(1)
    await expect.poll(() => leases.carrier.owned.size, { timeout: 20_000 }).toBe(0)
  })

  it('however often the upstream fails at first; operators read of it', async () => {
    leases.carrier.instead = ({ method, path }) =>
      method === 'DELETE' && deletes().length < 4
        ? { status: 503 }
        : path === '/announcements'
          ? { status: 500 }
          : undefined
    await buy(number({ announce: 'x' }))
    expect(leases.carrier.owned.size).toBe(1)
    for (const tries of [2, 3, 4]) {
      await sweptWhenDue(gateway.parts.store)
      await expect.poll(() => deletes().length).toBe(tries)
    }
    await expect.poll(() => leases.carrier.owned.size).toBe(0)
    const logged = gateway.lines.filter(line => line.includes('a follow-up failed and is repeated'))
    expect(logged.map(line => JSON.parse(line).tries)).toEqual([1, 2, 3])
    expect(logged.map(line => JSON.parse(line).level)).toEqual(
      expect.arrayContaining([JSON.parse(logged[0]!).level, JSON.parse(logged[2]!).level]),
    )
  })
})

suitesWith('redis', 'own').describe('two gateways on one store', () => {
  let redis: PrivateRedis
  let [one, two]: [Gateway, Gateway] = [undefined as never, undefined as never]
  beforeAll(async () => {
    redis = await spawnRedis()
    const env = { REDIS_URL: `unix:${redis.path}` }
    one = await leases.open(env)
    two = await leases.open(env)
  })
  afterAll(async () => {
    await one?.close()
    await two?.close()
    await redis?.stop()
  })

  it('give back each number once', async () => {
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, i) => buy(number({ useful: false }), i % 2 ? one : two)),
    )
    expect(results.map(({ status }) => status)).toEqual(Array(6).fill(200))
    await expect.poll(() => leases.carrier.owned.size, { timeout: 30_000 }).toBe(0)
    await expect.poll(async () => (await owedOf(one.parts.store)).length).toBe(0)
    expect(deletes().length).toBe(6)
  })

  it('do not give back what the other one is about to be paid for', async () => {
    leases.carrier.instead = async ({ path }) => {
      // The call of the first goes on, while both look at its follow-up.
      if (path === '/announcements') await sweptWhenDue(two.parts.store)
      return undefined
    }
    const { status, paid } = await buy(number({ announce: 'x' }), one)
    expect([status, paid]).toEqual([200, PRICE])
    await buy(number(), two)
    await expect.poll(async () => (await owedOf(two.parts.store)).length).toBe(0)
    expect([leases.carrier.owned.size, deletes().length]).toEqual([2, 0])
  })
})
