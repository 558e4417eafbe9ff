/** How long work may take: its authorization must still be good at the settlement. */
import { describe, expect, it } from 'vitest'
import {
  deadlineOf,
  refuseShortAuthorization,
  remainingValidity,
} from '../../runtime/calls/stages/deadline.ts'
import { fakeCall, saidIn, type Parts } from './desk.ts'

/** A call whose authorization is valid for so many seconds. */
function callFor(seconds: number | undefined, more: Parts = {}, scheme = {}) {
  const made = fakeCall(more)
  const validBefore = BigInt(made.clock.now() / 1000 + (seconds ?? 0))
  if (seconds !== undefined) made.call.payment = { authorization: { validBefore }, scheme } as never
  return made
}

it('an authorization is valid until its end, less the margin, and for a timer at most', () => {
  expect(remainingValidity(callFor(10).call, 3_000)).toBe(7_000)
  expect(remainingValidity(callFor(2).call, 3_000)).toBe(0)
  expect(remainingValidity(callFor(1e10).call, 0)).toBe(2 ** 31 - 1)
  expect(remainingValidity(callFor(undefined).call, 0)).toBe(undefined)
})

describe('work', () => {
  it('is aborted 3 s before its authorization ends', async () => {
    const { call, clock } = callFor(10)
    const deadline = deadlineOf(call)
    await clock.advance(6_999)
    expect([deadline.signal.aborted, deadline.isLate()]).toEqual([false, false])
    await clock.advance(1)
    expect([deadline.signal.reason, deadline.isLate()]).toEqual(['the authorization ends', true])
  })

  it('is not aborted at that time once its limit is lifted or it is over', async () => {
    for (const how of ['lift', 'end'] as const) {
      const { call, clock } = callFor(10)
      const deadline = deadlineOf(call)
      deadline[how]()
      await clock.advance(20_000)
      expect([deadline.isLate(), clock.sleepers()]).toEqual([false, 0])
    }
  })

  it('is stopped when it is asked to, or when the gateway closes, and is not late then', () => {
    for (const streams of [undefined, () => true]) {
      const paid = callFor(streams === undefined ? 10 : undefined, { route: { streams } })
      const deadline = deadlineOf(paid.call)
      deadline.stop()
      expect([deadline.signal.reason, deadline.isLate()]).toEqual(['stopped', false])
      const other = deadlineOf(paid.call)
      paid.halt.abort('closing')
      expect(other.signal.reason).toBe('closing')
    }
  })

  it('that nobody pays for is stopped only when the gateway closes', () => {
    const { call, halt } = callFor(undefined)
    const deadline = deadlineOf(call)
    deadline.stop()
    deadline.lift()
    deadline.end()
    expect([deadline.signal, deadline.signal.aborted]).toEqual([halt.signal, false])
  })
})

describe('a wallet that abandons work', () => {
  const PENALISED = { payer: '0xann', route: { authorization: 60_000 } }
  async function refused(
    seconds: number | undefined,
    { until = 1, scheme = {}, payer = '0xann' } = {},
  ) {
    const made = callFor(seconds, { ...PENALISED, payer }, scheme)
    const released: unknown[] = []
    const penalised = new Map([['0xann', made.clock.now() + until]])
    Object.assign(made.call.context, {
      penalised,
      ledger: { release: async (_: unknown, reason: string) => void released.push(reason) },
    })
    const steps: string[] = []
    const charge = {
      holds: true,
      record: { requirements: { network: 'n' } },
      move: (step: string) => steps.push(step),
      expect: () => undefined,
    }
    Object.assign(made.call, { charge })
    const reply = await refuseShortAuthorization(made.call)
    return [released[0], saidIn(reply)?.details ?? saidIn(reply)?.reason]
  }
  const LONGER = [
    'the authorization would have ended',
    expect.stringMatching(/as the challenge says/),
  ]

  it('signs for as long as the challenge says, less the time to sign', async () => {
    expect(await refused(44)).toEqual(LONGER)
    expect(await refused(45)).toEqual([undefined, undefined])
    expect(await refused(undefined)).toEqual([undefined, undefined])
  })

  it('waits where it cannot sign for that long', async () => {
    const reason = 'the wallet left too much work unpaid'
    expect(await refused(44, { scheme: { maxValidityMs: 44_999 } })).toEqual([
      reason,
      expect.stringMatching(/in an hour/),
    ])
    expect(await refused(44, { scheme: { maxValidityMs: 45_000 } })).toEqual(LONGER)
  })

  it('does so for an hour, and no other wallet does', async () => {
    expect(await refused(44, { until: 0 })).toEqual([undefined, undefined])
    expect(await refused(44, { payer: '0xbob' })).toEqual([undefined, undefined])
  })
})
