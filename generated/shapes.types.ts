// Code generated from catalog/schemas/ by "npm run generate". DO NOT EDIT.
import type { Json } from '../runtime/contract.ts'

export type MicroAmount = string

export type ResponsesTool = {
  type: string
  [k: string]: Json | undefined
}

export type QuotedQuery = {
  [k: string]: string | number | boolean | Json[]
}

export type FaceAsset = string

export type EvmAddress = string

export type Day = string

export type SwapSigned = {
  eip712: {
    [k: string]: Json | undefined
  }
  signature: Json
  [k: string]: Json | undefined
}

export type CacheMark = {
  type: 'ephemeral'
  ttl?: '5m'
}

export type WebsearchCategory =
  | 'github'
  | 'news'
  | 'research paper'
  | 'linkedin profile'
  | 'personal site'
  | 'tweet'
  | 'financial report'
  | 'pdf'
  | 'company'

export type IsoDate = string

export type MessageToolChoice =
  | {
      type: 'tool'
      name: string
      [k: string]: Json | undefined
    }
  | {
      type: 'auto' | 'any' | 'none'
      [k: string]: Json | undefined
    }

export type ChatToolChoice =
  | ('auto' | 'none' | 'required')
  | {
      type: string
      function?: {
        name: string
        [k: string]: Json | undefined
      }
      [k: string]: Json | undefined
    }

export type ChatThinking =
  | {
      type: 'enabled'
      budget_tokens: number
      [k: string]: Json | undefined
    }
  | {
      type: 'disabled' | 'adaptive'
      [k: string]: Json | undefined
    }

export type McpReply = {
  jsonrpc: '2.0'
  id: string | number | null
  result?: {
    [k: string]: Json | undefined
  }
  error?: {
    code?: number
    message?: string
    [k: string]: Json | undefined
  }
  [k: string]: Json | undefined
}

export type MessageLeaves =
  | (string | {} | null)
  | {
      cache_control?: CacheMark
      [k: string]: Json | undefined
    }[]

export type ChatToolCall = {
  id: string
  type?: 'function'
  function: {
    name: string
    arguments?: string
    [k: string]: Json | undefined
  }
  [k: string]: Json | undefined
}

export type MessageSource =
  | string
  | {
      content?: MessageLeaves
      [k: string]: Json | undefined
    }

export type MessageTool = {
  name: string
  type?: string
  description?: string
  input_schema?: {
    [k: string]: Json | undefined
  }
  cache_control?: CacheMark
  [k: string]: Json | undefined
}

export type RpcRequest = {
  method: string
  [k: string]: Json | undefined
}

export type ChatSearch = {
  mode?: 'auto' | 'on' | 'off'
  sources?: Json[]
  return_citations?: boolean
  from_date?: string
  to_date?: string
  max_search_results?: number
  [k: string]: Json | undefined
}

export type QuoteLine = {
  /** what is counted, or what is added to it, such as fee, minimum or rounding */
  unit: string
  /** an exact decimal */
  quantity: string
  /** USD for one, an exact decimal */
  rate: string
  /** quantity times rate, in USD */
  total: string
  [k: string]: Json | undefined
}

export type ChatFormat =
  | {
      type: 'text' | 'json_object'
      [k: string]: Json | undefined
    }
  | {
      type: 'json_schema'
      json_schema: {
        name: string
        schema?: {
          [k: string]: Json | undefined
        }
        strict?: boolean
        description?: string
        [k: string]: Json | undefined
      }
      [k: string]: Json | undefined
    }

export type ChatTool = {
  type: string
  function?: {
    name: string
    description?: string
    parameters?: {
      [k: string]: Json | undefined
    }
    [k: string]: Json | undefined
  }
  cache_control?: CacheMark
  [k: string]: Json | undefined
}

export type MessageInner = {
  cache_control?: CacheMark
  source?: MessageSource
  content?: MessageLeaves
  [k: string]: Json | undefined
}

export type RpcBody = RpcRequest | RpcRequest[]

export type ChatPart =
  | {
      type: 'text'
      text: string
      cache_control?: CacheMark
      [k: string]: Json | undefined
    }
  | {
      type: 'image_url'
      image_url: {
        url: string
        detail?: string
        [k: string]: Json | undefined
      }
      cache_control?: CacheMark
      [k: string]: Json | undefined
    }
  | {
      type: 'input_audio' | 'refusal'
      cache_control?: CacheMark
      [k: string]: Json | undefined
    }
  | {
      type: 'file'
      file: {
        file_data: string
        filename?: string
      }
      cache_control?: CacheMark
      [k: string]: Json | undefined
    }

export type MessageBlock = {
  type: string
  name?: string
  cache_control?: CacheMark
  source?: MessageSource
  content?: (string | {} | null) | MessageInner[]
  [k: string]: Json | undefined
}

export type MessageContent = string | MessageBlock[]

export type MessageTurn = {
  role: 'user' | 'assistant'
  content: MessageContent
  [k: string]: Json | undefined
}

export type ChatMessage = {
  role: 'system' | 'developer' | 'user' | 'assistant' | 'tool' | 'function'
  content?: string | ChatPart[] | null
  name?: string
  tool_call_id?: string
  tool_calls?: ChatToolCall[]
  function_call?: {
    name: string
    arguments?: string
    [k: string]: Json | undefined
  }
  reasoning_content?: string
  reasoning_signature?: string
  refusal?: string
  audio?: {
    [k: string]: Json | undefined
  }
  cache_control?: CacheMark
  [k: string]: Json | undefined
}
