/** Parses streams of events (`text/event-stream`) from bytes, and writes them as text. */
import { StringDecoder } from 'node:string_decoder'
import { TooLarge, type SseEvent } from './types.ts'

/** Maximum characters of the first event. */
const LONGEST_EVENT = 4 * 2 ** 20
/** Maximum characters of any event. */
export const LONGEST_OF_ALL = 32 * 2 ** 20

const BOM = 0xfeff
const SPACE = 0x20

/**
 * Takes the bytes of one stream as they arrive. `end` returns the rest of a stream that ends
 * without an empty line.
 */
export interface SseParser {
  push(bytes: Uint8Array): void
  end(): void
  /** Whether nothing is buffered: the next byte starts an event. */
  isBetween(): boolean
}

/**
 * Returns the maximum characters of an event that follows `before` bytes. Some protocols repeat the
 * request in the first events, and the whole answer in the last ones.
 */
export const longestAfter = (before: number): number =>
  Math.min(LONGEST_EVENT + before, LONGEST_OF_ALL)

/**
 * Makes a parser that returns each event as soon as it is complete. Throws TooLarge for an event of
 * more characters than `longest` returns.
 */
export function createSseParser(
  take: (event: SseEvent) => void,
  longest = (): number => LONGEST_OF_ALL,
): SseParser {
  const decoder = new StringDecoder()
  const lines = new Lines(take, longest)
  return {
    push: bytes => lines.add(decoder.write(bytes as Buffer)),
    isBetween: () => lines.isBetween(),
    end: () => {
      lines.add(decoder.end())
      lines.end()
    },
  }
}

/**
 * Splits text into lines, and lines into events. Reads each character once, regardless of how the
 * stream is split.
 */
class Lines {
  readonly #take: (event: SseEvent) => void
  readonly #longest: () => number
  #isFirst = true
  /** The last character was a CR, so an LF that follows belongs to it. */
  #isAfterCr = false
  /** The incomplete line. */
  #held: string[] = []
  #heldSize = 0
  #event: string | undefined
  #data: string[] = []
  #dataSize = 0

  constructor(take: (event: SseEvent) => void, longest: () => number) {
    this.#take = take
    this.#longest = longest
  }

  add(text: string): void {
    if (text === '') return
    let from = this.#start(text)
    let lf = text.indexOf('\n', from)
    let cr = text.indexOf('\r', from)
    while (lf >= 0 || cr >= 0) {
      const isCr = cr >= 0 && (lf < 0 || cr < lf)
      const end = isCr ? cr : lf
      this.#line(text.slice(from, end))
      from = end + 1
      if (isCr) {
        if (lf === from) from++
        else this.#isAfterCr = from === text.length
        cr = text.indexOf('\r', from)
      }
      if (lf >= 0 && lf < from) lf = text.indexOf('\n', from)
    }
    if (from < text.length) this.#hold(text.slice(from))
  }

  isBetween(): boolean {
    const hasBegun = this.#held.length > 0 || this.#data.length > 0 || this.#event !== undefined
    return !this.#isFirst && !this.#isAfterCr && !hasBegun
  }

  end(): void {
    this.#line('')
    this.#dispatch()
  }

  /**
   * Returns where the text starts after a byte order mark, or after the second half of a line end.
   */
  #start(text: string): number {
    if (this.#isFirst) {
      this.#isFirst = false
      return text.charCodeAt(0) === BOM ? 1 : 0
    }
    const from = this.#isAfterCr && text.startsWith('\n') ? 1 : 0
    this.#isAfterCr = false
    return from
  }

  #hold(text: string): void {
    this.#held.push(text)
    this.#heldSize += text.length
    this.#check()
  }

  #check(): void {
    if (this.#heldSize + this.#dataSize > this.#longest())
      throw new TooLarge('an event of the stream is too long')
  }

  #line(tail: string): void {
    let line = tail
    if (this.#held.length > 0) {
      line = this.#held.join('') + tail
      this.#held = []
      this.#heldSize = 0
    }
    if (line === '') this.#dispatch()
    else if (line.startsWith('data')) this.#field(line, 'data')
    else if (line.startsWith('event')) this.#field(line, 'event')
  }

  /** Other fields (`database:`), comments, `id:` and `retry:` are ignored. */
  #field(line: string, name: 'data' | 'event'): void {
    const colon = name.length
    if (line.length > colon && line[colon] !== ':') return
    const value = line.slice(line.charCodeAt(colon + 1) === SPACE ? colon + 2 : colon + 1)
    if (name === 'event') {
      this.#event = value
      return
    }
    this.#data.push(value)
    this.#dataSize += value.length + 1
    this.#check()
  }

  /** An event without data is ignored. */
  #dispatch(): void {
    const event = this.#event
    const data = this.#data
    this.#event = undefined
    if (data.length === 0) return
    this.#data = []
    this.#dataSize = 0
    const text = data.length === 1 ? (data[0] as string) : data.join('\n')
    this.#take(event === undefined || event === '' ? { data: text } : { event, data: text })
  }
}

/** Formats one event as text. */
export function sseText(data: string, event?: string): string {
  const named = event === undefined ? '' : `event: ${event}\n`
  const body = /[\r\n]/.test(data) ? data.split(/\r\n|\r|\n/).join('\ndata: ') : data
  return `${named}data: ${body}\n\n`
}
