/**
 * How conversations are written. Everything inside the gateway speaks one form, that of OpenAI's
 * chat completions, and each protocol is a folder that turns its own wire form into that one and
 * back. Suppliers speak a protocol (`protocol:` of an upstream call), and so do callers (`speaks:`
 * of a route). A protocol knows no route, supplier, model or price.
 */
import type { Json } from '../contract.ts'

/** One event of a `text/event-stream`; `event` is absent where the stream names none. */
export interface SseEvent {
  event?: string
  data: string
}

/**
 * A part of a message. What only a supplier's protocol knows is kept: it goes to suppliers of that
 * protocol as it came. A content part that cannot be said to a supplier is `Unusable`: nothing that
 * a caller pays for is left out in silence.
 */
export type Part =
  | { type: 'text'; text: string; cache_control?: Json }
  | { type: 'image_url'; image_url: { url: string; detail?: string }; cache_control?: Json }
  | { type: string; [member: string]: unknown }

/**
 * What clients echo with a call of a tool and some suppliers need back: the proof that the call was
 * theirs.
 */
export interface ExtraContent {
  google?: { thought_signature?: string }
}

/**
 * A call of a function tool; `arguments` is JSON text, as the model wrote it. `id` is empty where
 * the supplier gave none.
 */
export interface ToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
  extra_content?: ExtraContent
}

/**
 * One turn of a conversation. `reasoning_signature` proves to its maker that echoed reasoning is
 * its own; `reasoning_length` tells how long that was, where it was told in pieces.
 */
export interface Message {
  role: 'system' | 'developer' | 'user' | 'assistant' | 'tool' | 'function'
  content?: string | readonly Part[] | null
  name?: string
  tool_calls?: readonly ToolCall[]
  tool_call_id?: string
  /** What a model said that would not answer; it has no content then. */
  refusal?: string
  reasoning_content?: string
  reasoning_signature?: string
  reasoning_length?: number
  /** Of a tool's result: the tool failed; where its prompt may be cached. */
  is_error?: boolean
  cache_control?: Json
}

/** A tool as offered to a model. One without `function` is known to its maker only. */
export interface Tool {
  type: string
  function?: { name: string; description?: string; parameters?: Json; strict?: boolean }
  cache_control?: Json
  readonly [member: string]: unknown
}

/**
 * What a supplier is asked, in the inner form: checked, clamped, `model` being the supplier's own
 * name. Unknown members are kept.
 */
export interface ChatRequest {
  model: string
  messages: readonly Message[]
  max_tokens?: number
  stream?: boolean
  temperature?: number
  top_p?: number
  stop?: string | readonly string[]
  tools?: readonly Tool[]
  tool_choice?: string | { type: string; function?: { name: string } }
  response_format?: {
    type: string
    json_schema?: { name?: string; schema?: Json; strict?: boolean }
  }
  reasoning_effort?: string
  thinking?: { type: string; budget_tokens?: number }
  /** Ask for prompt caching; never written to a supplier as it stands. */
  prompt_cache?: boolean
  /**
   * Members of an Anthropic-style request for which the inner form has no word; written to
   * suppliers of that style only.
   */
  anthropic?: { readonly [member: string]: Json | undefined }
  readonly [member: string]: unknown
}

/**
 * Tokens in disjoint counts, which add up: the prompt is `uncached + cacheRead + cacheWrite`, the
 * completion `output + reasoning`. `details` are the supplier's own completion details, shown to
 * callers where its protocol shows them.
 */
export interface Usage {
  uncached: number
  cacheRead: number
  cacheWrite: number
  output: number
  reasoning: number
  details?: Json
}

/** Why a model stopped. */
export type Finish = 'stop' | 'length' | 'tool_calls' | 'content_filter'

/**
 * One answer of a model. Absent members say that there is none; `content` is null where there is no
 * text at all.
 */
