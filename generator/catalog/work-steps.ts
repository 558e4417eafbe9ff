/** Builds one step of a route's `work:`: a refusal, or an upstream call with `each` and `undo`. */
import { helperOf } from '../formula/code.ts'
import { sliceText } from '../formula/fail.ts'
import { showType } from '../formula/types.ts'
import { not } from '../js/negate.ts'
import { call, path } from '../js/tree.ts'
import { entriesOf, entryOf, problem, textAt, textOf, valueOf } from '../read/access.ts'
import { knownCall, optional, report, type CallDef } from './build.ts'
import { argumentsOf, refuseRequest } from './call-arguments.ts'
import { givenMembers } from './calls.ts'
import { conditionLowering, treeLowering } from './lower.ts'
import { block, lower, lowerTest, withNames, type FormulaScope } from './scope.ts'
import { neededLets } from './lets.ts'
import type { CallStepIR, MadeCallIR, StepIR } from '../ir.ts'
import type { Names, Raw, RawEntry, Text, Type } from '../types.ts'

/** The default number of calls of `each` that run at the same time. */
const AT_ONCE = 4

interface MadeStep {
  step: StepIR
  /** Its call first, then the one that undoes it. */
  defs: readonly CallDef[]
  names: Names
}

/** One step; undefined if it is invalid, after reporting it. */
export function stepOf(item: Raw, scope: FormulaScope): MadeStep | undefined {
  const [entry, more] = entriesOf(item)
  if (more)
    report(
      scope.build,
      problem('bad-entry', more.keyPlace, 'a step has only one name', {
        hint: `begin the next step with a dash: - ${more.key}: ..`,
      }),
    )
  if (!entry || more) return undefined
  return entry.key === 'refuse' ? refusalOf(entry, scope) : callStepOf(entry, scope)
}

/** A gate whose rule is the negated condition. */
function refusalOf({ value, keyPlace }: RawEntry, scope: FormulaScope): MadeStep | undefined {
  const when = valueOf(value, 'when') as { text: Text }
  const error = (valueOf(value, 'error') as { text: Text }).text
  const test = lowerTest(scope, when.text)
  const inner = test ? test.holds(scope) : scope
  const message = lower(inner, { kind: 'message', text: sliceText(error, 4) })
  const body = valueOf(value, 'body')
  const extra = body && lower(inner, treeLowering(body))
  if (!test || !message || (body && !extra)) return undefined
  const rule = { ...test.code, js: not(test.code.js) }
  const codes = [rule, message, ...(extra ? [extra] : [])]
  const gate = {
    lets: neededLets(scope.lets, codes),
    rule,
    status: Number(error.text.slice(0, 3)),
    message,
    ...optional('code', textAt(value, 'code')),
    ...optional('extra', extra),
    provesModel: false,
    place: keyPlace,
  }
  return { step: { refuse: gate }, defs: [], names: {} }
}

function callStepOf(entry: RawEntry, before: FormulaScope): MadeStep | undefined {
  const { key: name, keyPlace, value } = entry
  const { build } = before
  const call = valueOf(value, 'call')!
  const def = knownCall(build, textOf(call)!, call.place)
  checkFree(before, name, entry)
  const when = entryOf(value, 'when')
  const test =
    when?.value.kind === 'scalar' ? block(before, conditionLowering(when.value)) : undefined
  const held = when && lowerTest(quiet(before), (when.value as { text: Text }).text)
  const scope = held ? held.holds(before) : before
  const each = eachOf(value, scope)
  if (!def || each === 'wrong') return undefined
  const inner = each ? withNames(scope, each.names) : scope
  const at = { defs: [def], place: call.place, with: valueOf(value, 'with') }
  const undo = undoOf(entry, scope)
  const step: CallStepIR = {
    name,
    ...optional('when', test),
    ...optional('each', each?.each),
    call: def.id,
    ...optional('with', argumentsOf(at, inner)),
    ...optional('undo', undo?.made),
    place: keyPlace,
  }
  const type = resultType(def, { isSure: when === undefined, isList: each !== undefined })
  const isList = each !== undefined && when === undefined
  const names = { [name]: { type, code: resultCode(name, isList), place: keyPlace } }
  return { step, defs: [def, ...(undo ? [undo.def] : [])], names }
}

