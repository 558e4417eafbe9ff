/**
 * What one key of the catalog's language is. The tables beside this file hold every key once; the
 * shapes, the lowering, the rules, the printed code, the hovers of editors and the reference page
 * are all made from them.
 */
import type { Schema } from '../shape/schema.ts'
import type { Kind, Values } from './values.ts'

/**
 * The moment at which a formula of a key is worked out, which decides the names that it sees. The
 * code that lowers an object supplies one set of names for each moment that its keys have.
 */
export type Moment =
  | 'request'
  | 'addressed'
  | 'limited'
  | 'gated'
  | 'verified'
  | 'discovery'
  | 'submitted'
  | 'polled'
  | 'done'
  | 'replied'
  | 'hit'
  | 'made'
  | 'worked'
  | 'asked'
  | 'sent'
  | 'answered'
  | 'outcome'

/** One key of the language. */
export interface Key {
  /** How its value is read; decides its shape, its type in the IR and how it is printed. */
  kind: Kind
  /** What it is for, in one sentence: the hover of editors and the line of the reference. */
  about: string
  /** A line of YAML, or a few, with the key in it. */
  example: string
  /** What a reader has to know besides. For the reference only. */
  note?: string
  /** The words that the value can be, of the kind `word`. */
  words?: readonly string[]
  /** The least number, of the kind `count`. */
  least?: number
  /** The shape, without its description, where the kind's own is not exact enough. */
  shape?: Schema
  /** The keys inside of it, where it is a map, or a list of maps that are each called `item`. */
  keys?: Keys
  item?: string
  /** The shape asks for it. */
  required?: true
  /** It has to be there once templates and defaults are filled in. */
  needed?: true
  /** When its formula is worked out. */
  sees?: Moment
  /** Its formula may use hooks that have to be awaited. */
  mayWait?: true
  /**
   * Its name in the IR and in generated code; without one it is worked into the other members. A
   * map of keys without one has its members beside those around it.
   */
  member?: string
  /** Where the member stands in the printed object, in ascending order; the last unless written. */
  rank?: number
  /** The members of the keys inside of it stand beside its own, because it may be one value. */
  beside?: true
  /** Keys beside which it means nothing, each with the reason. */
  notWith?: Readonly<Record<string, string>>
  /** It is read and checked, and no runtime serves it yet. */
  later?: true
}

/** The keys of one object, in the order in which editors and the reference list them. */
export type Keys = Readonly<Record<string, Key>>

/** A table of keys, with everything that is written in it known to the type checker. */
export function keysOf<const T extends Keys>(table: T): T {
  return table
}

type ValueOf<K> = K extends { words: readonly (infer W)[] }
  ? W
  : K extends { kind: infer N extends keyof Values }
    ? Values[N]
    : never

type Own<T extends Keys> = {
  [K in keyof T as T[K] extends { member: infer M extends string } ? M : never]?: ValueOf<T[K]>
}

/** The tables of maps that have no member of their own. */
type InnerKeys<T extends Keys> = {
  [K in keyof T]: T[K] extends { beside: true; keys: infer I }
    ? I
    : T[K] extends { member: string }
      ? never
      : T[K] extends { keys: infer I }
        ? I
        : never
}[keyof T]

type Every<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void
  ? I
  : never
type InnerMembers<U> = Every<U extends Keys ? Own<U> : never>

/** The members that the keys of a table have in the IR. */
export type Members<T extends Keys> = Own<T> & InnerMembers<InnerKeys<T>>

/** A member of an IR object with the key that it comes from; `path` names it as staff know it. */
export interface Found {
  path: string
  key: Key
  value: unknown
}

/** A key of a table, or of a map inside of it, with its member. */
interface Standing {
  path: string
  key: Key
  member: string
}

const standing = new WeakMap<Keys, readonly Standing[]>()

/** The keys of a table that have members, listed once for all objects. */
function standingIn(keys: Keys): readonly Standing[] {
  const known = standing.get(keys)
  if (known) return known
  const seen = new Set<string>()
  const made = Object.entries(keys).flatMap(([path, key]): Standing[] => {
    const { member } = key
    const isOpen = member === undefined || key.beside === true
    const inside = (isOpen && key.keys ? standingIn(key.keys) : []).map(one => ({
      ...one,
      path: `${path}.${one.path}`,
    }))
    if (member === undefined || seen.has(member)) return inside
    seen.add(member)
    return [{ path, key, member }, ...inside]
  })
  standing.set(keys, made)
  return made
}

/**
 * The members of an object that are there, each with its key; keys inside of maps too. Of two keys
 * for one member, such as `get` and `post`, the first stands for both.
 */
export function membersOf(keys: Keys, object: object, prefix = ''): Found[] {
  const values = object as Readonly<Record<string, unknown>>
  const found: Found[] = []
  for (const { path, key, member } of standingIn(keys)) {
    const value = values[member]
    if (value !== undefined) found.push({ path: prefix + path, key, value })
  }
  return found
}
