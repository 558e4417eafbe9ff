/**
 * Builds a route's gates in order. A gate's proof (a row of the table, a field that is present)
 * holds for everything after it.
 */
import { sliceText } from '../formula/fail.ts'
import { entriesOf, itemsOf, textAt, valueOf, type RawMap, problem } from '../read/access.ts'
import { known, optional, report } from './build.ts'
import { fieldGates, fieldPlaces, type WrittenGate } from './fields.ts'
import type { ModelView } from './row-variants.ts'
import { refusedGates } from './refused-fields.ts'
import {
  lower,
  lowerTest,
  withModel,
  type LetDef,
  type FormulaScope,
  type Tested,
} from './scope.ts'
import { neededLets } from './lets.ts'
import { provenLets, withLets, withRouteLets } from './scope-lets.ts'
import type { GateIR } from '../ir.ts'
import type { Code, Raw, Text } from '../types.ts'

/** Gates, and the scope after them. */
export interface Gated {
  gates: GateIR[]
  after: FormulaScope
}

/**
 * The input of the gates. `view` is the route's table, whose row exists once a gate has proven it.
 */
export interface GateSource {
  keys: RawMap
  scope: FormulaScope
  lets: readonly LetDef[]
  view?: ModelView
  /** Whether these are the gates of a route, and not of a translation. */
  isRoute?: true
}

/**
 * All gates of a route: the written ones, and those of `fields:` right after the gate that proves
 * the row, or first if there is none.
 */
export function gatesOf(from: GateSource): Gated {
  const fields = valueOf(from.keys, 'fields')
  const refused = refusedGates(valueOf(from.keys, 'body'), fields)
  const source = { ...from, lets: [...refused.lets, ...from.lets] }
  const written = itemsOf(valueOf(source.keys, 'gates')).map(writtenGate)
  const places = fieldPlaces(valueOf(source.keys, 'body'))
  const rules = fieldGates(fields, places, source.scope.build)
  for (const { field: name, place } of places.size > 0 ? written : [])
    if (name !== undefined) known(source.scope.build, 'field', { name, place, defs: places })
  const sugar = [...refused.gates, ...rules]
  const before = scopesBefore(source)
  let scope = before.unproven
  const gates: GateIR[] = []
  const proofs: Tested[] = []
  const build = (gate: WrittenGate): void => {
    const made = gateOf(gate, scope)
    if (!made) return
    gates.push(made.gate)
    const row = made.gate.provesModel && source.view !== undefined
    if (!made.gate.when) proofs.push(made.rule)
    if (row) scope = before.proven
    // After the gate that proves the row, earlier proofs hold for every row.
    for (const proof of row ? proofs : made.gate.when ? [] : [made.rule]) scope = proof.holds(scope)
  }
  let left = sugar
  const proving = written.findIndex(gate => /\bin\s+models\s*$/.test(gate.rule.text))
  written.forEach((gate, i) => {
    if (proving < 0 && i === 0) left = flush(left, build)
    build(gate)
    if (i === proving) left = flush(left, build)
  })
  flush(left, build)
  return { gates, after: provenLets(scope, source.lets) }
}

/** Gates in order, and the scope after them. Each gate sees what the gates before it prove. */
export function listedGates(raw: Raw | undefined, from: FormulaScope): Gated {
  let scope = from
  const gates = itemsOf(raw).flatMap(item => {
    const made = gateOf(writtenGate(item), scope)
    if (made && !made.gate.when) scope = made.rule.holds(scope)
    return made?.gate ?? []
  })
  return { gates, after: scope }
}

function flush(gates: readonly WrittenGate[], build: (gate: WrittenGate) => void): [] {
  for (const gate of gates) build(gate)
  return []
}

/**
 * The scopes before and after the gate that proves the row. The first lacks the `let:` values that
 * read the row.
 */
