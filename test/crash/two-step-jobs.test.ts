// kill -9 at every step of a job of two steps: nothing is charged twice, nothing is charged without
// a result, and the upstream is not asked for it again and again.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { interrupted, startSeller } from './harness.ts'
import { expectOnce, expectToSurvive, PURCHASES } from './purchases.ts'

const film = PURCHASES.twoSteps
let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

it('a job of two steps survives a kill before and after each durable step', async () => {
  await expectToSurvive(world, film)
}, 240_000)

it('VID-015 a job of two steps is submitted once more at most, and not at all when its ticket is stored', async () => {
  const seller = await startSeller(world, film)
  const submits = async (died: string, nth: number): Promise<number> => {
    world.upstreams.reset('vendor_c')
    const outcome = await interrupted(world, film, seller, gateway => gateway.dieAt(died, nth))
    expect(outcome.died).toBe(died)
    expectOnce(outcome, `killed ${died} (${nth})`)
    return world.upstreams.jobs('vendor_c').length
  }
  try {
    // The first call is the submit; the second is a poll, before which the ticket was stored.
    expect(await submits('after upstreams.call', 1)).toBe(2)
    expect(await submits('before upstreams.call', 2)).toBe(1)
    expect(await submits('after upstreams.call', 2)).toBe(1)
  } finally {
    await seller.stop()
  }
}, 120_000)
