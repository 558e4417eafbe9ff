/** Decides how a path answers a method: the route itself, its discovery, or nothing. */
import type { Call, CompiledRoute, Reply } from '../context.ts'
import { refuse } from '../replies/answer.ts'
import { discover } from './stages/challenge.ts'
import type { Nearest, Served } from '../http/nearest.ts'
import { isSlippery } from './request.ts'

/** The routes of one path, by method. */
export interface PathRoutes {
  path: string
  methods: Map<string, CompiledRoute>
  /** Values of holes that the path lacks, by the method of the alias that fills them. */
  filled: Map<string, Readonly<Record<string, string>>>
}

const ASKING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The route whose envelope answers a method that the path does not serve. */
export function speaker(at: PathRoutes): CompiledRoute {
  return at.methods.get('POST') ?? at.methods.get('GET')!
}

/** The GET that answers HEAD and OPTIONS of a free view. These never reach upstreams. */
export function viewOf(at: PathRoutes, method: string): CompiledRoute | undefined {
  const compiled = method === 'HEAD' || method === 'OPTIONS' ? at.methods.get('GET') : undefined
  const isView = compiled?.route.flow === 'free' && compiled.route.upstream === undefined
  return isView && compiled.route.discovery === 'free' ? compiled : undefined
}

/**
 * The reply to a method that the path does not serve: a challenge, a 402 marked free, or a refusal.
 */
export async function otherMethod(call: Call, at: PathRoutes): Promise<Reply> {
  const { discovery } = call.compiled.route
  if (ASKING.has(call.method)) {
    if (discovery === 'free') return refuse(call, 'free')
    const quoted = discovery === 'challenge' ? await discover(call) : undefined
    if (quoted !== undefined) return quoted
  }
  const allowed = [...at.methods.keys()].join(', ')
  const reply = refuse(call, 'wrong_method', {
    message: `${call.method} is not served here; use ${allowed}.`,
  })
  return { ...reply, headers: { ...reply.headers, allow: allowed } }
}

/** 404 in the route's envelope; `meant` is the nearest served path. */
export function notFound(call: Call, meant?: Served<CompiledRoute>): Reply {
  return refuse(call, 'not_found', { message: nothingAt(call.method, call.facts.path, meant) })
}

/** The text of a 404. */
export function nothingAt(method: string, path: string, meant?: Served<CompiledRoute>): string {
  const hint = meant === undefined ? '' : ` Did you mean ${meant.method} ${meant.path}?`
  return `There is nothing at ${method} ${path.slice(0, 300)}.${hint}`
}

/**
 * The served path that was probably meant, if a route with an open end took a misspelt path for a
 * model's name.
 */
export function meantInstead(
  { compiled, scope, method, facts }: Call,
  near: Nearest<CompiledRoute>,
): Served<CompiledRoute> | undefined {
  const { path, pick } = compiled.route
  if (
    !path.endsWith('/*') ||
    compiled.pickAt?.part !== 'path' ||
    compiled.models.get(pick?.(scope)) !== undefined
  )
    return undefined
  return near(method, facts.path)
}

/**
 * Whether a path could mean another one to an upstream. If no upstream is called and the path's end
 * is open, an encoded slash counts as a slash.
 */
export function isUnsafe({ compiled: { route }, facts: { path } }: Call): boolean {
  const isOwn = route.upstream === undefined && route.path.endsWith('/*')
  return isSlippery(isOwn ? path.replace(/%2f/gi, '/') : path)
}
