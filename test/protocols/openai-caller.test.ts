import OpenAI from 'openai'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callers } from '../../runtime/protocols/index.ts'
import type { Choice, Completion, Piece } from '../../runtime/protocols/types.ts'
import { answering, eventsOf, FACTS, USAGE, written } from './streams.ts'
import { runs } from '../helpers/runs.ts'

const { reply, writer } = callers.openai_chat
const client = (text: string, type?: string) =>
  new OpenAI({ apiKey: 'k', maxRetries: 0, fetch: answering(text, type, [3, 50, 51, 200, 333]) })
const ASK = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }] }
const choice = (more: Partial<Choice> = {}): Choice => ({
  index: 0,
  content: 'hello',
  finish: 'stop',
  ...more,
})
const sent = (completion: Partial<Completion>) =>
  JSON.parse(JSON.stringify(reply({ choices: [choice()], usage: USAGE, ...completion }, FACTS)))
const END = {
  usage: USAGE,
  cost: { amount: '0.002000', currency: 'USD' },
  payment: { settled: true, transaction: '0xabc', network: 'base' },
}
const chunks = (text: string) =>
  eventsOf([Buffer.from(text)])
    .filter(({ data }) => data !== '[DONE]')
    .map(({ data }) => JSON.parse(data))
const streamed = (pieces: readonly Piece[]) => written(writer(FACTS), pieces, END)
const finalOf = (text: string) => client(text).chat.completions.stream(ASK).finalChatCompletion()

