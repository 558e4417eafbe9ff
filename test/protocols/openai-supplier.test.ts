import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { suppliers } from '../../runtime/protocols/index.ts'
import { Malformed, type ChatRequest, type Message } from '../../runtime/protocols/types.ts'
import { cut, cuts, readStream, sse, sumOf, sumOfReply } from './streams.ts'
import { runs } from '../helpers/runs.ts'

const { write, read } = suppliers.openai_chat
const ask = (more: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'm-1',
  messages: [{ role: 'user', content: 'hi' }],
  ...more,
})
const call = (id: string, name: string, args: string) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: args },
})
const chunk = (delta: unknown, finish: string | null = null, more: object = {}) => ({
  id: 'x',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
})
const chat = (message: object, finish: string | null = 'stop', more: object = {}) => ({
  id: 'x',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
  ...more,
})

describe('what an OpenAI-style supplier is asked', () => {
  it('CHAT-025 members that nobody knows go as they are', () => {
    const request = ask({
      seed: 7,
      n: 2,
      logprobs: true,
      top_k: 5,
      temperature: 1.5,
      stop: ['a'],
      max_tokens: 9,
      response_format: { type: 'json_object' },
    })
    expect(write(request)).toEqual(request)
  })

  it('CHAT-018 `prompt_cache` is not told, nor what is only for suppliers of another style', () => {
    expect(write(ask({ prompt_cache: true, anthropic: { metadata: { user_id: 'u' } } }))).toEqual(
      ask(),
    )
  })

  it('CHAT-026 a stream is asked for its usage, whatever the caller said of it; a reply is not', () => {
    const options = { stream_options: { include_usage: false, other: 1 } }
    expect(write(ask({ stream: true, ...options }))).toEqual({
      ...ask(),
      stream: true,
      stream_options: { include_usage: true },
    })
    expect(write(ask({ stream: false, ...options }))).toEqual(ask())
  })

  it("CHAT-057 messages are the caller's: nothing is added", () => {
    const messages: Message[] = [
      { role: 'system', content: 's' },
      { role: 'developer', content: 'd' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'image_url', image_url: { url: 'https://x/y.png' } },
        ],
      },
      { role: 'assistant', content: null, tool_calls: [call('c', 'f', '{}')] },
      { role: 'tool', tool_call_id: 'c', content: 'r', name: 'f' },
      { role: 'function', name: 'g', content: '1' },
    ]
    expect(write(ask({ messages }))).toMatchObject({ messages })
  })

  it('CHAT-055 reasoning is echoed within the turn that goes on, and not before it', () => {
    const thought = { reasoning_content: 'hm', reasoning_signature: 'c2ln' }
    const messages: Message[] = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b', ...thought },
      { role: 'user', content: 'c' },
      { role: 'assistant', content: '', tool_calls: [call('c', 'f', '{}')], ...thought },
      { role: 'tool', tool_call_id: 'c', content: 'r' },
    ]
    const written = (write(ask({ messages })) as unknown as ChatRequest).messages
    expect(written[1]).toEqual({ role: 'assistant', content: 'b' })
    expect(written[3]).toEqual({
      role: 'assistant',
      content: '',
      tool_calls: [call('c', 'f', '{}')],
      reasoning_content: 'hm',
    })
  })

  it('CHAT-019 marks of caches and proofs of other makers are left out', () => {
    const messages: Message[] = [
      {
        role: 'system',
        content: [{ type: 'text', text: 's', cache_control: { type: 'ephemeral' } }],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 't', signature: 's' },
          { type: 'tool_use', id: 'c' },
        ],
        tool_calls: [
          { ...call('c', 'f', '{}'), extra_content: { google: { thought_signature: 's' } } },
        ],
      },
    ]
    const tools = [
      { type: 'function', function: { name: 'f' }, cache_control: { type: 'ephemeral' } },
    ]
    expect(write(ask({ messages, tools }))).toMatchObject({
      messages: [
        { role: 'system', content: [{ type: 'text', text: 's' }] },
        { role: 'assistant', content: null, tool_calls: [call('c', 'f', '{}')] },
      ],
      tools: [{ type: 'function', function: { name: 'f' } }],
    })
    expect(JSON.stringify(write(ask({ messages, tools })))).not.toMatch(
      /cache_control|extra_content/,
    )
  })

  it("pictures in the results of tools follow all of them, as the user's", () => {
    const picture = { type: 'image_url', image_url: { url: 'https://x/y.png' } }
    const messages: Message[] = [
      {
        role: 'tool',
        tool_call_id: 'a',
        content: [{ type: 'text', text: '1' }, picture],
        is_error: true,
      },
      { role: 'tool', tool_call_id: 'b', content: [picture] },
      { role: 'user', content: 'and?' },
    ]
    expect(write(ask({ messages }))).toMatchObject({
      messages: [
        { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: '1' }] },
        { role: 'tool', tool_call_id: 'b', content: '' },
        { role: 'user', content: [picture, picture] },
        { role: 'user', content: 'and?' },
      ],
    })
  })
})

