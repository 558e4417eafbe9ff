/** Builds one route: names, gates, price, work, reply. */
import { entriesOf, entryOf, textAt, textOf, valueOf, problem } from '../read/access.ts'
import { TOKENIZERS } from '../language/answers.ts'
import { ROUTE_KEYS } from '../language/routes.ts'
import { knownCall, optional, report, type LoweringContext } from './build.ts'
import { callPolicyOf, requestedNames } from './call-policy.ts'
import { aliasesOf } from './aliases.ts'
import { callsOf, resultMembers, type RouteCalls } from './route-calls.ts'
import { networksOf, reference } from './route-names.ts'
import { examplesOf } from './examples.ts'
import type { ModelView } from './row-variants.ts'
import { fieldPlaces, otherNames } from './fields.ts'
import { gatesOf, letDefs, type GateSource } from './gates.ts'
import { jobOf } from './job.ts'
import { treeLowering } from './lower.ts'
import { LATE_NAMES, REPLY_NAMES } from './names.ts'
import { effectsOf, readInTime, readsOf } from './owned.ts'
import { priceOf } from './price.ts'
import { viewDefs } from './views.ts'
import { checkWork, workOf, type RouteWork } from './work.ts'
import { readFormulas, readPlain } from './read-keys.ts'
import { cacheOf, headersOf, insteadOf, isFixed, replyNames } from './reply.ts'
import { TRANSFER_NAMES, transferOf } from './transfer.ts'
import { discoveryStage, holesOf, pathType, startOf } from './request.ts'
import { block, directLets, withModel, withNames, type FormulaScope } from './scope.ts'
import type { FlatRoute } from '../resolve/flat.ts'
import type { Key, Keys } from '../language/key.ts'
import type { RouteIR } from '../ir.ts'
import type { Raw, RawEntry } from '../types.ts'

/** A built route with the stage in which its upstream calls are made. */
export interface BuiltRoute {
  route: RouteIR
  uses?: RouteCalls['uses']
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
  const asked = startOf(flat, build)
  checkUpstream(flat, build)
  // Formulas over a faulty request or table would only repeat its problems.
  if (build.problems.length > count) return undefined
  const owned = readsOf(flat, asked.scope)
  const start = { ...asked, scope: withNames(asked.scope, owned.early) }
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
  const priced = price && priceOf({ entry: price, scope: after, again })
  const isPaid = price !== undefined
  const paid = withNames(after, owned.late)
  const { members, checked } = callPolicyOf(flat, {
    before: start.view ? withModel(start.scope, start.view) : start.scope,
    after: paid,
  })
  const calls = callsOf(flat, checked, { paid: isPaid })
  const work = workOf(flat, checked, { paid: isPaid })
  checkWork(flat, base.flow, checked)
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
      gated: after,
      discovery: discoveryStage(flat, start.scope),
    }),
    ...optional('instead', insteadOf(valueOf(flat.keys, 'instead'), after)),
    ...(calls ? { calls: calls.ids, upstream: calls.chosen, ...optional('with', calls.with) } : {}),
    ...(work ? { calls: work.ids, work: work.work, ...optional('give', work.give) } : {}),
    ...answerOf(flat, checked, { base, calls, work, paid: isPaid }),
    examples: examplesOf(
      { raw: valueOf(flat.keys, 'examples'), given: valueOf(flat.keys, 'given') },
      exampleFields(flat, build),
      build,
    ),
  }
  checkTokenizer(route, build)
  if (build.problems.length > count) return undefined
  const { uses } = work ?? calls ?? {}
  const reads = owned.reads.length > 0 ? { reads: readInTime(route) } : {}
  return { route: { ...route, ...reads }, ...optional('uses', uses) }
}

/** An upstream call that is named outright must exist. */
function checkUpstream(flat: FlatRoute, build: LoweringContext): void {
  const written = valueOf(flat.keys, 'upstream')
  const value = written?.kind === 'map' ? valueOf(written, 'call') : written
  const name = textOf(value) ?? '='
  if (value && !name.startsWith('=')) knownCall(build, name, value.place)
}