describe('whole answers', () => {
  it('CHAT-041 CHAT-042 have the members of a chat completion', () => {
    expect(sent({})).toMatchObject({
      id: 'chatcmpl-abc123',
      object: 'chat.completion',
      created: FACTS.created,
      model: FACTS.model,
      choices: [
        { index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' },
      ],
    })
  })

  it('CHAT-043 CHAT-044 CHAT-045 CHAT-046 CHAT-047 CHAT-048 CHAT-049 usage adds up, caches under both names', () => {
    expect(sent({}).usage).toEqual({
      prompt_tokens: 18,
      completion_tokens: 11,
      total_tokens: 29,
      prompt_tokens_details: { cached_tokens: 5, cached_creation_tokens: 3 },
      cache_read_input_tokens: 5,
      cache_creation_input_tokens: 3,
    })
  })

  it('CHAT-046 CHAT-048 caches that were not used are not named', () => {
    expect(sent({ usage: { ...USAGE, cacheRead: 0, cacheWrite: 0 } }).usage).toEqual({
      prompt_tokens: 10,
      completion_tokens: 11,
      total_tokens: 21,
    })
  })

  it('CHAT-050 CHAT-051 details of the completion are reported as the upstream reported them, or not at all', () => {
    expect(
      sent({ usage: { ...USAGE, details: { reasoning_tokens: 4, x: 1 } } }).usage
        .completion_tokens_details,
    ).toEqual({ reasoning_tokens: 4, x: 1 })
    expect(sent({}).usage).not.toHaveProperty('completion_tokens_details')
  })

  it('CHAT-052 CHAT-053 reasoning stands apart, and is absent where there is none', () => {
    expect(sent({ choices: [choice({ reasoning: 'hm' })] }).choices[0].message).toEqual({
      role: 'assistant',
      content: 'hello',
      reasoning_content: 'hm',
    })
    expect(sent({ choices: [choice({ reasoning: '' })] }).choices[0].message).not.toHaveProperty(
      'reasoning_content',
    )
  })

  it('CHAT-054 a turn that calls tools has empty content, its reasoning apart; calls without ids get one', () => {
    const calls = [
      { id: 'c', type: 'function' as const, function: { name: 'f', arguments: '{}' } },
      { id: '', type: 'function' as const, function: { name: 'g', arguments: '{}' } },
    ]
    for (const content of [null, 'I look it up']) {
      const { message, finish_reason: finish } = sent({
        choices: [choice({ content, reasoning: 'hm', tool_calls: calls, finish: 'tool_calls' })],
      }).choices[0]
      expect(message).toMatchObject({
        content: '',
        reasoning_content: 'hm',
        tool_calls: [calls[0], { ...calls[1], id: 'call_abc123_1' }],
      })
      expect(finish).toBe('tool_calls')
    }
  })

  it('an empty list of calls is no call: the content stays', () => {
    expect(sent({ choices: [choice({ tool_calls: [] })] }).choices[0].message.content).toBe('hello')
  })

  it('the proof of a thought is sent with it', () => {
    const { message } = sent({ choices: [choice({ reasoning: 'hm', signature: 's' })] }).choices[0]
    expect(message).toMatchObject({ reasoning_content: 'hm', reasoning_signature: 's' })
  })

  it('without a usage of the upstream all counts are 0', () => {
    expect(sent({ usage: undefined }).usage).toEqual({
      prompt_tokens: 0,
      completion_tokens: 0,
      total_tokens: 0,
    })
  })

  it('CHAT-056 a reply that would be empty says what was thought', () => {
    for (const content of [null, ''])
      expect(
        sent({ choices: [choice({ content, reasoning: 'hm' })] }).choices[0].message,
      ).toMatchObject({ content: 'hm', reasoning_content: 'hm' })
    expect(
      sent({ choices: [choice({ content: null, finish: 'content_filter' })] }).choices[0],
    ).toMatchObject({ message: { content: '' }, finish_reason: 'content_filter' })
  })

  it('citations and the sources used are reported where the upstream reported them', () => {
    expect(sent({ citations: ['https://a'], sources: 4 })).toMatchObject({
      citations: ['https://a'],
      usage: { num_sources_used: 4 },
    })
    expect(sent({})).not.toHaveProperty('citations')
  })

  it('CHAT-085 the official client reads them', async () => {
    const body = JSON.stringify(reply({ choices: [choice()], usage: USAGE }, FACTS))
    const got = await client(body, 'application/json').chat.completions.create(ASK)
    expect(got.choices[0]!.message.content).toBe('hello')
    expect(got.usage?.total_tokens).toBe(29)
  })
})

describe('streams', () => {
  it('CHAT-086 CHAT-090 begin with the role and end with usage, what was paid, and [DONE]', () => {
    const text = streamed([
      { content: 'hel' },
      { content: 'lo' },
      { finish: 'stop' },
      { usage: USAGE },
    ])
    const all = chunks(text)
    expect(
      all.every(
        each =>
          each.object === 'chat.completion.chunk' &&
          each.id === 'chatcmpl-abc123' &&
          each.model === FACTS.model,
      ),
    ).toBe(true)
    expect(all.map(each => each.choices)).toEqual([
      [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
      [{ index: 0, delta: { content: 'hel' }, finish_reason: null }],
      [{ index: 0, delta: { content: 'lo' }, finish_reason: null }],
      [{ index: 0, delta: {}, finish_reason: 'stop' }],
      [],
    ])
    expect(all.at(-1)).toMatchObject({
      usage: { prompt_tokens: 18, completion_tokens: 11, total_tokens: 29 },
      cost: END.cost,
      payment: END.payment,
    })
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
  })

  it('CHAT-087 CHAT-088 CHAT-085 the official client adds them up, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1 }),
        async texts => {
          const got = await finalOf(
            streamed([
              { reasoning: 'hm' },
              ...texts.map(content => ({ content })),
              { finish: 'length' },
            ]),
          )
          expect(got.choices[0]).toMatchObject({
            finish_reason: 'length',
            message: { role: 'assistant', content: texts.join('') },
          })
          expect(got.usage?.total_tokens).toBe(29)
        },
      ),
      { numRuns: runs(25) },
    )
  })

  it('CHAT-089 calls of tools, interleaved and without ids', async () => {
    const got = await finalOf(
      streamed([
        { reasoning: 'hm' },
        { tool: { index: 0, id: 'a', name: 'f', arguments: '{"x"' } },
        { tool: { index: 1, name: 'g' } },
        { tool: { index: 0, arguments: ':1}' } },
        { tool: { index: 1, arguments: '{}' } },
        { finish: 'tool_calls' },
      ]),
    )
    expect(got.choices[0]!.message.tool_calls).toMatchObject([
      { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
      { id: 'call_abc123_1', type: 'function', function: { name: 'g', arguments: '{}' } },
    ])
    expect(got.choices[0]!.message.content ?? '').toBe('')
  })

  it('CHAT-056 a stream of thoughts alone ends with them as its content', async () => {
    const text = streamed([{ reasoning: 'let me ' }, { reasoning: 'think' }, { finish: 'stop' }])
    expect(
      chunks(text)
        .map(each => each.choices[0]?.delta.content)
        .filter(Boolean),
    ).toEqual(['let me think'])
    expect((await finalOf(text)).choices[0]!.message.content).toBe('let me think')
    const called = streamed([
      { reasoning: 'hm' },
      { tool: { index: 0, id: 'a', name: 'f', arguments: '{}' } },
      { finish: 'tool_calls' },
    ])
    expect(chunks(called).some(each => each.choices[0]?.delta.content)).toBe(false)
  })

  it('thoughts after the answer has begun are no content', () => {
    const text = streamed([{ content: 'a' }, { reasoning: 'hm' }, { finish: 'stop' }])
    expect(chunks(text).map(each => each.choices[0]?.delta)).toEqual([
      { role: 'assistant', content: '' },
      { content: 'a' },
      { reasoning_content: 'hm' },
      {},
      undefined,
    ])
  })

  it('a choice begins with its first output, and not with a piece that adds none', () => {
    const numbers = (piece: Piece) =>
      chunks(streamed([piece])).flatMap(each => each.choices.map((one: Choice) => one.index))
    expect(numbers({ index: 1, signature: 's', content: '', reasoning: '' })).toEqual([0])
    expect(numbers({ index: 1, reasoning: 'a' })).toEqual([0, 1, 1])
    expect(numbers({ index: 1, finish: 'stop' })).toEqual([0, 1, 1])
    expect(numbers({ index: 1, tool: { index: 0, name: 'f' } })).toEqual([0, 1, 1])
  })

  it('the proof of a call comes with its start', () => {
    const proof = { google: { thought_signature: 's' } }
    const text = streamed([
      { tool: { index: 0, id: 'a', name: 'f', extra_content: proof } },
      { tool: { index: 0, arguments: '{}' } },
      { tool: { index: 0 } },
    ])
    const calls = chunks(text).flatMap(each => each.choices[0]?.delta.tool_calls ?? [])
    expect(calls).toEqual([
      {
        index: 0,
        id: 'a',
        type: 'function',
        function: { name: 'f', arguments: '' },
        extra_content: proof,
      },
      { index: 0, function: { arguments: '{}' } },
      { index: 0, function: { arguments: '' } },
    ])
  })

  it('several choices each begin with their role', async () => {
    const got = await finalOf(
      streamed([
        { content: 'a' },
        { index: 1, content: 'b' },
        { finish: 'stop' },
        { index: 1, finish: 'length' },
      ]),
    )
    expect(
      got.choices.map(({ message, finish_reason: finish }) => [
        message.role,
        message.content,
        finish,
      ]),
    ).toEqual([
      ['assistant', 'a', 'stop'],
      ['assistant', 'b', 'length'],
    ])
  })

  it('the proof of one thought can be echoed; of several none can', () => {
    const deltas = (pieces: readonly Piece[]) =>
      chunks(streamed(pieces))
        .map(each => each.choices[0]?.delta)
        .flatMap(each => (each?.reasoning_signature === undefined ? [] : [each]))
    expect(
      deltas([
        { reasoning: 'a' },
        { reasoning: 'bc' },
        { signature: 's1' },
        { content: 'd' },
        { finish: 'stop' },
      ]),
    ).toEqual([{ reasoning_signature: 's1', reasoning_length: 3 }])
    expect(deltas([{ signature: 's1' }, { signature: 's2' }, { finish: 'stop' }])).toEqual([])
    expect(
      deltas([
        { reasoning: 'a' },
        { signature: 's1' },
        { reasoning: 'b' },
        { signature: 's2' },
        { content: 'c' },
        { finish: 'stop' },
      ]),
    ).toEqual([])
    expect(
      deltas([{ reasoning: 'a' }, { signature: 's1' }, { reasoning: 'b' }, { finish: 'stop' }]),
    ).toEqual([])
    expect(
      deltas([
        { block: { type: 'redacted_thinking' } },
        { reasoning: 'a' },
        { signature: 's1' },
        { content: 'c' },
        { finish: 'stop' },
      ]),
    ).toEqual([])
  })

  it('citations and sources stand in the last frame', () => {
    expect(
      chunks(
        streamed([{ content: 'a' }, { finish: 'stop' }, { citations: ['https://a'], sources: 2 }]),
      ).at(-1),
    ).toMatchObject({ citations: ['https://a'], usage: { num_sources_used: 2 } })
  })

  it('log probabilities go with their text', () => {
    const logprobs = { content: [{ token: 'a', logprob: -1, bytes: null, top_logprobs: [] }] }
    for (const content of ['a', ''])
      expect(chunks(streamed([{ content, logprobs }, { finish: 'stop' }]))[1].choices[0]).toEqual({
        index: 0,
        delta: { content },
        finish_reason: null,
        logprobs,
      })
    expect(sent({ choices: [choice({ logprobs })] }).choices[0]).toMatchObject({ logprobs })
  })

  it('a stream that failed makes the official client throw, and never says [DONE]', async () => {
    const it = writer(FACTS)
    const text =
      it.open() +
      it.piece({ content: 'half' }) +
      it.fail({ message: 'The upstream fell silent', type: 'api_error', code: 'STREAM_FAILED' })
    expect(text).not.toContain('[DONE]')
    const [message, code] = ['The upstream fell silent', 'STREAM_FAILED']
    expect(chunks(text).at(-1)).toEqual({
      error: { message, type: 'api_error', code, param: null },
      message,
      code,
    })
    await expect(finalOf(text)).rejects.toThrow('The upstream fell silent')
  })
})
