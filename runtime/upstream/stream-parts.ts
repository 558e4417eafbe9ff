/** What a supplier's stream is cut into: whole events, with what its protocol reads in them. */
import { isUtf8 } from 'node:buffer'
import type { Redactor } from '../observe/redact.ts'
import { isBlank } from '../protocols/empty.ts'
import { createSseParser } from '../protocols/sse.ts'
import type { Piece, SseEvent, StreamReader } from '../protocols/types.ts'
import { wordsIn } from './plain-words.ts'
import type { StreamPart } from './types.ts'

/** Takes bytes as they come, gives parts. `end` gives what stood before the end of the stream without an empty line after it. */
export interface Reading { take(bytes: Uint8Array): StreamPart; end(): StreamPart; ended(): boolean }

/** Reads one stream. What a supplier says of its failure is for callers only once it is cleaned. */
export function reading(reader: StreamReader, redact: Pick<Redactor, 'secrets'>): Reading {
  const events: SseEvent[] = []
  const parser = createSseParser((event) => { events.push(event) })
  const bytesOf = wholeEvents()
  const part = (bytes: Uint8Array, words: readonly string[] = NO_WORDS): StreamPart => {
    const pieces = events.length === 1 ? reader.take(events[0] as SseEvent) : events.flatMap((event) => reader.take(event))
    events.length = 0
    return { bytes: pieces.some(({ trouble }) => trouble !== undefined) ? cleaned(bytes, redact) : bytes, words, pieces }
  }
  /** Words that need no parser: only where no event has begun before. */
  const plain = (bytes: Uint8Array): StreamPart | undefined => {
    const frame = reader.frame?.()
    if (frame === undefined || !parser.isBetween() || bytesOf.isHolding()) return undefined
    // The parser mends broken characters; they are not handed on.
    const { words, end } = isUtf8(bytes) ? wordsIn(latin1(bytes), frame) : NOTHING_FOUND
    if (end === 0) return undefined
    if (end === bytes.length) return { bytes, words, pieces: NO_PIECES }
    parser.push(bytes.subarray(end))
    return part(bytesOf.take(bytes, true), words)
  }
  return {
    take(bytes) {
      const known = plain(bytes)
      if (known !== undefined) return known
      parser.push(bytes)
      return part(bytesOf.take(bytes, events.length > 0))
    },
    end() {
      parser.end()
      return part(bytesOf.rest())
    },
    ended: () => reader.ended(),
  }
}

/** Whether a piece is something for the caller: not a bare end, not a figure, and more than blanks. */
export function isTold({ content, reasoning, tool, block, finish }: Piece): boolean {
  return Boolean(tool || block) || !isBlank(content) || !isBlank(reasoning) || (finish !== undefined && finish !== 'stop')
}

/** The same bytes, unless they hold what callers must not see. */
function cleaned(bytes: Uint8Array, redact: Pick<Redactor, 'secrets'>): Uint8Array {
  const text = Buffer.from(bytes).toString('utf8')
  const clean = redact.secrets(text)
  return clean === text ? bytes : Buffer.from(clean)
}

const NOTHING_FOUND = { words: [], end: 0 }
const NO_BYTES = new Uint8Array()
const NO_WORDS: readonly string[] = []
const NO_PIECES: readonly Piece[] = []

/** Bytes as a string of one character each. */
function latin1(bytes: Uint8Array): string {
  const { buffer, byteOffset, length } = bytes
  return (Buffer.isBuffer(bytes) ? bytes : Buffer.from(buffer, byteOffset, length)).toString('latin1')
}

/**
 * Holds back the bytes of an event that has only begun. Nobody can use them before the rest comes, and what is said of a stream that
 * breaks off in the middle must not become a part of that event.
 */
function wholeEvents(): { take(bytes: Uint8Array, hasEvent: boolean): Uint8Array; rest(): Uint8Array; isHolding(): boolean } {
  let held: Uint8Array[] = []
  const joined = (last: Uint8Array): Uint8Array => {
    const all = held.length === 0 ? last : Buffer.concat([...held, last])
    held = []
    return all
  }
  return {
    take(bytes, hasEvent) {
      const cut = lastBlankLine(bytes, held.at(-1))
      // Lines may end otherwise: with a CR alone.
      if (cut === bytes.length || (cut === 0 && hasEvent)) return joined(bytes)
      if (cut === 0) {
        held.push(bytes)
        return NO_BYTES
      }
      const whole = joined(bytes.subarray(0, cut))
      held = [bytes.subarray(cut)]
      return whole
    },
    rest: () => joined(NO_BYTES),
    isHolding: () => held.some(bytes => bytes.length > 0),
  }
}

const LF = 10
const CR = 13

/** Where the last empty line ends, which may have begun in the bytes `before`; 0 where there is none. */
function lastBlankLine(bytes: Uint8Array, before: Uint8Array = NO_BYTES): number {
  // Most of what comes are whole events.
  if (bytes.length > 1 && bytes[bytes.length - 1] === LF && bytes[bytes.length - 2] === LF) return bytes.length
  const byte = (at: number): number | undefined => (at >= 0 ? bytes[at] : before.at(at))
  for (let at = bytes.lastIndexOf(LF); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(LF, at - 1)) {
    if (byte(at - 1) === LF || (byte(at - 1) === CR && byte(at - 2) === LF)) return at + 1
  }
  return 0
}
