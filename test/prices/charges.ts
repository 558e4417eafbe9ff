/**
 * Random requests with random use, for every row of every route whose price has `actual`. Requests
 * come from the examples of the catalog; no model, price or count is named here.
 */
import type { ReplyScope, UsageFacts } from '../../runtime/contract.ts'
import { actualOf } from '../../runtime/quote.ts'
import { isByUse } from '../../generator/emit/facts.ts'
import { createEnvironment, type Environment } from '../../generator/examples/environment.ts'
import { offerOf, scopeOf } from '../../generator/examples/offer.ts'
import { quote } from '../../generator/examples/quote.ts'
import { networkOf } from '../../generator/examples/network.ts'
import type { CatalogIR, ExampleIR, RouteIR } from '../../generator/ir.ts'

/** A request with its quote, and what is charged for some use and for more of it. */
interface Charged {
  route: string
  row: string | undefined
  quoted: bigint
  less: bigint
  more: bigint
  /** Whether the price has `actual` for this row. */
  isByUse: boolean
}

/** A random number from 0 up to, not including, 1. */
type Next = () => number

/** The same numbers in every run. */
function numbers(seed: number): Next {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** The routes whose price has `actual`. */
export const routesByUse = (ir: CatalogIR): RouteIR[] => ir.routes.filter(isByUse)

/** Charges of random requests, as many as asked, those that gates refuse left out. */
function* charges(ir: CatalogIR, next: Next, count: number): Generator<Charged> {
  const sold = routesByUse(ir).map(route => ({ route, at: environment(ir, route) }))
  for (let i = 0; i < count && sold.length > 0; i++) {
    const { route, at } = sold[i % sold.length]!
    const charged = charge(route, at, next)
    if (charged) yield charged
  }
}

const environments = new Map<string, Environment>()

function environment(ir: CatalogIR, route: RouteIR): Environment {
  const network = networkOf(ir, route)!
  const made = environments.get(network.name) ?? createEnvironment(ir, network)
  environments.set(network.name, made)
  return made
}

function charge(route: RouteIR, at: Environment, next: Next): Charged | undefined {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!
  const written = pick(route.examples.filter(one => !('refused' in one.expect)))
  const row = route.table === undefined ? undefined : pick(at.models(route.table).rows).id
  const example = varied(written, { route, row, next, at })
  const quoted = quote(route, at, example)
  if (quoted.kind === 'refused' || quoted.micro === undefined) return undefined
  const { body, query, micro } = quoted
  const price = offerOf(route, at).route.price!
  const asked = scopeOf(route, at, { ...example, body, query })
  const of = ({ usage, replied }: Use): ReplyScope =>
    ({ ...asked, usage, result: replied, reply: replied, status: 200 }) as unknown as ReplyScope
  const shape = route.examples.find(one => one.used?.result ?? one.used?.reply)?.used
  const less = used(shape?.result ?? shape?.reply, next)
  return {
    route: route.path,
    row,
    quoted: micro,
    less: actualOf(price, of(less), micro),
    more: actualOf(price, of(more(less, next)), micro),
    isByUse: price.actual?.(of(less)) !== undefined,
  }
}

/** The example for another row, with other numbers. */
function varied(
  example: ExampleIR,
  {
    route,
    row,
    next,
    at,
  }: { route: RouteIR; row: string | undefined; next: Next; at: Environment },
): ExampleIR {
  const ids = route.table === undefined ? [] : at.models(route.table).rows.map(one => one.id)
  const change = (value: unknown): unknown => {
    if (typeof value === 'number') return Math.floor(10 ** (next() * 6))
    if (typeof value === 'string') return row !== undefined && ids.includes(value) ? row : value
    if (Array.isArray(value)) return value.map(change)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one)]))
  }
  const { body, path, hooks } = example
  const changed = { body, path, hooks }
  const made = next() < 0.2 ? changed : (change(changed) as typeof changed)
  const { body: newBody, path: newPath, hooks: newHooks } = made
  return {
    ...example,
    hooks: newHooks,
    ...(newBody === undefined ? {} : { body: newBody }),
    ...(newPath === undefined ? {} : { path: newPath }),
  }
}

interface Use {
  usage: UsageFacts
  replied: unknown
}

function used(shape: unknown, next: Next): Use {
  const tokens = (): number => Math.floor(10 ** (next() * 4.5)) - 1
  const [plain, cached, written, output] = [tokens(), tokens(), tokens(), tokens()]
  const input = plain + cached + written
  return {
    usage: { input, cached, written, output, reasoning: Math.floor(next() * output) },
    replied: resized(shape, () => Math.floor(next() * 30)),
  }
}

/** The same with more of one kind of token, and with longer lists and larger numbers. */
function more({ usage, replied }: Use, next: Next): Use {
  const by = Math.floor(10 ** (next() * 3))
  const kinds: Partial<UsageFacts>[] = [
    { input: usage.input + by },
    { input: usage.input + by, cached: usage.cached + by },
    { input: usage.input + by, written: usage.written + by },
    { output: usage.output + by },
    { output: usage.output + by, reasoning: usage.reasoning + by },
  ]
  const grown = kinds[Math.floor(next() * kinds.length)]!
  return {
    usage: { ...usage, ...grown },
    replied: resized(replied, size => size + Math.floor(next() * 5)),
  }
}

/** JSON with its lists as long, and its numbers as large, as asked. */
function resized(value: unknown, size: (now: number) => number): unknown {
  if (typeof value === 'number') return size(value)
  if (Array.isArray(value))
    return Array.from({ length: size(value.length) }, (_, i) => value[i] ?? {})
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resized(one, size)]))
}

/** What charges show: those that are wrong, and how many there are of each kind. */
export interface Seen {
  wrong: Charged[]
  all: number
  belowQuote: number
  grown: number
}

/** Looks at the charges of random requests. */
export function seenIn(ir: CatalogIR, count: number): Seen {
  const seen: Seen = { wrong: [], all: 0, belowQuote: 0, grown: 0 }
  for (const one of charges(ir, numbers(7), count)) {
    const { less, more: grown, quoted, isByUse } = one
    const isWithin = less >= 0n && less <= grown && grown <= quoted
    if (!isWithin || (!isByUse && less !== quoted)) seen.wrong.push(one)
    seen.all++
    if (less < quoted) seen.belowQuote++
    if (grown > less) seen.grown++
  }
  return seen
}
