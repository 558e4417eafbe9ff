/**
 * Three gateways over one Redis: whoever is asked again waits for what another one does, and nobody
 * is asked to pay twice.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { routes } from '../helpers/cash-catalog.ts'
import {
  fails,
  gives,
  startCashGateway,
  tickUntil,
  until,
  type CashGateway,
  type Seen,
  type World,
} from '../helpers/cash-gateway.ts'
import { docOf, freshFor, made, pollWith } from '../helpers/cash-jobs.ts'
import { chatWorld, PRICE } from '../helpers/cash-streams.ts'
import { hangUp } from '../helpers/hang-up.ts'
import { startRedis, type TestRedis } from '../helpers/redis.ts'
import { suitesWith } from '../helpers/servers.ts'
import { redisStore } from '../helpers/store.ts'

const { describe, it } = suitesWith('redis')

let redis: TestRedis
let world: World
let all: CashGateway[]
let a: CashGateway
let b: CashGateway
let c: CashGateway
let close: (() => Promise<void>)[]

beforeAll(async () => {
  redis = await startRedis()
})
afterAll(async () => {
  await redis.stop()
})
beforeEach(async () => {
  world = chatWorld(systemClock.now(), Object.values(routes))
  const first = await redisStore(redis)
  const stores = [
    first,
    await redisStore(redis, first.prefix),
    await redisStore(redis, first.prefix),
  ]
  close = stores.map(({ stop }) => stop)
  all = await Promise.all(
    stores.map(({ store }, i) =>
      startCashGateway(world, { store, settings: { instance: `number ${i}` } }),
    ),
  )
  ;[a, b, c] = all as [CashGateway, CashGateway, CashGateway]
})
afterEach(async () => {
  for (const at of all) await at.stop()
  for (const stop of close) await stop()
})

const bank = () => world.cash.bank
const said = (seen: Seen): string => `${seen.status} ${seen.body.code}`
const ticking = <T>(what: Promise<T>): Promise<T> => tickUntil(world.clock, what)
const pay = async (at: CashGateway, path: string, body: object): Promise<string> =>
  world.cash.wallet('ann').sign(await at.quote(path, body))

/** A call whose connection breaks once its upstream is at work. */
async function broken(at: CashGateway, path: string, body: object, header: string): Promise<void> {
  const before = world.vendor.asked.length
  await hangUp(at, { path, body, header }, () => world.vendor.asked.length > before)
}

/** Resolves once a gateway has tried to claim a payment. */
function claims({ ledger }: CashGateway): Promise<void> {
  const { claim } = ledger
  return new Promise(resolve => {
    ledger.claim = (...args) => {
      ledger.claim = claim
      return claim(...args).finally(resolve)
    }
  })
}

const answer = (content: string) => ({
  ...gives({}),
  completion: { choices: [{ index: 0, content, finish: 'stop' as const }] },
})
const ASK = { stream: false, text: 'hello' }
const purchases = [
  ['a read', '/tree', { text: 'hi' }, gives({ found: 1 }, { found: 1 }), 2000n],
  ['an answer', '/chat', ASK, answer('the first'), PRICE],
  ['a picture', '/images', { model: 'first', prompt: 'a cat' }, made, 53_500n],
] as const

describe.each(purchases)(
  '%s whose connection breaks while one works',
  (_, path, body, success, price) => {
    it('[V1] is given by the others to the same header when it is there: one charge, one call of the upstream', async () => {
      const header = await pay(a, path, body)
      await broken(a, path, body, header)
      const waits = [claims(b), claims(c)]
      const again = [b.post(path, body, header), c.post(path, body, header)]
      await Promise.all(waits)
      world.vendor.asked[0]!.answer(success)
      const seen = await ticking(Promise.all(again))
      expect(
        seen.map(said).filter(one => one !== '200 undefined' && one !== '402 PAYMENT_REPLAY'),
      ).toEqual([])
      const [first] = seen.filter(({ status }) => status === 200)
      expect(first!.headers.get('x-payment-receipt')).toBe([...bank().landed.values()][0])
      expect([world.vendor.asked.length, bank().attempts.length, bank().earned()]).toEqual([
        1,
        1,
        price,
      ])
      expect(said(await ticking(a.post(path, body, header)))).toBe('402 PAYMENT_REPLAY')
    })

    it('[V1] is asked to come again, and never to pay, while it is worked on; and bought anew once it failed', async () => {
      const header = await pay(a, path, body)
      await broken(a, path, body, header)
      const waiting = await ticking(b.post(path, body, header))
      expect([
        said(waiting),
        waiting.headers.get('retry-after'),
        waiting.headers.get('payment-required'),
      ]).toEqual(['503 SETTLEMENT_PENDING', '5', null])
      expect(waiting.body.details).toMatch(/still being answered.*Do not sign again: repeat/)
      const waits = claims(b)
      const again = b.post(path, body, header)
      await waits
      world.vendor.asked[0]!.answer(fails())
      expect(said(await ticking(again))).toBe('503 SETTLEMENT_PENDING')
      world.vendor.reply = () => success
      expect((await ticking(c.post(path, body, header))).status).toBe(200)
      expect([bank().attempts.length, bank().earned()]).toEqual([1, price])
    })
  },
)

