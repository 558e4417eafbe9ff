/**
 * Builds `job:`. Formulas of a poll see only the names of a poll; of the request they see the
 * members that `echo` stores.
 */
import { helperOf } from '../formula/code.ts'
import { call, global, type Js } from '../js/tree.ts'
import { STRING } from '../formula/types.ts'
import { entriesOf, entryOf, problem, valueOf, type RawMap } from '../read/access.ts'
import { JOB_KEYS } from '../language/jobs.ts'
import { report, type LoweringContext } from './build.ts'
import { durationAt } from './literals.ts'
import { treeLowering } from './lower.ts'
import { CALL_NAMES, ELSEWHERE, jobNames } from './names.ts'
import { readFormulas, readPlain } from './read-keys.ts'
import { block, lower, formulaScope, withNames, type FormulaScope } from './scope.ts'
import { neededLets } from './lets.ts'
import type { Key } from '../language/key.ts'
import type { Block, JobIR, RouteIR } from '../ir.ts'
import type { Code, Names, Place, Problem, RawEntry } from '../types.ts'

type Flow = RouteIR['flow']

/**
 * A job, and the function that lowers the route's `reply`, `status` and `headers`, which its polls
 * send too, in the scope of a finished poll.
 */
export interface BuiltJob {
  job: JobIR | undefined
  done<T>(run: (scope: FormulaScope) => T): T
}

/**
 * The place of a job in its route. `late`: names that a finished poll has besides those of every
 * call; `payer` and `price` exist from the submit on.
 */
interface JobContext {
  flow: Flow
  place: Place
  late: Names
}

/** Builds `job:`, with the times of flows.yaml for those that the route leaves out. */
export function jobOf(raw: RawMap, scope: FormulaScope, at: JobContext): BuiltJob {
  const { build } = scope
  const count = build.problems.length
  const echo = block(
    scope,
    treeLowering(valueOf(raw, 'echo') ?? { kind: 'map', entries: [], place: at.place }, true),
  )
  const job = jobNames(echo?.code.type ?? { kind: 'json' })
  const { payer, price } = at.late
  const known = { ...(payer ? { payer } : {}), ...(price ? { price } : {}), ...job }
  const polls = pollScope(scope, known)
  const done = withNames(polls, at.late)
  const reading = { job: raw, place: at.place, build }
  const views = readingEcho(reading, () =>
    readFormulas(JOB_KEYS, raw, { submitted: withNames(scope, known), polled: polls, done }),
  )
  checkKeys(raw, build, at)
  const signed = valueOf(raw, 'signed')
  const billed = signed?.kind === 'map' ? signedOf(signed, scope) : undefined
  const made = {
    ...readPlain(JOB_KEYS, raw, build.problems),
    ...timesOf(raw, build, at),
    ...readFormulas(JOB_KEYS, raw, { gated: scope }),
    ...(billed ? { signed: billed } : {}),
    ...views,
  }
  const whole = echo !== undefined && build.problems.length === count
  return {
    job: whole ? ({ ...made, echo } as JobIR) : undefined,
    done: run => readingEcho(reading, () => run(done)),
  }
}

/** The scope of a poll. Names that only the submit has get a hint. */
function pollScope(submit: FormulaScope, more: Names): FormulaScope {
  const { build } = submit
  const names = { ...CALL_NAMES, ...build.constants, ...more }
  const before = new Set(
    Object.keys(submit.variants[0]!.names).filter(name => !Object.hasOwn(names, name)),
  )
  const elsewhere = {
    ...ELSEWHERE,
    result: 'it is known once the upstream has answered, so in `completed` and `reply`',
  }
  return {
    ...formulaScope(build, names, elsewhere),
    submitOnly: new Set([...before, 'body', 'query', 'path', 'model', 'models']),
  }
}

/** Reports keys that the job lacks, and keys that have no effect in its flow. */
function checkKeys(raw: RawMap, build: LoweringContext, at: JobContext): void {
  for (const [name, key] of Object.entries<Key>(JOB_KEYS)) {
    const entry = entryOf(raw, name)
    if (key.needed && !entry) missing(name, build, at.place)
    const why = key.notWith?.[at.flow]
    if (entry && why !== undefined)
      report(
        build,
        problem('bad-entry', entry.keyPlace, `\`${name}\` is only for hybrid jobs: ${why}`),
      )
  }
}

