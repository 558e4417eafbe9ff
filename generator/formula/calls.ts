/**
 * Lowers the functions `has size count filled least min max first choose usd micro text join iso
 * time seconds before after host lower split take zip didYouMean`, and declared hooks.
 */
import { toTime } from '../../runtime/formula.ts'
import { INSTANT_WORDS } from '../../runtime/lib/instant.ts'
import { nearest, suggestion } from '../problems/suggest.ts'
import { global, member, method, number } from '../js/tree.ts'
import { piece, type Piece } from './code.ts'
import { extreme, least, micro, usd } from './amounts.ts'
import { fail } from './fail.ts'
import { countedHere, hook } from './hook-call.ts'
import { has } from './logic.ts'
import { choose, first } from './choose.ts'
import { zip } from './zip.ts'
import { count, filled, size } from './sizes.ts'
import { constant } from './numbers.ts'
import { asText, joinedTexts, textPiece } from './texts.ts'
import { isJson, showType, STRING } from './types.ts'
import { bindingOf, helper, present, sourceOf, type Env, type Value } from './value.ts'
import type { Expr, ExprOf } from './expr.ts'
import type { Walk } from './walk.ts'

type Call = (env: Env, expr: ExprOf<'call'>, walk: Walk) => Value

/** The arguments of each function, for messages, and their number. */
const FUNCTIONS: Readonly<
  Record<string, { takes: string; from: number; to: number; lower: Call }>
> = {
  has: { takes: 'a path', from: 1, to: 1, lower: has },
  choose: { takes: 'a condition and two values', from: 3, to: 3, lower: choose },
  first: { takes: 'two values or more', from: 2, to: 20, lower: first },
  min: { takes: 'two numbers or more', from: 2, to: 20, lower: extreme },
  max: { takes: 'two numbers or more', from: 2, to: 20, lower: extreme },
  size: {
    takes: 'a list, a string or a table',
    from: 1,
    to: 1,
    lower: (env, expr, walk) => size(env, expr.args[0]!, walk),
  },
  count: { takes: 'JSON', from: 1, to: 1, lower: count },
  filled: { takes: 'JSON or a text', from: 1, to: 1, lower: filled },
  least: { takes: 'a table of numbers', from: 1, to: 1, lower: least },
  usd: { takes: 'an amount and a number of digits', from: 2, to: 2, lower: usd },
  micro: { takes: 'an amount', from: 1, to: 1, lower: micro },
  text: { takes: 'a value', from: 1, to: 1, lower: text },
  join: { takes: 'a list of texts and a text between them', from: 2, to: 2, lower: join },
  iso: { takes: 'Unix seconds', from: 1, to: 1, lower: iso },
  time: { takes: 'a date or a time as a text', from: 1, to: 1, lower: time },
  seconds: { takes: 'milliseconds of JSON', from: 1, to: 1, lower: seconds },
  whole: { takes: 'a JSON number and a number of digits', from: 2, to: 2, lower: whole },
  scaled: { takes: 'a JSON number and a power of ten', from: 2, to: 2, lower: scaled },
  before: { takes: 'a text and a separator', from: 2, to: 2, lower: cut },
  after: { takes: 'a text and a separator', from: 2, to: 2, lower: cut },
  lower: { takes: 'a text', from: 1, to: 1, lower: lowerCase },
  split: { takes: 'a text and, if you like, a separator', from: 1, to: 2, lower: split },
  take: { takes: 'a list and a number of elements', from: 2, to: 2, lower: take },
  zip: { takes: 'a map of lists of JSON', from: 1, to: 1, lower: zip },
  didYouMean: { takes: 'a text and a table or a list of texts', from: 2, to: 2, lower: didYouMean },
  host: { takes: 'an address', from: 1, to: 1, lower: host },
}
const METHODS = [
  'all',
  'exists',
  'filter',
  'map',
  'unique',
  'where',
  'startsWith',
  'endsWith',
  'contains',
]

