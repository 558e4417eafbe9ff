/** Lists the values of request fields that a table of the catalog defines. */
import { rowPlaceOf } from '../../analysis/reads.ts'
import { isSame, memberPath, memberRead } from '../../js/ask.ts'
import { word, type Js } from '../../js/tree.ts'
import type { CatalogIR, NetworkIR, RouteIR } from '../../ir.ts'
import { soldRows } from '../documents/sold.ts'

/** The values of a field, and the table whose rows they are. */
export interface Listed {
  values: readonly string[]
  table?: string
}

/**
 * The listed fields of the caller's form of a request, by `body.name`: the field that chooses the
 * row has the ids of the rows, and a field that must be in a column has the values of that column.
 * A gate refuses other values before any payment.
 */
export function listedFields(
  ir: CatalogIR,
  route: RouteIR,
  network: NetworkIR,
): ReadonlyMap<string, Listed> {
  const place = rowPlaceOf(route)
  const gates = route.gates.filter(gate => gate.when === undefined)
  if (place === undefined || !gates.some(gate => gate.provesModel)) return new Map()
  const rows = soldRows(ir, route, network)
  const all = ir.tables.find(({ name }) => name === route.table)?.rows.length === rows.length
  const ids = rows.flatMap(({ id, aliases }) => [id, ...aliases])
  const found = new Map<string, Listed>([
    [place.join('.'), { values: ids, ...(all ? { table: route.table! } : {}) }],
  ])
  for (const { rule } of gates) {
    const [field, column] = columnOf(rule.js) ?? []
    const values = rows.flatMap(({ cells }) => keysOf(cells[column!]))
    if (field !== undefined && values.length > 0) found.set(field, { values: [...new Set(values)] })
  }
  return new Map([...found].filter(([field]) => isCallers(route, field)))
}

/** Matches `body.size in model.sizes`, even if the field is optional. */
function columnOf(rule: Js): [field: string, column: string] | undefined {
  if (rule.kind === 'binary' && rule.op === '||')
    return isAbsence(rule.left) ? columnOf(rule.right) : undefined
  if (rule.kind !== 'call' || rule.of.kind !== 'member') return undefined
  const { of, args } = rule
  const [list, value] = of.name === 'hasOwn' ? args : of.name === 'includes' ? [of.of, args[0]] : []
  const [column, field] = [list && memberPath(list), value && memberRead(value)]
  return column?.root === 'model' && (field?.root === 'body' || field?.root === 'query')
    ? [`${field.root}.${field.name}`, column.name]
    : undefined
}

const isAbsence = (js: Js): boolean =>
  js.kind === 'binary' && js.op === '===' && isSame(js.right, word(undefined))

/** Whether callers write the field itself, and not another form of it. */
function isCallers({ translate }: RouteIR, field: string): boolean {
  const give = translate?.give.code.js
  if (translate === undefined || !field.startsWith('body.')) return true
  if (give?.kind !== 'object') return false
  const name = field.slice('body.'.length)
  return give.members.some(one => {
    const read = 'spread' in one || one.key !== name ? undefined : memberRead(one.value)
    return read?.root === 'body' && read.name === name
  })
}

function keysOf(cell: unknown): string[] {
  if (Array.isArray(cell)) return cell.filter(one => typeof one === 'string')
  return typeof cell === 'object' && cell !== null ? Object.keys(cell) : []
}
