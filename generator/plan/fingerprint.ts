/** Texts that differ where parts of two catalogs differ in more than the place where they stand. */
import type { CatalogIR, RouteIR, TableIR } from '../ir.ts'

/** Members that say where something stands, or what it is about, and nothing of what it does. */
const LEFT_OUT = new Set([
  'place',
  'expectPlace',
  'keys',
  'source',
  'doc',
  'examples',
  'summary',
  'tags',
  'keywords',
  'description',
])

const texts = new WeakMap<object, string>()

/** A value without places and words, as text. */
export function fingerprint(value: object): string {
  const known = texts.get(value)
  if (known !== undefined) return known
  const text = JSON.stringify(value, (key, part: unknown) => {
    if (LEFT_OUT.has(key)) return undefined
    if (typeof part === 'bigint') return `${part}n`
    if (part instanceof Map) return [...(part as Map<unknown, unknown>)]
    return part instanceof Set ? [...(part as Set<unknown>)] : part
  })
  texts.set(value, text)
  return text
}

/** Whether requests to a route may come to something else: the route, or rows that it reads. */
export function isSame(old: [CatalogIR, RouteIR], now: [CatalogIR, RouteIR]): boolean {
  if (fingerprint(old[1]) !== fingerprint(now[1])) return false
  return tablesOf(...old).join('\n') === tablesOf(...now).join('\n')
}

function tablesOf({ tables }: CatalogIR, { table, lists }: RouteIR): string[] {
  const names = new Set([table, ...Object.values(lists ?? {})])
  return tables.filter(({ name }) => names.has(name)).map(rowsText)
}

const rowsText = ({ rows, columns }: TableIR): string =>
  `${fingerprint(columns)}${fingerprint(rows)}`
