import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Unusable } from '../../runtime/hooks/unusable.ts'
import { suppliers } from '../../runtime/protocols/index.ts'
import { Malformed, type ChatRequest, type Message } from '../../runtime/protocols/types.ts'
import { cut, cuts, readStream, sse, sumOf, sumOfReply } from './streams.ts'
import { runs } from '../helpers/runs.ts'

const { read } = suppliers.anthropic_messages
const ask = (more: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'm-1',
  max_tokens: 4000,
  messages: [{ role: 'user', content: 'hi' }],
  ...more,
})
// oxlint-disable-next-line typescript/no-explicit-any -- bodies are looked at by their members
const write = (more: Partial<ChatRequest> = {}): any =>
  JSON.parse(JSON.stringify(suppliers.anthropic_messages.write(ask(more))))
const messagesOf = (...messages: Message[]) => write({ messages }).messages
const call = (id: string, name: string, args: string) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: args },
})
const weather = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'd',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  },
}

describe('conversations', () => {
  it('CHAT-057 the least that can be asked', () => {
    expect(write()).toEqual({
      model: 'm-1',
      max_tokens: 4000,
      messages: [{ role: 'user', content: 'hi' }],
    })
    expect(write({ stream: true }).stream).toBe(true)
  })

  it('the system is told apart: one text as a text, several as blocks', () => {
    expect(
      write({
        messages: [
          { role: 'system', content: 'a' },
          { role: 'user', content: 'b' },
        ],
      }),
    ).toMatchObject({ system: 'a', messages: [{ role: 'user', content: 'b' }] })
    expect(
      write({
        messages: [
          { role: 'system', content: 'a' },
          { role: 'user', content: 'b' },
          { role: 'developer', content: [{ type: 'text', text: 'c' }] },
        ],
      }).system,
    ).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'c' },
    ])
  })

  it('what a model would not answer is told as what it said', () => {
    expect(
      messagesOf(
        { role: 'user', content: 'a' },
        { role: 'assistant', content: null, refusal: 'no' },
        { role: 'user', content: 'b' },
      )[1],
    ).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'no' }] })
  })

  it('turns alternate: those of one role are one', () => {
    expect(
      messagesOf(
        { role: 'user', content: 'a' },
        { role: 'user', content: 'b' },
        { role: 'assistant', content: 'c' },
        { role: 'assistant', content: 'd' },
      ),
    ).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'c' },
          { type: 'text', text: 'd' },
        ],
      },
    ])
  })

  it('texts that are empty, which suppliers refuse, are left out', () => {
    expect(
      messagesOf(
        {
          role: 'user',
          content: [
            { type: 'text', text: '' },
            { type: 'text', text: 'a' },
          ],
        },
        { role: 'assistant', content: '' },
      ),
    ).toEqual([{ role: 'user', content: [{ type: 'text', text: 'a' }] }])
  })

  it('pictures by address and from data URIs', () => {
    const picture = (url: string) => ({ type: 'image_url' as const, image_url: { url } })
    expect(
      messagesOf({
        role: 'user',
        content: [picture('https://x/y.png'), picture('data:image/PNG;base64,AAAA')],
      })[0].content,
    ).toEqual([
      { type: 'image', source: { type: 'url', url: 'https://x/y.png' } },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
    ])
    for (const url of ['data:image/png,AAAA', 'ftp://x', '', 'data:;base64,AA'])
      expect(() => messagesOf({ role: 'user', content: [picture(url)] })).toThrow(Unusable)
    expect(() =>
      messagesOf({ role: 'user', content: [{ type: 'input_audio', input_audio: {} }] }),
    ).toThrow(/input_audio/)
  })

  it('of many messages of one role the list grows, and is not copied for each of them', () => {
    const messages = Array.from({ length: 19_000 }, (_, i): Message => ({
      role: 'user',
      content: `${i}`,
    }))
    const start = process.cpuUsage()
    const [{ content }] = messagesOf(...messages)
    expect([content.length, content.at(-1)]).toEqual([19_000, { type: 'text', text: '18999' }])
    // Copying takes seconds; growing takes a few thousandths of one.
    expect(process.cpuUsage(start).user).toBeLessThan(1_500_000)
    expect(messages[0]).toEqual({ role: 'user', content: '0' })
  })

  it("calls of tools and their results, which come back as the user's", () => {
    expect(
      messagesOf(
        { role: 'user', content: 'a' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [call('c:1', 'f', '{"x":1}'), call('c2', 'g', 'no json')],
        },
        { role: 'tool', tool_call_id: 'c:1', content: 'r' },
        {
          role: 'tool',
          tool_call_id: 'c2',
          content: [{ type: 'text', text: 's' }],
          is_error: true,
        },
        { role: 'user', content: 'b' },
      ),
    ).toEqual([
      { role: 'user', content: 'a' },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'c_1', name: 'f', input: { x: 1 } },
          { type: 'tool_use', id: 'c2', name: 'g', input: { arguments: 'no json' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c_1', content: 'r' },
          {
            type: 'tool_result',
            tool_use_id: 'c2',
            content: [{ type: 'text', text: 's' }],
            is_error: true,
          },
          { type: 'text', text: 'b' },
        ],
      },
    ])
  })

  it('CHAT-034 functions of the old kind', () => {
    const old = {
      role: 'assistant',
      content: null,
      function_call: { name: 'f', arguments: '{"x":1}' },
    } as Message
    expect(
      messagesOf({ role: 'user', content: 'a' }, old, {
        role: 'function',
        name: 'f',
        content: 'r',
      }).slice(1),
    ).toEqual([
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'function_1', name: 'f', input: { x: 1 } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'function_1', content: 'r' }] },
    ])
  })

  it('CHAT-055 echoed reasoning is a thought where its maker signed it; otherwise it is left out', () => {
    const turn = { role: 'assistant' as const, content: 'b', reasoning_content: 'hm' }
    expect(messagesOf({ ...turn, reasoning_signature: 'c2ln' })[0].content).toEqual([
      { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
      { type: 'text', text: 'b' },
    ])
    for (const signature of [undefined, 'gemini:c2ln', ''])
      expect(messagesOf({ ...turn, reasoning_signature: signature })).toEqual([
        { role: 'assistant', content: 'b' },
      ])
  })
})

