/** OpenAI's responses API of the local upstream, asked by OpenAI's own client. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'
import { all, arrived, openai } from './text-world.ts'

let up: LocalUpstreams
beforeAll(async () => {
  up = await startUpstreams()
})
afterAll(() => up.stop())
afterEach(() => up.reset())

const client = () => openai(up)
const sea = { model: 'chat-1', input: 'Tell me of the sea.' }
const tool = {
  type: 'function' as const,
  name: 'get_weather',
  strict: false,
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
}
const refusal = (body: object): Promise<any> =>
  client()
    .responses.create({ ...sea, ...body } as any)
    .then(
      () => undefined,
      error => error,
    )

it('answers whole, and counts', async () => {
  const made = await client().responses.create(sea)
  expect(made).toMatchObject({
    object: 'response',
    status: 'completed',
    error: null,
    id: expect.stringMatching(/^resp_/),
    output_text: expect.stringContaining('the sea'),
  })
  const { input_tokens, output_tokens, total_tokens } = made.usage!
  expect(total_tokens).toBe(input_tokens + output_tokens)
})

it('streams numbered events, from the first to the last', async () => {
  const events = await all(await client().responses.create({ ...sea, stream: true }))
  expect(events.map(event => event.sequence_number)).toEqual(events.map((_, i) => i))
  expect([...new Set(events.map(event => event.type))]).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.content_part.added',
    'response.output_text.delta',
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.completed',
  ])
  const final = await client().responses.stream(sea).finalResponse()
  expect(final.output_text).toBe((await client().responses.create(sea)).output_text)
})

it('calls tools while it reasons, and takes its reasoning back when it is sealed', async () => {
  const ask = {
    model: 'chat-next',
    input: 'use the tool',
    tools: [tool],
    include: ['reasoning.encrypted_content' as const],
    store: false,
    reasoning: { effort: 'high' as const },
  }
  const made = await client().responses.create(ask)
  expect(made.output.map(item => item.type)).toEqual(['reasoning', 'function_call'])
  expect(made.usage!.output_tokens_details.reasoning_tokens).toBeGreaterThan(0)
  const call = made.output[1] as any
  const result = { type: 'function_call_output' as const, call_id: call.call_id, output: 'sun' }
  const after = await client().responses.create({
    ...ask,
    input: [{ role: 'user', content: 'use the tool' }, ...(made.output as any), result],
  })
  expect(after.output_text).toContain('sun')
  const { encrypted_content: _, ...bare } = made.output[0] as any
  expect(await refusal({ ...ask, input: [bare, call, result] })).toMatchObject({ status: 404 })
  expect(
    await refusal({ ...ask, input: [{ ...bare, encrypted_content: 'x' }, call, result] }),
  ).toMatchObject({ status: 400, code: 'invalid_encrypted_content' })
  expect(await refusal({ ...ask, input: [call] })).toMatchObject({
    status: 400,
    message: expect.stringContaining('No tool output found'),
  })
})

it('answers JSON of a schema, ends where its tokens run out, and declines', async () => {
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
    additionalProperties: false,
  }
  const json = await client().responses.create({
    ...sea,
    text: { format: { type: 'json_schema', name: 'fish', schema } },
  })
  expect(JSON.parse(json.output_text)).toEqual({ name: expect.any(String) })
  const cut = await client().responses.create({
    ...sea,
    input: 'Write 300 words.',
    max_output_tokens: 20,
  })
  expect(cut).toMatchObject({
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
    usage: { output_tokens: 20 },
  })
  const declined = await client().responses.create({ ...sea, input: 'unspeakable' })
  expect(declined.output[0]).toMatchObject({ content: [{ type: 'refusal' }] })
})

it.each([
  ['no input', { input: undefined }, 'missing_required_parameter'],
  ['no model', { model: undefined }, 'missing_required_parameter'],
  ['messages', { messages: [] }, 'unknown_parameter'],
  ['too small a limit', { max_output_tokens: 1 }, 'integer_below_min_value'],
  ['a lost response', { previous_response_id: 'resp_00' }, 'previous_response_not_found'],
  ['heat', { model: 'chat-next', temperature: 0.5 }, null],
  ['no store', { background: true, store: false }, null],
  ['a forbidden prompt', { input: 'forbidden' }, 'content_policy_violation'],
  [
    'a prompt beyond the context',
    { model: 'chat-8k', input: 'word '.repeat(9000) },
    'context_length_exceeded',
  ],
])('refuses a call with %s', async (_, body, code) => {
  expect(await refusal(body)).toMatchObject({ status: 400, type: 'invalid_request_error', code })
})

it('keeps what it is to keep, and nothing else', async () => {
  const kept = await client().responses.create(sea)
  expect((await client().responses.retrieve(kept.id)).output_text).toBe(kept.output_text)
  expect(await refusal({ previous_response_id: kept.id })).toBeUndefined()
  const gone = await client().responses.create({ ...sea, store: false })
  await expect(client().responses.retrieve(gone.id)).rejects.toMatchObject({ status: 404 })
  await client().responses.delete(kept.id)
  await expect(client().responses.retrieve(kept.id)).rejects.toMatchObject({ status: 404 })
})

describe('in the background', () => {
  const begin = () => client().responses.create({ ...sea, background: true })
  const status = async (id: string) => (await client().responses.retrieve(id)).status

  it('is queued, and completed after as many polls as set', async () => {
    up.set('vendor_a', { mode: 'ok', polls: 2 })
    const { id, status: first } = await begin()
    expect([first, await status(id), await status(id), await status(id)]).toEqual([
      'queued',
      'queued',
      'in_progress',
      'completed',
    ])
  })

  it('can be followed from any event on', async () => {
    const { id } = await begin()
    const whole = await all(await client().responses.retrieve(id, { stream: true }))
    expect([whole[0]!.type, whole[1]!.type, whole.at(-1)!.type]).toEqual([
      'response.created',
      'response.queued',
      'response.completed',
    ])
    const rest = await all(
      await client().responses.retrieve(id, { stream: true, starting_after: 4 }),
    )
    expect(rest).toEqual(whole.slice(5))
    expect(await status(id)).toBe('completed')
  })

  it('stays open to those who follow while it is held', async () => {
    up.set('vendor_a', 'job_hold')
    const { id } = await begin()
    const leave = new AbortController()
    const events = await client().responses.retrieve(id, { stream: true }, { signal: leave.signal })
    const seen: string[] = []
    for await (const event of events) {
      seen.push(event.type)
      if (seen.length === 3) leave.abort()
    }
    expect(seen).toEqual(['response.created', 'response.queued', 'response.in_progress'])
    up.orderJobs('vendor_a', 'finish', { id })
    expect(await status(id)).toBe('completed')
  })

  it('is cancelled, or fails, as set', async () => {
    up.set('vendor_a', 'job_hold')
    const { id } = await begin()
    expect((await client().responses.cancel(id)).status).toBe('cancelled')
    expect(await status(id)).toBe('cancelled')
    up.set('vendor_a', { mode: 'job_fail', code: 'server_error', polls: 0 })
    expect(await client().responses.retrieve((await begin()).id)).toMatchObject({
      status: 'failed',
      error: { code: 'server_error' },
    })
    await expect(
      client().responses.cancel((await client().responses.create(sea)).id),
    ).rejects.toMatchObject({ status: 400 })
  })
})

it('is a stream of named events on the wire, without [DONE]', async () => {
  const response = await fetch(`${up.env.VENDOR_A_URL}/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${up.env.VENDOR_A_KEY}` },
    body: JSON.stringify({ ...sea, stream: true }),
  })
  const { text } = await arrived(response)
  expect(
    text.startsWith(
      'event: response.created\ndata: {"type":"response.created","sequence_number":0,',
    ),
  ).toBe(true)
  expect(text).not.toContain('[DONE]')
})