/** The code of a step's result. Without a type of its own, a list is read as one of anything. */
function resultCode(name: string, isList: boolean): Names[string]['code'] {
  const code = path(`steps.${name}`)
  return isList ? call(helperOf('items'), [code]) : code
}

/** The scope without reporting problems, for a second lowering of the same source. */
const quiet = (scope: FormulaScope): FormulaScope => ({
  ...scope,
  build: { ...scope.build, problems: [] },
})

/** Reports a name that is already used. */
function checkFree(
  scope: FormulaScope,
  name: string,
  { keyPlace }: Pick<RawEntry, 'keyPlace'>,
): void {
  if (!Object.hasOwn(scope.variants[0]!.names, name)) return
  const hint = 'choose another name'
  report(
    scope.build,
    problem('name-taken', keyPlace, `\`${name}\` is already a name here`, { hint }),
  )
}

/** The type of a step's result. A skipped step has no result, so it is then read as JSON. */
function resultType(def: CallDef, how: { isSure: boolean; isList: boolean }): Type {
  const members = how.isSure ? givenMembers(def) : undefined
  const json: Type = { kind: 'json' }
  const one: Type = members
    ? { kind: 'record', fields: Object.fromEntries(members.map(name => [name, { type: json }])) }
    : json
  if (!how.isList) return one
  return how.isSure ? { kind: 'list', of: one } : json
}

/** The keys `each`, `in`, `at_once` and `missing`; undefined if the call is made once. */
function eachOf(
  value: Raw,
  scope: FormulaScope,
): { each: NonNullable<CallStepIR['each']>; names: Names } | 'wrong' | undefined {
  const { build } = scope
  const [each, list] = [entryOf(value, 'each'), entryOf(value, 'in')]
  const alone = ['in', 'at_once', 'missing'].map(key => entryOf(value, key)).find(Boolean)
  if (!each) {
    if (!alone) return undefined
    const hint = 'each: name, in: =body.names'
    report(build, problem('bad-entry', alone.keyPlace, `\`${alone.key}\` needs \`each\``, { hint }))
    return 'wrong'
  }
  if (!list) {
    const hint = 'write the list: in: =body.names'
    report(build, problem('missing-key', each.keyPlace, '`each` needs `in`', { hint }))
    return 'wrong'
  }
  const name = textOf(each.value)!
  checkFree(scope, name, { keyPlace: each.value.place })
  const items = block(scope, treeLowering(list.value))
  if (!items) return 'wrong'
  const { type } = items.code
  if (type.kind !== 'list' && type.kind !== 'json') {
    const message = `\`in\` is a list, and this is ${showType(type)}`
    report(build, problem('type-mismatch', list.value.place, message))
    return 'wrong'
  }
  const missing = textAt(value, 'missing') as 'drop' | undefined
  const own: Type = type.kind === 'list' ? type.of : { kind: 'json' }
  return {
    each: {
      name,
      in: items,
      atOnce: Number(textAt(value, 'at_once') ?? AT_ONCE),
      ...optional('missing', missing),
    },
    names: { [name]: { type: own, code: `steps.${name}`, place: each.value.place } },
  }
}

const TOO_LATE =
  'the `undo` of a step is stored before the step runs: mark its purchase with ' +
  '`call.id`, and undo by that'

/** `undo:` of a step, whose formulas have the scope before the step. */
function undoOf(
  { key: name, value }: RawEntry,
  scope: FormulaScope,
): { made: MadeCallIR; def: CallDef } | undefined {
  const undo = entryOf(value, 'undo')
  if (!undo) return undefined
  const { build } = scope
  const call = valueOf(undo.value, 'call')!
  const def = knownCall(build, textOf(call)!, call.place)
  if (!def) return undefined
  if (entryOf(value, 'each'))
    report(
      build,
      problem('bad-entry', undo.keyPlace, 'a step with `each` has no `undo`', {
        hint: 'make one call for each',
      }),
    )
  refuseRequest(def, { place: undo.keyPlace, does: 'undo' }, build)
  const before = { ...scope, elsewhere: { ...scope.elsewhere, [name]: TOO_LATE } }
  const at = { defs: [def], place: call.place, with: valueOf(undo.value, 'with') }
  const values = argumentsOf(at, before)
  return { made: { call: def.id, ...optional('with', values) }, def }
}
