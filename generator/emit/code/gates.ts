/** Prints the gates of a route as one function: the first rule that is false answers. */
import type { GateIR, Let } from '../../ir.ts'
import { layout } from './layout.ts'
import { object, quote } from './literal.ts'
import { type Site, letLine, not, noteHelpers, ownLets, parameter, rootsOf } from './function.ts'
import { freeNames } from './scan.ts'

/**
 * `({ body, models }) => { ... }` with the catalog place above each gate. `place` prints one. Where
 * all pass, the function `then` has the last word.
 */
export function gatesText(
  gates: readonly GateIR[],
  site: Site,
  place: (gate: GateIR) => string,
  then?: string,
): string {
  const inner = site.indent + '  '
  const codes = gates.flatMap(codesOf)
  noteHelpers(codes, site)
  const lets = gates.flatMap(g => g.lets)
  const known = new Set<string>()
  const lines = gates.flatMap(gate => [
    `${inner}// ${place(gate)}`,
    ...gateLines(gate, ownLets(gate.lets, site), { indent: inner, known }),
  ])
  const start = codes.some(c => c.wait) ? 'async ' : ''
  const read = parameter(rootsOf(codes, site.roots, lets))
  const head =
    then === undefined
      ? [`${start}${read} => {`]
      : [`${start}c => {`, `${inner}const ${read.slice(1, -1)} = c`]
  const end = then === undefined ? 'undefined' : `${then}(c)`
  return [...head, ...lines, `${inner}return ${end}`, `${site.indent}}`].join('\n')
}

function codesOf(gate: GateIR) {
  return [...gate.lets.map(l => l.code), gate.when, gate.rule, gate.message, gate.extra].filter(
    c => c !== undefined,
  )
}

/**
 * One gate. Lets that only its rule needs stand behind its `when`, because they may rely on it;
 * those that only its words need stand behind both, because most requests are not refused.
 */
function gateLines(
  gate: GateIR,
  lets: readonly Let[],
  at: { indent: string; known: Set<string> },
): string[] {
  const fresh = lets.filter(l => !at.known.has(l.name))
  const rule = not(gate.rule.code)
  const ruled = neededBy(gate.rule.code, fresh)
  if (gate.when === undefined)
    return [
      ...declared(ruled, at),
      ...refusalLines(rule, gate, { lets: without(fresh, ruled), indent: at.indent }),
    ]
  const early = neededBy(gate.when.code, fresh)
  const late = without(ruled, early)
  const words = without(fresh, [...early, ...late])
  const head = declared(early, at)
  if (late.length === 0)
    return [
      ...head,
      ...refusalLines(`${operand(gate.when.code)} && ${rule}`, gate, {
        lets: words,
        indent: at.indent,
      }),
    ]
  const inner = at.indent + '  '
  const block = [
    ...late.map(l => letLine(l, inner)),
    ...refusalLines(rule, gate, { lets: words, indent: inner }),
  ]
  return [
    ...head,
    `${at.indent}if (${layout(gate.when.code, at.indent, 6)}) {`,
    ...block,
    `${at.indent}}`,
  ]
}

function without(lets: readonly Let[], others: readonly Let[]): readonly Let[] {
  return lets.filter(l => !others.includes(l))
}

function declared(lets: readonly Let[], at: { indent: string; known: Set<string> }): string[] {
  for (const l of lets) at.known.add(l.name)
  return lets.map(l => letLine(l, at.indent))
}

function neededBy(code: string, lets: readonly Let[]): Let[] {
  const wanted = freeNames(code)
  for (const l of [...lets].reverse())
    if (wanted.has(l.name)) for (const name of freeNames(l.code.code)) wanted.add(name)
  return lets.filter(l => wanted.has(l.name))
}

function operand(code: string): string {
  return /\|\||\?|=>/.test(code) ? `(${code})` : code
}

/** The refusal behind its condition; `lets` are those that only its words need. */
function refusalLines(
  condition: string,
  gate: GateIR,
  { lets, indent }: { lets: readonly Let[]; indent: string },
): string[] {
  const code = gate.code === undefined ? undefined : quote(gate.code)
  const refusal = object({
    status: String(gate.status),
    message: gate.message.code,
    code,
    extra: gate.extra?.code,
  })
  const head = `${indent}if (${layout(condition, indent, 6)})`
  const line = `${head} return ${refusal}`
  if (lets.length === 0 && line.length <= 140) return [line]
  const inner = indent + '  '
  return [
    `${head} {`,
    ...lets.map(l => letLine(l, inner)),
    `${inner}return ${layout(refusal, inner, 8)}`,
    `${indent}}`,
  ]
}
