// Code generated from catalog/tools/chat.models.yaml by "npm run generate". DO NOT EDIT.
import type { Row, Table } from '../../runtime/contract.ts'

/** A row of catalog/tools/chat.models.yaml. */
export interface ChatRow extends Row {
  /** per token, per request, or nothing */
  readonly billing: 'token' | 'flat' | 'free'
  /** USD per million tokens of the prompt. In micro-USD. */
  readonly input?: bigint
  /** USD per million tokens of the answer. In micro-USD. */
  readonly output?: bigint
  /** USD per request, fee included. In micro-USD. */
  readonly flat?: bigint
  /** prompt tokens from which the long tier applies */
  readonly long_above?: number
  /** what the long tier multiplies `input` by */
  readonly long_input_x: bigint
  /** In units of 1/10. */
  readonly long_output_x: bigint
  readonly context: number
  readonly max_output: number
  readonly upstream_id: string
  readonly upstream: 'talk_a.chat' | 'talk_b.chat'
  readonly tokenizer: 'o200k' | 'cl100k'
  /** serves in its stead */
  readonly fallback?: 'acme/pro' | 'open/free'
}

/** Rows of catalog/tools/chat.models.yaml, for all networks. */
export const chatModels: Table<ChatRow> = {
  name: 'chat.models',
  rows: [
    { // catalog/tools/chat.models.yaml:17
      id: 'acme/large', billing: 'token', input: 2_500_000n, output: 10_000_000n, long_input_x: 1n,
      long_output_x: 10n, context: 400_000, max_output: 128_000, upstream_id: 'large',
      upstream: 'talk_a.chat', tokenizer: 'o200k', fallback: 'acme/pro',
    },
    { // catalog/tools/chat.models.yaml:18
      id: 'acme/pro', billing: 'token', input: 1_250_000n, output: 10_000_000n, long_above: 200_000,
      long_input_x: 2n, long_output_x: 15n, context: 1_000_000, max_output: 65_536,
      upstream_id: 'pro', upstream: 'talk_b.chat', tokenizer: 'o200k', fallback: 'open/free',
    },
    { // catalog/tools/chat.models.yaml:19
      id: 'open/small', billing: 'flat', flat: 2000n, long_input_x: 1n, long_output_x: 10n,
      context: 128_000, max_output: 8192, upstream_id: 'small', upstream: 'talk_a.chat',
      tokenizer: 'o200k',
    },
    { // catalog/tools/chat.models.yaml:20
      id: 'open/free', billing: 'free', long_input_x: 1n, long_output_x: 10n, context: 32_000,
      max_output: 4096, upstream_id: 'tiny', upstream: 'talk_a.chat', tokenizer: 'o200k',
    },
  ],
}
