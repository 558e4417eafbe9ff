/**
 * Builds upstream calls. A call is lowered for every route that may make it, and the code must come
 * out the same for all.
 */
import { entriesOf, problem, textAt, valueOf } from '../read/access.ts'
import { report, type LoweringContext, type CallDef } from './build.ts'
import { argumentScope, takesOf } from './call-arguments.ts'
import { codesOfCall } from './call-codes.ts'
import { signature as treeText } from '../js/ask.ts'
import type { CallIR } from '../ir.ts'
import type { Place } from '../types.ts'
import type { FormulaScope } from './scope.ts'
import { signature, differing } from './call-types.ts'
import { lowerCall } from './lower-call.ts'

/** One way in which a route makes a call: the scope of the call, with the rows that lead to it. */
export interface CallUse {
  scope: FormulaScope
  route: string
  place: Place
  /** Names everything that the scope depends on; undefined if that is not known. */
  version?: string | undefined
}

/**
 * Lowers a call for all its routes; undefined if it is invalid, after reporting it. A call with
 * `takes` is the same for all routes.
 */
export function callOf(
  def: CallDef,
  uses: readonly CallUse[],
  build: LoweringContext,
): CallIR | undefined {
  const takes = takesOf(def)
  if (takes) return lowerCall(def, argumentScope(build, takes))
  const [first, ...others] = uses
  if (!first) return undefined
  const call = lowerUse(def, first)
  if (!call || !readsCaller(call)) return call
  const code = codeOf(call)
  const roots = [...new Set(codesOfCall(call).flatMap(one => one.uses))]
  const seen = new Set([signature(first.scope, roots)])
  for (const use of others) {
    const own = signature(use.scope, roots)
    if (seen.has(own)) continue
    seen.add(own)
    const again = lowerUse(def, use)
    if (again && codeOf(again) === code) continue
    if (again) {
      const codes = codesOfCall(call).map(one => one.js)
      const what = differing(first.scope, use.scope, { codes, roots })
      const named = what.length > 0 ? `: ${what.join(', ')}` : ''
      const message = `${def.id} reads values of different types from ${first.route} and ${use.route}${named}`
      report(
        use.scope.build,
        problem('call-differs', def.place, message, {
          hint: 'give the routes the same fields, or make two calls',
          also: [
            { place: first.place, label: first.route },
            { place: use.place, label: use.route },
          ],
        }),
      )
    }
    return undefined
  }
  return call
}

/** Lowers a call for one route. Its problems name the route. */
function lowerUse(def: CallDef, use: CallUse): CallIR | undefined {
  const { problems } = use.scope.build
  const count = problems.length
  const call = lowerCall(def, use.scope)
  for (let i = count; i < problems.length; i++) {
    const found = problems[i]!
    problems[i] = {
      ...found,
      also: [...(found.also ?? []), { place: use.place, label: `as ${use.route} calls it` }],
    }
  }
  return call
}

/** Names that mean the same in every route. */
const SAME_FOR_ALL = [
  'route',
  'now',
  'network',
  'status',
  'reply',
  'reply_headers',
  'reply_body',
  'ticket',
  'earlier',
  'call',
  'settings',
]

/** Whether the code of a call depends on the route, so that each route must be checked. */
function readsCaller(call: CallIR): boolean {
  return codesOfCall(call).some(code => code.uses.some(name => !SAME_FOR_ALL.includes(name)))
}

function codeOf(call: CallIR): string {
  return codesOfCall(call)
    .map(code => treeText(code.js))
    .join('\n')
}

/** The members of a call's result; undefined unless all are known. */
export function givenMembers(def: CallDef): readonly string[] | undefined {
  const give = valueOf(valueOf(def.entry.value, 'poll') ?? def.entry.value, 'give')
  if (!give) return []
  const keys = entriesOf(give).map(entry => entry.key)
  return keys.includes('...') ? undefined : keys
}

/** All calls by `upstream.call`. */
export function callDefs(build: Pick<LoweringContext, 'flat'>): Map<string, CallDef> {
  return new Map(
    build.flat.upstreams.flatMap(upstream =>
      entriesOf(valueOf(upstream.value, 'calls')).map((entry): [string, CallDef] => {
        const id = `${upstream.name}.${entry.key}`
        return [id, { id, place: entry.keyPlace, upstream, entry }]
      }),
    ),
  )
}

/**
 * The uses of all calls. A call with `first` passes its routes on to the call that is made before
 * it.
 */
export function withFirst(
  uses: ReadonlyMap<string, CallUse[]>,
  calls: ReadonlyMap<string, CallDef>,
): Map<string, CallUse[]> {
  const all = new Map(uses)
  for (const [id, list] of uses) {
    const def = calls.get(id)
    const first = def && textAt(def.entry.value, 'first')
    if (first === undefined) continue
    const before = `${def!.upstream.name}.${first}`
    all.set(before, [...(all.get(before) ?? []), ...list])
  }
  return all
}
