/** Streams to callers of the Messages protocol. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Piece } from '../../runtime/protocols/types.ts'
import { eventsOf, FACTS, readStream, sse, USAGE, written } from './streams.ts'
import { runs } from '../helpers/runs.ts'
import { ASK, client, USED, writer } from './anthropic-callers.ts'

const END = {
  usage: USAGE,
  cost: { amount: '0.002000', currency: 'USD' },
  payment: { settled: true, transaction: '0xabc', network: 'base' },
}

const streamed = (pieces: readonly Piece[]) => written(writer(FACTS), pieces, END)

const finalOf = (text: string) => client(text).messages.stream(ASK).finalMessage()

const events = (text: string) =>
  eventsOf([Buffer.from(text)]).map(({ event, data }) => ({ event, ...JSON.parse(data) }))

describe('NAME-002 streams', () => {
  it('have the events of the protocol in its order', () => {
    expect(
      events(
        streamed([
          { usage: { ...USAGE, output: 0, reasoning: 1 } },
          { reasoning: 'hm' },
          { signature: 'c2ln' },
          { content: 'a' },
          { content: 'b' },
          { finish: 'stop' },
        ]),
      ),
    ).toEqual([
      {
        event: 'message_start',
        type: 'message_start',
        message: {
          id: 'msg_abc123',
          type: 'message',
          role: 'assistant',
          model: FACTS.model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { ...USED, output_tokens: 1 },
        },
      },
      {
        event: 'content_block_start',
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'thinking', thinking: '', signature: '' },
      },
      {
        event: 'content_block_delta',
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'thinking_delta', thinking: 'hm' },
      },
      {
        event: 'content_block_delta',
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'signature_delta', signature: 'c2ln' },
      },
      { event: 'content_block_stop', type: 'content_block_stop', index: 0 },
      {
        event: 'content_block_start',
        type: 'content_block_start',
        index: 1,
        content_block: { type: 'text', text: '' },
      },
      {
        event: 'content_block_delta',
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'text_delta', text: 'a' },
      },
      {
        event: 'content_block_delta',
        type: 'content_block_delta',
        index: 1,
        delta: { type: 'text_delta', text: 'b' },
      },
      { event: 'content_block_stop', type: 'content_block_stop', index: 1 },
      {
        event: 'message_delta',
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: USED,
        cost: END.cost,
        payment: END.payment,
      },
      { event: 'message_stop', type: 'message_stop' },
    ])
  })

  it('the official client adds them up, whatever the text', async () => {
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
          expect(got).toMatchObject({
            content: [
              { type: 'thinking', thinking: 'hm' },
              { type: 'text', text: texts.join('') },
            ],
            stop_reason: 'max_tokens',
            usage: USED,
          })
        },
      ),
      { numRuns: runs(25) },
    )
  })

  it('calls that are interleaved are sent one after another', async () => {
    const text = streamed([
      { content: 'a' },
      { tool: { index: 0, id: 'a', name: 'f', arguments: '{"x"' } },
      { tool: { index: 1, id: 'b', name: 'g', arguments: '{' } },
      { tool: { index: 0, arguments: ':1}' } },
      { tool: { index: 1, arguments: '}' } },
      { tool: { index: 2, name: 'h' } },
      { finish: 'tool_calls' },
    ])
    expect(await finalOf(text)).toMatchObject({
      stop_reason: 'tool_use',
      content: [
        { type: 'text', text: 'a' },
        { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } },
        { type: 'tool_use', id: 'b', name: 'g', input: {} },
        { type: 'tool_use', id: 'toolu_abc123_2', name: 'h', input: {} },
      ],
    })
    const nesting = events(text)
      .filter(({ type }) => type.startsWith('content_block_s'))
      .map(({ type, index }) => `${type.slice(14)}${index}`)
    expect(nesting).toEqual([
      'start0',
      'stop0',
      'start1',
      'stop1',
      'start2',
      'stop2',
      'start3',
      'stop3',
    ])
  })

  it('what an upstream of this style streams is what its caller gets', async () => {
    const block = (index: number, start: object, ...deltas: object[]) => [
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map(delta => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]
    const source = sse(
      [
        {
          type: 'message_start',
          message: {
            id: 'm',
            type: 'message',
            role: 'assistant',
            content: [],
            usage: { input_tokens: 4, output_tokens: 1 },
          },
        },
        ...block(0, { type: 'redacted_thinking', data: 'x' }),
        ...block(
          1,
          { type: 'thinking', thinking: '', signature: '' },
          { type: 'thinking_delta', thinking: 'a' },
          { type: 'signature_delta', signature: 's1' },
        ),
        ...block(
          2,
          { type: 'thinking', thinking: '', signature: '' },
          { type: 'thinking_delta', thinking: 'b' },
          { type: 'signature_delta', signature: 's2' },
        ),
        ...block(
          3,
          { type: 'tool_use', id: 't', name: 'f', input: {} },
          { type: 'input_json_delta', partial_json: '{"a":1}' },
        ),
        { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } },
        { type: 'message_stop' },
      ],
      true,
    )
    expect(
      (await finalOf(streamed(readStream('anthropic_messages', [Buffer.from(source)]).pieces)))
        .content,
    ).toEqual([
      { type: 'redacted_thinking', data: 'x' },
      { type: 'thinking', thinking: 'a', signature: 's1' },
      { type: 'thinking', thinking: 'b', signature: 's2' },
      { type: 'tool_use', id: 't', name: 'f', input: { a: 1 } },
    ])
  })

  /** The blocks of a stream in short: what starts, and what each delta adds. */
  const blocksOf = (pieces: readonly Piece[]) =>
    events(streamed(pieces)).flatMap(({ content_block: block, delta }) => {
      if (block !== undefined) return [block]
      const { type, ...added } = delta ?? {}
      return type === undefined ? [] : [added]
    })
  const text = { type: 'text', text: '' }
  const thinking = { type: 'thinking', thinking: '', signature: '' }

  it('a signature ends its thought; after other output it is too late', () => {
    expect(blocksOf([{ signature: 's' }])).toEqual([thinking, { signature: 's' }])
    expect(
      blocksOf([{ reasoning: 'a' }, { signature: 's' }, { reasoning: 'b' }, { content: 'c' }]),
    ).toEqual([
      thinking,
      { thinking: 'a' },
      { signature: 's' },
      thinking,
      { thinking: 'b' },
      text,
      {
        text: 'c',
      },
    ])
    expect(blocksOf([{ reasoning: 'a' }, { signature: 's' }, { signature: 't' }])).toEqual([
      thinking,
      { thinking: 'a' },
      { signature: 's' },
      thinking,
      { signature: 't' },
    ])
    expect(blocksOf([{ content: 'c' }, { signature: 's' }])).toEqual([text, { text: 'c' }])
    expect(blocksOf([{ content: 'c' }, { reasoning: 'a' }, { signature: 's' }])).toEqual([
      text,
      { text: 'c' },
      thinking,
      { thinking: 'a' },
      { signature: 's' },
    ])
    const call = { index: 0, id: 'a', name: 'f' }
    expect(blocksOf([{ tool: call }, { signature: 's' }])).toHaveLength(1)
  })

  it('a call that waits for another keeps its name, its arguments and its proof', () => {
    const proof = { google: { thought_signature: 's' } }
    expect(
      blocksOf([
        { content: 'c' },
        { tool: { index: 0, id: 'a', name: 'f', extra_content: proof } },
        { tool: { index: 1, arguments: '{"x"' } },
        { tool: { index: 1, name: 'g', arguments: ':1}', extra_content: proof } },
        { tool: { index: 1, name: 'other', extra_content: {} } },
        { tool: { index: 0 } },
        { tool: { index: 0, arguments: '{}' } },
      ]),
    ).toEqual([
      text,
      { text: 'c' },
      { type: 'tool_use', id: 'a', name: 'f', input: {}, extra_content: proof },
      { partial_json: '{}' },
      { type: 'tool_use', id: 'toolu_abc123_1', name: 'g', input: {}, extra_content: proof },
      { partial_json: '{"x":1}' },
    ])
  })

  it('blocks of an upstream stand between those of the stream', () => {
    const block = { type: 'redacted_thinking', data: 'x' }
    expect(blocksOf([{ content: 'a' }, { block }, { content: 'b' }])).toEqual([
      text,
      { text: 'a' },
      block,
      text,
      { text: 'b' },
    ])
  })

  it('the tokens of the prompt are those of the first piece, or else an estimate', () => {
    const started = (facts: object, pieces: readonly Piece[]) =>
      events(written(writer({ ...FACTS, ...facts }), pieces, END))[0].message.usage
    const prompt = () => ({ ...USAGE, output: 0, reasoning: 0 })
    expect(started({ prompt }, [{ content: 'a' }])).toEqual({ ...USED, output_tokens: 0 })
    expect(started({ prompt }, [{ usage: USAGE }])).toEqual(USED)
    expect(started({}, [{ content: 'a' }])).toMatchObject({ input_tokens: 0, output_tokens: 0 })
    expect(started({}, [])).toEqual(USED)
  })

  it('the end names the sequence that stopped it, and what was paid', () => {
    expect(events(streamed([{ content: 'a' }, { finish: 'stop', stopped: 'X' }])).at(-2)).toEqual({
      event: 'message_delta',
      type: 'message_delta',
      delta: { stop_reason: 'stop_sequence', stop_sequence: 'X' },
      usage: USED,
      cost: END.cost,
      payment: END.payment,
    })
  })

  it('there is one choice, and an answer may be empty', async () => {
    expect(
      await finalOf(streamed([{ index: 1, content: 'b' }, { finish: 'content_filter' }])),
    ).toMatchObject({ content: [], stop_reason: 'refusal' })
    expect(await finalOf(streamed([]))).toMatchObject({ content: [], stop_reason: 'end_turn' })
  })

  it('a stream that failed makes the official client throw', async () => {
    const it = writer(FACTS)
    const text =
      it.open() +
      it.piece({ content: 'half' }) +
      it.fail({ message: 'The upstream fell silent', type: 'api_error', code: 'STREAM_FAILED' })
    expect(events(text).at(-1)).toEqual({
      event: 'error',
      type: 'error',
      error: { type: 'api_error', message: 'The upstream fell silent' },
    })
    await expect(finalOf(text)).rejects.toThrow('The upstream fell silent')
  })
})
