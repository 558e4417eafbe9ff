/**
 * Values on their way to JSON: decimals become numbers for display, sets become lists, models their
 * ids.
 */
import { BIND, keyCode, lambda, memberOf, objectCode, tight, wrap, type Piece } from './code.ts'
import { fail } from './fail.ts'
import { exactOf, exactPiece, floatOf } from './numbers.ts'
import { isJson, showType, type TypeOf } from './types.ts'
import { helper, type Env, type Value } from './value.ts'
import type { Field, Type } from '../types.ts'

/** The value as JSON. One that may be absent stays so: as a member it vanishes. */
export function toJson(env: Env, value: Value): Value {
  const { exact: _exact, unit: _unit, elements: _elements, ...rest } = value
  if (isJson(value.type)) return rest
  const type = jsonType(value.type)
  const constant = floatOf(value)
  if (constant) return { ...constant, type }
  const piece = value.type.kind === 'decimal' ? exactPiece(exactOf(value)) : value
  return {
    ...rest,
    ...guarded(env, piece, { type: value.type, optional: value.absent !== undefined }),
    type,
  }
}

/** The type that a value has as JSON. */
function jsonType(type: Type): Type {
  switch (type.kind) {
    case 'decimal':
      return { kind: 'number' }
    case 'list':
      return { kind: 'list', of: jsonType(type.of), ...(type.min ? { min: type.min } : {}) }
    case 'table':
      return { ...type, of: jsonType(type.of) }
    case 'models':
      return { kind: 'list', of: { kind: 'string' } }
    case 'record':
      return {
        kind: 'record',
        fields: Object.fromEntries(
          Object.entries(type.fields).map(([name, field]) => [
            name,
            { ...field, type: jsonType(field.type) },
          ]),
        ),
      }
    default:
      return type
  }
}

/** Converts what is there, and leaves what is absent absent. */
function guarded(env: Env, piece: Piece, field: Field): Piece {
  if (isJson(field.type)) return piece
  if (!field.optional) return convert(env, piece, field.type)
  // TypeScript sees that a name or member is present, but not that a longer expression is.
  if (!/^[\w$.?!]+$/.test(piece.code))
    return helper(env, 'given', [piece, lambda('x', convert(env, tight('x'), field.type))])
  const converted = convert(env, piece, field.type)
  return {
    code: `${wrap(piece, BIND.equal + 1)} === undefined ? undefined : ${wrap(converted, BIND.choice)}`,
    bind: BIND.choice,
  }
}

function convert(env: Env, piece: Piece, type: Type): Piece {
  switch (type.kind) {
    case 'decimal':
      return helper(env, 'display', [piece, tight(`${type.den}n`)])
    case 'list':
      return list(env, piece, type)
    case 'table':
      return helper(env, 'each', [piece, lambda('x', convert(env, tight('x'), type.of))])
    case 'models':
      return tight(`${wrap(piece, BIND.call)}.ids`)
    case 'record':
      return record(env, piece, type)
    default:
      return fail(
        { start: 0, end: env.text.text.length },
        {
          code: 'type-mismatch',
          message: `${showType(type)} cannot be written as JSON`,
        },
      )
  }
}

function list(env: Env, piece: Piece, type: TypeOf<'list'>): Piece {
  const array = type.set ? tight(`[...${piece.code}]`) : piece
  if (isJson(type.of)) return array
  return tight(
    `${wrap(array, BIND.call)}.map(${lambda('x', convert(env, tight('x'), type.of)).code})`,
  )
}

function record(env: Env, piece: Piece, type: TypeOf<'record'>): Piece {
  const parts = Object.entries(type.fields)
    .filter(([, field]) => field.type.kind !== 'hook')
    .map(
      ([name, field]) =>
        `${keyCode(name)}: ${wrap(guarded(env, memberOf(piece, name), field), BIND.arrow)}`,
    )
  return tight(objectCode(parts))
}
