/**
 * What becomes of a payment when its end is not seen: pending settlements, lost replies, crashes
 * between any two steps.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import { StoreUnavailable, type Store } from '../../runtime/store/store.ts'
import { embeddedStore } from '../helpers/store.ts'
import {
  cashWorld,
  gives,
  receiptOf,
  requirementsOf,
  startCashGateway,
  until,
  type CashGateway,
  type Seen,
  type World,
} from '../helpers/cash-gateway.ts'

const tree = gives({ found: 1 }, { found: 1 })
const image = gives({}, { assets: [{ url: 'http://x/1' }] })
const fast = { model: 'first', prompt: 'a cat' }
const slow = { model: 'Second/Slow', prompt: 'a cat' }

let world: World
let at: CashGateway
beforeEach(async () => {
  world = cashWorld()
  at = await startCashGateway(world)
})
afterEach(async () => {
  await at.stop()
})

const bank = () => world.cash.bank
const header = async (path: string, body: unknown): Promise<string> =>
  world.cash.wallet('ann').sign(await at.quote(path, body))
const states = async (): Promise<string[]> => {
  const all = await Promise.all(
    ['claimed', 'claimed of a job', 'settling', 'settled', 'released', 'failed'].map(tag =>
      at.store.list('payments', tag, 10),
    ),
  )
  return all.flat().map(({ stored }) => stored.tag)
}
/** Ends this process as a crash does, and starts another one in the same world. */
async function restart(): Promise<void> {
  await at.crash()
  world.vendor = { asked: [] }
  at = await startCashGateway(world)
}
/** A call whose connection is dropped by the crash. */
const drop = (call: Promise<Seen>): Promise<unknown> => call.catch(() => 'dropped')

describe('a settlement that is not known yet', () => {
  it('the same header gets the stored reply with its receipt once it has landed, without repeating the work', async () => {
    world.vendor.reply = () => tree
    const paid = await header('/tree', { text: 'hi' })
    bank().mode = 'unknown'
    expect((await at.post('/tree', { text: 'hi' }, paid)).status).toBe(503)
    expect((await at.post('/tree', { text: 'hi' }, paid)).status).toBe(503)
    bank().mode = 'land'
    const seen = await at.post('/tree', { text: 'hi' }, paid)
    expect(seen.status).toBe(200)
    expect(seen.body).toEqual({
      result: { found: 1 },
      body: { text: 'hi' },
      payment: { status: 'settled', tx_hash: receiptOf(seen).transaction, network: 'cash' },
    })
    expect(world.vendor.asked).toHaveLength(1)
    expect(bank().attempts).toHaveLength(1)
    await until(
      async () =>
        (await at.store.list<any>('payments', 'settled', 1))[0]?.stored.doc.delivered === true,
    )
    expect((await at.post('/tree', { text: 'hi' }, paid)).body.code).toBe('PAYMENT_REPLAY')
  })

  it('another request with that header gets nothing', async () => {
    world.vendor.reply = () => tree
    const paid = await header('/tree', { text: 'hi' })
    bank().mode = 'unknown'
    await at.post('/tree', { text: 'hi' }, paid)
    bank().mode = 'land'
    expect((await at.post('/tree', { text: 'other' }, paid)).body).toMatchObject({
      code: 'PAYMENT_REPLAY',
    })
    expect((await at.post('/tree', { text: 'hi' }, paid)).status).toBe(200)
  })

  it('a verbatim reply is stored with its bytes and type', async () => {
    world.vendor.reply = () => ({
      ...gives({ a: [1, 2] }),
      headers: { 'content-type': 'text/x-own' },
      body: Buffer.from('bytes é'),
    })
    const paid = world.cash.wallet('ann').sign(await at.quote('/pm/read/1'))
    bank().mode = 'unknown'
    const read = (): Promise<Seen> => at.fetch('/pm/read/1', { headers: { 'x-payment': paid } })
    expect((await read()).status).toBe(503)
    bank().mode = 'land'
    const seen = await read()
    expect([seen.status, seen.text, seen.headers.get('content-type')]).toEqual([
      200,
      'bytes é',
      'text/x-own',
    ])
    expect(seen.headers.get('x-payment-receipt')).toBeTruthy()
  })
})

