/**
 * Streams in tests: read through the parser in any cut, added up again, and given to official
 * clients.
 */
import fc from 'fast-check'
import { upstreamProtocols } from '../../runtime/protocols/index.ts'
import { createSseParser } from '../../runtime/protocols/sse.ts'
import type { UpstreamProtocolName } from '../../runtime/contract.ts'
import type {
  Completion,
  Piece,
  SseEvent,
  StreamEnd,
  StreamWriter,
  Usage,
} from '../../runtime/protocols/types.ts'

/** Facts of replies in tests. */
export const FACTS = { id: 'abc123', model: 'maker/model-1', created: 1_700_000_000 }

/** The events of a stream that comes in these pieces. */
export function eventsOf(chunks: readonly Uint8Array[]): SseEvent[] {
  const events: SseEvent[] = []
  const parser = createSseParser(event => {
    events.push(event)
  })
  for (const chunk of chunks) parser.push(chunk)
  parser.end()
  return events
}

/** Bytes cut at these places. */
export function cut(text: string, places: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text)
  const ends = [...new Set(places.map(place => place % (bytes.length + 1)))].sort((a, b) => a - b)
  return [...ends, bytes.length].map((end, i) => bytes.subarray(i === 0 ? 0 : ends[i - 1], end))
}

/** Any way to cut a stream. */
export const cuts = fc.array(fc.nat(100_000), { maxLength: 40 })

/** `data:` events, and `event:` lines where objects say their type. */
export function sse(events: readonly unknown[], named = false): string {
  return events
    .map(event => {
      const name = named ? `event: ${(event as { type: string }).type}\n` : ''
      return `${name}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`
    })
    .join('')
}

/** What an upstream's stream says. */
export function readStream(
  protocol: UpstreamProtocolName,
  chunks: readonly Uint8Array[],
): { pieces: Piece[]; ended: boolean } {
  const reader = upstreamProtocols[protocol].reader()
  const pieces = eventsOf(chunks).flatMap(event => reader.take(event))
  return { pieces, ended: reader.ended() }
}

/** One choice of a stream, added up. */
export interface Sum {
  content: string
  reasoning: string
  signature?: string
  calls: { id?: string; name?: string; arguments: string }[]
  finish?: string
  usage?: Usage
}

/** Adds up the pieces of the first choice. */
export function sumOf(pieces: readonly Piece[]): Sum {
  const sum: Sum = { content: '', reasoning: '', calls: [] }
  for (const {
    index = 0,
    content = '',
    reasoning = '',
    signature,
    tool,
    finish,
    usage,
  } of pieces) {
    if (usage !== undefined) sum.usage = usage
    if (index !== 0) continue
    sum.content += content
    sum.reasoning += reasoning
    sum.signature = signature ?? sum.signature
    sum.finish = finish ?? sum.finish
    if (tool === undefined) continue
    const call = (sum.calls[tool.index] ??= { arguments: '' })
    call.id ??= tool.id
    call.name ??= tool.name
    call.arguments += tool.arguments ?? ''
  }
  return sum
}

/** The same of a whole reply. */
export function sumOfReply({ choices, usage }: Completion): Sum {
  const { content, reasoning = '', signature, tool_calls: calls = [], finish } = choices[0]!
  return {
    content: content ?? '',
    reasoning,
    signature,
    calls: calls.map(({ id, function: detail }) => ({ id, ...detail })),
    finish,
    usage,
  }
}

/** All that a writer writes of these pieces. */
export function written(writer: StreamWriter, pieces: readonly Piece[], end: StreamEnd): string {
  return writer.open() + pieces.map(piece => writer.piece(piece)).join('') + writer.close(end)
}

/** A fetch that answers with these bytes, cut at these places. */
export function answering(
  text: string,
  type = 'text/event-stream',
  places: readonly number[] = [],
): typeof fetch {
  return async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of cut(text, places)) if (chunk.length > 0) controller.enqueue(chunk)
        controller.close()
      },
    })
    return new Response(body as never, { status: 200, headers: { 'content-type': type } })
  }
}

/** Usage of one token of each kind and more. */
export const USAGE: Usage = { uncached: 10, cacheRead: 5, cacheWrite: 3, output: 7, reasoning: 4 }
