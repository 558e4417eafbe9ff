/** How a result is settled: what is asked of the ledger, and how the call ends. */
import { describe, expect, it } from 'vitest'
import { Charge } from '../../runtime/calls/stages/charge.ts'
import { settle } from '../../runtime/calls/stages/settle.ts'
import { storedReply } from '../../runtime/calls/stages/stored-reply.ts'
import { RecordBusy } from '../../runtime/owned/record-busy.ts'
import { ReleasedElsewhere } from '../../runtime/payments/not-sent.ts'
import type { Settlement } from '../../runtime/payments/settlement.ts'
import { unpacked } from '../../runtime/replies/packed.ts'
import { NOTHING_TO_SETTLE } from '../../runtime/sales/line.ts'
import { fakeCall, saidIn, type Parts } from './desk.ts'

const LANDED: Settlement = { state: 'landed', transaction: '0x1' }
const FAILED: Settlement = { state: 'failed', reason: 'it broke' }
const UNKNOWN: Settlement = { state: 'unknown', reason: 'no node' }
const EFFECT = { do: 'put', kind: 'thing', key: 'a' }

/** A claimed call whose payment ends as told, the last end again and again. */
function claimed(ends: (Settlement | Error)[], { route, ...more }: Parts = {}) {
  const did: unknown[][] = []
  const noting =
    (name: string) =>
    async (...of: unknown[]): Promise<void> =>
      void did.push([name, ...of.slice(1)])
  const ledger = {
    settle: async (record: object, reply: any, also: object) => {
      did.push(['settle', reply, also])
      const end = ends.length > 1 ? ends.shift()! : ends[0]!
      if (end instanceof Error) throw end
      return { settlement: end, record }
    },
    fail: noting('fail'),
    release: noting('release'),
  }
  const store = {
    hold: async () => true,
    unhold: noting('unhold'),
    count: async () => ({ count: 1 }),
  }
  const charge = new Charge()
  charge.move('verify')
  charge.move('claim')
  charge.record = { key: 'k', payer: '0xann', requirements: { network: 'n' } } as never
  const made = fakeCall({
    route: { reply: (c: any) => c.result, price: { decimals: 6 }, ...route },
    context: {
      ledger,
      offers: [],
      challenges: { get: () => ({ headers: {} }) },
      store,
      penalised: new Map(),
      catalog: { gateway: {} },
      settings: {},
      owned: { get: async () => ({ row: {}, version: 3 }) },
      spec: { label: 'n' },
    },
    charge,
    payer: '0xann',
    quote: { amount: 500n },
    payment: { authorization: { key: 'k', validBefore: 1e10 }, scheme: { spec: { label: 'n' } } },
    ...more,
    scope: { result: { a: 1 }, ...more.scope },
  })
  return { ...made, charge, did, names: () => did.map(([name]) => name) }
}
const kept = async (did: unknown[][]): Promise<unknown> => {
  const [, reply] = did.find(([name]) => name === 'settle')!
  return JSON.parse(String(await unpacked(reply as never)))
}

describe('a result that costs nothing', () => {
  it('closes its authorization instead of settling it', async () => {
    const { call, did, charge } = claimed([LANDED], { quote: { amount: 0n } })
    expect(await settle(call)).toBe(undefined)
    expect([did, charge.state]).toEqual([[['fail', NOTHING_TO_SETTLE, undefined]], 'waived'])
  })

  it('changes records with that', async () => {
    const route = { effects: () => [EFFECT] }
    const { call, did } = claimed([LANDED], { quote: { amount: 0n }, route })
    expect(await settle(call)).toBe(undefined)
    expect(did).toEqual([['fail', NOTHING_TO_SETTLE, [EFFECT]]])
  })
})

describe('the stored reply', () => {
  const read = { thing: { n: 1 } }
  const scope = { read, now: 5, price: { amount: '1' } }
  it.each<[string, object, object]>([
    ['its result', {}, {}],
    ['the records that it read', { reads: [] }, { read }],
    ['its time, if it changes records', { effects: () => [EFFECT] }, { now: 5 }],
  ])('has %s', async (_, route, more) => {
    const { call, did } = claimed([LANDED], { route, scope })
    await settle(call)
    expect(await kept(did)).toEqual({ result: { a: 1 }, ...more })
  })

  it('has its price if that is metered', async () => {
    const { call, did } = claimed([LANDED], { scope })
    Object.assign(call.payment!.scheme, { isMetered: true })
    await settle(call)
    expect(await kept(did)).toEqual({ result: { a: 1 }, price: { amount: '1' } })
  })
})

