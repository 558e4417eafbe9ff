/** How a call claims its payment, and what it leaves behind if it cannot. */
import { describe, expect, it } from 'vitest'
import { Charge } from '../../runtime/calls/stages/charge.ts'
import { claimFacts } from '../../runtime/calls/stages/claim-facts.ts'
import { claim, claimWith } from '../../runtime/calls/stages/claim.ts'
import { fakeCall, fakeScheme, saidIn, type Parts } from './desk.ts'

const NAME = 'a-name-of-16-cha'
const named = { extensions: { 'payment-identifier': { info: { id: NAME } } } }
const OWN = { key: 'k', fingerprint: 'f', payer: 'ann', claim: 'c1' }

/** A verified call; what the ledger answers to its claim. */
function callOf({
  claimed = { fresh: true, record: OWN },
  reserved = 'added',
  problem,
  payload = {},
  stored,
  record,
  ...more
}: Parts & {
  claimed?: object | Error
  reserved?: string
  problem?: string
  payload?: object
  stored?: () => object | undefined
  record?: object
} = {}) {
  const did: unknown[][] = []
  const charge = new Charge()
  charge.move('verify')
  const made = fakeCall({
    route: { authorization: 60_000, ...more.route },
    context: {
      inFlight: new Map(),
      catalog: { hash: 'h' },
      readiness: { problem: async () => problem },
      reservations: {
        add: async () => reserved,
        drop: async (one: object) => void did.push(['drop', one]),
      },
      ledger: {
        get: async () => record,
        claim: async (...of: unknown[]) => {
          did.push(['claim', ...of.slice(1)])
          if (claimed instanceof Error) throw claimed
          return claimed
        },
      },
      store: {
        get: async () => {
          const doc = stored?.()
          return doc && { doc, version: 3 }
        },
      },
      budget: { spend: (...of: unknown[]) => did.push(['spend', ...of]) },
      barred: new Map(),
      ...more.context,
    },
    charge,
    payer: 'ann',
    fingerprint: 'f',
    facts: { path: '/r' },
    ids: { request: 'one' },
    offering: { since: 5 },
    quote: { amount: 500n, encoded: { accepts: [{ amount: '500' }] } },
    payment: {
      payload,
      authorization: { key: 'k', from: 'ann', value: 500n, validBefore: 2n ** 40n },
      scheme: fakeScheme({}),
    },
    onLeave: () => undefined,
    ...more,
  })
  return { ...made, did, isInFlight: () => made.call.context.inFlight.has('k') }
}
const DROPPED = ['drop', { key: 'k', payer: 'ann' }]
const FACTS = {
  route: 'r',
  path: '/r',
  fingerprint: 'f',
  requirements: { amount: '500' },
  job: undefined,
  sale: { quoted: '500', catalog: 'h', since: 5, request: 'one', model: undefined },
}

describe('a claim', () => {
  it('stores what the payment is for, and the call owns it from then on', async () => {
    const { call, did, isInFlight } = callOf()
    expect(await claim(call)).toBe(undefined)
    expect(did).toMatchObject([['claim', FACTS, undefined]])
    expect([call.charge.state, call.charge.record, call.scope.call, isInFlight()]).toEqual([
      'claimed',
      OWN,
      { id: 'c1' },
      true,
    ])
  })

  it('of a job stores the job with it', async () => {
    const { call, did } = callOf()
    const changes = [{ do: 'insert', in: 'jobs', key: 'j', doc: 1 }] as never
    const job = { id: 'j', poll_url: '/j', expires: 7, sale: { quoted: '9' } } as never
    expect(await claimWith(call, { changes, job })).toBe(undefined)
    expect(did).toMatchObject([
      [
        'claim',
        { ...FACTS, job: { id: 'j', poll_url: '/j', expires: 7 }, sale: { quoted: '9' } },
        changes,
      ],
    ])
  })

  it('refunds the budget of its caller', async () => {
    const { call, did } = callOf({ spent: { keys: ['ip'], bytes: 4, ms: 20 } })
    await claim(call)
    expect(did.at(-1)).toEqual(['spend', ['ip'], { bytes: -4, ms: -20 }])
  })

  it('is none of a call without a payment', async () => {
    const { call, did } = callOf({ payment: undefined })
    expect([await claim(call), did, call.charge.state]).toEqual([undefined, [], 'verified'])
  })
})

