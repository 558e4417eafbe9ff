/** Checks that the default of the field that names the row is a row, on every network. */
import { shownInstant } from '../../runtime/lib/instant.ts'
import { rowPlaceOf } from '../analysis/reads.ts'
import { suggestion } from '../problems/suggest.ts'
import { fault, type Check } from './check.ts'
import type { CatalogIR, NetworkIR, RouteIR, TableIR } from '../ir.ts'
import type { Place, Problem } from '../types.ts'

/** Refuses defaults that are no row, or that a network does not sell. */
export const defaultRow: Check = {
  code: 'unknown-row',
  run: catalog =>
    catalog.routes.flatMap((route): Problem[] => {
      const table = catalog.tables.find(one => one.name === route.table)
      const found = table && defaultOf(route)
      if (!table || !found) return []
      const row = table.rows.find(one => [one.id, ...one.aliases].some(isSame(found.id)))
      if (row === undefined) return [noRow(table, found)]
      return notSold(networksOf(catalog, route), { table, row, found })
    }),
}

/** A default: the id of a row, and the name of its field. */
interface Default {
  id: string
  name: string
  place: Place
}

function defaultOf(route: RouteIR): Default | undefined {
  const [part, name] = rowPlaceOf(route) ?? []
  const input = part === 'body' || part === 'query' ? route[part] : undefined
  if (!input || name === undefined || input.type.kind !== 'record') return undefined
  const properties = input.schema.properties as Record<string, { default?: unknown }> | undefined
  const id = properties?.[name]?.default
  const place = input.type.fields[name]?.place ?? input.place
  return typeof id === 'string' ? { id, name, place } : undefined
}

const isSame = (id: string) => (other: string) => other.toLowerCase() === id.toLowerCase()

function noRow(table: TableIR, { id, name, place }: Default): Problem {
  const gone = table.gone?.find(row => [row.id, ...row.aliases].some(isSame(id)))
  if (gone?.retired !== undefined) {
    const { since, use } = gone.retired
    const from = since === undefined ? '' : ` from ${shownInstant(since)} on`
    const message = `the default of \`${name}\` is ${id}, which is retired${from}`
    return fault('unknown-row', place, message, {
      hint: `write another default, such as its successor ${use}`,
    })
  }
  const ids = table.rows.flatMap(row => [row.id, ...row.aliases])
  const message = `the default of \`${name}\` is ${id}, and ${table.name} has no such row`
  return fault('unknown-row', place, message, { hint: suggestion(id, ids) })
}

/** The networks on which a route is sold. */
const networksOf = ({ networks }: CatalogIR, route: RouteIR): readonly NetworkIR[] =>
  networks.filter(({ name }) => route.networks.includes(name))

/** The networks that sell only other rows of the table. */
function notSold(
  networks: readonly NetworkIR[],
  { table, row, found }: { table: TableIR; row: TableIR['rows'][number]; found: Default },
): Problem[] {
  return networks.flatMap(({ name, only, place }): Problem[] => {
    const sold = only[table.name]
    if (sold === undefined || sold.includes(row.id)) return []
    const message =
      `${name} does not sell ${row.id}, which is the default of \`${found.name}\`: a request ` +
      'without it is refused there'
    return [
      fault('unknown-row', place, message, {
        hint: `add ${row.id} to \`only\` of ${table.name}`,
        also: [{ place: found.place, label: 'the default' }],
      }),
    ]
  })
}
