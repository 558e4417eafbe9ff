/** How a lock waits for another process, and how a large text is cut: without a Redis. */
import { expect, it } from 'vitest'
import { createLargeTexts } from '../../runtime/store/redis-large.ts'
import { createRedisLock } from '../../runtime/store/redis-lock.ts'
import { StoreBusy } from '../../runtime/store/store.ts'
import { manualClock } from '../helpers/clock.ts'

/** With this random byte each wait takes its full time and a half. */
const random = { hex: () => 'ff' } as never

/** A lock that another process holds; what it waits, in ms, until it gives up. */
async function waits(wait: number): Promise<number[]> {
  const slept: number[] = []
  const clock = manualClock()
  const sleep = async (ms: number): Promise<void> => {
    slept.push(ms)
    await clock.skip(ms)
  }
  const client = { fareboxTake: async () => 0 } as never
  const lock = createRedisLock(client, { ...clock, sleep }, random)
  const held = lock('a', { ttlMs: 1_000, wait }, async () => undefined)
  await expect(held).rejects.toEqual(new StoreBusy('another process holds a'))
  return slept
}

it('a lock is asked for less and less often, and not after its time', async () => {
  expect(await waits(0)).toEqual([])
  expect(await waits(7.5 + 11.25)).toEqual([7.5, 11.25])
  const slept = await waits(3_000)
  expect(slept.slice(0, 4)).toEqual([7.5, 11.25, 16.875, 25.3125])
  expect(slept.slice(-2)).toEqual([150, 150])
})

it('a large text is stored in no more pieces than it fills', async () => {
  const stored: unknown[][] = []
  const client = {
    fareboxPiece: async (_key: string, piece: number, bytes: Buffer, ms: number) =>
      stored.push([piece, bytes.length, ms]),
  }
  const large = createLargeTexts(client as never, 'base:', random)
  expect(await large.put('x'.repeat(300_000 - 2))).toBe('2.ff')
  expect(stored).toEqual([
    [0, 262_144, 600_000],
    [1, 300_000 - 262_144, 600_000],
  ])
})