it('a caller that hangs up before its reply gets it by sending the same header again', async () => {
  const paid = await header('/tree', { text: 'hi' })
  const stop = new AbortController()
  const init = {
    method: 'POST',
    body: '{"text":"hi"}',
    headers: { 'content-type': 'application/json', 'x-payment': paid },
  }
  const gone = fetch(`${at.url}/tree`, { ...init, signal: stop.signal }).catch(() => 'gone')
  await until(() => world.vendor.asked.length === 1)
  stop.abort()
  expect(await gone).toBe('gone')
  // Round trips, in which the gateway sees that the connection is closed.
  for (let i = 0; i < 3; i++) await header('/tree', { text: 'hi' })
  const again = at.fetch('/tree', init)
  await until(async () => (await states()).includes('claimed'))
  world.vendor.asked[0]!.answer(tree)
  const seen = await again
  expect([seen.status, seen.body.result]).toEqual([200, { found: 1 }])
  expect(world.vendor.asked).toHaveLength(1)
  expect(bank().attempts).toHaveLength(1)
})

describe('a crash', () => {
  it('while an inline call works: nothing is charged and the same header works in the next process', async () => {
    const paid = await header('/tree', { text: 'hi' })
    const dropped = drop(at.post('/tree', { text: 'hi' }, paid))
    await until(() => world.vendor.asked.length === 1)
    await restart()
    await dropped
    expect(await states()).toEqual(['released'])
    world.vendor.reply = () => tree
    expect((await at.post('/tree', { text: 'hi' }, paid)).status).toBe(200)
    expect(bank().earned()).toBe(2000n)
  })

  it('while an inline call settles: the payment is found on the chain, and the same header gets the reply that was kept', async () => {
    world.vendor.reply = () => tree
    const paid = await header('/tree', { text: 'hi' })
    bank().mode = 'held'
    const dropped = drop(at.post('/tree', { text: 'hi' }, paid))
    await until(() => bank().attempts.length === 1)
    await at.crash()
    bank().letGo()
    await dropped
    await until(() => bank().landed.size === 1)
    world.vendor = { asked: [] }
    at = await startCashGateway(world)
    expect(await states()).toEqual(['settled'])
    const seen = await at.post('/tree', { text: 'hi' }, paid)
    expect([seen.status, seen.body.result]).toEqual([200, { found: 1 }])
    expect(world.vendor.asked).toEqual([])
    expect(bank().attempts).toHaveLength(1)
    expect(bank().earned()).toBe(2000n)
  })

  it('while a job works: it is run once more, and its poll settles it', async () => {
    const paid = await header('/images', slow)
    const { id } = (await at.post('/images', slow, paid)).body
    await until(() => world.vendor.asked.length === 1)
    await restart()
    await until(() => world.vendor.asked.length === 1)
    expect(world.vendor.asked[0]!.scope).toMatchObject({
      body: slow,
      model: { id: 'Second/Slow' },
      job: { id },
    })
    world.vendor.asked[0]!.answer(image)
    await until(async () => (await at.store.list('jobs', 'completed', 1)).length === 1)
    const seen = await at.fetch(`/images/${id}`, { headers: { 'x-payment': paid } })
    expect([seen.status, seen.body.payment.status]).toEqual([200, 'settled'])
    expect(bank().earned()).toBe(21_000n)
  })

  it('a job during which two processes died fails uncharged', async () => {
    const paid = await header('/images', slow)
    const { id } = (await at.post('/images', slow, paid)).body
    await until(() => world.vendor.asked.length === 1)
    await restart()
    await until(() => world.vendor.asked.length === 1)
    await restart()
    const seen = await at.fetch(`/images/${id}`, { headers: { 'x-payment': paid } })
    expect([seen.status, seen.body.status, seen.body.payment_status]).toEqual([
      200,
      'failed',
      'not_charged',
    ])
    expect(world.vendor.asked).toEqual([])
    expect(await states()).toEqual(['failed'])
  })

  it('a job whose hour passed while no process ran fails uncharged at the next start', async () => {
    const paid = await header('/images', slow)
    await at.post('/images', slow, paid)
    await until(() => world.vendor.asked.length === 1)
    await at.crash()
    await world.clock.advance(3_600_000)
    world.vendor = { asked: [] }
    at = await startCashGateway(world)
    expect(await at.store.list('jobs', 'failed', 5)).toHaveLength(1)
    expect(await states()).toEqual(['failed'])
    expect(world.vendor.asked).toEqual([])
  })

  it('between a finished job and its settlement: the result stays, and the first poll settles it', async () => {
    const paid = await header('/images', slow)
    const { id } = (await at.post('/images', slow, paid)).body
    await until(() => world.vendor.asked.length === 1)
    world.vendor.asked[0]!.answer(image)
    await until(async () => (await at.store.list('jobs', 'completed', 1)).length === 1)
    await restart()
    const seen = await at.fetch(`/images/${id}`, { headers: { 'x-payment': paid } })
    expect([seen.status, seen.body.payment.status, seen.body.data]).toEqual([
      200,
      'settled',
      [{ url: 'http://x/1' }],
    ])
  })

  it('while an inline job settles: the money is found, and the poll says already_settled', async () => {
    const paid = await header('/images', fast)
    world.vendor.reply = () => image
    bank().mode = 'held'
    const dropped = drop(at.post('/images', fast, paid))
    await until(() => bank().attempts.length === 1)
    const [job] = await at.store.list<any>('jobs', 'completed', 1)
    await at.crash()
    bank().letGo()
    await dropped
    await until(() => bank().landed.size === 1)
    world.vendor = { asked: [] }
    at = await startCashGateway(world)
    const seen = await at.fetch(`/images/${job!.stored.doc.id}`, { headers: { 'x-payment': paid } })
    expect([seen.status, seen.body.payment.status]).toEqual([200, 'already_settled'])
    expect(bank().attempts).toHaveLength(1)
    expect(bank().earned()).toBe(53_500n)
  })
})

