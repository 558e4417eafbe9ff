/**
 * `healthOf`: the current state of this gateway. `ok` is false if something that payments need is
 * down.
 */
import type { Json } from '../contract.ts'
import type { HookContext, ProcessState } from './parts.ts'
import type { Look } from '../readiness.ts'

/** The views of health. */
export type HealthView = 'basic' | 'overview' | 'chain' | 'models' | 'regions'

type View = { [key: string]: Json | undefined } & { status: string; ok: boolean }

const FEWEST_CALLS = 3

const word = (ok: boolean): string => (ok ? 'ok' : 'degraded')

/** The chain, and the settlement of payments. */
function chainView({ paymentScheme }: HookContext, { block, isMoving, backend }: Look): View {
  const ok = isMoving && backend?.ok === true
  return {
    status: word(ok),
    ok,
    network: paymentScheme.spec.label,
    chain_id: paymentScheme.spec.chain,
    block: block?.number ?? null,
    block_age_seconds: block?.age ?? null,
    settlement: { ok: backend?.ok === true, ...backend?.details },
  }
}

/** The upstreams: configured, idle, answering or failing. Their usage is not shown. */
function modelsView(parts: HookContext): View {
  const upstreams = parts.upstreams.health().map(({ name, configured, calls, failures }) => {
    const failing = calls >= FEWEST_CALLS && failures * 2 > calls
    return {
      name,
      configured,
      status: !configured ? 'not_configured' : failing ? 'failing' : calls === 0 ? 'idle' : 'ok',
    }
  })
  const ok = !upstreams.some(upstream => upstream.status === 'failing')
  return { status: word(ok), ok, upstreams }
}

const shortName = (hash: string): string => hash.slice(0, 12)

/** The refused release, the canary, and why the last canary was aborted. */
function releasesView({ refused, canary, aborted }: ProcessState): { [key: string]: Json } {
  return {
    ...(refused && {
      catalog_refused: { release: shortName(refused.hash), reason: refused.reason },
    }),
    ...(canary && { canary: { release: shortName(canary.hash), percent: canary.percent } }),
    ...(aborted && {
      canary_aborted: { release: shortName(aborted.hash), reason: aborted.reason },
    }),
  }
}

/**
 * Makes the hook. It shows the same payment state that admission uses, checked at most once in
 * three seconds.
 */
export function createHealth(parts: HookContext): (view: HealthView) => Promise<Json> {
  const { clock, catalog, paymentScheme, region, readiness } = parts
  const { process = { started: clock.now() } } = parts
  const basic = ({ ok }: Look): View => {
    const seconds = Math.floor((clock.now() - process.started) / 1000)
    return {
      status: word(ok),
      ok,
      network: paymentScheme.spec.label,
      catalog: catalog.hash.slice(0, 12),
      uptime_seconds: seconds,
      ...releasesView(process),
    }
  }
  const views: Readonly<Record<HealthView, () => Promise<View>>> = {
    basic: async () => basic(await readiness.look()),
    chain: async () => chainView(parts, await readiness.look()),
    models: async () => modelsView(parts),
    regions: async () => {
      const { status, ok } = basic(await readiness.look())
      return { status, ok, regions: [{ name: region, status }] }
    },
    overview: async () => {
      const look = await readiness.look()
      const store = { ok: look.isStored, shared: parts.store.shared }
      return {
        ...basic(look),
        region,
        store,
        chain: chainView(parts, look),
        models: modelsView(parts),
      }
    },
  }
  return view => views[view]()
}
