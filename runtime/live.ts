/**
 * Makes the catalog's routes ready at start, or says where the catalog asks for what this runtime
 * does not have.
 */
import type { Core, Live, Stage } from './context.ts'
import type { Example, InputSpec, Models, Route, RouteFacts } from './contract.ts'
import { makeContent, type Content } from './documents/content.ts'
import { compileCheck } from './input/check.ts'
import { ownBody } from './input/own-body.ts'
import { parseQuery } from './input/query.ts'
import { declaredBy } from './input/unknown.ts'
import { noModels, sellModels } from './models.ts'
import { flows } from './pipeline.ts'
import { makeScope } from './scope.ts'
import { challengeText } from './stages/challenge-json.ts'
import { fixedDiscovery, fixedQuote, pickPlace } from './stages/fixed.ts'
import { chooseModel } from './stages/gates.ts'

/** Compiles a route. Throws with its catalog place when something that it names does not exist. */
export async function makeLive(core: Core, route: Route): Promise<Live> {
  const live = compile(core, route)
  live.fixedQuote = fixedQuote(core, live)
  live.route = fixedDiscovery(core, live)
  live.probe = await firstProbe(core, live)
  if (route.fixed === true && typeof route.reply === 'function')
    live.content = await fixedReply(core, live)
  return live
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

function compile(core: Core, route: Route): Live {
  const { catalog, spec } = core
  const named = <T>(kind: string, table: Readonly<Record<string, T>>, name: string): T => {
    if (!Object.hasOwn(table, name))
      throw new Error(`${route.origin}: there is no ${kind} ${JSON.stringify(name)}`)
    return table[name] as T
  }
  return {
    route,
    stages: stagesOf(route),
    envelope: named('error envelope', catalog.envelopes, route.envelope),
    models:
      route.table === undefined
        ? noModels
        : sellModels(named('table', catalog.tables, route.table), spec),
    ...(route.lists === undefined
      ? {}
      : {
          lists: listsOf(route.lists, name =>
            sellModels(named('table', catalog.tables, name), spec),
          ),
        }),
    limit: route.limit === undefined ? undefined : named('limit', catalog.limits, route.limit),
    limits: (route.limits?.names ?? []).map(name => named('limit', catalog.limits, name)),
    body: route.body === undefined ? undefined : compileCheck(route.body, 'body'),
    translate:
      route.translate === undefined ? undefined : compileCheck(route.translate.body, 'body'),
    query:
      route.query === undefined || route.query.unchecked === true
        ? undefined
        : compileCheck(route.query, 'query'),
    declared: declaredOf(route),
    pickAt: pickPlace(route),
    challenge: challengeText(route),
    fixedQuote: false,
  }
}

/** The names that callers may write. */
function declaredOf({ body, translate, query }: Route): Live['declared'] {
  const form = translate?.body ?? body
  return {
    ...(form === undefined ? {} : { body: declaredBy(form) }),
    ...(query === undefined || isAnything(query) ? {} : { query: declaredBy(query) }),
    ...(translate === undefined || body === undefined ? {} : { own: declaredBy(body) }),
  }
}

/** Whether every name is the upstream's business: nothing is declared, and nothing is checked. */
function isAnything({ schema, unchecked }: InputSpec): boolean {
  const { properties = {} } = schema as { properties?: object }
  return unchecked === true && Object.keys(properties).length === 0
}

function listsOf(
  names: Readonly<Record<string, string>>,
  sell: (name: string) => Models,
): Record<string, Models> {
  return Object.fromEntries(Object.entries(names).map(([list, table]) => [list, sell(table)]))
}

/** Facts of a request that nobody made. */
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

/**
 * The first example that has the right shape and passes the gates on this network, with its
 * defaults filled in.
 */
async function firstProbe(core: Core, live: Live): Promise<Example | undefined> {
  if (live.route.price === undefined) return undefined
  for (const example of live.route.probes) {
    const probe = await passing(core, live, example).catch(() => undefined)
    if (probe !== undefined) return probe
  }
  return undefined
}

async function passing(core: Core, live: Live, example: Example): Promise<Example | undefined> {
  const query =
    live.query === undefined ? { value: example.query } : live.query({ ...example.query })
  if (query.issues !== undefined) return undefined
  const scope = makeScope(core, live, startFacts(live.route))
  Object.assign(scope, { query: query.value ?? parseQuery(''), path: { ...example.path } })
  const body = await ownBody(live, scope, structuredClone(example.body))
  if (body.issues !== undefined || body.refusal !== undefined) return undefined
  scope.body = body.value
  chooseModel({ live, scope })
  if ((await live.route.gates?.(scope)) !== undefined) return undefined
  live.route.price!.micro(scope)
  return {
    body: body.value as Example['body'],
    query: query.value as Example['query'],
    path: example.path,
  }
}

/** Such a route has neither a status nor headers of its own. */
async function fixedReply(core: Core, live: Live): Promise<Content> {
  const scope = makeScope(core, live, startFacts(live.route))
  const make = live.route.reply as (scope: any) => unknown
  return makeContent(
    Buffer.from(JSON.stringify(await make(scope))),
    'application/json; charset=utf-8',
  )
}
