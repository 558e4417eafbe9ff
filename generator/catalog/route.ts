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
import { readInTime, readsOf } from './owned.ts'
import { priceOf } from './price.ts'
import { viewDefs } from './views.ts'
import { checkWork, workOf } from './work.ts'
import { readFormulas } from './read-keys.ts'
import { insteadOf } from './reply.ts'
import { transferOf } from './transfer.ts'
import { discoveryScope, holesOf, startOf } from './request.ts'
import { mapNames, withModel, withNames, type FormulaScope } from './scope.ts'
import { directLets } from './lets.ts'
import type { FlatRoute } from '../resolve/flat.ts'
import type { RouteIR } from '../ir.ts'
import type { Raw } from '../types.ts'
import { answerOf } from './answer.ts'
import { baseOf } from './route-base.ts'

/** A built route, and the scope in which its upstream calls are made. */
export interface BuiltRoute {
  route: RouteIR
  uses?: RouteCalls['uses']
  /** Names everything that it was built from; undefined if that is not known. */
  version?: string
}

/** A route; undefined where it is wrong, which is then reported. */
export function routeOf(
  flat: FlatRoute,
  id: string,
  build: LoweringContext,
): BuiltRoute | undefined {
  const count = build.problems.length
  const base = baseOf(flat, id, build)
  if (base.gone !== undefined) return build.problems.length > count ? undefined : { route: base }
  const request = startOf(flat, build)
  checkUpstream(flat, build)
  // Formulas over a faulty request or table would only repeat its problems.
  if (build.problems.length > count) return undefined
  const owned = readsOf(flat, request.scope)
  const start = { ...request, scope: withNames(request.scope, owned.early) }
  if (build.problems.length > count) return undefined
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
  const { gates, after } = gatesOf(source)
  const again = (view: ModelView): FormulaScope => ({
    ...gatesOf({ ...source, scope: { ...start.scope, build: { ...build, problems: [] } }, view })
      .after,
    build,
  })
  const aka = otherNames(
    valueOf(flat.keys, 'fields'),
    fieldPlaces(valueOf(flat.keys, 'body')),
    build,
  )
  const price = entryOf(flat.keys, 'price')
  const isPaid = price !== undefined
  const paid = withNames(after, owned.late)
  const { members, checked } = callPolicyOf(flat, {
    before: start.view ? withModel(start.scope, start.view) : start.scope,
    after: paid,
  })
  const calls = callsOf(flat, checked, { paid: isPaid })
  const work = workOf(flat, checked, { paid: isPaid })
  checkWork(flat, base.flow, checked)
  const used = usedScope(flat, { flow: base.flow, scope: after, calls, work })
  const { discount } = flat.period ?? {}
  const priced = price && priceOf({ entry: price, scope: after, again, used, discount })
  const route: RouteIR = {
    ...base,
    ...start.parts,
    gates,
    values: after.lets.flatMap(({ name, code, derived }) =>
      derived ? [{ name, lets: directLets(after.lets, [code]), code }] : [],
    ),
    ...(Object.keys(aka).length > 0 ? { aka } : {}),
    ...members,
    ...(owned.reads.length > 0 ? { reads: owned.reads } : {}),
    ...optional('transfer', transferOf(flat, checked)),
    ...(priced ? { price: priced } : {}),
    ...readFormulas(ROUTE_KEYS, flat.keys, {
      addressed: addressOf(after),
      gated: after,
      discovery: discoveryScope(flat, start.scope),
    }),
    ...optional('instead', insteadOf(valueOf(flat.keys, 'instead'), after)),
    ...(calls ? { calls: calls.ids, upstream: calls.chosen, ...optional('with', calls.with) } : {}),
    ...(work ? { calls: work.ids, work: work.work, ...optional('give', work.give) } : {}),
    ...answerOf(flat, checked, { base, calls, work, paid: isPaid, reads: owned.reads }),
    examples: examplesOf(
      { raw: valueOf(flat.keys, 'examples'), given: valueOf(flat.keys, 'given') },
      exampleFields(flat, build),
      build,
    ),
  }
  const written = valueOf(flat.keys, 'row_prices')
  const rowPrices = written && rowPricesOf(written, build.tables.get(route.table ?? ''), build)
  checkTokenizer(route, build)
  if (build.problems.length > count) return undefined
  const { uses } = work ?? calls ?? {}
  const reads = owned.reads.length > 0 ? { reads: readInTime(route) } : {}
  return {
    route: { ...route, ...reads, ...optional('rowPrices', rowPrices) },
    ...optional('uses', uses),
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
