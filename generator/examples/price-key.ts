/** The keys of cached prices: most changes of a catalog leave most prices as they are. */
import { signature } from '../js/ask.ts'
import { flat } from '../js/flat.ts'
import { keyOf } from '../memory.ts'
import type { Block, CatalogIR, InputIR, Let, NetworkIR, RouteIR, TableIR } from '../ir.ts'
import type { Code } from '../types.ts'

/**
 * A key for everything that the prices of a route on a network depend on. `bases` are the requests
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
  const prices = formulas(route)
  const written = text(prices)
  const [isOfNetwork, isOfRoute] = [/network/.test(written), /\broute\b/.test(written)]
  const key = text([
    [fee, margin, minimum, marginFloor, only],
    isOfNetwork ? [name, label, asset, chain] : [],
    isOfRoute ? [route.method, route.path, route.prefix, route.summary] : [],
    [shapeOf(body), shapeOf(query), price?.identify, price?.decimals, lists],
    route.isPromoted,
    tables.filter(one => read.includes(one.name)).map(tableText),
    prices,
    bases,
  ])
  return keyOf(key)
}

const shapeOf = (input: InputIR | undefined): unknown =>
  input && [input.schema, input.unknown, input.unchecked, input.wrap]

/** All formulas of a price, and those that decide whether there is one and for which row. */
function formulas({ price, pick, free, gates, values }: RouteIR): unknown {
  const { by, arms = [], tables = [] } = price ?? {}
  return [
    named(values),
    named(tables),
    by && formula(by),
    arms.map(({ value, lets, micro, actual, cost }) => [
      value,
      named(lets),
      formula(micro),
      block(actual),
      block(cost),
    ]),
    block(pick),
    block(free),
    gates.map(({ lets, when, rule }) => [named(lets), when && formula(when), formula(rule)]),
  ]
}

const named = (lets: readonly Let[]): unknown => lets.map(({ name, code }) => [name, formula(code)])

const block = (one: Block | undefined): unknown => one && [named(one.lets), formula(one.code)]

/** A formula as a text. */
const formula = ({ js, source }: Code): unknown => [flat(js) ?? signature(js), source]

const text = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one))

const tableTexts = new WeakMap<TableIR, string>()

function tableText(table: TableIR): string {
  const { columns, rows, gone } = table
  const plain = [rows, gone ?? []].map(all =>
    all.map(({ id, aliases, cells, full }) => [id, aliases, cells, full]),
  )
  const found =
    tableTexts.get(table) ??
    text([
      table.name,
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
