/** Splits an upstream's stream into complete events, and reads them by its protocol. */
import { isUtf8 } from 'node:buffer'
import type { Redactor } from '../observe/redact.ts'
import { isBlank } from '../protocols/empty.ts'
import { createSseParser, longestAfter } from '../protocols/sse.ts'
import type { Piece, SseEvent, StreamReader } from '../protocols/types.ts'
import { wordsIn, type FoundWords } from './plain-words.ts'
import { isWords, type StreamPart, type Words } from './types.ts'

/**
 * Takes bytes as they arrive, returns parts. `end` returns the rest of a stream that ends without
 * an empty line.
 */
export interface Reading {
  take(bytes: Uint8Array): StreamPart
  end(): StreamPart
  ended(): boolean
}

/** Reads one stream. An upstream's error message is redacted before callers see it. */
export function reading(reader: StreamReader, redact: Pick<Redactor, 'secrets'>): Reading {
  let pieces: (Piece | Words)[] = []
  let [hasEvent, hasProblem] = [false, false]
  // Bytes of the stream, and those before the event that is being read.
  let [received, before] = [0, 0]
  const take = (event: SseEvent): void => {
    hasEvent = true
    before = received
    for (const piece of reader.take(event)) {
      hasProblem ||= piece.problem !== undefined
      pieces.push(piece)
    }
  }
  const parser = createSseParser(take, () => longestAfter(before))
  const bytesOf = wholeEvents()
  const part = (bytes: Uint8Array): StreamPart => {
    const result = { bytes: hasProblem ? cleaned(bytes, redact) : bytes, pieces }
    pieces = []
    hasEvent = hasProblem = false
    return result
  }
  /** Takes text out of complete events without parsing them; returns where the rest starts. */
  const readWords = (bytes: Uint8Array): number => {
    const text = latin1(bytes)
    for (let at = 0; ;) {
      // The next byte must start an event.
      const frame = parser.isBetween() ? reader.frame!() : undefined
      const { words, end } = frame === undefined ? NOTHING_FOUND : wordsIn(text, frame, at)
      if (words.length > 0) pieces.push({ words })
      at = Math.max(at, end)
      const next = text.indexOf('\n\n', at) + 2
      if (next === 1) return at
      parser.push(bytes.subarray(at, next))
      at = next
    }
  }
  return {
    take(bytes) {
      if (parser.isBetween()) before = received
      // The parser repairs broken characters, so these bytes are not passed on.
      const from = reader.frame !== undefined && isUtf8(bytes) ? readWords(bytes) : 0
      if (from < bytes.length) parser.push(bytes.subarray(from))
      received += bytes.length
      return part(bytesOf.take(bytes, hasEvent || pieces.length > 0))
    },
    end() {
      parser.end()
      return part(bytesOf.rest())
    },
    ended: () => reader.ended(),
  }
}

/** Whether a piece has content for the caller, i.e. more than an end, a number, or blanks. */
export function isVisible(piece: Piece | Words): boolean {
  if (isWords(piece)) return true
  const { content, reasoning, tool, block, finish } = piece
  return (
    Boolean(tool || block) ||
    !isBlank(content) ||
    !isBlank(reasoning) ||
    (finish !== undefined && finish !== 'stop')
  )
}

/** Returns the same bytes, without text that callers must not see. */
function cleaned(bytes: Uint8Array, redact: Pick<Redactor, 'secrets'>): Uint8Array {
  const text = Buffer.from(bytes).toString('utf8')
  const clean = redact.secrets(text)
  return clean === text ? bytes : Buffer.from(clean)
}

const NOTHING_FOUND: FoundWords = { words: [], end: 0 }
const NO_BYTES = new Uint8Array()

/** Returns bytes as a latin1 string. */
function latin1(bytes: Uint8Array): string {
  const { buffer, byteOffset, length } = bytes
  return (Buffer.isBuffer(bytes) ? bytes : Buffer.from(buffer, byteOffset, length)).toString(
    'latin1',
  )
}

/**
 * Holds back the bytes of an incomplete event. They cannot be used before the rest arrives, and the
 * error that ends a broken stream must not become part of that event.
 */
function wholeEvents(): {
  take(bytes: Uint8Array, hasEvent: boolean): Uint8Array
  rest(): Uint8Array
} {
  let held: Uint8Array[] = []
  const joined = (last: Uint8Array): Uint8Array => {
    const all = held.length === 0 ? last : Buffer.concat([...held, last])
    held = []
    return all
  }
  return {
    take(bytes, hasEvent) {
      const cut = lastBlankLine(bytes, held.at(-1))
      // Lines may also end with a CR alone.
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
  }
}

const LF = 10
const CR = 13

/**
 * Returns where the last empty line ends, which may have started in the bytes `before`; 0 if there
 * is none.
 */
function lastBlankLine(bytes: Uint8Array, before: Uint8Array = NO_BYTES): number {
  // Most chunks are complete events.
  if (bytes.length > 1 && bytes[bytes.length - 1] === LF && bytes[bytes.length - 2] === LF)
    return bytes.length
  const byte = (at: number): number | undefined => (at >= 0 ? bytes[at] : before.at(at))
  for (
    let at = bytes.lastIndexOf(LF);
    at >= 0;
    at = at === 0 ? -1 : bytes.lastIndexOf(LF, at - 1)
  ) {
    if (byte(at - 1) === LF || (byte(at - 1) === CR && byte(at - 2) === LF)) return at + 1
  }
  return 0
}
