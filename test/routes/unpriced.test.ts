/** Parameters that nobody priced do not reach upstreams, and whoever writes one hears so. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ONE_OF_EACH, openChat, PATH, says, type Chat } from './chat-desk.ts'

let chat: Chat
beforeAll(async () => {
  chat = await openChat()
})
afterEach(() => chat.upstreams.reset())
afterAll(() => chat?.stop())

const RESPONSES = '/api/v1/responses'
const MESSAGES = '/api/v1/messages'

/** What some upstream bills, or may bill tomorrow. */
const UNPRICED = {
  web_search: { enable: true },
  min_output_tokens: 4000,
  num_completions: 8,
  reasoning: { max_tokens: 30_000, effort: 'low' },
  extra_body: { n: 8 },
  chat_template_kwargs: { enable_thinking: true },
  enable_thinking: true,
  thinking_budget: 30_000,
  num_beams: 8,
  search: true,
  online: true,
  web: true,
  transforms: [],
  route: 'fallback',
  guided_json: {},
  max_completions: 8,
  speed: 'fast',
  mcp_servers: [{ type: 'url', url: 'https://tools.example' }],
  something: { else: true },
}
/** What changes no price, or was priced. */
const PRICED = {
  seed: 7,
  temperature: 0.5,
  top_p: 0.9,
  presence_penalty: 0.1,
  stop: ['END'],
  user: 'somebody',
}

/** The tokens that an upstream was asked to think at most. */
const budgetOf = (sent: any): unknown =>
  sent.thinking?.budget_tokens ?? sent.generationConfig?.thinkingConfig?.thinkingBudget

describe('[V13] thinking is bounded by the answer that the price counts', () => {
  const thinking = { type: 'enabled', budget_tokens: 50_000 }
  // Takes an effort only.
  const thinkers = ONE_OF_EACH.filter(({ upstream }) => upstream !== 'vendor_a')

  it.each(
    thinkers.flatMap(one => [
      { ...one, path: PATH },
      { ...one, path: MESSAGES },
    ]),
  )(
    'CHAT-017 $upstream, asked by $path, thinks less than max_tokens',
    async ({ upstream, model, path }) => {
      const ask = { model, messages: says('Say: hi'), max_tokens: 2000 }
      expect(await chat.quote({ ...ask, thinking }, { path })).toBe(await chat.quote(ask, { path }))
      await chat.answer({ ...ask, thinking }, { path })
      expect(budgetOf(chat.sent(upstream))).toBe(1999)
      await chat.answer({ ...ask, max_tokens: 50, thinking }, { path })
      expect(budgetOf(chat.sent(upstream))).toBeUndefined()
    },
  )

  it('also where the model says less than was asked for', async () => {
    const ask = { model: 'open/coder-32b', messages: says('Say: hi'), max_tokens: 60_000 }
    await chat.answer({ ...ask, thinking })
    expect(chat.sent('pool')).toMatchObject({ max_tokens: 8192, thinking: { budget_tokens: 8191 } })
  })

  it('also by its effort', async () => {
    const ask = { model: 'vendorB/pro-3', messages: says('Say: hi'), max_tokens: 2000 }
    await chat.answer({ ...ask, reasoning_effort: 'high' })
    expect(budgetOf(chat.sent('vendor_b'))).toBe(1999)
  })
})

describe('[V13] of a conversation an upstream is sent what is priced', () => {
  it.each(ONE_OF_EACH)('$upstream', async ({ upstream, model }) => {
    await chat.answer({ model, messages: says('Say: hi'), max_tokens: 50, ...UNPRICED, ...PRICED })
    const sent = chat.sent(upstream)
    for (const name of Object.keys(UNPRICED)) expect(sent).not.toHaveProperty(name)
    expect(JSON.stringify(sent)).not.toContain('30000')
  })

  it('[CHAT-025] and that as it was written', async () => {
    await chat.answer({
      model: 'vendorC/code-fast-1',
      messages: says('Say: hi'),
      max_tokens: 50,
      ...UNPRICED,
      ...PRICED,
    })
    expect(chat.sent('vendor_c')).toMatchObject(PRICED)
    await chat.answer({
      model: 'vendorA/chat-6-nano',
      messages: says('Say: hi'),
      max_tokens: 50,
      verbosity: 'low',
      metadata: { a: 'b' },
    })
    expect(chat.sent('vendor_a')).toMatchObject({ verbosity: 'low', metadata: { a: 'b' } })
  })

  it('also inside of what passes: messages and thinking', async () => {
    const messages = [
      ...says('Say: hi'),
      { role: 'assistant', content: 'hi', audio: { id: 'audio_1' }, prefix: true },
      ...says('Say: hi'),
    ]
    const thinking = { type: 'enabled', budget_tokens: 1024, clear: false }
    await chat.answer({ model: 'vendorE/chat-5', messages, max_tokens: 2000, thinking })
    const sent = chat.sent('vendor_e')
    expect(sent.messages[1]).toEqual({ role: 'assistant', content: 'hi' })
    expect(sent.thinking).toEqual({ type: 'enabled', budget_tokens: 1024 })
  })

  it('by messages', async () => {
    const { effort: _, ...more } = { ...UNPRICED, effort: 1 }
    await chat.answer(
      { model: 'vendorC/code-fast-1', messages: says('Say: hi'), max_tokens: 50, ...more },
      { path: MESSAGES },
    )
    for (const name of Object.keys(UNPRICED)) expect(chat.sent('vendor_c')).not.toHaveProperty(name)
  })

  it('by responses', async () => {
    const body = {
      model: 'chat-6',
      input: 'Say: hi',
      max_output_tokens: 50,
      ...UNPRICED,
      reasoning: { effort: 'low', max_tokens: 30_000 },
    }
    await chat.answer({ ...body, text: { verbosity: 'low', more: 1 } }, { path: RESPONSES })
    const { reasoning: _, ...none } = UNPRICED
    for (const name of Object.keys(none)) expect(chat.sent('vendor_a')).not.toHaveProperty(name)
    expect(chat.sent('vendor_a')).toMatchObject({
      reasoning: { effort: 'low' },
      text: { verbosity: 'low' },
    })
    expect([chat.sent('vendor_a').reasoning, chat.sent('vendor_a').text]).toEqual([
      { effort: 'low' },
      { verbosity: 'low' },
    ])
  })
})
