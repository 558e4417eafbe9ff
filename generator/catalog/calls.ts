/**
 * Builds upstream calls. A call is lowered against every route that may make it; all must agree on
 * its code.
 */
import {
  entriesOf,
  entryOf,
  problem,
  textAt,
  textOf,
  valueOf,
  type RawMap,
} from '../read/access.ts'
import { CALL_KEYS, POLL_KEYS } from '../language/calls.ts'
import { optional, report, type LoweringContext, type CallDef } from './build.ts'
import { argumentScope, takesOf } from './call-arguments.ts'
import { codesOfCall } from './call-codes.ts'
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
import { membersRead, signature as treeText } from '../js/ask.ts'
import type { Js } from '../js/tree.ts'
import type { Block, CallIR, PollIR } from '../ir.ts'
import type { Names, Place, Type } from '../types.ts'
import { type FormulaScope, withNames } from './scope.ts'

/** One way in which a route makes a call: the names it has then, with the rows that lead to it. */
export interface CallUse {
  scope: FormulaScope
  route: string
  place: Place
}

/**
 * A call as all its routes make it; undefined where it is wrong, which is then reported. One with
 * `takes` is the same for all.
 */
export function callOf(
  def: CallDef,
  uses: readonly CallUse[],
  build: LoweringContext,
): CallIR | undefined {
  const takes = takesOf(def)
  if (takes) return lowerCall(def, argumentScope(build, takes))
  const [first, ...others] = uses
  if (!first) return undefined
  const call = lowerUse(def, first)
  if (!call || !readsCaller(call)) return call
  const code = codeOf(call)
  const roots = [...new Set(codesOfCall(call).flatMap(one => one.uses))]
  const seen = new Set([signature(first.scope, roots)])
  for (const use of others) {
    const own = signature(use.scope, roots)
    if (seen.has(own)) continue
    seen.add(own)
    const again = lowerUse(def, use)
    if (again && codeOf(again) === code) continue
    if (again) {
      const codes = codesOfCall(call).map(one => one.js)
      const what = differing(first.scope, use.scope, { codes, roots })
      const named = what.length > 0 ? `: ${what.join(', ')}` : ''
      const message = `${def.id} does not read the same of ${first.route} and of ${use.route}${named}`
      report(
        use.scope.build,
        problem('call-differs', def.place, message, {
          hint: 'give the routes the same fields, or make two calls',
          also: [
            { place: first.place, label: first.route },
            { place: use.place, label: use.route },
          ],
        }),
      )
    }
    return undefined
  }
  return call
}

/**
 * The types of some names, as text: routes that give a call values of the same types make it in the
 * same way.
 */
function signature(scope: FormulaScope, roots: readonly string[]): string {
  return (
    scope.frames
      .map(frame =>
        roots
          .map(root => {
            const binding = Object.hasOwn(frame.names, root) ? frame.names[root] : undefined
            return binding
              ? `${binding.code} ${String(binding.optional)} ${String(binding.need)} ${typeText(binding.type)}`
              : '-'
          })
          .join('\n'),
      )
      .join('\n\n') +
    scope.lets
      .filter(one => roots.includes(one.name))
      .map(one => treeText(one.code.js))
      .join('\n')
  )
}

/**
 * The names that two routes give values of different types, such as `body.size`; of records the
 * fields that the code reads.
 */
function differing(
  a: FormulaScope,
  b: FormulaScope,
  { codes, roots }: { codes: readonly Js[]; roots: readonly string[] },
): string[] {
  return roots.flatMap(root => {
    const [own, other] = [typeOf(a, root), typeOf(b, root)]
    if (own?.kind !== 'record' || other?.kind !== 'record')
      return partText(own) === partText(other) ? [] : [root]
    const read = new Set(codes.flatMap(js => membersRead(js, root)))
    const names = [...new Set([...Object.keys(own.fields), ...Object.keys(other.fields)])]
    return names
      .filter(name => read.has(name))
      .filter(name => partText(own.fields[name]) !== partText(other.fields[name]))
      .map(name => `${root}.${name}`)
  })
}

function typeOf(scope: FormulaScope, root: string): Type | undefined {
  const { names } = scope.frames[0]!
  const type = Object.hasOwn(names, root) ? names[root]!.type : undefined
  return root === 'model' && type === undefined ? scope.view?.type : type
}

/** A type or a field as text, without where it is written. */
function partText(part: object | undefined): string {
  return part === undefined
    ? ''
    : JSON.stringify(part, (key, value: unknown) =>
        key === 'place' || key === 'doc'
          ? undefined
          : typeof value === 'bigint'
            ? `${value}n`
            : value,
      )
}

const typeTexts = new WeakMap<Type, string>()

function typeText(type: Type): string {
  let text = typeTexts.get(type)
  if (text === undefined) {
    text = partText(type)
    typeTexts.set(type, text)
  }
  return text
}