describe('a graceful end', () => {
  it('lets a call under way finish, and answers it', async () => {
    const paid = await header('/tree', { text: 'hi' })
    const answer = at.post('/tree', { text: 'hi' }, paid)
    await until(() => world.vendor.asked.length === 1)
    const closed = at.gateway.close()
    world.vendor.asked[0]!.answer(tree)
    expect((await answer).status).toBe(200)
    await closed
  })

  it('aborts a call that does not end in time: refused, uncharged, its header reusable', async () => {
    const paid = await header('/tree', { text: 'hi' })
    const answer = at.post('/tree', { text: 'hi' }, paid)
    await until(() => world.vendor.asked.length === 1)
    const closed = at.gateway.close()
    await world.clock.advance(1)
    expect((await answer).status).toBe(500)
    await closed
    expect(await states()).toEqual(['released'])
  })

  it('answers a waiting job with 202 and leaves it to be resumed', async () => {
    const paid = await header('/images', fast)
    const answer = at.post('/images', fast, paid)
    await until(() => world.vendor.asked.length === 1)
    const closed = at.gateway.close()
    await world.clock.advance(1)
    const seen = await answer
    expect(seen.status).toBe(202)
    await closed
    expect(await at.store.list('jobs', 'in_progress', 5)).toHaveLength(1)
    await restart()
    await until(() => world.vendor.asked.length === 1)
    world.vendor.asked[0]!.answer(image)
    await until(async () => (await at.store.list('jobs', 'completed', 1)).length === 1)
    expect(
      (await at.fetch(`/images/${seen.body.id}`, { headers: { 'x-payment': paid } })).status,
    ).toBe(200)
  })
})

