import { systemClock } from '../../runtime/lib/clock.ts'
import { startRedis } from '../helpers/redis.ts'
import { suitesWith } from '../helpers/servers.ts'
import { redisStore } from '../helpers/store.ts'
import { describeStore } from './contract.ts'

suitesWith('redis').describe('over a real server', () =>
  describeStore('redis', async () => {
    const redis = await startRedis()
    const { store, stop } = await redisStore(redis)
    return {
      store,
      stretch: 3,
      now: () => Date.now(),
      pass: ms => systemClock.sleep(ms),
      stop: async () => {
        await stop()
        await redis.stop()
      },
    }
  }),
)