/** Lowers a call for one route; its problems name the route. */
function lowerUse(def: CallDef, use: CallUse): CallIR | undefined {
  const { problems } = use.scope.build
  const count = problems.length
  const call = lowerCall(def, use.scope)
  for (let i = count; i < problems.length; i++) {
    const found = problems[i]!
    problems[i] = {
      ...found,
      also: [...(found.also ?? []), { place: use.place, label: `as ${use.route} calls it` }],
    }
  }
  return call
}

/** Names that mean the same whoever calls. */
const SAME_FOR_ALL = [
  'route',
  'now',
  'network',
  'status',
  'reply',
  'reply_headers',
  'reply_body',
  'ticket',
  'earlier',
  'call',
  'settings',
]

/** Whether the code depends on who calls: then each route must be looked at. */
function readsCaller(call: CallIR): boolean {
  return codesOfCall(call).some(code => code.uses.some(name => !SAME_FOR_ALL.includes(name)))
}

function codeOf(call: CallIR): string {
  return codesOfCall(call)
    .map(code => treeText(code.js))
    .join('\n')
}

/** What both steps of a call share with all calls of its supplier. */
interface Shared {
  fail: CallIR['fail']
  holes?: Block
}

function lowerCall(def: CallDef, caller: FormulaScope): CallIR | undefined {
  // `tables:` of a supplier are known in all its calls.
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
    ...together(step, shared),
    ...(first
      ? {
          first: { call: `${def.upstream.name}.${textOf(first) ?? ''}`, ...optional('when', when) },
        }
      : {}),
    ...optional('poll', poll),
  }
}

/**
 * The second step of a call. It sees what the routes have and the ticket, nothing else of the first
 * step.
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
  return { ...own, ...together(step, shared), every, pending }
}

/**
 * A step with what its upstream says of all calls: the upstream's failures are looked for first.
 */
function together<T extends Step>(step: T, shared: Shared): T & Shared {
  return { ...step, fail: [...shared.fail, ...step.fail], ...optional('holes', shared.holes) }
}

/** What is told where a setting cannot be read. */
function withSettingHints({ upstream }: CallDef, scope: FormulaScope): FormulaScope {
  const names = Object.keys(settingNames(upstream.value))
  const hint =
    'it is a setting of the upstream, which no caller may see, so known in the path, `query` and `send`'
  const hints = Object.fromEntries(names.map(name => [name, hint]))
  return { ...scope, elsewhere: { ...scope.elsewhere, ...hints } }
}

/**
 * The stages of a step, of which the first reads the settings of the upstream. No `let:` reads
 * them, because what is made of the reply may read each `let:`.
 */
function withSettings({ upstream }: CallDef, { scope, reply }: StepScopes): StepScopes {
  const names = settingNames(upstream.value)
  for (const [name, { place }] of Object.entries(names))
    if (Object.hasOwn(scope.frames[0]!.names, name))
      report(
        scope.build,
        problem('name-taken', place!, `\`${name}\` already means something in upstream calls`, {
          hint: 'choose another name',
        }),
      )
  return { scope: withNames(scope, names), reply }
}

/** The stage once the step's reply is there. */
function replied(raw: RawMap, scope: FormulaScope): FormulaScope {
  return named(scope, { ...REPLY_NAMES, ...(isBytes(raw) ? BYTES_NAMES : {}) })
}

/**
 * The stage with names that a call adds. A `let:` of the same name would be read in their stead.
 */
function named(scope: FormulaScope, names: Names): FormulaScope {
  for (const one of scope.lets)
    if (Object.hasOwn(names, one.name))
      report(
        scope.build,
        problem(
          'name-taken',
          one.code.place,
          `\`${one.name}\` already means something in upstream calls`,
          { hint: 'choose another name' },
        ),
      )
  return withNames(scope, names)
}

/** The members of a call's result, where they are all known. */
export function givenMembers(def: CallDef): readonly string[] | undefined {
  const give = valueOf(valueOf(def.entry.value, 'poll') ?? def.entry.value, 'give')
  if (!give) return []
  const keys = entriesOf(give).map(entry => entry.key)
  return keys.includes('...') ? undefined : keys
}

/** All calls by `upstream.call`. */
export function callDefs(build: Pick<LoweringContext, 'flat'>): Map<string, CallDef> {
  return new Map(
    build.flat.upstreams.flatMap(upstream =>
      entriesOf(valueOf(upstream.value, 'calls')).map((entry): [string, CallDef] => {
        const id = `${upstream.name}.${entry.key}`
        return [id, { id, place: entry.keyPlace, upstream, entry }]
      }),
    ),
  )
}

/**
 * The uses of all calls. A call that is made first is made by the routes that make the call behind
 * it.
 */
export function withFirst(
  uses: ReadonlyMap<string, CallUse[]>,
  calls: ReadonlyMap<string, CallDef>,
): Map<string, CallUse[]> {
  const all = new Map(uses)
  for (const [id, list] of uses) {
    const def = calls.get(id)
    const first = def && textAt(def.entry.value, 'first')
    if (first === undefined) continue
    const before = `${def!.upstream.name}.${first}`
    all.set(before, [...(all.get(before) ?? []), ...list])
  }
  return all
}
