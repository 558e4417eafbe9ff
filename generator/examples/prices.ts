/**
 * Price lists: every model, size and choice that decides a price, priced by the emitted price
 * functions.
 */
import type { CatalogIR, NetworkIR, RouteIR } from '../ir.ts'
import { type Bounds, boundsOf, widest } from '../analysis/price.ts'
import { type Choices, choicesOf } from './choices.ts'
import { quoteOwn, translated } from './quote.ts'
import { type Rates, rowFacts } from './rates.ts'
import {
  type FormulaInputs,
  type PlainRow,
  createEnvironment,
  type Environment,
} from './environment.ts'

/**
 * One priced choice. `model` and `inputs` say what was asked; an empty line is the one price of a
 * route. `free`: no payment is asked.
 */
export interface PriceLine {
  model?: string
  inputs: Readonly<Record<string, unknown>>
  micro: bigint
  free?: true
}

/**
 * The prices of one route on one network. `fixed`: every call costs the same. `range`: between
 * `min` and `max`. `quote`: at least one of these cannot be proven. Where something decides that
 * cannot be listed (e.g. a batch) lines are those of its examples, whose request is the input
 * `request`. Bounds are of calls that are paid; `rows` are those of each row. `rates` and
 * `freeRows` are what the table says of each row.
 */
export interface RoutePrice {
  route: RouteIR
  mode: 'fixed' | 'range' | 'quote'
  lines: readonly PriceLine[]
  min?: bigint
  max?: bigint
  /** Where they differ. */
  rows?: readonly (Bounds & { model: string })[]
  rates?: Rates
  freeRows?: readonly string[]
  /** The first example that the network sells, in the route's own form with its defaults. */
  probe?: FormulaInputs
}

/** Prices of all paid routes of a network, by route id, in catalog order. */
export interface PriceList {
  network: NetworkIR
  routes: ReadonlyMap<string, RoutePrice>
}

/** Most lines that one route gets; a choice beyond is left at its default. */
const LINES = 400

/** The price list of a network. `like` shares compiled formulas with another network's list. */
export function prices(ir: CatalogIR, network: NetworkIR, like?: Environment): PriceList {
  const at = createEnvironment(ir, network, like)
  const routes = ir.routes.filter(
    r => r.price !== undefined && r.gone === undefined && r.networks.includes(network.name),
  )
  return { network, routes: new Map(routes.map(route => [route.id, routePrice(route, at)])) }
}

/** Lists of all the gateway's networks by name, the default first. */
export function allPrices(ir: CatalogIR): Map<string, PriceList> {
  const networks = ir.gateway.networks.flatMap(name => ir.networks.filter(n => n.name === name))
  const first = networks[0] === undefined ? undefined : createEnvironment(ir, networks[0])
  return new Map(networks.map(network => [network.name, prices(ir, network, first)]))
}

function routePrice(route: RouteIR, at: Environment): RoutePrice {
  const choices = choicesOf(route)
  const bases = requests(route, at)
  const base = bases[0]!.own
  const all = choices.open
    ? bases.flatMap(({ own, asked }) =>
        priced(route, at, { base: own, inputs: { request: requestOf(asked) } }),
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
    route,
    mode,
    lines: shown,
    ...bounds,
    ...(choices.open && differ ? { rows } : {}),
    ...facts,
    ...(probe === undefined ? {} : { probe }),
  }
}

/** The first request that passes the gates and is paid for. */
function probeOf(
  route: RouteIR,
  at: Environment,
  bases: readonly Asked[],
): FormulaInputs | undefined {
  for (const { own } of bases) {
    const got = attempt(() => quoteOwn(route, at, own))
    if (got?.kind !== 'priced' || got.free) continue
    const query = route.query === undefined ? undefined : got.query
    return { body: got.body, query, path: own.path }
  }
  return undefined
}

/** Bounds of all that the network sells of a route, and of each row. */
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

/**
 * An example's request. What it says that hooks find (tokens, for instance) is told too, as the
 * price follows from it.
 */
