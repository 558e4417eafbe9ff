/**
 * A client that timed out repeats its request and signs again: it gets the reply that it has paid
 * for, once, and pays nothing.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
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
import { made } from '../helpers/cash-jobs.ts'
import { hangUp } from '../helpers/hang-up.ts'
import { chatWorld, listen, openStreams, PRICE } from '../helpers/cash-streams.ts'

const ASK = { stream: false, text: 'hello' }
/** How long the route keeps a reply for another signature, ms. */
const KEPT = 300_000
const job = { ...routes.job!, redeliver: KEPT }

let world: World
let at: CashGateway
beforeEach(async () => {
  world = chatWorld(undefined, [job])
  at = await startCashGateway(world)
})
afterEach(() => at.stop())

const bank = () => world.cash.bank
const worked = (): number => world.vendor.asked.length
const answer = (content: string) => ({
  ...gives({}),
  completion: { choices: [{ index: 0, content, finish: 'stop' as const }] },
})
const pay = async (name = 'ann', body: object = ASK, path = '/chat'): Promise<string> =>
  world.cash.wallet(name).sign(await at.quote(path, body))
const ticking = <T>(what: Promise<T>): Promise<T> => tickUntil(world.clock, what)
/** What a caller got: the answer, whether it is marked as redelivered, or else the refusal. */
const got = ({ status, body, headers }: Seen): unknown[] =>
  status === 200
    ? [body.choices[0].message.content, headers.get('x-farebox-redelivered')]
    : [status, body.code]
/** Whether a stored document notes a caller who left. */
const isLeft = (key: string): boolean => key.includes('left/')
/** Asks again with a new signature. */
const again = async (name = 'ann', body: object = ASK): Promise<unknown[]> =>
  got(await ticking(at.post('/chat', body, await pay(name, body))))

const hangsUp = (header: string, when: () => unknown, body: object = ASK, path = '/chat') =>
  hangUp(at, { path, body, header }, when)
/** A caller who hangs up while its upstream works; gives the number of its upstream call. */
async function leaves(header: string, body: object = ASK): Promise<number> {
  const before = worked()
  await hangsUp(header, () => worked() > before, body)
  return before
}
/** A purchase that was paid for and whose reply nobody got. */
async function lost(): Promise<string> {
  const header = await pay()
  world.vendor.asked[await leaves(header)]!.answer(answer('the first'))
  await until(() => bank().earned() === PRICE)
  world.vendor.reply = () => answer('the second')
  return header
}

it('[V9] a lost reply is given, marked and once, to the next signature for the same request', async () => {
  await lost()
  expect(await again()).toEqual(['the first', 'true'])
  expect([worked(), bank().earned()]).toEqual([1, PRICE])
  expect(await again()).toEqual(['the second', null])
  expect([worked(), bank().earned()]).toEqual([2, 2n * PRICE])
})

it('[V9] a lost reply is given to the wallet that paid for it, for the request that it made', async () => {
  await lost()
  expect(await again('bob')).toEqual(['the second', null])
  expect(await again('ann', { ...ASK, text: 'other' })).toEqual(['the second', null])
  expect(await again()).toEqual(['the first', 'true'])
})

it('[V9] a lost reply is given to its own header unmarked', async () => {
  const header = await lost()
  expect(got(await ticking(at.post('/chat', ASK, header)))).toEqual(['the first', null])
})

it.each([
  ['until its time is over', KEPT - 1, ['the first', 'true']],
  ['and not afterwards', KEPT, ['the second', null]],
])('[V9] a lost reply is kept for another signature %s', async (_, ms, expected) => {
  await lost()
  await world.clock.skip(ms)
  expect(await again()).toEqual(expected)
})

