/** How long a step may take until it may be undone: its repeats and the calls before it count. */
import { expect, it } from 'vitest'
import type { CallStep, Scope, UpstreamCall } from '../../runtime/contract.ts'
import type { FollowUp } from '../../runtime/followups/follow-up.ts'
import type { Change } from '../../runtime/store/store.ts'
import { Undo } from '../../runtime/calls/steps/undo.ts'
import { longestOf } from '../../runtime/upstream/longest.ts'

const NOW = 1_000_000
const call = (more: Partial<UpstreamCall> = {}): UpstreamCall =>
  ({ id: 'carrier.buy', timeout: 20_000, retry: 0, ...more }) as UpstreamCall
const of = (args: object): Scope => ({ args }) as unknown as Scope

it.each<[string, UpstreamCall, number]>([
  ['one call', call(), 20_000],
  ['all attempts of a call together', call({ retry: 3 }), 20_000],
  ['five repeats at a time', call({ repeat: () => 5 }), 20_000],
  ['six repeats', call({ repeat: () => 6 }), 40_000],
  ['as many as the arguments say', call({ repeat: c => c.args.count }), 60_000],
  ['a call before it', call({ first: { call: call({ timeout: 15_000 }) } }), 35_000],
  [
    'two calls before it',
    call({ first: { call: call({ first: { call: call({ timeout: 1 }) } }) } }),
    40_001,
  ],
])('%s', (_name, one, ms) => {
  expect(longestOf(one, of({ count: 12 }))).toBe(ms)
})

it('a call of which nobody knows yet how often it is repeated takes as long as any may', () => {
  expect(longestOf(call({ repeat: c => c.args.count }))).toBe(400_000)
  expect(longestOf(call())).toBe(20_000)
})

it('a step is undone, and too late, only after all of that', async () => {
  const written: FollowUp[] = []
  let now = NOW
  const record = { key: 'base:1', claim: 'c1' }
  const undo = new Undo({
    scope: { call: { id: 'c1' }, args: {} },
    charge: { record },
    context: {
      clock: { now: () => now },
      ledger: {
        awaitEnd: async (_record: unknown, _key: string, change: Change) => {
          written.push((change as { doc: unknown }).doc as FollowUp)
          return record
        },
      },
    },
  } as unknown as ConstructorParameters<typeof Undo>[0])
  const step = {
    name: 'bought',
    call: call({
      takes: { count: 'integer' },
      repeat: c => c.args.count,
      first: { call: call({ timeout: 15_000 }) },
    }),
    with: () => ({ count: 12 }),
    undo: { call: call({ id: 'carrier.give_back' }) },
  } as unknown as CallStep
  await undo.begin(step)
  const longest = 15_000 + 3 * 20_000 + 2_000
  expect(written).toMatchObject([{ due: NOW + longest, sureFrom: NOW + 2 * longest }])
  now = NOW + 2 * longest - 1
  expect(undo.isOverdue()).toBe(false)
  now++
  expect(undo.isOverdue()).toBe(true)
})
