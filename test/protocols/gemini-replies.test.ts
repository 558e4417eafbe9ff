/** Replies and streams of a Gemini-style upstream. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callers } from '../../runtime/protocols/index.ts'
import { Malformed } from '../../runtime/protocols/types.ts'
import { cut, cuts, FACTS, readStream, sse, sumOf, sumOfReply } from './streams.ts'
import { runs } from '../helpers/runs.ts'
import { call, candidate, contentsOf, read, REPLY, USED } from './gemini-requests.ts'

const STREAM = [
  { ...candidate([{ text: 'let me ', thought: true }]), usageMetadata: { promptTokenCount: 100 } },
  candidate([{ text: 'think', thought: true }]),
  candidate([{ text: 'Grüße, ' }]),
  candidate([{ text: '世界' }]),
  { ...candidate([], { finishReason: 'STOP' }), usageMetadata: USED },
]

describe('replies and streams', () => {
  it('a reply: thoughts apart, usage in disjoint counts', () => {
    expect(read(REPLY)).toEqual({
      choices: [{ index: 0, content: 'Grüße, 世界', reasoning: 'let me think', finish: 'stop' }],
      usage: { uncached: 60, cacheRead: 40, cacheWrite: 0, output: 7, reasoning: 5 },
    })
    expect(
      read({ ...REPLY, usageMetadata: { ...USED, toolUsePromptTokenCount: 9 } }).usage!.uncached,
    ).toBe(69)
  })

  it('a stream says what the reply says, however it is cut', () => {
    fc.assert(
      fc.property(cuts, places => {
        const { pieces, ended } = readStream('gemini_generate', cut(sse(STREAM), places))
        expect(sumOf(pieces)).toEqual(sumOfReply(read(REPLY)))
        expect(ended).toBe(true)
      }),
      { numRuns: runs(60) },
    )
  })

  it('the signature of a thought is a piece of a stream too', () => {
    const signed = candidate([{ text: 'a', thoughtSignature: 'sig' }])
    expect(readStream('gemini_generate', [Buffer.from(sse([signed]))]).pieces).toEqual([
      { content: 'a' },
      { signature: 'gemini:sig' },
    ])
  })

  it('CHAT-074 a stream that closes before the model has finished is not whole', () => {
    for (let n = 0; n < STREAM.length; n++)
      expect(readStream('gemini_generate', [Buffer.from(sse(STREAM.slice(0, n)))]).ended).toBe(
        false,
      )
  })

  const parts = [
    { functionCall: { name: 'f', args: { a: 'ü' } }, thoughtSignature: 'sig' },
    { functionCall: { name: 'g' } },
  ]

  it('CHAT-089 calls of functions keep their proofs, and get ids of ours', () => {
    const reply = { ...candidate(parts, { finishReason: 'STOP' }), usageMetadata: USED }
    const whole = read(reply)
    expect(whole.choices[0]).toEqual({
      index: 0,
      content: null,
      finish: 'tool_calls',
      tool_calls: [call('', 'f', '{"a":"ü"}', 'sig'), call('', 'g', '{}')],
    })
    const { message } = JSON.parse(JSON.stringify(callers.openai_chat.reply(whole, FACTS)))
      .choices[0]
    expect(message.tool_calls).toEqual([
      call('call_abc123_0', 'f', '{"a":"ü"}', 'sig'),
      call('call_abc123_1', 'g', '{}'),
    ])
    expect(contentsOf({ role: 'user', content: 'a' }, message)[1].parts).toEqual([
      { functionCall: { name: 'f', args: { a: 'ü' } }, thoughtSignature: 'sig' },
      { functionCall: { name: 'g', args: {} } },
    ])
    const { pieces } = readStream('gemini_generate', [
      Buffer.from(
        sse([
          candidate(parts.slice(0, 1)),
          candidate(parts.slice(1)),
          candidate([], { finishReason: 'STOP' }),
        ]),
      ),
    ])
    expect(sumOf(pieces)).toMatchObject({
      calls: [
        { name: 'f', arguments: '{"a":"ü"}' },
        { name: 'g', arguments: '{}' },
      ],
      finish: 'tool_calls',
    })
    expect(pieces[0]!.tool!.extra_content).toEqual({ google: { thought_signature: 'sig' } })
  })

  it("the proof of a text is marked as this maker's", () => {
    expect(read(candidate([{ text: 'a', thoughtSignature: 'sig' }])).choices[0]).toMatchObject({
      content: 'a',
      signature: 'gemini:sig',
    })
  })

  it.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content_filter'],
    ['RECITATION', 'content_filter'],
    ['BLOCKLIST', 'content_filter'],
    ['PROHIBITED_CONTENT', 'content_filter'],
    ['SPII', 'content_filter'],
    ['LANGUAGE', 'content_filter'],
    ['IMAGE_SAFETY', 'content_filter'],
    ['toString', 'stop'],
    ['OTHER', 'stop'],
    ['TOMORROW', 'stop'],
  ])('%s means %s', (reason, finish) => {
    expect(read(candidate([], { finishReason: reason })).choices[0]).toEqual({
      index: 0,
      content: null,
      finish,
    })
  })

  it('ERR2-013 a blocked prompt is no reply, and problem in a stream', () => {
    const blocked = {
      promptFeedback: { blockReason: 'SAFETY' },
      usageMetadata: { promptTokenCount: 4 },
    }
    expect(() => read(blocked)).toThrow(/SAFETY/)
    expect(readStream('gemini_generate', [Buffer.from(sse([blocked]))])).toEqual({
      pieces: [{ problem: { message: 'The prompt was blocked: SAFETY', type: 'content_filter' } }],
      ended: false,
    })
  })

  const streamOf = (...events: object[]) =>
    readStream('gemini_generate', [Buffer.from(sse(events))])

  it.each(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS'])(
    '%s after something was said ends the answer; before that there is none',
    finishReason => {
      const said = [{ text: 'thought', thought: true }, { text: 'a' }]
      for (const part of said)
        expect(streamOf(candidate([part]), candidate([], { finishReason }))).toMatchObject({
          pieces: [{}, { finish: 'stop' }],
          ended: true,
        })
      expect(streamOf(candidate(said, { finishReason })).pieces.at(-1)).toEqual({ finish: 'stop' })
      expect(
        streamOf(
          candidate([{ functionCall: { name: 'f' } }]),
          candidate([], { finishReason }),
        ).pieces.at(-1),
      ).toEqual({ finish: 'tool_calls' })
      for (const parts of [[], [{ text: '\n' }]])
        expect(() => streamOf(candidate(parts, { finishReason }))).toThrow(Malformed)
    },
  )

  it('ERR2-013 an answer that is withheld before anything is said is problem; after that it ends there', () => {
    const { pieces, ended } = streamOf({
      ...candidate([], { finishReason: 'SAFETY' }),
      usageMetadata: USED,
    })
    expect([pieces[0], ended]).toEqual([
      { problem: { message: 'The answer was blocked: SAFETY', type: 'content_filter' } },
      false,
    ])
    expect(streamOf(candidate([{ text: 'a' }]), candidate([], { finishReason: 'SAFETY' }))).toEqual(
      { pieces: [{ content: 'a' }, { finish: 'content_filter' }], ended: true },
    )
  })

  it('each candidate has its number, and its calls are counted by themselves', () => {
    const called = { content: { parts: [{ functionCall: { name: 'f' } }] } }
    expect(
      streamOf(
        { candidates: [called, { ...called, index: 1 }] },
        {
          candidates: [
            { ...called, index: 'x' },
            { index: 1, finishReason: 'STOP' },
          ],
        },
        { candidates: [{ index: 1, finishReason: 'SAFETY' }] },
      ),
    ).toEqual({
      pieces: [
        { tool: { index: 0, name: 'f', arguments: '{}' } },
        { index: 1, tool: { index: 0, name: 'f', arguments: '{}' } },
        { tool: { index: 1, name: 'f', arguments: '{}' } },
        { index: 1, finish: 'tool_calls' },
      ],
      ended: false,
    })
    const whole = read({ candidates: [called, { ...called, index: 7 }, { ...called, index: 'x' }] })
    expect(whole.choices.map(({ index }) => index)).toEqual([0, 7, 2])
  })

  it('an answer may end without output; an answer at its limit may hold a call', () => {
    expect(streamOf(candidate([], { finishReason: 'STOP' }))).toEqual({
      pieces: [{ finish: 'stop' }],
      ended: true,
    })
    const called = candidate([{ functionCall: { name: 'f' } }], { finishReason: 'MAX_TOKENS' })
    expect(streamOf(called).pieces.at(-1)).toEqual({ finish: 'length' })
    expect(read(called).choices[0]!.finish).toBe('length')
    expect(read(candidate([{ text: 'a' }]))).toStrictEqual({
      choices: [{ index: 0, content: 'a', finish: 'stop' }],
    })
  })

  it('a second answer that is withheld is an end, and not a problem of the stream', () => {
    const blocked = { index: 1, finishReason: 'SAFETY' }
    expect(streamOf({ candidates: [blocked] }).pieces).toEqual([
      { index: 1, finish: 'content_filter' },
    ])
  })

  it('a reason to block counts only where there is no candidate', () => {
    const reason = { promptFeedback: { blockReason: 'OTHER' } }
    expect(streamOf({ ...candidate([{ text: 'a' }]), ...reason }).pieces).toEqual([
      { content: 'a' },
    ])
    expect(() => read(reason)).toThrow(new Malformed('The prompt was blocked: OTHER'))
  })

  it('an error within a stream ends it, also after its end', () => {
    const end = candidate([{ text: 'a' }], { finishReason: 'STOP' })
    expect(streamOf(end).ended).toBe(true)
    expect(streamOf(end, { error: { message: 'no' } }).ended).toBe(false)
  })

  it('more cached than there was is what there was', () => {
    const usage = { promptTokenCount: 5, cachedContentTokenCount: 9, toolUsePromptTokenCount: 2 }
    expect(read({ ...REPLY, usageMetadata: usage }).usage).toMatchObject({
      uncached: 2,
      cacheRead: 5,
    })
  })

  it('a failure reported in the stream is problem', () => {
    const error = { error: { code: 503, message: 'Overloaded', status: 'UNAVAILABLE' } }
    expect(readStream('gemini_generate', [Buffer.from(sse([...STREAM, error]))])).toMatchObject({
      ended: false,
    })
    expect(readStream('gemini_generate', [Buffer.from(sse([error]))]).pieces).toEqual([
      { problem: { message: 'Overloaded', type: 'UNAVAILABLE' } },
    ])
  })

  it.each([
    [undefined, 'the reply is no object'],
    [[], 'the reply is no object'],
    [{}, 'the reply has fewer candidates than were asked for'],
    [{ candidates: [] }, 'the reply has fewer candidates than were asked for'],
    [{ ...REPLY, error: { message: 'no' } }, 'no'],
    [
      candidate([], { finishReason: 'MALFORMED_FUNCTION_CALL' }),
      'the model broke off: MALFORMED_FUNCTION_CALL',
    ],
    [candidate([{ functionCall: {} }]), 'a call of a function has no name'],
  ])('%j is no reply: %s', (reply, reason) => {
    expect(() => read(reply)).toThrow(new Malformed(reason))
  })
})
