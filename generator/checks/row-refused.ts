/**
 * Checks that each row can be bought with the default values. If the gates refuse a row unless
 * further fields are set, the row is mostly wrong.
 */
import { quoteOwn, translated } from '../examples/quote.ts'
import { networkOf } from '../examples/network.ts'
import { rowPlaceOf } from '../analysis/reads.ts'
import { foundOnce } from '../catalog/route-versions.ts'
import type { Environment, FormulaInputs } from '../examples/environment.ts'
import { withRow } from '../examples/plain-call.ts'
import type { CatalogIR, GateIR, RouteIR, RowIR } from '../ir.ts'
import { membersRead } from '../js/ask.ts'
import type { Place, Problem } from '../types.ts'
import { fault, type Check } from './check.ts'
import { environmentOf } from './environments.ts'

/** Refuses rows that cannot be bought with the defaults. */
export const rowRefused: Check = {
  code: 'row-refused',
  run(catalog) {
    return catalog.routes.flatMap(route =>
      foundOnce('row-refused', { catalog, route }, () => rowsRefused(catalog, route)),
    )
  },
}

function rowsRefused(catalog: CatalogIR, route: RouteIR): Problem[] {
  const place = rowPlaceOf(route)
  const base = route.examples.find(one => !('refused' in one.expect || one.isTemporary))
  const network = networkOf(catalog, route)
  if (!place || !base || !network || route.suspended) return []
  // Every row is tried, including rows that this network does not sell.
  const at = environmentOf(catalog, network, { whole: true })
  const own = translated(route, at, base)
  if (own.kind === 'refused') return []
  const rows = rowsOf(catalog, route)
  const found = rows.flatMap(row =>
    refused(route, row, { given: withRow(route, own.given, { place, row }), at }),
  )
  return (found.length > 1 && found.length === rows.length && fieldOf(route, found)) || found
}

function rowsOf(catalog: CatalogIR, route: RouteIR): readonly RowIR[] {
  return catalog.tables.find(table => table.name === route.table)?.rows ?? []
}

/** Whether a gate such as `has(model.editor)` selects the rows of the route. */
const choosesRows = (gate: GateIR): boolean =>
  gate.rule.proves?.some(path => path.startsWith('model.')) === true

function refused(
  route: RouteIR,
  row: RowIR,
  { given, at }: { given: FormulaInputs; at: Environment },
): Problem[] {
  try {
    const got = quoteOwn(route, at, given)
    if (got.kind !== 'refused' || !got.gate || choosesRows(got.gate)) return []
    const column = columnOf(got.gate, row)
    const message =
      `${route.method} ${route.path} refuses ${row.id} with the defaults: ${got.status} ` +
      `${got.message}`
    return [
      fault(
        'row-refused',
        column?.place ?? row.place,
        column ? `${message} (\`${column.name}\`)` : message,
        {
          hint: 'correct the row, or the default of the field',
          also: [{ place: got.gate.place, label: 'this gate' }],
        },
      ),
    ]
  } catch (error) {
    const why = (error as Error).message
    return [
      fault('row-refused', row.place, `${row.id} has no price with the defaults: ${why}`, {
        also: [{ place: route.price?.place ?? route.place, label: 'the price' }],
      }),
    ]
  }
}

/** The only cell of the row that a gate reads. */
function columnOf({ rule, lets }: GateIR, row: RowIR): { name: string; place: Place } | undefined {
  const read = [rule, ...lets.map(one => one.code)].flatMap(code => membersRead(code.js, 'model'))
  const [name, ...more] = new Set(read)
  const place = name === undefined ? undefined : row.places[name]
  return name !== undefined && place && more.length === 0 ? { name, place } : undefined
}

/** If one gate refuses every row, reports the default of the field that the gate reads. */
function fieldOf(route: RouteIR, found: readonly Problem[]): Problem[] | undefined {
  const at = (one: Problem): number | undefined => one.also?.[0]?.place.start
  const gate = route.gates.find(one => one.place.start === at(found[0]!))
  const type = route.body?.type
  if (!gate || type?.kind !== 'record' || found.some(one => at(one) !== at(found[0]!)))
    return undefined
  const defaults = route.body!.schema.properties as
    | Record<string, { default?: unknown }>
    | undefined
  const name = membersRead(gate.rule.js, 'body').find(one => defaults?.[one]?.default !== undefined)
  const place = name === undefined ? undefined : type.fields[name]?.place
  if (!place) return undefined
  const value = JSON.stringify(defaults![name!]!.default)
  const message =
    `${route.method} ${route.path} refuses every row with the default ${value} of ` +
    `\`${name}\`, e.g.: ${found[0]!.message}`
  const hint = 'write another default'
  return [fault('row-refused', place, message, { hint, also: found[0]!.also! })]
}
