// Code generated from catalog/text/chat.models.yaml by "npm run generate". DO NOT EDIT.
import type { Row, Table } from '../../runtime/contract.ts'

/** A row of catalog/text/chat.models.yaml. */
export interface ChatRow extends Row {
  /** shown in lists */
  readonly name: string
  /** one sentence for lists */
  readonly description: string
  /** the maker, as `owned_by` in lists */
  readonly owner: string
  /** Unix seconds at which it was first on sale */
  readonly created: number
  /** what it is good at */
  readonly kinds: readonly ('chat' | 'reasoning' | 'coding' | 'vision')[]
  /** how it is charged: by tokens, by request, or not at all */
  readonly billing: 'token' | 'flat' | 'free'
  /** USD per million tokens of the prompt. In micro-USD. */
  readonly input?: bigint
  /** USD per million tokens of the answer. In micro-USD. */
  readonly output?: bigint
  /**
   * USD per million tokens that the upstream reads from its cache; a quote counts none. In
   * micro-USD.
   */
  readonly cache_read?: bigint
  /**
   * USD per million tokens that the upstream writes to its cache; a quote counts none. In
   * micro-USD.
   */
  readonly cache_write?: bigint
  /** USD per request, fee included. In micro-USD. */
  readonly flat?: bigint
  /** prompt tokens from which the whole request has the long rates */
  readonly long_above: number
  /** factor on `input` for a long prompt */
  readonly long_input_x: bigint
  /** factor on `output` for a long prompt. In units of 1/10. */
  readonly long_output_x: bigint
  /** tokens of prompt and answer together */
  readonly context: number
  /** tokens of the answer */
  readonly max_output: number
  /** accepts images */
  readonly vision: boolean
  /** accepts temperature, top_p and top_k; for other models we leave them out */
  readonly sampling: boolean
  /** takes function tools only without reasoning */
  readonly plain_tools: boolean
  /** searches the web when asked to */
  readonly search: boolean
  /** caches prompts when asked to */
  readonly caching: boolean
  /** can answer as a stream */
  readonly streams: boolean
  /** gives several answers to a call (`n`) */
  readonly many: boolean
  /** how its prompts are counted */
  readonly tokenizer: 'o200k' | 'cl100k'
  /** which row answers if the upstream fails before the first byte */
  readonly fallback?:
    | 'vendorA/chat-6-mini' | 'vendorB/flash-3' | 'vendorE/chat-5-air' | 'vendorF/medium-5'
    | 'open/medium-70b'
  /** the call that serves it */
  readonly upstream:
    | 'vendor_a.chat' | 'vendor_b.chat' | 'vendor_c.chat' | 'vendor_d.chat' | 'vendor_e.chat'
    | 'vendor_f.chat' | 'vendor_g.chat' | 'pool.chat'
  /** the call that serves the responses API; without it, the model is not sold there */
  readonly responses?: 'vendor_a.responses'
  /** the model's name at the upstream */
  readonly upstream_id: string
}

