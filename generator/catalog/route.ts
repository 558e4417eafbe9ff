/** Builds one route: names, gates, price, work, reply. */
import { entriesOf, entryOf, textOf, valueOf, problem } from '../read/access.ts'
import { TOKENIZERS } from '../language/answer-parts.ts'
import { ROUTE_KEYS } from '../language/routes.ts'
import { knownCall, optional, report, type LoweringContext } from './build.ts'
import { usedScope } from './used-scope.ts'
import { callPolicyOf } from './call-policy.ts'
import { callsOf, type RouteCalls } from './route-calls.ts'
import { examplesOf, rowPricesOf } from './examples.ts'
import type { ModelView } from './row-variants.ts'
import { fieldPlaces, otherNames } from './fields.ts'
import { gatesOf, letDefs, type GateSource } from './gates.ts'
import { readInTime, type Reads, readsOf } from './owned.ts'
import { priceOf } from './price.ts'
import { viewDefs } from './views.ts'
import { checkWork, workOf } from './work.ts'
import { readFormulas } from './read-keys.ts'
import { insteadOf } from './reply.ts'
import { transferOf } from './transfer.ts'
import { discoveryScope, holesOf, type Start, startOf } from './request.ts'
import { mapNames, withModel, withNames, type FormulaScope } from './scope.ts'
import { directLets } from './lets.ts'
import type { Origin } from './route-versions.ts'
import type { FlatRoute } from '../resolve/flat.ts'
import type { RouteIR } from '../ir.ts'
import type { Raw } from '../types.ts'
import { answerOf } from './answer.ts'
import { baseOf } from './route-base.ts'

/** A built route, and the scope in which its upstream calls are made. */
export interface BuiltRoute {
  route: RouteIR
  uses?: RouteCalls['uses']
  /** What it was built from; undefined if that is not known. */
  origin?: Origin
}

/** A route; undefined where it is wrong, which is then reported. */
export function routeOf(
  flat: FlatRoute,
  id: string,
  build: LoweringContext,
): BuiltRoute | undefined {
  const count = build.problems.length
  const isWrong = (): boolean => build.problems.length > count
  const base = baseOf(flat, id, build)
  if (base.gone !== undefined) return isWrong() ? undefined : { route: base }
  const request = startOf(flat, build)
  checkUpstream(flat, build)
  // Formulas over a faulty request or table would only repeat its problems.
  if (isWrong()) return undefined
  const owned = readsOf(flat, request.scope)
  if (isWrong()) return undefined
  const start = { ...request, scope: withNames(request.scope, owned.early) }
  const gated = gatedOf(flat, start)
  const aka = otherNames(
    valueOf(flat.keys, 'fields'),
    fieldPlaces(valueOf(flat.keys, 'body')),
    build,
  )
  const served = servedOf(flat, { base, start, gated, owned })
  const priced = pricedOf(flat, { base, gated, served })
  const route: RouteIR = {
    ...base,
    ...start.parts,
    ...gatedMembers(gated),
    ...(Object.keys(aka).length > 0 ? { aka } : {}),
    ...served.members,
    ...(owned.reads.length > 0 ? { reads: owned.reads } : {}),
    ...optional('transfer', transferOf(flat, served.checked)),
    ...(priced ? { price: priced } : {}),
    ...formulasOf(flat, start, gated),
    ...servedMembers(served),
    ...answerOf(flat, served.checked, { base, ...served, reads: owned.reads }),
    examples: examplesOf(
      { raw: valueOf(flat.keys, 'examples'), given: valueOf(flat.keys, 'given') },
      exampleFields(flat, build),
      build,
    ),
  }
  const written = valueOf(flat.keys, 'row_prices')
  const rowPrices = written && rowPricesOf(written, build.tables.get(route.table ?? ''), build)
  checkTokenizer(route, build)
  if (isWrong()) return undefined
  const { uses } = served.work ?? served.calls ?? {}
  const reads = owned.reads.length > 0 ? { reads: readInTime(route, owned.reads) } : {}
  return {
    route: { ...route, ...reads, ...optional('rowPrices', rowPrices) },
    ...optional('uses', uses),
  }
}

/** The gates of a route, the scope after them, and that scope for a part of the rows. */
interface Gated extends ReturnType<typeof gatesOf> {
  again(view: ModelView): FormulaScope
}

function gatedOf(flat: FlatRoute, start: Start): Gated {
  const { build } = start.scope
  const lets = [
    ...viewDefs(valueOf(flat.keys, 'views'), build.problems),
    ...letDefs(valueOf(flat.keys, 'let')),
  ]
  const source: GateSource = {
    keys: flat.keys,
    scope: start.scope,
    lets,
    isRoute: true,
    ...optional('view', start.view),
  }
  const again = (view: ModelView): FormulaScope => ({
    ...gatesOf({ ...source, scope: { ...start.scope, build: { ...build, problems: [] } }, view })
      .after,
    build,
  })
  return { ...gatesOf(source), again }
}

