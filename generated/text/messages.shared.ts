// Code generated from catalog/text/ by "npm run generate". DO NOT EDIT.
import { at, count, get, members, str } from '../../runtime/formula.ts'
import type { Route, Translation } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import {
  cacheMark, chatThinking, messageContent, messageTool, messageToolChoice, messageTurn,
} from '../shapes.ts'
import type { ChatRow } from './chat.models.ts'
import type {
  PostMessagesBody, PostMessagesCountTokensBody, PostMessagesForm, PostMessagesValues,
} from './messages.requests.ts'

export const video_sites = new Set(['.youtube.', '.youtu.be.', '.youtube-nocookie.'])

export const image_types = new Set([
  'data:image/png;', 'data:image/jpeg;', 'data:image/jpg;', 'data:image/gif;', 'data:image/webp;',
  'data:image/heic;', 'data:image/heif;',
])

export const content_types = new Set([
  'text', 'image_url', 'input_audio', 'refusal', 'file', 'document', 'image', 'search_result',
  'thinking', 'redacted_thinking', 'tool_use',
])

/** POST /api/v1/messages: the other form of its requests */
export const postMessagesTranslation: Translation<
  Call<PostMessagesForm, {}, ChatRow, any, PostMessagesValues>
> = {
  body: {
    schema: {
      type: 'object',
      properties: {
        model: {
          type: 'string', minLength: 1, maxLength: 200,
          description: 'one of the model ids; vendorF/ may be left out',
        },
        max_tokens: {
          type: 'integer', minimum: 1,
          description: 'tokens of the answer, at most the model\'s limit (see X-Max-Tokens-Effective)',
        },
        messages: {
          type: 'array', items: messageTurn, minItems: 1, maxItems: 20_000,
          description: 'the conversation; if it exceeds the model\'s context, the oldest turns are left out (see X-Context-Truncated and X-Messages-Removed)',
        },
        system: { ...messageContent, description: 'text, or text blocks' },
        temperature: { type: 'number', minimum: 0, maximum: 1 },
        top_p: { type: 'number', minimum: 0, maximum: 1 },
        top_k: { type: 'integer', minimum: 0 },
        stream: {
          type: 'boolean', default: false,
          description: 'answer as server-sent events; open/small-8b cannot',
        },
        stop_sequences: {
          type: 'array',
          items: { type: 'string' },
          maxItems: 16, description: 'where the answer ends',
        },
        tools: {
          type: 'array', items: messageTool, maxItems: 1024,
          description: 'tools that the model may use',
        },
        tool_choice: {
          ...messageToolChoice, description: '{type - auto}, any, none, or {type - tool, name}',
        },
        thinking: {
          ...chatThinking, description: '{type - enabled, budget_tokens}, adaptive or disabled',
        },
        metadata: {},
        output_config: { description: '{format - {type - json_schema, schema}}, {effort}' },
        cache_control: {
          ...cacheMark, description: '{type - ephemeral}; prompts are cached for five minutes',
        },
        context_management: {
          description: 'needs the header `anthropic-beta` with context-management',
        },
        thread: {
          description: 'refused - conversations are not stored; send the whole conversation',
        },
      },
      required: ['model', 'max_tokens', 'messages'],
    },
    unknown: 'forward',
  },
  gates: ({ body, request_headers }) => {
    if (body.thread !== undefined) // catalog/text/messages.routes.yaml:33
      return {
        status: 400, message: 'Conversations are not kept here - send all messages, without thread',
        extra: { details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] } },
      }
    // catalog/text/messages.routes.yaml:36
    if (!(body.context_management === undefined
      || Object.hasOwn(request_headers, 'anthropic-beta')
        && at(request_headers, 'anthropic-beta').includes('context-management'))) {
      return {
        status: 400,
        message: 'context_management needs the header anthropic-beta with context-management-2025-06-27',
      }
    }
    // catalog/text/messages.routes.yaml:38
    if (!(body.tools ?? []).every(
      t =>
        count(get(t, 'type')) === 0
          || get(t, 'type') === 'custom'
          || ['bash_', 'text_editor_', 'computer_', 'memory_'].some(
            own => str(get(t, 'type')).startsWith(own),
          ),
    )) {
      return { status: 400, message: 'Only tools that you run yourself can be used here' }
    }
    return undefined
  },
  give: ({ body, hooks }) => ({ ...members(hooks.chatOfMessages(body)) }),
}

/** Members that /api/v1/messages and one more route share. */
export const shared = {
  family: 'text/messages', method: 'POST', prefix: '', tags: ['chat'],
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], challenge: 'after_gates',
  table: 'chat.models',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'], authorization: 300_000,
} satisfies Partial<Route<
  Call<PostMessagesBody | PostMessagesCountTokensBody, {}, ChatRow, any, any>
>>