describe('parameters', () => {
  it('those of this protocol are told under its names, those of others not at all', () => {
    const body = write({
      temperature: 1.7,
      top_p: 0.5,
      top_k: 9,
      stop: ['a', ' \n'],
      seed: 1,
      n: 2,
      logprobs: true,
      user: 'u',
      response_format: { type: 'text' },
    })
    expect(body).toEqual({
      ...write(),
      temperature: 1,
      top_p: 0.5,
      top_k: 9,
      stop_sequences: ['a'],
      metadata: { user_id: 'u' },
    })
    expect(write({ stop: 'x' }).stop_sequences).toEqual(['x'])
  })

  it("what changes the supplier's price is not told, whoever asks for it", () => {
    expect(
      write({
        anthropic: {
          speed: 'fast',
          mcp_servers: [],
          container: 'c',
          system: 's',
          max_tokens: 1,
          metadata: { user_id: 'u' },
        },
      }),
    ).toEqual({ ...write(), metadata: { user_id: 'u' } })
  })

  it('CHAT-012 tools and the choice among them', () => {
    const tools = [weather]
    expect(write({ tools }).tools).toEqual([
      { name: 'weather', description: 'd', input_schema: weather.function.parameters },
    ])
    const choice = (told: ChatRequest['tool_choice'], more = {}) =>
      write({ tools, tool_choice: told, ...more }).tool_choice
    expect(choice(undefined)).toBeUndefined()
    expect([choice('auto'), choice('none'), choice('required')]).toEqual([
      { type: 'auto' },
      { type: 'none' },
      { type: 'any' },
    ])
    expect(
      choice({ type: 'function', function: { name: 'weather' } }, { parallel_tool_calls: false }),
    ).toEqual({ type: 'tool', name: 'weather', disable_parallel_tool_use: true })
    expect(choice(undefined, { parallel_tool_calls: false })).toEqual({
      type: 'auto',
      disable_parallel_tool_use: true,
    })
    expect(write({ tool_choice: 'required' })).toEqual(write())
  })

  it('tools of types that suppliers answer themselves are refused: nobody quoted them', () => {
    expect(write({ tools: [{ type: 'bash_20250124', name: 'bash' }] }).tools).toEqual([
      { type: 'bash_20250124', name: 'bash' },
    ])
    expect(() => write({ tools: [{ type: 'web_search_20250305', name: 'web_search' }] })).toThrow(
      Unusable,
    )
  })

  it('CHAT-017 thinking gets its budget where there is room for it, and forbids other sampling', () => {
    const thinking = { type: 'enabled', budget_tokens: 2000 }
    expect(write({ thinking, temperature: 0.5, top_k: 3, top_p: 0.5 })).toEqual({
      ...write(),
      thinking,
    })
    expect(write({ thinking: { ...thinking, budget_tokens: 9000 } }).thinking.budget_tokens).toBe(
      3999,
    )
    expect(write({ thinking: { ...thinking, budget_tokens: 5 } }).thinking.budget_tokens).toBe(1024)
    expect(write({ thinking, max_tokens: 1000 })).not.toHaveProperty('thinking')
    expect(write({ thinking: { type: 'disabled' }, temperature: 0.5 })).toMatchObject({
      thinking: { type: 'disabled' },
      temperature: 0.5,
    })
    expect(write({ thinking, tools: [weather], tool_choice: 'required' }).tool_choice).toEqual({
      type: 'auto',
    })
  })

  it('CHAT-016 efforts are budgets, or efforts where thinking is adaptive', () => {
    const budgets = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'].map(
      effort => write({ reasoning_effort: effort, max_tokens: 10_000 }).thinking?.budget_tokens,
    )
    expect(budgets).toEqual([undefined, undefined, 2000, 5000, 8000, 9000])
    expect(write({ thinking: { type: 'adaptive' }, reasoning_effort: 'high' })).toMatchObject({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'high' },
    })
  })

  it('a turn that began without a thought goes on without one: otherwise suppliers refuse it', () => {
    const turn = (signature?: string): Message[] => [
      { role: 'user', content: 'a' },
      {
        role: 'assistant',
        tool_calls: [call('c', 'f', '{}')],
        reasoning_content: 'hm',
        reasoning_signature: signature,
      },
      { role: 'tool', tool_call_id: 'c', content: '1' },
    ]
    const thinking = { type: 'enabled', budget_tokens: 2000 }
    expect(write({ thinking, messages: turn() })).not.toHaveProperty('thinking')
    expect(write({ thinking, messages: turn('c2ln') })).toMatchObject({ thinking })
    expect(
      write({ thinking, messages: [...turn(), { role: 'user', content: 'b' }] }),
    ).toMatchObject({ thinking })
  })

  it('CHAT-018 CHAT-019 prompt_cache marks the ends of the system and of the conversation, unless the caller set marks', () => {
    const mark = { cache_control: { type: 'ephemeral' } }
    const messages: Message[] = [
      { role: 'system', content: 's' },
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
      { role: 'user', content: 'c' },
    ]
    expect(write({ prompt_cache: true, messages })).toMatchObject({
      system: [{ type: 'text', text: 's', ...mark }],
      messages: [
        { content: 'a' },
        { content: 'b' },
        { content: [{ type: 'text', text: 'c', ...mark }] },
      ],
    })
    const own: Message[] = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a', ...mark },
          { type: 'text', text: 'b' },
        ],
      },
    ]
    expect(write({ prompt_cache: true, messages: own }).messages[0].content).toEqual([
      { type: 'text', text: 'a', ...mark },
      { type: 'text', text: 'b' },
    ])
    const system: Message[] = [
      { role: 'system', content: [{ type: 'text', text: 's', ...mark }] },
      { role: 'user', content: 'a' },
    ]
    expect(write({ prompt_cache: true, messages: system }).messages).toEqual([
      { role: 'user', content: 'a' },
    ])
    expect(JSON.stringify(write({ prompt_cache: true, messages }))).not.toContain('prompt_cache')
    expect(JSON.stringify(write({ prompt_cache: false, messages }))).not.toContain('cache')
  })
})

