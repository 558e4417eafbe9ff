/** Finds the columns of rows that rules and upstream calls read. */
import type { CatalogIR } from '../ir.ts'
import { memberRead } from '../js/ask.ts'
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

function collect(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  if ('kind' in value) {
    const read = memberRead(value as Js)
    if (read?.root === 'model') found.add(read.name)
  }
  for (const [name, part] of Object.entries(value)) if (!SKIPPED.has(name)) collect(part, found)
}

const SKIPPED = new Set(['place', 'type', 'unproven', 'narrows'])
