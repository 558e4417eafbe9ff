/** The pointer to the catalog that is live: how it changes, and what it must be to be believed. */
import { generationAfter, triedAfter } from './canary.ts'
import { isPointer } from './form.ts'
import { contentOf, isSealed, seal, type Seal, type Sealed } from './sealed.ts'
import { nameOf, UnknownPointer, type Entry, type Pointer } from './types.ts'

/** How many catalogs of the past can be returned to. */
const REMEMBERED = 5
/** How far ahead of the own clock an instant may be, in ms. Clocks differ, but not by more. */
const AHEAD = 60_000
/** The kind of document. */
const KIND = 'pointer'

/** How the pointer changes. */
export interface Change {
  now: number
  /** What was live till now is not remembered. */
  isRefused: boolean
  /** The catalogs that processes serve which were started with them. */
  builtIns: readonly string[]
}

/**
 * The pointer after a change. What was live becomes the newest of its history; a canary that does
 * not go live now is over.
 */
export function nextPointer(
  was: Pointer | undefined,
  to: Entry['release'],
  { now, isRefused, builtIns }: Change,
): Pointer {
  const current: Entry = { ...(to === undefined ? {} : { release: to }), from: now }
  const last = was?.current ?? { from: 0 }
  const before: Entry = {
    ...last,
    ...(last.release === undefined ? { catalogs: builtIns } : {}),
    until: now,
  }
  const others = (was?.history ?? []).filter(
    entry => nameOf(entry) !== nameOf(before) && nameOf(entry) !== nameOf(current),
  )
  const isAnother = !isRefused && nameOf(before) !== nameOf(current)
  const history = [...(isAnother ? [before] : []), ...others].slice(0, REMEMBERED)
  const tried = triedAfter(was, now).filter(entry => nameOf(entry) !== nameOf(current))
  const generation = generationAfter(was, now)
  return { generation, current, history, ...(tried.length === 0 ? {} : { tried }) }
}

/** Signs the pointer. */
export const sealPointer = (pointer: Pointer, by: Seal): Sealed => seal(KIND, pointer, by)

/** Reads a stored pointer. Throws `UnknownPointer` if it is not to be believed. */
export function readPointer(
  { doc, version }: { doc: unknown; version: number },
  by: Seal,
  now: number,
): Pointer {
  if (!isSealed(KIND, doc, by))
    throw new UnknownPointer(version, 'no signing key of this gateway has signed the pointer')
  const pointer = contentOf(doc)
  if (!isPointer(pointer))
    throw new UnknownPointer(version, 'the pointer has the form of another version of the gateway')
  const { current, history, canary, tried = [] } = pointer
  const entries: Entry[] = [current, ...history, ...tried, ...(canary ? [canary] : [])]
  if (entries.some(({ from, until = 0 }) => Math.max(from, until) > now + AHEAD))
    throw new UnknownPointer(version, 'the pointer names a time that has not come')
  return pointer
}
