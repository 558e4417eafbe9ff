/**
 * Computes price lists: every model, size and choice that a price depends on, priced by the emitted
 * price functions.
 */
import { isGone } from '../catalog/in-time.ts'
import { foundOnce } from '../catalog/route-versions.ts'
import type { CatalogIR, NetworkIR, RouteIR } from '../ir.ts'
import { type Bounds, boundsOf, widest } from '../analysis/price.ts'
import { choicesOf } from './choices.ts'
import { freeQuotaOf, type FreeQuota } from './free-quota.ts'
import { quoteOwn } from './quote.ts'
import { priceKey } from './price-key.ts'
import { remembered } from '../memory.ts'
import { type Rates, rowFacts } from './rates.ts'
import { type FormulaInputs, createEnvironment, type Environment } from './environment.ts'
import {
  requestOf,
  requests,
  unlessFailed,
  rowsOf,
  lines,
  priced,
  collapsed,
  type PriceLine,
  type BaseRequest,
} from './price-lines.ts'

/**
 * The prices of one route on one network. `fixed`: every call costs the same. `range`: between
 * `min` and `max`. `quote`: at least one of these cannot be proven. If the price depends on
 * something that cannot be listed (e.g. a batch), the lines are those of its examples, with the
 * request as the input `request`. Bounds are those of paid calls; `rows` has them for each row.
 * `rates` and `freeRows` describe each row of the table.
 */
export interface RoutePrice {
  route: RouteIR
  mode: 'fixed' | 'range' | 'quote'
  lines: readonly PriceLine[]
  min?: bigint
  max?: bigint
  /** The bounds of each row, if they differ. */
  rows?: readonly (Bounds & { model: string })[]
  rates?: Rates
  freeRows?: readonly string[]
  freeQuota?: FreeQuota
  /** The first example that the network sells, in the route's own form with its defaults. */
  probe?: FormulaInputs
  /** The price of that example, with the hook results that it states. */
  probeMicro?: bigint
  /** The examples that the network sells, as callers send them. */
  examples: readonly PricedExample[]
}

/** An example with its price; without one if the price depends on the results of hooks. */
export interface PricedExample {
  sent: FormulaInputs
  micro?: bigint
}

/** Prices of all paid routes of a network, by route id, in catalog order. */
export interface PriceList {
  network: NetworkIR
  routes: ReadonlyMap<string, RoutePrice>
}

/** A price list, and the environment in which its formulas ran. */
interface Listed {
  at: Environment
  list: PriceList
}

/** Cached price lists. Catalogs never change. */
const known = new WeakMap<CatalogIR, Map<NetworkIR, Listed>>()

function listed(ir: CatalogIR, network: NetworkIR, like?: Environment): Listed {
  const lists = known.get(ir) ?? new Map<NetworkIR, Listed>()
  known.set(ir, lists)
  const found = lists.get(network)
  if (found) return found
  const at = createEnvironment(ir, network, like)
  const made = { at, list: pricesAt(at) }
  lists.set(network, made)
  return made
}

/** The price list of a network. `like` shares compiled formulas with another network's list. */
export const prices = (ir: CatalogIR, network: NetworkIR, like?: Environment): PriceList =>
  listed(ir, network, like).list

function pricesAt(at: Environment): PriceList {
  const { ir, network } = at
  const routes = ir.routes.filter(
    r => r.price !== undefined && !isGone(r) && r.networks.includes(network.name),
  )
  return {
    network,
    routes: new Map(
      routes.map(route => {
        const price = foundOnce(`list ${network.name}`, { catalog: ir, route }, () =>
          listedPrice(route, at),
        )
        return [route.id, { ...price, route, ...freeQuotaOf(route, ir) }]
      }),
    ),
  }
}

/** Routes with the same price share it, also where other parts of them differ. */
function listedPrice(route: RouteIR, at: Environment): Omit<RoutePrice, 'route'> {
  const { ir, network } = at
  const bases = requests(route, at)
  const read = bases.map(({ own, sent }) => [own, requestOf(sent), sent.hooks])
  const key = priceKey(ir, { route, network, bases: read })
  return remembered(`list ${key}`, () => routePrice(route, at, bases))
}

/** Lists of all the gateway's networks by name, the default first. */
export function allPrices(ir: CatalogIR): Map<string, PriceList> {
  const networks = ir.gateway.networks.flatMap(name => ir.networks.filter(n => n.name === name))
  const first = networks[0] && listed(ir, networks[0]).at
  return new Map(networks.map(network => [network.name, prices(ir, network, first)]))
}

function routePrice(
  route: RouteIR,
  at: Environment,
  bases: readonly BaseRequest[],
): Omit<RoutePrice, 'route'> {
  const choices = choicesOf(route)
  const base = bases[0]!.own
  const all = choices.open
    ? bases.flatMap(({ own, sent }) =>
        priced(route, at, { base: own, inputs: { request: requestOf(sent) } }),
      )
    : rowsOf(route, at, choices).flatMap(row => lines(route, at, { base, choices, row }))
  const shown = collapsed(all)
  const probe = probeOf(route, at, bases)
  const facts = rowFacts(route, at, { rates: choices.open })
  const { rows, min, max } = proven(route, at)
  const mode = min === undefined || max === undefined ? 'quote' : min === max ? 'fixed' : 'range'
  const differ = rows.some(row => row.min !== min || row.max !== max)
  const bounds = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
  return {
    mode,
    lines: shown,
    ...bounds,
    ...(choices.open && differ ? { rows } : {}),
    ...facts,
    ...probe,
    examples: examplesOf(route, at, bases),
  }
}

/** The paid requests, each with its quote. */
function examplesOf(
  route: RouteIR,
  at: Environment,
  bases: readonly BaseRequest[],
): PricedExample[] {
  return bases.flatMap(({ own, sent }): PricedExample[] => {
    const got = unlessFailed(() => quoteOwn(route, at, own))
    if (got?.kind !== 'priced' || got.free || got.micro === undefined) return []
    const isPlain = Object.keys(sent.hooks ?? {}).length === 0
    return [{ sent, ...(isPlain ? { micro: got.micro } : {}) }]
  })
}

/** The first request that passes the gates and is paid. */
function probeOf(
  route: RouteIR,
  at: Environment,
  bases: readonly BaseRequest[],
): Pick<RoutePrice, 'probe' | 'probeMicro'> {
  for (const { own } of bases) {
    const got = unlessFailed(() => quoteOwn(route, at, own))
    if (got?.kind !== 'priced' || got.free) continue
    const query = route.query === undefined ? undefined : got.query
    const probe = { body: got.body, query, path: own.path }
    return { probe, ...(got.micro === undefined ? {} : { probeMicro: got.micro }) }
  }
  return {}
}

/** The bounds of everything that the network sells of a route, and of each row. */
function proven(
  route: RouteIR,
  at: Environment,
): Bounds & { rows: (Bounds & { model: string })[] } {
  const table =
    route.pick === undefined ? undefined : at.ir.tables.find(one => one.name === route.table)
  if (table === undefined) return { ...boundsOf(at.ir, route), rows: [] }
  const sold = new Set(at.models(table.name).rows.map(row => row.id))
  const rows = table.rows.flatMap(row => {
    const bounds = sold.has(row.id) ? boundsOf(at.ir, route, row) : undefined
    return bounds === undefined ? [] : [{ model: row.id, ...bounds }]
  })
  return { ...widest(rows), rows }
}
