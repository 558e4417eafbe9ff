/** Compares parts of two catalogs without their places and descriptions. */
import type { CatalogIR, RouteIR, TableIR } from '../ir.ts'

/** Members that do not change behaviour: places and descriptions. */
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

/** The value as JSON, without places and descriptions. */
export function comparableText(value: object): string {
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

/**
 * Whether a route and the rows that it reads are the same in both catalogs, so that requests have
 * the same outcome.
 */
export function isSame(old: [CatalogIR, RouteIR], now: [CatalogIR, RouteIR]): boolean {
  if (comparableText(old[1]) !== comparableText(now[1])) return false
  return tablesOf(...old).join('\n') === tablesOf(...now).join('\n')
}

function tablesOf({ tables }: CatalogIR, { table, lists }: RouteIR): string[] {
  const names = new Set([table, ...Object.values(lists ?? {})])
  return tables.filter(({ name }) => names.has(name)).map(rowsText)
}

const rowsText = ({ rows, columns }: TableIR): string =>
  `${comparableText(columns)}${comparableText(rows)}`
