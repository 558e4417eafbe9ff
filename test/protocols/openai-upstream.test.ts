import { describe, expect, it } from 'vitest'
import { Malformed, type ChatRequest, type Message } from '../../runtime/protocols/types.ts'
import { chat, read, write } from './openai-requests.ts'

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

describe('what an OpenAI-style upstream is asked', () => {
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

  it('CHAT-018 `prompt_cache` is not sent, nor what is only for upstreams of another style', () => {
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
      { role: 'assistant', tool_calls: [call('d', 'f', '{}')] },
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

  it('[V13] the budget for thoughts stays below the limit of the answer, under either name', () => {
    const thinking = { type: 'enabled', budget_tokens: 3000 }
    const sent = (more: object) => (write(ask({ thinking, ...more })) as ChatRequest).thinking
    expect(sent({})).toEqual(thinking)
    expect(sent({ max_tokens: 3001 })).toEqual(thinking)
    expect(sent({ max_tokens: 3000 })).toEqual({ type: 'enabled', budget_tokens: 2999 })
    expect(sent({ max_completion_tokens: 2000 })).toEqual({ type: 'enabled', budget_tokens: 1999 })
    expect(sent({ max_tokens: 1024 })).toStrictEqual({ type: 'enabled' })
    expect(sent({ max_tokens: 9, thinking: { type: 'disabled' } })).toEqual({ type: 'disabled' })
  })

  it('a tool without a function is sent as it is', () => {
    const tools = [{ type: 'builtin', name: 'x' }]
    expect(write(ask({ tools }))).toMatchObject({ tools })
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

  it('SRCH-009 SRCH-010 citations and the sources used, where they are reported', () => {
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
  ] as const)('%s means %s', (reason, finish) => {
    expect(read(chat({ content: 'a' }, reason)).choices[0]!.finish).toBe(finish)
  })

  it.each([
    [undefined, 'the reply is no object'],
    ['text', 'the reply is no object'],
    [[], 'the reply is no object'],
    [{}, 'the reply has fewer choices than were asked for'],
    [{ choices: [] }, 'the reply has fewer choices than were asked for'],
    [{ choices: [{}] }, 'a choice has no message'],
    [{ error: { message: 'no' } }, 'no'],
    [{ error: 'no' }, 'no'],
    [chat({ content: 'a' }, 'error'), 'the model broke off'],
    [chat({ content: 'a' }, 'network_error'), 'the model broke off'],
    [chat({ tool_calls: [{ id: 'x' }] }), 'a call of a tool has no name'],
  ])('%j is no reply: %s', (reply, reason) => {
    expect(() => read(reply)).toThrow(new Malformed(reason))
  })
})

describe('what an OpenAI-style upstream replies', () => {
  const choices = [{ index: 0, message: { content: 'hi' }, finish_reason: 'stop' }]

  it.each([
    [{ message: 'broke' }, 'broke'],
    ['broke', 'broke'],
    [{}, 'The upstream failed'],
  ])('is none with the error %j, whatever else it has', (error, message) => {
    expect(() => read({ choices, error })).toThrow(message)
  })

  it('is one with an error that says nothing', () => {
    for (const error of [null, '', undefined])
      expect(read({ choices, error }).choices).toHaveLength(1)
  })

  it('says how many sources it used, if that is a count', () => {
    const used = (sources: unknown) =>
      read({ choices, usage: { num_sources_used: sources } }).sources
    expect([0, 2, -1, 1.5, '2', undefined].map(used)).toEqual([0, 2, ...Array(4).fill(undefined)])
  })

  it('has no member for what the upstream did not send', () => {
    const plain = { index: 0, content: 'hi', finish: 'stop' }
    expect(read({ choices })).toStrictEqual({ choices: [plain] })
    const logprobs = { content: [] }
    expect(read({ choices: [{ ...choices[0], logprobs }] }).choices).toStrictEqual([
      { ...plain, logprobs },
    ])
  })

  it('has choices by their own numbers, or else by their place', () => {
    const message = { content: 'hi' }
    const all = [{ message }, { message, index: 5 }, { message, index: '7' }]
    expect(read({ choices: all }).choices.map(({ index }) => index)).toEqual([0, 5, 2])
  })

  it('may have its content in parts', () => {
    const parts = [{ type: 'text', text: 'a' }, { type: 'image' }, { type: 'text', text: 'b' }]
    const [choice] = read({ choices: [{ message: { content: parts } }] }).choices
    expect(choice).toEqual({ index: 0, content: 'ab', finish: 'stop' })
  })
})
