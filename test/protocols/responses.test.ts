import OpenAI from 'openai'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEmpty } from '../../runtime/protocols/empty.ts'
import { upstreamProtocols } from '../../runtime/protocols/index.ts'
import { Malformed, type ChatRequest } from '../../runtime/protocols/types.ts'
import { answering, cut, cuts, readStream, sse, sumOf } from './streams.ts'
import { runs } from '../helpers/runs.ts'

const { read, write } = upstreamProtocols.openai_responses
const USED = {
  input_tokens: 30,
  output_tokens: 20,
  total_tokens: 50,
  input_tokens_details: { cached_tokens: 10 },
  output_tokens_details: { reasoning_tokens: 15 },
}
const message = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Grüße', annotations: [] }],
}
const response = (more: object = {}) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'm',
  output: [{ type: 'reasoning', id: 'r', summary: [] }, message],
  usage: USED,
  error: null,
  incomplete_details: null,
  ...more,
})
const BEGUN = [
  {
    type: 'response.created',
    response: response({ status: 'in_progress', output: [], usage: null }),
  },
  {
    type: 'response.in_progress',
    response: response({ status: 'in_progress', output: [], usage: null }),
  },
  {
    type: 'response.output_item.added',
    output_index: 0,
    item: { ...message, content: [], status: 'in_progress' },
  },
  {
    type: 'response.content_part.added',
    item_id: 'msg_1',
    output_index: 0,
    content_index: 0,
    part: { type: 'output_text', text: '', annotations: [] },
  },
  {
    type: 'response.output_text.delta',
    item_id: 'msg_1',
    output_index: 0,
    content_index: 0,
    delta: 'Grü',
  },
  {
    type: 'response.output_text.delta',
    item_id: 'msg_1',
    output_index: 0,
    content_index: 0,
    delta: 'ße',
  },
]
const STREAM = [
  ...BEGUN,
  { type: 'response.completed', response: response({ output: [message] }) },
].map((event, n) => ({ ...event, sequence_number: n }))
const watch = (events: readonly object[], named = true) =>
  readStream('openai_responses', [Buffer.from(sse(events, named))])
const COUNTS = { uncached: 20, cacheRead: 10, cacheWrite: 0, output: 5, reasoning: 15 }

describe('streams of responses, passed on as they come', () => {
  it('RESP-051 RESP-052 are whole with response.completed, and report their usage, however they are cut', () => {
    fc.assert(
      fc.property(cuts, fc.boolean(), (places, named) => {
        const { pieces, ended } = readStream('openai_responses', cut(sse(STREAM, named), places))
        expect(sumOf(pieces)).toMatchObject({ content: 'Grüße', finish: 'stop', usage: COUNTS })
        expect(ended).toBe(true)
      }),
      { numRuns: runs(40) },
    )
  })

  it.each([
    ['max_output_tokens', 'length'],
    ['content_filter', 'content_filter'],
  ])('are whole with response.incomplete (%s) too', (reason, finish) => {
    const end = {
      type: 'response.incomplete',
      response: response({ status: 'incomplete', incomplete_details: { reason } }),
    }
    const { pieces, ended } = watch([...BEGUN, end])
    expect(sumOf(pieces)).toMatchObject({ finish, usage: COUNTS })
    expect(ended).toBe(true)
  })

  it('give what is said as it comes', () => {
    expect(watch(BEGUN).pieces).toEqual([{ content: 'Grü' }, { content: 'ße' }])
  })

  it('are not whole before', () => {
    for (let n = 0; n < STREAM.length; n++) expect(watch(STREAM.slice(0, n)).ended).toBe(false)
  })

  it.each([
    [
      {
        type: 'response.failed',
        response: response({ status: 'failed', error: { code: 'server_error', message: 'broke' } }),
      },
      { message: 'broke', type: 'server_error' },
    ],
    [
      { type: 'error', code: 'rate_limit_exceeded', message: 'slow down', param: null },
      { message: 'slow down', type: 'rate_limit_exceeded' },
    ],
    [
      { type: 'error', error: { type: 'rate_limit_error', message: 'slow down' } },
      { message: 'slow down', type: 'rate_limit_error' },
    ],
  ])('RESP-034 end badly with %j', (event, problem) => {
    const { pieces, ended } = watch([...BEGUN, event])
    expect(pieces.at(-1)).toEqual({ problem })
    expect(ended).toBe(false)
  })

  it('reasoning and calls of functions are something said', () => {
    expect(
      watch([
        { type: 'response.reasoning_summary_text.delta', delta: 'hm' },
        { type: 'response.function_call_arguments.delta', output_index: 1, delta: '{' },
        { type: 'response.function_call_arguments.delta', output_index: 'x', delta: '}' },
      ]).pieces,
    ).toEqual([
      { reasoning: 'hm' },
      { tool: { index: 1, arguments: '{' } },
      { tool: { index: 0, arguments: '}' } },
    ])
  })

  it('RESP-053 what was watched is what the official client reads', async () => {
    const client = new OpenAI({
      apiKey: 'k',
      maxRetries: 0,
      fetch: answering(sse(STREAM, true), 'text/event-stream', [7, 700]),
    })
    const got = await client.responses.stream({ model: 'm', input: 'hi' }).finalResponse()
    expect(got.output_text).toBe('Grüße')
  })

  it('that say what cannot be read are malformed', () => {
    expect(() =>
      readStream('openai_responses', [
        Buffer.from('event: response.completed\ndata: {"type":\n\n'),
      ]),
    ).toThrow(Malformed)
  })
})

describe('whole responses', () => {
  it('RESP-028 requests are written as they are', () => {
    const request = { model: 'm', input: 'hi', store: false }
    expect(write(request as unknown as ChatRequest)).toBe(request)
  })

  it('RESP-031 say what was said, why it ended, and usage in disjoint counts', () => {
    expect(read(response())).toEqual({
      choices: [{ index: 0, content: 'Grüße', finish: 'stop' }],
      usage: COUNTS,
    })
    const called = { type: 'function_call', id: 'fc', call_id: 'c', name: 'f', arguments: '{}' }
    expect(read(response({ output: [called] })).choices[0]).toEqual({
      index: 0,
      content: null,
      finish: 'tool_calls',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    })
  })

  it('without usage have none', () => {
    expect(read(response({ usage: null }))).toStrictEqual({
      choices: [{ index: 0, content: 'Grüße', finish: 'stop' }],
    })
  })

  it('RESP-046 one that is made in the background is a result that is still to come', () => {
    const begun = response({ status: 'queued', output: [], usage: null })
    const queued = read(begun, { choices: 1, stops: false, later: true })
    expect(queued).toEqual({ choices: [], pending: true })
    expect(isEmpty(queued)).toBe(false)
    expect(isEmpty(read(response({ output: [], usage: null })))).toBe(true)
    for (const status of ['queued', 'in_progress'])
      expect(() => read({ ...begun, status })).toThrow(Malformed)
  })

  it.each([
    [undefined, 'the reply is no object'],
    ['x', 'the reply is no object'],
    [{}, 'the reply has no output'],
    [response({ status: 'failed', error: { message: 'no' } }), 'no'],
    [response({ status: 'failed' }), 'The upstream failed'],
    [response({ error: { message: 'no' } }), 'no'],
    [response({ status: 'queued' }), 'the response is not complete'],
    [response({ status: 'in_progress' }), 'the response is not complete'],
    [response({ output: [{ type: 'function_call' }] }), 'a call of a function has no name'],
  ])('%j is no response: %s', (reply, reason) => {
    expect(() => read(reply)).toThrow(new Malformed(reason))
  })
})
