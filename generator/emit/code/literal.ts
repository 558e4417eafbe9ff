/** Prints plain values and table cells as expressions, and as text on one line. */
import { line } from '../../js/flat.ts'
import { array, literal as treeOf, newSet, type Js } from '../../js/tree.ts'
import type { Cell } from '../../ir.ts'
import type { Type } from '../../types.ts'

export { keyText as key, quote } from '../../js/words.ts'

/** Any JSON value, or bigint, on one line. */
export const literal = (value: unknown): string => line(treeOf(value))

/** A table cell: lists stored as sets become `new Set([...])`. */
export function cell(value: Cell, type: Type | undefined): Js {
  if (Array.isArray(value)) {
    const of = type?.kind === 'list' ? type.of : undefined
    const list = array(value.map((one: Cell) => cell(one, of)))
    return type?.kind === 'list' && type.set === true ? newSet(list) : list
  }
  if (typeof value !== 'object') return treeOf(value)
  const members = Object.entries(value).map(([key, one]) => ({
    key,
    value: cell(one, inner(type, key)),
  }))
  return { kind: 'object', members }
}

function inner(type: Type | undefined, name: string): Type | undefined {
  if (type?.kind === 'table') return type.of
  return type?.kind === 'record' && Object.hasOwn(type.fields, name)
    ? type.fields[name]!.type
    : undefined
}
