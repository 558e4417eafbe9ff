/**
 * Reads JavaScript expressions far enough to print them: brackets, commas, strings and the names
 * they use.
 */

/**
 * One piece of an expression. Strings and template literals are one piece, with the expressions of
 * their holes in `holes`.
 */
export interface Piece {
  kind: 'name' | 'number' | 'string' | 'mark'
  text: string
  start: number
  holes?: readonly string[]
}

const NAME = /[A-Za-z_$][\w$]*/y
const NUMBER = /\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?n?/y
const MARK = /=>|\.\.\.|\?\.|&&|\|\||\?\?|[=!]==?|[<>]=?|./sy
const KEYWORDS = new Set([
  'true',
  'false',
  'null',
  'undefined',
  'await',
  'typeof',
  'new',
  'void',
  'in',
  'instanceof',
  'const',
  'return',
  'if',
])

/** Splits an expression into pieces. Space between them is dropped. */
export function pieces(source: string): Piece[] {
  const found: Piece[] = []
  for (let at = 0; at < source.length;) {
    const char = source[at]!
    if (/\s/.test(char)) {
      at++
      continue
    }
    const piece =
      char === '`'
        ? template(source, at)
        : char === '"' || char === "'"
          ? quoted(source, at)
          : word(source, at)
    found.push(piece)
    at += piece.text.length
  }
  return found
}

/**
 * Names that an expression reads from outside: not members, not object keys, not the parameters of
 * its own functions.
 */
export function freeNames(source: string): Set<string> {
  const list = pieces(source)
  const bound = parameters(list)
  const names = new Set<string>()
  list.forEach((piece, i) => {
    for (const hole of piece.holes ?? [])
      for (const name of freeNames(hole)) if (!bound.has(name)) names.add(name)
    if (piece.kind !== 'name' || KEYWORDS.has(piece.text) || bound.has(piece.text)) return
    if (!isMember(list, i) && !isKey(list, i)) names.add(piece.text)
  })
  return names
}

function isMember(list: readonly Piece[], i: number): boolean {
  const before = list[i - 1]?.text
  return before === '.' || before === '?.'
}

function isKey(list: readonly Piece[], i: number): boolean {
  const before = list[i - 1]?.text
  return list[i + 1]?.text === ':' && (before === '{' || before === ',')
}

function parameters(list: readonly Piece[]): Set<string> {
  const bound = new Set<string>()
  list.forEach((piece, i) => {
    if (piece.text !== '=>') return
    let from = i - 1
    if (list[from]?.text === ')')
      for (let depth = 0; from >= 0; from--) {
        if (list[from]!.text === ')') depth++
        if (list[from]!.text === '(' && --depth === 0) break
      }
    for (const p of list.slice(Math.max(from, 0), i)) if (p.kind === 'name') bound.add(p.text)
  })
  return bound
}

function word(source: string, start: number): Piece {
  for (const [kind, pattern] of [
    ['name', NAME],
    ['number', NUMBER],
    ['mark', MARK],
  ] as const) {
    pattern.lastIndex = start
    const text = pattern.exec(source)?.[0]
    if (text !== undefined) return { kind, text, start }
  }
  throw new Error(`cannot read ${source.slice(start, start + 20)}`)
}

function quoted(source: string, start: number): Piece {
  let end = start + 1
  while (end < source.length && source[end] !== source[start]) end += source[end] === '\\' ? 2 : 1
  return { kind: 'string', text: source.slice(start, end + 1), start }
}

function template(source: string, start: number): Piece {
  const holes: string[] = []
  let end = start + 1
  while (end < source.length && source[end] !== '`') {
    if (source[end] === '$' && source[end + 1] === '{') {
      const close = holeEnd(source, end + 2)
      holes.push(source.slice(end + 2, close))
      end = close + 1
    } else end += source[end] === '\\' ? 2 : 1
  }
  return { kind: 'string', text: source.slice(start, end + 1), start, holes }
}

function holeEnd(source: string, start: number): number {
  let at = start
  for (let depth = 0; at < source.length;) {
    const char = source[at]!
    if (char === '}' && depth === 0) return at
    if (char === '{') depth++
    if (char === '}') depth--
    at +=
      char === '`'
        ? template(source, at).text.length
        : char === '"' || char === "'"
          ? quoted(source, at).text.length
          : 1
  }
  return at
}
