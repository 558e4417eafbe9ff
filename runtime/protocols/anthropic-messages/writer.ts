/** Writes streams to callers of the Messages protocol. */
import type { Json } from '../../contract.ts'
import { sseText } from '../sse.ts'
import type {
  Finish,
  Piece,
  ReplyFacts,
  StreamEnd,
  StreamFailure,
  StreamWriter,
  Usage,
} from '../types.ts'
import { callId, messageJson, reasonOf } from './reply.ts'
import { usageJson } from './usage.ts'

const NONE: Usage = { uncached: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 }

/** The state of a tool call. */
interface Call {
  id: string
  name: string
  extra?: Json
  written: string[]
}

/**
 * Writes one stream: the start of the message, its blocks one after another, its end. Blocks must
 * not be interleaved, although pieces of tool calls may be, so the pieces of other calls wait while
 * one call is written. There is one choice; pieces of others are ignored.
 */
export class MessageWriter implements StreamWriter {
  readonly #facts: ReplyFacts
  #isStarted = false
  /** The open block. */
  #open: 'text' | 'thinking' | number | undefined
  #index = -1
  #hasAnswer = false
  #end: { finish: Finish; stopped?: string } = { finish: 'stop' }
  readonly #calls = new Map<number, Call>()

  constructor(facts: ReplyFacts) {
    this.#facts = facts
  }

  /**
   * Returns nothing: the message starts with the first piece, which may contain the prompt's token
   * count.
   */
  open(): string {
    return ''
  }

  piece(piece: Piece): string {
    if ((piece.index ?? 0) !== 0) return ''
    const { content, reasoning, signature, tool, block, finish, stopped } = piece
    let text = this.#start(piece.usage)
    if (reasoning)
      text += this.#enter('thinking') + this.#delta('thinking_delta', 'thinking', reasoning)
    if (signature !== undefined) text += this.#sign(signature)
    if (content) text += this.#enter('text') + this.#delta('text_delta', 'text', content)
    if (block !== undefined)
      text += this.#leave() + this.#begin(JSON.stringify(block)) + this.#leaveAs('text')
    if (tool !== undefined) text += this.#tool(tool)
    if (finish !== undefined) this.#end = { finish, stopped }
    return text
  }

  close({ usage, cost, payment }: StreamEnd): string {
    const { finish, stopped } = this.#end
    const delta = {
      type: 'message_delta',
      delta: reasonOf(finish, stopped),
      usage: usageJson(usage),
      cost,
      payment,
    }
    return (
      this.#start(usage) +
      this.#leave() +
      sseText(JSON.stringify(delta), 'message_delta') +
      sseText('{"type":"message_stop"}', 'message_stop')
    )
  }

  fail({ message, type, charged }: StreamFailure): string {
    return sseText(JSON.stringify({ type: 'error', error: { type, message }, charged }), 'error')
  }

  #start(usage?: Usage): string {
    if (this.#isStarted) return ''
    this.#isStarted = true
    const startUsage = usage ?? this.#facts.prompt?.() ?? NONE
    const message = messageJson(this.#facts, [], {
      stop_reason: null,
      stop_sequence: null,
      usage: usageJson(startUsage),
    })
    return sseText(JSON.stringify({ type: 'message_start', message }), 'message_start')
  }

  #enter(kind: 'text' | 'thinking'): string {
    if (this.#open === kind) return ''
    const left = this.#leave()
    this.#open = kind
    this.#hasAnswer ||= kind === 'text'
    return (
      left +
      this.#begin(
        kind === 'text'
          ? '{"type":"text","text":""}'
          : '{"type":"thinking","thinking":"","signature":""}',
      )
    )
  }

  /**
   * Writes a signature, which ends its thought. It is too late once other output was written after
   * the thought.
   */
  #sign(signature: string): string {
    if (this.#open !== 'thinking' && this.#hasAnswer) return ''
    return (
      this.#enter('thinking') +
      this.#delta('signature_delta', 'signature', signature) +
      this.#leave()
    )
  }

  #begin(block: string): string {
    this.#index++
    return (
      `event: content_block_start\ndata: ` +
      `{"type":"content_block_start","index":${this.#index},"content_block":${block}}\n\n`
    )
  }

  #delta(type: string, member: string, text: string): string {
    const delta = `{"type":"${type}","${member}":${JSON.stringify(text)}}`
    return (
      `event: content_block_delta\ndata: ` +
      `{"type":"content_block_delta","index":${this.#index},"delta":${delta}}\n\n`
    )
  }

  /** Ends the open block, and writes the calls that waited for it. */
  #leave(): string {
    let text = ''
    if (this.#open !== undefined) text += this.#leaveAs(this.#open)
    for (const [index, call] of this.#calls) text += this.#beginCall(call) + this.#leaveAs(index)
    return text
  }

  #leaveAs(open: 'text' | 'thinking' | number): string {
    this.#open = undefined
    if (typeof open === 'number') this.#calls.delete(open)
    return (
      `event: content_block_stop\ndata: ` +
      `{"type":"content_block_stop","index":${this.#index}}\n\n`
    )
  }

  #tool({
    index,
    id,
    name,
    arguments: written,
    extra_content: extra,
  }: NonNullable<Piece['tool']>): string {
    if (this.#open === index)
      return written ? this.#delta('input_json_delta', 'partial_json', written) : ''
    const left = typeof this.#open === 'number' ? '' : this.#leave()
    const call = this.#calls.get(index) ?? {
      id: id || callId(this.#facts.id, index),
      name: '',
      written: [],
    }
    call.name ||= name ?? ''
    call.extra ??= extra as Json | undefined
    if (written) call.written.push(written)
    this.#calls.set(index, call)
    this.#hasAnswer = true
    if (typeof this.#open === 'number' || call.name === '') return left
    this.#open = index
    return left + this.#beginCall(call)
  }

  #beginCall({ id, name, extra, written }: Call): string {
    const block = this.#begin(
      JSON.stringify({ type: 'tool_use', id, name, input: {}, extra_content: extra }),
    )
    return written.length === 0
      ? block
      : block + this.#delta('input_json_delta', 'partial_json', written.join(''))
  }
}
