/** Contents of conversations that nobody here can count are refused. */
import { describe, expect, it } from 'vitest'
import { says } from './chat-desk.ts'
import { chat, hi, MESSAGES, MODEL, RESPONSES, useChat } from './chat-bill-desk.ts'

useChat()

const file = (source: object) => says([{ type: 'document', source }])

describe('what nobody here can count is refused', () => {
  it.each<[string, string, object]>([
    [
      'a file that is kept at the upstream',
      '',
      { model: MODEL, messages: says([{ type: 'file', file: { file_id: 'file-1' } }]) },
    ],
    [
      'a longer cache',
      '',
      {
        model: 'vendorF/small-4',
        messages: says([
          { type: 'text', text: 'hi', cache_control: { type: 'ephemeral', ttl: '1h' } },
        ]),
      },
    ],
    [
      'a document from elsewhere',
      MESSAGES,
      { messages: file({ type: 'url', url: 'https://papers.example/1.pdf' }) },
    ],
    [
      'a document that is kept at the upstream',
      MESSAGES,
      { messages: file({ type: 'file', file_id: 'file_1' }) },
    ],
    [
      'a document in a result',
      MESSAGES,
      {
        messages: says([
          {
            type: 'tool_result',
            tool_use_id: 't',
            content: [
              { type: 'document', source: { type: 'url', url: 'https://papers.example/1.pdf' } },
            ],
          },
        ]),
      },
    ],
    [
      'a longer cache of a system prompt',
      MESSAGES,
      {
        messages: hi,
        system: [
          { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral', ttl: '1h' } },
        ],
      },
    ],
    [
      'a longer cache of everything',
      MESSAGES,
      { messages: hi, cache_control: { type: 'ephemeral', ttl: '1h' } },
    ],
    [
      'a tool that the upstream runs',
      MESSAGES,
      { messages: hi, tools: [{ type: 'web_search_20250305', name: 'web_search' }] },
    ],
    [
      'a file from elsewhere',
      RESPONSES,
      { input: says([{ type: 'input_file', file_url: 'https://papers.example/1.pdf' }]) },
    ],
    [
      'a file that is kept',
      RESPONSES,
      { input: says([{ type: 'input_file', file_id: 'file-1' }]) },
    ],
    [
      'a file in a result',
      RESPONSES,
      {
        input: [
          {
            type: 'function_call_output',
            call_id: 'c',
            output: [{ type: 'input_file', file_url: 'https://papers.example/1.pdf' }],
          },
        ],
      },
    ],
    [
      'a shell of the upstream',
      RESPONSES,
      { input: 'hi', tools: [{ type: 'shell', environment: { type: 'container_auto' } }] },
    ],
    [
      'a choice of what the upstream runs',
      RESPONSES,
      { input: 'hi', tool_choice: { type: 'web_search' } },
    ],
  ])('%s %s', async (_what, path, body) => {
    const model = path === RESPONSES ? 'chat-6' : 'vendorF/small-4'
    const { status } = await chat.ask(
      { model, max_tokens: path === RESPONSES ? undefined : 100, ...body },
      path === '' ? {} : { path },
    )
    expect([status, chat.calls()]).toEqual([400, []])
  })

  it.each<[string, string, object]>([
    [
      'five minutes of a cache',
      MESSAGES,
      {
        model: 'vendorF/small-4',
        messages: says([
          { type: 'text', text: 'hi', cache_control: { type: 'ephemeral', ttl: '5m' } },
        ]),
      },
    ],
    [
      'a tool of the caller',
      MESSAGES,
      {
        model: 'vendorF/small-4',
        messages: hi,
        tools: [
          { type: 'bash_20250124', name: 'bash' },
          { name: 'f', input_schema: { type: 'object' } },
        ],
      },
    ],
    [
      'a picture by its address',
      MESSAGES,
      {
        model: 'vendorF/small-4',
        messages: says([
          { type: 'image', source: { type: 'url', url: 'https://pictures.example/a.png' } },
        ]),
      },
    ],
    [
      'a shell of the caller',
      RESPONSES,
      { model: 'chat-6', input: 'hi', tools: [{ type: 'shell' }], tool_choice: 'auto' },
    ],
  ])('but %s is taken %s', async (_what, path, body) => {
    await chat.quote(
      { max_tokens: path === RESPONSES ? undefined : 100, ...body },
      path === '' ? {} : { path },
    )
  })
})