/** Rows of catalog/text/chat.models.yaml, for all networks. */
export const chatModels: Table<ChatRow> = {
  name: 'chat.models',
  rows: [
    { // catalog/text/chat.models.yaml:73
      id: 'vendorA/chat-6', name: 'Chat 6',
      description: 'The flagship; reasons as much as the question needs.', owner: 'vendorA',
      created: 1_754_524_800, kinds: ['chat', 'reasoning', 'coding', 'vision'], billing: 'token',
      input: 1_750_000n, output: 14_000_000n, cache_read: 175_000n,
      long_above: 9_007_199_254_740_991, long_input_x: 1n, long_output_x: 10n, context: 400_000,
      max_output: 128_000, vision: true, sampling: true, plain_tools: true, search: false,
      caching: false, streams: true, many: true, tokenizer: 'o200k',
      fallback: 'vendorA/chat-6-mini', upstream: 'vendor_a.chat', responses: 'vendor_a.responses',
      upstream_id: 'chat-6',
    },
    { // catalog/text/chat.models.yaml:74
      id: 'vendorA/chat-6-mini', name: 'Chat 6 mini',
      description: 'Most of the flagship at a seventh of its price.', owner: 'vendorA',
      created: 1_754_524_800, kinds: ['chat', 'reasoning', 'coding', 'vision'], billing: 'token',
      input: 250_000n, output: 2_000_000n, cache_read: 25_000n, long_above: 9_007_199_254_740_991,
      long_input_x: 1n, long_output_x: 10n, context: 400_000, max_output: 128_000, vision: true,
      sampling: true, plain_tools: true, search: false, caching: false, streams: true, many: true,
      tokenizer: 'o200k', upstream: 'vendor_a.chat', responses: 'vendor_a.responses',
      upstream_id: 'chat-6-mini',
    },
    { // catalog/text/chat.models.yaml:75
      id: 'vendorA/chat-6-nano', name: 'Chat 6 nano',
      description: 'For sorting and extracting at the lowest price.', owner: 'vendorA',
      created: 1_754_524_800, kinds: ['chat', 'vision'], billing: 'token', input: 50_000n,
      output: 400_000n, cache_read: 5000n, long_above: 9_007_199_254_740_991, long_input_x: 1n,
      long_output_x: 10n, context: 400_000, max_output: 128_000, vision: true, sampling: true,
      plain_tools: true, search: false, caching: false, streams: true, many: true,
      tokenizer: 'o200k', upstream: 'vendor_a.chat', responses: 'vendor_a.responses',
      upstream_id: 'chat-6-nano',
    },
    { // catalog/text/chat.models.yaml:76
      id: 'vendorA/chat-5', name: 'Chat 5',
      description: 'The former flagship for what was tuned to it.', owner: 'vendorA',
      created: 1_754_524_800, kinds: ['chat', 'vision'], billing: 'token', input: 2_500_000n,
      output: 10_000_000n, cache_read: 1_250_000n, long_above: 9_007_199_254_740_991,
      long_input_x: 1n, long_output_x: 10n, context: 128_000, max_output: 16_384, vision: true,
      sampling: true, plain_tools: false, search: false, caching: false, streams: true, many: true,
      tokenizer: 'o200k', upstream: 'vendor_a.chat', responses: 'vendor_a.responses',
      upstream_id: 'chat-5',
    },
    { // catalog/text/chat.models.yaml:77
      id: 'vendorA/reason-4', name: 'Reason 4', description: 'Thinks long before it answers.',
      owner: 'vendorA', created: 1_754_524_800, kinds: ['reasoning', 'coding'], billing: 'token',
      input: 1_100_000n, output: 4_400_000n, cache_read: 275_000n,
      long_above: 9_007_199_254_740_991, long_input_x: 1n, long_output_x: 10n, context: 200_000,
      max_output: 100_000, vision: true, sampling: false, plain_tools: false, search: false,
      caching: false, streams: true, many: true, tokenizer: 'o200k', upstream: 'vendor_a.chat',
      responses: 'vendor_a.responses', upstream_id: 'reason-4',
    },
    { // catalog/text/chat.models.yaml:78
      id: 'vendorA/code-2', name: 'Code 2', description: 'Made for agents that write programs.',
      owner: 'vendorA', created: 1_754_524_800, kinds: ['coding', 'reasoning'], billing: 'token',
      input: 1_250_000n, output: 10_000_000n, cache_read: 125_000n,
      long_above: 9_007_199_254_740_991, long_input_x: 1n, long_output_x: 10n, context: 400_000,
      max_output: 128_000, vision: true, sampling: true, plain_tools: true, search: false,
      caching: false, streams: true, many: true, tokenizer: 'o200k', upstream: 'vendor_a.chat',
      responses: 'vendor_a.responses', upstream_id: 'code-2',
    },
    { // catalog/text/chat.models.yaml:79
      id: 'vendorB/pro-3', name: 'Pro 3',
      description: 'Long documents and pictures with much thought.', owner: 'vendorB',
      created: 1_750_118_400, kinds: ['chat', 'reasoning', 'coding', 'vision'], billing: 'token',
      input: 1_250_000n, output: 10_000_000n, cache_read: 310_000n, long_above: 200_000,
      long_input_x: 2n, long_output_x: 15n, context: 1_048_576, max_output: 65_536, vision: true,
      sampling: true, plain_tools: false, search: false, caching: false, streams: true, many: false,
      tokenizer: 'o200k', fallback: 'vendorB/flash-3', upstream: 'vendor_b.chat',
      upstream_id: 'pro-3',
    },
    { // catalog/text/chat.models.yaml:80
      id: 'vendorB/flash-3', name: 'Flash 3', description: 'Quick answers over a million tokens.',
      owner: 'vendorB', created: 1_750_118_400, kinds: ['chat', 'reasoning', 'vision'],
      billing: 'token', input: 300_000n, output: 2_500_000n, cache_read: 75_000n,
      long_above: 9_007_199_254_740_991, long_input_x: 1n, long_output_x: 10n, context: 1_048_576,
      max_output: 65_536, vision: true, sampling: true, plain_tools: false, search: false,
      caching: false, streams: true, many: false, tokenizer: 'o200k', upstream: 'vendor_b.chat',
      upstream_id: 'flash-3',
    },
    { // catalog/text/chat.models.yaml:81
      id: 'vendorB/flash-lite-3', name: 'Flash Lite 3',
      description: 'The cheapest million tokens of context.', owner: 'vendorB',
      created: 1_750_118_400, kinds: ['chat', 'vision'], billing: 'token', input: 100_000n,
      output: 400_000n, cache_read: 25_000n, long_above: 9_007_199_254_740_991, long_input_x: 1n,
      long_output_x: 10n, context: 1_048_576, max_output: 65_536, vision: true, sampling: true,
      plain_tools: false, search: false, caching: false, streams: true, many: false,
      tokenizer: 'o200k', upstream: 'vendor_b.chat', upstream_id: 'flash-lite-3',
    },
    { // catalog/text/chat.models.yaml:82
      id: 'vendorC/think-5', name: 'Think 5', description: 'Reasons and searches the web.',
      owner: 'vendorC', created: 1_752_019_200, kinds: ['chat', 'reasoning', 'vision'],
      billing: 'token', input: 3_000_000n, output: 15_000_000n, cache_read: 750_000n,
      long_above: 200_000, long_input_x: 2n, long_output_x: 20n, context: 256_000,
      max_output: 64_000, vision: true, sampling: true, plain_tools: false, search: true,
      caching: false, streams: true, many: true, tokenizer: 'o200k', upstream: 'vendor_c.chat',
      upstream_id: 'think-5',
    },
    { // catalog/text/chat.models.yaml:83
      id: 'vendorC/think-5-fast', name: 'Think 5 fast',
      description: 'Two million tokens of context and quick thought.', owner: 'vendorC',
      created: 1_752_019_200, kinds: ['chat', 'reasoning'], billing: 'token', input: 200_000n,
      output: 500_000n, cache_read: 50_000n, long_above: 200_000, long_input_x: 2n,
      long_output_x: 20n, context: 2_000_000, max_output: 30_000, vision: false, sampling: true,
      plain_tools: false, search: true, caching: false, streams: true, many: true,
      tokenizer: 'o200k', upstream: 'vendor_c.chat', upstream_id: 'think-5-fast',
    },
    { // catalog/text/chat.models.yaml:84
      id: 'vendorC/code-fast-1', name: 'Code fast 1',
      description: 'Quick and cheap for agents that write programs.', owner: 'vendorC',
      created: 1_752_019_200, kinds: ['coding', 'reasoning'], billing: 'token', input: 200_000n,
      output: 1_500_000n, cache_read: 20_000n, long_above: 9_007_199_254_740_991, long_input_x: 1n,
      long_output_x: 10n, context: 256_000, max_output: 10_000, vision: false, sampling: true,
      plain_tools: false, search: false, caching: false, streams: true, many: true,
      tokenizer: 'o200k', upstream: 'vendor_c.chat', upstream_id: 'code-fast-1',
    },
    { // catalog/text/chat.models.yaml:85
      id: 'vendorD/seed-2', name: 'Seed 2', description: 'All-round chat with pictures.',
      owner: 'vendorD', created: 1_758_844_800, kinds: ['chat', 'reasoning', 'vision'],
      billing: 'token', input: 250_000n, output: 2_000_000n, long_above: 9_007_199_254_740_991,
      long_input_x: 1n, long_output_x: 10n, context: 256_000, max_output: 32_768, vision: true,
      sampling: true, plain_tools: false, search: false, caching: false, streams: true, many: true,
      tokenizer: 'cl100k', upstream: 'vendor_d.chat', upstream_id: 'seed-2',
    },
    { // catalog/text/chat.models.yaml:86
      id: 'vendorD/seed-2-flash', name: 'Seed 2 flash', description: 'The same in a hurry.',
      owner: 'vendorD', created: 1_758_844_800, kinds: ['chat'], billing: 'token', input: 75_000n,
      output: 300_000n, long_above: 9_007_199_254_740_991, long_input_x: 1n, long_output_x: 10n,
      context: 256_000, max_output: 32_768, vision: false, sampling: true, plain_tools: false,
      search: false, caching: false, streams: true, many: true, tokenizer: 'cl100k',
      upstream: 'vendor_d.chat', upstream_id: 'seed-2-flash',
    },
    { // catalog/text/chat.models.yaml:87
      id: 'vendorE/chat-5', name: 'Chat 5',
      description: 'Open-weight flagship for agents and code.', owner: 'vendorE',
      created: 1_759_190_400, kinds: ['chat', 'reasoning', 'coding'], billing: 'token',
      input: 600_000n, output: 2_200_000n, cache_read: 110_000n, long_above: 9_007_199_254_740_991,
      long_input_x: 1n, long_output_x: 10n, context: 200_000, max_output: 131_072, vision: false,
      sampling: true, plain_tools: false, search: false, caching: false, streams: true, many: true,
      tokenizer: 'cl100k', fallback: 'vendorE/chat-5-air', upstream: 'vendor_e.chat',
      upstream_id: 'chat-5',
    },
    { // catalog/text/chat.models.yaml:88
      id: 'vendorE/chat-5-air', name: 'Chat 5 air', description: 'The lighter sister.',
      owner: 'vendorE', created: 1_759_190_400, kinds: ['chat', 'coding'], billing: 'token',
      input: 200_000n, output: 1_100_000n, cache_read: 30_000n, long_above: 9_007_199_254_740_991,
      long_input_x: 1n, long_output_x: 10n, context: 128_000, max_output: 98_304, vision: false,
      sampling: true, plain_tools: false, search: false, caching: false, streams: true, many: true,
      tokenizer: 'cl100k', upstream: 'vendor_e.chat', upstream_id: 'chat-5-air',
    },
    { // catalog/text/chat.models.yaml:89
      id: 'vendorF/large-5', aliases: ['large-5'], name: 'Large 5',
      description: 'The strongest writer and programmer; decides itself how long to think.',
      owner: 'vendorF', created: 1_758_240_000, kinds: ['chat', 'reasoning', 'coding', 'vision'],
      billing: 'token', input: 5_000_000n, output: 25_000_000n, cache_read: 500_000n,
      cache_write: 6_250_000n, long_above: 9_007_199_254_740_991, long_input_x: 1n,
      long_output_x: 10n, context: 200_000, max_output: 64_000, vision: true, sampling: false,
      plain_tools: false, search: false, caching: true, streams: true, many: false,
      tokenizer: 'cl100k', fallback: 'vendorF/medium-5', upstream: 'vendor_f.chat',
      upstream_id: 'large-5',
    },
    { // catalog/text/chat.models.yaml:90
      id: 'vendorF/medium-5', aliases: ['medium-5'], name: 'Medium 5',
      description: 'For agents that work for hours.', owner: 'vendorF', created: 1_758_240_000,
      kinds: ['chat', 'reasoning', 'coding', 'vision'], billing: 'token', input: 3_000_000n,
      output: 15_000_000n, cache_read: 300_000n, cache_write: 3_750_000n,
      long_above: 9_007_199_254_740_991, long_input_x: 1n, long_output_x: 10n, context: 200_000,
      max_output: 64_000, vision: true, sampling: false, plain_tools: false, search: false,
      caching: true, streams: true, many: false, tokenizer: 'cl100k', upstream: 'vendor_f.chat',
      upstream_id: 'medium-5',
    },
    { // catalog/text/chat.models.yaml:91
      id: 'vendorF/small-4', aliases: ['small-4'], name: 'Small 4',
      description: 'Quick and careful with words.', owner: 'vendorF', created: 1_758_240_000,
      kinds: ['chat', 'coding', 'vision'], billing: 'token', input: 1_000_000n, output: 5_000_000n,
      cache_read: 100_000n, cache_write: 1_250_000n, long_above: 9_007_199_254_740_991,
      long_input_x: 1n, long_output_x: 10n, context: 200_000, max_output: 64_000, vision: true,
      sampling: true, plain_tools: false, search: false, caching: true, streams: true, many: false,
      tokenizer: 'cl100k', upstream: 'vendor_f.chat', upstream_id: 'small-4',
    },
    { // catalog/text/chat.models.yaml:92
      id: 'vendorG/m-3', name: 'M 3', description: 'An open-weight model for agents.',
      owner: 'vendorG', created: 1_761_523_200, kinds: ['chat', 'reasoning', 'coding'],
      billing: 'token', input: 300_000n, output: 1_200_000n, cache_read: 30_000n,
      long_above: 9_007_199_254_740_991, long_input_x: 1n, long_output_x: 10n, context: 204_800,
      max_output: 131_072, vision: false, sampling: true, plain_tools: false, search: false,
      caching: false, streams: true, many: true, tokenizer: 'cl100k', upstream: 'vendor_g.chat',
      upstream_id: 'm-3',
    },
    { // catalog/text/chat.models.yaml:93
      id: 'open/large-400b', name: 'Open Large 400B',
      description: 'The largest open-weight model; a fixed price a request.', owner: 'open',
      created: 1_735_689_600, kinds: ['chat', 'coding'], billing: 'flat', flat: 2000n,
      long_above: 9_007_199_254_740_991, long_input_x: 1n, long_output_x: 10n, context: 131_072,
      max_output: 16_384, vision: false, sampling: true, plain_tools: false, search: false,
      caching: false, streams: true, many: true, tokenizer: 'cl100k', fallback: 'open/medium-70b',
      upstream: 'pool.chat', upstream_id: 'open-large-400b',
    },
    { // catalog/text/chat.models.yaml:94
      id: 'open/medium-70b', name: 'Open Medium 70B',
      description: 'Good English and code; a fixed price a request.', owner: 'open',
      created: 1_735_689_600, kinds: ['chat', 'coding'], billing: 'flat', flat: 2000n,
      long_above: 9_007_199_254_740_991, long_input_x: 1n, long_output_x: 10n, context: 131_072,
      max_output: 8192, vision: false, sampling: true, plain_tools: false, search: false,
      caching: false, streams: true, many: true, tokenizer: 'cl100k', upstream: 'pool.chat',
      upstream_id: 'open-medium-70b',
    },
    { // catalog/text/chat.models.yaml:95
      id: 'open/coder-32b', name: 'Open Coder 32B',
      description: 'Programs; a fixed price a request.', owner: 'open', created: 1_735_689_600,
      kinds: ['coding'], billing: 'flat', flat: 1000n, long_above: 9_007_199_254_740_991,
      long_input_x: 1n, long_output_x: 10n, context: 131_072, max_output: 8192, vision: false,
      sampling: true, plain_tools: false, search: false, caching: false, streams: true, many: true,
      tokenizer: 'cl100k', upstream: 'pool.chat', upstream_id: 'open-coder-32b',
    },
    { // catalog/text/chat.models.yaml:96
      id: 'open/small-8b', name: 'Open Small 8B',
      description: 'Small jobs; a fixed price a request. Does not stream.', owner: 'open',
      created: 1_735_689_600, kinds: ['chat'], billing: 'flat', flat: 1000n,
      long_above: 9_007_199_254_740_991, long_input_x: 1n, long_output_x: 10n, context: 32_768,
      max_output: 8192, vision: false, sampling: true, plain_tools: false, search: false,
      caching: false, streams: false, many: true, tokenizer: 'cl100k', upstream: 'pool.chat',
      upstream_id: 'open-small-8b',
    },
    { // catalog/text/chat.models.yaml:97
      id: 'open/free-20b', name: 'Open Free 20B', description: 'Costs nothing within its limits.',
      owner: 'open', created: 1_735_689_600, kinds: ['chat', 'reasoning'], billing: 'free',
      long_above: 9_007_199_254_740_991, long_input_x: 1n, long_output_x: 10n, context: 131_072,
      max_output: 8192, vision: false, sampling: true, plain_tools: false, search: false,
      caching: false, streams: true, many: true, tokenizer: 'cl100k', upstream: 'pool.chat',
      upstream_id: 'open-free-20b',
    },
    { // catalog/text/chat.models.yaml:98
      id: 'open/free-8b', name: 'Open Free 8B',
      description: 'The smaller one; costs nothing within its limits.', owner: 'open',
      created: 1_735_689_600, kinds: ['chat'], billing: 'free', long_above: 9_007_199_254_740_991,
      long_input_x: 1n, long_output_x: 10n, context: 32_768, max_output: 4096, vision: false,
      sampling: true, plain_tools: false, search: false, caching: false, streams: true, many: true,
      tokenizer: 'cl100k', upstream: 'pool.chat', upstream_id: 'open-free-8b',
    },
  ],
}
