// kill -9 at every step of a conversation: nothing is charged twice or without a result, and no
// nonce is wrongly free.
import { afterAll, beforeAll, it } from 'vitest'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { expectToSurvive, PURCHASES } from './purchases.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

it('an answer as a whole survives a kill before and after each durable step', async () => {
  await expectToSurvive(world, PURCHASES.whole)
}, 240_000)
