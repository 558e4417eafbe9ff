/** Functions: `has size count least min max first choose usd micro text join iso seconds before after`, and declared hooks. */
import { nearest, suggestion } from '../problems/suggest.ts'
import { BIND, called, rootsOf, tight, wrap, type Piece } from './code.ts'
import { fail } from './fail.ts'
import { choicesFit, isJson, showType, STRING, INTEGER, type TypeOf } from './types.ts'
import { choose, first, has } from './logic.ts'
import { align, calculable, decimalValue, denOf, exactOf, exactPiece, sharedUnit, unitOf } from './numbers.ts'
import { read } from './access.ts'
import { amountText, asText, joinedTexts, textPiece } from './texts.ts'
import { toJson } from './json.ts'
import { bindingOf, helper, present, sourceOf, type Env, type Value } from './value.ts'
import type { Expr, ExprOf } from './expr.ts'
import type { Type } from '../types.ts'
import type { Walk } from './walk.ts'

type Call = (env: Env, expr: ExprOf<'call'>, walk: Walk) => Value

/** Each function with the arguments it takes, for messages, and how many. */
const FUNCTIONS: Readonly<Record<string, { takes: string; from: number; to: number; lower: Call }>> = {
  has: { takes: 'a path', from: 1, to: 1, lower: has },
  choose: { takes: 'a condition and two values', from: 3, to: 3, lower: choose },
  first: { takes: 'two values or more', from: 2, to: 20, lower: first },
  min: { takes: 'two numbers or more', from: 2, to: 20, lower: extreme },
  max: { takes: 'two numbers or more', from: 2, to: 20, lower: extreme },
  size: { takes: 'a list, a string or a table', from: 1, to: 1, lower: (env, expr, walk) => size(env, expr.args[0]!, walk) },
  count: { takes: 'JSON', from: 1, to: 1, lower: count },
  least: { takes: 'a table of numbers', from: 1, to: 1, lower: least },
  usd: { takes: 'an amount and how many digits', from: 2, to: 2, lower: usd },
  micro: { takes: 'an amount', from: 1, to: 1, lower: micro },
  text: { takes: 'a value', from: 1, to: 1, lower: text },
  join: { takes: 'a list of texts and a text between them', from: 2, to: 2, lower: join },
  iso: { takes: 'Unix seconds', from: 1, to: 1, lower: iso },
  seconds: { takes: 'milliseconds of JSON', from: 1, to: 1, lower: seconds },
  before: { takes: 'a text and what to cut it at', from: 2, to: 2, lower: cut },
  after: { takes: 'a text and what to cut it at', from: 2, to: 2, lower: cut },
}
const METHODS = ['all', 'exists', 'filter', 'map', 'where', 'startsWith', 'endsWith', 'contains']

/** `name(args)` */
export function call(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  if (!Object.hasOwn(FUNCTIONS, expr.name)) {
    const binding = bindingOf(env, expr.name)
    return binding?.type.kind === 'hook' ? hook(env, expr, walk) : unknownFunction(env, expr)
  }
  const { takes, from, to, lower } = FUNCTIONS[expr.name]!
  if (expr.args.length < from || expr.args.length > to) {
    fail(expr, { code: 'wrong-arguments', message: `${expr.name}() takes ${takes}, here are ${expr.args.length || 'no'} arguments` })
  }
  return lower(env, expr, walk)
}

const ROUNDING = 'prices are rounded up once, at the end'
const ELSEWHERE: Readonly<Record<string, string>> = {
  matches: 'use `pattern` in a schema',
  length: 'write size(x)', len: 'write size(x)',
  exists: 'write has(x), or xs.exists(x, ...)',
  if: 'write choose(test, a, b)',
  not: 'write !x',
  coalesce: 'write first(a, b)', default: 'write first(a, b)',
  ceil: ROUNDING, round: ROUNDING, floor: ROUNDING,
  sum: 'a formula cannot add up a list',
  string: 'write text(x)',
  int: 'declare the type in a schema',
}

function unknownFunction(env: Env, expr: ExprOf<'call'>): never {
  const hooks = Object.keys(env.names).filter(name => env.names[name]!.type.kind === 'hook')
  const known = [...Object.keys(FUNCTIONS), ...hooks]
  const near = Object.hasOwn(ELSEWHERE, expr.name) ? expr.name : nearest(expr.name, [...known, ...Object.keys(ELSEWHERE)])
  const method = METHODS.includes(expr.name) ? `write x.${expr.name}(...)` : undefined
  const other = near !== undefined && Object.hasOwn(ELSEWHERE, near) ? ELSEWHERE[near] : undefined
  const message = Object.hasOwn(env.names, expr.name) ? `${expr.name} is not a function` : `unknown function ${expr.name}`
  return fail(expr.at, {
    code: 'unknown-function', message,
    hint: method ?? other ?? (near ? `did you mean \`${near}\`?` : suggestion(expr.name, known, 'here are')),
  })
}