function requestOf({ body, query, path, hooks }: FormulaInputs): object {
  const told = Object.entries(hooks ?? {}).filter(([, value]) => typeof value !== 'object')
  return {
    ...(path === undefined ? {} : { path }),
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
    ...(told.length === 0 ? {} : { given: Object.fromEntries(told) }),
  }
}

/** A request as it is priced, and as callers send it. */
interface Asked {
  own: FormulaInputs
  asked: FormulaInputs
}

/** Requests to start from: the examples that pass, or an empty request. */
function requests(route: RouteIR, at: Environment): Asked[] {
  const passing = route.examples.flatMap((asked): Asked[] => {
    const own = 'refused' in asked.expect ? undefined : ownForm(route, at, asked)
    return own === undefined ? [] : [{ own, asked }]
  })
  const empty: FormulaInputs = route.body === undefined ? {} : { body: {} }
  return passing.length > 0 ? passing : [{ own: empty, asked: empty }]
}

/**
 * An example in the route's own form, or nothing where its translation fails; that is told when
 * examples are run.
 */
function ownForm(route: RouteIR, at: Environment, given: FormulaInputs): FormulaInputs | undefined {
  const own = attempt(() => translated(route, at, given))
  return own?.kind === 'own' ? own.given : undefined
}

/** What a step gives; nothing where a formula fails. */
function attempt<T>(step: () => T): T | undefined {
  try {
    return step()
  } catch {
    return undefined
  }
}

function rowsOf(
  route: RouteIR,
  at: Environment,
  choices: Choices,
): readonly (PlainRow | undefined)[] {
  return choices.model && choices.pick !== undefined && route.table !== undefined
    ? at.models(route.table).rows
    : [undefined]
}

interface Ask {
  base: FormulaInputs
  choices: Choices
  row: PlainRow | undefined
}

function lines(route: RouteIR, at: Environment, ask: Ask): PriceLine[] {
  let asked: { given: FormulaInputs; inputs: Record<string, unknown> }[] = [
    { given: picked(ask), inputs: {} },
  ]
  for (const c of ask.choices.list) {
    const values = c.values ?? (c.column === undefined ? undefined : keysOf(ask.row?.[c.column]))
    if (values === undefined || asked.length * values.length > LINES) continue
    asked = asked.flatMap(a =>
      values.map(value => ({
        given: withMember(a.given, c, value),
        inputs: { ...a.inputs, [c.name]: value },
      })),
    )
  }
  return asked.flatMap(a =>
    priced(route, at, { base: a.given, inputs: a.inputs, model: ask.row?.id }),
  )
}

function picked({ base, choices, row }: Ask): FormulaInputs {
  return row === undefined || choices.pick === undefined
    ? base
    : withMember(base, choices.pick, row.id)
}

function withMember(
  given: FormulaInputs,
  at: { part: 'body' | 'query' | 'path'; name: string },
  value: unknown,
): FormulaInputs {
  const text = at.part === 'body' ? value : String(value)
  return { ...given, [at.part]: { ...(given[at.part] as object | undefined), [at.name]: text } }
}

function keysOf(column: unknown): unknown[] | undefined {
  if (column instanceof Set || Array.isArray(column)) return [...column]
  return typeof column === 'object' && column !== null ? Object.keys(column) : undefined
}

/** The line of a request, or none where the gates refuse it or it cannot be priced. */
function priced(
  route: RouteIR,
  at: Environment,
  ask: { base: FormulaInputs; inputs?: Readonly<Record<string, unknown>>; model?: string },
): PriceLine[] {
  const got = attempt(() => quoteOwn(route, at, ask.base))
  if (got?.kind !== 'priced' || got.micro === undefined) return []
  const { inputs = {}, model } = ask
  return [
    {
      ...(model === undefined ? {} : { model }),
      inputs,
      micro: got.micro,
      ...(got.free ? { free: true as const } : {}),
    },
  ]
}

/** One line instead of many equal ones. */
function collapsed(all: readonly PriceLine[]): readonly PriceLine[] {
  const first = all[0]
  return first !== undefined && all.every(l => l.micro === first.micro && !l.free)
    ? [{ inputs: {}, micro: first.micro }]
    : all
}
