/** Which steps of a call are undone, and which certainly did nothing. */
import { expect, it } from 'vitest'
import { Undo } from '../../runtime/calls/steps/undo.ts'
import { fakeCall } from '../stages/desk.ts'

const HOUR = 3_600_000

/** Begins steps, and ends each with its failure; the keys of undos that are stored at the end. */
async function stored(...steps: [step: object, failure?: object][]) {
  const written = new Map<string, any>()
  const note = (change: any): void =>
    void (change.do === 'remove' ? written.delete(change.key) : written.set(change.key, change.doc))
  const { call, clock } = fakeCall({
    context: {
      ledger: {
        awaitEnd: async (record: object, _key: string, change: unknown) => {
          note(change)
          return record
        },
      },
      store: { commit: async (changes: unknown[]) => changes.forEach(note) },
    },
    charge: { record: { key: 'k', claim: 'c' } },
    scope: { call: { id: 'one' } },
  })
  const undo = new Undo(call)
  for (const [more, failure] of steps) {
    const step: any = {
      call: { id: 'vendor.buy', timeout: 10_000, retry: 0 },
      undo: { call: { id: 'vendor.drop' }, with: () => ({ a: 1 }) },
      ...more,
    }
    await undo.begin(step)
    await undo.end(step, failure as never)
  }
  return { written, undo, clock }
}

it('a step is undone from the time on at which its call is over', async () => {
  const { written, undo, clock } = await stored([{}])
  const now = clock.now()
  expect([...written]).toEqual([
    [
      'c.0',
      expect.objectContaining({
        call: 'vendor.drop',
        with: { a: 1 },
        id: 'one',
        due: now + 12_000,
        sureFrom: now + 24_000,
        unpaid: { key: 'k', claim: 'c' },
      }),
    ],
  ])
  await clock.skip(23_999)
  expect(undo.isOverdue()).toBe(false)
  await clock.skip(1)
  expect(undo.isOverdue()).toBe(true)
})

it('a step without an undo is not', async () => {
  const { written, undo, clock } = await stored([{ undo: undefined }, { kind: 'not_configured' }])
  await clock.skip(HOUR)
  expect([written.size, undo.isOverdue()]).toEqual([0, false])
})

const CALL = { id: 'vendor.buy', timeout: 10_000, retry: 0 }
it.each<[string, object | undefined, object, number]>([
  ['that succeeded', undefined, CALL, 1],
  ['whose upstream was not called', { kind: 'not_configured' }, CALL, 0],
  [
    'whose upstream was not called, though it may be retried',
    { kind: 'not_configured' },
    { ...CALL, retry: 1 },
    0,
  ],
  ['that was refused', { status: 400 }, CALL, 0],
  ['that was refused with the last 4xx', { status: 499 }, CALL, 0],
  ['that was refused, after a first attempt perhaps', { status: 400 }, { ...CALL, retry: 1 }, 1],
  ['that was refused, after a repeat perhaps', { status: 400 }, { ...CALL, repeat: () => 2 }, 1],
  ['that took too long for its upstream', { status: 408 }, CALL, 1],
  ['that was redirected', { status: 399 }, CALL, 1],
  ['that failed', { status: 500 }, CALL, 1],
  ['without an answer', { kind: 'upstream_timeout' }, CALL, 1],
])('a step %s', async (_, failure, call, count) => {
  expect((await stored([{ call }, failure])).written.size).toBe(count)
})

it('only the step that did nothing is forgotten', async () => {
  const { written } = await stored([{}], [{}, { status: 400 }], [{}])
  expect([...written.keys()]).toEqual(['c.0', 'c.1'])
})
