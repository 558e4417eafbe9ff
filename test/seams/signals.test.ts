/** Signals that follow a long-lived one, and timers for long times. */
import { expect, test } from 'vitest'
import { linkedSignal, onAbort, orAborted } from '../../runtime/lib/signals.ts'
import { longAfter } from '../../runtime/calls/stages/deadline.ts'
import { manualClock } from '../helpers/clock.ts'

test('everybody who follows a signal hears of its abort once, and who forgot it does not', () => {
  const long = new AbortController()
  const heard: string[] = []
  onAbort(long.signal, () => heard.push('a'))
  const forget = onAbort(long.signal, () => heard.push('b'))
  onAbort(long.signal, () => heard.push('c'))
  forget()
  long.abort('over')
  long.abort('again')
  expect(heard).toEqual(['a', 'c'])
})

test('who is forgotten while the others hear of an abort hears nothing', () => {
  const long = new AbortController()
  const heard: string[] = []
  onAbort(long.signal, () => {
    heard.push('a')
    forget()
  })
  const forget = onAbort(long.signal, () => heard.push('b'))
  onAbort(long.signal, () => heard.push('c'))
  long.abort('over')
  forget()
  expect(heard).toEqual(['a', 'c'])
})

test('who follows a signal that has aborted already hears nothing of it', () => {
  const heard: string[] = []
  onAbort(AbortSignal.abort(), () => heard.push('late'))
  expect(heard).toEqual([])
})

test('a linked signal aborts with the reason of the outer one, also where that came first', () => {
  const long = new AbortController()
  const before = linkedSignal(long.signal)
  long.abort('the gateway closes')
  const after = linkedSignal(long.signal)
  expect([before.signal.reason, after.signal.reason]).toEqual([
    'the gateway closes',
    'the gateway closes',
  ])
})

test.each([400, 1000, 61_234])('a long timer of %i ms fires at that very time', async ms => {
  const clock = manualClock()
  let fired = 0
  longAfter(clock, ms, () => {
    fired++
  })
  await clock.advance(ms - 1)
  expect(fired).toBe(0)
  await clock.advance(1)
  expect(fired).toBe(1)
})

test.each([500, 61_100])('a long timer that is cancelled after %i ms never fires', async ms => {
  const clock = manualClock()
  let fired = 0
  const cancel = longAfter(clock, 61_234, () => {
    fired++
  })
  await clock.advance(ms)
  cancel()
  await clock.advance(100_000)
  expect(fired).toBe(0)
})

test('work that ignores a signal is left at its abort, whatever becomes of it', async () => {
  const stop = new AbortController()
  let fail = (_: Error): void => undefined
  const endless = new Promise<never>((_, reject) => {
    fail = reject
  })
  const left = orAborted(stop.signal, endless)
  stop.abort('over')
  await expect(left).rejects.toBe('over')
  fail(new Error('late'))
  await expect(orAborted(stop.signal, Promise.resolve(1))).rejects.toBe('over')
  const { signal } = new AbortController()
  expect(await orAborted(signal, Promise.resolve(1))).toBe(1)
  await expect(orAborted(signal, Promise.reject(new Error('no')))).rejects.toThrow('no')
})