function gatedMembers({ gates, after }: Gated): Pick<RouteIR, 'gates' | 'values'> {
  const values = after.lets.flatMap(({ name, code, derived }) =>
    derived ? [{ name, lets: directLets(after.lets, [code]), code }] : [],
  )
  return { gates, values }
}

/** What a route does after its gates: the members of its policy, and its calls or steps. */
interface Served {
  members: ReturnType<typeof callPolicyOf>['members']
  /** The scope after the checks. */
  checked: FormulaScope
  calls: ReturnType<typeof callsOf>
  work: ReturnType<typeof workOf>
  paid: boolean
}

function servedOf(
  flat: FlatRoute,
  { base, start, gated, owned }: { base: RouteIR; start: Start; gated: Gated; owned: Reads },
): Served {
  const paid = entryOf(flat.keys, 'price') !== undefined
  const { members, checked } = callPolicyOf(flat, {
    before: start.view ? withModel(start.scope, start.view) : start.scope,
    after: withNames(gated.after, owned.late),
  })
  const calls = callsOf(flat, checked, { paid })
  const work = workOf(flat, checked, { paid })
  checkWork(flat, base.flow, checked)
  return { members, checked, calls, work, paid }
}

function servedMembers({ calls, work }: Served): Partial<RouteIR> {
  return {
    ...(calls ? { calls: calls.ids, upstream: calls.chosen, ...optional('with', calls.with) } : {}),
    ...(work ? { calls: work.ids, work: work.work, ...optional('give', work.give) } : {}),
  }
}

function pricedOf(
  flat: FlatRoute,
  { base, gated, served }: { base: RouteIR; gated: Gated; served: Served },
): RouteIR['price'] {
  const { calls, work } = served
  const { after, again } = gated
  const used = usedScope(flat, { flow: base.flow, scope: after, calls, work })
  const entry = entryOf(flat.keys, 'price')
  const { discount } = flat.period ?? {}
  return entry && priceOf({ entry, scope: after, again, used, discount })
}

/** Single formulas and the fixed answer. */
function formulasOf(flat: FlatRoute, start: Start, { after }: Gated): Partial<RouteIR> {
  return {
    ...readFormulas(ROUTE_KEYS, flat.keys, {
      addressed: addressOf(after),
      gated: after,
      discovery: discoveryScope(flat, start.scope),
    }),
    ...optional('instead', insteadOf(valueOf(flat.keys, 'instead'), after)),
  }
}

/** The scope limited to `path` and `query`, for replies that all callers share. */
function addressOf(scope: FormulaScope): FormulaScope {
  return mapNames(scope, names =>
    Object.fromEntries(Object.entries(names).filter(([name]) => /^(?:path|query)$/.test(name))),
  )
}

/** An upstream call that is named outright must exist. */
function checkUpstream(flat: FlatRoute, build: LoweringContext): void {
  const written = valueOf(flat.keys, 'upstream')
  const value = written?.kind === 'map' ? valueOf(written, 'call') : written
  const name = textOf(value) ?? '='
  if (value && !name.startsWith('=')) knownCall(build, name, value.place)
}

/** `usage:` names a tokenizer that exists. */
function checkTokenizer({ tokenizer }: RouteIR, build: LoweringContext): void {
  if (tokenizer === undefined) return
  const { type, place } = tokenizer.code
  if (type.kind === 'string' && type.choices?.every(one => TOKENIZERS.includes(one))) return
  const hint = `e.g. a column of the type ${TOKENIZERS.join(' | ')}`
  report(build, problem('type-mismatch', place, 'this must be a tokenizer', { hint }))
}

function exampleFields(flat: FlatRoute, build: LoweringContext): Parameters<typeof examplesOf>[1] {
  // Examples of a translated route are requests in the caller's form.
  const parts: Readonly<Record<string, Raw | undefined>> = {
    body: valueOf(valueOf(flat.keys, 'translate') ?? flat.keys, 'body'),
    query: valueOf(flat.keys, 'query'),
  }
  const fields = (key: string): string[] =>
    entriesOf(parts[key])
      .map(entry => entry.key)
      .filter(name => name !== '...')
  const places = ['body', 'query'].flatMap(key =>
    entriesOf(parts[key]).map(entry => [entry.key, entry.keyPlace] as const),
  )
  return {
    places: new Map(places),
    path: holesOf(flat.path),
    body: fields('body'),
    query: fields('query'),
    given: [
      ...build.flat.hooks.map(hook => hook.name),
      ...entriesOf(valueOf(flat.keys, 'read')).map(entry => entry.key),
      ...build.fetched.keys(),
    ],
  }
}