/** How many elements, characters or entries. What is absent has none. */
export function size(env: Env, expr: Expr, walk: Walk): Value {
  const raw = walk(env, expr)
  const value = raw.absent?.need ? present(env, raw) : raw
  return {
    ...sizePiece(env, value, expr), type: { kind: 'integer', min: value.type.kind === 'list' && !value.absent ? value.type.min ?? 0 : 0 },
  }
}

function sizePiece(env: Env, value: Value, expr: Expr): Piece {
  const maybe = value.absent ? '?' : ''
  const of = wrap(value, BIND.call)
  switch (value.type.kind) {
    case 'list': {
      const code = `${of}${maybe}.${value.type.set ? 'size' : 'length'}`
      return maybe ? { code: `${code} ?? 0`, bind: BIND.first } : tight(code)
    }
    case 'string': case 'json': case 'table': return helper(env, 'length', [value])
    case 'models': return tight(`${of}.ids.length`)
  }
  return fail(expr, { code: 'type-mismatch', message: `\`${sourceOf(env, expr)}\` is ${showType(value.type)} and has no size` })
}

/** `count(json)`: the elements of a list; anything else counts as one, nothing as none. */
function count(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const value = walk(env, expr.args[0]!)
  if (!isJson(value.type)) fail(expr.args[0]!, {
    code: 'type-mismatch', message: `count() takes JSON; this is ${showType(value.type)}`, hint: 'write size(x)'
  })
  return { ...helper(env, 'count', [value]), type: { kind: 'integer', min: 0 } }
}

/** `least(table)`: the smallest of a table or list of numbers. */
function least(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const value = present(env, walk(env, expr.args[0]!))
  const of = value.type.kind === 'table' || value.type.kind === 'list' ? value.type.of : undefined
  if (!of || (of.kind !== 'integer' && of.kind !== 'decimal') || (value.type.kind === 'list' && value.type.set)) {
    return fail(expr.args[0]!, { code: 'type-mismatch', message: `least() takes a table of numbers; this is ${showType(value.type)}` })
  }
  return read(helper(env, 'least', [value]), of)
}

/** `min(a, b)` and `max(a, b)`, over one denominator. */
function extreme(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const sides = expr.args.map(arg => ({ span: arg, value: calculable(env, walk(env, arg), arg) }))
  return sides.reduce((a, b) => {
    const unit = sharedUnit(env, [a, b], 'compare')
    return { span: expr, value: { ...extremeOf(env, expr.name, [a.value, b.value]), unit, ...signOf(expr.name, [a.value, b.value]) } }
  }).value
}

function extremeOf(env: Env, name: string, [a, b]: readonly [Value, Value]): Value {
  const { pieces, den } = align([a, b])
  const exact = { factor: 1n, rest: helper(env, name, pieces) }
  const unit = unitOf(a) === 'any' ? unitOf(b) : unitOf(a)
  if (a.type.kind !== 'integer' || b.type.kind !== 'integer') return decimalValue(exact, den, { unit })
  return { ...helper(env, name, [a, b]), type: extremeRange(name, a.type, b.type), exact }
}

function extremeRange(name: string, a: TypeOf<'integer'>, b: TypeOf<'integer'>): Type {
  const pick = name === 'min' ? Math.min : Math.max
  const [min, max] = [pick(a.min ?? -Infinity, b.min ?? -Infinity), pick(a.max ?? Infinity, b.max ?? Infinity)]
  return { kind: 'integer', ...(Number.isFinite(min) ? { min } : {}), ...(Number.isFinite(max) ? { max } : {}) }
}

/** The larger of a difference and zero is not negative. */
function signOf(name: string, [a, b]: readonly [Value, Value]): { negative?: true } {
  const floor = name === 'max' && [a, b].some(value => !value.negative)
  return !floor && (a.negative || b.negative) ? { negative: true } : {}
}

/** `usd(x, digits)`: the amount as text; further digits are cut. */
function usd(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const [amount, digits] = expr.args as [Expr, Expr]
  const places = digits.kind === 'number' ? Number(digits.text) : Number.NaN
  if (!Number.isInteger(places) || places > 18) fail(digits, {
    code: 'wrong-arguments', message: 'usd() takes how many digits as a number from 0 to 18, written here',
  })
  return { ...amountText(env, calculable(env, walk(env, amount), amount), places), type: STRING }
}

