// kill -9 at every step of an image: nothing is charged twice or without a result, and no nonce is
// wrongly free.
import { afterAll, beforeAll, it } from 'vitest'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { expectToSurvive, PURCHASES } from './purchases.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

it('an image within the window survives a kill before and after each durable step', async () => {
  await expectToSurvive(world, PURCHASES.image)
}, 240_000)
