/** Prints the gates of a route as one function: the first rule that is false answers. */
import type { GateIR, Let } from '../../ir.ts'
import { layout } from './layout.ts'
import { object, quote } from './literal.ts'
import { type Site, letLine, not, noteHelpers, ownLets, parameter, rootsOf } from './function.ts'
import { freeNames } from './scan.ts'

/** `({ body, models }) => { ... }` with the catalog place above each gate. `place` prints one. */
export function gatesText(gates: readonly GateIR[], site: Site, place: (gate: GateIR) => string): string {
  const inner = site.indent + '  '
  const codes = gates.flatMap(codesOf)
  noteHelpers(codes, site)
  const lets = gates.flatMap((g) => g.lets)
  const known = new Set<string>()
  const lines = gates.flatMap((gate) => [
    `${inner}// ${place(gate)}`,
    ...gateLines(gate, ownLets(gate.lets, site), { indent: inner, known }),
  ])
  const start = codes.some((c) => c.wait) ? 'async ' : ''
  return `${start}${parameter(rootsOf(codes, site.roots, lets))} => {\n${lines.join('\n')}\n${inner}return undefined\n${site.indent}}`
}

function codesOf(gate: GateIR) {
  return [...gate.lets.map((l) => l.code), gate.when, gate.rule, gate.message, gate.extra].filter((c) => c !== undefined)
}

/** One gate. Lets that only its rule needs stand behind its `when`, because they may rely on it. */
function gateLines(gate: GateIR, lets: readonly Let[], at: { indent: string; known: Set<string> }): string[] {
  const fresh = lets.filter((l) => !at.known.has(l.name))
  if (gate.when === undefined) return [...declared(fresh, at), refusalLine(not(gate.rule.code), gate, at.indent)]
  const early = neededBy(gate.when.code, fresh)
  const late = fresh.filter((l) => !early.includes(l))
  const head = declared(early, at)
  if (late.length === 0) return [...head, refusalLine(`${operand(gate.when.code)} && ${not(gate.rule.code)}`, gate, at.indent)]
  const inner = at.indent + '  '
  const block = [...late.map((l) => letLine(l, inner)), refusalLine(not(gate.rule.code), gate, inner)]
  return [...head, `${at.indent}if (${layout(gate.when.code, at.indent, 6)}) {`, ...block, `${at.indent}}`]
}

function declared(lets: readonly Let[], at: { indent: string; known: Set<string> }): string[] {
  for (const l of lets) at.known.add(l.name)
  return lets.map((l) => letLine(l, at.indent))
}

function neededBy(code: string, lets: readonly Let[]): Let[] {
  const wanted = freeNames(code)
  for (const l of [...lets].reverse()) if (wanted.has(l.name)) for (const name of freeNames(l.code.code)) wanted.add(name)
  return lets.filter((l) => wanted.has(l.name))
}

function operand(code: string): string {
  return /\|\||\?|=>/.test(code) ? `(${code})` : code
}

function refusalLine(condition: string, gate: GateIR, indent: string): string {
  const code = gate.code === undefined ? undefined : quote(gate.code)
  const refusal = object({ status: String(gate.status), message: gate.message.code, code, extra: gate.extra?.code })
  const head = `${indent}if (${layout(condition, indent, 6)})`
  const line = `${head} return ${refusal}`
  return line.length <= 140 ? line : `${head} {\n${indent}  return ${layout(refusal, indent + '  ', 8)}\n${indent}}`
}