describe('answers in JSON', () => {
  const schema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }
  const format = { type: 'json_schema', json_schema: { name: 'n', schema } }

  it('CHAT-013 CHAT-014 are the call of a tool that the model must make', () => {
    const body = write({ response_format: format })
    expect(body.tools).toMatchObject([{ name: 'answer_in_json', input_schema: schema }])
    expect(body.tool_choice).toEqual({ type: 'tool', name: 'answer_in_json' })
    expect(write({ response_format: { type: 'json_object' } }).tools[0].input_schema).toEqual({
      type: 'object',
    })
  })

  it("beside the caller's tools any may be called; a tool that must be called is called", () => {
    const body = write({ response_format: format, tools: [weather] })
    expect(body.tools.map((tool: { name: string }) => tool.name)).toEqual([
      'weather',
      'answer_in_json',
    ])
    expect(body.tool_choice).toEqual({ type: 'any' })
    expect(
      write({ response_format: format, tools: [weather], tool_choice: 'none' }).tool_choice,
    ).toEqual({ type: 'tool', name: 'answer_in_json' })
    expect(
      write({
        response_format: format,
        tools: [weather],
        tool_choice: { type: 'function', function: { name: 'weather' } },
      }),
    ).toMatchObject({
      tools: [{ name: 'weather' }],
      tool_choice: { type: 'tool', name: 'weather' },
    })
  })

  it('a model that thinks is asked, not made, to', () => {
    expect(
      write({ response_format: format, thinking: { type: 'enabled', budget_tokens: 2000 } })
        .tool_choice,
    ).toEqual({ type: 'auto' })
  })

  it('what cannot be asked so is refused', () => {
    expect(() =>
      write({
        response_format: { type: 'json_schema', json_schema: { schema: { type: 'array' } } },
      }),
    ).toThrow(Unusable)
    expect(() =>
      write({ tools: [{ type: 'function', function: { name: 'answer_in_json' } }] }),
    ).toThrow(Unusable)
  })

  it('come back as content', () => {
    const block = { type: 'tool_use', id: 't', name: 'answer_in_json', input: { a: 1 } }
    expect(read({ content: [block], stop_reason: 'tool_use' }).choices).toEqual([
      { index: 0, content: '{"a":1}', finish: 'stop' },
    ])
    const { pieces } = readStream('anthropic_messages', [
      Buffer.from(
        sse(
          [
            { type: 'content_block_start', index: 0, content_block: { ...block, input: {} } },
            {
              type: 'content_block_delta',
              index: 0,
              delta: { type: 'input_json_delta', partial_json: '{"a"' },
            },
            {
              type: 'content_block_delta',
              index: 0,
              delta: { type: 'input_json_delta', partial_json: ':1}' },
            },
            { type: 'content_block_stop', index: 0 },
            {
              type: 'message_delta',
              delta: { stop_reason: 'tool_use' },
              usage: { output_tokens: 2 },
            },
          ],
          true,
        ),
      ),
    ])
    expect(sumOf(pieces)).toMatchObject({ content: '{"a":1}', calls: [], finish: 'stop' })
  })
})

