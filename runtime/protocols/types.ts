/**
 * The types of conversations. Inside the gateway everything uses one form: OpenAI's chat
 * completions. Each protocol is a folder that converts its wire format to that form and back.
 * Upstreams use a protocol, and so do callers (`protocol:` of a call and of a route). A protocol
 * knows no route, upstream, model or price.
 */
import type { Json } from '../contract.ts'

/** One event of a `text/event-stream`; `event` is absent if the stream names none. */
export interface SseEvent {
  event?: string
  data: string
}

/**
 * A part of a message. Parts that only one upstream protocol knows are kept unchanged for upstreams
 * of that protocol. A content part that cannot be sent to an upstream is `Unusable`, because
 * content that a caller pays for must not be dropped silently.
 */
export type Part =
  | { type: 'text'; text: string; cache_control?: Json }
  | { type: 'image_url'; image_url: { url: string; detail?: string }; cache_control?: Json }
  | { type: string; [member: string]: unknown }

/**
 * Data that clients return with a tool call and that some upstreams require, as proof that the call
 * was theirs.
 */
export interface ExtraContent {
  google?: { thought_signature?: string }
}

/**
 * A call of a function tool. `arguments` is JSON text, as the model wrote it. `id` is empty if the
 * upstream sent none.
 */
export interface ToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
  extra_content?: ExtraContent
}

/**
 * One message of a conversation. `reasoning_signature` proves to the upstream that returned
 * reasoning is its own; `reasoning_length` is the length of that reasoning, if it was streamed.
 */
export interface Message {
  role: 'system' | 'developer' | 'user' | 'assistant' | 'tool' | 'function'
  content?: string | readonly Part[] | null
  name?: string
  tool_calls?: readonly ToolCall[]
  tool_call_id?: string
  /** The text of a refusal; there is no content then. */
  refusal?: string
  reasoning_content?: string
  reasoning_signature?: string
  reasoning_length?: number
  /** For a tool's result: the tool failed; where its prompt may be cached. */
  is_error?: boolean
  cache_control?: Json
}

/** A tool offered to a model. Only its upstream knows a tool without `function`. */
export interface Tool {
  type: string
  function?: { name: string; description?: string; parameters?: Json; strict?: boolean }
  cache_control?: Json
  readonly [member: string]: unknown
}

/**
 * The request to an upstream, in the internal form: validated and clamped, with the upstream's own
 * model name. Unknown members are kept.
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
  /** Requests prompt caching; never sent to an upstream unchanged. */
  prompt_cache?: boolean
  /**
   * Members of an Anthropic-style request that the internal form cannot express; sent only to
   * upstreams of that style.
   */
  anthropic?: { readonly [member: string]: Json | undefined }
  readonly [member: string]: unknown
}

/**
 * Token counts that do not overlap: the prompt is `uncached + cacheRead + cacheWrite`, the
 * completion `output + reasoning`. `details` are the upstream's own completion details, which
 * callers see if their protocol has them.
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

/** One answer of a model. Absent members mean none; `content` is null if there is no text. */
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
   * The answer in Anthropic's form, for callers of that style: the order of its blocks, and
   * encrypted reasoning.
   */
  blocks?: readonly Json[]
}

/**
 * A complete answer. `usage` is absent if the upstream sent none. `pending` means that the answer
 * is still in progress, under the reply's own id.
 */
export interface Completion {
  choices: readonly Choice[]
  usage?: Usage
  citations?: readonly string[]
  sources?: number
  pending?: true
}

/** The additions of one stream event. `tool.index` counts a choice's calls from 0. */
export interface Piece {
  /** Index of the choice; 0 if absent. */
  index?: number
  content?: string
  reasoning?: string
  /** Ends a block of reasoning; reasoning after it is another block. */
  signature?: string
  tool?: {
    index: number
    id?: string
    name?: string
    arguments?: string
    extra_content?: ExtraContent
  }
  /**
   * A complete block of an Anthropic-style upstream that has no other form, for callers of that
   * style.
   */
  block?: Json
  finish?: Finish
  stopped?: string
  logprobs?: Json
  /** Replaces earlier usage. */
  usage?: Usage
  citations?: readonly string[]
  sources?: number
  /** The upstream reports an error inside the stream. */
  problem?: { message: string; type?: string }
}

/**
 * The bytes before and after the text in an event that contains only text of the first choice: the
 * bytes of the whole event, one character each (latin1).
 */
export interface Frame {
  head: string
  tail: string
}

/** Reads one stream of an upstream. */
export interface StreamReader {
  /**
   * Returns the additions of an event; none for pings and the like. Throws `Malformed` if the event
   * does not follow the protocol.
   */
  take(event: SseEvent): readonly Piece[]
  /**
   * Whether the answer is complete, called once the upstream has closed the stream properly: the
   * protocol's own end was seen.
   */
  ended(): boolean
  /**
   * Returns the form of text events, once one was read; further events in that form need not be
   * parsed.
   */
  frame?(): Frame | undefined
}

/** The error for upstream data that do not follow their protocol. */
export class Malformed extends Error {}

/** The error for an event of an upstream's stream that is larger than the gateway reads. */
export class TooLarge extends Malformed {}

/**
 * The request options that decide when an answer is complete: how many choices, whether the caller
 * set stop sequences (the answer may then be empty), and whether it only starts a background
 * response.
 */
export interface RequestOptions {
  choices: number
  stops: boolean
  later: boolean
}

/** An upstream protocol: how to write requests and read replies. */
export interface UpstreamProtocol {
  /**
   * Writes the body of a request. Throws `Unusable` (runtime/hooks) for content that the protocol
   * cannot express.
   */
  write(request: ChatRequest): Json
  /** Reads a complete reply of status 200. Throws `Malformed` if it is malformed or incomplete. */
  read(reply: unknown, asked?: RequestOptions): Completion
  reader(asked?: RequestOptions): StreamReader
}

/**
 * Facts of a reply besides the model's answer. `created` is in Unix seconds; `id` is ours, without
 * a prefix.
 */
export interface ReplyFacts {
  id: string
  model: string
  created: number
  /** The estimated prompt tokens, for protocols that report them at the start of a stream. */
  prompt?(): Usage | undefined
}

/**
 * How a complete stream ended. The last usage event contains `cost`: USD as decimal text, and the
 * receipt if money moved.
 */
export interface StreamEnd {
  usage: Usage
  cost?: { amount: string; currency: string }
  payment?: {
    settled: boolean
    transaction?: string
    network: string
    error_class?: string
    /** The signed receipt. */
    receipt?: string
  }
}

/** The error at the end of a stream. `charged` says whether it is paid for, if that is known. */
export interface StreamFailure {
  message: string
  type: string
  code: string
  charged?: boolean
}

/** Writes one stream to a caller, as text of complete SSE events. */
export interface StreamWriter {
  /** Returns the text before the first piece; may be empty. */
  open(): string
  piece(piece: Piece): string
  /** Returns how the writer would write text now; undefined if that depends on the text. */
  frame?(): Frame | undefined
  /** Returns the last events. */
  close(end: StreamEnd): string
  /** Ends the stream with an error, so that no client takes it for complete. */
  fail(error: StreamFailure): string
}

/** A caller protocol: how replies to callers are written. */
export interface CallerProtocol {
  reply(completion: Completion, facts: ReplyFacts): Json
  writer(facts: ReplyFacts): StreamWriter
}
