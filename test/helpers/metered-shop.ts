/**
 * A gateway whose payments settle the actual price, a new one for each test: what was signed is the
 * most that a call can cost.
 */
import { afterEach, beforeEach } from 'vitest'
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import type { PaymentScheme } from '../../runtime/payments/scheme.ts'
import { cashCatalog } from './cash-catalog.ts'
import { cashWorld, startCashGateway, until } from './cash-gateway.ts'
import type { CashGateway, World } from './cash-gateway.ts'
import { hooks, meteredRoutes } from './cash-metered.ts'
import { listen, openStreams, PRICE } from './cash-streams.ts'
import type { Listener, ManualStream } from './cash-streams.ts'

/** What the running test has. */
export const shop = {} as { world: World; at: CashGateway; opened: ManualStream[] }
let names = 0

/** A gateway whose payments are metered; wallets without history may owe for `most` streams. */
export async function start(most = 5, parts: (scheme: PaymentScheme) => object = () => ({})) {
  const catalog = cashCatalog(meteredRoutes)
  const unsecured = most * Number(PRICE)
  shop.world = cashWorld({ ...catalog, gateway: { ...catalog.gateway, unsecured } })
  shop.opened = openStreams(shop.world)
  const scheme = Object.assign(shop.world.cash.paymentScheme, { isMetered: true })
  shop.at = await startCashGateway(shop.world, { parts: { hooks, ...parts(scheme) } })
}

/** Starts a gateway before each test of a file, and stops it after. */
export function startForEach(): void {
  beforeEach(() => start())
  afterEach(() => shop.at.stop())
}

export const bank = () => shop.world.cash.bank
export const newWallet = () => shop.world.cash.wallet(`wallet ${++names}`)
export const pay = async (path = '/chat', changes = {}): Promise<string> =>
  newWallet().sign(await shop.at.quote(path, {}), changes)
export const payAs = async (name: string, changes = {}): Promise<string> =>
  shop.world.cash.wallet(name).sign(await shop.at.quote('/chat', {}), changes)
export const recordOf = async (header: string): Promise<PaymentRecord> => {
  const decoded = shop.world.cash.paymentScheme.decode(header)
  return (await shop.at.ledger.get(decoded.ok ? decoded.payment.authorization.key : ''))!
}
export const settled = async (header: string): Promise<PaymentRecord> => {
  await until(async () => (await recordOf(header)).state === 'settled')
  return recordOf(header)
}
export async function begun(header: string): Promise<{ caller: Listener; upstream: ManualStream }> {
  const caller = await listen(shop.at, '/chat', header)
  await caller.hears('one')
  return { caller, upstream: shop.opened.at(-1)! }
}
/** The caller hangs up, and the gateway has seen it. */
export async function leaves(caller: Listener): Promise<void> {
  caller.leave()
  await caller.end
  // Round trips, in which the gateway sees that the connection is closed.
  for (let i = 0; i < 3; i++) await shop.at.quote('/chat', {})
}