export interface Choice {
  index: number
  content: string | null
  reasoning?: string
  signature?: string
  tool_calls?: readonly ToolCall[]
  finish: Finish
  /** The stop sequence that ended it. */
  stopped?: string
  logprobs?: Json
  /**
   * The answer as an Anthropic-style supplier put it, for callers of that style: the order of its
   * blocks, thoughts that cannot be read.
   */
  blocks?: readonly Json[]
}

/**
 * A whole answer. `usage` is absent where the supplier told none. `pending` says that it is still
 * being made, under the reply's own id.
 */
export interface Completion {
  choices: readonly Choice[]
  usage?: Usage
  citations?: readonly string[]
  sources?: number
  pending?: true
}

/** What one event of a stream adds. `tool.index` counts the calls of a choice from 0. */
export interface Piece {
  /** Which choice; 0 where it is not said. */
  index?: number
  content?: string
  reasoning?: string
  /** Ends a thought: reasoning that comes after it is another one. */
  signature?: string
  tool?: {
    index: number
    id?: string
    name?: string
    arguments?: string
    extra_content?: ExtraContent
  }
  /**
   * A whole block of an Anthropic-style supplier for which there is no other word, for callers of
   * that style.
   */
  block?: Json
  finish?: Finish
  stopped?: string
  logprobs?: Json
  /** Replaces what was told of usage before. */
  usage?: Usage
  citations?: readonly string[]
  sources?: number
  /** The supplier tells of its failure inside the stream. */
  trouble?: { message: string; type?: string }
}

/**
 * What stands in a stream before and behind the words of an event that says words of the first
 * choice and nothing else: the bytes of the whole event, one character each (latin1).
 */
export interface Frame {
  head: string
  tail: string
}

/** Reads one stream of a supplier. */
export interface StreamReader {
  /**
   * What an event adds; nothing for pings and the like. Throws `Malformed` for what is not of the
   * protocol.
   */
  take(event: SseEvent): readonly Piece[]
  /**
   * Whether the answer is whole, asked once the supplier has closed the stream properly: the
   * protocol's own end was seen.
   */
  ended(): boolean
  /** How events of words are written, once one was read; what is written so need not be parsed. */
  frame?(): Frame | undefined
}

/** What a supplier sent is not of its protocol. */
export class Malformed extends Error {}

/**
 * What a request says of the answer that is the whole of it: how many choices, whether the caller
 * named texts at which it ends, so that it may be empty, and whether it is only begun.
 */
export interface Asked {
  choices: number
  stops: boolean
  later: boolean
}

/** How suppliers of a protocol are asked and understood. */
export interface SupplierProtocol {
  /** The body of a request. Throws `Unusable` (runtime/hooks) for what the protocol cannot say. */
  write(request: ChatRequest): Json
  /**
   * A whole reply of status 200. Throws `Malformed` where it is none, or not all that was asked
   * for.
   */
  read(reply: unknown, asked?: Asked): Completion
  reader(asked?: Asked): StreamReader
}

/**
 * What a reply says besides the model's answer. `created` is in Unix seconds; `id` is ours, without
 * any prefix.
 */
export interface ReplyFacts {
  id: string
  model: string
  created: number
  /** What the prompt is estimated at, for streams that tell of it before their supplier does. */
  prompt?(): Usage | undefined
}

/**
 * How a stream ended well. `cost` stands in the last usage frame: USD as decimal text, and the
 * receipt where money moved.
 */
export interface StreamEnd {
  usage: Usage
  cost?: { amount: string; currency: string }
  payment?: { settled: boolean; transaction?: string; network: string; error_class?: string }
}

/** Writes one stream to a caller, as the text of whole SSE events. */
export interface StreamWriter {
  /** What stands before the first piece; may be empty. */
  open(): string
  piece(piece: Piece): string
  /** How the writer would write words now; undefined where that depends on the words. */
  frame?(): Frame | undefined
  /** The last events. */
  close(end: StreamEnd): string
  /** Ends the stream so that no client takes it for whole. */
  fail(error: { message: string; type: string; code: string }): string
}

/** How callers of a protocol are answered. */
export interface CallerProtocol {
  reply(completion: Completion, facts: ReplyFacts): Json
  writer(facts: ReplyFacts): StreamWriter
}
