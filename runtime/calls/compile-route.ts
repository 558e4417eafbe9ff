/**
 * Compiles the catalog's routes at start. A route that names something this runtime does not have
 * is an error.
 */
import type { Stage } from '../call.ts'
import type { GatewayContext, CompiledRoute } from '../context.ts'
import type { InputSpec, Route, RouteFacts } from '../contract.ts'
import { makeContent, type Content } from '../replies/documents/content.ts'
import { compileCheck } from '../input/check.ts'
import { declaredBy } from '../input/unknown.ts'
import { offeringsOf, routeAt, tablesOf, type Offering } from '../lib/offerings.ts'
import { flows } from './pipeline.ts'
import { makeScope } from '../lib/scope.ts'
import { valuesOf } from '../lib/values.ts'
import { challengeText } from '../x402/challenge-json.ts'

/**
 * Compiles a route of the catalog for this network. Throws an error with the place in the catalog
 * when the route names something that does not exist.
 */
export async function compileRoute(context: GatewayContext, route: Route): Promise<CompiledRoute> {
  const list = compile(context, route)
  for (const offering of list.offerings.all) {
    const then = routeAt(route, offering.since)
    if (then !== route) offering.compiled = compiledAt(context, list, then)
    const compiled = offering.compiled ?? list
    if (then.fixed?.includes('discovery') === true)
      offering.discovery = fixedDiscovery(context, compiled, offering)
    if (then.fixed?.includes('reply') === true)
      offering.content = await fixedReply(context, compiled, offering)
  }
  return list
}

/** Returns a compiled route as it is from a date on. The input checks stay the same. */
function compiledAt(context: GatewayContext, list: CompiledRoute, route: Route): CompiledRoute {
  return { ...list, ...quoteParts(context, route), route, values: valuesOf(route) }
}

/** Returns the parts of a route's quote that are known at start. */
function quoteParts(
  { network }: GatewayContext,
  { probes, fixed }: Route,
): Pick<CompiledRoute, 'probe' | 'isQuoteFixed'> {
  return {
    probe: probes?.find(probe => probe.networks.includes(network)),
    isQuoteFixed: fixed?.includes('quote') === true,
  }
}

/** The stages of a route's flow. */
function stagesOf(route: Route): readonly Stage[] {
  const stages = Object.hasOwn(flows, route.flow) ? flows[route.flow] : undefined
  if (stages === undefined)
    throw new Error(
      `${route.origin}: the flow ${route.flow} of ${route.id} is not one that this gateway has`,
    )
  const isPaid = route.flow !== 'free' && route.gone === undefined
  if (isPaid && route.price === undefined)
    throw new Error(`${route.origin}: ${route.id} is paid but has no price`)
  if (route.flow.endsWith('_job') && route.job === undefined)
    throw new Error(`${route.origin}: ${route.id} has no job`)
  return stages
}

function compile(context: GatewayContext, route: Route): CompiledRoute {
  const { catalog, spec } = context
  const named = <T>(kind: string, table: Readonly<Record<string, T>>, name: string): T => {
    if (!Object.hasOwn(table, name))
      throw new Error(`${route.origin}: there is no ${kind} ${JSON.stringify(name)}`)
    return table[name] as T
  }
  if (route.serves !== undefined) named('service', context.services, route.serves)
  return {
    route,
    stages: stagesOf(route),
    envelope: named('error envelope', catalog.envelopes, route.envelope),
    offerings: offeringsOf(
      tablesOf(route, name => named('table', catalog.tables, name)),
      spec,
    ),
    limit: route.limit === undefined ? undefined : named('limit', catalog.limits, route.limit),
    limits: (route.limits?.names ?? []).map(name => named('limit', catalog.limits, name)),
    quota: (route.quota?.names ?? []).map(name => named('limit', catalog.limits, name)),
    ...ownParts(route),
    ...quoteParts(context, route),
    isUndone: route.work?.some(step => 'undo' in step && step.undo !== undefined) === true,
  }
}

type OwnParts = Pick<
  CompiledRoute,
  'body' | 'translate' | 'query' | 'declared' | 'values' | 'challenge'
>

/** Compiled parts that depend on the route alone, shared by all gateways of the process. */
const made = new WeakMap<Route, OwnParts>()

/** Compiles the parts that no network and no setting changes; most of the work. */
function ownParts(route: Route): OwnParts {
  const parts = made.get(route) ?? {
    body: route.body === undefined ? undefined : compileCheck(route.body, 'body'),
    translate:
      route.translate === undefined ? undefined : compileCheck(route.translate.body, 'body'),
    query:
      route.query === undefined || route.query.unchecked === true
        ? undefined
        : compileCheck(route.query, 'query'),
    declared: declaredOf(route),
    values: valuesOf(route),
    challenge: challengeText(route),
  }
  made.set(route, parts)
  return parts
}

/** Field and parameter names that the route accepts, for warnings about unknown ones. */
function declaredOf({ body, translate, query }: Route): CompiledRoute['declared'] {
  const form = translate?.body ?? body
  return {
    ...(form === undefined ? {} : { body: declaredBy(form) }),
    ...(query === undefined || isAnything(query) ? {} : { query: declaredBy(query) }),
    ...(translate === undefined || body === undefined ? {} : { own: declaredBy(body) }),
  }
}

/**
 * Whether only the upstream checks this input, because the catalog declares neither names nor a
 * check.
 */
function isAnything({ schema, unchecked }: InputSpec): boolean {
  const { properties = {} } = schema as { properties?: object }
  return unchecked === true && Object.keys(properties).length === 0
}

/** Returns route facts of a made-up request, with which formulas run at start. */
function startFacts(route: Route): RouteFacts {
  const { method, path, summary, prefix } = route
  return {
    method,
    path,
    pattern: path,
    summary,
    rest: path.slice(prefix.length),
    search: '',
    origin: 'http://localhost',
  }
}

/** Computes the extra members of a fixed discovery once at start, as the network has them. */
function fixedDiscovery(
  context: GatewayContext,
  compiled: CompiledRoute,
  offering: Offering,
): Offering['discovery'] {
  const { discoveryShow } = compiled.route
  const scope = makeScope(context, compiled, startFacts(compiled.route), { offering })
  return JSON.parse(JSON.stringify(discoveryShow!(scope)))
}

/**
 * Renders the reply of a `fixed` route once at start. Such a route has no status or headers of its
 * own.
 */
async function fixedReply(
  context: GatewayContext,
  compiled: CompiledRoute,
  offering: Offering,
): Promise<Content> {
  const scope = makeScope(context, compiled, startFacts(compiled.route), { offering })
  const render = compiled.route.reply as (scope: any) => unknown
  return makeContent(
    Buffer.from(JSON.stringify(await render(scope))),
    'application/json; charset=utf-8',
  )
}
