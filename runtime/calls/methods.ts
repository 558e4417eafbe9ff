/** Decides what a path does with a method: serve the route, show its price, or refuse. */
import type { Call, Reply } from '../call.ts'
import type { CompiledRoute } from '../context.ts'
import { refuse } from '../replies/answer.ts'
import { discover, isPaidFor } from './stages/challenge.ts'
import type { Nearest, Served } from '../http/nearest.ts'
import { isAmbiguousPath } from './request.ts'

/** The routes of one path, by method. */
export interface PathRoutes {
  path: string
  methods: Map<string, CompiledRoute>
  /** Path parameters that an alias sets, by the alias's method. */
  filled: Map<string, Readonly<Record<string, string>>>
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The route whose error envelope is used for methods that the path does not serve. */
export function defaultRoute(at: PathRoutes): CompiledRoute {
  return at.methods.get('POST') ?? at.methods.get('GET')!
}

/** Whether a route calls an upstream, by itself or in steps. */
const asksUpstream = ({ route }: CompiledRoute): boolean =>
  route.upstream !== undefined || route.work !== undefined

/**
 * The GET route that also serves HEAD and OPTIONS; only free views without an upstream have one.
 */
export function viewOf(at: PathRoutes, method: string): CompiledRoute | undefined {
  const compiled = method === 'HEAD' || method === 'OPTIONS' ? at.methods.get('GET') : undefined
  if (compiled?.route.flow !== 'free' || asksUpstream(compiled)) return undefined
  return compiled.route.discovery === 'free' ? compiled : undefined
}

/**
 * Replies to a method that the path does not serve: with a challenge, a 402 marked free, or a
 * refusal.
 */
export async function otherMethod(call: Call, at: PathRoutes): Promise<Reply> {
  const { discovery } = call.compiled.route
  const isPaid = isPaidFor(call)
  // Clients look for something to sign in the 402 of a GET, and pay it.
  const isRefused = call.method === 'GET' && (discovery === 'free' || isPaid || call.asksPrice)
  if (SAFE_METHODS.has(call.method) && !isRefused) {
    if (discovery === 'free') return refuse(call, 'free')
    const quoted = discovery === 'challenge' ? await discover(call) : undefined
    if (quoted !== undefined) return quoted
  }
  const allowed = [...at.methods.keys()].join(', ')
  const reply = refuse(call, 'wrong_method', {
    message:
      `${call.method} is not served here; use ${allowed}.` +
      (isPaid ? ' Nothing was charged.' : ''),
  })
  return { ...reply, headers: { ...reply.headers, allow: allowed } }
}

/**
 * Builds the 404 reply in the route's envelope. `meant` is the nearest served path, as a
 * suggestion.
 */
export function notFound(call: Call, meant?: Served<CompiledRoute>): Reply {
  return refuse(call, 'not_found', {
    message: notFoundMessage(call.method, call.facts.path, {
      meant,
      isPaid: call.header !== undefined,
    }),
  })
}

/** Builds the 410 reply of a route that is retired, with the address to call instead. */
export function retired(call: Call, use: string): Reply {
  const { method, path } = call.facts
  const message = `${method} ${path.slice(0, 300)} is retired; use ${use} instead.`
  return refuse(call, 'refused', {
    status: 410,
    message,
    code: 'RETIRED',
    extra: { successor: use },
  })
}

/**
 * Writes the message of a 404. A request with a payment may repeat a purchase on a route that was
 * removed since.
 */
export function notFoundMessage(
  method: string,
  path: string,
  { meant, isPaid }: { meant: Served<CompiledRoute> | undefined; isPaid: boolean },
): string {
  const hint = meant === undefined ? '' : ` Did you mean ${meant.method} ${meant.path}?`
  const charge = isPaid ? ' Nothing was charged for this request.' : ''
  return `There is nothing at ${method} ${path.slice(0, 300)}.${hint}${charge}`
}

/** The served path that is the caller's without the slashes at its end; undefined if none is. */
export function withoutSlash(
  near: Nearest<CompiledRoute>,
  { method, facts: { path } }: Call,
): Served<CompiledRoute> | undefined {
  const meant = near(method, path)
  return meant?.path === path.replace(/\/+$/, '') ? meant : undefined
}

/**
 * Finds the served path that the caller probably meant, if a route with a `*` matched a misspelt
 * path.
 */
export function suggestedPath(
  { compiled, scope, method, facts }: Call,
  near: Nearest<CompiledRoute>,
): Served<CompiledRoute> | undefined {
  const { path, pick, pickAt } = compiled.route
  if (
    !path.endsWith('/*') ||
    pickAt?.[0] !== 'path' ||
    scope.models.get(pick?.(scope)) !== undefined
  )
    return undefined
  return near(method, facts.path)
}

/**
 * Whether an upstream could read this path as another one. If the route has no upstream and ends in
 * `*`, an encoded slash counts as a slash.
 */
export function isUnsafe({ compiled, facts: { path } }: Call): boolean {
  const isOwn = !asksUpstream(compiled) && compiled.route.path.endsWith('/*')
  return isAmbiguousPath(isOwn ? path.replace(/%2f/gi, '/') : path)
}
