// kill -9 at every step of a job: nothing is charged twice or without a result, and no nonce is
// wrongly free.
import { afterAll, beforeAll, it } from 'vitest'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { expectToSurvive, PURCHASES } from './purchases.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

it('a job that is polled survives a kill before and after each durable step', async () => {
  await expectToSurvive(world, PURCHASES.job)
}, 240_000)
