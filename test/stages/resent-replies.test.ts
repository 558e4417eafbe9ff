/** The memory of large stored replies that are sent again, and who gives way to whom. */
import { expect, it } from 'vitest'
import { ResentReplies, type Resent } from '../../runtime/limits/resent-replies.ts'
import { manualClock } from '../helpers/clock.ts'

const MINUTE = 60_000

function desk() {
  const clock = manualClock()
  const replies = new ResentReplies(clock, { all: 10, each: 6 })
  const ended: string[] = []
  const take = (payer: string, size: number, name = payer): Resent | undefined =>
    replies.take({ payer, size, hangUp: () => ended.push(name) })
  return { clock, replies, ended, take }
}

it('a wallet has its part, and all have one together', () => {
  const { take, ended } = desk()
  expect([take('ann', 4), take('ann', 2)].map(Boolean)).toEqual([true, true])
  expect(take('ann', 1)).toBeUndefined()
  expect([take('bob', 4), take('cat', 1)].map(Boolean)).toEqual([true, false])
  expect(ended).toEqual([])
})

it('a reply longer than the part of a wallet counts as that part', () => {
  const { take } = desk()
  expect(take('ann', 7)?.size).toBe(6)
  expect(take('ann', 1)).toBeUndefined()
  expect(take('bob', 4)).toBeDefined()
})

it('what is given back fits again', () => {
  const { take, replies } = desk()
  const first = take('ann', 6)!
  replies.give(first)
  expect(take('ann', 6)).toBeDefined()
})

it('transfers of a minute give way, the oldest first, and only as many as needed', async () => {
  const { take, clock, ended } = desk()
  take('ann', 4, 'first')
  await clock.skip(1)
  take('bob', 4, 'second')
  await clock.skip(MINUTE - 2)
  expect(take('cat', 3)).toBeUndefined()
  await clock.skip(2)
  expect(take('cat', 3)).toBeDefined()
  expect(ended).toEqual(['first'])
})

it('of a wallet that has its part, only its own transfers give way', async () => {
  const { take, clock, ended } = desk()
  take('bob', 2, 'of bob')
  take('ann', 6, 'of ann')
  await clock.skip(MINUTE)
  expect(take('ann', 1)).toBeDefined()
  expect(ended).toEqual(['of ann'])
})

it('none gives way to a reply that would not fit all the same', async () => {
  const { take, clock, ended } = desk()
  take('bob', 4)
  take('cat', 2)
  await clock.skip(MINUTE)
  expect(take('ann', 4)).toBeDefined()
  expect(take('ann', 3)).toBeUndefined()
  expect(ended).toEqual([])
})
