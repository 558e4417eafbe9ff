/** Builds the steps of a route's `work:`, each with the names of those before it. */
import { entriesOf, entryOf, itemsOf, problem, textOf, valueOf } from '../read/access.ts'
import { optional, report, type CallDef } from './build.ts'
import { givenMembers, type CallUse } from './calls.ts'
import { treeLowering } from './lower.ts'
import { LATE_NAMES, MADE_NAMES } from './names.ts'
import { block, withNames, type FormulaScope } from './scope.ts'
import type { FlatRoute } from '../resolve/flat.ts'
import type { Block, StepIR } from '../ir.ts'
import type { Names, Raw, RawEntry } from '../types.ts'
import { stepOf } from './work-steps.ts'

/** The work of a route: its steps, their calls, and the types of their results. */
export interface RouteWork {
  work: readonly StepIR[]
  give?: Block
  ids: readonly string[]
  uses: ReadonlyMap<string, CallUse>
  /** The results of the steps, as names. */
  names: Names
  /** The members of the result, if all are known. */
  members: readonly string[] | undefined
}

/** The work of a route with steps; undefined where it has none. */
export function workOf(
  flat: FlatRoute,
  after: FormulaScope,
  options: { paid: boolean },
): RouteWork | undefined {
  const raw = valueOf(flat.keys, 'work')
  if (raw?.kind !== 'list') return undefined
  const start = withNames(after, {
    ...(options.paid ? { payer: LATE_NAMES.payer } : {}),
    ...MADE_NAMES,
  })
  const steps: StepIR[] = []
  const defs: CallDef[] = []
  let scope = start
  let last: CallDef | undefined
  for (const item of raw.items) {
    const made = stepOf(item, scope)
    if (!made) continue
    steps.push(made.step)
    defs.push(...made.defs)
    scope = withNames(scope, made.names)
    if (!('refuse' in made.step)) last = made.defs[0]
  }
  if (!last && steps.length > 0)
    report(scope.build, problem('bad-entry', raw.place, '`work` needs a step that makes a call'))
  const give = valueOf(flat.keys, 'give')
  const use = { scope: start, route: `${flat.method} ${flat.path}`, place: flat.place }
  return {
    work: steps,
    ...optional('give', give && block(scope, treeLowering(give))),
    ids: [...new Set(defs.map(def => def.id))],
    uses: new Map(defs.map(def => [def.id, use])),
    names: Object.fromEntries(
      steps.flatMap(step => ('refuse' in step ? [] : [nameOf(scope, step.name)])),
    ),
    members: give ? membersOf(give) : last && givenMembers(last),
  }
}

const nameOf = (scope: FormulaScope, name: string): [string, Names[string]] => [
  name,
  scope.variants[0]!.names[name]!,
]

function membersOf(give: Raw): readonly string[] | undefined {
  const names = entriesOf(give).map(entry => entry.key)
  return names.includes('...') ? undefined : names
}

/** Keys of a route that have no effect beside `work`, each with the reason. */
const NOT_WITH: Readonly<Record<string, string>> = {
  upstream: 'name the call in a step: - made: { call: .. }',
  cache: 'only the reply of one upstream is cached',
  mirror: 'only the files of one upstream are stored',
  fallback: 'name the other call in a step with `when`',
  stream: 'only the events of one upstream are passed on',
  protocol: 'a conversation is one upstream call',
  job: 'its steps are made while the caller waits',
}

/** Reports keys that conflict with `work`, and `give` without it. */
export function checkWork({ keys }: FlatRoute, flow: string, scope: FormulaScope): void {
  const { build } = scope
  const [work, give, reply] = ['work', 'give', 'reply'].map(key => entryOf(keys, key))
  const refuse = (entry: RawEntry, message: string, hint?: string): void =>
    report(build, problem('bad-entry', entry.keyPlace, message, hint ? { hint } : {}))
  if (!work) {
    if (give) refuse(give, '`give` of a route needs `work`', 'an upstream call has its own `give`')
    return
  }
  for (const [key, hint] of Object.entries(NOT_WITH)) {
    const entry = entryOf(keys, key)
    if (entry) refuse(entry, `a route with \`work\` has no \`${key}\``, hint)
  }
  if (flow !== 'inline' && flow !== 'free')
    refuse(work, `the flow ${flow} has no \`work\``, 'write `flow: inline` or `flow: free`')
  if (reply && textOf(reply.value) === 'verbatim')
    refuse(reply, '`work` has no reply to forward', 'write `reply: { ...: =result }`')
  const undo = itemsOf(work.value).flatMap(item =>
    entriesOf(item).flatMap(step => entryOf(step.value, 'undo') ?? []),
  )[0]
  const free = entryOf(valueOf(keys, 'pay'), 'free')
  if (undo && (!entryOf(keys, 'price') || free))
    refuse(undo, '`undo` is only for paid calls', 'a free call has no unpaid result to undo')
}
