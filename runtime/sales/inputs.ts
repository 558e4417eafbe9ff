/**
 * Notes what a price formula reads of a call, so that a price can be computed again from its sales
 * line. The catalog lists the places. Only numbers, booleans, and words of the catalog are noted: a
 * text that the caller wrote is not, and a price that reads one cannot be computed again.
 */
import type { ReadPlaces, Route, Scope } from '../contract.ts'
import { isName } from './names.ts'
import type { SaleInput } from './types.ts'
import { isWordOf } from './words.ts'

/** The inputs of a formula, by place. */
export type Inputs = Readonly<Record<string, SaleInput>>

/** Stands for a value that must not be noted. */
export const WITHHELD = '?'

/** Members of the scope that may be noted; what a formula reads of others is unknown. */
const PARTS = new Set(['body', 'query', 'path', 'values', 'result', 'reply', 'read', 'now'])
/** Most inputs of one price, and the longest word and place. */
const MOST = 64
const LONGEST = 64
const LONGEST_PLACE = 256

/** A place, read. */
interface Place {
  names: readonly string[]
  /** Whether no part of it is `length` or `*`. */
  isPlain: boolean
  /** Whether nobody may know what is there. */
  isUnknown: boolean
}

/** The places of prices; the catalog has few. */
const known = new Map<string, Place>()

function placeOf(text: string): Place {
  let place = known.get(text)
  if (place === undefined) {
    const names = text.split('.')
    // Members that every object inherits are no words of a formula.
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
 * Notes the values at the places that a formula reads; undefined if it reads nothing of the call.
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

/** Goes from a value, whose place is known, down the names, of which some are those of elements. */
function follow(
  notes: Notes,
  { value, names, place }: { value: unknown; names: readonly string[]; place: string },
): void {
  const [name, ...rest] = names
  // What is no list is counted as one value, or has no elements.
  if (name === undefined || (isElement(name) && !Array.isArray(value)))
    return whole(notes, place, value)
  if (name !== '*')
    return follow(notes, { value: memberOf(value, name), names: rest, place: below(place, name) })
  for (const [i, one] of (value as unknown[]).entries())
    if (notes.count <= MOST) follow(notes, { value: one, names: rest, place: below(place, i) })
}

/** Notes a value and everything in it, if the catalog has its names. */
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

/** A note of one value; `WITHHELD` if it may be a caller's text. */
function noted(value: unknown, isWord: Notes['isWord']): SaleInput {
  if (value === WITHHELD || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'bigint') return `${value}n`
  if (value === undefined || value === null) return null
  return typeof value === 'string' && value.length <= LONGEST && isWord(value) ? value : WITHHELD
}
