/**
 * Hints for lines in which one character is missing or repeated: a comma between entries, a colon
 * after a key, a blank after a dash, the second half of an apostrophe.
 */
import type { Advice, Trap } from './hints.ts'

const advice = (message: string, hint: string, [start, end]: [number, number]): Advice => ({
  code: 'yaml-syntax',
  message,
  hint,
  start,
  end,
})

/** `'The lease hasn't ended'`: the apostrophe ends the text. */
const apostrophe: Trap = ({ line, lineStart }) => {
  const found = /(?:^|[\s{[,])'[^'"]*[A-Za-z](')(?:t|s|d|ll|re|ve|m)\b[^']*/.exec(line)
  if (!found) return undefined
  const at = lineStart + found.index + found[0].indexOf("'", found[0].indexOf("'") + 1)
  return advice(
    'this apostrophe ends the text that begins with a single quote',
    "write it twice (''), or put the text in double quotes",
    [at, at + 1],
  )
}

/** `{ a: 1 b: 2 }`: a key follows the value without a comma. */
const missing: Trap = ({ line, lineStart, error }) => {
  if (/ \? .* : /.test(line)) return undefined
  const pattern =
    /[{,]\s*[\w.-]+:\s+(?:"[^"]*"|'[^']*'|\[[^[\]]*\]|\{[^{}]*\}|-?\$?\d[\w.]*|true|false|=?[\w./]+)\s+(?=([a-z_\d]\w*):\s)/g
  const reported = Math.max(0, error.pos[1] - lineStart)
  const all = [...line.matchAll(pattern)]
  const found = all.find(one => one.index <= reported) ?? all[0]
  if (!found) return undefined
  const start = lineStart + found.index + found[0].length
  return advice(
    `a comma is missing before \`${found[1]!}\``,
    `write \`, ${found[1]!}:\`; a text that holds a colon needs quotes`,
    [start, start + found[1]!.length],
  )
}

/**
 * `{ text: Some words. kinds: [a] }`: the word before the second colon is a key of other entries.
 */
const afterText: Trap = ({ line, lineStart, text }) => {
  const found = /[{,]\s*[\w.-]+:\s+[^\s"'{}[\],:=][^"'{}[\],:]*\s(?=([a-z_]\w*):\s)/.exec(line)
  if (!found) return undefined
  const key = found[1]!
  const others = `${text.slice(0, lineStart)}${text.slice(lineStart + line.length)}`
  if (!new RegExp(`(?:^|[{,])[ \\t]*${key}:[ \\t]`, 'm').test(others)) return undefined
  const start = lineStart + found.index + found[0].length
  return advice(
    `a comma is missing before \`${key}\``,
    `write \`, ${key}:\`; a text that holds a colon needs quotes`,
    [start, start + key.length],
  )
}

const withoutQuotes = (line: string): string =>
  line.replaceAll(/"[^"]*"|'[^']*'/g, found => ' '.repeat(found.length))

/** The first bracket of a line that closes nothing. */
function strayIn(line: string, open: string, close: string): number | undefined {
  let depth = 0
  const plain = withoutQuotes(line)
  for (let i = 0; i < plain.length; i++) {
    if (plain[i] === open) depth++
    else if (plain[i] === close && --depth < 0) return i
  }
  return undefined
}

/** `{ a: { b: 1 }}}` or `{ a: 1 ]`: a bracket that closes nothing. */
const stray: Trap = ({ line, lineStart }) => {
  const brace = strayIn(line, '{', '}')
  const square = strayIn(line, '[', ']')
  const at = brace ?? square
  // Brackets of several lines close what opens above.
  if (at === undefined || !/^\s*(?:- )?[\w./+-]+:.*[{[]|^\s*- *[{[]/.test(line.slice(0, at)))
    return undefined
  const place: [number, number] = [lineStart + at, lineStart + at + 1]
  if (brace !== undefined) return advice('this `}` is one too many', 'remove it', place)
  const isOpen = strayIn([...line].reverse().join(''), '}', '{') !== undefined
  return advice(
    'this `]` closes nothing',
    isOpen ? 'write `}` instead: the `{` before it is not closed' : 'remove it',
    place,
  )
}

/** `[a,, b]` */
const twice: Trap = ({ error, text }) => {
  const before = text.slice(0, error.pos[0])
  return text[error.pos[0]] === ',' && /[,{[]\s*$/.test(before)
    ? advice('this comma has no value before it', 'remove the comma', [
        error.pos[0],
        error.pos[0] + 1,
      ])
    : undefined
}

/** `{ a: 1，b: 2 }`: the comma of another keyboard. */
const wide: Trap = ({ line, lineStart }) => {
  const found = /[，：；、]/u.exec(line)
  if (!found) return undefined
  const plain = found[0] === '：' ? 'colon' : 'comma'
  const start = lineStart + found.index
  return advice(
    `this ${plain} \`${found[0]}\` is not the one of YAML`,
    `write an ordinary ${plain} and a blank: \`${plain === 'comma' ? ',' : ':'} \``,
    [start, start + 1],
  )
}

/** `-{ a: 1 }` */
const dash: Trap = ({ line, lineStart }) => {
  const found = /^(\s*)-(?=[{['"A-Za-z])/.exec(line)
  if (!found) return undefined
  const start = lineStart + found[1]!.length
  return advice(
    'a dash and what follows it are one word here',
    `write a blank after the dash: - ${line.slice(found[0].length, found[0].length + 30).trim()}`,
    [start, start + 1],
  )
}

/** `name { a: 1 }` and `owner/name:{ a: 1 }`: no colon after the name, or no blank after it. */
const colon: Trap = ({ line, lineStart }) => {
  const found = /^(\s*(?:- +)?)(\w[\w./+-]*)(\s+|:)([{[])(?=.*[}\]]\s*(?:#.*)?$)/.exec(line)
  if (!found) return undefined
  const [, before, name, sign, bracket] = found as unknown as [
    string,
    string,
    string,
    string,
    string,
  ]
  const start = lineStart + before.length
  const right = `${name}: ${bracket} .. ${bracket === '{' ? '}' : ']'}`
  return sign === ':'
    ? advice(
        `\`${name}:\` and its value are one word here`,
        `write a blank after the colon: ${right}`,
        [start, start + name.length + 1],
      )
    : advice(`a colon is missing after \`${name}\``, `write ${right}`, [start, start + name.length])
}

/** `{ text: The # 1 model, other: 1 }`: everything after ` #` is a comment, including the brace. */
const cutBrace: Trap = ({ text, starts, lineStart }) => {
  const at = starts.indexOf(lineStart)
  for (const line of [at, at - 1]) {
    const start = starts[line]
    const own = start === undefined ? '' : text.slice(start, starts[line + 1]).trimEnd()
    const found = /^([^#"']*(?:(?:"[^"]*"|'[^']*')[^#"']*)*?[{[][^\n]*?) (#.*[}\]])$/.exec(own)
    if (!found || /^\s*#/.test(own) || balanced(found[1]!)) continue
    return {
      code: 'yaml-comment',
      message:
        `YAML takes \`${found[2]!.slice(0, 40)}\` for a comment, so a bracket or quote before it is ` +
        'not closed',
      hint: 'quote the text that holds ` #`',
      start: start! + found[1]!.length + 1,
      end: start! + found[1]!.length + 2,
    }
  }
  return undefined
}

const balanced = (text: string): boolean => text.split(/[{[]/).length === text.split(/[}\]]/).length

/** `tags: [a]#x` */
const tight: Trap = ({ error, text }) =>
  text[error.pos[0]] === '#'
    ? {
        code: 'yaml-comment',
        message: 'a comment begins with a blank and `# `',
        hint: 'write a blank before the `#`, and one after it',
        start: error.pos[0],
        end: error.pos[0] + 1,
      }
    : undefined

/** The beginning of an entry: its blanks, its dash, and its key. */
const ENTRY = /^(\s*)(- +)?([\w./-]+):(?:\s|$)/

/** An entry among the elements of a list, or before them, without a dash of its own. */
const noDash: Trap = ({ error, line, lineStart, text, starts }) => {
  const isFirst = error.message.startsWith('A block sequence may not be')
  if (!isFirst && !error.message.includes('without - indicator')) return undefined
  const above = text.slice(0, isFirst ? lineStart - 1 : lineStart + line.length)
  const start = above.lastIndexOf('\n') + 1
  const [, blanks, dash, key] = ENTRY.exec(above.slice(start)) ?? []
  if (key === undefined || dash !== undefined) return undefined
  const column = blanks!.length
  const near = starts
    .slice(0, starts.indexOf(start))
    .map(at => ENTRY.exec(text.slice(at, text.indexOf('\n', at)))?.[1]!.length ?? -1)
    .findLast(indent => indent > column && indent < column + 3)
  const deeper = near === undefined ? '' : `, or indent it by ${near} blanks, as the entries above`
  return advice(
    `\`${key}\` is between the elements of a list, without a dash`,
    `write \`- ${key}:\`${isFirst ? '' : deeper}`,
    [start + column, start + column + key.length],
  )
}

/** `summary: *Value* locked` */
const star: Trap = ({ error, line, lineStart }) => {
  const found = /:\s+([*&][^\s,}\]]*)/.exec(line)
  if (error.code !== 'UNEXPECTED_TOKEN' || !found) return undefined
  const start = lineStart + found.index + found[0].indexOf(found[1]!)
  return advice(
    `a text that begins with \`${found[1]![0]!}\` needs quotes`,
    'put the whole value in single quotes',
    [start, start + found[1]!.length],
  )
}

/** Tried before the traps that advise quotes. */
export const COMMA_TRAPS: readonly Trap[] = [
  apostrophe,
  cutBrace,
  wide,
  dash,
  colon,
  missing,
  afterText,
  stray,
  twice,
  tight,
  star,
  noDash,
]
