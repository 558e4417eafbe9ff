/** What a call reserves whose payment is taken by an allowance, and why it may be refused. */
import { describe, expect, it } from 'vitest'
import { reserveFunds } from '../../runtime/calls/stages/reserve.ts'

const REJECTION = { code: 'PAYMENT_UNFUNDED', reason: 'allowance' }

/** What the store, the chain and the ledger say. */
interface World {
  added?: 'added' | 'known' | 'overdrawn' | 'unallowed'
  isValid?: boolean
  record?: { state: string }
  value?: bigint
  /** Unix seconds. */
  validBefore?: bigint
  job?: { stall: number }
}

/** Reserves once; returns the outcome, what was asked for, and what was dropped. */
async function reserve(world: World) {
  const { added = 'added', isValid = false, record, value = 5n, validBefore = 2_000n, job } = world
  const seen = { dropped: [] as unknown[], checks: 0, asked: {} as any, bound: {} as any }
  const call: any = {
    compiled: { route: { authorization: 60_000, job } },
    context: {
      clock: { now: () => 1_000_000 },
      ledger: { get: async () => record },
      reservations: {
        add: async (asked: object, _balance: unknown, bound: unknown) => {
          Object.assign(seen, { asked, bound })
          return added
        },
        drop: async (claim: unknown) => void seen.dropped.push(claim),
      },
    },
  }
  const payment: any = {
    authorization: { key: 'k', from: 'ann', value, validBefore },
    scheme: {
      allowance: { isReplacedBy: () => false, of: async () => 7n },
      backend: {
        check: async () => {
          seen.checks++
          return isValid ? { ok: true } : { ok: false, rejection: REJECTION }
        },
      },
    },
  }
  return { end: await reserveFunds(call, payment, {} as never), ...seen }
}

describe('a reservation', () => {
  it.each([
    ['overdrawn', 'need what it holds'],
    ['unallowed', 'need its allowance'],
  ] as const)('that is %s is refused with the reason and the wallet', async (added, details) => {
    const { end, checks } = await reserve({ added })
    expect(end).toMatchObject({ details: expect.stringContaining(details), payer: 'ann' })
    expect(checks).toBe(0)
  })

  it('stays if the payment is still valid', async () => {
    expect(await reserve({ isValid: true })).toMatchObject({ end: 'added', dropped: [] })
  })

  it.each([undefined, { state: 'released' }])(
    'is dropped if the allowance was used meanwhile, and the ledger has %j',
    async record => {
      const { end, dropped } = await reserve({ record })
      expect([end, dropped]).toEqual([REJECTION, [{ key: 'k', payer: 'ann' }]])
    },
  )

  it.each(['claimed', 'settling', 'settled'])(
    'stays if the authorization has used it itself: the ledger has it as %s',
    async state => {
      expect(await reserve({ record: { state } })).toMatchObject({ end: 'added', dropped: [] })
    },
  )

  it.each([{ added: 'known' }, { value: 0n }] as const)(
    'needs no second check with %o',
    async more => {
      const { end, checks } = await reserve(more)
      expect([end, checks]).toEqual([more.added ?? 'added', 0])
    },
  )

  it('has the allowance of the wallet as its bound', async () => {
    expect(await (await reserve({ isValid: true })).bound()).toBe(7n)
  })

  it('lasts an hour longer than the route allows, though the authorization lasts longer', async () => {
    const { asked } = await reserve({ isValid: true })
    expect(asked).toEqual({ key: 'k', payer: 'ann', amount: 5n, until: 2_000_000 })
    const long = await reserve({ isValid: true, validBefore: 9_000_000n })
    expect(long.asked.until).toBe(1_000_000 + 60_000 + 3_600_000)
  })

  it('of a job lasts as long as the job may run', async () => {
    const { asked } = await reserve({ isValid: true, job: { stall: 99_000_000 } })
    expect(asked.until).toBe(100_000_000)
  })
})
