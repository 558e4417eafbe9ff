import { manualClock } from '../helpers/clock.ts'
import { embeddedStore } from '../helpers/store.ts'
import { describeStore } from './contract.ts'

describeStore('embedded', async () => {
  const clock = manualClock()
  const { store, stop } = await embeddedStore(clock)
  return { store, stop, now: () => clock.now(), pass: ms => clock.advance(ms) }
})
