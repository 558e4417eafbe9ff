/**
 * Records the values that a price formula reads of a call, so that the price can be recomputed from
 * its sales line. The catalog lists the places. Only numbers, booleans and words of the catalog are
 * recorded; texts that the caller wrote are not, and a price that reads one cannot be recomputed.
 */
import type { ReadPlaces, Route, Scope } from '../contract.ts'
import { isName } from './names.ts'
import type { SaleInput } from './types.ts'
import { isWordOf } from './words.ts'

/** The inputs of a formula, by place. */
export type Inputs = Readonly<Record<string, SaleInput>>

/** Replaces a value that must not be recorded. */
export const WITHHELD = '?'

/** Members of the scope that may be recorded; values of all others count as unknown. */
const PARTS = new Set(['body', 'query', 'path', 'values', 'result', 'reply', 'read', 'now'])
/** Most inputs of one price, and the longest word and place. */
const MOST = 64
const LONGEST = 64
const LONGEST_PLACE = 256

/** A parsed place. */
interface Place {
  names: readonly string[]
  /** Whether no part of it is `length` or `*`. */
  isPlain: boolean
  /** Whether its value must not be recorded. */
  isUnknown: boolean
}

/** The parsed places of prices; the catalog has few. */
const known = new Map<string, Place>()

function placeOf(text: string): Place {
  let place = known.get(text)
  if (place === undefined) {
    const names = text.split('.')
    // Members that every object inherits are not names of a formula.
    const isUnknown = !PARTS.has(names[0]!) || names.some(name => name in Object.prototype)
    place = { names, isPlain: !names.some(isElement), isUnknown }
    known.set(text, place)
  }
  return place
}

const isElement = (name: string): boolean => name === '*' || name === 'length'

/** Collects the inputs of one price. */
interface Notes {
  found: Record<string, SaleInput>
  count: number
  isWord(text: string): boolean
}

/**
 * Returns the values at the places that a formula reads; undefined if it reads nothing of the call.
 */
export function noteInputs<S extends Scope>(
  route: Pick<Route, 'body' | 'query'>,
  scope: S,
  reads: ReadPlaces<S> | undefined,
): Inputs | undefined {
  const places = typeof reads === 'function' ? reads(scope) : reads
  if (places === undefined || places.length === 0) return undefined
  const notes: Notes = { found: {}, count: 0, isWord: text => isWordOf(route, scope.model, text) }
  for (const text of places) {
    const { names, isPlain, isUnknown } = placeOf(text)
    if (isUnknown) note(notes, text, WITHHELD)
    else if (isPlain) whole(notes, text, names.reduce(memberOf, scope))
    else follow(notes, { value: scope, names, place: '' })
  }
  if (notes.count > MOST) notes.found['more'] = WITHHELD
  return notes.found
}

const memberOf = (value: unknown, name: string): unknown =>
  (value as Readonly<Record<string, unknown>> | null | undefined)?.[name]

const below = (place: string, name: string | number): string =>
  place === '' ? String(name) : `${place}.${name}`

/** Follows names from a value; some names stand for the elements of a list. */
function follow(
  notes: Notes,
  { value, names, place }: { value: unknown; names: readonly string[]; place: string },
): void {
  const [name, ...rest] = names
  // A value that is not a list counts as one value, or as having no elements.
  if (name === undefined || (isElement(name) && !Array.isArray(value)))
    return whole(notes, place, value)
  if (name !== '*')
    return follow(notes, { value: memberOf(value, name), names: rest, place: below(place, name) })
  for (const [i, one] of (value as unknown[]).entries())
    if (notes.count <= MOST) follow(notes, { value: one, names: rest, place: below(place, i) })
}

/** Records a value and everything in it, if the catalog has its names. */
function whole(notes: Notes, place: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) return note(notes, place, value)
  if (Array.isArray(value)) {
    note(notes, `${place}.length`, value.length)
    return value.forEach((one, i) => notes.count <= MOST && whole(notes, `${place}.${i}`, one))
  }
  const members = Object.entries(value)
  const isKnown = ([name]: [string, unknown]): boolean => isName(name) && notes.isWord(name)
  if (members.length === 0 || !members.every(isKnown)) return note(notes, place, WITHHELD)
  for (const [name, one] of members) whole(notes, `${place}.${name}`, one)
}

function note(notes: Notes, place: string, value: unknown): void {
  if (Object.hasOwn(notes.found, place) || ++notes.count > MOST) return
  if (place.length > LONGEST_PLACE) return void (notes.count = MOST + 1)
  notes.found[place] = noted(value, notes.isWord)
}

/** Returns the recorded form of one value; `WITHHELD` if it may be a caller's text. */
function noted(value: unknown, isWord: Notes['isWord']): SaleInput {
  if (value === WITHHELD || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'bigint') return `${value}n`
  if (value === undefined || value === null) return null
  return typeof value === 'string' && value.length <= LONGEST && isWord(value) ? value : WITHHELD
}