it('while the store is away a paid call is 503 and uncharged, an unpaid one still gets its price, and afterwards the header works', async () => {
  await at.stop()
  world = cashWorld()
  const { store, stop } = await embeddedStore(world.clock)
  let away = false
  const commit: Store['commit'] = changes =>
    away ? Promise.reject(new StoreUnavailable('away')) : store.commit(changes)
  at = await startCashGateway(world, { store: { ...store, commit } })
  world.vendor.reply = () => tree
  const paid = await header('/tree', { text: 'hi' })
  away = true
  const seen = await at.post('/tree', { text: 'hi' }, paid)
  expect([seen.status, seen.body.error, seen.headers.get('retry-after')]).toEqual([
    503,
    'Service busy',
    '5',
  ])
  expect((await at.post('/tree', { text: 'hi' })).status).toBe(402)
  expect([world.vendor.asked.length, bank().attempts.length]).toEqual([0, 0])
  away = false
  expect((await at.post('/tree', { text: 'hi' }, paid)).status).toBe(200)
  await at.stop()
  await stop()
  at = await startCashGateway()
})

describe('calls that charge nothing', () => {
  it('a result that the catalog does not charge is answered without a receipt, and frees the header', async () => {
    world.vendor.reply = () => gives({ found: 0 }, { found: 0 })
    const paid = await header('/tree', { text: 'hi' })
    const seen = await at.post('/tree', { text: 'hi' }, paid)
    expect([seen.status, seen.headers.get('x-payment-receipt')]).toEqual([200, null])
    expect(bank().attempts).toEqual([])
    expect(await states()).toEqual(['released'])
  })

  it('a zero amount names the wallet; nothing settles, and the authorization is used', async () => {
    const asked = await at.fetch('/named', { method: 'POST' })
    expect(requirementsOf(asked).amount).toBe('0')
    const wallet = world.cash.wallet('ann')
    const paid = wallet.sign(requirementsOf(asked))
    const seen = await at.fetch('/named', { method: 'POST', headers: { 'x-payment': paid } })
    expect([seen.status, seen.body]).toEqual([200, { payer: wallet.address }])
    expect(bank().attempts).toEqual([])
    expect(
      (await at.fetch('/named', { method: 'POST', headers: { 'x-payment': paid } })).body.code,
    ).toBe('PAYMENT_REPLAY')
  })

  it('PM-083 a suspended route is 402 unpaid; paid it is refused, and nothing is claimed', async () => {
    const asked = await at.fetch('/closed/any/thing')
    expect(asked.status).toBe(402)
    const paid = world.cash.wallet('ann').sign(requirementsOf(asked))
    for (let i = 0; i < 2; i++) {
      const seen = await at.fetch('/closed/any/thing', { headers: { 'x-payment': paid } })
      expect([seen.status, seen.body.error]).toEqual([502, 'not now'])
    }
    expect(await states()).toEqual([])
    expect(
      (await at.fetch('/closed/any/thing', { headers: { 'x-payment': 'garbage' } })).status,
    ).toBe(402)
  })
})

it('an upstream reply that cannot be written is detected before the settlement', async () => {
  await at.stop()
  const broken = { ...routes.tree!, reply: (c: any) => ({ first: c.result.assets[0].url }) }
  world = cashWorld(cashCatalog([broken]))
  at = await startCashGateway(world)
  world.vendor.reply = () => tree
  const paid = await header('/tree', { text: 'hi' })
  expect((await at.post('/tree', { text: 'hi' }, paid)).status).toBe(500)
  expect(bank().attempts).toEqual([])
  expect(await states()).toEqual(['released'])
})
