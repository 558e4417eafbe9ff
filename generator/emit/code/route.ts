/** Prints one route as a typed constant made of small functions. */
import { CACHE_KEYS } from '../../language/answers.ts'
import { JOB_KEYS } from '../../language/jobs.ts'
import { LIMIT } from '../../language/payments.ts'
import { ROUTE_KEYS } from '../../language/routes.ts'
import type { Keys } from '../../language/key.ts'
import type { Kind } from '../../language/values.ts'
import type { Block, CatalogIR, ExampleIR, PriceIR, RouteIR } from '../../ir.ts'
import { functionText, SCOPE, type Site } from './function.ts'
import { gatesText } from './gates.ts'
import { braces, type Member } from './braces.ts'
import { inOrder, keyMembers, type Printers, ranked, type Ranked } from './members.ts'
import { laidOut, quote } from './literal.ts'
import { microText } from './price.ts'
import { schemaText, type ShapePrinter } from '../shapes.ts'

/** What a route's text needs of the file around it. */
export interface RouteSite {
  ir: CatalogIR
  /** Tables that the file declares once. */
  constants: ReadonlyMap<string, string>
  helper(name: string): void
  /** Prints schemas, and imports those that have a name. */
  schemas: ShapePrinter
  /** Names the constant of a call, or the table of all calls, and imports it. */
  call(id: string): string
  calls(): string
  /** The last gates that other routes have too: their function and their number. */
  endGates: { name: string; count: number } | undefined
  /** Names the route's translation; undefined where it has none. */
  translation: string | undefined
}

const IN = '  '

/** The members of a route that it has: `id`, `gates` and so on. */
export function routeMembers(route: RouteIR, at: RouteSite): Member[] {
  const own = keyMembers(ROUTE_KEYS, route, printers(route, at), site(at, SCOPE, IN))
  return inOrder([...facts(route, at), ...own])
}

/** What a route has whatever is written. */
function facts(route: RouteIR, at: RouteSite): Ranked[] {
  return [
    [10, 'id', quote(route.id)],
    [20, 'origin', quote(at.ir.at(route.place))],
    [30, 'family', quote(route.family)],
    [40, 'method', quote(route.method)],
    [50, 'path', quote(route.path)],
    [70, 'prefix', quote(route.prefix)],
    [180, 'limit', route.limit && quote(route.limit)],
    [410, 'probes', laidOut(probes(route), IN, 9)],
    [510, 'fixed', route.fixed ? 'true' : undefined],
  ]
}

/** How the keys of a route are printed that are neither plain values nor single formulas. */
function printers(route: RouteIR, at: RouteSite): Partial<Printers<Kind>> {
  const place = (p: { place: RouteIR['place'] }) => at.ir.at(p.place)
  const scope = site(at, SCOPE, IN)
  return {
    aliases: list => laidOut(list, IN, 9),
    aka: names => laidOut(names, IN, 5),
    input: value => input(value, at.schemas),
    translation: () => at.translation,
    gates: gates =>
      gates === route.gates ? routeGates(route, at) : gatesText(gates, scope, place),
    price: price => priceText(price, at),
    limit: limits => inner(LIMIT.keys, limits, at),
    cache: cache => inner(CACHE_KEYS, cache, at),
    job: job => inner(JOB_KEYS, job, at),
    call: chosen => upstreamText(chosen, at),
  }
}

/** A map of keys inside of a route. */
function inner(keys: Keys, object: object, at: RouteSite): string {
  return ranked(keyMembers(keys, object, {}, site(at, SCOPE, IN + IN)), IN)
}

function routeGates(route: RouteIR, at: RouteSite): string | undefined {
  const { gates } = route
  const { endGates } = at
  const own = endGates === undefined ? gates : gates.slice(0, -endGates.count)
  if (own.length === 0) return endGates?.name
  return gatesText(own, site(at, SCOPE, IN), gate => at.ir.at(gate.place), endGates?.name)
}

/** Requests that stand for the route: its examples that are neither refused nor free. */
export function probes(route: RouteIR): { body?: unknown; query?: unknown; path?: unknown }[] {
  const free = ({ expect }: ExampleIR) =>
    route.free !== undefined && 'micro' in expect && expect.micro === 0n
  return route.examples
    .filter(e => !('refused' in e.expect || free(e)))
    .map(e => ({ body: e.body, query: e.query, path: e.path }))
}

function priceText(price: PriceIR, at: RouteSite): string {
  const inner = site(at, SCOPE, IN + IN)
  const where = (arm: { place: RouteIR['place'] }) => at.ir.at(arm.place)
  return braces(
    [
      [
        'micro',
        microText(price, inner, where),
        price.by === undefined ? where(price.arms[0]!) : undefined,
      ],
      ['decimals', String(price.decimals)],
      ['identify', String(price.identify)],
      ['show', price.show === undefined ? undefined : functionText(price.show, inner)],
    ],
    IN,
  )
}

function upstreamText(block: Block, at: RouteSite): string {
  const fixed = /^(['"])([\w.-]+)\1$/.exec(block.code.code)?.[2]
  if (block.lets.length === 0 && fixed !== undefined) return `() => ${at.call(fixed)}`
  at.helper('at')
  // A column that only some rows have was proven by a gate.
  const id = block.code.optional ? `need(${block.code.code})` : block.code.code
  if (block.code.optional) at.helper('need')
  const chosen = { ...block.code, code: `at(${at.calls()}, ${id})` }
  return functionText({ lets: block.lets, code: chosen }, site(at, SCOPE, IN))
}

/** A request shape as the runtime takes it. */
export function input(value: RouteIR['body'], at: ShapePrinter): string | undefined {
  if (value === undefined) return undefined
  const { schema, unknown, unchecked, wrap } = value
  return schemaText(
    { schema, unknown, ...(unchecked ? { unchecked } : {}), ...(wrap ? { wrap } : {}) },
    [IN, 7],
    at,
  )
}

function site(at: RouteSite, roots: readonly string[], indent: string): Site {
  return { indent, roots, constants: at.constants, helper: at.helper }
}
