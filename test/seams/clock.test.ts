/** What every clock keeps to: the machine's, and the one that tests move by hand. */
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { manualClock } from '../helpers/clock.ts'

const real = {
  clock: systemClock,
  pass: (ms: number) =>
    new Promise<void>(resolve => {
      setTimeout(resolve, ms + 20)
    }),
}
const byHand = () => {
  const clock = manualClock()
  return { clock, pass: (ms: number) => clock.advance(ms) }
}

describe.each([
  ["the machine's clock", () => real],
  ['the manual clock', byHand],
])('%s', (_name, make) => {
  it('runs what was asked for once, when its time has come', async () => {
    const { clock, pass } = make()
    const ran: string[] = []
    clock.after(60, () => ran.push('late'))
    clock.after(20, () => ran.push('early'))
    expect(ran).toEqual([])
    await pass(60)
    expect(ran).toEqual(['early', 'late'])
    await pass(60)
    expect(ran).toHaveLength(2)
  })

  it('runs nothing that was called off, and calling off what has run does nothing', async () => {
    const { clock, pass } = make()
    const ran: string[] = []
    const off = clock.after(20, () => ran.push('off'))
    const done = clock.after(10, () => ran.push('done'))
    off()
    await pass(20)
    done()
    off()
    expect(ran).toEqual(['done'])
  })

  it('sleeps until its time, or until the signal says why not', async () => {
    const { clock, pass } = make()
    const stop = new AbortController()
    const slept = clock.sleep(20, stop.signal).then(() => 'slept')
    await pass(20)
    expect(await slept).toBe('slept')
    const ended = clock.sleep(20, stop.signal).catch(reason => reason)
    stop.abort('enough')
    expect(await ended).toBe('enough')
    expect(await clock.sleep(20, stop.signal).catch(reason => reason)).toBe('enough')
  })
})
