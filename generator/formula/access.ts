/** Lowers reads of names, members and entries, each typed by the scope. */
import { suggestion } from '../problems/suggest.ts'
import { index as indexed, text } from '../js/tree.ts'
import { memberOf, piece, readOf, type Piece } from './code.ts'
import { fail } from './fail.ts'
import { proveKey } from './keys.ts'
import { constant } from './numbers.ts'
import { partOf, showType, type TypeOf } from './types.ts'
import {
  bindingOf,
  helper,
  pathOf,
  present,
  sourceOf,
  type Env,
  type Unit,
  type Value,
} from './value.ts'
import type { Expr, ExprOf, Span } from './expr.ts'
import type { Field, Type } from '../types.ts'
import type { Walk } from './walk.ts'

/** A name of the scope or a variable. */
export function name(env: Env, expr: ExprOf<'name'>): Value {
  const binding = bindingOf(env, expr.name)
  if (!binding) return unknownName(env, expr)
  if (binding.type.kind === 'hook') {
    return fail(expr, {
      code: 'type-mismatch',
      message: `${expr.name} is a hook`,
      hint: `call it: ${expr.name}(...)`,
    })
  }
  if (binding.wait) env.gathered.wait = true
  return optionally(env, expr, {
    value: read(piece(readOf(binding)), binding.type),
    field: binding,
    name: expr.name,
  })
}

function unknownName(env: Env, expr: ExprOf<'name'>): never {
  const known = [
    ...Object.keys(env.locals),
    ...Object.keys(env.names).filter(key => env.names[key]!.type.kind !== 'hook'),
  ]
  return fail(expr, {
    code: 'unknown-name',
    message: `unknown name ${expr.name}`,
    hint: suggestion(expr.name, known, 'here are'),
  })
}

/** A value that is read unchanged: numbers are constants, JSON starts a chain of members. */
export function read(of: Piece, type: Type): Value {
  if (type.kind === 'json') return { ...of, type, chain: { of, keys: [] } }
  if (type.kind !== 'decimal' && type.kind !== 'integer') return { ...of, type }
  const unit: Unit =
    type.kind === 'integer' || type.usd === false ? 'count' : type.usd ? 'usd' : 'any'
  const number = of.js.kind === 'number' ? of.js.value : undefined
  if (type.kind === 'integer') {
    if (type.min !== undefined && type.min === type.max) return constant(BigInt(type.min), 1n, unit)
    return number === undefined ? { ...of, type, unit } : constant(BigInt(number), 1n, unit)
  }
  if (typeof number !== 'bigint') return { ...of, type, exact: { factor: 1n, rest: of }, unit }
  const negative = number < 0n ? { negative: true } : {}
  return { ...of, type, exact: { factor: number }, unit, ...negative }
}

interface Reading {
  value: Value
  field: { optional?: boolean; need?: boolean; never?: boolean }
  name: string
}

/** Marks a value as possibly absent, unless a condition around it has proven it. */
function optionally(env: Env, expr: Expr, { value, field, name: shown }: Reading): Value {
  if (!field.optional || value.type.kind === 'json') return value
  const path = pathOf(expr)
  if (path !== undefined && env.facts.has(path)) return value
  const need = field.need === true || (path !== undefined && env.outer.has(path))
  return {
    ...value,
    absent: { name: shown, at: expr, need, ...(field.never ? { never: true } : {}) },
  }
}

/** `of.name` */
export function get(env: Env, expr: ExprOf<'get'>, walk: Walk): Value {
  return member(env, { expr, of: walk(env, expr.of), name: expr.name, at: expr.at })
}

interface Member {
  expr: ExprOf<'get'> | ExprOf<'index'>
  of: Value
  name: string
  at: Span
}

function member(env: Env, { expr, of, name: key, at }: Member): Value {
  const { type } = of
  if (type.kind === 'json') return jsonMember(env, of, { key: keyPiece(key), step: `.${key}` })
  if (type.kind === 'table')
    return tableEntry(env, {
      expr,
      of,
      key: { ...keyPiece(key), type: { kind: 'string', choices: [key] } },
      at,
    })
  if (type.kind !== 'record') return noMembers(env, expr, type)
  const field = fieldOf(env, type, { expr, key, at })
  const base = of.absent?.need ? present(env, of) : of
  const value = read(memberOf(base, key, base.absent !== undefined), field.type)
  if (base.absent && value.type.kind !== 'json') return { ...value, absent: base.absent }
  return optionally(env, expr, { value, field, name: sourceOf(env, expr) })
}

const keyPiece = (key: string): Piece => piece(text(key))

function fieldOf(
  env: Env,
  type: TypeOf<'record'>,
  { expr, key, at }: { expr: Member['expr']; key: string; at: Span },
): Field {
  if (Object.hasOwn(type.fields, key)) return type.fields[key]!
  return fail(at, {
    code: 'unknown-field',
    message: `${sourceOf(env, expr.of)} has no field ${key}`,
    hint: suggestion(key, Object.keys(type.fields), 'it has'),
  })
}

