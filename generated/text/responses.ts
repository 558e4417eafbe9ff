// Code generated from catalog/text/ by "npm run generate". DO NOT EDIT.
import {
  at, ceilDiv, count, didYouMean, get, items, join, max, min, need, same,
} from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { responsesTool } from '../shapes.ts'
import { calls } from '../upstreams.ts'
import { vendorACancelResponse, vendorAResponse } from '../upstreams/vendor_a.ts'
import type { ChatRow } from './chat.models.ts'
import type {
  GetResponsesIdQuery, PostResponsesBody, PostResponsesValues,
} from './responses.requests.ts'
import { own_tools, postResponsesValues, shared, tool_choices } from './responses.shared.ts'

/** POST /api/v1/responses: OpenAI-compatible responses, with tools and reasoning together */
export const postResponses: Route<
  Call<PostResponsesBody, {}, ChatRow, any, PostResponsesValues>
> = {
  id: 'post_responses', origin: 'catalog/text/responses.routes.yaml:2', family: 'text/responses',
  method: 'POST', path: '/api/v1/responses',
  aliases: [{ method: 'POST', path: '/v1/responses' }],
  prefix: '', summary: 'OpenAI-compatible responses, with tools and reasoning together',
  tags: ['chat'], flow: 'stream_or_reply',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], envelope: 'responses',
  challenge: 'after_gates', discovery: 'challenge', table: 'chat.models',
  pick: ({ body }) => body.model.includes('/') ? body.model : join(['vendorA', body.model], '/'),
  authorization: 300_000, redeliver: 300_000,
  streams: ({ body }) => body.stream,
  promptTokens: ({ values }) => values.input_tokens,
  tokenizer: ({ model }) => model.tokenizer,
  bodyLimit: 10_485_760,
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
          description: 'a prompt, or a list of complete items (messages, function_call_output, reasoning); reasoning without encrypted_content is left out, item_reference is refused',
        },
        instructions: {
          type: 'string', description: 'instructions of the system or the developer',
        },
        max_output_tokens: {
          type: 'integer', minimum: 1,
          description: 'tokens of the answer, with reasoning; by default the model\'s limit. We quote 10 % of it, so a smaller number lowers the price',
        },
        stream: { type: 'boolean', default: false, description: 'answer as server-sent events' },
        tools: { type: 'array', items: responsesTool, maxItems: 1024 },
        tool_choice: {
          type: ['string', 'object'],
          description: 'auto, none, required, or {type - function, name}',
        },
        reasoning: { type: 'object', description: 'for example {effort - high}' },
        include: {
          type: 'array',
          items: { type: 'string' },
          description: 'for example reasoning.encrypted_content, which lets you send reasoning back',
        },
        text: {
          type: 'object',
          description: '{format - {type - json_object}}, {format - {type - json_schema, name, schema}}, {verbosity}',
        },
        temperature: { type: 'number', description: 'only for models that do not reason' },
        top_p: { type: 'number', description: 'only for models that do not reason' },
        background: {
          type: 'boolean', default: false,
          description: 'answer at once and continue in the background; only for wallets on the list `background`. You pay at the start, even if it fails later',
        },
        service_tier: {
          type: 'string', enum: ['auto', 'default', 'flex'],
          description: 'only tiers that the listed prices cover',
        },
        store: {
          not: { type: 'null' },
          description: 'false only - responses are not stored. Set it in your SDK, so that it sends complete items (providerOptions.openai.store in Vercel\'s AI SDK)',
        },
        previous_response_id: {
          not: { type: 'null' },
          description: 'refused - responses are not stored',
        },
        conversation: { not: { type: 'null' }, description: 'refused - responses are not stored' },
        prompt: { not: { type: 'null' }, description: 'refused - responses are not stored' },
        context_management: {
          not: { type: 'null' },
          description: 'refused - the upstream bills summaries beside the answer',
        },
      },
      required: ['model'],
    },
    unknown: 'forward',
  },
  values: {
    ...postResponsesValues,
    offered: ({ models }) => models.rows.filter(m => m.responses !== undefined).map(m => m.id),
    max_output: ({ body, model }) =>
      min(body.max_output_tokens ?? model.max_output, model.max_output),
    known: ({ body, values }) =>
      body.background || values.id_only.length === 0 ? body.input : values.readable,
    hosted: ({ body }) => (body.tools ?? []).filter(
      t => !own_tools.has(get(t, 'type')) || count(get(t, 'environment')) > 0,
    ),
  },
  gates: ({ body, model, values }) => {
    if (model === undefined) // catalog/text/responses.routes.yaml:55
      return {
        status: 400,
        message: `${body.model} is not served by the responses API, which has models of vendorA.${didYouMean(body.model, values.offered)} Others - chat completions.`,
        code: 'model_not_found',
        extra: { param: 'model' },
      }
    // catalog/text/responses.routes.yaml:32
    if (!(count(body.store) === 0 || same(body.store, false)))
      return {
        status: 400, message: 'Nothing is kept here, so `store` can only be false.',
        extra: { param: 'store' },
      }
    if (count(body.previous_response_id) !== 0) // catalog/text/responses.routes.yaml:33
      return {
        status: 400,
        message: 'Nothing is kept here, so there is no previous response. Send the whole conversation as `input`.',
        extra: { param: 'previous_response_id' },
      }
    if (count(body.conversation) !== 0) // catalog/text/responses.routes.yaml:34
      return {
        status: 400,
        message: 'Nothing is kept here, so there are no conversations. Send the whole conversation as `input`.',
        extra: { param: 'conversation' },
      }
    if (count(body.prompt) !== 0) // catalog/text/responses.routes.yaml:35
      return {
        status: 400,
        message: 'Prompts that are kept at the upstream cannot be used here. Send the text as `input`.',
        extra: { param: 'prompt' },
      }
    if (count(body.context_management) !== 0) // catalog/text/responses.routes.yaml:36
      return {
        status: 400,
        message: 'The price does not cover context_management. Send the `input` as long as it should be.',
        extra: { param: 'context_management' },
      }
    // catalog/text/responses.routes.yaml:59
    if (!(model.responses !== undefined
      && model.billing === 'token'
      && model.input !== undefined
      && model.output !== undefined)) {
      return {
        status: 400,
        message: `${body.model} is not served by the responses API. Use chat completions for it, POST /v1/chat/completions.`,
        code: 'model_not_found',
        extra: { param: 'model' },
      }
    }
    // catalog/text/responses.routes.yaml:63
    if (!(body.input !== undefined || body.instructions !== undefined))
      return { status: 400, message: 'Give `input` or `instructions`.', extra: { param: 'input' } }
    // catalog/text/responses.routes.yaml:66
    if (!items(body.input).every(
      i =>
        count(get(i, 'type')) > 0 && get(i, 'type') !== ''
          || ['user', 'assistant', 'system', 'developer'].includes(get(i, 'role')),
    )) {
      return {
        status: 400,
        message: 'Each item of `input` needs a `type` or a `role`. Nothing is kept here, so items have to be sent whole.',
        extra: { param: 'input' },
      }
    }
    if (!(!body.background || !body.stream)) // catalog/text/responses.routes.yaml:69
      return {
        status: 400,
        message: 'A background response cannot be streamed when it is created. Follow it with GET /v1/responses/{id}?stream=true.',
        extra: { param: 'stream' },
      }
    if (values.hosted.length !== 0) // catalog/text/responses.routes.yaml:72
      return {
        status: 400,
        message: 'Only tools that you run yourself can be used here, such as functions.',
        extra: { param: 'tools' },
      }
    // catalog/text/responses.routes.yaml:75
    if (!items(body.input).every(i => count(get(i, 'tools')) === 0))
      return {
        status: 400, message: 'Tools are given as `tools`, not inside of `input`.',
        extra: { param: 'input' },
      }
    // catalog/text/responses.routes.yaml:78
    if (!(body.tool_choice === undefined
      || ['auto', 'none', 'required'].some(word_ => same(body.tool_choice, word_))
      || tool_choices.has(get(body.tool_choice, 'type')))) {
      return {
        status: 400,
        message: 'Only tools that you run yourself can be chosen here, such as functions.',
        extra: { param: 'tool_choice' },
      }
    }
    // catalog/text/responses.routes.yaml:81
    if (!items(body.input).every(i => get(i, 'type') !== 'item_reference'))
      return {
        status: 400,
        message: 'item_reference: nothing is kept here, so send complete items. Most SDKs do so with store: false (Vercel\'s AI SDK: providerOptions.openai.store).',
        extra: { param: 'input' },
      }
    // catalog/text/responses.routes.yaml:84
    if (!items(body.input).every(
      i =>
        count(get(i, 'file_id')) === 0
          && items(get(i, 'content')).every(
            part => count(get(part, 'file_id')) === 0 && count(get(part, 'file_url')) === 0,
          ),
    )) {
      return {
        status: 400,
        message: 'Files are sent with their data - what is kept or fetched elsewhere cannot be counted.',
        extra: { param: 'input' },
      }
    }
    // catalog/text/responses.routes.yaml:87
    if (!items(body.input).every(
      i =>
        count(get(i, 'output', 'file_id')) === 0
          && items(get(i, 'output')).every(
            part => count(get(part, 'file_id')) === 0 && count(get(part, 'file_url')) === 0,
          ),
    )) {
      return {
        status: 400,
        message: 'Files are sent with their data - what is kept or fetched elsewhere cannot be counted.',
        extra: { param: 'input' },
      }
    }
    if (!(values.input_tokens >= 0)) // catalog/text/responses.routes.yaml:90
      return {
        status: 400,
        message: 'Only text and images can be priced. Send the text of a PDF or other document, or images of its pages.',
        extra: { param: 'input' },
      }
    return undefined
  },
  checks: ({ body, hooks, payer }) => {
    // catalog/text/responses.routes.yaml:95
    if (!(!body.background || hooks.isListed(need(payer), 'background')))
      return {
        status: 403, message: 'Background responses are not open to this wallet.',
        extra: { param: 'background' },
      }
    return undefined
  },
  price: {
    micro: ({ model, values }) => { // catalog/text/responses.routes.yaml:105
      const prompt_tokens = values.input_tokens
      const answer_tokens = BigInt(values.max_output)
      const input = BigInt(prompt_tokens) * need(model.input)
      return ceilDiv(
        max(input * 10n + answer_tokens * need(model.output), 10_000_000_000n) + 10_000_000_000n,
        10_000_000n,
      )
    },
    reads: ['values.max_output', 'values.input_tokens'],
    actual: ({ model, usage }) => {
      if (usage === undefined) return undefined
      const prompt_tokens = usage.input
      const cached_tokens = usage.cached
      const answer_tokens = usage.output
      const input = (BigInt(prompt_tokens) - BigInt(cached_tokens)) * need(model.input)
        + BigInt(cached_tokens) * (model.cache_read ?? need(model.input))
      return ceilDiv(
        max(input + BigInt(answer_tokens) * need(model.output), 1_000_000_000n) + 1_000_000_000n,
        1_000_000n,
      )
    },
    lines: ({ model, values }) => {
      const prompt_tokens = values.input_tokens
      const answer_tokens = BigInt(values.max_output)
      const input = BigInt(prompt_tokens) * need(model.input)
      return [
        ['prompt_tokens', prompt_tokens, 1n, need(model.input), 1_000_000_000_000n],
        ['answer_tokens', answer_tokens, 10n, need(model.output), 1_000_000_000_000n],
        [
          'minimum', 1, 1n,
          max(input * 10n + answer_tokens * need(model.output), 10_000_000_000n)
            - (input * 10n + answer_tokens * need(model.output)),
          10_000_000_000_000n,
        ],
        ['fee', 1, 1n, 1n, 1000n],
      ]
    },
    decimals: 6, identify: false,
  },
  example: { body: { model: 'vendorA/chat-6-mini', input: 'Say hello.', max_output_tokens: 1000 } },
  probes: [{
    networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
    body: {
      model: 'vendorA/chat-6-mini', input: 'Say hello.', max_output_tokens: 1000, stream: false,
      background: false,
    },
  }],
  upstream: ({ model }) => at(calls, need(model.responses)),
  headers: ({ body }) =>
    ({ 'Content-Type': body.stream ? undefined : 'application/json; charset=utf-8' }),
  reply: 'verbatim',
}