it('[V4] a job whose first poll is not known to be settled is pending for every process and address, with its poll address', async () => {
  const slow = { model: 'Second/Slow', prompt: 'a cat' }
  const header = await pay(a, '/images', slow)
  const { id, poll_url: poll } = (await a.post('/images', slow, header)).body
  await until(() => world.vendor.asked.length === 1)
  world.vendor.asked[0]!.answer(made)
  await until(async () => (await docOf(a, `images/${id}`)).status === 'completed')
  bank().mode = 'unknown'
  const pending = { code: 'SETTLEMENT_PENDING', job_id: id, poll_url: poll }
  for (const ask of [
    () => pollWith(a, poll, header),
    () => pollWith(b, poll, header),
    () => a.post('/images', slow, header),
    () => b.post('/images', slow, header),
  ])
    expect(await ticking(ask())).toMatchObject({ status: 503, body: pending })
  bank().mode = 'land'
  expect((await ticking(pollWith(b, poll, header))).status).toBe(200)
  expect(await ticking(a.post('/images', slow, header))).toMatchObject({
    status: 402,
    body: { code: 'PAYMENT_REPLAY', job_id: id, poll_url: poll, recoverable: true },
  })
  expect(bank().earned()).toBe(21_000n)
})

it('[V6] a poll does not wait for the lock of a dead process: it gets Retry-After and settles nothing', async () => {
  const slow = { model: 'Second/Slow', prompt: 'a cat' }
  const header = await pay(a, '/images', slow)
  const { id, poll_url: poll } = (await a.post('/images', slow, header)).body
  await until(() => world.vendor.asked.length === 1)
  world.vendor.asked[0]!.answer(made)
  await until(async () => (await docOf(a, `images/${id}`)).status === 'completed')
  let letGo = (): void => undefined
  const held = c.store.lock(
    `settle/images/${id}`,
    120_000,
    () =>
      new Promise<void>(resolve => {
        letGo = resolve
      }),
  )
  const fresh = await freshFor(a, poll)
  const polls = await ticking(
    Promise.all([pollWith(b, poll, header), pollWith(b, poll, fresh), pollWith(a, poll, header)]),
  )
  for (const seen of polls)
    expect(seen).toMatchObject({
      status: 503,
      body: { code: 'SETTLEMENT_PENDING', job_id: id, poll_url: poll },
    })
  letGo()
  await held
  expect(bank().attempts).toEqual([])
  expect((await ticking(pollWith(b, poll, header))).status).toBe(200)
  expect([bank().attempts.length, bank().earned()]).toEqual([1, 21_000n])
})

it('[V7] a payment of a process that died is pending for the survivors, and never a replay', async () => {
  const header = await pay(a, '/tree', { text: 'hi' })
  const call = a.post('/tree', { text: 'hi' }, header).catch(() => undefined)
  await until(() => world.vendor.asked.length === 1)
  a.gateway.app.server.closeAllConnections()
  await call
  for (const at of [b, c])
    expect(said(await ticking(at.post('/tree', { text: 'hi' }, header)))).toBe(
      '503 SETTLEMENT_PENDING',
    )
  expect(bank().earned()).toBe(0n)
})

describe('[V9] a reply whose caller disconnected', () => {
  const contentOf = (seen: Seen): string | undefined => seen.body.choices?.[0].message.content
  beforeEach(async () => {
    await broken(a, '/chat', ASK, await pay(a, '/chat', ASK))
    world.vendor.asked[0]!.answer(answer('the first'))
    await until(() => bank().earned() === PRICE)
    world.vendor.reply = () => answer('the second')
  })

  it.each(['/chat', '/v1/chat'])(
    'is handed, marked and once, to the next signature for the same at another process (%s)',
    async path => {
      const seen = await ticking(b.post(path, ASK, await pay(b, path, ASK)))
      expect([contentOf(seen), seen.headers.get('x-farebox-redelivered'), bank().earned()]).toEqual(
        ['the first', 'true', PRICE],
      )
      const next = await ticking(c.post(path, ASK, await pay(c, path, ASK)))
      expect([contentOf(next), next.headers.get('x-farebox-redelivered'), bank().earned()]).toEqual(
        ['the second', null, 2n * PRICE],
      )
    },
  )

  it('is not sent again when the redelivery time of its route has passed', async () => {
    await world.clock.advance(300_000)
    expect(contentOf(await ticking(b.post('/chat', ASK, await pay(b, '/chat', ASK))))).toBe(
      'the second',
    )
  })
})

it('[V9] a reply of a route without redelivery is never sent for another signature', async () => {
  await broken(a, '/tree', { text: 'hi' }, await pay(a, '/tree', { text: 'hi' }))
  world.vendor.asked[0]!.answer(gives({ found: 1 }, { found: 1 }))
  await until(() => bank().earned() === 2000n)
  world.vendor.reply = () => gives({ found: 2 }, { found: 2 })
  for (const at of [a, b]) {
    const seen = await ticking(
      at.post('/tree', { text: 'hi' }, await pay(at, '/tree', { text: 'hi' })),
    )
    expect([seen.body.result, seen.headers.get('x-farebox-redelivered')]).toEqual([
      { found: 2 },
      null,
    ])
  }
})
