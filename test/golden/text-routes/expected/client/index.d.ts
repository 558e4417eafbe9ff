// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type {
  ChatCompletionsRequest, OpenaiChatReply, OpenaiResponsesEvent, OpenaiResponsesReply,
  ResponsesRequest, ThingsRequest, Usage,
} from './types/index.js'
import type { MaybePaid, Open, Paid, PaidMethod, StreamMethod, Settings } from './transport/types.js'

export type * as types from './types/index.js'
export type * from './transport/types.js'
export * from './transport/errors.js'
export { operations } from './operations.js'

/** Every operation of Shop. A small catalog for tests. */
export interface Shop {
  readonly chat: {
    /**
     * Chat completions. Price: from 0.002 USD, quoted per request, some calls free. `POST
     * /api/v1/chat/completions`
     */
    readonly completions: PaidMethod<[body: Open<ChatCompletionsRequest> & { stream?: false }], MaybePaid<OpenaiChatReply>> & StreamMethod<[body: Open<ChatCompletionsRequest> & { stream: true }], {
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
      /** What was charged */
      cost?: {
        amount: string
        currency: string
      }
      /** The receipt */
      payment?: {
        settled: boolean
        network: string
        transaction?: string
        error_class?: string
        receipt?: string
      }
    }>
  }
  /** Responses. Price: 0.011 USD. `POST /api/v1/responses` */
  readonly responses: PaidMethod<[body: Open<ResponsesRequest> & { stream?: false }], Paid<OpenaiResponsesReply>> & StreamMethod<[body: Open<ResponsesRequest> & { stream: true }], OpenaiResponsesEvent>
  /** Makes things. Price: 0.0115 to 0.2635 USD. `POST /api/v1/things` */
  readonly things: PaidMethod<[body: ThingsRequest], Paid<{
    made?: unknown
  }>>
}

/** Makes a client. It sends nothing until a method is called. */
export declare function createClient(settings: Settings): Shop