/** Tells what a route lacks, and what cannot be served. */
function complain(
  { keys, place }: FlatRoute,
  flow: string | undefined,
  build: LoweringContext,
): void {
  const gone = textAt(keys, 'retired')
  if (gone === undefined && flow === undefined) {
    report(
      build,
      problem('missing-key', place, 'this route has no `flow`', {
        hint: 'take a template, e.g. `like: paid_call`, or say how it runs',
      }),
    )
  }
  if (gone === undefined && !textAt(keys, 'summary')) {
    report(
      build,
      problem('missing-key', place, 'this route has no `summary`', {
        hint: 'one line, for documents',
      }),
    )
  }
  for (const entry of laterEntries(ROUTE_KEYS, keys))
    report(
      build,
      problem(
        'not-served-yet',
        entry.keyPlace,
        `\`${entry.key}\` is part of the language, but no runtime serves it yet`,
      ),
    )
}

/** The keys that are part of the language and that no runtime serves yet, inside of maps too. */
function laterEntries(table: Keys, written: Raw | undefined): RawEntry[] {
  return Object.entries<Key>(table).flatMap(([name, key]) => {
    const entry = entryOf(written, name)
    if (entry === undefined) return []
    return key.later ? [entry] : key.keys ? laterEntries(key.keys, entry.value) : []
  })
}

/** What a route is, before any formula. */
function baseOf(flat: FlatRoute, id: string, build: LoweringContext): RouteIR {
  const { keys } = flat
  const flow = textAt(keys, 'flow') ?? (textAt(keys, 'free') === 'true' ? 'free' : undefined)
  complain(flat, flow, build)
  const paid = entryOf(keys, 'price') !== undefined
  const suspended = /^(\d+) ([^]*)$/.exec(textAt(keys, 'suspended') ?? '')
  return {
    id,
    place: flat.place,
    family: flat.family,
    method: flat.method,
    path: flat.path,
    prefix: flat.prefix,
    aliases: aliasesOf(flat, build),
    gates: [],
    tags: [],
    summary: 'No longer offered',
    challenge: 'after_gates',
    discovery: paid ? 'challenge' : 'none',
    authorization: build.gateway.authorization,
    bodyLimit: build.gateway.bodyLimit,
    ...readPlain(ROUTE_KEYS, keys, build.problems),
    flow: (flow ?? 'free') as RouteIR['flow'],
    networks: networksOf(keys, build),
    envelope:
      reference(keys, { key: 'errors', word: 'envelope', defs: build.envelopes }, build) ??
      build.gateway.envelope,
    ...optional(
      'limit',
      reference(keys, { key: 'limit', word: 'limit', defs: build.limits }, build),
    ),
    pathType: pathType(flat.path),
    ...(suspended ? { suspended: { status: Number(suspended[1]), message: suspended[2]! } } : {}),
    calls: [],
    fixed: false,
    values: [],
    examples: [],
    keys: Object.fromEntries(keys.entries.map(entry => [entry.key, entry.keyPlace])),
  }
}

/** What goes out with a result. */
type Sent = Pick<RouteIR, 'headers' | 'status' | 'reply' | 'fixed' | 'embed' | 'file'>
type Answer = Sent & Pick<RouteIR, 'cache' | 'job' | 'chargeIf' | 'effects'>

