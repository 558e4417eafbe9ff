/** An upstream whose replies are files. */
import { afterEach, beforeEach } from 'vitest'
import { manualClock, type ManualClock } from '../helpers/clock.ts'
import { startWorld, type World } from './client-world.ts'

export const MP3 = Buffer.from('494433040000000000ff00fe', 'hex')

export let clock: ManualClock

export let world: World

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useWorld(): void {
  beforeEach(async () => {
    clock = manualClock()
    world = await startWorld({ clock, maxBytes: 1_000_000 })
  })
  afterEach(() => world.stop())
}
