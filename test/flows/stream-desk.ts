/** A gateway that sells streams. */
import { afterEach, beforeEach, expect } from 'vitest'
import { startCashGateway, type CashGateway, type World } from '../helpers/cash-gateway.ts'
import {
  chatWorld,
  eventsOf,
  listen,
  openStreams,
  type Listener,
  type ManualStream,
} from '../helpers/cash-streams.ts'

export let world: World

export let at: CashGateway

export let opened: ManualStream[]

export const bank = () => world.cash.bank

export const pay = async (path = '/chat', changes = {}): Promise<string> =>
  world.cash.wallet('ann').sign(await at.quote(path, {}), changes)

export const stateOf = async (header: string): Promise<string | undefined> =>
  (await at.ledger.get(keyOf(header)))?.state

export const keyOf = (header: string): string => {
  const decoded = world.cash.paymentScheme.decode(header)
  return decoded.ok ? decoded.payment.authorization.key : ''
}

/** A call whose first piece has reached its caller. */
export async function begun(
  header: string,
  path = '/chat',
): Promise<{ caller: Listener; upstream: ManualStream }> {
  const caller = await listen(at, path, header)
  await caller.hears('one')
  return { caller, upstream: opened.at(-1)! }
}

export const errorOf = (caller: Listener): any =>
  eventsOf(caller.text()).find(event => event.error)?.error

/** The promise made to every caller whose stream broke off. */
export const neverWhole = (caller: Listener): void =>
  expect(caller.text()).not.toMatch(/\[DONE\]|"usage":\{/)

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useGateway(): void {
  beforeEach(async () => {
    world = chatWorld()
    opened = openStreams(world)
    at = await startCashGateway(world)
  })
  afterEach(async () => {
    await at.stop()
  })
}
