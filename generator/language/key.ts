/**
 * The type of a key of the catalog's language. The tables beside this file contain every key once;
 * shapes, lowering, rules, printed code, editor hovers and the reference page are all made from
 * them.
 */
import type { Schema } from '../shape/schema.ts'
import type { Kind, Values } from './values.ts'

/**
 * The moment at which a formula of a key is evaluated, which determines its names. The code that
 * lowers an object supplies one set of names for each moment of its keys.
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
  /** The kind of its value, which decides its shape, its type in the IR and how it is printed. */
  kind: Kind
  /** Its purpose in one sentence: the hover of editors and the line of the reference. */
  about: string
  /** One or a few lines of YAML with the key. */
  example: string
  /** Further information, for the reference only. */
  note?: string
  /** The allowed words of the kind `word`. */
  words?: readonly string[]
  /** The lowest number of the kind `count`. */
  least?: number
  /** The shape without its description, if that of the kind is not exact enough. */
  shape?: Schema
  /** The keys inside of it, for a map or for a list of maps that are each called `item`. */
  keys?: Keys
  item?: string
  /** Whether the shape requires it. */
  required?: true
  /** Whether it is required after templates and defaults are filled in. */
  needed?: true
  /** The moment at which its formula is evaluated. */
  sees?: Moment
  /** Whether its formula may use hooks that have to be awaited. */
  mayWait?: true
  /**
   * Its name in the IR and in generated code; without a name it becomes part of other members. The
   * members of a map without a name are beside those around it.
   */
  member?: string
  /** The position of the member in the printed object, in ascending order; last by default. */
  rank?: number
  /**
   * Whether the members of its inner keys are beside its own, because its value may be a single
   * value.
   */
  beside?: true
  /** Keys beside which it has no effect, each with the reason. */
  notWith?: Readonly<Record<string, string>>
  /** Whether it is read and checked, but not yet supported by the runtime. */
  later?: true
}

/** The keys of one object, in the order in which editors and the reference list them. */
export type Keys = Readonly<Record<string, Key>>

/** A table of keys with literal types. */
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

/** The tables of maps without a member of their own. */
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

/** The members of a table's keys in the IR. */
export type Members<T extends Keys> = Own<T> & InnerMembers<InnerKeys<T>>

/** A member of an IR object with its key; `path` is its name for authors. */
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

/** The keys of a table that have members, cached for all objects. */
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
 * The existing members of an object, each with its key, including keys inside of maps. If two keys
 * have the same member, such as `get` and `post`, the first represents both.
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
