/** A gateway in its own world, with taps in the lines that a test wants to watch or cut. */
import type { Clock } from '../../runtime/seams.ts'
import type { Ledger } from '../../runtime/payments/ledger/types.ts'
import type { Store } from '../../runtime/store/store.ts'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { newBuyer, type Buyer } from '../helpers/buyer.ts'
import { startTap, type Tap } from './tap.ts'

/** How the gateway should be. `taps` are names of upstreams, or `chain` for its node. */
export interface ShopOptions<Name extends string> {
  network?: string
  env?: Readonly<Record<string, string>>
  clock?: Clock
  taps?: readonly Name[]
  latency?: Readonly<Record<string, number>>
}

/** A running gateway. */
export interface Shop<Name extends string = string> {
  url: string
  world: World
  taps: Record<Name, Tap>
  /** The gateway's own store, to wait for what callers cannot see. */
  store: Store
  ledger: Ledger
  /** What the seller holds, micro-USD. */
  earned(): Promise<bigint>
  /** A new wallet with money (10 USD unless set). */
  buyer(funds?: bigint): Promise<Buyer>
  stop(): Promise<void>
}

const ORIGIN = /^https?:\/\/[^/]+/

/** Starts a world, the taps and one gateway. */
export async function startShop<Name extends string = never>(
  options: ShopOptions<Name> = {},
): Promise<Shop<Name>> {
  const world = await startWorld(options)
  const taps = {} as Record<Name, Tap>
  const stop = async (): Promise<void> => {
    await world.stop()
    for (const tap of Object.values<Tap>(taps)) await tap.stop()
  }
  try {
    const env: Record<string, string> = {}
    for (const name of options.taps ?? []) {
      const variable = name === 'chain' ? 'RPC_URL' : `${name.toUpperCase()}_URL`
      const address = world.env[variable]!
      taps[name] = await startTap()
      taps[name].to(ORIGIN.exec(address)![0])
      env[variable] = address.replace(ORIGIN, taps[name].url)
    }
    const { url, parts } = await world.open(
      { LOG_LEVEL: 'silent', ...env, ...options.env },
      { clock: options.clock },
    )
    return {
      url,
      world,
      taps,
      stop,
      store: parts.store,
      ledger: parts.ledger,
      earned: () => world.chain.balanceOf(world.payTo),
      buyer: funds => newBuyer(url, world.chain, funds),
    }
  } catch (error) {
    await stop()
    throw error
  }
}
