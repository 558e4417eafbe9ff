// [V17] A gateway whose machine has the wrong time goes by the time of the store that it shares
// with others.
import { afterAll, beforeAll, expect } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { wants } from '../helpers/buyer.ts'
import { startGateway } from '../helpers/gateway.ts'
import { spawnRedis, type PrivateRedis } from '../helpers/redis.ts'
import { suitesWith } from '../helpers/servers.ts'

const { it } = suitesWith('redis', 'own')

let redis: PrivateRedis
beforeAll(async () => {
  redis = await spawnRedis()
})
afterAll(async () => {
  await redis.stop()
})

it.each([-600_000, 3_960_000])(
  '[V17] a machine that is %i ms off sells as any other',
  async off => {
    const clock = { ...systemClock, now: () => systemClock.now() + off }
    const at = await startGateway({ env: { REDIS_URL: `unix:${redis.path}` }, assemble: { clock } })
    try {
      expect(Math.abs(at.gateway.parts.clock.now() - systemClock.now())).toBeLessThan(2_000)
      const buyer = await at.buyer()
      const { status, body } = await buyer.send(wants.pm, await buyer.header(wants.pm))
      expect(status, JSON.stringify(body)).toBe(200)
    } finally {
      await at.stop()
    }
  },
  60_000,
)
