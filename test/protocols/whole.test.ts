/**
 * When an answer is all of what was asked for: every choice, calls that say of what they are, and
 * what a response holds besides words.
 */
import { describe, expect, it } from 'vitest'
import { requestOptionsOf } from '../../runtime/protocols/request-options.ts'
import { isEmpty } from '../../runtime/protocols/empty.ts'
import { upstreamProtocols } from '../../runtime/protocols/index.ts'
import { Malformed, type Piece } from '../../runtime/protocols/types.ts'
import type { UpstreamProtocolName } from '../../runtime/contract.ts'
import { eventsOf, readStream, sse } from './streams.ts'

const stream = (protocol: UpstreamProtocolName, events: readonly unknown[]) =>
  readStream(protocol, [
    Buffer.from(sse(events, protocol === 'anthropic_messages' || protocol === 'openai_responses')),
  ])
const chunk = (delta: object, finish: string | null = null, index = 0) => ({
  choices: [{ index, delta, finish_reason: finish }],
})
const message = (members: object, finish = 'stop', index = 0) => ({
  index,
  message: { role: 'assistant', ...members },
  finish_reason: finish,
})

it('what is asked for stands in the request', () => {
  expect(requestOptionsOf(undefined)).toEqual({ choices: 1, stops: false, later: false })
  expect(requestOptionsOf({ n: 3, stop: ['', 'END'], background: true })).toEqual({
    choices: 3,
    stops: true,
    later: true,
  })
  for (const stop of ['', [], [''], null, 7])
    expect(requestOptionsOf({ n: 0, stop }), JSON.stringify(stop)).toEqual({
      choices: 1,
      stops: false,
      later: false,
    })
  expect(requestOptionsOf({ stop: '\n' }).stops).toBe(true)
})

describe('of several answers', () => {
  const two = { ...requestOptionsOf({ n: 2 }) }
  const candidate = (index: number, finishReason?: string) => ({
    candidates: [{ index, content: { parts: [{ text: 'a' }] }, finishReason }],
  })

  it('fewer than were asked for are none', () => {
    const { openai_chat: chat, gemini_generate: gemini } = upstreamProtocols
    expect(
      chat.read({ choices: [message({ content: 'a' }), message({ content: 'b' }, 'stop', 1)] }, two)
        .choices,
    ).toHaveLength(2)
    expect(() => chat.read({ choices: [message({ content: 'a' })] }, two)).toThrow(Malformed)
    expect(() => gemini.read(candidate(0, 'STOP'), two)).toThrow(Malformed)
  })

  it.each<[UpstreamProtocolName, unknown[], unknown]>([
    [
      'openai_chat',
      [chunk({ content: 'a' }), chunk({}, 'stop')],
      chunk({ content: 'b' }, 'stop', 1),
    ],
    ['gemini_generate', [candidate(0), candidate(0, 'STOP')], candidate(1, 'STOP')],
  ])('a stream is whole when all have ended: %s', (protocol, first, second) => {
    const ended = (events: readonly unknown[]): boolean => {
      const reader = upstreamProtocols[protocol].reader(two)
      for (const event of eventsOf([Buffer.from(sse(events))])) reader.take(event)
      return reader.ended()
    }
    expect([ended(first), ended([...first, second])]).toEqual([false, true])
    expect(stream(protocol, first).ended).toBe(true)
  })
})

describe('a call that does not say of what it is', () => {
  it.each<[UpstreamProtocolName, unknown[]]>([
    [
      'openai_chat',
      [chunk({ tool_calls: [{ index: 0, id: 'c', function: { arguments: '{}' } }] })],
    ],
    [
      'openai_chat',
      [
        chunk({ content: 'a' }),
        chunk({ tool_calls: [{ index: 0, function: { name: '', arguments: '{' } }] }),
      ],
    ],
    [
      'anthropic_messages',
      [
        {
          type: 'content_block_start',
          index: 0,
          content_block: { type: 'tool_use', id: 't', input: {} },
        },
      ],
    ],
    [
      'openai_responses',
      [
        {
          type: 'response.completed',
          response: {
            status: 'completed',
            output: [{ type: 'function_call', call_id: 'c', arguments: '{}' }],
          },
        },
      ],
    ],
  ])('is malformed in streams: %s', (protocol, events) => {
    expect(() => stream(protocol, events)).toThrow(Malformed)
  })

  it('is none where it says nothing at all, and the end of calls is then a bare end', () => {
    const { pieces, ended } = stream('openai_chat', [
      chunk({ tool_calls: [{}] }),
      chunk({ tool_calls: [{ index: 0, type: 'function', function: {} }] }),
      chunk({}, 'tool_calls'),
    ])
    expect([pieces, ended]).toEqual([[{ finish: 'stop' }], true])
    const empty = upstreamProtocols.openai_chat.read({
      choices: [message({ content: null, tool_calls: [] }, 'tool_calls')],
    })
    expect([empty.choices[0]!.finish, isEmpty(empty)]).toEqual(['stop', true])
  })
})

describe('a response whose output', () => {
  const response = (output: object[]) => ({
    id: 'r',
    status: 'completed',
    output,
    usage: { input_tokens: 3, output_tokens: 2 },
  })
  const ended = (output: object[]): readonly Piece[] =>
    stream('openai_responses', [{ type: 'response.completed', response: response(output) }]).pieces

  it.each([
    'function_call',
    'custom_tool_call',
    'computer_call',
    'shell_call',
    'local_shell_call',
    'apply_patch_call',
  ])('is a %s says something', type => {
    const called = { type, call_id: 'c', ...(type === 'function_call' ? { name: 'f' } : {}) }
    const whole = upstreamProtocols.openai_responses.read(response([called]))
    expect([isEmpty(whole), whole.choices[0]!.finish]).toEqual([false, 'tool_calls'])
    expect(ended([called])).toContainEqual({
      tool: { index: 0, id: 'c', name: type === 'function_call' ? 'f' : type, arguments: '{}' },
    })
  })

  it('was sent in no pieces is sent at the end, and otherwise not again', () => {
    const words = { type: 'message', content: [{ type: 'output_text', text: 'all of it' }] }
    expect(ended([words])).toContainEqual({ content: 'all of it' })
    const delta = { type: 'response.output_text.delta', delta: 'all of it' }
    const { pieces } = stream('openai_responses', [
      delta,
      { type: 'response.completed', response: response([words]) },
    ])
    expect(pieces.filter(({ content }) => content !== undefined)).toHaveLength(1)
  })

  it('is empty yields no content', () => {
    expect(ended([]).map(piece => Object.keys(piece))).toEqual([['usage'], ['finish']])
  })
})
