/** Reads streams of Anthropic-style upstreams. A stream is complete after `message_stop`. */
import type { Json } from '../../contract.ts'
import { eventMembers, membersOf, textOf, errorTextOf, type Members } from '../json.ts'
import { Malformed, type Piece, type SseEvent, type StreamReader, type Usage } from '../types.ts'
import { finishOf } from './read.ts'
import { JSON_TOOL } from './tools.ts'
import { usageOf } from './usage.ts'

/** The kind of an open block: text, a tool call (with its number), or the answer in JSON. */
type Begun = 'words' | 'json' | { call: number; isStarted: boolean; input?: string }

/** Reads one stream of a message. */
export class MessageReader implements StreamReader {
  readonly #blocks = new Map<unknown, Begun>()
  #calls = 0
  #counts: Members = {}
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
      // The protocol allows unknown events.
      default:
        return []
    }
  }

  ended(): boolean {
    return this.#isEnded
  }

  /** Reads usage. Counts are totals, and a count that is absent has not changed. */
  #usage(raw: unknown): Piece[] {
    const known = Object.entries(membersOf(raw) ?? {}).filter(([, count]) => count !== null)
    this.#counts = { ...this.#counts, ...Object.fromEntries(known) }
    return known.length === 0 ? [] : [{ usage: usageOf(this.#counts) as Usage }]
  }

  #start({ index, content_block: raw }: Members): Piece[] {
    const block = membersOf(raw) ?? {}
    if (block.type === 'text' || block.type === 'thinking') {
      this.#blocks.set(index, 'words')
      return outputOf({ content: block.text, reasoning: block.thinking })
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

  #delta({ index, delta: raw }: Members): Piece[] {
    const delta = membersOf(raw) ?? {}
    const begun = this.#blocks.get(index)
    const written = textOf(delta.partial_json)
    if (written === undefined)
      return outputOf({
        content: delta.text,
        reasoning: delta.thinking,
        signature: delta.signature,
      })
    if (begun === 'json') return [{ content: written }]
    if (typeof begun !== 'object') return []
    begun.isStarted = true
    return [{ tool: { index: begun.call, arguments: written } }]
  }

  /** Writes the arguments of a call that came with its start, or an empty object. */
  #stop({ index }: Members): Piece[] {
    const begun = this.#blocks.get(index)
    if (typeof begun !== 'object' || begun.isStarted) return []
    return [{ tool: { index: begun.call, arguments: begun.input ?? '{}' } }]
  }

  #finish({ delta: raw, usage }: Members): Piece[] {
    const delta = membersOf(raw) ?? {}
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

/** Creates a piece if there is any output. */
function outputOf(raw: { content?: unknown; reasoning?: unknown; signature?: unknown }): Piece[] {
  const piece: Piece = {}
  const content = textOf(raw.content)
  const reasoning = textOf(raw.reasoning)
  const signature = textOf(raw.signature)
  if (content !== undefined) piece.content = content
  if (reasoning !== undefined) piece.reasoning = reasoning
  if (signature !== undefined) piece.signature = signature
  return content === undefined && reasoning === undefined && signature === undefined ? [] : [piece]
}
