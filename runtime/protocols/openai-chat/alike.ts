/**
 * Speeds up streams: most chunks differ from the previous one only in their text. The bytes around
 * the text are learnt from one chunk, so that the next chunks need no parsing.
 */
import type { Frame } from '../types.ts'

const BEFORE = '"content":"'

/** Returns the UTF-8 bytes of a text, as a string with one character per byte. */
const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

/** Finds the frame of a chunk that contains only this text; undefined if the text is escaped. */
export function frameAround(data: string, words: string): Frame | undefined {
  const from = data.indexOf(BEFORE) + BEFORE.length
  const end = from + words.length
  const isPlain = from >= BEFORE.length && data.startsWith(`${words}"`, from)
  if (!isPlain || data.includes(BEFORE, from) || /["\\\p{Cc}]/u.test(words)) return undefined
  return { head: bytesOf(`data: ${data.slice(0, from)}`), tail: bytesOf(`${data.slice(end)}\n\n`) }
}
