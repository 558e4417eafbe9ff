/**
 * Histories of chat completions: what clients put back into them of the replies that they had, of
 * ours and of OpenAI's own.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ONE_OF_EACH, openChat, says, type Chat } from './chat-desk.ts'

let chat: Chat
beforeAll(async () => {
  chat = await openChat()
})
afterEach(() => chat.upstreams.reset())
afterAll(() => chat?.stop())

const hi = says('Say: hi')
const tools = [
  {
    type: 'function',
    function: {
      name: 'look_up',
      description: null,
      parameters: { type: 'object', properties: { word: { type: 'string' } } },
      strict: null,
    },
  },
]
const CALL = {
  id: 'call_1',
  type: 'function',
  function: { name: 'look_up', arguments: '{"word":"sea"}' },
}
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'wet', name: null })

/** Messages as OpenAI's replies have them, whole or put together by its client from a stream. */
const SAID = {
  role: 'assistant',
  content: 'hi',
  refusal: null,
  annotations: [],
  audio: null,
  function_call: null,
  tool_calls: null,
  name: null,
  reasoning_content: null,
}
const CALLED = {
  role: 'assistant',
  content: null,
  refusal: null,
  annotations: [],
  audio: null,
  tool_calls: [{ ...CALL, index: 0 }],
  tool_call_id: null,
}
const REFUSED = {
  role: 'assistant',
  content: null,
  refusal: 'I cannot help with that.',
  annotations: [],
}
const OLDER = {
  role: 'assistant',
  content: null,
  refusal: null,
  function_call: { name: 'look_up', arguments: '{"word":"sea"}' },
}

describe.each(ONE_OF_EACH)('CHAT-034 CHAT-055 CHAT-085 $model', ({ model }) => {
  it('takes its own answer back as it was', async () => {
    const {
      choices: [{ message }],
    } = await chat.answer({ model, messages: hi, max_tokens: 2000 })
    const {
      choices: [next],
    } = await chat.answer({ model, messages: [...hi, message, ...hi], max_tokens: 2000 })
    expect(next.message.content).toBe('hi')
  })

  it('takes its own call of a tool back as it was', async () => {
    const question = says('Use the tool.')
    const {
      choices: [{ message }],
    } = await chat.answer({ model, messages: question, max_tokens: 2000, tools })
    const {
      choices: [next],
    } = await chat.answer({
      model,
      messages: [...question, message, result(message.tool_calls[0].id)],
      max_tokens: 2000,
      tools,
    })
    expect(next.message.content).toContain('"wet"')
  })

  it.each<[string, object[]]>([
    ['an answer', [SAID]],
    ['a call of a tool', [CALLED, result('call_1')]],
    ['an answer after a call', [CALLED, result('call_1'), SAID]],
  ])("takes %s of OpenAI's back, with its nulls", async (_what, turns) => {
    expect(
      (await chat.answer({ model, messages: [...hi, ...turns, ...hi], max_tokens: 2000, tools }))
        .choices[0].message,
    ).toBeTruthy()
  })
})

describe('what a model would not answer', () => {
  it.each(['vendorA/chat-6-nano', 'vendorB/flash-3', 'vendorF/small-4'])(
    'is put back, and %s hears of it',
    async model => {
      await chat.answer({ model, messages: [...hi, REFUSED, ...hi], max_tokens: 2000 })
      expect(chat.calls().at(-1)!.body).toContain('I cannot help with that.')
    },
  )
})

it.each(['vendorB/flash-3', 'vendorF/small-4'])(
  'CHAT-034 CHAT-037 a call of a function, as older clients have it, goes without content: %s',
  async model => {
    const messages = [...hi, OLDER, { role: 'function', name: 'look_up', content: 'wet' }]
    expect(
      (await chat.answer({ model, messages, max_tokens: 2000 })).choices[0].finish_reason,
    ).toBe('stop')
  },
)

it('no null that says nothing reaches an upstream', async () => {
  await chat.answer({
    model: 'vendorA/chat-6-nano',
    messages: [...hi, CALLED, result('call_1'), SAID, ...hi],
    max_tokens: 2000,
    tools,
  })
  const { messages } = chat.sent('vendor_a')
  expect(
    messages
      .flatMap((message: object) => Object.entries(message))
      .filter(([, value]: [string, unknown]) => value === null),
  ).toEqual([['content', null]])
})

describe('null is what is not given', () => {
  const fields = [
    'max_tokens',
    'max_completion_tokens',
    'temperature',
    'top_p',
    'top_k',
    'stream',
    'stream_options',
    'tools',
    'tool_choice',
    'response_format',
    'stop',
    'reasoning_effort',
    'thinking',
    'prompt_cache',
    'search_parameters',
    'n',
    'best_of',
    'service_tier',
    'web_search_options',
    'modalities',
    'audio',
    'store',
  ]
  it.each(ONE_OF_EACH)('of every field of chat completions, by $model', async ({ model }) => {
    const nulls = Object.fromEntries(fields.map(name => [name, null]))
    expect(await chat.quote({ ...nulls, model, messages: hi })).toBe(
      await chat.quote({ model, messages: hi }),
    )
    expect((await chat.answer({ ...nulls, model, messages: hi })).choices[0].message.content).toBe(
      'hi',
    )
  })

  it('of every field of messages', async () => {
    const body = { model: 'vendorF/small-4', max_tokens: 200, messages: hi }
    const names = [
      'system',
      'temperature',
      'top_p',
      'top_k',
      'stream',
      'stop_sequences',
      'tools',
      'tool_choice',
      'thinking',
      'cache_control',
    ]
    const nulls = Object.fromEntries(names.map(name => [name, null]))
    expect(
      (await chat.answer({ ...body, ...nulls }, { path: '/api/v1/messages' })).content.at(-1).text,
    ).toBe('hi')
  })

  it('of every field of responses', async () => {
    const body = { model: 'chat-6', input: 'Say: hi', max_output_tokens: 500 }
    const names = [
      'instructions',
      'stream',
      'tools',
      'tool_choice',
      'reasoning',
      'include',
      'text',
      'temperature',
      'top_p',
      'background',
      'service_tier',
      'store',
    ]
    const nulls = Object.fromEntries(names.map(name => [name, null]))
    expect(await chat.quote({ ...body, ...nulls }, { path: '/api/v1/responses' })).toBe(
      await chat.quote(body, { path: '/api/v1/responses' }),
    )
    expect((await chat.answer({ ...body, ...nulls }, { path: '/api/v1/responses' })).status).toBe(
      'completed',
    )
  })

  it.each(['model', 'messages'])('but %s has to be given', async name => {
    const { status, body } = await chat.ask({ model: 'vendorA/chat-6', messages: hi, [name]: null })
    expect([status, body.code, body.details[0].path]).toEqual([400, 'INVALID_REQUEST_BODY', name])
  })
})
