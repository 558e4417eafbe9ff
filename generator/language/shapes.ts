/** Makes the JSON Schema of keys, for the checker and for editors. */
import {
  bytes,
  choice,
  duration,
  flag,
  formula,
  keys,
  listOf,
  amount,
  text,
  tree,
  treeMap,
  whole,
  type Schema,
} from '../shape/schema.ts'
import type { Key, Keys } from './key.ts'
import type { Kind } from './values.ts'

/**
 * The shape of a kind, made from its description; kinds that are not listed have a full shape in
 * their key.
 */
const SHAPES: Partial<Record<Kind, (about: string) => Schema>> = {
  text,
  first: text,
  table: text,
  envelope: text,
  flag,
  duration,
  size: bytes,
  number: amount,
  condition: formula,
  formula,
  integer: formula,
  passes: formula,
  row: formula,
  data: tree,
  tree: treeMap,
  signed: treeMap,
  send: treeMap,
  query: treeMap,
  reply: treeMap,
  names: about => listOf(about, text('A name')),
}

/** The schema of one key. */
function shapeOf(key: Key): Schema {
  const { about, shape, words, kind } = key
  if (words) return choice(about, words)
  if (kind === 'count' && !shape) return whole(about, key.least)
  const base = SHAPES[kind]?.(about) ?? (key.keys && !shape ? mapOf(key, key.keys) : undefined)
  return { ...(base ?? { description: about }), ...shape }
}

function mapOf({ about, item }: Key, inner: Keys): Schema {
  const map = (description: string): Schema => keys(description, shapesOf(inner), requiredOf(inner))
  return item === undefined ? map(about) : listOf(about, map(item))
}

/** The schemas of all keys of a table, by name. */
export function shapesOf(table: Keys): Record<string, Schema> {
  return Object.fromEntries(Object.entries(table).map(([name, key]) => [name, shapeOf(key)]))
}

/** The required keys of a map. */
export function requiredOf(table: Keys): string[] {
  return Object.entries(table)
    .filter(([, key]) => key.required)
    .map(([name]) => name)
}