/** GET /v1/responses/{id}: A background response, or its events from any point on */
export const getResponsesId: Route<Call<undefined, { id: string }, never, GetResponsesIdQuery>> = {
  ...shared, id: 'get_responses_id', origin: 'catalog/text/responses.routes.yaml:142',
  method: 'GET', path: '/v1/responses/{id}',
  aliases: [{ method: 'GET', path: '/api/v1/responses/{id}' }],
  prefix: '/v1', summary: 'A background response, or its events from any point on',
  discovery: 'free', limit: 'background',
  streams: ({ query }) => query.stream,
  query: {
    schema: {
      type: 'object',
      properties: {
        stream: { type: 'boolean', default: false, description: 'as server-sent events' },
        starting_after: {
          type: 'integer', minimum: 0, description: 'only events with a higher sequence_number',
        },
      },
    },
    unknown: 'ignore',
  },
  gates: async ({ path, hooks }) => {
    if (!await hooks.begunHere(path.id)) // catalog/text/responses.routes.yaml:136
      return {
        status: 404, message: `There is no background response ${path.id}.`,
        extra: { param: 'id' },
      }
    return undefined
  },
  upstream: () => vendorAResponse,
  headers: ({ query }) =>
    ({ 'Content-Type': query.stream ? undefined : 'application/json; charset=utf-8' }),
  reply: 'verbatim',
}

/** POST /v1/responses/{id}/cancel: Cancel a background response */
export const postResponsesIdCancel: Route<Call<undefined, { id: string }>> = {
  ...shared, id: 'post_responses_id_cancel', origin: 'catalog/text/responses.routes.yaml:152',
  method: 'POST', path: '/v1/responses/{id}/cancel',
  aliases: [{ method: 'POST', path: '/api/v1/responses/{id}/cancel' }],
  prefix: '/v1', summary: 'Cancel a background response', discovery: 'free', limit: 'background',
  gates: async ({ path, hooks }) => {
    if (!await hooks.begunHere(path.id)) // catalog/text/responses.routes.yaml:136
      return {
        status: 404, message: `There is no background response ${path.id}.`,
        extra: { param: 'id' },
      }
    return undefined
  },
  upstream: () => vendorACancelResponse,
  headers: () => ({ 'Content-Type': 'application/json; charset=utf-8' }),
  reply: 'verbatim',
}

export * from './responses.2.ts'