const USED = {
  input_tokens: 10,
  cache_creation_input_tokens: 3,
  cache_read_input_tokens: 5,
  output_tokens: 20,
}
const REPLY = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  stop_reason: 'tool_use',
  stop_sequence: null,
  usage: USED,
  content: [
    { type: 'thinking', thinking: 'hm €', signature: 'c2ln' },
    { type: 'text', text: 'I look' },
    { type: 'tool_use', id: 'toolu_1', name: 'f', input: { x: 'ü' } },
    { type: 'tool_use', id: 'toolu_2', name: 'g', input: {} },
  ],
}
const delta = (index: number, told: object) => ({ type: 'content_block_delta', index, delta: told })
const STREAM = [
  {
    type: 'message_start',
    message: { ...REPLY, content: [], usage: { ...USED, output_tokens: 1 } },
  },
  {
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'thinking', thinking: '', signature: '' },
  },
  { type: 'ping' },
  delta(0, { type: 'thinking_delta', thinking: 'hm ' }),
  delta(0, { type: 'thinking_delta', thinking: '€' }),
  delta(0, { type: 'signature_delta', signature: 'c2ln' }),
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
  delta(1, { type: 'text_delta', text: 'I look' }),
  { type: 'content_block_stop', index: 1 },
  {
    type: 'content_block_start',
    index: 2,
    content_block: { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} },
  },
  delta(2, { type: 'input_json_delta', partial_json: '' }),
  delta(2, { type: 'input_json_delta', partial_json: '{"x":' }),
  delta(2, { type: 'input_json_delta', partial_json: '"ü"}' }),
  { type: 'content_block_stop', index: 2 },
  {
    type: 'content_block_start',
    index: 3,
    content_block: { type: 'tool_use', id: 'toolu_2', name: 'g', input: {} },
  },
  { type: 'content_block_stop', index: 3 },
  { type: 'an_event_of_tomorrow' },
  {
    type: 'message_delta',
    delta: { stop_reason: 'tool_use', stop_sequence: null },
    usage: { output_tokens: 20, input_tokens: null },
  },
  { type: 'message_stop' },
]

