/** Finds the upstream calls that a route may make, and their rows. */
import { memberPath } from '../js/ask.ts'
import { text as textOf } from '../js/tree.ts'
import { valueOf, problem } from '../read/access.ts'
import { knownCall, optional, report, type LoweringContext } from './build.ts'
import { argumentsOf } from './call-arguments.ts'
import { givenMembers, type CallUse } from './calls.ts'
import { viewOf } from './row-variants.ts'
import { treeLowering } from './lower.ts'
import { LATE_NAMES, MADE_NAMES } from './names.ts'
import { block, withNames, type FormulaScope } from './scope.ts'
import type { FlatRoute } from '../resolve/flat.ts'
import type { Block } from '../ir.ts'
import type { Code, Raw, Type } from '../types.ts'

/** The calls of a route: their ids, the formula that chooses one, and how each is made. */
export interface RouteCalls {
  ids: readonly string[]
  chosen: Block
  /** The arguments of the call. */
  with?: Block
  uses: ReadonlyMap<string, CallUse>
}

/** The calls of a route; undefined where it makes none. */
export function callsOf(
  flat: FlatRoute,
  after: FormulaScope,
  options: { paid: boolean },
): RouteCalls | undefined {
  const written = valueOf(flat.keys, 'upstream')
  const value = written?.kind === 'map' ? valueOf(written, 'call') : written
  if (value?.kind !== 'scalar') return undefined
  const { build } = after
  const paid = options.paid ? withNames(after, { payer: LATE_NAMES.payer }) : after
  const chosen = chosenOf(value, after)
  if (!chosen) return undefined
  const { ids } = chosen
  const scope = withNames(paid, MADE_NAMES)
  const use = (at: FormulaScope): CallUse => ({
    scope: at,
    route: `${flat.method} ${flat.path}`,
    place: flat.place,
  })
  const defs = ids.flatMap(id => build.calls.get(id) ?? [])
  const values = argumentsOf({ defs, place: value.place, with: valueOf(written, 'with') }, scope)
  return {
    ...chosen,
    ...optional('with', values),
    uses: new Map(ids.map(id => [id, use(rowsOf(id, chosen.chosen.code, scope))])),
  }
}

type Chosen = Pick<RouteCalls, 'ids' | 'chosen'>

/** The calls that a name or formula may choose; undefined if it is invalid, after reporting it. */
function chosenOf(
  value: Extract<Raw, { kind: 'scalar' }>,
  scope: FormulaScope,
): Chosen | undefined {
  const { build } = scope
  const text = value.text.text
  if (!text.startsWith('=')) {
    // A route whose call does not exist is not built.
    const type: Type = { kind: 'string', choices: [text] }
    const code = { js: textOf(text), type, uses: [], wait: false, place: value.place }
    return { ids: [text], chosen: { lets: [], code } }
  }
  const chosen = block(scope, treeLowering(value))
  if (!chosen) return undefined
  const ids = chosen.code.type.kind === 'string' ? chosen.code.type.choices : undefined
  if (ids) {
    for (const id of ids) knownCall(build, id, value.place)
    return { ids, chosen }
  }
  if (chosen.code.type.kind !== 'json') {
    const message = 'this must be an upstream call, e.g. a column of the type `upstream`'
    report(build, problem('type-mismatch', value.place, message))
  }
  return undefined
}

/** The scope limited to the rows that lead to a call, if a column chooses it. */
function rowsOf(id: string, { js }: Code, scope: FormulaScope): FormulaScope {
  const read = memberPath(js)
  if (read?.root !== 'model' || !scope.view) return scope
  const column = read.name
  const view = viewOf(scope.view.table, { column, value: id })
  if (view.rows.length === 0 || view.rows.length === scope.view.rows.length) return scope
  const model = (
    type: Type,
    names: FormulaScope['variants'][number]['names'],
  ): FormulaScope['variants'][number]['names'] => ({
    ...names,
    model: { ...names.model!, type },
  })
  const [whole, ...groups] = scope.variants
  const rows = groups.filter(variant => variant.rows?.[0]?.cells[column] === id)
  return {
    ...scope,
    view,
    variants: [{ ...whole!, names: model(view.type, whole!.names) }, ...rows],
  }
}

/** The members that the results of all calls of a route have; undefined unless all are known. */
export function resultMembers(
  calls: RouteCalls,
  build: LoweringContext,
): readonly string[] | undefined {
  const lists = calls.ids.map(id => {
    const def = build.calls.get(id)
    return def && givenMembers(def)
  })
  if (lists.some(list => list === undefined)) return undefined
  return lists.reduce((all, list) => all!.filter(name => list!.includes(name)), lists[0])
}