describe('a payment is not claimed', () => {
  it('while payments cannot be settled', async () => {
    const { call, did, isInFlight } = callOf({ problem: 'no node' })
    expect(saidIn((await claim(call)) ?? undefined).kind).toBe('busy')
    expect([did, isInFlight()]).toEqual([[], false])
  })

  it('if its wallet has not enough for all its calls', async () => {
    const noted: unknown[] = []
    const { call, did } = callOf({ reserved: 'overdrawn' })
    Object.assign(call.context, { noteRejection: (one: object) => noted.push(one) })
    expect(saidIn((await claim(call)) ?? undefined)).toMatchObject({
      kind: 'payment_invalid',
      code: 'PAYMENT_UNFUNDED',
      payer: 'ann',
    })
    expect([did, noted.length]).toEqual([[], 1])
  })

  it('if the wallet is barred for a while', async () => {
    const { call, did } = callOf()
    call.context.barred.set('ann', { until: call.context.clock.now() + 5_000, why: 'Why' })
    expect(saidIn((await claim(call)) ?? undefined)).toMatchObject({ retry_after: 5 })
    expect(did).toEqual([])
  })

  it.each<[string, string, string, boolean]>([
    ['whose work goes on', 'claimed', 'added', false],
    ['that is being settled', 'settling', 'added', false],
    ['that is settled', 'settled', 'added', true],
    ['that failed', 'failed', 'known', true],
  ])('twice: it is answered by its record, %s', async (_, state, reserved, isDropped) => {
    const record = { ...OWN, state, fingerprint: 'other' }
    const { call, did, isInFlight } = callOf({
      claimed: { fresh: false, record },
      reserved,
      record,
    })
    expect(saidIn((await claim(call)) ?? undefined).kind).toBe('payment_replay')
    expect(did.slice(1)).toEqual(isDropped ? [DROPPED] : [])
    expect([isInFlight(), call.charge.state]).toEqual([false, 'verified'])
  })

  it('if the store fails: then it keeps only a reservation that it did not make', async () => {
    for (const [reserved, drops] of [
      ['added', [DROPPED]],
      ['known', []],
    ] as const) {
      const { call, did, isInFlight } = callOf({ claimed: new Error('away'), reserved })
      await expect(claim(call)).rejects.toThrow('away')
      expect([did.slice(1), isInFlight()]).toEqual([drops, false])
    }
  })
})

describe('a named purchase', () => {
  it('stores its name with its claim', async () => {
    const { call, did } = callOf({ payload: named })
    expect(await claim(call)).toBe(undefined)
    expect(did).toMatchObject([
      ['claim', { ...FACTS, identified: true }, [{ do: 'insert', in: 'gateway.identified' }]],
    ])
  })

  it('is answered by the purchase that has its name', async () => {
    const record = { ...OWN, key: 'other', state: 'settled', fingerprint: 'g', identified: true }
    const { call, did } = callOf({
      payload: named,
      stored: () => ({ key: 'other', fingerprint: 'g' }),
      record,
    })
    expect(saidIn((await claim(call)) ?? undefined).code).toBe('PAYMENT_IDENTIFIER_CONFLICT')
    expect(did).toEqual([])
  })

  it('whose name was taken meanwhile is answered by the purchase that took it', async () => {
    let times = 0
    const record = { ...OWN, key: 'other', state: 'settled', fingerprint: 'g', identified: true }
    const { call, did } = callOf({
      payload: named,
      claimed: new Error('taken'),
      stored: () => ((times += 1) > 1 ? { key: 'other', fingerprint: 'g' } : undefined),
      record,
    })
    expect(saidIn((await claim(call)) ?? undefined).code).toBe('PAYMENT_IDENTIFIER_CONFLICT')
    expect(did.slice(1)).toEqual([DROPPED])
    const broken = callOf({ payload: named, claimed: new Error('away') })
    await expect(claim(broken.call)).rejects.toThrow('away')
  })
})

describe('the facts of a sale', () => {
  it('name the model, what the price read, and what the call costs us', () => {
    const { call } = callOf({
      route: {
        price: {
          reads: ['body.n'],
          cost: () => 90n,
          units: () => ({ tokens: 9 }),
        },
      },
      scope: { model: { id: 'm' }, requested: { id: 'requests' }, body: { n: 7 } },
      offering: { since: Number.NEGATIVE_INFINITY },
    })
    expect(claimFacts(call).sale).toEqual({
      model: 'requests',
      quoted: '500',
      catalog: 'h',
      since: undefined,
      request: 'one',
      inputs: { 'body.n': 7 },
      cost: '90',
      units: { tokens: 9 },
    })
  })

  it('that cannot be computed are left out, and logged', () => {
    const error = new Error('a fault')
    const { call, lines } = callOf({
      route: {
        price: {
          cost: () => {
            throw error
          },
        },
      },
    })
    expect(claimFacts(call).sale).toMatchObject({ quoted: '500' })
    expect(lines).toEqual([
      [{ route: 'r', err: error }, 'the price inputs of a sale could not be recorded'],
    ])
  })
})