interface Reading {
  job: RawMap
  place: Place
  build: LoweringContext
}

/**
 * Runs a lowering. Problems of `job.echo` also point at the route's `echo`, because the formula may
 * be written in a template.
 */
function readingEcho<T>({ job, place, build }: Reading, run: () => T): T {
  const count = build.problems.length
  const made = run()
  const echo = job.entries.find(entry => entry.key === 'echo')
  for (let i = count; i < build.problems.length; i++) {
    const found = build.problems[i]!
    if (found.code === 'unknown-field' && found.message.startsWith('job.echo '))
      build.problems[i] = echoProblem(found, echo, place)
  }
  return made
}

function echoProblem(found: Problem, echo: RawEntry | undefined, job: Place): Problem {
  const also = echo
    ? { place: echo.keyPlace, label: 'what the route keeps' }
    : { place: job, label: 'this job has no `echo`' }
  return { ...found, hint: found.hint ?? 'put it under job.echo', also: [also] }
}

/** The times in flows.yaml, for routes that leave them out. */
function timesOf(
  raw: RawMap,
  build: LoweringContext,
  at: JobContext,
): Pick<JobIR, 'inline' | 'stall' | 'keep'> {
  const times = build.flows.get(at.flow)?.value
  const time = (key: string): number =>
    durationAt(valueOf(raw, key) ? raw : times, key, build.problems) ?? missingTime(key, build, at)
  return { inline: time('inline'), stall: time('stall'), keep: time('keep') }
}

function missing(key: string, build: LoweringContext, place: Place): void {
  report(build, problem('missing-key', place, `\`job\` lacks \`${key}\``))
}

function missingTime(key: string, build: LoweringContext, at: JobContext): number {
  report(
    build,
    problem('missing-key', at.place, `\`job\` lacks \`${key}\``, {
      hint:
        `write it here, or for all routes of the flow in flows.yaml: ${at.flow}: { ${key}: ` +
        '... }',
    }),
  )
  return 0
}

/** Lowers `signed:`: each value as text, because it is sent in a query. */
function signedOf(raw: RawMap, scope: FormulaScope): Block | undefined {
  const { build } = scope
  const members = entriesOf(raw).map(entry => {
    if (!/^[A-Za-z][\w-]*$/.test(entry.key) || entry.key === 'sig')
      return void report(
        build,
        problem('bad-name', entry.keyPlace, `\`${entry.key}\` cannot name a signed value`, {
          hint: entry.key === 'sig' ? 'that is the signature itself' : 'letters, digits, _ and -',
        }),
      )
    const code = lower(scope, treeLowering(entry.value, true))
    const text = code && word(entry.key, code, build)
    return text && { key: entry.key, text }
  })
  if (members.includes(undefined)) return undefined
  const all = members as { key: string; text: Code }[]
  const codes = all.map(one => one.text)
  const fields = all.map(
    ({ key, text }) =>
      [key, { type: STRING, ...(text.optional ? { optional: true } : {}) }] as const,
  )
  const code: Code = {
    js: { kind: 'object', members: all.map(({ key, text }) => ({ key, value: text.js })) },
    type: { kind: 'record', fields: Object.fromEntries(fields) },
    uses: [...new Set(codes.flatMap(one => one.uses))],
    wait: codes.some(one => one.wait),
    place: raw.place,
  }
  return { lets: neededLets(scope.lets, [code]), code }
}

/**
 * A member of `signed` as text: texts unchanged, numbers and booleans written out. Values that may
 * be absent stay so.
 */
function word(key: string, code: Code, build: LoweringContext): Code | undefined {
  const { kind } = code.type
  if (!['string', 'integer', 'number', 'boolean', 'json'].includes(kind))
    return void report(
      build,
      problem(
        'type-mismatch',
        code.place,
        `\`${key}\` must be a text, a number, or true or false`,
        { hint: 'write text(x)' },
      ),
    )
  const sure = code.optional !== true && kind !== 'json'
  const written = (of: Js): Code => ({ ...code, js: call(of, [code.js]) })
  if (!sure) return { ...written(helperOf('word')), optional: true }
  return kind === 'string' ? code : written(global('String'))
}
