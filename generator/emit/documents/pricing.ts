/**
 * Emits `pricing.json` for each network and `pricing.md`: all prices, computed by the emitted price
 * functions. The second file is for operators.
 */
import { memberPath } from '../../js/ask.ts'
import type { CatalogIR, Let, NetworkIR, PriceIR, RouteIR } from '../../ir.ts'
import type { Decimal, Place } from '../../types.ts'
import type { PriceList, RoutePrice } from '../../examples/prices.ts'
import type { Rates } from '../../examples/rates.ts'
import { text } from '../../../runtime/formula.ts'
import { digitsOf } from '../../formula/decimal.ts'
import type { Bounds } from '../../analysis/price.ts'
import { usd } from '../../examples/money.ts'
import { type Emitter, isPaid, networksOf, described } from '../facts.ts'
import { byUseWords } from './by-use.ts'
import { perNetwork } from '../overlay.ts'
import { datesOf } from './dates.ts'
import { render } from './render.ts'
import { soldRows } from './sold.ts'

/** `pricing.json` per network, and `pricing.md` for the default one. */
export const emitPricing: Emitter = function* (ir, facts) {
  const documentOf = (network: NetworkIR) => pricing(ir, network, facts.prices.get(network.name)!)
  yield* perNetwork(ir, 'pricing.json', documentOf)
  const network = networksOf(ir)[0]
  if (network !== undefined)
    yield render('pricing.md', {
      template: 'pricing',
      from: ir.sources.map(s => s.path),
      data: forOperators(ir, network, documentOf(network)),
    })
}

/** The prices for operators: with the margin, the formulas, and their places in the catalog. */
function forOperators(
  ir: CatalogIR,
  network: NetworkIR,
  document: ReturnType<typeof pricing>,
): object {
  const byId = new Map(ir.routes.map(route => [route.id, route]))
  const endpoints = document.endpoints.map(one => {
    const route = byId.get(one.id)!
    return { ...one, origin: ir.at(route.place), formula: arms(ir, route, network) }
  })
  const constants = Object.entries(ir.gateway.numbers).map(([name, value]) => ({
    name,
    value: decimal(value),
  }))
  return { ...document, margin: decimal(ir.gateway.margin), constants, endpoints }
}

/** The price document of a network. Prices are USD texts; `micro` is the amount that is signed. */
function pricing(ir: CatalogIR, network: NetworkIR, prices: PriceList) {
  const routes = described(ir, network)
  return {
    currency: 'USD',
    asset: network.asset.symbol,
    network: network.label,
    fee: decimal(ir.gateway.fee),
    endpoints: routes.filter(isPaid).map(route => {
      const dates = datesOf(ir, route, network)
      const note = byUseWords(network, [route])
      return {
        ...endpoint(route, prices.routes.get(route.id)),
        ...(note === undefined ? {} : { note }),
        ...(dates.length === 0 ? {} : { dates }),
      }
    }),
    free: routes
      .filter(r => r.price === undefined)
      .map(r => ({ method: r.method, path: r.path, summary: r.summary })),
  }
}

/** One endpoint: how it is priced, and a line per model and choice. */
export function endpoint(route: RouteIR, price: RoutePrice | undefined) {
  return {
    id: route.id,
    method: route.method,
    path: route.path,
    summary: route.summary,
    mode: price?.mode ?? 'quote',
    ...(price?.mode === 'fixed' ? { usd: usd(price.min!) } : boundsJson(price)),
    prices: (price?.lines ?? []).map(line => ({
      ...(line.model === undefined ? {} : { model: line.model }),
      ...line.inputs,
      usd: usd(line.micro),
      micro: line.micro.toString(),
      ...(line.free ? { free: true } : {}),
    })),
    ...(price?.rows === undefined
      ? {}
      : { models: price.rows.map(row => ({ model: row.model, ...boundsJson(row) })) }),
    ...(price?.rates === undefined ? {} : { rates: ratesJson(price.rates) }),
    ...(price?.freeRows === undefined ? {} : { free: price.freeRows }),
    ...(price?.freeQuota === undefined ? {} : { free_quota: price.freeQuota.words }),
  }
}

/** The proven bounds. */
function boundsJson(bounds: Bounds | undefined): { min_usd?: string; max_usd?: string } {
  const { min, max } = bounds ?? {}
  return {
    ...(min === undefined ? {} : { min_usd: usd(min) }),
    ...(max === undefined ? {} : { max_usd: usd(max) }),
  }
}

/** The price of a route in a few words. */
export function priceWords(route: RouteIR, price: RoutePrice | undefined): string {
  if (route.suspended !== undefined) return 'suspended'
  if (route.price === undefined) return 'free'
  const some = route.free === undefined ? '' : ', some calls free'
  const free = some + quotaWords(price)
  const e = endpoint(route, price)
  if ('usd' in e && e.usd === '0') return '0 USD; the signature names the wallet'
  if ('usd' in e) return `${e.usd} USD${free}`
  const { min_usd: min, max_usd: max } = e
  if (min !== undefined && max !== undefined) return `${min} to ${max} USD${free}`
  const known =
    min !== undefined ? `from ${min} USD, ` : max !== undefined ? `up to ${max} USD, ` : ''
  return `${known}quoted per request${free}`
}

/** The free quota in a few words after a price. */
function quotaWords(price: RoutePrice | undefined): string {
  const { freeQuota } = price ?? {}
  return freeQuota === undefined ? '' : `; free: the first ${freeQuota.words}`
}

/** Rates in documents: the meaning of each column, and a line per row. */
export function ratesJson({ columns, rows }: Rates) {
  return {
    columns: Object.fromEntries(columns.map(({ name, about }) => [name, about ?? ''])),
    rows: rows.map(({ model, cells, free }) => ({ model, ...cells, ...(free ? { free } : {}) })),
  }
}

/**
 * The price formulas of a paid route as written in the catalog; if there are several, with the
 * values and models of each.
 */
function arms(ir: CatalogIR, route: RouteIR, network: NetworkIR): object[] {
  const { by, arms: all } = route.price!
  const read = by && memberPath(by.js)
  const column = read?.root === 'model' ? read.name : undefined
  return all.flatMap(arm => {
    const text = formulaOf(ir, arm)
    if (text === '' || by === undefined) return text === '' ? [] : [{ text }]
    const rows =
      column === undefined
        ? []
        : soldRows(ir, route, network).filter(row => row.cells[column] === arm.value)
    return [
      {
        text,
        by: `\`${written(ir, by.place)}\` is \`${arm.value}\``,
        models: rows.map(row => `\`${row.id}\``).join(', '),
      },
    ]
  })
}

/** A price formula, with the formulas of its own names. */
function formulaOf(ir: CatalogIR, { micro, lets, own, actual }: PriceIR['arms'][number]): string {
  const values = (of: readonly Let[]): string =>
    of.map(one => `${one.name} = ${written(ir, one.code.place)}`).join(', ')
  const named = values(lets.filter(one => own?.includes(one.name)))
  const usd = written(ir, micro.place)
  if (named === '') return usd
  const used = actual ? `; by actual use with ${values(actual.used)}` : ''
  return `${usd}, where ${named}${used}`
}

/** The text at a place of the catalog. */
export function written(ir: CatalogIR, place: Place): string {
  return (
    ir.sources
      .find(s => s.path === place.file)
      ?.text.slice(place.start, place.end)
      .trim() ?? ''
  )
}

function decimal(value: Decimal): string {
  return text(value.num, value.den, digitsOf(value.den) ?? 0)
}
