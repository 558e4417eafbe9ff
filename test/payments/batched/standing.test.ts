/** How long a transfer is watched, and how often the facilitator is asked for it. */
import { expect, it } from 'vitest'
import type { BatchedApi, Transfer } from '../../../runtime/payments/batched/api.ts'
import { createStandings } from '../../../runtime/payments/batched/standing.ts'
import { manualClock } from '../../helpers/clock.ts'

/** How many transfers are remembered. */
const MOST = 20_000

function watching(status?: Transfer['status']) {
  const clock = manualClock()
  const asked: string[] = []
  const state = { status }
  const api = {
    transfer: async (id: string) => {
      asked.push(id)
      return state.status && { id, status: state.status }
    },
  } as never as BatchedApi
  return { asked, clock, standing: createStandings(api, clock), state }
}

it.each(['received', 'batched', undefined] as const)(
  'a transfer that is %s is asked for less and less often',
  async status => {
    const { asked, clock, standing } = watching(status)
    expect(await standing('a')).toBe('shallow')
    for (const [i, pause] of [15_000, 60_000, 300_000, 1_800_000, 1_800_000].entries()) {
      await clock.skip(pause - 1)
      expect([await standing('a'), asked.length]).toEqual(['shallow', i])
      await clock.skip(1)
      expect([await standing('a'), asked.length]).toEqual(['shallow', i + 1])
    }
  },
)

it.each([
  ['confirmed', 'deep'],
  ['completed', 'deep'],
  ['failed', 'gone'],
] as const)('a transfer that is %s is %s, and watched no longer', async (status, end) => {
  const { asked, clock, standing } = watching(status)
  await standing('a')
  await clock.skip(15_000)
  expect(await standing('a')).toBe(end)
  expect([await standing('a'), asked]).toEqual(['shallow', ['a']])
})

it('the one that was asked for longest ago is forgotten first, if there are too many', async () => {
  const { asked, clock, standing } = watching('received')
  for (let i = 0; i < MOST; i++) await standing(`${i}`)
  await clock.skip(15_000)
  // The first one is asked for again, so that the second one is the oldest.
  await standing('0')
  await standing('more')
  await clock.skip(60_000)
  expect(asked).toEqual(['0'])
  await standing('0')
  await standing('2')
  await standing('1')
  expect(asked).toEqual(['0', '0', '2'])
})
