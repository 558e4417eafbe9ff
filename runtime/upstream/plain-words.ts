/** Words of a stream that can be handed on as the bytes that they are. */
import type { Frame, Piece } from '../protocols/types.ts'

/** A character that JSON writes in another way. */
// oxlint-disable-next-line no-control-regex
const ESCAPED = /[\\\u0000-\u001f]/

/** Words found at the beginning of a text, and where what is something else begins. */
export interface FoundWords { words: readonly string[]; end: number }

const NONE: FoundWords = { words: [], end: 0 }

/** The words of all events at the beginning of a latin1 text that differ from the frame in nothing else. */
export function wordsIn(text: string, { head, tail }: Frame): FoundWords {
  if (!text.startsWith(head)) return NONE
  const words: string[] = []
  let at = 0
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
  let text = ''
  for (const said of words) text += head + said + tail
  return text
}
