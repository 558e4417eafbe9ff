/** Compares parts of two catalogs without their places and descriptions. */
import { decimalText } from '../formula/decimal.ts'
import type { CatalogIR, RouteIR, TableIR } from '../ir.ts'
import { nodesOf } from '../js/ask.ts'
import type { Js } from '../js/tree.ts'
import { sourceOf } from '../js/written.ts'
import { numbersOf } from './numbers.ts'

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

/** Prints a part of a catalog as a text that is equal if the part is. */
export type TextOf = (part: object) => string

const written = new WeakMap<CatalogIR, TextOf>()

/**
 * As `behaviourText`, with formulas as authors write them, because their code scales amounts as the
 * rows need it. The numbers of gateway.yaml that a formula names are printed beside it.
 */
function writtenText(ir: CatalogIR): TextOf {
  const known = written.get(ir)
  if (known !== undefined) return known
  const constants = constantsOf(ir)
  const text = cachedText(DERIVED, part => {
    const source = isFormula(part) ? sourceOf(part) : undefined
    if (source === undefined) return part
    return { written: source, constants: constants(source), texts: textsIn(part as Js) }
  })
  written.set(ir, text)
  return text
}

/** Kinds of expressions that do not depend on the scale of amounts. */
const PLAIN: ReadonlySet<unknown> = new Set<Js['kind']>([
  'name',
  'text',
  'number',
  'word',
  'helper',
  'global',
])

const isFormula = (part: object): part is Js => 'kind' in part && !PLAIN.has(part.kind)

/** The texts of an expression, some of which are constants of gateway.yaml. */
const textsIn = (js: Js): string[] =>
  [...nodesOf(js)].flatMap(one => (one.kind === 'text' ? [one.value] : []))

/** How the parts of the old and of the new catalog are printed to compare them. */
export type Texts = readonly [TextOf, TextOf]

/** The texts of two catalogs; as written if the rows, and so the scale of amounts, differ. */
export const textsOf = (old: CatalogIR, now: CatalogIR, isRescaled: boolean): Texts =>
  isRescaled ? [writtenText(old), writtenText(now)] : [behaviourText, behaviourText]

/** A name, with those of its members; `body.fee` does not name the constant `fee`. */
const NAMES = /[A-Za-z_]\w*(\.\w+)*/g

/** Returns a function that finds the numbers of gateway.yaml and limits.yaml in a formula. */
function constantsOf({ gateway, limits }: CatalogIR): (source: string) => string[] {
  const numbers = Object.entries(numbersOf(gateway))
  const values = new Map([
    ...numbers.map(([name, value]) => [name, decimalText(value)] as const),
    ...limits.map(({ name, max }) => [`limits.${name}.max`, String(max)] as const),
  ])
  return source =>
    [...source.matchAll(NAMES)].flatMap(([name]) => {
      const value = values.get(name)
      return value === undefined ? [] : [`${name} ${value}`]
    })
}

/** A function that prints values as JSON without some members, and caches the texts. */
function cachedText(
  leftOut: ReadonlySet<string>,
  changed: (part: object) => object = part => part,
): TextOf {
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
