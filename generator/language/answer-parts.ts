/** The keys inside the keys of routes that define the answer. */
import type { Schema } from '../shape/schema.ts'
import { keysOf } from './key.ts'
import { TABLES } from './shared.ts'

/** The shape of the name of a call. */
export const MADE_CALL = {
  type: 'string',
  pattern: '^(=|[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*$)',
  patternErrorMessage: 'upstream.call, or a formula after =',
} as const satisfies Schema

/** `upstream:` of a call that takes arguments. */
export const MADE_KEYS = keysOf({
  call: {
    kind: 'other',
    about: 'The call, or a formula after =',
    example: 'upstream: { call: news.search, with: { words: =query.q } }',
    shape: MADE_CALL,
    required: true,
  },
  with: {
    kind: 'data',
    about: 'Values for what the call `takes`',
    example: 'with: { symbol: =model.feed, group: equity }',
    shape: { type: 'object' },
    member: 'with',
    rank: 435,
    sees: 'made',
  },
})

/** `cache:`. */
export const CACHE_KEYS = keysOf({
  when: {
    kind: 'condition',
    about: 'Which calls may be answered from memory',
    example: 'when: body.method in kept',
    required: true,
    member: 'when',
    rank: 10,
    sees: 'gated',
  },
  tables: TABLES,
  key: {
    kind: 'data',
    about: 'What makes two calls the same',
    example: 'key: [=body.method, =body.params]',
    required: true,
    member: 'key',
    rank: 20,
    sees: 'hit',
  },
  for: {
    kind: 'duration',
    about: 'How long a reply is kept',
    example: 'for: 10s',
    required: true,
    member: 'for',
    rank: 30,
  },
  patch: {
    kind: 'data',
    about: 'Members set in a kept reply',
    example: 'patch: { id: =body.id }',
    shape: { type: 'object' },
    member: 'patch',
    rank: 50,
    sees: 'hit',
  },
  keep_when: {
    kind: 'condition',
    about: 'Which replies may be kept',
    example: 'keep_when: has(reply.result)',
    member: 'keep',
    rank: 40,
    sees: 'replied',
  },
})

/** One entry of a list of `headers:`. */
export const HEADER_KEYS = keysOf({
  when: {
    kind: 'condition',
    about: 'When',
    example: 'when: has(requested)',
    required: true,
  },
  send: {
    kind: 'tree',
    about: 'Headers',
    example: 'send: { X-Fallback-Model: =model.id }',
    required: true,
  },
})

/** The tokenizers that can count the tokens of an answer. */
export const TOKENIZERS: readonly string[] = ['o200k', 'cl100k']

/** `usage:`. */
export const USAGE_KEYS = keysOf({
  prompt: {
    kind: 'integer',
    about: 'The tokens of the prompt',
    example: 'usage: { prompt: input_tokens, tokenizer: model.tokenizer }',
    required: true,
    member: 'promptTokens',
    rank: 252,
    sees: 'gated',
  },
  tokenizer: {
    kind: 'formula',
    about: 'The tokenizer that counts the words of the answer: o200k or cl100k',
    example: 'usage: { prompt: input_tokens, tokenizer: model.tokenizer }',
    required: true,
    member: 'tokenizer',
    rank: 254,
    sees: 'gated',
  },
})

/** One entry of `instead:`. */
export const INSTEAD_KEYS = keysOf({
  when: {
    kind: 'condition',
    about: 'When it is the reply',
    example: 'when: path.id == "example"',
    required: true,
  },
  reply: {
    kind: 'tree',
    about: 'The reply',
    example: 'reply: { note: Put an id here }',
    required: true,
  },
})
