/**
 * Remembers what was found about a price, for later compilations of the process: most changes of a
 * catalog leave most prices as they are.
 */
import { flat } from '../js/flat.ts'
import type { CatalogIR, NetworkIR, RouteIR, TableIR } from '../ir.ts'
import type { Js } from '../js/tree.ts'

/** The most prices to remember: those of a few catalogs. */
const MOST = 2_000

const known = new Map<string, unknown>()

/** What `make` found earlier for the same key, or finds now. */
export function remembered<T>(key: string, make: () => T): T {
  if (known.has(key)) return known.get(key) as T
  if (known.size >= MOST) known.clear()
  const made = make()
  known.set(key, made)
  return made
}

/**
 * Everything that the prices of a route on a network depend on, as a text. `bases` are the requests
 * from which the priced ones are made.
 */
export function priceKey(
  { gateway, tables }: CatalogIR,
  { route, network, bases }: { route: RouteIR; network: NetworkIR; bases: unknown },
): string {
  const { fee, margin, minimum, marginFloor } = gateway
  const { name, label, asset, chain, only } = network
  const { price, body, query, lists = {} } = route
  const read = [route.table, ...Object.values(lists)]
  const codes = formulas(route).map(js => flat(js) ?? numberOf(js))
  const isOfNetwork = codes.some(code => typeof code === 'number' || code.includes('network'))
  return text([
    [fee, margin, minimum, marginFloor, only],
    isOfNetwork ? [name, label, asset, chain] : [],
    [body?.schema, query?.schema, body?.unknown, query?.unknown, price?.identify, price?.decimals],
    tables.filter(one => read.includes(one.name)).map(tableText),
    codes,
    bases,
  ])
}

/** All formulas of a price, and of what decides whether and for which row it is asked for. */
function formulas({ price, pick, free, gates, values }: RouteIR): Js[] {
  const { by, arms = [], tables = [] } = price ?? {}
  const blocks = [pick, free, ...arms.flatMap(({ actual, cost }) => [actual, cost])]
  const lets = [
    ...values,
    ...tables,
    ...arms.flatMap(arm => arm.lets),
    ...gates.flatMap(gate => gate.lets),
    ...blocks.flatMap(block => block?.lets ?? []),
  ]
  const codes = [
    by,
    ...lets.map(one => one.code),
    ...arms.map(arm => arm.micro),
    ...blocks.map(block => block?.code),
    ...gates.flatMap(({ when, rule }) => [when, rule]),
  ]
  return codes.flatMap(code => (code ? [code.js] : []))
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one))

const tableTexts = new WeakMap<TableIR, string>()

function tableText(table: TableIR): string {
  const { columns, rows, gone } = table
  const plain = [rows, gone ?? []].map(all =>
    all.map(({ id, aliases, cells }) => [id, aliases, cells]),
  )
  const found =
    tableTexts.get(table) ??
    text([
      columns.map(({ name, doc, type, optional, default: usual }) => [
        name,
        doc,
        type,
        optional,
        usual,
      ]),
      plain,
    ])
  tableTexts.set(table, found)
  return found
}

/** Numbers of formulas with statements: the same tree has the same number. */
const numbers = new WeakMap<Js, number>()
let count = 0

function numberOf(js: Js): number {
  const number = numbers.get(js) ?? ++count
  numbers.set(js, number)
  return number
}
