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

  it('an answer is an object: a schema of something else is refused', () => {
    const sent = (own: object) =>
      write({
        response_format: { type: 'json_schema', json_schema: { schema: own as never } },
      }).tools[0]
    expect(() => sent({ type: 'array' })).toThrow(
      new Unusable('The schema of response_format must be that of an object.'),
    )
    expect(sent({ title: 't' })).toEqual({
      name: 'answer_in_json',
      description: 'Gives the answer, as JSON.',
      input_schema: { type: 'object', title: 't' },
    })
  })

  it('the name of the tool for the answer is reserved', () => {
    expect(() =>
      write({ tools: [{ type: 'function', function: { name: 'answer_in_json' } }] }),
    ).toThrow(new Unusable('The tool\'s name "answer_in_json" is reserved.'))
  })

  it('need no tool where the caller set a format in the words of this protocol', () => {
    const own = { format: { type: 'json_schema', schema: {} } }
    expect(write({ response_format: format, anthropic: { output_config: own } })).toEqual({
      ...write(),
      output_config: own,
    })
    expect(
      write({ response_format: format, anthropic: { output_config: { effort: 'low' } } }).tools,
    ).toHaveLength(1)
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
    expect(pieces).toEqual([
      { content: '{"a"' },
      { content: ':1}' },
      { usage: expect.objectContaining({ output: 2 }) },
      { finish: 'stop' },
    ])
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
    expect(choice).toStrictEqual({
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
    expect(read({ ...REPLY, content: [thought] }).choices[0]).toMatchObject({ signature: 'c2ln' })
    for (const more of [thought, { type: 'redacted_thinking', data: 'x' }])
      expect(read({ ...REPLY, content: [thought, more] }).choices[0]).not.toHaveProperty(
        'signature',
      )
  })

  const take = (...events: object[]) =>
    readStream('anthropic_messages', [Buffer.from(sse(events, true))]).pieces
  const start = (index: number, block: object) => ({
    type: 'content_block_start',
    index,
    content_block: block,
  })

  it('a block may begin with its first text, and a call with its arguments', () => {
    expect(
      take(
        start(0, { type: 'thinking', thinking: 'hm' }),
        start(1, { type: 'text', text: 'a' }),
        start(2, { type: 'tool_use', id: 't', name: 'f', input: { x: 1 } }),
        { type: 'content_block_stop', index: 2 },
        start(3, { type: 'tool_use', id: 'u', name: 'f', input: 'none' }),
        { type: 'content_block_stop', index: 3 },
      ),
    ).toEqual([
      { reasoning: 'hm' },
      { content: 'a' },
      { tool: { index: 0, id: 't', name: 'f' } },
      { tool: { index: 0, arguments: '{"x":1}' } },
      { tool: { index: 1, id: 'u', name: 'f' } },
      { tool: { index: 1, arguments: '{}' } },
    ])
  })

  it('a block of another type is passed on; events without content add nothing', () => {
    const hidden = { type: 'redacted_thinking', data: 'x' }
    expect(take(start(0, hidden))).toEqual([{ block: hidden }])
    expect(
      take(
        { type: 'message_start' },
        { type: 'content_block_start', index: 0 },
        { type: 'content_block_delta', index: 0 },
        { type: 'content_block_stop', index: 0 },
        delta(7, { type: 'input_json_delta', partial_json: '{}' }),
        { type: 'message_delta' },
      ),
    ).toEqual([])
    expect(readStream('anthropic_messages', [Buffer.from('event: ping\ndata: \n\n')])).toEqual({
      pieces: [],
      ended: false,
    })
  })

  it('usage grows from event to event; a count that is absent or null stays', () => {
    const usage = (counts: object) => ({ type: 'message_delta', delta: {}, usage: counts })
    expect(
      take(
        { type: 'message_start', message: { usage: USED } },
        usage({ output_tokens: 30, input_tokens: null }),
        usage({ input_tokens: null }),
      ),
    ).toEqual([
      { usage: { uncached: 10, cacheRead: 5, cacheWrite: 3, output: 20, reasoning: 0 } },
      { usage: { uncached: 10, cacheRead: 5, cacheWrite: 3, output: 30, reasoning: 0 } },
    ])
  })

  it('the first reason to stop counts, with the sequence that stopped it', () => {
    const stop = (delta: object) => ({ type: 'message_delta', delta })
    expect(
      take(
        stop({ stop_reason: 'stop_sequence', stop_sequence: 'X' }),
        stop({ stop_reason: 'max_tokens' }),
      ),
    ).toEqual([{ finish: 'stop', stopped: 'X' }])
    expect(take(stop({ stop_reason: 'tool_use' }))).toEqual([{ finish: 'stop' }])
  })

  it('a call without a name is malformed', () => {
    expect(() => take(start(0, { type: 'tool_use', id: 't' }))).toThrow(
      new Malformed('a call of a tool has no name'),
    )
  })

  it('an error may be named by its event only', () => {
    expect(
      readStream('anthropic_messages', [Buffer.from('event: error\ndata: {"message":"no"}\n\n')])
        .pieces,
    ).toEqual([{ problem: { message: 'no' } }])
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
    [undefined, 'the reply is no object'],
    [[], 'the reply is no object'],
    [{}, 'the reply has no content'],
    [{ content: 'text' }, 'the reply has no content'],
    [{ type: 'error', content: [], error: { message: 'no' } }, 'no'],
    [{ type: 'error' }, 'The upstream failed'],
    [{ content: [{ type: 'tool_use' }] }, 'a call of a tool has no name'],
  ])('%j is no reply: %s', (reply, reason) => {
    expect(() => read(reply)).toThrow(new Malformed(reason))
  })
})
