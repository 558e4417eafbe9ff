/** A gateway that sells streams to wallets without history, of which few may owe at a time. */
import { afterEach, beforeEach } from 'vitest'
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import type { Requirements } from '../../runtime/payments/payment.ts'
import { cashCatalog } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  startCashGateway,
  tickUntil,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'
import {
  chats,
  listen,
  PRICE,
  manualStream,
  type Listener,
  type ManualStream,
} from '../helpers/cash-streams.ts'

export let world: World
export let at: CashGateway
export let streams: ManualStream[]
let names = 0

/** A world in which `most` streams of wallets without history may be owed for at a time. */
export async function start(most: number, routes = Object.values(chats)): Promise<void> {
  const catalog = cashCatalog(routes)
  const unsecured = most * Number(PRICE)
  world = cashWorld({ ...catalog, gateway: { ...catalog.gateway, unsecured } })
  at = await startCashGateway(world)
  streams = []
  world.vendor.stream = async ({ signal }) =>
    streams[streams.push(manualStream(signal)) - 1]!.stream
}

/** Starts the gateway before each test of a file, with room for one owed stream, and stops it. */
export function useGateway(): void {
  beforeEach(() => start(1))
  afterEach(() => at.stop())
}

export const bank = () => world.cash.bank

/** The name of a wallet without history. */
export const fresh = (): string => `nobody ${++names}`

/** A payment of a wallet; `seconds` limits how long it is valid. */
export const pay = async (name: string, seconds?: number): Promise<string> => {
  const now = Math.floor(world.clock.now() / 1000)
  const until = seconds === undefined ? {} : { validBefore: String(now + seconds) }
  return world.cash.wallet(name).sign(await at.quote('/chat', {}), until)
}

/** The record of a payment. */
export const recordOf = async (header: string): Promise<PaymentRecord | undefined> => {
  const decoded = world.cash.paymentScheme.decode(header)
  return decoded.ok ? at.ledger.get(decoded.payment.authorization.key) : undefined
}

export const stateOf = async (header: string) => (await recordOf(header))?.state

/** Waits while time passes. */
export const ticking = <T>(what: Promise<T>): Promise<T> => tickUntil(world.clock, what)

/** A stream whose first word was heard. */
export async function begun(
  header: string,
  where = at,
): Promise<{ caller: Listener; stream: ManualStream }> {
  const caller = await listen(where, '/chat', header)
  await caller.hears('one')
  return { caller, stream: streams.at(-1)! }
}

/** Somebody sends an authorization to the chain. */
export async function lands(header: string): Promise<void> {
  const decoded = world.cash.paymentScheme.decode(header)
  if (!decoded.ok) throw new Error('not a payment')
  const { payment } = decoded
  const { accepted } = payment.payload as { accepted: Requirements }
  await world.cash.paymentScheme.backend.settle(payment, accepted, async () => undefined)
}

/** Uses up what wallets without history may owe: the next stream is settled first. */
export const fill = async (): Promise<void> => {
  await begun(await pay(fresh()))
}
