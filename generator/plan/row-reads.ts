/** Finds the columns of rows that rules and upstream calls read. */
import type { CatalogIR, GateIR, RouteIR } from '../ir.ts'
import { freeNames, memberRead } from '../js/ask.ts'
import type { Js } from '../js/tree.ts'

/** The columns of a table that gates, checks or upstream calls of its routes read. */
export function columnsRead({ routes, calls }: CatalogIR, table: string): ReadonlySet<string> {
  const own = routes.filter(route => route.table === table)
  const ids = new Set(own.flatMap(route => route.calls))
  const found = new Set<string>()
  for (const route of own) {
    const { gates, checks, translate, work, values, job } = route
    collect([gates, checks, translate, work, values, job], found)
  }
  for (const call of calls) if (ids.has(call.id)) collect(call, found)
  return found
}

/**
 * The columns of a table whose higher numbers may refuse requests: those that gates or checks of
 * its routes read otherwise than as the most that a request may have.
 */
export function boundsRead({ routes }: CatalogIR, table: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const route of routes) if (route.table === table) collectBounds(route, found)
  return found
}

function collectBounds(route: RouteIR, found: Set<string>): void {
  const refused = (route.work ?? []).flatMap(step => ('refuse' in step ? [step.refuse] : []))
  const rules = [route.translate?.gates, route.gates, route.checks, refused].flatMap(
    one => one ?? [],
  )
  for (const rule of rules) collectRule(rule, found)
  const named = new Set<string>()
  collect(rules, named, 'values')
  collect(
    route.values.filter(({ name }) => named.has(name)),
    found,
  )
}

function collectRule({ when, rule, lets }: GateIR, found: Set<string>): void {
  collect([when, lets], found)
  collectCondition(rule.js, found)
}

/** Conditions that hold for higher numbers if they hold for lower ones are left out. */
function collectCondition(js: Js, found: Set<string>): void {
  if (js.kind === 'binary' && (js.op === '&&' || js.op === '||')) {
    collectCondition(js.left, found)
    collectCondition(js.right, found)
    return
  }
  const [request, most] = comparedWith(js)
  if (most !== undefined && isColumn(most)) collect(request, found)
  else collect(js, found)
}

/** The lower and the higher side of a comparison. */
function comparedWith(js: Js): [Js, Js] | [] {
  if (js.kind !== 'binary') return []
  if (js.op === '<=' || js.op === '<') return [js.left, js.right]
  return js.op === '>=' || js.op === '>' ? [js.right, js.left] : []
}

/** Helpers that return their first argument, or a member of it. */
const SAME = new Set(['need', 'at', 'get', 'entry'])

/** Whether an expression is a column of the row or a member of one, possibly converted. */
function isColumn(js: Js): boolean {
  if (memberRead(js)?.root === 'model') return true
  if (js.kind === 'as' || js.kind === 'member') return isColumn(js.of)
  if (js.kind !== 'call') return false
  const [first, ...keys] = js.args
  const isSame =
    (js.of.kind === 'helper' && SAME.has(js.of.name)) ||
    (js.of.kind === 'global' && js.of.name === 'BigInt')
  return isSame && first !== undefined && isColumn(first) && !keys.some(readsRow)
}

const readsRow = (js: Js): boolean => freeNames(js).has('model')

/** Collects the members of the scope's member `root` that a part of the catalog reads. */
function collect(value: unknown, found: Set<string>, root = 'model'): void {
  if (typeof value !== 'object' || value === null) return
  if ('kind' in value) {
    const read = memberRead(value as Js)
    if (read?.root === root) found.add(read.name)
  }
  for (const [name, part] of Object.entries(value))
    if (!SKIPPED.has(name)) collect(part, found, root)
}

const SKIPPED = new Set(['place', 'type', 'unproven', 'narrows'])
