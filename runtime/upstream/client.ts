/**
 * The upstream client: calls upstreams over kept-alive connections and returns a result or a
 * redacted failure, never an exception.
 */
import type { Catalog, Scope } from '../contract.ts'
import { createRedactor, type Redactor } from '../observe/redact.ts'
import type { Observe } from '../observe/types.ts'
import type { Clock, Random } from '../seams.ts'
import type { Settings } from '../settings/types.ts'
import { timesOf } from './longest.ts'
import { createOpen } from './open.ts'
import { createPools } from './pools.ts'
import { repeated } from './repeat.ts'
import { ReplyRoom } from './reply-room.ts'
import { createRun, failedCall, type Run } from './run.ts'
import { createStreams } from './stream.ts'
import { failure } from './statuses.ts'
import { createTally } from './tally.ts'
import { isReady, targetsOf, type Target } from './targets.ts'
import type { UpstreamFailure, Upstreams } from './types.ts'

/** The dependencies of the client. */
export interface UpstreamOptions {
  /** Calls define how to fill the holes of a base when a file is opened. */
  catalog: Pick<Catalog, 'gateway' | 'upstreams'> & Partial<Pick<Catalog, 'calls'>>
  settings: Pick<Settings, 'upstreams'>
  clock: Clock
  random: Random
  observe: Observe
  /** Redacts details; made from the settings by default. */
  redact?: Redactor
  /** Largest decompressed reply; default 64 MiB. */
  maxBytes?: number
  /** The most bytes of large replies that are in memory at the same time; default 128 MiB. */
  mostLarge?: number
  /** Connections per origin; default 128. */
  connections?: number
}

/** Concurrent streams per origin; further streams wait for one to end. */
const STREAMS = 10_000

/**
 * Makes the failure of calls to an upstream that is not configured. The log names the missing
 * variables, once for each upstream; callers do not see them.
 */
function notConfigured({ log }: Observe): (name: string, target?: Target) => UpstreamFailure {
  const logged = new Set<string>()
  return (name, target) => {
    const { source = name, missing = [] } = target ?? {}
    if (target && !logged.has(name)) log.warn({ upstream: name, missing }, unsetText(target))
    if (target) logged.add(name)
    return failure('not_configured', `${source} is not configured on this gateway`, { source })
  }
}

const unsetText = ({ source, missing }: Target): string =>
  `${source} is not configured: set ${missing.join(' and ')}`

/**
 * Returns the scope of an upstream call: an upstream's settings are visible only to its own calls.
 */
function withSettings(scope: Scope, { settings }: Target): Scope {
  return isEmpty(settings) ? scope : { ...scope, settings }
}

const isEmpty = (settings: Target['settings']): boolean => Object.keys(settings).length === 0

/** Makes the client of one gateway. */
export function createUpstreams(parts: UpstreamOptions): Upstreams {
  const { catalog, settings, clock, random, observe } = parts
  const redact = parts.redact ?? createRedactor({ upstreams: settings.upstreams })
  const targets = targetsOf(catalog.upstreams, settings.upstreams)
  const pools = createPools(parts.connections ?? 128)
  const tally = createTally(clock)
  const agent = catalog.gateway.name.toLowerCase().replace(/[^a-z0-9-]+/g, '-')
  const limits = { agent, maxBytes: parts.maxBytes ?? 64 * 2 ** 20 }
  const unset = notConfigured(observe)
  const running = { pools, tally, clock, random, observe, redact, ...limits }
  const run = createRun({ ...running, replies: new ReplyRoom(parts.mostLarge) })
  // A stream uses its connection for minutes, so streams have their own connections and other calls
  // do not wait for them.
  const lasting = createPools(STREAMS)
  const streams = createStreams({ ...running, pools: lasting })

  const several: Run = (call, scope, options) => {
    const times = timesOf(call, scope)
    if (times === 1) return run(call, scope, options)
    return repeated(times, signal => run(call, scope, { ...options, signal }), options.signal)
  }

  const make: Upstreams['call'] = async (call, from, options) => {
    const target = targets.get(call.upstream)
    if (!target || !isReady(target)) return unset(call.upstream, target)
    const { source } = target
    try {
      const { first } = call
      const scope = withSettings(from, target)
      const how = { ...options, target }
      if (!first || first.when?.(scope) === false) return await several(call, scope, how)
      const earlier = await make(first.call, from, how)
      return earlier.ok ? await several(call, { ...scope, earlier: earlier.given }, how) : earlier
    } catch (error) {
      return failedCall(call, error, { classifier: { source, redact, now: clock.now() }, observe })
    }
  }

  const stream: Upstreams['stream'] = async (call, scope, options) => {
    const target = targets.get(call.upstream)
    if (target && isReady(target))
      return streams(call, withSettings(scope, target), { ...options, target })
    return unset(call.upstream, target)
  }

  return {
    call: make,
    stream,
    open: createOpen({ targets, pools, clock, random, agent, calls: catalog.calls ?? {} }),
    configured: upstream => targets.get(upstream)?.base !== undefined,
    health: () =>
      [...targets.values()].map(({ name, source, base }) => ({
        name: source,
        configured: base !== undefined,
        ...tally.of(name),
      })),
    close: async () => {
      await Promise.all([pools.close(), lasting.close()])
    },
  }
}
