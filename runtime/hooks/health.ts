/** `healthOf`: what is true of this gateway now. `ok` is false when something that payments need is down. */
import type { Json } from '../contract.ts'
import type { HookParts } from './parts.ts'
import { remember, within } from './remember.ts'

/** The views of health. */
export type HealthView = 'basic' | 'overview' | 'chain' | 'models' | 'regions'

type View = { [key: string]: Json | undefined } & { status: string; ok: boolean }

const KEPT = 3000
const PATIENCE = 3000
/** A chain whose last block is older stands still. Seconds. */
const OLDEST_BLOCK = 600
const FEWEST_CALLS = 3

const word = (ok: boolean): string => ok ? 'ok' : 'degraded'

/** The newest block: number and age in seconds. Rejects when the node does not answer. */
async function newestBlock(parts: HookParts): Promise<{ number: number; age: number }> {
  const block = await parts.node.call<{ number?: string; timestamp?: string } | null>('eth_getBlockByNumber', ['latest', false], PATIENCE)
  const [number, time] = [Number(block?.number ?? Number.NaN), Number(block?.timestamp ?? Number.NaN)]
  if (!Number.isSafeInteger(number) || !Number.isSafeInteger(time)) throw new TypeError('the node gave no block')
  return { number, age: Math.max(0, Math.floor(parts.clock.now() / 1000) - time) }
}

/** The chain and the settlement of payments. */
async function chainView(parts: HookParts): Promise<View> {
  const { clock, rail } = parts
  const [block, settler] = await Promise.all([
    within(clock, PATIENCE, newestBlock(parts)).catch(() => undefined),
    within(clock, PATIENCE, rail.settler.health()).catch(() => undefined),
  ])
  const moving = block !== undefined && (parts.dev || block.age <= OLDEST_BLOCK)
  const ok = moving && settler?.ok === true
  return {
    status: word(ok), ok, network: rail.spec.label, chain_id: rail.spec.chain,
    block: block?.number ?? null, block_age_seconds: block?.age ?? null, settlement: { ok: settler?.ok === true, ...settler?.details },
  }
}

/** The suppliers: configured, idle, answering or failing. How much they are used is nobody's business. */
function modelsView(parts: HookParts): View {
  const suppliers = parts.upstreams.health().map(({ name, configured, calls, failures }) => {
    const failing = calls >= FEWEST_CALLS && failures * 2 > calls
    return { name, configured, status: !configured ? 'not_configured' : failing ? 'failing' : calls === 0 ? 'idle' : 'ok' }
  })
  const ok = !suppliers.some((supplier) => supplier.status === 'failing')
  return { status: word(ok), ok, suppliers }
}

/** Makes the hook. Each view is looked up at most once in three seconds. */
export function createHealth(parts: HookParts): (view: HealthView) => Promise<Json> {
  const { clock, catalog, rail, region } = parts
  const started = clock.now()
  const options = { clock, ms: KEPT }
  const chain = remember(options, () => chainView(parts))
  const store = remember(options, () => within(clock, PATIENCE, parts.store.ping()).then(() => true, () => false))

  const basic = async (): Promise<View> => {
    const [paid, stored] = await Promise.all([chain(''), store('')])
    const ok = paid.ok && stored
    const seconds = Math.floor((clock.now() - started) / 1000)
    return { status: word(ok), ok, network: rail.spec.label, catalog: catalog.hash.slice(0, 12), uptime_seconds: seconds }
  }
  const views: Readonly<Record<HealthView, () => Promise<View>>> = {
    basic,
    chain: () => chain(''),
    models: async () => modelsView(parts),
    regions: async () => {
      const { status, ok } = await basic()
      return { status, ok, regions: [{ name: region, status }] }
    },
    overview: async () => {
      const [whole, paid, stored] = await Promise.all([basic(), chain(''), store('')])
      return { ...whole, region, store: { ok: stored, shared: parts.store.shared }, chain: paid, models: modelsView(parts) }
    },
  }
  return (view) => views[view]()
}
