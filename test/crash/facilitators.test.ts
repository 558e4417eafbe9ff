/**
 * kill -9 of gateways that settle through a facilitator, whose answer is lost with them: nothing is
 * paid twice, nothing is served unpaid, and the chain says what was paid.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { startFacilitator, type TestFacilitator } from '../payments/facilitator-server.ts'
import { BROADCAST, startSide, type Side } from './frozen.ts'
import { costOf, KINDS, PATHS, survive, type Kind, type Stop } from './survive.ts'

/** The steps around a settlement that another account sends. */
const STEPS = [
  ['before settler.settle', false],
  ['before store.commit settling', false],
  ['after store.commit settling', true],
  [BROADCAST, true],
  ['after settler.settle', true],
] as const

describe.concurrent.each([
  ['base', 'rpc'],
  ['metered', 'chat'],
] as const satisfies (readonly [string, Kind])[])('on %s', (network, kind) => {
  let world: World
  let facilitator: TestFacilitator
  let side: Side
  beforeAll(async () => {
    world = await startWorld({ network })
    facilitator = await startFacilitator(world.chain)
    const { RELAYER_KEY: _, ...env } = world.env
    const remote = { ...world.network, url: facilitator.url }
    env.FACILITATOR_URL = facilitator.url
    side = await startSide({ ...world, network: remote, env }, PATHS)
  })
  afterAll(async () => {
    await side?.stop()
    await facilitator?.stop()
    await world?.stop()
  })

  it('a purchase survives a kill at each step: it is answered, and charged once', async () => {
    const cost = await costOf(world, side, KINDS[kind])
    const round = STEPS.map(([step, charged]): Stop => ({ kind, step, charged }))
    const before = facilitator.settles.length
    await survive(world, side, round, { [kind]: cost })
    expect(facilitator.settles.length - before).toBeGreaterThanOrEqual(STEPS.length)
  }, 180_000)
})
