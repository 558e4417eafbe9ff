/** Words of a stream that can be handed on as the bytes that they are. */
import type { Frame, Piece } from '../protocols/types.ts'

/** A character that JSON writes in another way. */
// oxlint-disable-next-line no-control-regex
const ESCAPED = /[\\\u0000-\u001f]/

/** Words found in a text, and where what is something else begins. */
export interface FoundWords {
  words: readonly string[]
  end: number
}

/**
 * The words of all events from `start` on in a latin1 text that differ from the frame in nothing
 * else.
 */
export function wordsIn(text: string, { head, tail }: Frame, start = 0): FoundWords {
  const words: string[] = []
  let at = start
  while (text.startsWith(head, at)) {
    const from = at + head.length
    const end = text.indexOf('"', from)
    if (end < 0 || !text.startsWith(tail, end)) break
    const said = text.slice(from, end)
    if (said === '' || ESCAPED.test(said)) break
    words.push(said)
    at = end + tail.length
  }
  return { words, end: at }
}

/** The same words in the inner form, for writers that look at what they write. */
export function piecesOf(words: readonly string[]): Piece[] {
  return words.map(said => ({ content: Buffer.from(said, 'latin1').toString('utf8') }))
}

/** The events of words in a writer's frame, in latin1. */
export function framed({ head, tail }: Frame, words: readonly string[]): string {
  return words.length === 0 ? '' : head + words.join(tail + head) + tail
}
