/** Who counts in which limit, and who may ask without paying. */
import { describe, expect, it } from 'vitest'
import { withinBudget } from '../../runtime/calls/stages/budget.ts'
import { limit, limitOfUnpaid, limitPayer, limitSome } from '../../runtime/calls/stages/limit.ts'
import { createBudget } from '../../runtime/limits/budget.ts'
import { noModels } from '../../runtime/lib/models.ts'
import { fakeCall, fakeScheme, HEADER, saidIn, type Parts } from './desk.ts'

const spec = (by: string, name = by) => ({ name, by, max: 1, per: 60_000 })
const PRICED = { price: {} }

/** A call of an address, and the buckets in which it is counted. */
function callOf({ context, ...more }: Parts = {}) {
  const counted: string[] = []
  const made = fakeCall({
    ip: '1.2.3.4',
    conflict: false,
    isUnnamed: false,
    ...more,
    compiled: { limits: [], ...more.compiled },
    scope: { models: noModels, ...more.scope },
  })
  const store = {
    count: async (bucket: string) => {
      counted.push(bucket)
      return { count: counted.length, resetAt: made.clock.now() + 4_500 }
    },
  }
  const budget = createBudget(made.clock, { bytes: 10, ms: 100 }, () => 0)
  Object.assign(made.call.context, { store, budget, ...context })
  return { ...made, counted, budget }
}

describe('a call', () => {
  it.each<[string, Parts, string[]]>([
    ['of any kind by its address', { compiled: { limit: spec('ip') } }, ['ip|r|1.2.3.4']],
    [
      'that is paid by its address too',
      { compiled: { limit: spec('ip') }, header: 'h', route: PRICED },
      ['ip|r|1.2.3.4'],
    ],
    [
      'that is not paid by its client, with all other endpoints',
      { compiled: { limit: spec('client') }, route: PRICED },
      ['client|*|1.2.3.4'],
    ],
    [
      'of a free route by its client, whatever it sends',
      { compiled: { limit: spec('client') }, header: 'h' },
      ['client|*|1.2.3.4'],
    ],
    [
      'that is paid not by its client',
      { compiled: { limit: spec('client') }, header: 'h', route: PRICED },
      [],
    ],
    ['not by its wallet, which is not known', { compiled: { limit: spec('payer') } }, []],
    ['not at all without a limit', {}, []],
  ])('is counted %s', async (_, parts, buckets) => {
    const { call, counted } = callOf(parts)
    expect([await limit(call), counted]).toEqual([undefined, buckets])
  })

  it('beyond the limit is refused with the seconds to wait', async () => {
    const { call } = callOf({ compiled: { limit: spec('ip') } })
    await limit(call)
    expect(saidIn((await limit(call)) ?? undefined)).toEqual({
      kind: 'limit_exceeded',
      retry_after: 5,
    })
  })

  it('of a service counts in the budget as well', async () => {
    const serves = callOf({
      compiled: { limit: spec('ip') },
      route: { serves: 'x' },
      bytes: Buffer.alloc(11),
    })
    expect(await limit(serves.call)).toBe(undefined)
    expect(serves.budget.wait([{ key: '1.2.3.4', times: 1 }])).toBe(60_000)
  })

  it.each<[string, Parts, string[]]>([
    ['of a limit by wallet', { compiled: { limit: spec('payer') } }, ['payer|r|ann']],
    ['of a limit by client', { compiled: { limit: spec('client') } }, ['client|*|ann']],
    ['of a limit by address', { compiled: { limit: spec('ip') } }, []],
    ['of no limit', {}, []],
  ])('is counted by its wallet once that is known: %s', async (_, parts, buckets) => {
    const { call, counted } = callOf({ payer: 'ann', ...parts })
    expect([await limitPayer(call), counted]).toEqual([undefined, buckets])
    expect(limitPayer(callOf(parts).call)).toBe(undefined)
  })

  it('without a payment has the limit of its address', () => {
    const of = (by: string | undefined) =>
      limitOfUnpaid(callOf({ compiled: { limit: by && spec(by) } }).call.compiled)
    expect(of('ip')).toEqual({ spec: spec('ip'), countedAs: 'r' })
    expect(of('client')).toEqual({ spec: spec('client'), countedAs: '*' })
    expect([of('payer'), of(undefined)]).toEqual([undefined, undefined])
  })
})

