/** Streams of an OpenAI-style upstream. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { upstreamProtocols } from '../../runtime/protocols/index.ts'
import { Malformed } from '../../runtime/protocols/types.ts'
import { cut, cuts, readStream, sse, sumOf, sumOfReply } from './streams.ts'
import { runs } from '../helpers/runs.ts'
import { chat, read } from './openai-requests.ts'

const chunk = (delta: unknown, finish: string | null = null, more: object = {}) => ({
  id: 'x',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...more,
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
  it('have alike words in events of one choice only', () => {
    const said = (index: number) => ({
      data: JSON.stringify({ choices: [{ index, delta: { content: 'a' }, finish_reason: null }] }),
    })
    const frameAfter = (...choices: number[]) => {
      const reader = upstreamProtocols.openai_chat.reader({
        choices: 2,
        stops: false,
        later: false,
      })
      for (const index of choices) reader.take(said(index))
      return reader.frame!()
    }
    expect(frameAfter(0)).toBeDefined()
    expect(frameAfter(1)).toBe(undefined)
    expect(frameAfter(1, 0)).toBe(undefined)
  })

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

  it('what an upstream says of its failure inside a stream is problem, and such a stream is never whole', () => {
    const { pieces, ended } = readStream('openai_chat', [
      Buffer.from(sse([...STREAM, { error: { message: 'too many', type: 'rate_limit_error' } }])),
    ])
    expect(pieces.at(-1)).toEqual({ problem: { message: 'too many', type: 'rate_limit_error' } })
    expect(ended).toBe(false)
    expect(
      readStream('openai_chat', [Buffer.from('event: error\ndata: {"message":"no"}\n\n')]).pieces,
    ).toEqual([{ problem: { message: 'no' } }])
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

  it('calls that the upstream does not number are distinguished by their ids', () => {
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

  it('an upstream may repeat the id and the name of a call, or send it whole', () => {
    const piece = (id: string, written: string) => ({
      tool_calls: [{ id, function: { name: 'f', arguments: written } }],
    })
    const { pieces } = readStream('openai_chat', [
      Buffer.from(sse([chunk(piece('a', '{')), chunk(piece('a', '}')), chunk(piece('b', '{}'))])),
    ])
    expect(pieces).toEqual([
      { tool: { index: 0, id: 'a', name: 'f', arguments: '{' } },
      { tool: { index: 0, arguments: '}' } },
      { tool: { index: 1, id: 'b', name: 'f', arguments: '{}' } },
    ])
  })

  it('a call without an id has none, however many pieces it comes in', () => {
    const { pieces } = readStream('openai_chat', [
      Buffer.from(
        sse([
          chunk({ tool_calls: [{ function: { name: 'f', arguments: { x: 1 } } }] }),
          chunk({ tool_calls: [{ index: 1, function: { name: 'g' } }] }),
          chunk({ tool_calls: [{ index: 1, id: 'late', function: { arguments: '{}' } }] }),
          chunk({ tool_calls: [{ function: { arguments: ' ' } }] }),
        ]),
      ),
    ])
    expect(pieces).toEqual([
      { tool: { index: 0, name: 'f', arguments: '{"x":1}' } },
      { tool: { index: 1, name: 'g' } },
      { tool: { index: 1, arguments: '{}' } },
      { tool: { index: 1, arguments: ' ' } },
    ])
  })

  it('a call that begins without a name is malformed, even if it has only an id', () => {
    for (const call of [{ id: 'a' }, { function: { arguments: '{' } }])
      expect(() =>
        readStream('openai_chat', [Buffer.from(sse([chunk({ tool_calls: [call] })]))]),
      ).toThrow(new Malformed('a call of a tool has no name'))
  })

  it('an error of null is no error', () => {
    const { pieces } = readStream('openai_chat', [
      Buffer.from(sse([chunk({ content: 'a' }, null, { error: null })])),
    ])
    expect(pieces).toEqual([{ content: 'a' }])
  })

  it('functions of the old kind are calls too', () => {
    const { pieces } = readStream('openai_chat', [
      Buffer.from(
        sse([
          chunk({ function_call: { name: 'f', arguments: '{' } }),
          chunk({ function_call: { arguments: '}' } }),
          chunk({}, 'function_call'),
        ]),
      ),
    ])
    expect(sumOf(pieces)).toMatchObject({
      calls: [{ name: 'f', arguments: '{}' }],
      finish: 'tool_calls',
    })
  })

  it('a refusal is content, and the answer was filtered', () => {
    const { pieces } = readStream('openai_chat', [
      Buffer.from(sse([chunk({ refusal: 'No.' }), chunk({}, 'stop')])),
    ])
    expect(pieces).toEqual([{ content: 'No.' }, { finish: 'content_filter' }])
  })

  it('the pieces of each choice have its number, and only its first end counts', () => {
    const second = (delta: object, finish: string | null) => ({
      choices: [{ index: 1, delta, finish_reason: finish }],
    })
    const call = { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] }
    const { pieces } = readStream('openai_chat', [
      Buffer.from(
        sse([
          { choices: [{ delta: { content: 'a' }, finish_reason: 'length' }] },
          second(call, 'tool_calls'),
          second({}, 'stop'),
        ]),
      ),
    ])
    expect(pieces).toEqual([
      { content: 'a' },
      { finish: 'length' },
      { index: 1, tool: { index: 0, id: 'a', name: 'f', arguments: '{}' } },
      { index: 1, finish: 'tool_calls' },
    ])
  })

  it('log probabilities come with their text or alone; a whole message may stand for a piece', () => {
    const logprobs = { content: [] }
    const { pieces } = readStream('openai_chat', [
      Buffer.from(
        sse([
          { choices: [{ index: 0, delta: { content: 'a' }, logprobs }] },
          { choices: [{ index: 0, delta: {}, logprobs }] },
          { choices: [{ index: 0, message: { content: 'b' }, logprobs: null }] },
        ]),
      ),
    ])
    expect(pieces).toEqual([{ content: 'a', logprobs }, { logprobs }, { content: 'b' }])
  })

  it('usage may be sent with every chunk, and citations with the last', () => {
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
    const cited = readStream('openai_chat', [Buffer.from(sse([{ citations: ['https://a', 5] }]))])
    expect(cited.pieces).toEqual([{ citations: ['https://a'] }])
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