it('a stored reply is rendered again with its receipt', async () => {
  const route = { reply: (c: any) => ({ ...c.result, paid: c.payment.tx_hash }) }
  const { call, did } = claimed([LANDED], { route, scope: { result: { a: 'ü' } } })
  await settle(call)
  const again = claimed([LANDED], { route, scope: { result: undefined }, fingerprint: 'f' })
  const charge = new Charge()
  charge.move('verify')
  Object.assign(again.call, { charge })
  Object.assign(again.call.context, { editions: { all: () => [] }, routes: new Map() })
  Object.assign(again.call.compiled.route, { id: 'r' })
  const reply = await storedReply(again.call, {
    key: 'k',
    state: 'settled',
    kept: did[0]![1],
    transaction: '0x1',
    payer: '0xann',
    fingerprint: 'f',
    requirements: { network: 'n' },
  } as never)
  expect([JSON.parse(String(reply!.body)), reply!.outcome]).toEqual([
    { a: 'ü', paid: '0x1' },
    'charged',
  ])
  expect(await storedReply(again.call, { state: 'settled' } as never)).toBe(undefined)
})

describe('a result is served', () => {
  it.each<[string, Settlement, string, string | undefined, string]>([
    ['if its payment landed', LANDED, 'refuse', undefined, 'settled'],
    ['not if its payment failed', FAILED, 'refuse', 'settlement_failed', 'failed'],
    ['not while its payment is in doubt', UNKNOWN, 'refuse', 'settlement_pending', 'settling'],
    ['also if its payment failed, at our cost', FAILED, 'absorb', undefined, 'unsettled'],
    [
      'not at our cost while its payment is in doubt',
      UNKNOWN,
      'absorb',
      'settlement_pending',
      'settling',
    ],
    [
      'at once, where the route says so, while its payment is in doubt',
      UNKNOWN,
      'serve',
      undefined,
      'unsettled',
    ],
    ['not even there if its payment failed', FAILED, 'serve', 'settlement_failed', 'failed'],
  ])('%s', async (_, end, onSettlementFailure, said, state) => {
    const { call, charge } = claimed([end], { route: { onSettlementFailure } })
    expect(saidIn((await settle(call)) ?? undefined)?.kind).toBe(said)
    expect(charge.state).toBe(state)
  })

  it('with its receipt, and with the record that the ledger has now', async () => {
    const { call, charge } = claimed([LANDED])
    const record = charge.record
    await settle(call)
    expect([charge.record, charge.transaction]).toEqual([record, '0x1'])
    expect(call.scope.payment).toEqual({ status: 'settled', tx_hash: '0x1', network: 'n' })
  })

  it('for the amount that is due, and the wallet is penalised if it did not pay', async () => {
    for (const [end, isPenalised] of [
      [LANDED, false],
      [UNKNOWN, false],
      [FAILED, true],
    ] as const) {
      const { call, did } = claimed([end])
      call.charge.due = 7n
      await settle(call)
      expect(did[0]).toMatchObject(['settle', {}, { amount: 7n }])
      expect(call.context.penalised.get('0xann') !== undefined).toBe(isPenalised)
    }
  })

  it('and its cost is no longer held against us once it is paid for', async () => {
    for (const [end, names] of [
      [LANDED, ['settle', 'unhold']],
      [FAILED, ['settle']],
    ] as const) {
      const { call, names: seen } = claimed([end], { route: { onSettlementFailure: 'absorb' } })
      await settle(call)
      expect(seen()).toEqual(names)
    }
  })

  it('although its settlement threw, which is tried again with the same reply', async () => {
    const { call, clock, did, charge } = claimed([new Error('away'), new Error('away'), LANDED], {
      route: { onSettlementFailure: 'serve' },
    })
    expect(await settle(call)).toBe(undefined)
    const times = async (ms: number): Promise<number> => {
      await clock.advance(ms)
      return did.length
    }
    expect([await times(4_999), await times(1), await times(5_000), await times(50_000)]).toEqual([
      1, 2, 3, 3,
    ])
    expect(new Set(did.map(([, reply]) => JSON.stringify(reply))).size).toBe(1)
    expect(charge.unsettled).toBe('pending')
  })
})

describe('the changes of records', () => {
  const effects = () => [EFFECT]

  it.each([
    ['with the settlement', 'refuse', [EFFECT]],
    [
      'only once the payment landed, if its cost is not ours',
      'absorb',
      [{ ...EFFECT, when: 'settled' }],
    ],
  ])('are made %s', async (_, onSettlementFailure, changes) => {
    const { call, did } = claimed([LANDED], { route: { effects, onSettlementFailure } })
    Object.assign(call.context.store, { hold: async () => false })
    await settle(call)
    expect(did[0]).toMatchObject(['settle', {}, { effects: changes }])
  })

  it('are made in any case if a failed payment is at our cost', async () => {
    const { call, did } = claimed([FAILED], { route: { effects, onSettlementFailure: 'absorb' } })
    expect(await settle(call)).toBe(undefined)
    expect(did[0]).toMatchObject(['settle', {}, { effects: [EFFECT] }])
  })
})

