/**
 * What would bring the upstream's own tools, kept items or a free model's price into a response.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openChat, type Chat } from './chat-desk.ts'

let chat: Chat
beforeAll(async () => {
  chat = await openChat()
})
afterAll(() => chat?.stop())

const path = '/api/v1/responses'
const item = (one: object) => ({
  model: 'chat-6-mini',
  input: [{ role: 'user', content: 'hi' }, one],
  max_output_tokens: 100,
})

it.each<[string, object]>([
  [
    'tools inside of an item',
    item({ type: 'tool_search_output', tools: [{ type: 'web_search' }] }),
  ],
  [
    'more tools in an item',
    item({ type: 'additional_tools', tools: [{ type: 'mcp', server_url: 'https://x.example' }] }),
  ],
  ['an item of an empty type', item({ id: 'msg_1', type: '' })],
  ['an item of an empty role', item({ id: 'msg_1', role: '' })],
])('RESP-014 %s is refused before the 402', async (_, body) => {
  const {
    status,
    body: { error },
  } = await chat.ask(body, { path })
  expect([status, error.param]).toEqual([400, 'input'])
})

it('RESP-035 tokens are counted as the price counts them: reasoning that cannot be read is left out', async () => {
  const count = async (input: object[]) =>
    (await chat.ask({ model: 'chat-6-mini', input }, { path: `${path}/input_tokens` })).body
      .input_tokens
  const [first] = item({}).input
  const lost = {
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text: 'many words '.repeat(400) }],
  }
  expect(await count([first!, lost])).toBe(await count([first!]))
})