describe('replies and streams', () => {
  const { blocks, ...choice } = read(REPLY).choices[0]!

  it('a reply: thoughts with their proof, text, calls, usage in disjoint counts', () => {
    expect(choice).toEqual({
      index: 0,
      content: 'I look',
      reasoning: 'hm €',
      signature: 'c2ln',
      finish: 'tool_calls',
      tool_calls: [call('toolu_1', 'f', '{"x":"ü"}'), call('toolu_2', 'g', '{}')],
    })
    expect(blocks).toEqual(REPLY.content)
    expect(read(REPLY).usage).toEqual({
      uncached: 10,
      cacheRead: 5,
      cacheWrite: 3,
      output: 20,
      reasoning: 0,
    })
    expect(
      read({ ...REPLY, usage: { ...USED, output_tokens_details: { thinking_tokens: 8 } } }).usage,
    ).toMatchObject({ output: 12, reasoning: 8 })
  })

  it('a stream says what the reply says, however it is cut', () => {
    fc.assert(
      fc.property(cuts, places => {
        const { pieces, ended } = readStream('anthropic_messages', cut(sse(STREAM, true), places))
        expect(sumOf(pieces)).toEqual(sumOfReply(read(REPLY)))
        expect(ended).toBe(true)
      }),
      { numRuns: runs(60) },
    )
  })

  it('CHAT-074 a stream is whole only with its message_stop', () => {
    for (let n = 0; n < STREAM.length; n++)
      expect(
        readStream('anthropic_messages', [Buffer.from(sse(STREAM.slice(0, n), true))]).ended,
      ).toBe(false)
    expect(
      readStream('anthropic_messages', [Buffer.from(sse([{ type: 'message_stop' }], true))]).ended,
    ).toBe(false)
  })

  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'content_filter'],
    ['tomorrow', 'stop'],
  ])('CHAT-030 %s means %s', (reason, finish) => {
    expect(read({ ...REPLY, content: [], stop_reason: reason }).choices[0]).toMatchObject({
      content: null,
      finish,
    })
  })

  it('the sequence that stopped it is told', () => {
    expect(
      read({ ...REPLY, stop_reason: 'stop_sequence', stop_sequence: 'X' }).choices[0],
    ).toMatchObject({ stopped: 'X' })
  })

  it('several thoughts, or some that cannot be read, have no one proof', () => {
    const [thought] = REPLY.content
    expect(read({ ...REPLY, content: [thought, thought] }).choices[0]).toMatchObject({
      reasoning: 'hm €hm €',
    })
    for (const more of [thought, { type: 'redacted_thinking', data: 'x' }])
      expect(read({ ...REPLY, content: [thought, more] }).choices[0]).not.toHaveProperty(
        'signature',
      )
  })

  it('a failure told in the stream is trouble', () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    expect(
      readStream('anthropic_messages', [
        Buffer.from(sse([...STREAM.slice(0, 5), error], true)),
      ]).pieces.at(-1),
    ).toEqual({ trouble: { message: 'Overloaded', type: 'overloaded_error' } })
  })

  it.each([
    [undefined],
    [[]],
    [{}],
    [{ content: 'text' }],
    [{ type: 'error', error: { message: 'no' } }],
    [{ content: [{ type: 'tool_use' }] }],
  ])('%j is no reply', reply => {
    expect(() => read(reply)).toThrow(Malformed)
  })
})
