// kill -9 at every step of a stream.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { killAtEachStep, type Outcome } from './harness.ts'
import { PURCHASES } from './purchases.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const NAMED = [
  'before upstreams.stream',
  'after upstreams.stream',
  'before settler.settle',
  'after settler.settle',
]

it('a stream survives a kill before and after each durable step: a caller who paid gets every word, and pays once', async () => {
  const see = (outcome: Outcome, where: string): void => {
    const { answer, replayed, paid, price } = outcome
    expect([answer.status, paid], where).toEqual([200, price])
    // What was settled when the gateway died lacks its last frame at most; everything else can be
    // sent again.
    if (replayed.status === 402)
      expect([replayed.body.code, answer.body], where).toEqual([
        'PAYMENT_REPLAY',
        expect.stringContaining('"finish_reason":"stop"'),
      ])
    else
      expect([replayed.status, replayed.body], where).toEqual([
        200,
        expect.stringContaining('[DONE]'),
      ])
  }
  const places = await killAtEachStep(world, PURCHASES.stream, see, NAMED)
  expect(places).toEqual(expect.arrayContaining(NAMED))
}, 240_000)
