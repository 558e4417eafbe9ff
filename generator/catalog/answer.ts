/**
 * Builds the answer of a route: its reply, headers and status, its job, its cache and its effects.
 */
import { entryOf, textAt, textOf, valueOf, problem } from '../read/access.ts'
import { ROUTE_KEYS } from '../language/routes.ts'
import { optional, report, type LoweringContext } from './build.ts'
import { requestedNames } from './call-policy.ts'
import { resultMembers, type RouteCalls } from './route-calls.ts'
import { jobOf } from './job.ts'
import { treeLowering } from './lower.ts'
import { LATE_NAMES, REPLY_NAMES } from './names.ts'
import { effectsOf } from './owned.ts'
import type { RouteWork } from './work.ts'
import { readFormulas } from './read-keys.ts'
import { cacheOf, headersOf, isFixed, replyNames } from './reply.ts'
import { TRANSFER_NAMES } from './transfer.ts'
import { block, withNames, type FormulaScope } from './scope.ts'
import type { FlatRoute } from '../resolve/flat.ts'
import type { ReadIR, RouteIR } from '../ir.ts'
import type { Raw } from '../types.ts'

/** The members of a route that make up the reply. */
type Sent = Pick<RouteIR, 'headers' | 'status' | 'reply' | 'fixed' | 'embed' | 'file'>
type Answer = Sent & Pick<RouteIR, 'cache' | 'job' | 'chargeIf' | 'effects'>

/** Builds the answer of a route. */
export function answerOf(
  flat: FlatRoute,
  after: FormulaScope,
  from: {
    base: RouteIR
    calls: RouteCalls | undefined
    work: RouteWork | undefined
    paid: boolean
    reads: readonly ReadIR[]
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
    // A call that is chosen by a wrong formula has a result, too.
    upstream: entryOf(keys, 'upstream') !== undefined || work !== undefined,
  })
  const names = { ...late, ...work?.names, ...transfers }
  checkMirror(keys, members, build)
  checkJob(flat, base.flow, build)
  const cache = valueOf(keys, 'cache')
  const job = entryOf(keys, 'job')
  // Steps have several replies, so their results are read by name.
  const upstreamReply = work ? {} : REPLY_NAMES
  const condition = withNames(after, { ...names, ...upstreamReply, payer: LATE_NAMES.payer })
  const built =
    job?.value.kind === 'map' && hasJobs(base.flow)
      ? jobOf(job.value, after, { flow: base.flow, place: job.keyPlace, late: names })
      : undefined
  const effects = effectsOf(flat, withNames(after, without(names, 'payment')), from.reads)
  const sent = (scope: FormulaScope): ReturnType<typeof sentOf> => sentOf(flat, scope, base.flow)
  return {
    ...optional('cache', cache?.kind === 'map' ? cacheOf(cache, after) : undefined),
    ...(built ? built.done(sent) : sent(withNames(after, names))),
    ...optional('job', built?.job),
    ...optional('effects', effects),
    ...readFormulas(ROUTE_KEYS, keys, { replied: condition }),
  }
}

