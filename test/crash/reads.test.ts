// kill -9 at every step of a read: nothing is charged twice or without a result, and no nonce is
// wrongly free.
import { afterAll, beforeAll, it } from 'vitest'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { expectToSurvive, PURCHASES } from './purchases.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

it('an inline read survives a kill before and after each durable step', async () => {
  await expectToSurvive(world, PURCHASES.read)
}, 240_000)
