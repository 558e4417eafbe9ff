// Code generated from catalog/text/ by "npm run generate". DO NOT EDIT.
import { ceilDiv, max, need } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { ChatRow } from './chat.models.ts'
import type {
  PostChatCompletionsBody, PostChatCompletionsValues, PostChatRestBody,
} from './chat.requests.ts'
import type { PostMessagesBody, PostMessagesValues } from './messages.requests.ts'

/** `price` of /api/v1/chat/completions and 2 more routes. */
export const postChatCompletionsPrice = {
  micro: ({ body, model, values }) => {
    switch (model.billing) {
      case 'token': { // catalog/text/templates.yaml:74
        const prompt_tokens = values.input_tokens
        const answer_tokens = BigInt(body.n ?? 1) * BigInt(values.max_tokens)
        const long = prompt_tokens >= model.long_above
        const cached = 0n
        const input = (BigInt(prompt_tokens) * need(model.input) + cached)
          * (long ? model.long_input_x : 1n)
        const output = answer_tokens * need(model.output) * (long ? model.long_output_x : 10n)
        return ceilDiv(
          max(input * 100n + output + BigInt(values.sources) * 2_625_000_000_000n, 100_000_000_000n)
            + 100_000_000_000n,
          100_000_000n,
        )
      }
      case 'flat': { // catalog/text/templates.yaml:86
        return BigInt(body.n ?? 1) * need(model.flat)
      }
      case 'free': { // catalog/text/templates.yaml:87
        return 0n
      }
      default:
        throw new RangeError('no price for this choice')
    }
  },
  reads: ({ model }) => {
    switch (model.billing) {
      case 'token': {
        return ['body.n', 'values.max_tokens', 'values.input_tokens', 'values.sources']
      }
      case 'flat': {
        return ['body.n']
      }
      default:
        return []
    }
  },
  actual: ({ model, usage, values }) => {
    switch (model.billing) {
      case 'token': {
        if (usage === undefined) return undefined
        const prompt_tokens = usage.input
        const cached_tokens = usage.cached
        const written_tokens = usage.written
        const answer_tokens = usage.output
        const long = prompt_tokens >= model.long_above
        const cached = BigInt(cached_tokens) * (model.cache_read ?? need(model.input))
          + BigInt(written_tokens) * (model.cache_write ?? need(model.input))
        const input = ((BigInt(prompt_tokens) - BigInt(cached_tokens) - BigInt(written_tokens))
          * need(model.input)
          + cached)
          * (long ? model.long_input_x : 1n)
        const output = BigInt(answer_tokens)
          * need(model.output)
          * (long ? model.long_output_x : 10n)
        return ceilDiv(
          max(input * 10n + output + BigInt(values.sources) * 262_500_000_000n, 10_000_000_000n)
            + 10_000_000_000n,
          10_000_000n,
        )
      }
      default:
        return undefined
    }
  },
  actualReads: ({ model }) => {
    switch (model.billing) {
      case 'token': {
        return ['values.sources']
      }
      default:
        return []
    }
  },
  lines: ({ body, model, values }) => {
    switch (model.billing) {
      case 'token': {
        const prompt_tokens = values.input_tokens
        const answer_tokens = BigInt(body.n ?? 1) * BigInt(values.max_tokens)
        const long = prompt_tokens >= model.long_above
        const cached = 0n
        const input = (BigInt(prompt_tokens) * need(model.input) + cached)
          * (long ? model.long_input_x : 1n)
        const output = answer_tokens * need(model.output) * (long ? model.long_output_x : 10n)
        return [
          [
            'prompt_tokens', prompt_tokens, 1n,
            (long ? model.long_input_x : 1n) * need(model.input),
            1_000_000_000_000n,
          ],
          [
            'answer_tokens', answer_tokens, 10n,
            need(model.output) * (long ? model.long_output_x : 10n),
            10_000_000_000_000n,
          ],
          ['sources', values.sources, 1n, 1n, 40n],
          ['margin', BigInt(values.sources), 40n, 1n, 20n],
          [
            'minimum', 1, 1n,
            max(
              input * 100n + output + BigInt(values.sources) * 2_625_000_000_000n,
              100_000_000_000n,
            )
              - (input * 100n + output + BigInt(values.sources) * 2_625_000_000_000n),
            100_000_000_000_000n,
          ],
          ['fee', 1, 1n, 1n, 1000n],
        ]
      }
      case 'flat': {
        return [['n', body.n ?? 1, 1n, need(model.flat), 1_000_000n]]
      }
      case 'free': {
        return []
      }
      default:
        return undefined
    }
  },
  decimals: 6, identify: false,
} satisfies NonNullable<Route<
  Call<
    PostChatCompletionsBody | PostChatRestBody | PostMessagesBody,
    any,
    ChatRow,
    any,
    PostChatCompletionsValues | PostMessagesValues
  >
>['price']>
