/** Finds text in a stream that can be passed on as raw bytes. */
import type { Frame, Piece } from '../protocols/types.ts'

/** A character that JSON escapes. */
// oxlint-disable-next-line no-control-regex
const ESCAPED = /[\\\u0000-\u001f]/

/** The text found, and where something else starts. */
export interface FoundWords {
  words: readonly string[]
  end: number
}

/**
 * Returns the text of all events from `start` on, in a latin1 string, that differ from the prepared
 * event only in their text.
 */
export function wordsIn(text: string, { head, tail }: Frame, start = 0): FoundWords {
  const words: string[] = []
  let at = start
  while (text.startsWith(head, at)) {
    const from = at + head.length
    const end = text.indexOf('"', from)
    if (end < 0 || !text.startsWith(tail, end)) break
    const word = text.slice(from, end)
    if (word === '' || ESCAPED.test(word)) break
    words.push(word)
    at = end + tail.length
  }
  return { words, end: at }
}

/** Returns the same text in the internal form, for writers that inspect their output. */
export function piecesOf(words: readonly string[]): Piece[] {
  return words.map(word => ({ content: Buffer.from(word, 'latin1').toString('utf8') }))
}

/** Returns the events of a text in a writer's form, in latin1. */
export function framed({ head, tail }: Frame, words: readonly string[]): string {
  return words.length === 0 ? '' : head + words.join(tail + head) + tail
}
