/** The clock that the processes of one Redis share, where Redis is slow to answer. */
import { expect, it } from 'vitest'
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
