/** The clock that the processes of one Redis share, where Redis is slow to answer. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRedisClock } from '../../runtime/store/redis-clock.ts'
import { manualClock } from '../helpers/clock.ts'

it('corrects a wrong clock by its first measurement, also if that is slow', async () => {
  const machine = manualClock()
  const ahead = 600_000
  const client: any = {
    time: async () => {
      await machine.advance(1_500)
      const ms = machine.now() + ahead
      return [String(Math.floor(ms / 1000)), String((ms % 1000) * 1000)]
    },
  }
  const { clock, stop } = await createRedisClock(client, machine)
  expect(Math.abs(clock.now() - (machine.now() + ahead))).toBeLessThan(1_000)
  stop()
})

describe('the shared clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** A machine, and a Redis whose clock is `ahead`; its answers take `took` ms. */
  async function started(ahead: number) {
    const manual = manualClock()
    let slept = 0
    const machine = { ...manual, now: () => manual.now() + slept }
    const redis = { ahead, took: 0, isAway: false, asked: 0 }
    const client = {
      time: async () => {
        redis.asked += 1
        if (redis.isAway) throw new Error('away')
        slept += redis.took / 2
        const ms = machine.now() + redis.ahead
        slept += redis.took / 2
        return [String(Math.floor(ms / 1000)), String((ms % 1000) * 1000)]
      },
    }
    const { clock, stop } = await createRedisClock(client as never, machine)
    const off = () => clock.now() - machine.now()
    /** Measures once more. */
    const measure = async (more: Partial<typeof redis>) => {
      Object.assign(redis, more)
      vi.advanceTimersByTime(2_000)
      await machine.settle()
      return off()
    }
    return { off, measure, stop, redis, clock, machine }
  }

  it('follows that of Redis, unless the difference is small', async () => {
    const { off, measure } = await started(51)
    expect(off()).toBe(51)
    expect(await measure({ ahead: 101 })).toBe(51)
    expect(await measure({ ahead: 102 })).toBe(102)
    expect(await measure({ ahead: -600_000 })).toBe(-600_000)
    expect((await started(50)).off()).toBe(0)
  })

  it('is corrected less by an answer that took its time, and not by a slow one', async () => {
    const { measure } = await started(0)
    expect(await measure({ took: 100, ahead: 150 })).toBe(0)
    expect(await measure({ took: 100, ahead: 151 })).toBe(151)
    expect(await measure({ took: 1_000, ahead: 9_000 })).toBe(9_000)
    expect(await measure({ took: 1_002, ahead: 90_000 })).toBe(9_000)
  })

  it('stays while Redis is away, and is measured every two seconds until it is stopped', async () => {
    const { measure, stop, redis } = await started(500)
    expect(await measure({ isAway: true, ahead: 900 })).toBe(500)
    expect(await measure({ isAway: false })).toBe(900)
    vi.advanceTimersByTime(1_999)
    expect(redis.asked).toBe(3)
    stop()
    vi.advanceTimersByTime(60_000)
    expect(redis.asked).toBe(3)
  })

  it('sleeps by the machine', async () => {
    const { clock, machine } = await started(600_000)
    let isOver = false
    void clock.sleep(1_000).then(() => (isOver = true))
    await machine.advance(1_000)
    expect(isOver).toBe(true)
  })

  it('cannot start while Redis is away', async () => {
    const client = { time: () => Promise.reject(new Error('gone')) }
    await expect(createRedisClock(client as never, manualClock())).rejects.toThrow(
      'Redis does not answer: gone',
    )
  })
})
