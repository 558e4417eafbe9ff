/**
 * What no price was made for is refused before anybody signs, in words that say what to do instead.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openChat, says, type Chat } from './chat-desk.ts'

let chat: Chat
beforeAll(async () => {
  chat = await openChat()
})
afterEach(() => chat.upstreams.reset())
afterAll(() => chat?.stop())

const MESSAGES = '/api/v1/messages'
const RESPONSES = '/api/v1/responses'
const hi = says('Say: hi')
const HOUR = { type: 'ephemeral', ttl: '1h' }
const SHORT = { type: 'ephemeral', ttl: '5m' }
const PNG = 'data:image/png;base64,iVBORw0KGgo='
const picture = (url: string, more: object = {}) => ({
  type: 'image_url',
  image_url: { url },
  ...more,
})
const base64 = (type: string) => ({
  type: 'image',
  source: { type: 'base64', media_type: type, data: 'AAAA' },
})

/** The words of a refusal that came before any price. */
async function refused(body: object, path?: string): Promise<string> {
  const { status, text, headers } = await chat.ask(
    { max_tokens: 100, ...body },
    path === undefined ? {} : { path },
  )
  expect([status, headers['payment-required'], chat.calls()]).toEqual([400, undefined, []])
  return text
}

describe.each(['vendorB/pro-3', 'vendorA/chat-6', 'vendorF/small-4'])('a picture for %s', model => {
  const asks = 'A picture is given by its address (https://...) or as a data URI in base64'

  it.each(['text/plain', 'application/pdf', 'video/mp4', 'audio/mp3', 'image/svg+xml'])(
    'is not %s',
    async type => {
      expect(
        await refused({
          model,
          messages: says([picture(`data:${type};base64,${'words '.repeat(2000)}`)]),
        }),
      ).toContain(asks)
      expect(await refused({ model, messages: says([base64(type)]) }, MESSAGES)).toContain(asks)
      expect(
        await refused(
          {
            model,
            messages: says([{ type: 'tool_result', tool_use_id: 't', content: [base64(type)] }]),
          },
          MESSAGES,
        ),
      ).toContain(asks)
    },
  )

  it.each(['https://', 'a.png', '', 'data:image/png,words', 'data:,'])(
    'is given by an address that leads somewhere, not by %j',
    async url => {
      expect(await refused({ model, messages: says([picture(url)]) })).toContain(asks)
    },
  )

  it.each(['png', 'jpeg', 'jpg', 'gif', 'webp', 'heic', 'heif'])('may be %s', async kind => {
    await chat.quote({
      model,
      max_tokens: 100,
      messages: says([picture(`data:image/${kind};base64,AAAA`)]),
    })
    await chat.quote(
      { model, max_tokens: 100, messages: says([base64(`image/${kind}`)]) },
      { path: MESSAGES },
    )
  })

  it('may stand elsewhere', async () => {
    await chat.quote({
      model,
      max_tokens: 100,
      messages: says([
        picture('https://pictures.example/a.png'),
        picture('HTTP://pictures.example/b'),
      ]),
    })
  })
})

describe('content of other kinds is not taken, whoever would answer', () => {
  const films: [string, object][] = [
    ['a film', { type: 'video_url', video_url: { url: 'https://films.example/a.mp4' } }],
    ['a film of another style', { type: 'video', video: 'https://films.example/a.mp4' }],
  ]
  const files: [string, object][] = [
    ['a file that is kept at the upstream', { type: 'file', file: { file_id: 'file-1' } }],
    [
      'a file from elsewhere',
      { type: 'file', file: { file_data: 'https://papers.example/1.pdf' } },
    ],
  ]

  it.each([...films, ...files])('%s', async (_what, part) => {
    for (const model of ['vendorA/chat-6', 'vendorD/seed-2']) {
      await refused({ model, messages: says([part]) })
      await refused({ model, messages: says([part]) }, MESSAGES)
      await refused(
        { model, messages: says([{ type: 'tool_result', tool_use_id: 't', content: [part] }]) },
        MESSAGES,
      )
    }
  })

  it.each(films)('%s, by messages in words that say what is', async (_what, part) => {
    expect(await refused({ model: 'vendorD/seed-2', messages: says([part]) }, MESSAGES)).toContain(
      'A message may contain text, images and text files',
    )
  })
})

