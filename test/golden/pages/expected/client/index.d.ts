// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type {
  AnthropicMessagesReply, ChatCompletionsRequest, ContentItem, Cost, McpRequest, OpenaiChatReply,
  Payment, ThingsPostRequest, Usage, UsageOfAnthropicMessagesReply,
} from './types/index.js'
import type { Forwarded, FreeMethod, Open, Paid, PaidMethod, StreamMethod, Settings } from './transport/types.js'

export type * as types from './types/index.js'
export type * from './transport/types.js'
export * from './transport/errors.js'
export { operations } from './operations.js'

/** Every operation of Shop. A small catalog for tests. */
export interface Shop {
  /**
   * Price of a thing at a place with a name that is long. Price: 0.003 to 0.021 USD. `GET
   * /api/v1/prices/{place}/{symbol}`
   */
  readonly prices: PaidMethod<[params: {
    place: string
    symbol: string
    days?: number
  }], Paid<unknown>>
  /** A file. Price: 0.005 USD. `GET /api/v1/files/*` */
  readonly files: PaidMethod<[params: {
    /** Its slashes are not encoded. */
    rest: string
    page?: number
  } & Forwarded], Paid<unknown>>
  /**
   * What the wallet that signs has bought. Price: 0 USD; the signature names the wallet. `GET
   * /api/v1/mine`
   */
  readonly mine: PaidMethod<[], Paid<unknown>>
  /** For MCP clients. Free. `POST /mcp` */
  readonly mcp: FreeMethod<[body: McpRequest], unknown>
  /** One free thing. Free. `GET /things/{id}` */
  readonly things: FreeMethod<[params: {
    id: string
  }], {
    id: string
  }> & {
    /** Makes things. Price: 0.0115 to 0.2635 USD. `POST /api/v1/things` */
    readonly post: PaidMethod<[body: ThingsPostRequest], Paid<{
      made?: unknown
    }>>
  }
  readonly chat: {
    /** Chat completions. Price: 0.011 USD. `POST /api/v1/chat/completions` */
    readonly completions: PaidMethod<[body: Open<ChatCompletionsRequest> & { stream?: false }], Paid<OpenaiChatReply>> & StreamMethod<[body: Open<ChatCompletionsRequest> & { stream: true }], {
      id: string
      object: 'chat.completion.chunk'
      /** Unix time in seconds */
      created: number
      model: string
      choices: {
        index: number
        delta: {
          role?: 'assistant'
          content?: string
          reasoning_content?: string
          reasoning_signature?: string
          reasoning_length?: number
          tool_calls?: {
            index: number
            function: {
              arguments: string
              name?: string
            }
            id?: string
            type?: 'function'
            extra_content?: Record<string, unknown>
          }[]
        }
        finish_reason: 'stop' | 'length' | 'tool_calls' | 'content_filter' | null
        logprobs?: Record<string, unknown>
      }[]
      usage?: Usage
      citations?: string[]
      cost?: Cost
      payment?: Payment
    }>
  }
  /** Messages. Price: 0.011 USD. `POST /api/v1/messages` */
  readonly messages: PaidMethod<[body: Open<ChatCompletionsRequest> & { stream?: false }], Paid<AnthropicMessagesReply>> & StreamMethod<[body: Open<ChatCompletionsRequest> & { stream: true }], {
    type: 'message_start'
    message: {
      id: string
      type: 'message'
      role: 'assistant'
      model: string
      content: ContentItem[]
      stop_reason: null
      stop_sequence: string | null
      usage: UsageOfAnthropicMessagesReply
    }
  } | {
    type: 'content_block_start'
    index: number
    content_block: ContentItem
  } | {
    type: 'content_block_delta'
    index: number
    delta: {
      type: 'text_delta'
      text: string
    } | {
      type: 'thinking_delta'
      thinking: string
    } | {
      type: 'signature_delta'
      signature: string
    } | {
      type: 'input_json_delta'
      partial_json: string
    }
  } | {
    type: 'content_block_stop'
    index: number
  } | {
    type: 'message_delta'
    delta: {
      stop_reason: 'end_turn' | 'max_tokens' | 'stop_sequence' | 'tool_use' | 'refusal'
      stop_sequence: string | null
    }
    usage: UsageOfAnthropicMessagesReply
    cost?: Cost
    payment?: Payment
  } | {
    type: 'message_stop'
  }>
}

/** Makes a client. It sends nothing until a method is called. */
export declare function createClient(settings: Settings): Shop
