/** Compares parts of two catalogs without their places and descriptions. */
import type { CatalogIR, RouteIR, TableIR } from '../ir.ts'
import type { Code } from '../types.ts'

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

/** Members that follow from other parts of the catalog: types, proofs and comments. */
const DERIVED = new Set([
  ...LEFT_OUT,
  'type',
  'uses',
  'optional',
  'constant',
  'proves',
  'provesModel',
  'narrows',
  'unproven',
  'negative',
  'note',
  'notes',
])

/** The value as JSON, without places and descriptions. */
export const comparableText = cachedText(LEFT_OUT)

/** The value as JSON, without types and everything else that does not run. */
export const behaviourText = cachedText(DERIVED)

/** As `behaviourText`, with formulas as authors write them instead of their code. */
export const writtenText = cachedText(DERIVED, part => {
  const { source, js } = part as Partial<Code>
  return source !== undefined && js !== undefined ? { written: source } : part
})

/** A function that prints values as JSON without some members, and caches the texts. */
function cachedText(
  leftOut: ReadonlySet<string>,
  changed: (part: object) => object = part => part,
): (value: object) => string {
  const texts = new WeakMap<object, string>()
  return value => {
    const known = texts.get(value)
    if (known !== undefined) return known
    const text = JSON.stringify(value, (key, part: unknown) => {
      if (leftOut.has(key)) return undefined
      if (typeof part === 'bigint') return `${part}n`
      if (part instanceof Map) return [...(part as Map<unknown, unknown>)]
      if (part instanceof Set) return [...(part as Set<unknown>)]
      return typeof part === 'object' && part !== null ? changed(part) : part
    })
    texts.set(value, text)
    return text
  }
}

/**
 * Whether a route and the rows that it reads are the same in both catalogs, so that requests have
 * the same outcome.
 */
export function isSame(old: [CatalogIR, RouteIR], now: [CatalogIR, RouteIR]): boolean {
  return comparableText(old[1]) === comparableText(now[1]) && isSameRows(old, now)
}

/** Whether the rows that a route reads are the same in both catalogs. */
export const isSameRows = (old: [CatalogIR, RouteIR], now: [CatalogIR, RouteIR]): boolean =>
  tablesOf(...old).join('\n') === tablesOf(...now).join('\n')

function tablesOf({ tables }: CatalogIR, { table, lists }: RouteIR): string[] {
  const names = new Set([table, ...Object.values(lists ?? {})])
  return tables.filter(({ name }) => names.has(name)).map(rowsText)
}

const rowsText = ({ rows, columns }: TableIR): string =>
  `${comparableText(columns)}${comparableText(rows)}`
