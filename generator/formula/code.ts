/**
 * Printing of JavaScript: pieces that know how tightly they bind, so that brackets stand only where
 * they are needed.
 */

/** How tightly an expression binds, loosest first. */
export const BIND = {
  arrow: 1,
  choice: 2,
  first: 3,
  or: 4,
  and: 5,
  equal: 9,
  compare: 10,
  sum: 12,
  product: 13,
  unary: 15,
  call: 20,
} as const

/** An expression and how tightly it binds. */
export interface Piece {
  code: string
  bind: number
}

/** The code, in brackets when it binds more loosely than its place asks. */
export function wrap(piece: Piece, least: number): string {
  return piece.bind < least ? `(${piece.code})` : piece.code
}

/** A call, `new`-free member or literal: never needs brackets. */
export const tight = (code: string): Piece => ({ code, bind: BIND.call })

/** A call of a function or helper. */
export function called(name: string, args: readonly Piece[]): Piece {
  return tight(`${name}(${args.map(arg => arg.code).join(', ')})`)
}

/** `left op right` for an operator that groups to the left. */
export function joined(op: string, bind: number, [left, right]: readonly [Piece, Piece]): Piece {
  return { code: `${wrap(left, bind)} ${op} ${wrap(right, bind + 1)}`, bind }
}

/** A text as a literal in single quotes, safe in any JavaScript file. */
export function quote(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** A key of an object literal. `__proto__` is computed, so that it is a member like any other. */
export function keyCode(key: string): string {
  if (key === '__proto__') return "['__proto__']"
  return IDENTIFIER.test(key) ? key : quote(key)
}

/** A member read: `of.name`, `of['other name']`, and with `?.` where `of` may be absent. */
export function memberOf(of: Piece, name: string, maybe = false): Piece {
  const base = wrap(of, BIND.call)
  if (IDENTIFIER.test(name)) return tight(`${base}${maybe ? '?.' : '.'}${name}`)
  return tight(`${base}${maybe ? '?.' : ''}[${quote(name)}]`)
}

/** An object literal, on one line; whoever prints a file breaks long lines. */
export function objectCode(parts: readonly string[]): string {
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

/** An array literal, on one line. */
export function arrayCode(parts: readonly string[]): string {
  return `[${parts.join(', ')}]`
}

/** The result of a lambda: an object literal needs brackets. */
export function lambda(params: string, body: Piece): Piece {
  return {
    code: `${params} => ${body.code.startsWith('{') ? `(${body.code})` : body.code}`,
    bind: BIND.arrow,
  }
}

/** Helpers of `runtime/formula.ts` that compiled formulas may call. */
export const HELPERS: ReadonlySet<string> = new Set([
  'after',
  'at',
  'before',
  'ceilDiv',
  'count',
  'display',
  'each',
  'entry',
  'filled',
  'get',
  'iso',
  'items',
  'least',
  'length',
  'max',
  'members',
  'min',
  'need',
  'given',
  'join',
  'num',
  'same',
  'say',
  'str',
  'text',
  'word',
  'toSeconds',
  'hostOf',
  'didYouMean',
])

const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for ' +
    'function if implements import in instanceof interface let new null package private protected public return static super ' +
    'switch this throw true try typeof undefined var void while with yield Object BigInt Set Array Number String NaN Infinity Date'
  ).split(' '),
)

/**
 * A JavaScript name for a name of the catalog: itself unless it is reserved, a helper, or in
 * `taken`.
 */
export function safeName(name: string, taken: ReadonlySet<string> = new Set()): string {
  let safe = name
  while (RESERVED.has(safe) || HELPERS.has(safe) || taken.has(safe)) safe += '_'
  return safe
}

const LITERALS = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g
const NAMES = /(?<![\w$]|(?<!\.\.)\.)[A-Za-z_$][\w$]*/g
const roots = new Map<string, readonly string[]>()

/** Every name in code that is not a member; texts in quotes are left out. */
export function namesIn(code: string): readonly string[] {
  return code.replaceAll(LITERALS, '').match(NAMES) ?? []
}

/** The names that a binding's code reads, without members, helpers and words of the language. */
export function rootsOf(code: string): readonly string[] {
  const known = roots.get(code)
  if (known) return known
  const names = [
    ...new Set(namesIn(code).filter(name => !RESERVED.has(name) && !HELPERS.has(name))),
  ]
  if (roots.size > 10_000) roots.clear()
  roots.set(code, names)
  return names
}
