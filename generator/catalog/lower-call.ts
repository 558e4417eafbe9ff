/** Lowers an upstream call, with its second step, in one scope of a route. */
import { entriesOf, entryOf, problem, textOf, valueOf, type RawMap } from '../read/access.ts'
import { CALL_KEYS, POLL_KEYS } from '../language/calls.ts'
import { optional, report, type CallDef } from './build.ts'
import {
  conditionOf,
  holesOf,
  isBytes,
  stepScopes,
  settingNames,
  stepOf,
  withTables,
  type Step,
  type StepScopes,
} from './call-steps.ts'
import { failsOf } from './fail-rules.ts'
import { letDefs } from './gates.ts'
import { BYTES_NAMES, EARLIER_NAMES, REPLY_NAMES, ticketNames } from './names.ts'
import type { Block, CallIR, PollIR } from '../ir.ts'
import type { Names } from '../types.ts'
import { type FormulaScope, withNames } from './scope.ts'

/** The facts that both steps of a call share with all calls of its upstream. */
interface Shared {
  fail: CallIR['fail']
  holes?: Block
}

/** Lowers a call for one caller; undefined if it is invalid, after reporting it. */
export function lowerCall(def: CallDef, caller: FormulaScope): CallIR | undefined {
  // The `tables:` of an upstream are known in all its calls.
  const from = withSettingHints(def, withTables(def.upstream.value, caller))
  const raw = def.entry.value as RawMap
  const { problems } = from.build
  const count = problems.length
  const shared: Shared = {
    fail: failsOf(def.upstream.value, withNames(from, REPLY_NAMES)),
    ...optional('holes', holesOf(def.upstream.value, valueOf(def.entry.value, 'host'), from)),
  }
  const first = valueOf(raw, 'first')
  const bare = withTables(raw, from)
  const at = stepScopes(
    letDefs(valueOf(raw, 'let')),
    first ? named(bare, EARLIER_NAMES) : bare,
    scope => replied(raw, scope),
  )
  const step = stepOf(CALL_KEYS, raw, withSettings(def, at))
  const when = conditionOf(raw, 'first_when', bare)
  const poll = pollOf(def, { from, shared })
  if (problems.length > count || !step) return undefined
  return {
    id: def.id,
    upstream: def.upstream.name,
    place: def.place,
    retry: 0,
    ...withShared(step, shared),
    ...(first
      ? {
          first: { call: `${def.upstream.name}.${textOf(first)!}`, ...optional('when', when) },
        }
      : {}),
    ...optional('poll', poll),
  }
}

/**
 * Lowers the second step of a call. It sees the names of the routes and the ticket, and nothing
 * else of the first step.
 */
function pollOf(
  def: CallDef,
  { from, shared }: { from: FormulaScope; shared: Shared },
): PollIR | undefined {
  const entry = entryOf(def.entry.value, 'poll')
  if (entry?.value.kind !== 'map') return undefined
  const raw = entry.value
  const keys = entriesOf(valueOf(def.entry.value, 'ticket')).map(entry => entry.key)
  const at = stepScopes([], named(withTables(raw, from), ticketNames(keys)), scope =>
    replied(raw, scope),
  )
  const step = stepOf(POLL_KEYS, raw, withSettings(def, at))
  if (!step) return undefined
  const { pending, every } = step
  if (!pending || every === undefined) return undefined
  const { name } = def.upstream
  const own = { id: `${def.id}.poll`, upstream: name, place: entry.keyPlace, retry: 0 }
  return { ...own, ...withShared(step, shared), every, pending }
}

/** A step with the facts of its upstream. The upstream's failure rules are tested first. */
function withShared<T extends Step>(step: T, shared: Shared): T & Shared {
  return { ...step, fail: [...shared.fail, ...step.fail], ...optional('holes', shared.holes) }
}

/** The scope with a hint for each setting, for formulas that cannot read it. */
function withSettingHints({ upstream }: CallDef, scope: FormulaScope): FormulaScope {
  const names = Object.keys(settingNames(upstream.value))
  const hint =
    'it is a setting of the upstream, hidden from callers, so known in the path, ' +
    '`query` and `send`'
  const hints = Object.fromEntries(names.map(name => [name, hint]))
  return { ...scope, elsewhere: { ...scope.elsewhere, ...hints } }
}

/**
 * The scopes of a step, of which the first has the settings of the upstream. No `let:` reads
 * settings, because formulas over the reply may read every `let:`.
 */
function withSettings({ upstream }: CallDef, { scope, reply }: StepScopes): StepScopes {
  const names = settingNames(upstream.value)
  for (const [name, { place }] of Object.entries(names))
    if (Object.hasOwn(scope.variants[0]!.names, name))
      report(
        scope.build,
        problem('name-taken', place!, `\`${name}\` is already a name in upstream calls`, {
          hint: 'choose another name',
        }),
      )
  return { scope: withNames(scope, names), reply }
}

/** The scope after the step's reply. */
function replied(raw: RawMap, scope: FormulaScope): FormulaScope {
  return named(scope, { ...REPLY_NAMES, ...(isBytes(raw) ? BYTES_NAMES : {}) })
}

/**
 * The scope with names that a call adds. A `let:` of the same name would be read instead of them.
 */
function named(scope: FormulaScope, names: Names): FormulaScope {
  for (const one of scope.lets)
    if (Object.hasOwn(names, one.name))
      report(
        scope.build,
        problem(
          'name-taken',
          one.code.place,
          `\`${one.name}\` is already a name in upstream calls`,
          { hint: 'choose another name' },
        ),
      )
  return withNames(scope, names)
}