describe('whole replies', () => {
  it('text, reasoning under either name, usage in counts that add up', () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 50,
      total_tokens: 150,
      prompt_tokens_details: { cached_tokens: 60 },
      completion_tokens_details: { reasoning_tokens: 30, audio_tokens: 0 },
    }
    for (const name of ['reasoning_content', 'reasoning']) {
      expect(read(chat({ content: 'yes', [name]: 'hm' }, 'stop', { usage }))).toEqual({
        choices: [{ index: 0, content: 'yes', reasoning: 'hm', finish: 'stop' }],
        usage: {
          uncached: 40,
          cacheRead: 60,
          cacheWrite: 0,
          output: 20,
          reasoning: 30,
          details: { reasoning_tokens: 30, audio_tokens: 0 },
        },
      })
    }
  })

  it.each([
    [
      'reasoning beside the completion',
      {
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 35,
        completion_tokens_details: { reasoning_tokens: 20 },
      },
      [10, 0, 0, 5, 20],
    ],
    [
      'cached tokens at the top',
      { prompt_tokens: 10, completion_tokens: 5, prompt_cache_hit_tokens: 4 },
      [6, 4, 0, 5, 0],
    ],
    [
      'written to a cache',
      {
        prompt_tokens: 10,
        completion_tokens: 5,
        cache_creation_input_tokens: 3,
        cache_read_input_tokens: 4,
      },
      [3, 4, 3, 5, 0],
    ],
    [
      'more cached than there was',
      { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 99 } },
      [0, 10, 0, 5, 0],
    ],
    [
      'counts that are none',
      { prompt_tokens: '10', completion_tokens: -5, total_tokens: null },
      [0, 0, 0, 0, 0],
    ],
    [
      'details of zeros, which are none',
      {
        prompt_tokens: 1,
        completion_tokens: 1,
        completion_tokens_details: { reasoning_tokens: 0 },
      },
      [1, 0, 0, 1, 0],
    ],
  ])('usage: %s', (_, usage, [uncached, cacheRead, cacheWrite, output, reasoning]) => {
    expect(read(chat({ content: 'a' }, 'stop', { usage })).usage).toMatchObject({
      uncached,
      cacheRead,
      cacheWrite,
      output,
      reasoning,
    })
    if (reasoning === 0)
      expect(read(chat({ content: 'a' }, 'stop', { usage })).usage).not.toHaveProperty('details')
  })

  it('calls of tools, also of the old kind, without ids, with objects for arguments', () => {
    expect(
      read(
        chat(
          {
            content: null,
            tool_calls: [
              call('c1', 'f', '{"a":1}'),
              { function: { name: 'g', arguments: { b: 2 } } },
            ],
          },
          'stop',
        ),
      ).choices[0],
    ).toEqual({
      index: 0,
      content: null,
      finish: 'tool_calls',
      tool_calls: [call('c1', 'f', '{"a":1}'), call('', 'g', '{"b":2}')],
    })
    expect(
      read(chat({ function_call: { name: 'f', arguments: '' } }, 'function_call')).choices[0],
    ).toMatchObject({ finish: 'tool_calls', tool_calls: [call('', 'f', '{}')] })
  })

  it('CHAT-030 a refusal is content, and was filtered', () => {
    expect(read(chat({ content: null, refusal: 'No.' })).choices[0]).toEqual({
      index: 0,
      content: 'No.',
      finish: 'content_filter',
    })
  })

  it('SRCH-009 SRCH-010 citations and the sources used, where they are told', () => {
    const found = read(
      chat({ content: 'a' }, 'stop', {
        citations: ['https://a', 'https://b'],
        usage: { prompt_tokens: 1, completion_tokens: 1, num_sources_used: 0 },
      }),
    )
    expect(found).toMatchObject({ citations: ['https://a', 'https://b'], sources: 0 })
    expect(read(chat({ content: 'a' }))).not.toHaveProperty('sources')
  })

  it.each([
    ['length', 'length'],
    ['max_tokens', 'length'],
    ['sensitive', 'content_filter'],
    ['eos', 'stop'],
    [null, 'stop'],
    ['toString', 'stop'],
  ] as const)('%s means %s', (told, finish) => {
    expect(read(chat({ content: 'a' }, told)).choices[0]!.finish).toBe(finish)
  })

  it.each([
    [undefined],
    ['text'],
    [[]],
    [{}],
    [{ choices: [] }],
    [{ choices: [{}] }],
    [{ error: { message: 'no' } }],
    [{ error: 'no' }],
    [chat({ content: 'a' }, 'network_error')],
    [chat({ tool_calls: [{ id: 'x' }] })],
  ])('%j is no reply', reply => {
    expect(() => read(reply)).toThrow(Malformed)
  })
})

