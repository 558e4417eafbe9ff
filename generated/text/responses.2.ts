// Code generated from catalog/text/ by "npm run generate". DO NOT EDIT.
import { didYouMean, join } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { responsesTool } from '../shapes.ts'
import type { ChatRow } from './chat.models.ts'
import type {
  PostResponsesInputTokensBody, PostResponsesInputTokensValues,
} from './responses.requests.ts'
import { postResponsesValues, shared } from './responses.shared.ts'

/** POST /v1/responses/input_tokens: How many tokens a request has, as its price counts them */
export const postResponsesInputTokens: Route<
  Call<PostResponsesInputTokensBody, {}, ChatRow, any, PostResponsesInputTokensValues>
> = {
  ...shared, id: 'post_responses_input_tokens', origin: 'catalog/text/responses.routes.yaml:164',
  method: 'POST', path: '/v1/responses/input_tokens',
  aliases: [{ method: 'POST', path: '/api/v1/responses/input_tokens' }],
  prefix: '/v1/responses', summary: 'How many tokens a request has, as its price counts them',
  discovery: 'free', table: 'chat.models',
  pick: ({ body }) => body.model.includes('/') ? body.model : join(['vendorA', body.model], '/'),
  limit: 'counting',
  body: {
    schema: {
      type: 'object',
      properties: {
        model: {
          type: 'string', minLength: 1, maxLength: 200,
          description: 'a model id of vendorA, with or without the prefix vendorA/',
        },
        input: {
          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'object' } }],
          description: 'a prompt, or a list of items',
        },
        instructions: {
          type: 'string', description: 'instructions of the system or the developer',
        },
        tools: { type: 'array', items: responsesTool, maxItems: 1024 },
      },
      required: ['model'],
    },
    unknown: 'forward',
  },
  values: {
    ...postResponsesValues,
    known: ({ body, values }) => values.id_only.length === 0 ? body.input : values.readable,
  },
  gates: ({ body, model, models, values }) => {
    if (model === undefined) // catalog/text/responses.routes.yaml:181
      return {
        status: 400,
        message: `${body.model} is not served by the responses API.${didYouMean(body.model, models.rows.filter(m => m.responses !== undefined).map(m => m.id))}`,
        code: 'model_not_found',
        extra: { param: 'model' },
      }
    if (!(values.input_tokens >= 0)) // catalog/text/responses.routes.yaml:185
      return {
        status: 400,
        message: 'Only text and images can be priced. Send the text of a PDF or other document, or images of its pages.',
        extra: { param: 'input' },
      }
    return undefined
  },
  reply: ({ values }) => ({ object: 'response.input_tokens', input_tokens: values.input_tokens }),
}

/** POST /v1/responses/compact: No longer offered */
export const postResponsesCompact: Route<Call> = {
  ...shared, id: 'post_responses_compact', origin: 'catalog/text/responses.routes.yaml:195',
  method: 'POST', path: '/v1/responses/compact',
  aliases: [{ method: 'POST', path: '/api/v1/responses/compact' }],
  prefix: '/v1/responses', summary: 'No longer offered', discovery: 'none', gone: 404,
}
