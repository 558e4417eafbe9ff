/** The build pass: turns the flat catalog into the typed and lowered one. */
import { shownInstant } from '../../runtime/lib/instant.ts'
import { problem } from '../read/access.ts'
import { placeWriter } from '../read/lines.ts'
import { byName } from '../resolve/definitions.ts'
import { acceptedOf } from './accepted.ts'
import { checkCall } from './call-rules.ts'
import { callDefs, withFirst, type CallUse } from './calls.ts'
import { callOnce } from './calls-once.ts'
import { builtOnce, constant, type LoweringContext } from './build.ts'
import { envelopeOf, type OutcomeCache } from './envelopes.ts'
import { fetchedOf, fetchedUses } from './fetched.ts'
import { fetchedBy } from './fetched-reads.ts'
import { gatewayConstants } from './gateway-constants.ts'
import { checkGatewayNames, gatewayOf, limitOf, networkOf } from './gateway.ts'
import { upstreamOf } from './upstream.ts'
import { examplesInTime, LIST, tableAt } from './in-time.ts'
import { hookNames, hookOf } from './hooks.ts'
import { routeIds } from './ids.ts'
import { loweredOnce } from './lowered-once.ts'
import { recordsOf } from './records.ts'
import { routeOf, type BuiltRoute } from './route.ts'
import { noteVersions } from './route-versions.ts'
import { routesOnce } from './routes-once.ts'
import { routeInTime, type BuiltEra } from './route-in-time.ts'
import { erasOf, type Era } from './eras.ts'
import { readElsewhere } from './era-readers.ts'
import { namedSchemas } from './schemas.ts'
import { statedAnswers, type AnswersOf } from './stated-answers.ts'
import { withRules } from './row-rules.ts'
import { tableOf } from './tables.ts'
import { valuesRead } from './values.ts'
import { versionsOf } from './versions.ts'
import { atNamedRows } from '../resolve/named-rows.ts'
import type { Def, Flat } from '../resolve/flat.ts'
import type { CallIR, CatalogIR, GatewayIR, HookIR, RouteIR, TableIR } from '../ir.ts'
import type { Checked, Names, Problem, SourceFile } from '../types.ts'

/** Builds the catalog. If the problems contain an error, the value must not be used. */
export function buildCatalog(
  flat: Flat,
  files: readonly SourceFile[],
  now?: number,
): Checked<CatalogIR> {
  const build = start(flat, files, now)
  const isFaulty = build.problems.length > 0
  checkGatewayNames(build)
  for (const def of build.calls.values()) checkCall(def, build)
  const settings = settingsOf(build)
  const problems = (): Problem[] => atNamedRows([...build.problems, ...build.ofDates], flat.tables)
  // Formulas over faulty definitions would only repeat their problems.
  if (isFaulty) return { value: undefined as never, problems: problems() }
  const { built, calls, eras } = soldOf(build, settings.envelopes)
  const value: CatalogIR = {
    sources: files,
    gateway: gatewayInTime(build.gateway, eras),
    ...settings,
    records: [...build.records.values()],
    fetched: [...build.fetched.values()],
    hooks: build.hooks,
    tables: flat.tables.map(table => tableAt(tableWithRules(table, build), LIST)),
    calls,
    schemas: Object.fromEntries(
      [...build.schemas].map(([name, { schema, place }]) => [name, { schema, place }]),
    ),
    routes: completed(built, calls, build),
    accepted: acceptedOf(flat.accepted),
    at: build.at,
  }
  noteVersions(value, built, build.versions)
  return { value, problems: problems() }
}

type Settings = Pick<CatalogIR, 'networks' | 'limits' | 'upstreams' | 'envelopes'>

/** Builds what routes refer to. */
function settingsOf(build: LoweringContext): Settings {
  const { flat, versions } = build
  const outcomes: OutcomeCache = new Map()
  const envelopes = flat.envelopes.map(def =>
    builtOnce(`envelope ${def.name} ${versions.shared}`, build, () =>
      envelopeOf(def, build, outcomes),
    ),
  )
  return {
    networks: flat.networks.map(def => networkOf(def, build)),
    limits: flat.limits.map(def => limitOf(def, build)),
    upstreams: flat.upstreams.map(def => upstreamOf(def, build)),
    envelopes: present(envelopes),
  }
}

/** Builds the routes, with those of each era, and the upstream calls that they make. */
function soldOf(
  build: Started,
  envelopes: CatalogIR['envelopes'],
): { built: BuiltRoute[]; calls: CallIR[]; eras: BuiltEra[] } {
  const { flat, problems } = build
  const ids = routeIds(flat.routes)
  const eras = build.eras.map(era => builtEra(era, ids))
  const listed = routesOnce(build)
  const built = present(
    flat.routes.map((route, i) =>
      routeInTime(route, listed(route, ids[i]!, build), { id: ids[i]!, build, eras }),
    ),
  )
  problems.push(...eras.flatMap(era => failing(era, problems)))
  const uses = withFirst(usesOf(built, fetchedUses(build)), build.calls)
  const calls = present(
    [...build.calls.values()].map(def => callOnce(def, uses.get(def.id) ?? [], build)),
  )
  const routes = built.map(one => one.route)
  problems.push(...readElsewhere(eras, { calls, envelopes, routes }))
  return { built, calls, eras }
}

/** Adds to routes what depends on the whole catalog: answers, examples, values, fetched tables. */
function completed(
  built: readonly BuiltRoute[],
  calls: readonly CallIR[],
  { flat, tables, fetched, problems }: LoweringContext,
): RouteIR[] {
  const routes = built.map(one => one.route)
  const stated = statedAnswers(flat, routes, problems)
  return routes.map(route => ({
    ...route,
    ...stated(route),
    examples: examplesInTime(route, tables.get(route.table ?? '')),
    ...withValues(route, calls, stated(route)),
    ...(fetched.size > 0 ? fetchedBy(route, calls) : {}),
  }))
}