describe('a result that is not charged', () => {
  it('is served, counted, and its payment is released', async () => {
    const holds: unknown[][] = []
    const { call, did, charge } = claimed([LANDED], {
      route: { chargeIf: (c: any) => c.reply.found > 0 },
      work: { status: 200, json: { found: 0 }, headers: {} },
    })
    Object.assign(call.context, { random: { hex: () => 'key' } })
    Object.assign(call.context.store, { hold: async (...of: unknown[]) => holds.push(of) })
    expect(await settle(call)).toBe(undefined)
    expect([did, charge.state]).toEqual([[['release', 'not charged']], 'released'])
    expect(holds).toMatchObject([['uncharged|0xann', { key: 'key', amount: 4 }]])
  })

  it('is one that the catalog says so of, and none without work', async () => {
    for (const work of [undefined, { status: 200, json: { found: 1 }, headers: {} }]) {
      const { call, names } = claimed([LANDED], {
        route: { chargeIf: (c: any) => c.reply.found > 0 },
        work,
      })
      await settle(call)
      expect(names()).toEqual(['settle'])
    }
  })
})

it('a call without a claim is not settled', async () => {
  const { call, did } = claimed([LANDED])
  call.charge.move('release')
  expect([await settle(call), did]).toEqual([undefined, []])
})

it('a large reply for which there is no room ends the call, and its payment is released', async () => {
  const { call, did, charge } = claimed([LANDED], { route: { onSettlementFailure: 'absorb' } })
  const large = Array.from({ length: 30_000 }, (_, i) => `${Math.sin(i)}`)
  call.scope.result = { large }
  Object.assign(call.context, { barred: new Map() })
  const pools: string[] = []
  Object.assign(call.context.store, {
    hold: async (pool: string) => (pools.push(pool), pool === 'absorbed'),
  })
  expect(saidIn((await settle(call)) ?? undefined)).toMatchObject({ kind: 'limit_exceeded' })
  expect([pools, charge.state]).toEqual([['absorbed', 'stored replies 0xann'], 'released'])
  expect(did).toEqual([
    ['unhold', 'k'],
    ['release', 'no room for the reply'],
  ])
})

describe('a settlement that threw', () => {
  const served = (ends: (Settlement | Error)[], seconds = 1e10) => {
    const made = claimed(ends, { route: { onSettlementFailure: 'serve' } })
    const validBefore = BigInt(made.clock.now() / 1000 + seconds)
    Object.assign(made.call.payment!.authorization, { validBefore })
    return made
  }

  it('is logged each time', async () => {
    const { call, clock, lines } = served([new Error('away'), new Error('gone'), LANDED])
    await settle(call)
    await clock.advance(50_000)
    expect(lines).toEqual(
      ['away', 'gone'].map(why => [
        { route: 'r', err: new Error(why) },
        'a settlement is tried again',
      ]),
    )
  })

  it('is tried until its payment ends, which then has failed', async () => {
    const { call, clock, did } = served([new Error('away')], 12)
    await settle(call)
    await clock.advance(50_000)
    expect(did.map(([name]) => name)).toEqual(['settle', 'settle', 'settle', 'settle', 'fail'])
    expect(did.at(-1)).toEqual(['fail', 'the authorization lapsed before it could be settled'])
  })

  it('is not tried again once the gateway closes, or another process has released it', async () => {
    const closing = served([new Error('away')])
    await settle(closing.call)
    closing.halt.abort(new Error('closing'))
    await closing.clock.advance(50_000)
    expect(closing.names()).toEqual(['settle'])
    const elsewhere = served([new Error('away'), new ReleasedElsewhere()])
    await settle(elsewhere.call)
    await elsewhere.clock.advance(50_000)
    expect(elsewhere.names()).toEqual(['settle', 'settle'])
  })
})

describe('a record that another call changes meanwhile', () => {
  const busy = new RecordBusy('thing', 'a')
  const effects = () => [EFFECT]

  it('is read and checked again', async () => {
    let checked = 0
    const route = { effects, checks: async () => void (checked += 1) }
    const { call, did, charge } = claimed([busy, LANDED], { route })
    expect(await settle(call)).toBe(undefined)
    expect([did.length, checked, charge.state]).toEqual([2, 1, 'settled'])
  })

  it('may refuse the call then, uncharged', async () => {
    const route = { effects, checks: async () => ({ status: 409, message: 'no' }) }
    const { call, did, charge } = claimed([busy], { route })
    expect(saidIn((await settle(call)) ?? undefined)).toMatchObject({
      kind: 'refused',
      message: 'no',
    })
    expect([did.at(-1), charge.state]).toEqual([['release', 'refused'], 'released'])
  })

  it('ends the call, uncharged, after five times', async () => {
    const { call, names, charge } = claimed([busy], { route: { effects } })
    expect(saidIn((await settle(call)) ?? undefined)).toMatchObject({
      kind: 'busy',
      retry_after: 1,
    })
    expect([names(), charge.state]).toEqual([[...Array(5).fill('settle'), 'release'], 'released'])
  })
})
