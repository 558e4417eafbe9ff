/** Lowers lists and maps written in a formula. A map always becomes JSON. */
import { array, spread, type Js, type Member } from '../js/tree.ts'
import type { Piece } from './code.ts'
import { toJson } from './json.ts'
import { align } from './numbers.ts'
import { common, isJson, isNumeric, JSON_TYPE } from './types.ts'
import { helper, present, type Env, type Value } from './value.ts'
import type { ExprOf } from './expr.ts'
import type { Field, Type } from '../types.ts'
import type { Walk } from './walk.ts'

/** `[a, b]`: a list of the common type of its elements, or of JSON. */
export function list(env: Env, expr: ExprOf<'list'>, walk: Walk): Value {
  const elements = expr.items.map(item => ({ expr: item, value: present(env, walk(env, item)) }))
  const values = elements.map(element => element.value)
  const of = elementType(values)
  const typed = (type: Type, items: readonly Piece[]): Value => ({
    js: array(items.map(item => item.js)),
    type: { kind: 'list', of: type, min: items.length },
    elements,
  })
  if (of.kind !== 'decimal')
    return typed(of, of.kind === 'json' ? values.map(value => toJson(value)) : values)
  const { pieces, den } = align(values)
  return typed({ ...of, den }, pieces)
}

function elementType(values: readonly Value[]): Type {
  const first = values[0]
  if (!first) return JSON_TYPE
  if (
    values.every(value => isNumeric(value.type)) &&
    values.some(value => value.type.kind === 'decimal')
  ) {
    return values.some(value => value.type.kind === 'number')
      ? JSON_TYPE
      : { kind: 'decimal', den: 1n }
  }
  return values
    .map(value => value.type)
    .reduce<Type>((all, type) => common(all, type) ?? JSON_TYPE, first.type)
}

/** `{ key: value }`: values become JSON; absent ones vanish. */
export function map(env: Env, expr: ExprOf<'map'>, walk: Walk): Value {
  const fields: Record<string, Field> = Object.create(null) as Record<string, Field>
  const members = expr.entries.map(({ key, value }): Member => {
    const json = toJson(walk(env, value))
    fields[key] = { type: json.type, ...(json.absent ? { optional: true } : {}) }
    return { key, value: json.js }
  })
  return { js: { kind: 'object', members }, type: { kind: 'record', fields } }
}

/**
 * Whether `+` joins lists here: one side is an ordered list, and the other is one too, or JSON that
 * is read as one.
 */
export function isListing(...sides: readonly Value[]): boolean {
  const isList = ({ type }: Value): boolean => type.kind === 'list' && !type.set
  return sides.some(isList) && sides.every(side => isList(side) || side.type.kind === 'json')
}

/** `xs + ys`: the elements of both lists; JSON that is not a list has none. */
export function together(env: Env, left: Value, right: Value): Value {
  const sides = [left, right].map(value => present(env, value))
  const types = sides.map(({ type }) => (type.kind === 'list' ? type.of : JSON_TYPE))
  const same = types.every(isJson) ? (common(types[0]!, types[1]!) ?? JSON_TYPE) : JSON_TYPE
  const parts = sides.flatMap((side): readonly Js[] => {
    const json = toJson(side)
    if (side.parts) return side.parts
    return [spread(json.type.kind === 'list' ? json.js : helper('items', [json]).js)]
  })
  return { js: array(parts), type: { kind: 'list', of: same }, parts }
}
