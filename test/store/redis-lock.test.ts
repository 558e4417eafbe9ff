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

/** Locks of a process on a Redis that has these leases. */
function locks() {
  const clock = manualClock()
  const asked: unknown[][] = []
  const client = {
    fareboxTake: async (...of: unknown[]) => (asked.push(['take', ...of]), 1),
    fareboxDrop: async (...of: unknown[]) => (asked.push(['drop', ...of]), 1),
  }
  const hex = { hex: (bytes: number) => `owner${bytes}` } as never
  return { clock, asked, client, lock: createRedisLock(client as never, clock, hex) }
}
const TAKE = ['take', 'a', 'owner16', 900]
const DROP = ['drop', 'a', 'owner16']

it('a lock is renewed at a third of its time, until its work is over', async () => {
  const { clock, asked, lock } = locks()
  let end = (): void => undefined
  const held = lock(
    'a',
    { ttlMs: 900 },
    () => new Promise<string>(resolve => (end = () => resolve('done'))),
  )
  await clock.advance(299)
  expect(asked).toEqual([TAKE])
  await clock.advance(601)
  expect(asked).toEqual([TAKE, TAKE, TAKE, TAKE])
  end()
  expect(await held).toBe('done')
  expect(asked.at(-1)).toEqual(DROP)
  await clock.advance(10_000)
  expect([asked.length, clock.sleepers()]).toEqual([5, 0])
})

it('a lock is given up after work that failed, and its work goes on while Redis is away', async () => {
  const { asked, lock, client, clock } = locks()
  await expect(lock('a', { ttlMs: 900 }, () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  )
  expect(asked).toEqual([TAKE, DROP])
  let end = (): void => undefined
  const held = lock(
    'a',
    { ttlMs: 900 },
    () => new Promise<number>(resolve => (end = () => resolve(7))),
  )
  await clock.settle()
  client.fareboxTake = client.fareboxDrop = () => Promise.reject(new Error('away'))
  await clock.advance(900)
  end()
  expect(await held).toBe(7)
})

it('a lock that Redis cannot give is unavailable, and users of one process take turns', async () => {
  const { lock, client, asked } = locks()
  let end = (): void => undefined
  const first = lock('a', { ttlMs: 900 }, () => new Promise<void>(resolve => (end = resolve)))
  const second = lock('a', { ttlMs: 900, wait: 0 }, async () => 1)
  await expect(second).rejects.toThrow(StoreBusy)
  expect(asked).toEqual([TAKE])
  end()
  await first
  client.fareboxTake = () => Promise.reject(new Error('away'))
  await expect(lock('a', { ttlMs: 900 }, async () => 1)).rejects.toThrow(
    'Redis does not answer: away',
  )
})
