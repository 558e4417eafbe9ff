/**
 * Notes what a price formula reads of a call, so that a price can be computed again from its sales
 * line. Only numbers, booleans, and words of the catalog are noted, at places whose names are the
 * catalog's (`names.ts`): a text that the caller wrote is not, and a price that reads one cannot be
 * computed again.
 */
import type { Route, Scope } from '../contract.ts'
import { declared, none, oneLevel, words, type Names } from './names.ts'
import type { SaleInput } from './types.ts'

/** The inputs of a formula, by place. */
export type Inputs = Readonly<Record<string, SaleInput>>

/** Stands for a value that must not be noted. */
export const WITHHELD = '?'

/**
 * Parts of the scope that a caller or an upstream decides, with the names in them; those of `body`
 * and `query` are the schemas'. The other parts are the catalog's.
 */
const PARTS: ReadonlyMap<string, Names> = new Map([
  ['path', oneLevel],
  ['values', oneLevel],
  ['result', words],
  ['reply', words],
  ['read', words],
])
/** Parts that are not noted: what a formula reads there is unknown. */
const UNKNOWN = new Set(['hooks', 'request_headers', 'reply_headers', 'reply_body', 'steps'])
/** Most inputs of one price, the longest word, and the longest place. */
const MOST = 64
const LONGEST = 64
const LONGEST_PLACE = 256

type Words = ReadonlySet<string>
const wordsOfRoutes = new WeakMap<object, Words>()
const wordsOfRows = new WeakMap<object, Words>()

/** Collects texts: all of them, and all names, in a row; values of enumerations in a schema. */
function collect(value: unknown, words: Set<string>): void {
  if (typeof value === 'string') words.add(value)
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(value)) words.add(name)
    collect(member, words)
  }
}

function remembered(
  known: WeakMap<object, Words>,
  of: object | undefined,
  from: () => unknown,
): Words {
  if (of === undefined) return new Set()
  let words = known.get(of)
  if (words === undefined) {
    const found = new Set<string>()
    collect(from(), found)
    known.set(of, (words = found))
  }
  return words
}

/** Texts of enumerations and defaults in schemas. */
function enumerated(schema: unknown): unknown[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { enum: values, const: one, default: usual } = schema as Record<string, unknown>
  const own = [values, one, usual].filter(value => value !== undefined)
  return [...own, ...Object.values(schema).flatMap(enumerated)]
}

/** A note of one value; `WITHHELD` if it may be a caller's text. */
function noted(value: unknown, isWord: (text: string) => boolean): SaleInput {
  if (value === WITHHELD || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'bigint') return `${value}n`
  if (value === undefined || value === null) return null
  return typeof value === 'string' && value.length <= LONGEST && isWord(value) ? value : WITHHELD
}

type Note = (place: string, value: unknown) => void

/** Wraps a value so that what is read of it is passed to `note`. `names` are those in the value. */
function watched(value: unknown, place: string, names: Names, note: Note): any {
  if (typeof value !== 'object' || value === null) {
    note(place, value)
    return value
  }
  // A frozen object may not be shown with other members, so what is read of it is not known.
  if (Object.isFrozen(value)) {
    note(place, WITHHELD)
    return value
  }
  return Array.isArray(value)
    ? watchedList(value, place, names, note)
    : watchedObject(value, place, names, note)
}

/** A list, whose indexes and length nobody wrote. */
function watchedList(list: readonly unknown[], place: string, names: Names, note: Note): any {
  return new Proxy(list, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof name === 'symbol' || typeof member === 'function') return member
      const isOwn = name === 'length' || /^\d+$/.test(name)
      if (isOwn) return watched(member, `${place}.${name}`, names(name) ?? none, note)
      note(place, WITHHELD)
      return member
    },
  })
}

function watchedObject(value: object, place: string, names: Names, note: Note): any {
  let known = names
  return new Proxy(value, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof name === 'symbol' || typeof member === 'function') return member
      const below = known(name)
      if (below !== undefined) return watched(member, `${place}.${name}`, below, note)
      note(place, WITHHELD)
      return member
    },
    // Whoever lists the members does not know their names, so they are not words of a formula.
    ownKeys(target) {
      const keys = Reflect.ownKeys(target)
      if (known === words) known = none
      if (keys.some(key => typeof key === 'string' && known(key) === undefined))
        note(place, WITHHELD)
      return keys
    },
  })
}

/** The names in a part of the scope; undefined if the part is not watched. */
function namesOf(route: Pick<Route, 'body' | 'query'>, part: string): Names | undefined {
  if (part === 'body' || part === 'query') return declared([route[part]?.schema])
  return PARTS.get(part)
}

/**
 * Computes with a scope and notes what is read of it. `inputs` is undefined if nothing of the call
 * was read. Throws what `compute` throws.
 */
export function noteInputs<S extends Scope, T>(
  route: Pick<Route, 'body' | 'query'>,
  scope: S,
  compute: (scope: S) => T,
): { result: T; inputs?: Inputs } {
  const found: Record<string, SaleInput> = {}
  let count = 0
  const inRow = remembered(wordsOfRows, scope.model, () => scope.model)
  const inRoute = remembered(wordsOfRoutes, route, () => [
    enumerated(route.body?.schema),
    enumerated(route.query?.schema),
  ])
  const isWord = (text: string): boolean => inRow.has(text) || inRoute.has(text)
  const note = (place: string, value: unknown): void => {
    if (Object.hasOwn(found, place) || ++count > MOST) return
    if (place.length > LONGEST_PLACE) return void (count = MOST + 1)
    found[place] = noted(value, isWord)
  }
  const result = compute(
    new Proxy(scope, {
      get(target, name) {
        const part: unknown = Reflect.get(target, name)
        if (typeof name === 'symbol') return part
        if (name === 'now') note(name, part)
        if (UNKNOWN.has(name)) note(name, WITHHELD)
        const names = namesOf(route, name)
        return names === undefined ? part : watched(part, name, names, note)
      },
    }),
  )
  if (count > MOST) found['more'] = WITHHELD
  return count === 0 ? { result } : { result, inputs: found }
}
