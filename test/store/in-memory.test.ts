import { manualClock } from '../helpers/clock.ts'
import { memoryStore } from '../helpers/memory-store.ts'
import { describeStore } from './contract.ts'

// The races of payments run on this store, so it must be one.
describeStore('in-memory', async () => {
  const clock = manualClock()
  return {
    store: memoryStore(clock),
    now: () => clock.now(),
    pass: ms => clock.advance(ms),
    stop: async () => undefined,
  }
})
