/** The upstream client: calls suppliers over kept-alive connections and answers with a result or a redacted failure, never an exception. */
import type { Catalog, Scope, UpstreamCall } from '../contract.ts'
import { createRedactor, type Redactor } from '../observe/redact.ts'
import type { Observe } from '../observe/types.ts'
import type { Clock, Random } from '../seams.ts'
import type { Settings } from '../settings/types.ts'
import { BadAddress } from './address.ts'
import { attempts } from './attempts.ts'
import { deadline } from './deadline.ts'
import { ExchangeError } from './exchange.ts'
import { failure, judgeReply, judgeTrouble, type Judge } from './judge.ts'
import { createPools } from './pools.ts'
import { prepare } from './prepare.ts'
import { repeated } from './repeat.ts'
import { createTally } from './tally.ts'
import { isReady, targetsOf, type Ready } from './targets.ts'
import type { Upstreams, UpstreamFailure, UpstreamSuccess } from './types.ts'

/** What the client needs. */
export interface UpstreamParts {
  catalog: Pick<Catalog, 'gateway' | 'upstreams'>
  settings: Pick<Settings, 'upstreams'>
  clock: Clock
  random: Random
  observe: Observe
  /** Cleans details; made from the settings unless given. */
  redact?: Redactor
  /** Largest reply, decompressed; 64 MiB unless told. */
  maxBytes?: number
  /** Connections per origin; 128 unless told. */
  connections?: number
}

type Result = UpstreamSuccess | UpstreamFailure
type CallOptions = { signal?: AbortSignal; body?: Buffer }
/** Runs one call of a supplier that is ready. */
type Run = (call: UpstreamCall, scope: Scope, options: CallOptions & { target: Ready }) => Promise<Result>

const MOST_REPEATS = 100
/** Failures that are the supplier's fault, for health views. */
const FAULTS: ReadonlySet<string> = new Set(['upstream_failed', 'upstream_timeout', 'rate_limited'])

/** A call that could not be made or answered, in plain words. What only a mistake of ours can cause is logged with its place. */
function troubled(call: UpstreamCall, error: unknown, parts: { judge: Judge; observe: Observe }): UpstreamFailure {
  const { judge, observe } = parts
  const { source } = judge
  if (error instanceof ExchangeError) return judgeTrouble(error.trouble, judge, call.timeout)
  if (error instanceof BadAddress && error.caller) {
    return failure('upstream_rejected', error.message, { source, status: 400, reason: 'Bad Request', body: { error: error.message } })
  }
  const problem = judge.redact.text(String((error as Error)?.message ?? error))
  observe.log.error({ call: call.id, origin: call.origin, problem }, 'upstream call could not be made')
  return failure('upstream_failed', 'The upstream could not be called', { source })
}

/** How often a call is made. Throws what a broken mapping throws. */
function timesOf(call: UpstreamCall, scope: Scope): number {
  const asked = Math.floor(Number(call.repeat?.(scope) ?? 1)) || 1
  return Math.max(1, Math.min(MOST_REPEATS, asked))
}

/** Makes the client of one gateway. */
export function createUpstreams(parts: UpstreamParts): Upstreams {
  const { catalog, settings, clock, random, observe } = parts
  const redact = parts.redact ?? createRedactor({ upstreams: settings.upstreams })
  const targets = targetsOf(catalog.upstreams, settings.upstreams)
  const pools = createPools(parts.connections ?? 128)
  const tally = createTally(clock)
  const maxBytes = parts.maxBytes ?? 64 * 2 ** 20
  const agent = catalog.gateway.name.toLowerCase().replace(/[^a-z0-9-]+/g, '-')
  const judgeOf = (target: Ready): Judge => ({ source: target.source, redact, now: clock.now() })

  const once: Run = async (call, scope, { target, body, signal }) => {
    const limit = deadline(clock, call.timeout, signal)
    try {
      const request = prepare(call, scope, { target, body, agent })
      const received = await attempts({ pools, clock, random, maxBytes }, request, { signal: limit.signal, again: call.retry })
      return judgeReply(call, scope, { received, judge: judgeOf(target) })
    } catch (error) {
      return troubled(call, error, { judge: judgeOf(target), observe })
    } finally {
      limit.end()
    }
  }

  const noted: Run = async (call, scope, options) => {
    const start = clock.now()
    const result = await once(call, scope, options)
    observe.upstream({ call: call.id, outcome: result.ok ? 'ok' : result.kind, ms: clock.now() - start, status: result.status })
    if (result.ok || !options.signal?.aborted) tally.add(call.upstream, !result.ok && FAULTS.has(result.kind))
    return result
  }

  return {
    async call(call, scope, options) {
      const target = targets.get(call.upstream)
      const source = target?.source ?? call.upstream
      if (!target || !isReady(target)) return failure('not_configured', `${source} is not configured on this gateway`, { source })
      try {
        const times = timesOf(call, scope)
        if (times === 1) return await noted(call, scope, { ...options, target })
        return await repeated(times, (signal) => noted(call, scope, { ...options, target, signal }), options.signal)
      } catch (error) {
        return troubled(call, error, { judge: judgeOf(target), observe })
      }
    },
    configured: (upstream) => targets.get(upstream)?.base !== undefined,
    health: () => [...targets.values()].map(({ name, source, base }) => ({ name: source, configured: base !== undefined,
      ...tally.of(name) })),
    close: () => pools.close(),
  }
}
