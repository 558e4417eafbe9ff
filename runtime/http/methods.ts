/** Which call answers a method of a path: the route itself, its discovery, or nothing. */
import type { Call, Live, Reply } from '../context.ts'
import { refuse } from '../errors/answer.ts'
import { discover } from '../stages/challenge.ts'

/** The routes of one path, by method. */
export interface PathRoutes { path: string; methods: Map<string, Live> }

const ASKING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The route whose words answer a method that has none of its own. */
export function speaker(at: PathRoutes): Live {
  return at.methods.get('POST') ?? at.methods.get('GET')!
}

/** The answer to a method that the path does not serve: a challenge, a 402 marked free, or a refusal. */
export async function otherMethod(call: Call, at: PathRoutes): Promise<Reply> {
  const { discovery } = call.live.route
  if (ASKING.has(call.method)) {
    if (discovery === 'free') return refuse(call, 'free')
    const quoted = discovery === 'challenge' ? await discover(call) : undefined
    if (quoted !== undefined) return quoted
  }
  const allowed = [...at.methods.keys()].join(', ')
  const reply = refuse(call, 'wrong_method', { message: `${call.method} is not served here; use ${allowed}.` })
  return { ...reply, headers: { ...reply.headers, allow: allowed } }
}

/** 404 in the route's envelope. */
export function notFound(call: Call): Reply {
  return refuse(call, 'not_found', { message: nothingAt(call.method, call.facts.path) })
}

/** The words of a 404. */
export function nothingAt(method: string, path: string): string {
  return `There is nothing at ${method} ${path.slice(0, 300)}.`
}
