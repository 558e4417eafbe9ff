/**
 * Hints about the layout of a file: indentation, colons, unclosed quotes and brackets, and text
 * that is not an entry.
 */
import type { Advice, Fault, Trap } from './hints.ts'
import { lineOf } from './lines.ts'
import { openedBefore } from './unclosed.ts'

const advice = (message: string, hint: string, at: { start: number; end: number }): Advice => ({
  code: 'yaml-syntax',
  message,
  hint,
  ...at,
})

const KEY = /^(\s*(?:- )*)([\w./+-]+):(\s|$)/

/** A quote or bracket is reported where it opens. */
export const unclosed: Trap = ({ text, error, starts }) => {
  if (
    !/^(?:MISSING_CHAR|BAD_INDENT|BLOCK_AS_IMPLICIT_KEY|MULTILINE_IMPLICIT_KEY|UNEXPECTED_TOKEN|BAD_DQ_ESCAPE)$/.test(
      error.code,
    )
  )
    return undefined
  const opened = openedBefore(text, error.pos[0] + 1, starts)
  if (!opened) return undefined
  const { offset, char } = opened
  const at = { start: offset, end: offset + 1 }
  if (char === '"' || char === "'")
    return advice(
      `the ${char === '"' ? 'double' : 'single'} quote that opens here is not closed on its line`,
      `write ${char} after the text too`,
      at,
    )
  const close = char === '{' ? '}' : ']'
  const rest = text.slice(offset).split('\n', 1)[0]!
  // A pair that is closed on its line is not the mistake: a value between the two was misread.
  if (rest.split(char).length === rest.split(close).length) return undefined
  return advice(
    `the \`${char}\` that opens here is not closed`,
    `write \`${close}\` after the last entry`,
    at,
  )
}

/** `name:Image Pro` is one text for YAML. */
const noBlank: Trap = ({ line, lineStart, error }) => {
  if (!/IMPLICIT_KEY$|^MISSING_CHAR$/.test(error.code)) return undefined
  const found = /^(\s*(?:- )*)([A-Za-z_][\w-]*):(?!\/\/)([^\s:].*)$/.exec(line)
  if (!found) return undefined
  const start = lineStart + found[1]!.length
  return advice(
    `\`${found[2]!}:\` and its value are one word here`,
    `write a blank after the colon: ${found[2]!}: ${found[3]!.trim()}`,
    {
      start,
      end: start + found[2]!.length + 1,
    },
  )
}

/** An entry that is indented deeper than the one above continues its value. */
const tooDeep: Trap = ({ error, line, lineStart, text }) => {
  if (error.code !== 'BLOCK_AS_IMPLICIT_KEY') return undefined
  const next = text.slice(lineStart + line.length + 1).split('\n', 1)[0]!
  const [own, below] = [KEY.exec(line), KEY.exec(next)]
  if (!own || !below || below[1]!.length <= own[1]!.length || /: /.test(line.slice(own[0].length)))
    return undefined
  const start = lineStart + line.length + 1 + below[1]!.length
  const dash =
    own[1] === '' ? `, or begin the element of a list above with a dash: - ${own[2]!}:` : ''
  return advice(
    `\`${below[2]!}\` is indented deeper than \`${own[2]!}\`, so it continues that value`,
    `indent it by ${blanks(own[1]!.length)}${dash}`,
    {
      start,
      end: start + below[2]!.length,
    },
  )
}

/** An entry in a column that no entry above it has. */
const badColumn: Trap = fault => {
  if (fault.error.code !== 'BAD_INDENT') return undefined
  const { text, starts } = fault
  let start = fault.error.pos[0]
  while (/\s/.test(text[start] ?? '')) start++
  const line = lineOf(starts, start)
  const indent = start - starts[line]!
  const above = columnsAbove(fault, line).filter(one => one.indent !== indent)
  if (start >= text.length || above.length === 0) return undefined
  const margin = above.at(-1)!
  const row = /^([\w.+-]+\/[^\s:]+):/.exec(text.slice(starts[margin.line]))
  if (row && indent > 0)
    return advice(
      `\`${row[1]!}\` is not indented, but the next line is`,
      `indent it by ${blanks(indent)}, with all of its lines`,
      {
        start: starts[margin.line]!,
        end: starts[margin.line]! + row[1]!.length,
      },
    )
  const columns = above
    .slice(0, 2)
    .map(one => `${blanks(one.indent)} (line ${one.line + 1})`)
    .join(' or ')
  return advice(
    `this line is indented by ${blanks(indent)}, like no entry above it`,
    `indent it like its neighbours: by ${columns}`,
    {
      start,
      end: start + (/^\S+/.exec(text.slice(start))?.[0].replace(/:$/, '').length ?? 1),
    },
  )
}

const blanks = (count: number): string => (count === 1 ? '1 blank' : `${count} blanks`)

/** The columns at which entries above a line begin, innermost first. */
function columnsAbove({ text, starts }: Fault, line: number): { indent: number; line: number }[] {
  const found: { indent: number; line: number }[] = []
  for (let above = line - 1; above >= 0 && found.at(-1)?.indent !== 0; above--) {
    const own = text.slice(starts[above], starts[above + 1])
    const indent = own.search(/\S/)
    if (indent >= 0 && own[indent] !== '#' && indent < (found.at(-1)?.indent ?? Infinity))
      found.push({ indent, line: above })
  }
  return found
}

/** Words on a line of their own. */
const stray: Trap = ({ error, line, lineStart }) => {
  if (
    !/^(?:MULTILINE_IMPLICIT_KEY|MISSING_CHAR|UNEXPECTED_TOKEN)$/.test(error.code) ||
    /^\s*$|:(?:\s|$)|[{}[\]"']/.test(line)
  )
    return undefined
  const start = lineStart + line.search(/\S/)
  const [, key, value] = /^([a-z_]\w*)(?: +(\d[\d.:TZ-]*(?: ?%)?))?$/.exec(line.trim()) ?? []
  if (key !== undefined)
    return advice(
      `a colon is missing after \`${key}\``,
      value === undefined ? `write ${key}: and its value` : `write ${key}: ${value}`,
      { start, end: start + line.trim().length },
    )
  return advice(
    `\`${line.trim()}\` is not an entry`,
    'write `key: value`; `# ` begins a comment; indent continued text deeper than its key',
    {
      start,
      end: start + line.trim().length,
    },
  )
}

/** The other traps of layout, in the order in which they are tried. */
export const LAYOUT_TRAPS: readonly Trap[] = [noBlank, tooDeep, badColumn, stray]
