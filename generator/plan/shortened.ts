/** Shortens long values in findings. Acceptances repeat them, so each keeps a hash of the whole. */
import { keyOf } from '../memory.ts'

/** Characters before the first difference of two values that are shown. */
const BEFORE = 20
const HASH = 6

const hashOf = (text: string): string => keyOf(text).slice(0, HASH)

/** Returns a text of at most about `most` characters; a longer one ends with a hash of it. */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 3)}... (${hashOf(text)})` : text

/** Returns two different texts, each from a little before their first difference on. */
export function shortenedPair(old: string, now: string, most: number): [string, string] {
  if (old.length <= most && now.length <= most) return [old, now]
  let same = 0
  while (same < old.length && old[same] === now[same]) same++
  const from = Math.max(0, same - BEFORE)
  const shown = (text: string): string =>
    `${from > 0 ? '...' : ''}${text.slice(from, from + most - 6)}... (${hashOf(text)})`
  return [shown(old), shown(now)]
}
