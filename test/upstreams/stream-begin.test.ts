/**
 * What is a stream and what is a refusal: upstreams that speak at once, or say nothing, before a
 * caller is answered.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UpstreamProtocolName } from '../../runtime/contract.ts'
import type { UpstreamFailure, UpstreamStream } from '../../runtime/upstream/types.ts'
import { sse } from '../protocols/streams.ts'
import { bytes, callOf, KEY, scope, startWorld, type World } from './client-world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const SEND = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }

/** A stream opened at an upstream that sends these events, all at once. */
function opened(
  protocol: UpstreamProtocolName,
  events: readonly unknown[],
): Promise<UpstreamStream | UpstreamFailure> {
  world.answer = bytes(200, sse(events, protocol === 'anthropic_messages'), {
    'content-type': 'text/event-stream',
  })
  return world.upstreams.stream(callOf({ protocol, send: () => SEND as never }), scope(), {})
}

/** The same read to its end, as what it says. */
async function said(
  protocol: UpstreamProtocolName,
  events: readonly unknown[],
): Promise<unknown[]> {
  const stream = await opened(protocol, events)
  if (!stream.ok) throw new Error(stream.kind)
  const pieces: unknown[] = []
  await stream.read(part => {
    pieces.push(...part.pieces)
    return undefined
  })
  return pieces
}

const gemini = (text: string | undefined, finishReason?: string, used?: object) => ({
  candidates: [
    {
      content: { role: 'model', parts: text === undefined ? [] : [{ text }] },
      index: 0,
      finishReason,
    },
  ],
  usageMetadata: used,
})
const chat = (delta: object, finish: string | null = null, completion?: object) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...(completion === undefined ? {} : { usage: { prompt_tokens: 5, ...completion } }),
})

it.each([
  [
    'a prompt that is blocked',
    [{ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 4 } }],
    'The prompt was blocked: SAFETY',
  ],
  [
    'an answer that is withheld',
    [gemini(undefined, 'SAFETY', { promptTokenCount: 4, candidatesTokenCount: 1 })],
    'The answer was blocked: SAFETY',
  ],
  [
    'an answer that is withheld after blanks',
    [gemini('\n'), gemini(undefined, 'PROHIBITED_CONTENT')],
    'The answer was blocked: PROHIBITED_CONTENT',
  ],
])(
  'ERR2-013 %s is a refusal of the content, for which no other model is asked',
  async (_, events, details) => {
    expect(await opened('gemini_generate', events)).toMatchObject({
      ok: false,
      kind: 'content_policy',
      details,
      source: 'Vendor',
      status: 200,
    })
  },
)

it('a refusal that an upstream reports as an error is one too, without our key', async () => {
  const error = { message: `blocked for ${KEY}`, type: 'content_filter' }
  expect(await opened('openai_chat', [{ error }])).toMatchObject({
    ok: false,
    kind: 'content_policy',
    details: 'blocked for [redacted]',
    body: { error: { message: 'blocked for [redacted]' } },
  })
})

it('CHAT-030 a model that declines has answered, also without words', async () => {
  const events = [
    { type: 'message_start', message: { usage: { input_tokens: 5, output_tokens: 1 } } },
    { type: 'message_delta', delta: { stop_reason: 'refusal' }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ]
  expect(await said('anthropic_messages', events)).toContainEqual({ finish: 'content_filter' })
  expect(await said('openai_chat', [chat({}, 'content_filter')])).toContainEqual({
    finish: 'content_filter',
  })
  expect(await said('gemini_generate', [gemini('a'), gemini(undefined, 'SAFETY')])).toEqual([
    { content: 'a' },
    { finish: 'content_filter' },
  ])
})

it('an answer that has begun goes on to its end where the model breaks off', async () => {
  expect(
    await said('gemini_generate', [
      gemini('all of it'),
      gemini(undefined, 'MALFORMED_FUNCTION_CALL'),
    ]),
  ).toEqual([{ content: 'all of it' }, { finish: 'stop' }])
  expect(
    await opened('gemini_generate', [gemini(undefined, 'MALFORMED_FUNCTION_CALL')]),
  ).toMatchObject({ ok: false, kind: 'upstream_failed' })
})

it.each([
  [
    'nothing',
    [chat({ role: 'assistant', content: '' }), chat({}, 'stop', { completion_tokens: 1 })],
  ],
  [
    'blanks',
    [chat({ content: ' ' }), chat({ content: '\n' }), chat({}, 'stop', { completion_tokens: 3 })],
  ],
])('a stream of %s is no answer, whatever it counted', async (_, events) => {
  expect(await opened('openai_chat', events)).toMatchObject({
    ok: false,
    kind: 'upstream_failed',
    details: 'The upstream gave an empty answer',
  })
})

it('blanks before words are a part of the answer, and thought that is not shown is one', async () => {
  expect(
    await said('openai_chat', [chat({ content: '\n' }), chat({ content: 'a' }), chat({}, 'stop')]),
  ).toEqual([{ content: '\n' }, { content: 'a' }, { finish: 'stop' }])
  const thought = { completion_tokens: 9, completion_tokens_details: { reasoning_tokens: 9 } }
  expect(await said('openai_chat', [chat({}, 'stop', thought)])).toContainEqual({ finish: 'stop' })
})

describe('before the first piece', () => {
  const padded = (bytes: number) => [
    { type: 'response.created', response: { id: 'resp_1', instructions: 'x'.repeat(bytes) } },
    { type: 'response.output_text.delta', delta: 'Yes' },
  ]

  it('an upstream may repeat the request, however large that is', async () => {
    world.answer = bytes(200, sse(padded(2 * 2 ** 20), true), {
      'content-type': 'text/event-stream',
    })
    const send = () => ({ ...SEND, instructions: 'x'.repeat(2 ** 20) }) as never
    const stream = await world.upstreams.stream(
      callOf({ protocol: 'openai_responses', send }),
      scope(),
      {},
    )
    expect(stream.ok).toBe(true)
    if (stream.ok) stream.cancel()
  })

  it('one that goes on and on is a failure', async () => {
    expect(await opened('openai_responses', padded(2 * 2 ** 20))).toMatchObject({
      ok: false,
      kind: 'upstream_failed',
    })
  })
})
