/**
 * Prices the example requests of a catalog, with each row. A release records these prices; a
 * process that loads it must compute the same.
 */
import type { Catalog, NetworkSpec, Probe, Route, RouteFacts, Scope } from '../contract.ts'
import { createHooks, type HookContext } from '../hooks/index.ts'
import { parseQuery } from '../input/query.ts'
import { createSigner } from '../jobs/signed-poll.ts'
import { offeringsOf, routeAt, tablesOf } from '../lib/offerings.ts'
import { makeScope } from '../lib/scope.ts'
import { valuesOf } from '../lib/values.ts'
import { chooseModel, quoteOf } from '../quote.ts'
import type { SelfQuotes } from './types.ts'

/** Computes the prices of a catalog's examples on a network at an instant (Unix ms). */
export function selfQuotes(catalog: Catalog, network: string, at: number): SelfQuotes {
  const spec = catalog.networks[network]!
  const clock = { now: () => at }
  const hooks = createHooks({
    clock,
    catalog,
    paymentScheme: { spec },
    signer: createSigner(['self-quotes']),
    region: '',
  } as unknown as HookContext)
  const found: Record<string, string> = {}
  for (const route of catalog.routes.map(one => routeAt(one, at))) {
    const probe = route.probes?.find(({ networks }) => networks.includes(network))
    if (!route.networks.includes(network) || route.price === undefined || route.gone) continue
    const make = offerMaker({ catalog, spec, route, hooks, clock })
    for (const [name, request] of requests(route, make.ids, probe))
      found[name] = costOf(() => make.quote(request))
  }
  return found
}

/** Yields the example, and the example with each row. */
function* requests(
  { id, pickAt }: Route,
  rows: readonly string[],
  probe: Probe = { networks: [] },
): Iterable<[string, Probe]> {
  yield [id, probe]
  if (pickAt === undefined) return
  const [part, name] = pickAt
  for (const row of rows)
    yield [`${id} ${row}`, { ...probe, [part]: { ...(probe[part] as object), [name]: row } }]
}

interface Parts {
  catalog: Catalog
  spec: NetworkSpec
  route: Route
  hooks: unknown
  clock: { now(): number }
}

function offerMaker({ catalog, spec, route, hooks, clock }: Parts): {
  ids: readonly string[]
  quote(request: Probe): ReturnType<typeof quoteOf>
} {
  const tables = tablesOf(route, name => catalog.tables[name]!)
  const compiled = { route, offerings: offeringsOf(tables, spec), values: valuesOf(route) }
  const { name, label, asset, chain } = spec
  const scopeNetwork = { name, label, asset: asset.symbol, chain, treasury: '' }
  return {
    ids: compiled.offerings.at(clock.now()).models.ids,
    quote({ body, query, path }) {
      const scope: Scope = makeScope({ clock, hooks, scopeNetwork }, compiled, factsOf(route))
      const input = { body, query: query ?? parseQuery(''), path: path ?? {} }
      Object.assign(scope, input)
      chooseModel({ compiled, scope })
      return quoteOf(route, scope)
    },
  }
}

const factsOf = ({ method, path, summary }: Route): RouteFacts => ({
  method,
  path,
  pattern: path,
  summary,
  rest: '',
  search: '',
  origin: 'http://localhost',
})

function costOf(quote: () => ReturnType<typeof quoteOf>): string {
  try {
    const quoted = quote()
    return typeof quoted === 'object' ? String(quoted.amount) : (quoted ?? 'no price')
  } catch (error) {
    // Not every example is a complete request, but its error is the same each time.
    return `fails: ${(error as Error).name}`
  }
}

/** Returns a sentence about the first quote that differs; undefined if all are the same. */
export function differing(recorded: SelfQuotes, own: SelfQuotes): string | undefined {
  for (const name of new Set([...Object.keys(recorded), ...Object.keys(own)]))
    if (recorded[name] !== own[name])
      return (
        `${name} is quoted ${own[name] ?? 'nowhere'} here, ${recorded[name] ?? 'nowhere'} ` +
        'when it was made'
      )
  return undefined
}