/** `name(args)` */
export function call(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  if (!Object.hasOwn(FUNCTIONS, expr.name)) {
    const binding = bindingOf(env, expr.name)
    return binding?.type.kind === 'hook' ? hook(env, expr, walk) : unknownFunction(env, expr)
  }
  const { takes, from, to, lower } = FUNCTIONS[expr.name]!
  if (expr.args.length < from || expr.args.length > to) {
    fail(expr, {
      code: 'wrong-arguments',
      message: `${expr.name}() takes ${takes}, here ${countedHere(expr.args)}`,
    })
  }
  return lower(env, expr, walk)
}

const ROUNDING = 'prices are rounded up once, at the end'
const ELSEWHERE: Readonly<Record<string, string>> = {
  matches: 'use `pattern` in a schema',
  length: 'write size(x)',
  len: 'write size(x)',
  exists: 'write has(x), or xs.exists(x, ...)',
  if: 'write choose(test, a, b)',
  not: 'write !x',
  coalesce: 'write first(a, b)',
  default: 'write first(a, b)',
  ceil: ROUNDING,
  round: ROUNDING,
  floor: ROUNDING,
  sum: 'a formula cannot add up a list',
  string: 'write text(x)',
  int: 'declare the type in a schema',
}

function unknownFunction(env: Env, expr: ExprOf<'call'>): never {
  const hooks = Object.keys(env.names).filter(name => env.names[name]!.type.kind === 'hook')
  const known = [...Object.keys(FUNCTIONS), ...hooks]
  const near = Object.hasOwn(ELSEWHERE, expr.name)
    ? expr.name
    : nearest(expr.name, [...known, ...Object.keys(ELSEWHERE)])
  const method = METHODS.includes(expr.name) ? `write x.${expr.name}(...)` : undefined
  const other = near !== undefined && Object.hasOwn(ELSEWHERE, near) ? ELSEWHERE[near] : undefined
  const message = Object.hasOwn(env.names, expr.name)
    ? `${expr.name} is not a function`
    : `unknown function ${expr.name}`
  return fail(expr.at, {
    code: 'unknown-function',
    message,
    hint:
      method ??
      other ??
      (near ? `did you mean \`${near}\`?` : suggestion(expr.name, known, 'here are')),
  })
}

function text(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  return { ...asText(env, walk(env, expr.args[0]!), expr.args[0]!), type: STRING }
}

function join(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const [list, separator] = expr.args as [Expr, Expr]
  return joinedTexts(
    env,
    { value: walk(env, list), span: list },
    { value: walk(env, separator), span: separator },
  )
}

function iso(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const value = present(env, walk(env, expr.args[0]!))
  if (value.type.kind !== 'integer')
    fail(expr.args[0]!, {
      code: 'type-mismatch',
      message: `iso() takes Unix seconds; this is ${showType(value.type)}`,
    })
  return { ...helper('iso', [value]), type: STRING }
}

/**
 * `time(text)`: a date or a time, such as `2026-12-01T09:00:00Z`, in Unix seconds; absent if the
 * text is no instant. A literal text is converted at generation.
 */
function time(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const [of] = expr.args as [Expr]
  if (of.kind === 'string') {
    const written = toTime(of.value)
    if (written !== undefined) return constant(BigInt(written), 1n, 'count')
    fail(of, {
      code: 'wrong-arguments',
      message: `\`${of.value}\` is not a time`,
      hint: `write ${INSTANT_WORDS}`,
    })
  }
  return {
    ...helper('toTime', [textPiece(env, walk(env, of), of)]),
    type: { kind: 'integer' },
    unit: 'count',
    absent: { name: sourceOf(env, expr), at: expr, need: false },
  }
}

/** `seconds(json)`: milliseconds in JSON as whole seconds; absent if it is not a number. */
function seconds(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const value = walk(env, expr.args[0]!)
  if (!isJson(value.type))
    fail(expr.args[0]!, {
      code: 'type-mismatch',
      message: `seconds() takes milliseconds of JSON; this is ${showType(value.type)}`,
    })
  return {
    ...helper('toSeconds', [value]),
    type: { kind: 'integer', min: 0 },
    unit: 'count',
    absent: { name: sourceOf(env, expr), at: expr, need: false },
  }
}

