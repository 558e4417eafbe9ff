/** The requests that a catalog itself names: its examples, and the lines of its price lists. */
import type { CatalogIR, ExampleIR, NetworkIR, RouteIR } from '../../generator/ir.ts'
import type { Wanted } from '../helpers/buyer.ts'

/**
 * A request with what the catalog says of it: its price in micro-USD, or the status that refuses
 * it. `given`: the example says what hooks answer, so the real ones may price it or refuse it
 * otherwise. `invented`: there is no example, so the upstream may refuse it.
 */
export interface Named {
  route: RouteIR
  wanted: Wanted
  micro?: bigint
  refused?: number
  given?: boolean
  invented?: boolean
}

/** The parts of a request, as an example has them. */
type Asked = Partial<Pick<ExampleIR, 'body' | 'query' | 'path'>>

/** The paid routes that a network sells. */
export const soldOn = (ir: CatalogIR, network: NetworkIR): RouteIR[] =>
  ir.routes.filter(
    route =>
      route.price !== undefined &&
      route.gone === undefined &&
      route.networks.includes(network.name),
  )

const segments = (text: string): string => text.split('/').map(encodeURIComponent).join('/')

/** A request as a caller sends it; a hole of the path that nobody fills is filled with a word. */
function wantedOf(route: RouteIR, { body, query, path }: Asked): Wanted {
  const filled = route.path.replaceAll(/\{(\w+)\}|\*$/g, (_, name: string | undefined) =>
    segments(path?.[name ?? 'rest'] ?? 'some'),
  )
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`
  return {
    method: route.method as Wanted['method'],
    path: filled + search,
    ...(body === undefined ? {} : { body: body as object }),
  }
}

/** The examples of a route; one of nothing for a route without. */
export function examplesOf(route: RouteIR): Named[] {
  // What an example costs on its own day is proven by `check`.
  const present = route.examples.filter(({ at }) => at === undefined)
  const own = present.map(({ expect, hooks, ...asked }): Named => ({
    route,
    wanted: wantedOf(route, asked),
    ...expect,
    given: Object.keys(hooks).length > 0,
  }))
  return own.length > 0 ? own : [{ route, wanted: wantedOf(route, {}), invented: true }]
}

/** The lines of a price list (`pricing.json`) that name a model or another choice, as requests. */
export function linesOf(route: RouteIR, lines: readonly Record<string, any>[]): Named[] {
  const base = route.examples.find(
    example => !('refused' in example.expect) && Object.keys(example.hooks).length === 0,
  )
  return lines.flatMap(({ usd: _, micro, free, request, ...choices }) => {
    if (request !== undefined || free || typeof base?.body !== 'object' || Array.isArray(base.body))
      return []
    return [
      {
        route,
        wanted: wantedOf(route, { ...base, body: { ...base.body, ...choices } }),
        micro: BigInt(micro),
      },
    ]
  })
}
