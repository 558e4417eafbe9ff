/**
 * Converts values to JSON: decimals become numbers for display, sets become lists, models become
 * their ids.
 */
import { array, method, spread } from '../js/tree.ts'
import { big, ifGiven, lambda, memberOf, piece, X, type Piece } from './code.ts'
import { exactOf, exactPiece, floatOf } from './numbers.ts'
import { isJson, type TypeOf } from './types.ts'
import { helper, type Value } from './value.ts'
import type { Field, Type } from '../types.ts'

/** The value as JSON. A value that may be absent stays so: it vanishes as a member. */
export function toJson(value: Value): Value {
  const { exact: _exact, unit: _unit, elements: _elements, ...rest } = value
  if (isJson(value.type)) return rest
  const type = jsonType(value.type)
  const constant = floatOf(value)
  if (constant) return { ...constant, type }
  const given = value.type.kind === 'decimal' ? exactPiece(exactOf(value)) : value
  return {
    ...rest,
    ...guarded(given, { type: value.type, optional: value.absent !== undefined }),
    type,
  }
}

/** The type of a value as JSON. */
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

/** Converts a value if it is present; an absent one stays absent. */
function guarded(value: Piece, field: Field): Piece {
  if (isJson(field.type)) return value
  if (!field.optional) return convert(value, field.type)
  return ifGiven(value, given => convert(given, field.type))
}

function convert(value: Piece, type: Type): Piece {
  switch (type.kind) {
    case 'decimal':
      return helper('display', [value, big(type.den)])
    case 'list':
      return list(value, type)
    case 'table':
      return helper('each', [value, lambda(['x'], convert(X, type.of))])
    case 'models':
      return memberOf(value, 'ids')
    case 'record':
      return record(value, type)
    default:
      return value
  }
}

function list(value: Piece, type: TypeOf<'list'>): Piece {
  const all = type.set ? array([spread(value.js)]) : value.js
  if (isJson(type.of)) return piece(all)
  return piece(method(all, 'map', [lambda(['x'], convert(X, type.of)).js]))
}

function record(value: Piece, type: TypeOf<'record'>): Piece {
  const members = Object.entries(type.fields).map(([key, field]) => ({
    key,
    value: guarded(memberOf(value, key), field).js,
  }))
  return piece({ kind: 'object', members })
}