describe('a limit for some calls', () => {
  const some = async (limits: object[], route: object = {}, scope: object = {}) => {
    const { call, counted } = callOf({
      compiled: { limits },
      route: { limits: {}, ...route },
      scope,
    })
    const reply = await limitSome(call)
    return [counted, saidIn(reply ?? undefined)?.kind]
  }

  it('counts by address, or by what the route names', async () => {
    expect(await some([spec('ip')])).toEqual([['ip|*|1.2.3.4'], undefined])
    const keyed = (key: string | undefined) => some([spec('key')], { limits: { key: () => key } })
    expect(await keyed('b')).toEqual([['key|*|b'], undefined])
    expect(await keyed(undefined)).toEqual([['key|*|1.2.3.4'], undefined])
    expect(await some([spec('ip')], { limits: { key: () => 'b' } })).toEqual([
      ['ip|*|1.2.3.4'],
      undefined,
    ])
  })

  it('does not count calls that it is not for, nor those of an unknown model', async () => {
    expect(await some([])).toEqual([[], undefined])
    expect(await some([spec('ip')], { limits: { when: () => false } })).toEqual([[], undefined])
    expect(await some([spec('ip')], { limits: { when: () => true } })).toEqual([
      ['ip|*|1.2.3.4'],
      undefined,
    ])
    expect(await some([spec('ip')], { table: 'models' })).toEqual([[], undefined])
    const models = { ...noModels, get: () => ({ id: 'm' }) }
    expect((await some([spec('ip')], { table: 'models' }, { models }))[0]).toHaveLength(1)
  })

  it('that refuses ends the count', async () => {
    const none = { ...spec('ip', 'first'), max: 0 }
    expect(await some([none, spec('ip', 'second')])).toEqual([
      ['first|*|1.2.3.4'],
      'limit_exceeded',
    ])
  })
})

describe('the budget of unpaid requests', () => {
  const spent = (parts: Parts = {}) => {
    const made = callOf({ route: PRICED, ...parts })
    made.budget.spend([{ key: '1.2.3.4', times: 1 }], { bytes: 0, ms: 101 })
    return made
  }

  it('is charged with the bytes of a request, once it begins', () => {
    const { call, budget } = callOf({ route: PRICED, bytes: Buffer.alloc(11) })
    expect(withinBudget(call)).toBe(undefined)
    expect(call.spent).toEqual({ keys: [{ key: '1.2.3.4', times: 1 }], bytes: 11, ms: 0 })
    expect(budget.wait([{ key: '1.2.3.4', times: 1 }])).toBe(60_000)
  })

  it('that is used up refuses the caller until it is new', async () => {
    for (const parts of [{}, { route: { serves: 'x' }, header: 'h' }]) {
      const reply = await withinBudget(spent(parts).call)
      expect(saidIn(reply)).toMatchObject({
        details:
          'Too many unpaid requests from this address in the last minute; paid calls are not ' +
          'limited.',
        retry_after: 60,
      })
    }
  })

  describe('of an address that sends a payment', () => {
    const authorization = { key: 'k', from: 'ann', value: 5n, signed: { s: 1 } }
    const record = { payload: { x402Version: 2, payload: { s: 1 } } }
    const paying = ({
      verdict,
      record: own,
      value = 5n,
      ...parts
    }: Parts & { verdict?: object; record?: object; value?: bigint } = {}) => {
      const scheme = fakeScheme({ ...authorization, value }, verdict)
      const made = spent({
        header: HEADER,
        route: { ...PRICED, authorization: 60_000 },
        context: { offers: [scheme], ledger: { get: async () => own } },
        ...parts,
      })
      return { ...made, scheme, left: (key: string) => made.budget.wait([{ key, times: 1 }]) }
    }
    const bad = { ok: false, rejection: { code: 'PAYMENT_INVALID' } }

    it('counts for the wallet, if the payment is good for what it offers', async () => {
      const { call, scheme } = paying()
      expect(await withinBudget(call)).toBe(undefined)
      expect(call.spent).toEqual({ keys: [{ key: 'ann', times: 1 }], bytes: 0, ms: 20 })
      expect(scheme.required).toEqual([{ amount: '5', seconds: 60 }])
    })

    it.each<[string, Parts]>([
      ['cannot be read', { header: 'x' }],
      ['is not good', { verdict: bad }],
      [
        'is not good, and is on record with another signature',
        { verdict: bad, record: { payload: {} } },
      ],
      ['offers nothing', { value: 0n }],
    ])('is used up if that %s', async (_, parts) => {
      const { call } = paying(parts)
      expect(saidIn(await withinBudget(call))).toMatchObject({ retry_after: 60 })
      expect(call.spent).toBe(undefined)
    })

    it('counts for the wallet and the address, if the payment was used', async () => {
      const { call } = paying({ verdict: bad, record })
      expect(await withinBudget(call)).toBe(undefined)
      expect(call.spent!.keys).toEqual([
        { key: 'ann', times: 1 },
        { key: 'tries 1.2.3.4', times: 1 },
      ])
    })

    it('is used up after some payments that are not good, and verifies no more', async () => {
      const { call, scheme } = paying({ verdict: bad })
      for (let i = 0; i < 7; i++) await withinBudget(call)
      expect(scheme.required).toHaveLength(6)
      const other = paying()
      other.budget.spend([{ key: 'ann', times: 1 }], { bytes: 0, ms: 101 })
      expect(saidIn(await withinBudget(other.call))).toMatchObject({ retry_after: 60 })
      expect(other.scheme.required).toEqual([])
    })
  })

  it.each([
    ['free routes', { route: {} }],
    ['addresses that stand for nobody', { isUnnamed: true }],
  ])('is nothing to %s', (_, parts) => {
    const { call } = spent(parts)
    expect([withinBudget(call), call.spent]).toEqual([undefined, undefined])
  })
})
