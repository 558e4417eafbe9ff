// Code generated from catalog/text/ by "npm run generate". DO NOT EDIT.
import { didYouMean, get } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import {
  chatThinking, messageContent, messageTool, messageToolChoice, messageTurn,
} from '../shapes.ts'
import type { ChatRow } from './chat.models.ts'
import type {
  PostMessagesCountTokensBody, PostMessagesCountTokensValues,
} from './messages.requests.ts'
import { shared } from './messages.shared.ts'

/** POST /api/v1/messages/count_tokens: How many tokens a message has, as its price counts them */
export const postMessagesCountTokens: Route<
  Call<PostMessagesCountTokensBody, {}, ChatRow, any, PostMessagesCountTokensValues>
> = {
  ...shared, id: 'post_messages_count_tokens', origin: 'catalog/text/messages.routes.yaml:69',
  path: '/api/v1/messages/count_tokens',
  aliases: [{ method: 'POST', path: '/v1/messages/count_tokens' }],
  summary: 'How many tokens a message has, as its price counts them', flow: 'free',
  envelope: 'counts', discovery: 'free', limit: 'counting', bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        model: {
          type: 'string', minLength: 1, maxLength: 200,
          description: 'one of the model ids; vendorF/ may be left out',
        },
        messages: {
          type: 'array', items: messageTurn, minItems: 1, maxItems: 20_000,
          description: 'the conversation',
        },
        system: { ...messageContent, description: 'text, or text blocks' },
        tools: {
          type: 'array', items: messageTool, maxItems: 1024,
          description: 'tools that the model may use',
        },
        tool_choice: messageToolChoice, thinking: chatThinking,
      },
      required: ['model', 'messages'],
    },
    unknown: 'forward',
  },
  values: {
    chat: ({ body, hooks }) => hooks.chatOfMessages(body),
    input_tokens: ({ model, hooks, values }) =>
      hooks.estimateTokens(get(values.chat, 'messages'), values.chat, model.tokenizer),
  },
  gates: ({ body, model, models, values }) => {
    // catalog/text/messages.routes.yaml:89
    if (model === undefined)
      return {
        status: 400,
        message: `Unknown model: ${body.model}.${didYouMean(body.model, models.ids)} Full list: GET /v1/models`,
        code: 'UNKNOWN_MODEL',
      }
    // catalog/text/messages.routes.yaml:92
    if (!(values.input_tokens >= 0))
      return {
        status: 400,
        message: 'Only text and images can be priced - send a PDF\'s text or page images, and the content of referenced files',
      }
    return undefined
  },
  reply: ({ values }) => ({ input_tokens: values.input_tokens }),
}
