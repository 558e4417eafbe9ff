/**
 * Hints for lists and maps whose brackets, dashes or commas are wrong: an element without its dash,
 * an opening bracket that is missing, a dash or a comma too many.
 */
import { lineOf } from './lines.ts'
import type { Advice, Fault, Trap } from './hints.ts'

const advice = (message: string, hint: string, [start, end]: [number, number]): Advice => ({
  code: 'yaml-syntax',
  message,
  hint,
  start,
  end,
})

/** The line with a number, without its end. */
const lineAt = ({ text, starts }: Fault, line: number): string =>
  line < 0 || line >= starts.length ? '' : text.slice(starts[line]).split('\n', 1)[0]!

/** `{ a: 1 }` on a line of its own, beside `- { a: 0 }`. */
const withoutDash: Trap = fault => {
  const { error, text, starts } = fault
  let at = error.pos[0]
  while (/\s/.test(text[at] ?? '')) at++
  const reported = lineOf(starts, Math.min(at, Math.max(0, text.length - 1)))
  const bare = [reported, reported - 1].find(
    line =>
      /^\s+[{[].*[}\]]\s*(?:#.*)?$/.test(lineAt(fault, line)) &&
      [line - 1, line + 1].some(near => /^\s*- +[{[]/.test(lineAt(fault, near))),
  )
  if (bare === undefined) return undefined
  const near = [bare - 1, bare + 1].find(line => /^\s*- +[{[]/.test(lineAt(fault, line)))!
  const indent = lineAt(fault, near).indexOf('-')
  const blanks = indent === 1 ? '1 blank' : `${indent} blanks`
  const column = lineAt(fault, bare).search(/\S/)
  const start = starts[bare]! + column
  return advice(
    'this element of a list has no dash',
    `write \`- ${text[start]!}\`, indented by ${blanks}, as line ${near + 1}`,
    [start, start + 1],
  )
}

/** `sizes: a: 1, b: 2 }` or `- a: 1, b: 2 }`: the bracket that opens is missing. */
const withoutOpening: Trap = fault => {
  const { line, lineStart, starts } = fault
  const found = /^(\s*(?:- +)?)(?:([\w./-]+):\s+)?(?=([\w-]+):\s[^{}[\]"']*\}\s*(?:#.*)?$)/.exec(
    line,
  )
  const above = lineAt(fault, starts.indexOf(lineStart) - 1)
  if (!found || /[,{[]\s*$/.test(above)) return undefined
  const [before, lead, , key] = found
  if (!lead!.includes('-') && found[2] === undefined) return undefined
  const start = lineStart + before.length
  return advice(
    `there is no \`{\` before \`${key!}\`, but a \`}\` at the end`,
    `write \`{ ${key!}:\``,
    [start, start + key!.length],
  )
}

/** `price: usd: 1`: a key of other entries begins the value. */
const withoutBraces: Trap = ({ error, line, lineStart, text }) => {
  const found =
    /^(\s*(?:- +)?([\w.-]+):\s+)(([a-z_]\w*):\s+[^{}[\]"'#]*[^{}[\]"'#\s])\s*(?:#.*)?$/.exec(line)
  if (error.code !== 'BLOCK_AS_IMPLICIT_KEY' || !found) return undefined
  const [, lead, key, value, inner] = found
  const others = `${text.slice(0, lineStart)}${text.slice(lineStart + line.length)}`
  if (!new RegExp(`(?:^|[{,])[ \\t]*${inner!}:[ \\t]`, 'm').test(others)) return undefined
  const start = lineStart + lead!.length
  return advice(
    `\`${inner!}\` is an entry inside of \`${key!}\`, without braces`,
    `write ${key!}: { ${value!} }; a text that holds a colon needs quotes`,
    [start, start + inner!.length],
  )
}

/** `  - like: x` below `- prefix: /x`: the second dash begins a list inside of a value. */
const dashTooMany: Trap = fault => {
  const { line, lineStart, starts } = fault
  const [, blanks, key] = /^(\s+)- +([\w.-]+):\s/.exec(line) ?? []
  const [, lead] =
    /^(\s*(?:- +)?)[\w.-]+:\s+[^\s#{[|>]/.exec(lineAt(fault, starts.indexOf(lineStart) - 1)) ?? []
  if (key === undefined || lead === undefined || lead.length !== blanks!.length) return undefined
  const start = lineStart + blanks!.length
  return advice(
    'this dash begins a list, but the line above already has a value',
    `remove the dash, if \`${key}\` belongs to the entry above`,
    [start, start + 1],
  )
}

/** `- { a: 1 },`: the elements of a list with dashes have no commas. */
const commaAtEnd: Trap = ({ error, text }) => {
  const at = error.pos[0]
  const rest = text.slice(at).split('\n', 1)[0]!
  return /^,\s*(?:#.*)?$/.test(rest) && /[}\]"']$/.test(text.slice(0, at))
    ? advice('a comma follows the whole value', 'remove the comma', [at, at + 1])
    : undefined
}

/** `{ a: 1; b: 2 }` */
const semicolon: Trap = ({ line, lineStart }) => {
  const found = /[{,[]\s*[\w.-]+:\s+[^\s{}[\]"',;]+(;)\s+[\w.-]+:\s/.exec(line)
  if (!found) return undefined
  const start = lineStart + found.index + found[0].indexOf(';')
  return advice('entries are separated by commas, not by `;`', 'write a comma instead', [
    start,
    start + 1,
  ])
}

/** Tried before the traps that find missing commas. */
export const ELEMENT_TRAPS: readonly Trap[] = [
  withoutDash,
  withoutOpening,
  semicolon,
  commaAtEnd,
  dashTooMany,
  withoutBraces,
]
