/** Mistakes on the command line. */
import { closest, distance } from 'fastest-levenshtein'

/** What was typed makes no request. The message is one sentence; the command ends with code 2. */
export class UsageError extends Error {}

/** ` Did you mean "image"?` where a known word is near; nothing otherwise. */
export function didYouMean(word: string, known: readonly string[], mark = '"'): string {
  if (known.length === 0 || word === '') return ''
  const near = closest(word.toLowerCase(), known.map(one => one.toLowerCase()))
  const isNear = distance(word.toLowerCase(), near) <= Math.max(2, Math.floor(word.length / 3))
  const found = known.find(one => one.toLowerCase() === near)
  return isNear ? ` Did you mean ${mark}${found}${mark}?` : ''
}