/** What the route answers, and how. */
function answerOf(
  flat: FlatRoute,
  after: FormulaScope,
  from: {
    base: RouteIR
    calls: RouteCalls | undefined
    work: RouteWork | undefined
    paid: boolean
  },
): Answer {
  const { keys } = flat
  const { base, calls, work, paid } = from
  const { build } = after
  const members = calls ? resultMembers(calls, build) : work?.members
  const transfers = entryOf(keys, 'transfer') ? TRANSFER_NAMES : {}
  const late = replyNames({
    paid,
    cached: valueOf(keys, 'cache') !== undefined,
    result: members,
    upstream: calls !== undefined || work !== undefined,
  })
  const names = { ...late, ...work?.names, ...transfers }
  const mirror = valueOf(keys, 'mirror')
  if (mirror && members && !members.includes(textOf(mirror)!)) {
    report(
      build,
      problem(
        'unknown-field',
        mirror.place,
        `the upstream's \`give\` has no member \`${textOf(mirror)}\``,
        { hint: `members: ${members.join(', ')}` },
      ),
    )
  }
  const cache = valueOf(keys, 'cache')
  const job = entryOf(keys, 'job')
  const jobs = base.flow === 'hybrid_job' || base.flow === 'polled_job'
  if (jobs && !job)
    report(build, problem('missing-key', flat.place, `the flow ${base.flow} needs \`job:\``))
  if (job && !jobs)
    report(build, problem('bad-entry', job.keyPlace, `the flow ${base.flow} has no jobs`))
  const condition = withNames(after, { ...names, ...REPLY_NAMES, payer: LATE_NAMES.payer })
  const built =
    job?.value.kind === 'map' && jobs
      ? jobOf(job.value, after, { flow: base.flow, place: job.keyPlace, late: names })
      : undefined
  const effects = effectsOf(flat, withNames(after, without(names, 'payment')))
  const sent = (scope: FormulaScope): ReturnType<typeof sentOf> => sentOf(flat, scope, base.flow)
  return {
    ...optional('cache', cache?.kind === 'map' ? cacheOf(cache, after) : undefined),
    ...(built ? built.done(sent) : sent(withNames(after, names))),
    ...optional('job', built?.job),
    ...optional('effects', effects),
    ...readFormulas(ROUTE_KEYS, keys, { replied: condition }),
  }
}

function without<T extends object>(all: T, name: string): T {
  return Object.fromEntries(Object.entries(all).filter(([key]) => key !== name)) as T
}

/** What is sent with a result. */
function sentOf(flat: FlatRoute, scope: FormulaScope, flow: RouteIR['flow']): Sent {
  const headers = valueOf(flat.keys, 'headers')
  checkStored(flat, scope.build)
  return {
    ...readFormulas(ROUTE_KEYS, flat.keys, { done: scope }),
    ...optional(
      'headers',
      headers && headersOf(headers, withNames(scope, requestedNames(flat, scope))),
    ),
    ...replyOf(flat, scope, flow),
  }
}

/** `usage:` names a tokenizer that exists. */
function checkTokenizer({ tokenizer }: RouteIR, build: LoweringContext): void {
  if (tokenizer === undefined) return
  const { type, place } = tokenizer.code
  if (type.kind === 'string' && type.choices?.every(one => TOKENIZERS.includes(one))) return
  const hint = `e.g. a column of the type ${TOKENIZERS.join(' | ')}`
  report(build, problem('type-mismatch', place, 'this must be a tokenizer', { hint }))
}

/** `embed` and `file` read stored files, so they need `mirror`. */
function checkStored({ keys }: FlatRoute, build: LoweringContext): void {
  for (const key of ['embed', 'file']) {
    const entry = entryOf(keys, key)
    if (!entry || entryOf(keys, 'mirror')) continue
    report(
      build,
      problem('bad-entry', entry.keyPlace, `\`${key}\` is of routes that store files`, {
        hint: 'name the member of the result that holds them: `mirror: assets`',
      }),
    )
  }
}

function replyOf(
  flat: FlatRoute,
  scope: FormulaScope,
  flow: RouteIR['flow'],
): Pick<RouteIR, 'reply' | 'fixed'> {
  const { keys } = flat
  const reply = entryOf(keys, 'reply')
  const answers = [reply, entryOf(keys, 'document')].filter(entry => entry !== undefined)
  if (answers.length === 0 && !entryOf(keys, 'suspended') && !entryOf(keys, 'protocol')) {
    report(
      scope.build,
      problem('missing-key', flat.place, 'this route has no `reply`', {
        hint: 'a tree, `verbatim`, `protocol:`, or `document:`',
      }),
    )
  }
  if (answers.length > 1)
    report(
      scope.build,
      problem(
        'bad-entry',
        answers[1]!.keyPlace,
        'a route answers with a `reply` or a `document`, not both',
      ),
    )
  if (!reply) return { fixed: false }
  if (textOf(reply.value) === 'verbatim') return { reply: 'verbatim', fixed: false }
  const made = block(scope, treeLowering(reply.value, true))
  const plain =
    !entryOf(keys, 'status') &&
    !entryOf(keys, 'headers') &&
    !entryOf(keys, 'gates') &&
    flow === 'free'
  return made ? { reply: made, fixed: plain && isFixed(made) } : { fixed: false }
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
    ],
  }
}