function noMembers(env: Env, expr: Member['expr'], type: Type): never {
  const hints: Partial<Record<Type['kind'], string>> = {
    models: 'iterate over it: models.map(m, ...); the chosen row is `model`',
    list: 'take one, xs[0], or iterate, xs.map(x, ...)',
  }
  const message = `\`${sourceOf(env, expr.of)}\` is ${showType(type)} and has no members`
  return fail(expr.of, { code: 'unknown-field', message, hint: hints[type.kind] })
}

/** A member of JSON, read safely: `undefined` if it is missing. */
function jsonMember(env: Env, of: Value, { key, step }: { key: Piece; step: string }): Value {
  const chain = of.chain ?? { of, keys: [] }
  const keys = [...chain.keys, key]
  return {
    ...helper('get', [chain.of, ...keys]),
    type: partOf(of.type, step),
    chain: { of: chain.of, keys },
  }
}

/** `of[key]` */
export function index(env: Env, expr: ExprOf<'index'>, walk: Walk): Value {
  const of = walk(env, expr.of)
  const key = walk(env, expr.key)
  if (of.type.kind === 'record' && expr.key.kind === 'string')
    return member(env, { expr, of, name: expr.key.value, at: expr.key })
  switch (of.type.kind) {
    case 'json':
      return jsonMember(env, of, {
        key: jsonKey(env, expr, key),
        step: expr.key.kind === 'string' ? `.${expr.key.value}` : '[]',
      })
    case 'table':
      return tableEntry(env, { expr, of, key, at: expr.key })
    case 'list':
      return element(env, { expr, of: of as Value & { type: TypeOf<'list'> }, key })
  }
  const hint = of.type.kind === 'record' ? 'write the name itself: .name or ["name"]' : undefined
  return fail(expr, {
    code: 'type-mismatch',
    message: `\`${sourceOf(env, expr.of)}\` is ${showType(of.type)} and has no entries`,
    hint,
  })
}

function jsonKey(env: Env, expr: ExprOf<'index'>, key: Value): Piece {
  if (key.type.kind === 'string' || key.type.kind === 'integer') return present(env, key)
  return fail(expr.key, {
    code: 'type-mismatch',
    message: `expected a name or a position but this is ${showType(key.type)}`,
  })
}

interface TableEntry {
  expr: Member['expr']
  of: Value
  key: Value
  at: Span
}

/**
 * An entry that a gate has proven; reports a key that cannot exist. An entry of an open table may
 * be absent.
 */
function tableEntry(env: Env, { expr, of, key, at }: TableEntry): Value {
  const table = of.type as TypeOf<'table'>
  const args = [present(env, of), tableKey(env, { table, name: sourceOf(env, expr.of), key, at })]
  const path = pathOf(expr)
  const proven = path !== undefined && (env.facts.has(path) || env.outer.has(path))
  if (!table.open && !proven) proveKey(env, { expr, table, key, at })
  if (!table.open || proven) return read(helper('at', args), table.of)
  const value = read(helper('entry', args), table.of)
  return optionally(env, expr, { value, field: { optional: true }, name: sourceOf(env, expr) })
}

/** A key of a table as code. Reports a key that no entry has. */
export function tableKey(
  env: Env,
  { table, name: shown, key, at }: { table: TypeOf<'table'>; name: string; key: Value; at: Span },
): Piece {
  if (key.type.kind === 'json') return helper('str', [key])
  if (key.type.kind !== 'string')
    return fail(at, {
      code: 'type-mismatch',
      message: `the keys of ${shown} are strings; this is ${showType(key.type)}`,
    })
  const { choices } = key.type
  if (choices && table.keys && !choices.some(choice => table.keys!.includes(choice))) {
    const message = `${shown} has no entry ${choices.map(choice => JSON.stringify(choice)).join(' or ')}`
    fail(at, {
      code: 'unknown-key',
      message,
      hint: suggestion(choices[0] ?? '', table.keys, 'it has'),
    })
  }
  return present(env, key)
}

function element(
  env: Env,
  { expr, of, key }: { expr: ExprOf<'index'>; of: Value & { type: TypeOf<'list'> }; key: Value },
): Value {
  if (of.type.set)
    fail(expr, {
      code: 'type-mismatch',
      message: `\`${sourceOf(env, expr.of)}\` is a set without an order`,
      hint: 'test `x in ...`',
    })
  if (key.type.kind !== 'integer')
    fail(expr.key, {
      code: 'type-mismatch',
      message: `expected a position but this is ${showType(key.type)}`,
    })
  const at = present(env, key)
  const position = at.exact && !at.exact.rest ? Number(at.exact.factor) : undefined
  if (position !== undefined && position < 0)
    fail(expr.key, { code: 'type-mismatch', message: 'positions start at 0' })
  const value = read(piece(indexed(present(env, of).js, at.js)), of.type.of)
  const need = position !== undefined && position < (of.type.min ?? 0)
  return optionally(env, expr, {
    value,
    field: { optional: true, need },
    name: sourceOf(env, expr),
  })
}
