/** The pointer to the live catalog: how it changes, and how it is verified. */
import { generationAfter, triedAfter } from './canary.ts'
import { isPointer } from './form.ts'
import { contentOf, isSealed, seal, type Seal, type Sealed } from './sealed.ts'
import { nameOf, UnknownPointer, type Entry, type Pointer } from './types.ts'

/** How many earlier catalogs can be returned to. */
const REMEMBERED = 5
/** How far ahead of this process's clock a time may be, in ms. Clocks differ by less. */
const AHEAD = 60_000
/** The kind of document. */
const KIND = 'pointer'

/** A change of the pointer. */
export interface Change {
  now: number
  /** Whether to drop the previous catalog from the history. */
  isRefused: boolean
  /** The built-in catalogs that processes serve now. */
  builtIns: readonly string[]
}

/**
 * Returns the pointer after a change. The previous live entry becomes the newest of its history; a
 * canary that does not go live now ends.
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

/** Reads a stored pointer. Throws `UnknownPointer` if it is not trusted. */
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
