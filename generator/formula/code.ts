/** Lowered parts of formulas, and functions that combine them. */
import { isPlainKey } from '../js/words.ts'
import {
  binary,
  call,
  choice,
  global,
  lambda as arrow,
  member,
  method,
  name,
  number,
  path,
  word,
  type Js,
  type Operator,
} from '../js/tree.ts'
import type { Binding } from '../types.ts'

/** A lowered part of a formula. */
export interface Piece {
  js: Js
}

/** An expression as a part. */
export const piece = (js: Js): Piece => ({ js })

/** A call of an expression with parts. */
export const called = (of: Js, args: readonly Piece[]): Piece =>
  piece(
    call(
      of,
      args.map(arg => arg.js),
    ),
  )

/** `left op right`. */
export const joined = (op: Operator, [left, right]: readonly [Piece, Piece]): Piece =>
  piece(binary(op, left.js, right.js))

/** A member read: `of.name`, and `of?.name` where `of` may be absent. */
export const memberOf = (of: Piece, name: string, maybe = false): Piece =>
  piece(member(of.js, name, maybe))

/** `name => body`, or `([a, b]) => body`. */
export const lambda = (names: readonly string[], body: Piece): Piece => piece(arrow(names, body.js))

/** Code that tests whether a value is present: `of !== undefined`. */
export const presenceTest = (of: Js): Piece => piece(binary('!==', of, word(undefined)))

/** The parameter of a function that converts one value. */
export const X: Piece = piece(name('x'))

/**
 * Whether an expression is a name or a member of one, so that TypeScript sees where it is present.
 */
export function isMember(js: Js): boolean {
  return js.kind === 'name' || (js.kind === 'member' && isPlainKey(js.name) && isMember(js.of))
}

/** Converts a value if it is present; an absent one stays absent. */
export function ifGiven(value: Piece, convert: (given: Piece) => Piece): Piece {
  if (!isMember(value.js)) return called(helperOf('given'), [value, lambda(['x'], convert(X))])
  const isAbsent = binary('===', value.js, word(undefined))
  return piece(choice(isAbsent, word(undefined), convert(value).js))
}

/** `Object.hasOwn(of, key)`. */
export const hasOwn = (of: Piece, key: Piece): Piece =>
  piece(method(global('Object'), 'hasOwn', [of.js, key.js]))

/** A bigint such as a denominator. */
export const big = (value: bigint): Piece => piece(number(value))

/** The code that reads a binding: a path of the scope, or the value itself. */
export function readOf({ code }: Binding): Js {
  return typeof code === 'string' ? path(code) : code
}

/** The name of the scope that a binding reads. */
export function rootOf({ code }: Binding): string | undefined {
  return typeof code === 'string' ? code.split('.')[0] : undefined
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
  'segment',
  'shortText',
  'str',
  'text',
  'word',
  'toScaled',
  'toSeconds',
  'toTime',
  'toWhole',
  'hostOf',
  'lower',
  'split',
  'uniqueBy',
  'zip',
  'didYouMean',
])

/** The helper of this name; throws if there is none. */
export function helperOf(name: string): Js {
  if (!HELPERS.has(name)) throw new Error(`no helper ${name}`)
  return { kind: 'helper', name }
}

const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else ' +
    'enum eval export extends false finally for ' +
    'function if implements import in instanceof interface let new null package private ' +
    'protected public return static super ' +
    'switch this throw true try typeof undefined var void while with yield Object BigInt ' +
    'Set Array Number String NaN Infinity Date values'
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
