/** Streams of Anthropic-style suppliers. Such a stream is whole once `message_stop` was seen. */
import type { Json } from '../../contract.ts'
import { eventMembers, membersOf, textOf, errorTextOf, type Members } from '../json.ts'
import { Malformed, type Piece, type SseEvent, type StreamReader, type Usage } from '../types.ts'
import { finishOf } from './read.ts'
import { JSON_TOOL } from './tools.ts'
import { usageOf } from './usage.ts'

/**
 * What a block that has begun is: words, a call (by its number among the calls), or the answer in
 * JSON.
 */
type Begun = 'words' | 'json' | { call: number; isStarted: boolean; input?: string }

/** Reads one stream. */
export class MessageReader implements StreamReader {
  readonly #blocks = new Map<unknown, Begun>()
  #calls = 0
  #told: Members = {}
  #isFinished = false
  #isEnded = false

  take(event: SseEvent): readonly Piece[] {
    if (event.event === 'ping') return []
    const members = eventMembers(event)
    switch (event.event === 'error' ? 'error' : members.type) {
      case 'message_start':
        return this.#usage(membersOf(members.message)?.usage)
      case 'content_block_start':
        return this.#start(members)
      case 'content_block_delta':
        return this.#delta(members)
      case 'content_block_stop':
        return this.#stop(members)
      case 'message_delta':
        return this.#finish(members)
      case 'message_stop':
        this.#isEnded = this.#isFinished
        return []
      case 'error':
        return [{ problem: errorTextOf(members.error ?? members) }]
      // The protocol says that there may be events that nobody knows yet.
      default:
        return []
    }
  }

  ended(): boolean {
    return this.#isEnded
  }

  /** Counts are totals, and those that are not told again have not changed. */
  #usage(told: unknown): Piece[] {
    const known = Object.entries(membersOf(told) ?? {}).filter(([, count]) => count !== null)
    this.#told = { ...this.#told, ...Object.fromEntries(known) }
    return known.length === 0 ? [] : [{ usage: usageOf(this.#told) as Usage }]
  }

  #start({ index, content_block: told }: Members): Piece[] {
    const block = membersOf(told) ?? {}
    if (block.type === 'text' || block.type === 'thinking') {
      this.#blocks.set(index, 'words')
      return said({ content: block.text, reasoning: block.thinking })
    }
    if (block.type !== 'tool_use') return block.type === undefined ? [] : [{ block: block as Json }]
    if (block.name === JSON_TOOL) {
      this.#blocks.set(index, 'json')
      return []
    }
    const name = textOf(block.name)
    if (name === undefined) throw new Malformed('a call of a tool has no name')
    const call = this.#calls++
    const input =
      Object.keys(membersOf(block.input) ?? {}).length === 0
        ? undefined
        : JSON.stringify(block.input)
    this.#blocks.set(index, { call, isStarted: false, input })
    return [{ tool: { index: call, id: textOf(block.id), name } }]
  }

  #delta({ index, delta: told }: Members): Piece[] {
    const delta = membersOf(told) ?? {}
    const begun = this.#blocks.get(index)
    const written = textOf(delta.partial_json)
    if (written === undefined)
      return said({ content: delta.text, reasoning: delta.thinking, signature: delta.signature })
    if (begun === 'json') return [{ content: written }]
    if (typeof begun !== 'object') return []
    begun.isStarted = true
    return [{ tool: { index: begun.call, arguments: written } }]
  }

  /** A call whose arguments were told with its beginning, or that has none. */
  #stop({ index }: Members): Piece[] {
    const begun = this.#blocks.get(index)
    if (typeof begun !== 'object' || begun.isStarted) return []
    return [{ tool: { index: begun.call, arguments: begun.input ?? '{}' } }]
  }

  #finish({ delta: told, usage }: Members): Piece[] {
    const delta = membersOf(told) ?? {}
    const reason = textOf(delta.stop_reason)
    const stopped = textOf(delta.stop_sequence)
    const pieces = this.#usage(usage)
    if (reason === undefined || this.#isFinished) return pieces
    this.#isFinished = true
    pieces.push({
      finish: finishOf(reason, this.#calls > 0),
      ...(stopped === undefined ? {} : { stopped }),
    })
    return pieces
  }
}

/** What was said, where anything was. */
function said(told: { content?: unknown; reasoning?: unknown; signature?: unknown }): Piece[] {
  const piece: Piece = {}
  const content = textOf(told.content)
  const reasoning = textOf(told.reasoning)
  const signature = textOf(told.signature)
  if (content !== undefined) piece.content = content
  if (reasoning !== undefined) piece.reasoning = reasoning
  if (signature !== undefined) piece.signature = signature
  return content === undefined && reasoning === undefined && signature === undefined ? [] : [piece]
}