it('[V9] while a lost reply is not there yet, a new signature is asked to come again, and buys nothing', async () => {
  const first = await leaves(await pay())
  const header = await pay()
  const seen = await ticking(at.post('/chat', ASK, header))
  expect(got(seen)).toEqual([503, 'SETTLEMENT_PENDING'])
  world.vendor.asked[first]!.answer(answer('the first'))
  await until(() => bank().earned() === PRICE)
  expect(got(await ticking(at.post('/chat', ASK, header)))).toEqual(['the first', 'true'])
  expect([worked(), bank().earned()]).toEqual([1, PRICE])
})

it('[V9] of two new signatures at once, one gets the lost reply, and the other buys nothing', async () => {
  await lost()
  const { commit } = at.store
  let removals = 0
  at.store.commit = async (changes, ...more) => {
    if (changes.some(one => one.in === 'gateway.left' && one.do === 'remove')) {
      removals += 1
      await until(() => removals === 2)
    }
    return commit.call(at.store, changes, ...more)
  }
  const other = await startCashGateway(world, { store: at.store, settings: { instance: 'two' } })
  const headers = [await pay(), await pay()]
  const seen = await ticking(
    Promise.all([at, other].map((one, i) => one.post('/chat', ASK, headers[i]!))),
  )
  await other.stop()
  expect(seen.map(got).toSorted()).toEqual([
    [503, 'SETTLEMENT_PENDING'],
    ['the first', 'true'],
  ])
  expect([worked(), bank().earned()]).toEqual([1, PRICE])
})

it('[V9] a lost reply stays for the next request if the caller of this one has left too', async () => {
  await lost()
  const { get } = at.ledger
  let goOn!: () => void
  let isRead = false
  const held = new Promise<void>(resolve => {
    goOn = resolve
  })
  const header = await pay()
  at.ledger.get = async key => {
    isRead = true
    await held
    return get(key)
  }
  await hangsUp(header, () => isRead)
  at.ledger.get = get
  goOn()
  await until(() => at.facts.some(({ status }) => status === 503))
  expect(await again()).toEqual(['the first', 'true'])
  expect(bank().earned()).toBe(PRICE)
})

it('[V9] an abandoned call that failed is bought anew', async () => {
  const first = await leaves(await pay())
  world.vendor.asked[first]!.answer(fails())
  await until(async () => (await at.store.list('payments', 'released', 1)).length === 1)
  world.vendor.reply = () => answer('the second')
  expect(await again()).toEqual(['the second', null])
  expect(await again()).toEqual(['the second', null])
  expect(bank().earned()).toBe(2n * PRICE)
})

it('[V9] a stream that was cut when its caller left is not given to another signature: it gets a whole answer', async () => {
  const opened = openStreams(world)
  const first = await listen(at, '/chat', await pay('ann', {}))
  await first.hears('one')
  first.leave()
  await until(() => bank().earned() === PRICE)
  const second = await listen(at, '/chat', await pay('ann', {}))
  await second.hears('one')
  opened[1]!.ends()
  expect([await second.end, second.headers['x-farebox-redelivered']]).toEqual(['whole', undefined])
  await until(() => bank().earned() === 2n * PRICE)
})

it('[V9] a caller who leaves a job is not noted, because a job is polled', async () => {
  const body = { model: 'first', prompt: 'a cat' }
  await hangsUp(await pay('ann', body, '/images'), () => worked() === 1, body, '/images')
  await at.quote('/chat', ASK)
  world.vendor.asked[0]!.answer(made)
  await until(async () => (await at.store.list('jobs', 'completed', 1)).length === 1)
  expect([...world.docs.keys()].filter(isLeft)).toEqual([])
})

it('[V9] a store that cannot note who left keeps the reply for its own header', async () => {
  const { commit } = at.store
  at.store.commit = (changes, ...more) =>
    changes.some(one => one.in === 'gateway.left')
      ? Promise.reject(new Error('away'))
      : commit.call(at.store, changes, ...more)
  const header = await lost()
  expect(await again()).toEqual(['the second', null])
  expect(got(await ticking(at.post('/chat', ASK, header)))).toEqual(['the first', null])
})