/** `micro(x)`: whole micro-USD, rounded up, as a JSON number. */
function micro(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const value = calculable(env, walk(env, expr.args[0]!), expr.args[0]!)
  if (unitOf(value) === 'count') fail(expr.args[0]!, {
    code: 'unit-mismatch', message: `micro() takes an amount in USD; \`${sourceOf(env, expr.args[0]!)}\` is a count`
  })
  return { ...called('Number', [toMicro(env, value)]), type: INTEGER }
}

/** An amount as BigInt code of whole micro-USD: one multiplication, then at most one division, rounded up. */
export function toMicro(env: Env, value: Value): Piece {
  const exact = exactOf(value)
  const scaled = { ...exact, factor: exact.factor * 1_000_000n }
  const { type, exact: lowest } = decimalValue(scaled, denOf(value.type), { unit: 'usd' })
  const den = denOf(type)
  if (!lowest!.rest) return tight(`${(lowest!.factor + den - 1n) / den}n`)
  const piece = exactPiece(lowest!)
  return den === 1n ? piece : helper(env, 'ceilDiv', [piece, tight(`${den}n`)])
}

function text(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  return { ...asText(env, walk(env, expr.args[0]!), expr.args[0]!), type: STRING }
}

function join(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const [list, separator] = expr.args as [Expr, Expr]
  return joinedTexts(env, { value: walk(env, list), span: list }, { value: walk(env, separator), span: separator })
}

function iso(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const value = present(env, walk(env, expr.args[0]!))
  if (value.type.kind !== 'integer') fail(expr.args[0]!, {
    code: 'type-mismatch', message: `iso() takes Unix seconds; this is ${showType(value.type)}`
  })
  return { ...helper(env, 'iso', [value]), type: STRING }
}

/** `seconds(json)`: whole seconds of milliseconds in JSON; absent where there is no number. */
function seconds(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const value = walk(env, expr.args[0]!)
  if (!isJson(value.type)) fail(expr.args[0]!, {
    code: 'type-mismatch', message: `seconds() takes milliseconds of JSON; this is ${showType(value.type)}`,
  })
  const piece = helper(env, 'toSeconds', [value])
  return { ...piece, type: { kind: 'integer', min: 0 }, unit: 'count', absent: { name: sourceOf(env, expr), at: expr, need: false } }
}

/** `before(text, separator)` and `after(text, separator)`: cut at the first occurrence. */
function cut(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const pieces = expr.args.map(arg => textPiece(env, walk(env, arg), arg))
  return { ...helper(env, expr.name, pieces), type: STRING }
}

/** A declared hook: its arguments are checked, and one that waits is awaited. */
function hook(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const binding = bindingOf(env, expr.name)!
  const { takes, gives, wait } = binding.type as TypeOf<'hook'>
  if (expr.args.length !== takes.length) {
    fail(expr, {
      code: 'wrong-arguments',
      message: `${expr.name}() takes ${takes.map(showType).join(', ') || 'nothing'}, here are ${expr.args.length || 'no'} arguments`,
    })
  }
  const args = expr.args.map((arg, i) => argument(env, { expr: arg, value: walk(env, arg), type: takes[i]! }))
  rootsOf(binding.code).forEach(root => env.gathered.uses.add(root))
  const piece = called(binding.code, args)
  if (!wait) return read(piece, gives)
  if (Object.keys(env.locals).length > 0) {
    fail(expr, { code: 'waiting-hook', message: `${expr.name}() waits, and cannot be called for each element`, hint: 'call it in `let:`' })
  }
  env.gathered.wait = true
  return read(tight(`(await ${piece.code})`), gives)
}

/** A value that a hook is given. JSON takes anything, also what is absent. */
function argument(env: Env, { expr, value, type }: { expr: Expr; value: Value; type: Type }): Piece {
  if (type.kind === 'json') return toJson(env, value)
  const given = present(env, value)
  if (type.kind === 'decimal' && (given.type.kind === 'decimal' || given.type.kind === 'integer') && type.den % denOf(given.type) === 0n) {
    const exact = exactOf(given)
    return exactPiece({ ...exact, factor: exact.factor * (type.den / denOf(given.type)) })
  }
  const wrong = (hint?: string): never => fail(expr, {
    code: 'type-mismatch', message: `expected ${showType(type)} but \`${sourceOf(env, expr)}\` is ${showType(given.type)}`, hint,
  })
  if (given.type.kind !== type.kind) return type.kind === 'string' && given.type.kind === 'json' ? helper(env, 'str', [given]) : wrong()
  if (!choicesFit(type, given.type)) {
    return wrong(expr.kind === 'string' ? suggestion(expr.value, (type as TypeOf<'string'>).choices ?? []) : undefined)
  }
  return given
}

