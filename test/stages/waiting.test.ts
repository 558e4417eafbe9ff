/** How a repeated request waits for the work on its payment. */
import { describe, expect, it } from 'vitest'
import { awaitEnd } from '../../runtime/calls/stages/await-end.ts'
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import { fakeCall } from './desk.ts'

const record = (state: string, more: object = {}) => ({ key: 'k', state, ...more }) as PaymentRecord

/** A call whose payment is as `found` says each time that it is read; times of reading, ms. */
function waiting(found: () => PaymentRecord | undefined, isElsewhere = true) {
  const inFlight = new Map<string, { end: Promise<unknown> }>()
  const reads: number[] = []
  const ledger = {
    get: async () => {
      reads.push(made.clock.now() - begun)
      return found()
    },
    elsewhere: async () => isElsewhere,
  }
  const made = fakeCall({ context: { inFlight, ledger } })
  const begun = made.clock.now()
  let end: unknown = 'waiting'
  const begin = (first = record('claimed')): void =>
    void awaitEnd(made.call, first).then(seen => {
      end = seen
    })
  return { ...made, inFlight, reads, begin, ended: () => end }
}

describe('a payment is at rest', () => {
  it.each([
    ['that was released', record('released'), true],
    ['that failed', record('failed'), true],
    ['that is settled, and its delivery recorded', record('settled', { delivered: false }), true],
    [
      'that is being settled, and its delivery recorded',
      record('settling', { delivered: true }),
      true,
    ],
    ['that is settled, and nobody works on it', record('settled'), false],
    ['that is being settled, and nobody works on it', record('settling'), false],
  ])('%s', async (_, found, isElsewhere) => {
    const { begin, ended, clock } = waiting(() => found, isElsewhere)
    begin()
    await clock.settle()
    expect(ended()).toBe(found)
  })

  it('if there is no record', async () => {
    const { begin, ended, clock } = waiting(() => undefined)
    begin()
    await clock.settle()
    expect(ended()).toBe(undefined)
  })

  it.each([
    ['claimed', false],
    ['settled', true],
    ['settling', true],
  ])('not while it is %s (somebody works on it: %s)', async (state, isElsewhere) => {
    const { begin, ended, clock } = waiting(() => record(state), isElsewhere)
    begin()
    await clock.advance(4_999)
    expect(ended()).toBe('waiting')
    await clock.advance(1)
    expect(ended()).toBe(undefined)
    expect(clock.sleepers()).toBe(0)
  })
})

it('a payment that another process works on is read less and less often, for 5 s', async () => {
  const { begin, reads, clock } = waiting(() => record('claimed'))
  begin()
  await clock.advance(10_000)
  const pauses = reads.slice(1).map((at, i) => at - reads[i]!)
  expect(pauses.slice(0, 6)).toEqual([25, 50, 100, 200, 400, 400])
  expect(reads.at(-1)).toBe(5_000)
})

it('a call that this process answers is awaited without reading, and then read', async () => {
  const found = record('settled', { delivered: true })
  const { begin, ended, inFlight, reads, clock } = waiting(() => found)
  let over = (): void => undefined
  inFlight.set('k', {
    end: new Promise<void>(resolve => {
      over = () => resolve(void inFlight.delete('k'))
    }),
  })
  begin()
  await clock.advance(4_000)
  expect([reads, ended()]).toEqual([[], 'waiting'])
  over()
  await clock.settle()
  expect([reads, ended()]).toEqual([[4_000], found])
  expect(clock.sleepers()).toBe(0)
})

it('a call that has failed here is awaited like any other', async () => {
  const found = record('released')
  const { begin, ended, inFlight, clock } = waiting(() => found)
  inFlight.set('k', { end: Promise.reject(new Error('it failed')) })
  begin()
  await clock.settle()
  inFlight.delete('k')
  await clock.advance(50)
  expect(ended()).toBe(found)
})

it('a gateway that closes waits no longer than it takes to read again', async () => {
  const { begin, halt, reads, clock } = waiting(() =>
    record(reads.length > 1 ? 'failed' : 'claimed'),
  )
  begin()
  await clock.settle()
  halt.abort()
  await clock.settle()
  expect(reads).toEqual([0, 0])
})
