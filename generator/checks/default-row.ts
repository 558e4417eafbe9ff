/** Checks that the default of the field that names the row is a row. */
import { rowPlaceOf } from '../analysis/reads.ts'
import { suggestion } from '../problems/suggest.ts'
import { fault, type Check } from './check.ts'
import type { Problem } from '../types.ts'

/** Refuses defaults that are no row. */
export const defaultRow: Check = {
  code: 'unknown-row',
  run: catalog =>
    catalog.routes.flatMap((route): Problem[] => {
      const table = catalog.tables.find(one => one.name === route.table)
      const [part, name] = rowPlaceOf(route) ?? []
      const input = part === 'body' || part === 'query' ? route[part] : undefined
      if (!table || !input || name === undefined || input.type.kind !== 'record') return []
      const properties = input.schema.properties as
        | Record<string, { default?: unknown }>
        | undefined
      const id = properties?.[name]?.default
      if (typeof id !== 'string') return []
      const ids = table.rows.flatMap(row => [row.id, ...row.aliases])
      if (ids.some(one => one.toLowerCase() === id.toLowerCase())) return []
      const place = input.type.fields[name]?.place ?? input.place
      const message = `the default of \`${name}\` is ${id}, and ${table.name} has no such row`
      return [fault('unknown-row', place, message, { hint: suggestion(id, ids) })]
    }),
}
