/** Builds the scope of `actual`: the names about the use of a call, once it is answered. */
import { entryOf } from '../read/access.ts'
import { REPLY_NAMES, USAGE_NAMES } from './names.ts'
import { replyNames } from './reply.ts'
import { resultMembers, type RouteCalls } from './route-calls.ts'
import type { FormulaScope } from './scope.ts'
import type { RouteWork } from './work.ts'
import type { FlatRoute } from '../resolve/flat.ts'
import type { RouteIR } from '../ir.ts'
import type { Names } from '../types.ts'

/** The names that `actual` has besides those of the price, and hints about names that it lacks. */
export interface UsedScope {
  names: Names
  elsewhere: Readonly<Record<string, string>>
  /** Why the route is always charged its quote. */
  never?: string
}

const CONVERSATION =
  'of a route that streams or speaks a protocol, `actual` sees only the request and `usage`'

const NO_USAGE = 'no call of this route has a `protocol` whose upstream reports it'

/** The names about the use of a route's calls. */
export function usedScope(
  { keys }: FlatRoute,
  { flow, scope, calls, work }: From & { flow: RouteIR['flow'] },
): UsedScope {
  const isJob = flow === 'hybrid_job' || flow === 'polled_job'
  const isConversation = ['stream', 'protocol'].some(key => entryOf(keys, key) !== undefined)
  const counts = hasUsage(keys, { scope, calls, work })
  const usage = counts ? USAGE_NAMES : {}
  const noUsage: UsedScope['elsewhere'] = counts ? {} : { usage: NO_USAGE }
  const late = Object.fromEntries(['payer', 'price', 'payment', 'job', 'cache'].map(unseen))
  const elsewhere = { ...late, ...noUsage }
  const never = isJob ? { never: 'a job is charged its quote' } : {}
  if (!isConversation) {
    const names = { ...repliedNames(scope, { calls, work }), ...usage }
    return { names, elsewhere, ...never }
  }
  const replied = [...Object.keys(REPLY_NAMES), 'result'].map(name => [name, CONVERSATION])
  return { names: usage, elsewhere: { ...elsewhere, ...Object.fromEntries(replied) }, ...never }
}

interface From {
  scope: FormulaScope
  calls: RouteCalls | undefined
  work: RouteWork | undefined
}

const unseen = (name: string): [string, string] => [
  name,
  '`actual` sees the request, the reply of the upstream, and `usage`',
]

/** Whether the upstream reports tokens: the route speaks a protocol, or each of its calls does. */
function hasUsage(keys: FlatRoute['keys'], { scope, calls }: From): boolean {
  if (entryOf(keys, 'protocol')) return true
  const defs = (calls?.ids ?? []).map(id => scope.build.calls.get(id))
  return defs.length > 0 && defs.every(def => def && entryOf(def.entry.value, 'protocol'))
}

/** The result, and the reply of the upstream if there is one. */
function repliedNames({ build }: FormulaScope, { calls, work }: Omit<From, 'scope'>): Names {
  const members = calls ? resultMembers(calls, build) : work?.members
  const upstream = calls !== undefined || work !== undefined
  const { result } = replyNames({
    paid: false,
    cached: false,
    upstream,
    ...(members ? { result: members } : {}),
  })
  return {
    ...(result ? { result: { type: result.type, code: 'result' } } : {}),
    ...(calls ? REPLY_NAMES : {}),
    ...work?.names,
  }
}