/** A table with the rules of its rows. */
function tableWithRules(table: Flat['tables'][number], build: LoweringContext): TableIR {
  const own = build.tables.get(table.name)!
  const { of, shared } = build.versions
  const key = `rules ${table.name} ${of(table.file)} ${shared}`
  return builtOnce(key, build, () => withRules(own, table, build)) ?? own
}

/**
 * The first error of a route that its era causes, e.g. by a number that formulas do not accept;
 * errors that the list has too are reported there.
 */
function failing({ build, entries, from }: BuiltEra, list: readonly Problem[]): Problem[] {
  const isOfList = ({ place, message }: Problem): boolean =>
    list.some(one => one.place.start === place.start && one.message === message)
  const found = build.problems.find(one => one.severity === 'error' && !isOfList(one))
  if (!found) return []
  const message = `from ${shownInstant(from)}, a formula is wrong: ${found.message}`
  const also = [{ place: found.place, label: 'the formula' }]
  return [problem('dated', entries.at(-1)!.place, message, { also })]
}

/** An era with its routes; `failing` reports their problems. */
function builtEra(era: Era, ids: readonly string[]): BuiltEra {
  const routes = present(
    era.build.flat.routes.map((route, i) => routeOf(route, ids[i]!, era.build)),
  )
  return { ...era, routes: new Map(routes.map(one => [one.route.id, one])) }
}

function gatewayInTime(gateway: GatewayIR, eras: readonly Era[]): GatewayIR {
  const dated = eras.map(({ from, until, entries, build }) => ({
    from,
    ...(until === Infinity ? {} : { until }),
    gateway: build.gateway,
    place: entries.at(-1)!.place,
  }))
  return dated.length === 0 ? gateway : { ...gateway, dated }
}

/** Adds to a route and its periods the values that a formula of any of them reads. */
function withValues(
  route: RouteIR,
  calls: readonly CallIR[],
  stated: ReturnType<AnswersOf>,
): Pick<RouteIR, 'values' | 'dated'> {
  const { dated } = route
  const forms = [route, ...(dated ?? []).map(one => one.route)]
  const read = new Set(forms.flatMap(one => valuesRead(one, calls).map(({ name }) => name)))
  const own = ({ values }: RouteIR): RouteIR['values'] => values.filter(one => read.has(one.name))
  return {
    values: own(route),
    ...(dated
      ? {
          dated: dated.map(one => ({
            ...one,
            route: { ...one.route, ...stated, values: own(one.route) },
          })),
        }
      : {}),
  }
}

/** The lowering context, and the parts that have been built. */
type Started = LoweringContext & {
  hooks: readonly HookIR[]
  ofDates: readonly Problem[]
  eras: readonly Era[]
}

function start(flat: Flat, files: readonly SourceFile[], now: number | undefined): Started {
  const problems: Problem[] = []
  const ofDates: Problem[] = []
  const calls = callDefs({ flat })
  const schemas = namedSchemas(flat.schemas, problems)
  const hooks = flat.hooks.map(def => hookOf(def, { schemas, problems }))
  const tables = new Map(
    flat.tables.map(table => [table.name, tableOf(table, { calls, problems, ofDates, now })]),
  )
  const bare: Omit<LoweringContext, 'records' | 'fetched'> = {
    flat,
    problems,
    ...numbersIn(flat.gateway, { flat, hooks, problems }),
    calls,
    tables,
    schemas,
    lowered: loweredOnce(files),
    versions: versionsOf(files),
    files: new Map(files.map(file => [file.path, file])),
    at: placeWriter(files),
    flows: byName(flat.flows),
    limits: byName(flat.limits),
    envelopes: byName(flat.envelopes),
    networks: byName(flat.networks),
  }
  const owning = { ...bare, records: recordsOf(flat.records, bare) }
  const build = { ...owning, fetched: fetchedOf(flat.fetched, owning) }
  const contextOf = (gateway: Def): LoweringContext => {
    const none: Problem[] = []
    return { ...build, ...numbersIn(gateway, { flat, hooks, problems: none }), problems: none }
  }
  return { ...build, hooks, ofDates, eras: erasOf(flat.gateway, contextOf, ofDates) }
}

/** The definition of a gateway, and its numbers as formulas see them. */
function numbersIn(
  def: Def,
  { flat, hooks, problems }: { flat: Flat; hooks: readonly HookIR[]; problems: Problem[] },
): Pick<LoweringContext, 'gateway' | 'constants' | 'scalars' | 'constantTables'> {
  const gateway = gatewayOf(def, flat.networks, problems)
  const always: Names = {
    fee: constant(gateway.fee, true),
    margin: constant(gateway.margin, false),
    minimum: constant(gateway.minimum, true),
    ...hookNames(hooks),
  }
  const own = gatewayConstants(def, { limits: flat.limits, taken: always, problems })
  return {
    gateway,
    constants: { ...always, ...own.names },
    scalars: own.names,
    constantTables: own.tables,
  }
}

function present<T>(values: readonly (T | undefined)[]): T[] {
  return values.filter((value): value is T => value !== undefined)
}

function usesOf(
  built: readonly BuiltRoute[],
  others: readonly (readonly [string, CallUse])[],
): Map<string, CallUse[]> {
  const uses = new Map<string, CallUse[]>()
  for (const [id, use] of [...built.flatMap(one => [...(one.uses ?? [])]), ...others]) {
    const list = uses.get(id)
    if (list) list.push(use)
    else uses.set(id, [use])
  }
  return uses
}
