/** Answers in JSON, replies and streams of an upstream of the Messages protocol. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Unusable } from '../../runtime/lib/unusable-input.ts'
import { upstreamProtocols } from '../../runtime/protocols/index.ts'
import { Malformed } from '../../runtime/protocols/types.ts'
import { cut, cuts, readStream, sse, sumOf, sumOfReply } from './streams.ts'
import { runs } from '../helpers/runs.ts'
import { call, weather, write } from './anthropic-requests.ts'

const { read } = upstreamProtocols.anthropic_messages

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

const delta = (index: number, change: object) => ({
  type: 'content_block_delta',
  index,
  delta: change,
})

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

  it('the sequence that stopped it is reported', () => {
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

  it('a failure reported in the stream is problem', () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    expect(
      readStream('anthropic_messages', [
        Buffer.from(sse([...STREAM.slice(0, 5), error], true)),
      ]).pieces.at(-1),
    ).toEqual({ problem: { message: 'Overloaded', type: 'overloaded_error' } })
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
