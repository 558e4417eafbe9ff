import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, expect, it, vi } from 'vitest'
import { manualClock } from '../helpers/clock.ts'
import { embeddedStore } from '../helpers/store.ts'
import { describeStore } from './contract.ts'

afterEach(() => {
  vi.useRealTimers()
})

describeStore('embedded', async () => {
  const clock = manualClock()
  const { store, stop } = await embeddedStore(clock)
  return { store, stop, now: () => clock.now(), pass: ms => clock.advance(ms) }
})

it('a new store offers everything that a single process needs', async () => {
  const clock = manualClock()
  const { store, stop } = await embeddedStore(clock)
  expect([store.shared, store.clock.now()]).toEqual([false, clock.now()])
  await store.ping()
  expect(await store.commit([])).toBe(true)
  expect(await store.count('bucket', 1_000)).toEqual({ count: 1, resetAt: clock.now() + 1_000 })
  await store.cachePut('block', Buffer.from('bytes'), 1_000)
  expect(await store.cacheGet('block')).toEqual(Buffer.from('bytes'))
  expect(await store.lock('name', 1_000, async () => 7)).toBe(7)
  expect([
    await store.lease('lease', 'one', 1_000),
    await store.lease('lease', 'two', 1_000),
    await store.unlease('lease', 'one'),
    await store.lease('lease', 'two', 1_000),
  ]).toEqual([true, false, undefined, true])
  const part = { key: 'a', amount: 2, most: 2, ttlMs: 1_000 }
  expect([
    await store.hold('pool', part),
    await store.msUntilFits('pool', { amount: 1, most: 2 }),
    await store.unhold('pool', 'a'),
    await store.msUntilFits('pool', { amount: 1, most: 2 }),
  ]).toEqual([true, 1_000, undefined, 0])
  await stop()
  await expect(store.ping()).rejects.toThrow('the store is closed')
})

it('a ping takes no answer of the reads that it shares a message with', async () => {
  const { store, stop } = await embeddedStore(manualClock())
  await store.commit([{ do: 'insert', in: 'jobs', key: 'a', doc: 7 }])
  const [, found] = await Promise.all([store.ping(), store.get('jobs', 'a')])
  expect(found).toEqual({ doc: 7, version: 1, tag: '' })
  await stop()
})

it('documents that have expired are removed from the disk every half a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const clock = manualClock()
  const { store, dir } = await embeddedStore(clock)
  const insert = (key: string, expires?: number) =>
    ({ do: 'insert', in: 'jobs', key, doc: 1, expires }) as const
  // Two full rounds of a thousand, and what is left.
  const brief = Array.from({ length: 2_001 }, (_, i) => insert(`k${i}`, clock.now() + 1))
  await store.commit([...brief, insert('later', clock.now() + 60_000), insert('never')])
  await clock.advance(1)
  vi.advanceTimersByTime(30_000)
  for (let rounds = 0; rounds < 4; rounds++) await store.ping()
  await store.close()
  expect(vi.getTimerCount()).toBe(0)
  const db = new Database(join(dir, 'store.db'))
  expect(db.prepare('SELECT k FROM docs ORDER BY id').pluck().all()).toEqual(['later', 'never'])
  db.close()
  rmSync(dir, { recursive: true })
})