/**
 * `whole(json, digits)`: a JSON number times ten to the power of `digits`, rounded to an integer;
 * absent if it is not a number.
 */
function whole(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const [of, digits] = expr.args as [Expr, Expr]
  const value = walk(env, of)
  const places = present(env, walk(env, digits))
  if (!isJson(value.type)) fail(of, mismatch('whole() takes a JSON number', value.type))
  if (places.type.kind !== 'integer')
    fail(digits, mismatch('the digits must be an integer', places.type))
  return {
    ...helper('toWhole', [value, places]),
    type: { kind: 'integer' },
    unit: 'count',
    absent: { name: sourceOf(env, expr), at: expr, need: false },
  }
}

/**
 * `scaled(json, exponent)`: a JSON number, or digits in a text, times ten to the power of a JSON
 * number. The result may only be shown; absent if it is not a number.
 */
function scaled(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const values = expr.args.map(arg => walk(env, arg))
  values.forEach((value, i) => {
    if (!isJson(value.type)) fail(expr.args[i]!, mismatch('scaled() takes JSON', value.type))
  })
  return {
    ...helper('toScaled', values),
    type: { kind: 'json' },
    absent: { name: sourceOf(env, expr), at: expr, need: false },
  }
}

function mismatch(wanted: string, type: Value['type']): { code: 'type-mismatch'; message: string } {
  return { code: 'type-mismatch', message: `${wanted}; this is ${showType(type)}` }
}

/**
 * `before(text, separator)` and `after(text, separator)`: the part before or after the first
 * occurrence.
 */
function cut(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const pieces = expr.args.map(arg => textPiece(env, walk(env, arg), arg))
  return { ...helper(expr.name, pieces), type: STRING }
}

/** `lower(text)`: the text in lower case. */
function lowerCase(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const [of] = expr.args as [Expr]
  return { ...helper('lower', [textPiece(env, walk(env, of), of)]), type: STRING }
}

/**
 * `split(text, separator)`: the parts without blanks around them, and without empty ones. Without
 * a separator: the words between blanks of any kind.
 */
function split(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const pieces = expr.args.map(arg => textPiece(env, walk(env, arg), arg))
  return { ...helper('split', pieces), type: { kind: 'list', of: STRING } }
}

/** `take(xs, n)`: the first n elements of a list. */
function take(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const [list, most] = expr.args as [Expr, Expr]
  const [of, count] = [present(env, walk(env, list)), present(env, walk(env, most))]
  if (of.type.kind !== 'list' || of.type.set || count.type.kind !== 'integer')
    return fail(expr, {
      code: 'type-mismatch',
      message:
        `take() takes a list and a whole number; here are ${showType(of.type)} and ` +
        `${showType(count.type)}`,
    })
  return { ...piece(method(of.js, 'slice', [number(0), count.js])), type: { ...of.type, min: 0 } }
}

/** `host(address)`: the host of an address. */
function host(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const [address] = expr.args as [Expr]
  return { ...helper('hostOf', [textPiece(env, walk(env, address), address)]), type: STRING }
}

/** `didYouMean(text, names)`: suggests the nearest name; empty if none is near. */
function didYouMean(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const [asked, among] = expr.args as [Expr, Expr]
  const wrong = textPiece(env, walk(env, asked), asked)
  return { ...helper('didYouMean', [wrong, namesPiece(env, among, walk)]), type: STRING }
}

/** A list of names: the ids of a models file, the keys of a table, or texts. */
function namesPiece(env: Env, expr: Expr, walk: Walk): Piece {
  const value = present(env, walk(env, expr))
  const { type } = value
  if (type.kind === 'models') return piece(member(value.js, 'ids'))
  if (type.kind === 'table') return piece(method(global('Object'), 'keys', [value.js]))
  if (type.kind === 'list' && !type.set && ['string', 'json'].includes(type.of.kind)) return value
  return fail(expr, {
    code: 'type-mismatch',
    message: `didYouMean() takes models, a table or a list of texts; this is ${showType(type)}`,
  })
}
