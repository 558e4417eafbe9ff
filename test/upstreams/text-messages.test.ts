/** Anthropic's messages of the local upstream, asked by Anthropic's own client. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'
import { all, anthropic } from './text-world.ts'

let up: LocalUpstreams
beforeAll(async () => {
  up = await startUpstreams()
})
afterAll(() => up.stop())
afterEach(() => up.reset())

const sea = {
  model: 'mind-1',
  max_tokens: 3000,
  messages: [{ role: 'user' as const, content: 'Tell me of the sea.' }],
}
const tool = {
  name: 'get_weather',
  input_schema: {
    type: 'object' as const,
    properties: { city: { type: 'string' } },
    required: ['city'],
  },
}
const create = (body: object = {}, headers: Record<string, string | null> = {}): Promise<any> =>
  anthropic(up).messages.create({ ...sea, ...body } as any, { headers }) as Promise<any>
const refusal = (body: object, headers = {}): Promise<any> =>
  create(body, headers).then(
    () => undefined,
    error => error,
  )

it('answers alike, whole and as a stream, and counts', async () => {
  const whole = await create()
  expect(whole).toMatchObject({
    type: 'message',
    role: 'assistant',
    stop_reason: 'end_turn',
    stop_sequence: null,
    content: [{ type: 'text', text: expect.stringContaining('the sea') }],
  })
  expect(whole.usage).toMatchObject({
    input_tokens: expect.any(Number),
    output_tokens: expect.any(Number),
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
  })
  const events = await all(await anthropic(up).messages.create({ ...sea, stream: true }))
  expect([...new Set(events.map(event => event.type))]).toEqual([
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ])
  const final = await anthropic(up).messages.stream(sea).finalMessage()
  expect([final.content, final.stop_reason, final.usage.output_tokens]).toEqual([
    whole.content,
    'end_turn',
    whole.usage.output_tokens,
  ])
})

it('calls a tool when it must, whole and as a stream, and answers from its result', async () => {
  const ask = { tools: [tool], tool_choice: { type: 'any' as const } }
  const made = await create(ask)
  expect(made).toMatchObject({
    stop_reason: 'tool_use',
    content: [{ type: 'tool_use', name: 'get_weather', input: { city: expect.any(String) } }],
  })
  const streamed = await anthropic(up)
    .messages.stream({ ...sea, ...ask })
    .finalMessage()
  expect(streamed.content[0]).toMatchObject({ type: 'tool_use', input: made.content[0].input })
  const result = {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: made.content[0].id, content: 'sun' }],
  }
  const history = [...sea.messages, { role: 'assistant', content: made.content }]
  expect(
    (await create({ tools: [tool], messages: [...history, result] })).content[0].text,
  ).toContain('sun')
  expect((await refusal({ messages: history })).message).toContain(
    'without `tool_result` blocks immediately after',
  )
  expect((await refusal({ messages: [...sea.messages, result] })).message).toContain(
    'unexpected `tool_use_id`',
  )
})

it('thinks when asked to, and wants its signed thinking back before the results of its tools', async () => {
  const thinking = { type: 'enabled', budget_tokens: 1024 }
  const made = await create({
    thinking,
    tools: [tool],
    messages: [{ role: 'user', content: 'use the tool' }],
  })
  expect(made.content.map((block: any) => block.type)).toEqual(['thinking', 'tool_use'])
  expect(
    (
      await anthropic(up)
        .messages.stream({ ...sea, thinking } as any)
        .finalMessage()
    ).content[0],
  ).toMatchObject({ type: 'thinking', signature: expect.stringMatching(/./) })
  const back = (content: object[]) =>
    refusal({
      thinking,
      tools: [tool],
      messages: [
        { role: 'user', content: 'use the tool' },
        { role: 'assistant', content },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: made.content[1].id, content: 'sun' }],
        },
      ],
    })
  expect(await back(made.content)).toBeUndefined()
  expect((await back([made.content[1]])).message).toContain('Expected `thinking`')
  expect((await back([{ ...made.content[0], signature: 'x' }, made.content[1]])).message).toContain(
    'Invalid `signature`',
  )
})

it('caches what stands before a breakpoint', async () => {
  const system = [
    {
      type: 'text',
      text: 'A long tale of the sea. '.repeat(400),
      cache_control: { type: 'ephemeral' },
    },
  ]
  const usage = async () => {
    const {
      input_tokens: fresh,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: written,
    } = (await create({ system })).usage
    return { fresh, read, written }
  }
  const first = await usage()
  expect([first.read, first.written > 2000, first.fresh < 100]).toEqual([0, true, true])
  expect(await usage()).toEqual({ fresh: first.fresh, read: first.written, written: 0 })
  expect(
    (await create({ system: [{ type: 'text', text: system[0]!.text }] })).usage
      .cache_read_input_tokens,
  ).toBe(0)
})

it('ends where its tokens run out, at a stop sequence, and declines', async () => {
  const words = [{ role: 'user', content: 'Write 300 words.' }]
  expect(await create({ max_tokens: 12, messages: words })).toMatchObject({
    stop_reason: 'max_tokens',
    usage: { output_tokens: 12 },
  })
  expect(await create({ stop_sequences: ['answer'], messages: words })).toMatchObject({
    stop_reason: 'stop_sequence',
    stop_sequence: 'answer',
  })
  expect(await create({ messages: [{ role: 'user', content: 'unspeakable' }] })).toMatchObject({
    stop_reason: 'refusal',
    content: [],
  })
  const forbidden = [{ role: 'user', content: 'forbidden' }]
  expect(await create({ model: 'mind-next', messages: forbidden })).toMatchObject({
    stop_reason: 'refusal',
  })
  expect((await refusal({ messages: forbidden })).status).toBe(400)
})

it('its newest models refuse sampling, thinking budgets, and the last word', async () => {
  const newest = { model: 'mind-next' }
  for (const name of ['temperature', 'top_p', 'top_k'])
    expect((await refusal({ ...newest, [name]: 1 })).message).toContain(`\`${name}\` is deprecated`)
  expect(
    (await refusal({ ...newest, thinking: { type: 'enabled', budget_tokens: 1024 } })).message,
  ).toContain('thinking.type.adaptive')
  expect(
    (
      await refusal({
        ...newest,
        messages: [...sea.messages, { role: 'assistant', content: 'The sea' }],
      })
    ).message,
  ).toContain('prefill')
  expect(await refusal({ temperature: 1, top_k: 3 })).toBeUndefined()
  expect((await create({ ...newest, thinking: { type: 'adaptive' } })).content[0].type).toBe(
    'thinking',
  )
})

it.each([
  ['no limit', { max_tokens: undefined }, 'max_tokens: Field required'],
  ['a system role', { messages: [{ role: 'system', content: 'x' }] }, 'Unexpected role "system"'],
  ['no words', { messages: [{ role: 'user', content: '' }] }, 'non-empty content'],
  ['too much heat', { temperature: 1.5 }, 'temperature: range: 0..1'],
  ['an unknown member', { seed: 1 }, 'seed: Extra inputs'],
  [
    'a budget over its limit',
    { thinking: { type: 'enabled', budget_tokens: 5000 } },
    '`max_tokens` must be greater',
  ],
  ['a beta without its header', { context_management: {} }, 'context_management: Extra inputs'],
  ['a choice without tools', { tool_choice: { type: 'any' } }, 'while providing tools'],
  ['an answer beyond the context', { model: 'mind-8k', max_tokens: 9000 }, 'exceed context limit'],
  [
    'a prompt beyond the context',
    { model: 'mind-8k', messages: [{ role: 'user', content: 'word '.repeat(9000) }] },
    'prompt is too long',
  ],
  [
    'a picture that is not there',
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'url', url: 'https://web.example/no-such.png' } },
          ],
        },
      ],
    },
    'Unable to download',
  ],
])('refuses a call with %s', async (_, body, message) => {
  expect(await refusal(body)).toMatchObject({
    status: 400,
    error: {
      type: 'error',
      error: { type: 'invalid_request_error', message: expect.stringContaining(message) },
    },
  })
})

it('wants its version and its key, and takes betas by their header', async () => {
  expect((await refusal({}, { 'anthropic-version': null })).message).toContain(
    'anthropic-version: header is required',
  )
  await expect(anthropic(up, { apiKey: 'wrong' }).messages.create(sea)).rejects.toMatchObject({
    status: 401,
    error: { error: { type: 'authentication_error' } },
  })
  expect(
    await anthropic(up, { authToken: up.env.VENDOR_F_KEY! }).messages.create(sea),
  ).toMatchObject({ type: 'message' })
  expect(
    await refusal(
      { context_management: {} },
      { 'anthropic-beta': 'context-management-2025-06-27' },
    ),
  ).toBeUndefined()
  expect(await refusal({ model: 'no-such-model' })).toMatchObject({
    status: 404,
    error: { error: { type: 'not_found_error' } },
  })
})
