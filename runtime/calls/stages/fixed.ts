/**
 * Finds out at start what the functions of a route depend on, by running them with objects that
 * record or refuse reads.
 */
import type { GatewayContext, CompiledRoute } from '../../context.ts'
import type { Route } from '../../contract.ts'
import type { MakeValues } from '../../lib/values.ts'

/**
 * Thrown by a stand-in when a function reads something that differs between requests of one
 * address.
 */
class Varies extends Error {
  override name = 'Varies'
}

/**
 * Whether the route's whole 402 depends only on the requested address. Formulas are pure: if one
 * evaluation reads nothing that varies, no other evaluation does.
 */
export function fixedQuote(context: GatewayContext, compiled: CompiledRoute): boolean {
  const { route } = compiled
  if (route.price === undefined) return false
  const { method, path: pattern, summary } = route
  const fixed = { method, pattern, summary }
  const { scopeNetwork: network } = context
  const { models, values } = compiled
  const pricing = standIn({ network, models, route: standIn(fixed) }, values)
  const address = standIn({ ...fixed, path: '/', rest: '/', origin: 'http://localhost' })
  const shown = standIn({ network, models, route: address }, values)
  try {
    route.price.micro(pricing)
    route.price.show?.(pricing)
    route.show?.(shown)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the route with the extra members of its discovery computed once for this network, if they
 * depend on no request.
 */
export function fixedDiscovery(context: GatewayContext, compiled: CompiledRoute): Route {
  const { route } = compiled
  const { method, path: pattern, summary } = route
  if (route.discoveryShow === undefined) return route
  try {
    const known = { network: context.scopeNetwork, models: compiled.models }
    const scope = standIn(
      { ...known, route: standIn({ method, pattern, summary }) },
      compiled.values,
    )
    const shown = JSON.parse(JSON.stringify(route.discoveryShow(scope)))
    return { ...route, discoveryShow: () => shown }
  } catch {
    return route
  }
}

/**
 * An object with the given members, and with derived values; reading any other member throws
 * `Varies`.
 */
function standIn(known: Readonly<Record<string, unknown>>, values?: MakeValues): any {
  const made: any = new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'values' && derived !== undefined) return derived
        if (typeof name === 'string' && Object.hasOwn(known, name)) return known[name]
        throw new Varies(String(name))
      },
    },
  )
  const derived = values?.(made)
  return made
}

const STEPS = Symbol('steps')

/**
 * Finds the place where `pick` reads the model's name, e.g. `body.model`; undefined if it does more
 * than read one member.
 */
export function pickPlace(route: Route): CompiledRoute['pickAt'] {
  if (route.pick === undefined) return undefined
  try {
    const read = (route.pick as (scope: any) => any)(tracer([]))
    const steps: readonly string[] | undefined = read?.[STEPS]
    const [part, name] = steps ?? []
    const isPlace = steps?.length === 2 && (part === 'body' || part === 'query' || part === 'path')
    return isPlace ? { part: part as 'body', name: name! } : undefined
  } catch {
    return undefined
  }
}

/** An object whose members record the path by which they were read. */
function tracer(steps: readonly string[]): any {
  const member = (name: string | symbol): any =>
    typeof name === 'string' ? tracer([...steps, name]) : name === STEPS ? steps : undefined
  return new Proxy(
    {},
    {
      get: (_, name) => member(name),
      getOwnPropertyDescriptor: (_, name) => ({
        configurable: true,
        enumerable: true,
        value: member(name),
      }),
    },
  )
}