/** Checks that `mirror` names a member of the result, if its members are known. */
function checkMirror(
  keys: Raw,
  members: readonly string[] | undefined,
  build: LoweringContext,
): void {
  const mirror = valueOf(keys, 'mirror')
  if (!mirror || !members || members.includes(textOf(mirror)!)) return
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

const hasJobs = (flow: string): boolean => flow === 'hybrid_job' || flow === 'polled_job'

/** Checks that a route has `job:` if, and only if, its flow has jobs. */
function checkJob({ keys, place }: FlatRoute, flow: string, build: LoweringContext): void {
  const job = entryOf(keys, 'job')
  if (hasJobs(flow) && !job)
    report(build, problem('missing-key', place, `the flow ${flow} needs \`job:\``))
  if (job && !hasJobs(flow))
    report(build, problem('bad-entry', job.keyPlace, `the flow ${flow} has no jobs`))
}

function without<T extends object>(all: T, name: string): T {
  return Object.fromEntries(Object.entries(all).filter(([key]) => key !== name)) as T
}

/** The headers, status and body of a reply. */
function sentOf(flat: FlatRoute, scope: FormulaScope, flow: RouteIR['flow']): Sent {
  const headers = valueOf(flat.keys, 'headers')
  checkStored(flat, scope.build)
  checkDocument(flat, scope.build)
  return {
    ...readFormulas(ROUTE_KEYS, flat.keys, { done: scope }),
    ...optional(
      'headers',
      headers && headersOf(headers, withNames(scope, requestedNames(flat, scope))),
    ),
    ...replyOf(flat, scope, flow),
  }
}

/** Checks that routes with `embed` or `file`, which read stored files, have `mirror`. */
function checkStored({ keys }: FlatRoute, build: LoweringContext): void {
  for (const key of ['embed', 'file']) {
    const entry = entryOf(keys, key)
    if (!entry || entryOf(keys, 'mirror')) continue
    report(
      build,
      problem('bad-entry', entry.keyPlace, `\`${key}\` needs a route that stores files`, {
        hint: 'name the member of the result that contains them: `mirror: assets`',
      }),
    )
  }
}

/**
 * Checks that a page has a document beside it, and that a security contact is set where it is
 * needed.
 */
function checkDocument({ keys }: FlatRoute, build: LoweringContext): void {
  const html = entryOf(keys, 'document_html')
  const document = entryOf(keys, 'document')
  if (html && !document)
    report(
      build,
      problem(
        'bad-entry',
        html.keyPlace,
        '`document_html` needs `document`, of which it is the HTML form',
        {
          hint: 'name the document for programs: `document: contents.json`',
        },
      ),
    )
  if (
    document &&
    textOf(document.value) === 'security.txt' &&
    !textAt(build.flat.gateway.value, 'contact')
  )
    report(
      build,
      problem('missing-key', document.value.place, 'security.txt needs `contact` in gateway.yaml', {
        hint: 'contact: mailto:security@example.com',
      }),
    )
}

/** Reports a reply that is a bare word, which callers would get as a text. */
function checkWord(raw: Raw, { build }: FormulaScope): void {
  const text = raw.kind === 'scalar' && !raw.quoted ? textOf(raw) : undefined
  if (text === undefined || !/^[A-Za-z_]+$/.test(text)) return
  const message = `callers would get the text \`${text}\` as their reply`
  const hint = 'write `verbatim` for the bytes of the upstream, a map, or a formula after ='
  report(build, problem('bad-entry', raw.place, message, { hint }))
}

function replyOf(
  flat: FlatRoute,
  scope: FormulaScope,
  flow: RouteIR['flow'],
): Pick<RouteIR, 'reply' | 'fixed'> {
  const { keys } = flat
  const reply = entryOf(keys, 'reply')
  const answers = ['reply', 'document', 'serves']
    .map(key => entryOf(keys, key))
    .filter(entry => entry !== undefined)
  if (answers.length === 0 && !entryOf(keys, 'suspended') && !entryOf(keys, 'protocol')) {
    report(
      scope.build,
      problem('missing-key', flat.place, 'this route has no `reply`', {
        hint: 'a tree, `verbatim`, `protocol:`, `document:`, or `serves:`',
      }),
    )
  }
  if (answers.length > 1)
    report(
      scope.build,
      problem(
        'bad-entry',
        answers[1]!.keyPlace,
        'a route answers with one of `reply`, `document` and `serves`',
      ),
    )
  if (!reply) return { fixed: false }
  if (textOf(reply.value) === 'verbatim') return { reply: 'verbatim', fixed: false }
  checkWord(reply.value, scope)
  const made = block(scope, treeLowering(reply.value, true))
  const plain =
    !entryOf(keys, 'status') &&
    !entryOf(keys, 'headers') &&
    !entryOf(keys, 'gates') &&
    flow === 'free'
  return made ? { reply: made, fixed: plain && isFixed(made) } : { fixed: false }
}
