/**
 * Nothing is begun that cannot be settled: a paid call is refused before its claim, and its payment
 * can be sent again.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createReadiness } from '../../runtime/readiness.ts'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  gives,
  startCashGateway,
  until,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'
import { chats, manualStream } from '../helpers/cash-streams.ts'
import { manualClock } from '../helpers/clock.ts'

let world: World
let at: CashGateway
/** What the settler's health says, and how often it was asked. */
const backend = { ok: true, asked: 0 }

beforeEach(async () => {
  world = cashWorld(cashCatalog([...Object.values(chats), ...Object.values(routes)]))
  Object.assign(backend, { ok: true, asked: 0 })
  world.cash.paymentScheme.backend.health = async () => {
    backend.asked += 1
    const details: Record<string, string> = backend.ok
      ? {}
      : { problem: 'the relayer has too little gas money' }
    return { ok: backend.ok, details }
  }
  at = await startCashGateway(world)
  await until(() => backend.asked === 1)
  world.vendor.reply = () => gives({ found: 1 }, { found: 1 })
  world.vendor.stream = async ({ signal }) => {
    const one = manualStream(signal)
    one.ends()
    return one.stream
  }
})
afterEach(() => at.stop())

const pay = async (path: string, body: unknown): Promise<string> =>
  world.cash.wallet('ann').sign(await at.quote(path, body))
const stateOf = async (header: string): Promise<string | undefined> => {
  const decoded = world.cash.paymentScheme.decode(header)
  return decoded.ok ? (await at.ledger.get(decoded.payment.authorization.key))?.state : undefined
}
/** Lets what is known grow old. */
const age = (): Promise<void> => world.clock.advance(31_000)

describe('while no payment can be settled', () => {
  it.each([
    ['an inline call', '/tree', { text: 'x' }],
    ['a stream', '/chat', {}],
    ['a job', '/images', { model: 'first', prompt: 'x' }],
  ])(
    '[V11] %s is 503 with Retry-After before its claim; the same payment buys it later',
    async (_, path, body) => {
      const header = await pay(path, body)
      backend.ok = false
      await age()
      const refused = await at.post(path, body, header)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
      expect(refused.text).toContain('Nothing was charged')
      expect([
        await stateOf(header),
        world.vendor.asked.length,
        world.cash.bank.attempts.length,
      ]).toEqual([undefined, 0, 0])
      backend.ok = true
      await age()
      expect((await at.post(path, body, header)).status).toBeLessThan(300)
    },
  )

  it('[V11] quotes still go out, and free calls are answered', async () => {
    backend.ok = false
    await age()
    expect((await at.post('/tree', { text: 'x' })).status).toBe(402)
    expect((await at.fetch('/hello')).status).toBe(200)
  })

  it('[V11] what was paid for before is handed over', async () => {
    world.cash.bank.mode = 'unknown'
    const header = await pay('/tree', { text: 'x' })
    expect((await at.post('/tree', { text: 'x' }, header)).status).toBe(503)
    world.cash.bank.mode = 'land'
    backend.ok = false
    await age()
    expect((await at.post('/tree', { text: 'x' }, header)).status).toBe(200)
  })

  it('[V11] one log line says so, one that it is over, and a gauge shows it', async () => {
    const lines: string[] = []
    const clock = manualClock()
    let read = (): unknown => undefined
    const note = (facts: unknown, text?: string): void => void lines.push(text ?? String(facts))
    const readiness = createReadiness({
      clock,
      backend: world.cash.paymentScheme.backend,
      store: at.store,
      observe: {
        log: { error: note, info: note } as never,
        gauge: (name, how) => {
          if (name === 'canSettle') read = how
        },
      },
    })
    backend.ok = false
    for (let i = 0; i < 3; i++) {
      await readiness.look()
      await clock.advance(3_001)
    }
    expect(read()).toBe(0)
    backend.ok = true
    await readiness.look()
    expect([lines, read()]).toEqual([
      ['payments cannot be settled: paid calls are refused', 'payments can be settled again'],
      1,
    ])
  })
})

describe('what admission knows', () => {
  it('[V11] is not asked for each call', async () => {
    for (let i = 0; i < 20; i++)
      expect(
        (await at.post('/tree', { text: 'x' }, await pay('/tree', { text: 'x' }))).status,
      ).toBe(200)
    expect(backend.asked).toBe(1)
    await world.clock.advance(3_001)
    await at.post('/tree', { text: 'x' }, await pay('/tree', { text: 'x' }))
    expect(backend.asked).toBe(2)
  })

  it('[V11] is doubted as soon as a settlement does not land: the next call is not worked for', async () => {
    world.cash.bank.mode = 'fail'
    backend.ok = false
    expect((await at.post('/tree', { text: 'x' }, await pay('/tree', { text: 'x' }))).status).toBe(
      402,
    )
    const header = await pay('/tree', { text: 'x' })
    expect((await at.post('/tree', { text: 'x' }, header)).status).toBe(503)
    expect([world.vendor.asked.length, await stateOf(header)]).toEqual([1, undefined])
  })

  it('[V11] is not spoilt by a buyer whose own payment fails', async () => {
    world.cash.bank.mode = 'fail'
    expect((await at.post('/tree', { text: 'x' }, await pay('/tree', { text: 'x' }))).status).toBe(
      402,
    )
    world.cash.bank.mode = 'land'
    const bob = world.cash.wallet('bob').sign(await at.quote('/tree', { text: 'x' }))
    expect((await at.post('/tree', { text: 'x' }, bob)).status).toBe(200)
  })
})
