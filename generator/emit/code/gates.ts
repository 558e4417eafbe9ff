/**
 * Prints the gates of a route as one function: the first rule that is false refuses the request.
 */
import { freeNames } from '../../js/ask.ts'
import { not } from '../../js/negate.ts'
import { binary, number, object, text, type Js, type Statement } from '../../js/tree.ts'
import type { GateIR, Let } from '../../ir.ts'
import { type PrintContext, declare, finderFunction, note, ownLets, returned } from './function.ts'

/**
 * `({ body, models }) => { ... }`; `place` returns the comment at each gate. If all gates pass,
 * the function returns the result of `last`.
 */
export function gatesOf(
  gates: readonly GateIR[],
  site: PrintContext,
  place?: (gate: GateIR) => string,
  last?: string,
): Js {
  const known = new Set<string>()
  const body = gates.flatMap(gate => [
    ...(place ? [note(place(gate))] : []),
    ...gateBody(gate, ownLets({ lets: gate.lets, codes: codesOf(gate) }, site), known),
  ])
  const lets = gates.flatMap(g => g.lets)
  const codes = [...lets.map(l => l.code), ...gates.flatMap(codesOf)]
  return finderFunction({ lets, codes }, { site, body, last })
}

function codesOf(gate: GateIR) {
  return [gate.when, gate.rule, gate.message, gate.extra].filter(c => c !== undefined)
}

/**
 * One gate. Lets of its rule come after its `when`, because they may rely on it; lets of its
 * message come after both, because most requests are not refused.
 */
function gateBody(gate: GateIR, lets: readonly Let[], known: Set<string>): Statement[] {
  const fresh = lets.filter(l => !known.has(l.name))
  const broken = not(gate.rule.js)
  const ruled = neededBy(gate.rule.js, fresh)
  if (gate.when === undefined)
    return [...declared(ruled, known), refusal(broken, gate, without(fresh, ruled))]
  const early = neededBy(gate.when.js, fresh)
  const late = without(ruled, early)
  const words = without(fresh, [...early, ...late])
  const head = declared(early, known)
  if (late.length === 0) return [...head, refusal(binary('&&', gate.when.js, broken), gate, words)]
  const body = [...late.map(declare), refusal(broken, gate, words)]
  return [...head, { kind: 'if', test: gate.when.js, body }]
}

function without(lets: readonly Let[], others: readonly Let[]): readonly Let[] {
  return lets.filter(l => !others.includes(l))
}

function declared(lets: readonly Let[], known: Set<string>): Statement[] {
  for (const l of lets) known.add(l.name)
  return lets.map(declare)
}

function neededBy(js: Js, lets: readonly Let[]): Let[] {
  const wanted = new Set(freeNames(js))
  for (const l of [...lets].reverse())
    if (wanted.has(l.name)) for (const name of freeNames(l.code.js)) wanted.add(name)
  return lets.filter(l => wanted.has(l.name))
}

/** The refusal after its condition; `lets` are those that only its message needs. */
function refusal(test: Js, gate: GateIR, lets: readonly Let[]): Statement {
  const value = object({
    status: number(gate.status),
    message: gate.message.js,
    code: gate.code === undefined ? undefined : text(gate.code),
    field: gate.field === undefined ? undefined : text(gate.field),
    extra: gate.extra?.js,
  })
  return { kind: 'if', test, body: [...lets.map(declare), returned(value)] }
}
