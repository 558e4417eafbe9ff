/**
 * Checks that the successor of a retired row or route is sold on the same networks, because the
 * refusal names it there.
 */
import type { CatalogIR, NetworkIR, RetiredIR, RouteIR, RowIR, TableIR } from '../ir.ts'
import type { Problem } from '../types.ts'
import { endpointOf } from '../plan/types.ts'
import { fault, type Check } from './check.ts'

/** Refuses successors that a network of the retired row or route does not sell. */
export const successor: Check = {
  code: 'successor',
  run: catalog => [
    ...catalog.networks.flatMap(network =>
      catalog.tables.flatMap(table => ofRows(table, network, catalog)),
    ),
    ...catalog.routes.flatMap(route => ofRoute(route, catalog)),
  ],
}

function ofRows(table: TableIR, { name, only }: NetworkIR, { routes }: CatalogIR): Problem[] {
  const listed = only?.[table.name]
  const isServed = routes.some(one => one.table === table.name && one.networks.includes(name))
  if (listed === undefined || !isServed) return []
  const all = [...table.rows, ...(table.gone ?? [])]
  const isSold = ({ id, aliases }: RowIR): boolean =>
    [id, ...aliases].some(one => listed.includes(one))
  return all.flatMap(row => {
    const { retired } = row
    const next = all.find(
      one => one.id === retired?.use || one.aliases.includes(retired?.use ?? ''),
    )
    if (retired === undefined || next === undefined || !isSold(row) || isSold(next)) return []
    const others = all.filter(one => one.retired === undefined && isSold(one)).map(one => one.id)
    const instead =
      others.length === 0 ? '' : `, or use one that is sold there: ${others.slice(0, 6).join(', ')}`
    const hint = `add ${next.id} to \`only: { ${table.name}: .. }\` of networks/${name}.yaml${instead}`
    return [unsold({ what: row.id, retired, name, hint })]
  })
}

function ofRoute(route: RouteIR, { routes }: CatalogIR): Problem[] {
  const { retired, networks } = route
  if (retired === undefined) return []
  const next = routes.find(one =>
    [one, ...one.aliases].some(address => endpointOf(address) === retired.use),
  )
  const lost = next === undefined ? [] : networks.filter(name => !next.networks.includes(name))
  const hint = `sell ${retired.use} there too (its \`networks:\`), or use a route that is sold there`
  return lost.map(name => unsold({ what: endpointOf(route), retired, name, hint }))
}

function unsold(of: { what: string; retired: RetiredIR; name: string; hint: string }): Problem {
  const { what, retired, name, hint } = of
  const message =
    `${what} is sold on the network ${name}, and its successor ${retired.use} is not: callers ` +
    'there are sent to a successor that they cannot buy'
  return fault('successor', retired.place, message, { hint })
}
