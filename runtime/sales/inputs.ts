/**
 * Notes what a price formula reads of a call, so that a price can be computed again from its sales
 * line. Only numbers, booleans, and words of the catalog are noted: a text that the caller wrote is
 * not, and a price that reads one cannot be computed again.
 */
import type { Route, Scope } from '../contract.ts'
import type { SaleInput } from './types.ts'

/** The inputs of a formula, by place. */
export type Inputs = Readonly<Record<string, SaleInput>>

/** Stands for a value that must not be noted. */
export const WITHHELD = '?'

/** Parts of the scope that a caller or an upstream decides. The others are the catalog's. */
const PARTS = new Set(['body', 'query', 'path', 'values', 'result', 'reply', 'read'])
/** Parts that are not noted: what a formula reads there is unknown. */
const UNKNOWN = new Set(['hooks', 'request_headers', 'reply_headers', 'reply_body', 'steps'])
/** Most inputs of one price, and the longest word. */
const MOST = 64
const LONGEST = 64

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

/** Wraps a value so that what is read of it is passed to `note`. */
function watched(
  value: unknown,
  place: string,
  note: (place: string, value: unknown) => void,
): any {
  if (typeof value !== 'object' || value === null) {
    note(place, value)
    return value
  }
  // A frozen object may not be shown with other members, so what is read of it is not known.
  if (Object.isFrozen(value)) {
    note(place, WITHHELD)
    return value
  }
  return new Proxy(value, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof name === 'symbol' || typeof member === 'function') return member
      return watched(member, `${place}.${name}`, note)
    },
  })
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
    if (place in found || ++count > MOST) return
    found[place] = noted(value, isWord)
  }
  const result = compute(
    new Proxy(scope, {
      get(target, name) {
        const part: unknown = Reflect.get(target, name)
        if (typeof name === 'symbol') return part
        if (name === 'now') note(name, part)
        if (UNKNOWN.has(name)) note(name, WITHHELD)
        return PARTS.has(name) ? watched(part, name, note) : part
      },
    }),
  )
  if (count > MOST) found['more'] = WITHHELD
  return count === 0 ? { result } : { result, inputs: found }
}
