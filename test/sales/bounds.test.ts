/** Sales lines are bounded, whatever a caller sends, and have words of the gateway only. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayOf, endLine, SALES } from '../../runtime/sales/line.ts'
import { createRejections } from '../../runtime/sales/rejections.ts'
import type { Change } from '../../runtime/store/store.ts'
import { salesLines } from '../../runtime/sales/read.ts'
import type { SaleLine } from '../../runtime/sales/types.ts'
import {
  cashWorld,
  fails,
  gives,
  startCashGateway,
  until,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'

const DAY = 86_400_000
const SECRET = 'my-diary-entry'
/** The part of a claimed record that its line reads. */
const recordStub = {
  key: 'k',
  version: 2,
  state: 'released',
  route: 'r',
  payer: '0xa',
  amount: '1',
  requirements: { amount: '1', network: 'n', scheme: 'exact' },
  updated: 0,
}
const tree = { text: SECRET }

let world: World
let at: CashGateway
beforeEach(async () => {
  world = cashWorld()
  world.vendor.reply = () => gives({ found: 1 }, { found: 1 })
  at = await startCashGateway(world)
})
afterEach(async () => {
  await at.stop()
})

const header = async (path: string, body: unknown): Promise<string> =>
  world.cash.wallet('ann').sign(await at.quote(path, body))

async function lines(): Promise<SaleLine[]> {
  const found: SaleLine[] = []
  const period = { since: 0, until: world.clock.now() + 1 }
  const days = { ...period, since: world.clock.now() - 5 * 86_400_000 }
  for await (const { line } of salesLines(at.store, days)) found.push(line)
  return found
}

/** The lines, once there are so many. */
async function seen(count: number): Promise<SaleLine[]> {
  await until(async () => (await lines()).length >= count)
  return lines()
}

describe('an authorization that is sent again and again', () => {
  it.each(['/tree', '/images'])('has one line per day, which counts: %s', async path => {
    const body = path === '/tree' ? tree : { model: 'one', prompt: SECRET, n: 1 }
    world.vendor.reply = () => fails('invalid_input')
    const paid = await header(path, body)
    for (let i = 0; i < 12; i++) await at.post(path, body, paid)
    const found = await seen(1)
    expect(found).toMatchObject([{ outcome: 'failed', charged: '0', times: 12 }])
    world.vendor.reply = () => fails('content_policy')
    await at.post('/tree', tree, await header('/tree', tree))
    expect(await lines()).toHaveLength(2)
  })

  it('has lines for 30 days, and for its charge for longer', async () => {
    world.vendor.reply = () => fails('invalid_input')
    const paid = await header('/tree', tree)
    for (let i = 0; i < 2; i++) await at.post('/tree', tree, paid)
    const end = world.clock.now() + 30 * DAY
    const [{ key }] = (await at.store.list(SALES, dayOf(world.clock.now()), 1)) as any
    await world.clock.skip(end - 1 - world.clock.now())
    expect(await at.store.get(SALES, key)).toBeDefined()
    await world.clock.skip(1)
    expect(await at.store.get(SALES, key)).toBeUndefined()
  })
})

it('a line names the request that its reply names', async () => {
  for (const given of [undefined, 'ann-7']) {
    const named: Record<string, string> = given === undefined ? {} : { 'x-request-id': given }
    for (const paid of [await header('/tree', tree), 'not base64 json']) {
      const before = (await lines()).length
      const reply = await at.fetch('/tree', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'payment-signature': paid, ...named },
        body: JSON.stringify(tree),
      })
      const line = (await seen(before + 1)).at(-1)!
      expect(line.request).toBe(reply.headers.get('x-request-id'))
      if (given !== undefined) expect(line.request).toBe(given)
    }
  }
})

it.each(['constructor', 'toString', 'my_diary_entry'])('"%s" is no reason', async reason => {
  const record = { ...recordStub, reason } as never
  await endLine(record, 'release', { store: { get: async () => undefined }, keepMs: DAY })
  expect(record).toMatchObject({ sale: { line: { outcome: 'failed', reason: 'other' } } })
})

describe('rejected payments', () => {
  it('has a line for three days, and a process writes at most 5,000 a day', async () => {
    let [now, written, skipped] = [0, 0, 0]
    const changes: Change[] = []
    const note = createRejections({
      store: { commit: async all => changes.push(...all) > 0 },
      clock: { now: () => now } as never,
      random: { hex: () => String(written) } as never,
      counted: isWritten => void (isWritten ? written++ : skipped++),
    })
    const sale = { route: 'r', network: 'n', scheme: 'exact', quoted: '1', catalog: 'c' }
    for (; now < DAY; now += 1_000) note(sale)
    await until(() => written + skipped === DAY / 1_000)
    expect([written, skipped]).toEqual([5_000, DAY / 1_000 - 5_000])
    expect(changes[0]).toMatchObject({ expires: 3 * DAY })
    note(sale)
    await until(() => written === 5_001)
  })
})