describe('an hour of a cache, which costs more than five minutes, is not taken', () => {
  const call = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
  }
  const marked = (mark: object): [string, string | undefined, object][] => [
    [
      'with a text',
      undefined,
      { messages: says([{ type: 'text', text: 'hi', cache_control: mark }]) },
    ],
    ['with a picture', undefined, { messages: says([picture(PNG, { cache_control: mark })]) }],
    [
      'with a refusal',
      undefined,
      {
        messages: [
          ...hi,
          { role: 'assistant', content: [{ type: 'refusal', refusal: 'no', cache_control: mark }] },
          ...hi,
        ],
      },
    ],
    [
      'with a tool',
      undefined,
      { messages: hi, tools: [{ type: 'function', function: { name: 'f' }, cache_control: mark }] },
    ],
    [
      'with a result',
      undefined,
      {
        messages: [
          ...hi,
          call,
          { role: 'tool', tool_call_id: 'c', content: 'r', cache_control: mark },
        ],
      },
    ],
    [
      'with a part of a result',
      MESSAGES,
      {
        messages: says([
          {
            type: 'tool_result',
            tool_use_id: 't',
            content: [{ type: 'text', text: 'r', cache_control: mark }],
          },
        ]),
      },
    ],
    [
      'inside of a document',
      MESSAGES,
      {
        messages: says([
          {
            type: 'document',
            source: {
              type: 'content',
              content: [{ type: 'text', text: 'r', cache_control: mark }],
            },
          },
        ]),
      },
    ],
    [
      'inside of a document of a result',
      MESSAGES,
      {
        messages: says([
          {
            type: 'tool_result',
            tool_use_id: 't',
            content: [
              {
                type: 'document',
                source: {
                  type: 'content',
                  content: [{ type: 'text', text: 'r', cache_control: mark }],
                },
              },
            ],
          },
        ]),
      },
    ],
    [
      'inside of what was found by a tool',
      MESSAGES,
      {
        messages: says([
          {
            type: 'tool_result',
            tool_use_id: 't',
            content: [
              {
                type: 'search_result',
                source: 'https://x.example/',
                title: 't',
                content: [{ type: 'text', text: 'r', cache_control: mark }],
              },
            ],
          },
        ]),
      },
    ],
  ]

  it.each(marked(HOUR))('%s', async (_where, path, body) => {
    await refused({ model: 'vendorF/small-4', ...body }, path)
  })

  it.each(marked(SHORT))('but five minutes are: %s', async (_where, path, body) => {
    await chat.quote(
      { model: 'vendorF/small-4', max_tokens: 100, ...body },
      path === undefined ? {} : { path },
    )
  })
})

describe('the name of a tool has at most 128 characters', () => {
  const bodies = (name: string): [string, string | undefined, object][] => [
    [
      'where it is offered',
      undefined,
      { messages: hi, tools: [{ type: 'function', function: { name } }] },
    ],
    [
      'where it is chosen',
      undefined,
      {
        messages: hi,
        tools: [{ type: 'function', function: { name: 'f' } }],
        tool_choice: { type: 'function', function: { name } },
      },
    ],
    [
      'where it was called',
      undefined,
      {
        messages: [
          ...hi,
          {
            role: 'assistant',
            tool_calls: [{ id: 'c', type: 'function', function: { name, arguments: '{}' } }],
          },
          { role: 'tool', tool_call_id: 'c', content: 'r' },
        ],
      },
    ],
    [
      'where it was called in the old way',
      undefined,
      {
        messages: [
          ...hi,
          { role: 'assistant', content: null, function_call: { name, arguments: '{}' } },
          { role: 'function', name: 'f', content: 'r' },
        ],
      },
    ],
    [
      'in messages where it is offered',
      MESSAGES,
      { messages: hi, tools: [{ name, input_schema: { type: 'object' } }] },
    ],
    [
      'in messages where it was called',
      MESSAGES,
      {
        messages: [
          ...hi,
          { role: 'assistant', content: [{ type: 'tool_use', id: 't', name, input: {} }] },
          ...says([{ type: 'tool_result', tool_use_id: 't', content: 'r' }]),
        ],
      },
    ],
  ]

  it.each(bodies('f'.repeat(129)))('%s', async (_where, path, body) => {
    expect(await refused({ model: 'vendorB/flash-3', ...body }, path)).toContain('128 characters')
  })

  it.each(bodies('f'.repeat(128)))('%s, and may have them', async (_where, path, body) => {
    await chat.quote(
      { model: 'vendorB/flash-3', max_tokens: 100, ...body },
      path === undefined ? {} : { path },
    )
  })
})

describe('responses', () => {
  it('are not asked to sum up what was said: that is billed beside the answer', async () => {
    const text = await refused(
      {
        model: 'chat-6',
        max_tokens: undefined,
        input: 'hi',
        context_management: [{ type: 'compaction', compact_threshold: 1000 }],
      },
      RESPONSES,
    )
    expect(JSON.parse(text).error).toMatchObject({
      param: 'context_management',
      message: expect.stringContaining('Send the `input`'),
    })
  })

  it.each([[{ id: 'msg_1' }], [{ id: 'rs_1', summary: [] }]])(
    'are not given items that are kept elsewhere: %j',
    async item => {
      const text = await refused(
        { model: 'chat-6', max_tokens: undefined, input: [...hi, item] },
        RESPONSES,
      )
      expect(JSON.parse(text).error).toMatchObject({
        param: 'input',
        message: expect.stringContaining('`type` or a `role`'),
      })
    },
  )

  it('are given those that say what they are', async () => {
    await chat.quote(
      {
        model: 'chat-6',
        input: [...hi, { type: 'function_call_output', call_id: 'c', output: 'r' }],
        max_output_tokens: 100,
      },
      { path: RESPONSES },
    )
  })
})
