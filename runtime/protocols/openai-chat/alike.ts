/**
 * Most chunks of a stream differ from the one before in their words alone. What stands around the
 * words is learnt from one chunk, so that the next ones need not be parsed.
 */
import type { Frame } from '../types.ts'

const BEFORE = '"content":"'

/** The bytes of a text, as a string of one character each. */
const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

/**
 * The frame of a chunk that says these words and nothing else; undefined where they are escaped.
 */
export function frameAround(data: string, words: string): Frame | undefined {
  const from = data.indexOf(BEFORE) + BEFORE.length
  const end = from + words.length
  const isPlain = from >= BEFORE.length && data.startsWith(`${words}"`, from)
  if (!isPlain || data.includes(BEFORE, from) || /["\\\p{Cc}]/u.test(words)) return undefined
  return { head: bytesOf(`data: ${data.slice(0, from)}`), tail: bytesOf(`${data.slice(end)}\n\n`) }
}