function scopesBefore({ scope, lets, view, isRoute }: GateSource): {
  unproven: FormulaScope
  proven: FormulaScope
} {
  const add = isRoute ? withRouteLets : withLets
  if (!view) return { unproven: add(scope, lets), proven: scope }
  const proven = add(withModel(scope, view), lets)
  const early = new Set(
    proven.lets
      .filter(one => !neededLets(proven.lets, [one.code]).some(reads) && !reads(one))
      .map(one => one.name),
  )
  const late = Object.fromEntries(
    lets
      .filter(one => !early.has(one.name))
      .map(one => [
        one.name,
        'it reads `model`, which exists after the gate that tests `in models`',
      ]),
  )
  const unproven = add(
    { ...scope, elsewhere: { ...scope.elsewhere, ...late } },
    lets.filter(one => early.has(one.name)),
  )
  return { unproven, proven }
}

function reads(one: { code: Code }): boolean {
  return one.code.uses.includes('model')
}

function writtenGate(raw: Raw): WrittenGate {
  const code = textAt(raw, 'code')
  const extra = valueOf(raw, 'body')
  const when = valueOf(raw, 'when')
  const rule = valueOf(raw, 'rule') as { text: Text; place: Raw['place'] }
  return {
    rule: rule.text,
    error: (valueOf(raw, 'error') as { text: Text }).text,
    ...(when?.kind === 'scalar' ? { when: when.text } : {}),
    ...(code ? { code } : {}),
    ...optional('field', textAt(raw, 'field')),
    ...(extra ? { extra } : {}),
    place: entriesOf(raw)[0]?.keyPlace ?? raw.place,
  }
}

/** Reports a gate that answers with 402, because callers would take it for a price and pay. */
function checkStatus(error: Text, { build }: FormulaScope): void {
  if (!error.text.startsWith('402')) return
  const message = 'a gate cannot refuse with 402, which asks callers to pay'
  const hint = 'write e.g. 400, or 403 for what a wallet may not do'
  report(build, problem('bad-entry', error.place, message, { hint }))
}

function gateOf(
  gate: WrittenGate,
  scope: FormulaScope,
): { gate: GateIR; rule: Tested } | undefined {
  checkStatus(gate.error, scope)
  const tested = gate.when && lowerTest(scope, gate.when)
  const when = tested?.code
  const inner = tested ? tested.holds(scope) : scope
  const held = lowerTest(inner, gate.rule)
  const rule = held?.code
  const message = lower(inner, { kind: 'message', text: sliceText(gate.error, 4) })
  const extra = gate.extra && lower(inner, { kind: 'tree', raw: gate.extra })
  if (!rule || !message || (gate.when && !when) || (gate.extra && !extra)) return undefined
  const codes = [rule, message, ...(when ? [when] : []), ...(extra ? [extra] : [])]
  if (message.wait || extra?.wait)
    report(
      scope.build,
      problem('waiting-hook', gate.error.place, 'a message cannot wait for a hook', {
        hint: 'name the result with `let:`',
      }),
    )
  checkField(gate, scope)
  return {
    rule: held!,
    gate: {
      lets: neededLets(scope.lets, codes),
      rule,
      status: Number(gate.error.text.slice(0, 3)),
      message,
      ...(when ? { when } : {}),
      ...(gate.code ? { code: gate.code } : {}),
      ...optional('field', gate.field),
      ...(extra ? { extra } : {}),
      provesModel: rule.provesModel === true && !when,
      ...(gate.byRule ? { byField: true as const } : {}),
      place: gate.place,
    },
  }
}

/**
 * Checks a refusal that names an invalid field: it always answers 400 and cannot have extra
 * members.
 */
function checkField({ field, error, extra, place }: WrittenGate, { build }: FormulaScope): void {
  if (field === undefined || (error.text.startsWith('400') && !extra)) return
  report(
    build,
    problem('bad-entry', place, 'a gate with `field` refuses with 400 and has no `body`', {
      hint: 'the refusal names the field in `details`; leave `field` out to write another answer',
    }),
  )
}

/** The `let:` of a map. */
export function letDefs(raw: Raw | undefined): LetDef[] {
  return entriesOf(raw).flatMap(entry =>
    entry.value.kind === 'scalar'
      ? [{ name: entry.key, text: entry.value.text, place: entry.keyPlace }]
      : [],
  )
}
