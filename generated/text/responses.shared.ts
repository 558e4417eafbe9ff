// Code generated from catalog/text/ by "npm run generate". DO NOT EDIT.
import { count, get, items } from '../../runtime/formula.ts'
import type { Derived, Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { ChatRow } from './chat.models.ts'
import type {
  PostResponsesBody, PostResponsesInputTokensBody, PostResponsesInputTokensValues,
  PostResponsesValues,
} from './responses.requests.ts'

export const own_tools = new Set([
  'function', 'custom', 'shell', 'local_shell', 'apply_patch', 'computer', 'computer_use_preview',
])

export const tool_choices = new Set([
  'function', 'custom', 'allowed_tools', 'shell', 'local_shell', 'apply_patch',
])

/** Derived values of /api/v1/responses, /v1/responses/input_tokens. */
export const postResponsesValues = {
  id_only: ({ body }) => items(body.input).filter(
    i =>
      get(i, 'type') === 'reasoning'
        && count(get(i, 'id')) > 0
        && count(get(i, 'encrypted_content')) === 0,
  ),
  readable: ({ body }) => items(body.input).filter(
    i =>
      get(i, 'type') !== 'reasoning'
        || count(get(i, 'id')) === 0
        || count(get(i, 'encrypted_content')) > 0,
  ),
  input_tokens: ({ body, model, hooks, values }) =>
    hooks.estimateTokens(values.known, body, model.tokenizer),
} satisfies Derived<
  Call<
    PostResponsesBody | PostResponsesInputTokensBody,
    {},
    ChatRow,
    any,
    PostResponsesInputTokensValues | PostResponsesValues
  >
>

/** Members that /v1/responses/{id} and 3 more routes share. */
export const shared = {
  family: 'text/responses', tags: ['chat'], flow: 'free',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], envelope: 'responses',
  challenge: 'after_gates', authorization: 300_000, bodyLimit: 1_048_576,
} satisfies Partial<Route<Call<any, any, any, any, any>>>
