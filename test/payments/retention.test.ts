/** How long the store keeps the records of payments that have ended. */
import { describe, expect, it } from 'vitest'
import { expiryOf } from '../../runtime/payments/ledger/retention.ts'
import type { PaymentRecord } from '../../runtime/payments/record.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 0, 1)

/** How long from now a record stays, in ms; `lapses` counts from now too. */
const stays = (record: Pick<PaymentRecord, 'state'> & Partial<PaymentRecord>): number =>
  expiryOf({ ...record, lapses: NOW + record.lapses! } as PaymentRecord, NOW)! - NOW

describe.each(['settled', 'failed'] as const)('a record that is %s stays', state => {
  it('for a day after its authorization expires', () => {
    expect(stays({ state, lapses: HOUR })).toBe(HOUR + DAY)
  })

  it('for a day if its authorization has expired already', () => {
    expect(stays({ state, lapses: -40 * DAY })).toBe(DAY)
  })

  it('for thirty days at most', () => {
    expect(stays({ state, lapses: 29 * DAY - 1 })).toBe(30 * DAY - 1)
    expect(stays({ state, lapses: 400 * DAY })).toBe(30 * DAY)
  })

  it('for a day after its job expires, if that is later', () => {
    const job = { id: 'j', poll_url: '/j', expires: NOW + 60 * DAY }
    expect(stays({ state, job, lapses: HOUR })).toBe(61 * DAY)
    expect(stays({ state, job: { ...job, expires: NOW }, lapses: HOUR })).toBe(HOUR + DAY)
  })
})

it('a released record stays for an hour, however long its authorization holds', () => {
  expect(stays({ state: 'released', lapses: 400 * DAY })).toBe(HOUR)
})

describe('a settled record with a large reply', () => {
  const kept = { status: 200, headers: {}, body: 'x'.repeat(300_000) }
  const large = { state: 'settled', kept, lapses: 400 * DAY } as const

  it('stays for 25 hours after its claim, however long its authorization holds', () => {
    expect(stays({ ...large, created: NOW - HOUR })).toBe(DAY)
    expect(stays({ ...large, created: NOW - HOUR, delivered: false })).toBe(DAY)
  })

  it('stays for a day if it settled late, and for an hour once its caller broke off', () => {
    const late = { ...large, created: NOW - 2 * DAY }
    expect(stays(late)).toBe(DAY)
    expect(stays({ ...late, delivered: false })).toBe(HOUR)
  })

  it('stays as others do once the reply is delivered', () => {
    expect(stays({ state: 'settled', delivered: true, created: NOW, lapses: HOUR })).toBe(
      HOUR + DAY,
    )
  })
})