const STREAM = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ reasoning_content: 'let me ' }),
  chunk({ reasoning: 'think' }),
  chunk({ content: 'Grüße, ' }),
  chunk({ content: '世界 🌍' }),
  chunk({}, 'stop'),
  { choices: [], usage: { prompt_tokens: 10, completion_tokens: 6, total_tokens: 16 } },
]

describe('streams', () => {
  it('CHAT-087 CHAT-088 say the same however they are cut', () => {
    fc.assert(
      fc.property(cuts, places => {
        const { pieces, ended } = readStream('openai_chat', cut(sse([...STREAM, '[DONE]']), places))
        expect(sumOf(pieces)).toEqual({
          content: 'Grüße, 世界 🌍',
          reasoning: 'let me think',
          calls: [],
          finish: 'stop',
          usage: { uncached: 10, cacheRead: 0, cacheWrite: 0, output: 6, reasoning: 0 },
        })
        expect(ended).toBe(true)
      }),
      { numRuns: runs(60) },
    )
  })

  const whole = (events: readonly unknown[]) =>
    readStream('openai_chat', [Buffer.from(sse(events))]).ended

  it('a stream without [DONE] is whole once the model has finished', () =>
    expect(whole(STREAM)).toBe(true))

  it('CHAT-074 a [DONE] before the model has finished makes nothing whole, nor does silence', () => {
    expect(whole([...STREAM.slice(0, 5), '[DONE]'])).toBe(false)
    expect(whole(STREAM.slice(0, 5))).toBe(false)
    expect(whole(['[DONE]'])).toBe(false)
    expect(whole([])).toBe(false)
  })

  it('with several choices all of them must have finished', () => {
    const second = { choices: [{ index: 1, delta: { content: 'b' }, finish_reason: null }] }
    expect(whole([second, ...STREAM])).toBe(false)
    expect(
      whole([second, ...STREAM, { choices: [{ index: 1, delta: {}, finish_reason: 'length' }] }]),
    ).toBe(true)
  })

  it('what a supplier says of its failure inside a stream is trouble, and such a stream is never whole', () => {
    const { pieces, ended } = readStream('openai_chat', [
      Buffer.from(sse([...STREAM, { error: { message: 'too many', type: 'rate_limit_error' } }])),
    ])
    expect(pieces.at(-1)).toEqual({ trouble: { message: 'too many', type: 'rate_limit_error' } })
    expect(ended).toBe(false)
    expect(
      readStream('openai_chat', [Buffer.from('event: error\ndata: {"message":"no"}\n\n')]).pieces,
    ).toEqual([{ trouble: { message: 'no' } }])
  })

  it('a model that broke off after it said something has answered; before that, or where the network failed, it has not', () => {
    const stream = (...events: unknown[]) => readStream('openai_chat', [Buffer.from(sse(events))])
    for (const said of [
      { content: 'a' },
      { reasoning_content: 'a' },
      { tool_calls: [{ index: 0, id: 'x', function: { name: 'f', arguments: '{}' } }] },
    ]) {
      expect(stream(chunk(said), chunk({}, 'error'))).toMatchObject({
        pieces: [{}, { finish: 'tool_calls' in said ? 'tool_calls' : 'stop' }],
        ended: true,
      })
    }
    expect(() => stream(chunk({ content: ' ' }), chunk({}, 'error'))).toThrow(Malformed)
    expect(() => stream(chunk({ content: 'a' }), chunk({}, 'network_error'))).toThrow(Malformed)
    expect(() => read(chat({ content: 'a' }, 'error'))).toThrow(Malformed)
  })

  it.each(['data: {"choices":\n\n', 'data: 5\n\n', 'data: <html>\n\n'])(
    '%j is no event of this protocol',
    text => {
      expect(() => readStream('openai_chat', [Buffer.from(text)])).toThrow(Malformed)
    },
  )

  it('CHAT-089 calls of tools in parts, several at once', () => {
    const { pieces } = readStream('openai_chat', [
      Buffer.from(
        sse([
          chunk({
            tool_calls: [
              { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } },
            ],
          }),
          chunk({ tool_calls: [{ index: 0, function: { arguments: '{"x"' } }] }),
          chunk({
            tool_calls: [
              { index: 1, id: 'b', function: { name: 'g', arguments: '{}' } },
              { index: 0, function: { arguments: ':1}' } },
            ],
          }),
          chunk({}, 'tool_calls'),
        ]),
      ),
    ])
    expect(sumOf(pieces)).toMatchObject({
      calls: [
        { id: 'a', name: 'f', arguments: '{"x":1}' },
        { id: 'b', name: 'g', arguments: '{}' },
      ],
      finish: 'tool_calls',
    })
  })

  it('calls that the supplier does not number are told apart by their ids', () => {
    const { pieces } = readStream('openai_chat', [
      Buffer.from(
        sse([
          chunk({ tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{' } }] }),
          chunk({ tool_calls: [{ function: { arguments: '}' } }] }),
          chunk({ tool_calls: [{ id: 'b', function: { name: 'g', arguments: '{}' } }] }, 'stop'),
        ]),
      ),
    ])
    expect(sumOf(pieces)).toMatchObject({
      calls: [
        { id: 'a', name: 'f', arguments: '{}' },
        { id: 'b', name: 'g', arguments: '{}' },
      ],
      finish: 'tool_calls',
    })
  })

  it('usage may be told with every chunk, and citations with the last', () => {
    const used = (n: number) => ({
      usage: { prompt_tokens: 2, completion_tokens: n, total_tokens: n + 2, num_sources_used: n },
    })
    const { pieces } = readStream('openai_chat', [
      Buffer.from(
        sse([
          chunk({ content: 'a' }, null, used(1)),
          chunk({}, 'stop', { ...used(3), citations: ['https://a'] }),
        ]),
      ),
    ])
    expect(sumOf(pieces).usage).toMatchObject({ uncached: 2, output: 3 })
    expect(pieces.at(-1)).toMatchObject({ citations: ['https://a'], sources: 3 })
  })

  it('a stream says what the whole reply would have said', () => {
    const usage = { prompt_tokens: 10, completion_tokens: 6, total_tokens: 16 }
    const { pieces } = readStream('openai_chat', [Buffer.from(sse(STREAM))])
    expect(sumOf(pieces)).toEqual(
      sumOfReply(
        read(
          chat({ content: 'Grüße, 世界 🌍', reasoning_content: 'let me think' }, 'stop', { usage }),
        ),
      ),
    )
  })
})
