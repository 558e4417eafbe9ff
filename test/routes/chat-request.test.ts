/** What chat completions take, and what of it upstreams are sent. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openChat, says, type Chat } from './chat-desk.ts'

let chat: Chat
beforeAll(async () => {
  chat = await openChat()
})
afterEach(() => chat.upstreams.reset())
afterAll(() => chat?.stop())

const MODEL = 'vendorC/code-fast-1'
const hi = says('Say: hi')
const TOOL = {
  type: 'function',
  function: {
    name: 'look_up',
    parameters: { type: 'object', properties: { word: { type: 'string' } } },
  },
}
const CALL = {
  id: 'call_1',
  type: 'function',
  function: { name: 'look_up', arguments: '{"word":"sea"}' },
}
const PICTURE = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }

describe('what is accepted reaches the upstream', () => {
  const history = (more: object[]) => ({ model: MODEL, max_tokens: 50, messages: [...hi, ...more] })
  it.each<[string, object, object]>([
    ['CHAT-008 a temperature of 0', { temperature: 0 }, { temperature: 0 }],
    ['CHAT-008 a temperature of 2', { temperature: 2 }, { temperature: 2 }],
    ['CHAT-009 top_p', { top_p: 0.5 }, { top_p: 0.5 }],
    ['CHAT-011 tools', { tools: [TOOL] }, { tools: [TOOL] }],
    ['CHAT-012 no tool', { tools: [TOOL], tool_choice: 'none' }, { tool_choice: 'none' }],
    ['CHAT-012 some tool', { tools: [TOOL], tool_choice: 'required' }, { tool_choice: 'required' }],
    [
      'CHAT-012 as the model likes',
      { tools: [TOOL], tool_choice: 'auto' },
      { tool_choice: 'auto' },
    ],
    [
      'CHAT-012 one tool',
      { tools: [TOOL], tool_choice: { type: 'function', function: { name: 'look_up' } } },
      { tool_choice: { type: 'function', function: { name: 'look_up' } } },
    ],
    ['CHAT-015 one stop sequence', { stop: 'END' }, { stop: ['END'] }],
    ['CHAT-015 several stop sequences', { stop: ['END', 'FIN'] }, { stop: ['END', 'FIN'] }],
    [
      'CHAT-025 what is not declared here',
      { seed: 7, logit_bias: { 5: 1 }, top_k: 20 },
      { seed: 7, logit_bias: { 5: 1 }, top_k: 20 },
    ],
  ])('%s', async (_what, given, sent) => {
    await chat.answer({ ...history([]), ...given })
    expect(chat.sent('vendor_c')).toMatchObject(sent)
  })

  it.each(['none', 'minimal', 'low', 'medium', 'high', 'xhigh'])(
    'CHAT-016 an effort of %s',
    async reasoning_effort => {
      await chat.answer({ ...history([]), reasoning_effort })
      expect(chat.sent('vendor_c').reasoning_effort).toBe(reasoning_effort)
    },
  )

  it('CHAT-057 CHAT-034..038 CHAT-040 CHAT-055 the messages as they came, and none of ours', async () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look at' },
          { type: 'text', text: 'this.' },
        ],
      },
      { role: 'assistant', content: null, tool_calls: [CALL] },
      { role: 'tool', tool_call_id: 'call_1', name: 'look_up', content: 'wet' },
      { role: 'assistant', content: 'It is wet.', reasoning_content: 'The tool said so.' },
      { role: 'user', content: 'Look again.' },
      { role: 'assistant', content: '', tool_calls: [{ ...CALL, id: 'call_2' }] },
      { role: 'tool', tool_call_id: 'call_2', content: 'dry' },
    ]
    const body = await chat.answer({ model: MODEL, messages, max_tokens: 400 })
    // Reasoning of turns that are over is for nobody.
    const plain = messages.map(({ reasoning_content: _reasoning, ...rest }: any) => rest)
    expect(chat.sent('vendor_c').messages).toEqual(plain)
    const alone = await chat.answer({
      model: MODEL,
      messages: [messages[0], messages[1]],
      max_tokens: 400,
    })
    expect(alone.usage.prompt_tokens).toBeLessThan(body.usage.prompt_tokens)
  })

  it('CHAT-034 a function of older clients', async () => {
    const messages = [
      ...hi,
      { role: 'assistant', content: '', function_call: { name: 'look_up', arguments: '{}' } },
      { role: 'function', name: 'look_up', content: 'wet' },
      ...hi,
    ]
    await chat.answer({ model: MODEL, messages, max_tokens: 400 })
    expect(chat.sent('vendor_c').messages.map((one: any) => one.role)).toContain('function')
  })

  it.each([
    'vendorA/chat-6',
    'vendorB/flash-3',
    'vendorC/think-5',
    'vendorD/seed-2',
    'vendorF/small-4',
  ])('CHAT-036 a picture for %s', async model => {
    const body = await chat.answer({
      model,
      max_tokens: 400,
      messages: says([{ type: 'text', text: 'What is it?' }, PICTURE]),
    })
    expect(body.choices[0].message.content).toContain('I looked at the picture.')
  })

  it('CHAT-036 no picture for a model that sees none', async () => {
    const { status, body } = await chat.ask({
      model: MODEL,
      messages: says([{ type: 'text', text: 'What is it?' }, PICTURE]),
    })
    expect([status, body.code, body.message]).toEqual([
      400,
      'INVALID_REQUEST',
      `${MODEL} does not take pictures`,
    ])
  })
})

describe('what upstreams are not sent', () => {
  it('CHAT-026 stream_options of the caller: a stream is asked for usage, whatever they say', async () => {
    const body = {
      model: MODEL,
      messages: hi,
      max_tokens: 50,
      stream_options: { include_usage: false, other: 1 },
    }
    await chat.answer(body)
    expect(chat.sent('vendor_c')).not.toHaveProperty('stream_options')
    await chat.buy({ ...body, stream: true })
    expect(chat.sent('vendor_c')).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    })
    expect(chat.sent('vendor_c').stream_options).not.toHaveProperty('other')
  })

  it.each(['vendorC/code-fast-1', 'vendorA/chat-6-nano', 'vendorF/small-4'])(
    'CHAT-018 prompt_cache, at %s',
    async model => {
      const upstream = `vendor_${model.charAt(6).toLowerCase()}`
      await chat.answer({ model, messages: hi, max_tokens: 50, prompt_cache: true })
      expect(chat.sent(upstream)).not.toHaveProperty('prompt_cache')
      expect(JSON.stringify(chat.sent(upstream)).includes('cache_control')).toBe(
        upstream === 'vendor_f',
      )
    },
  )

  it('CHAT-019 cache_control is taken without prompt_cache, and kept away from those who do not know it', async () => {
    const messages = says([{ type: 'text', text: 'Say: hi', cache_control: { type: 'ephemeral' } }])
    await chat.answer({ model: 'vendorF/small-4', messages, max_tokens: 50 })
    expect(chat.sent('vendor_f').messages[0].content[0].cache_control).toEqual({
      type: 'ephemeral',
    })
    await chat.answer({ model: 'vendorA/chat-6-nano', messages, max_tokens: 50 })
    expect(JSON.stringify(chat.sent('vendor_a'))).not.toContain('cache_control')
  })

  it.each(['vendorF/large-5', 'vendorF/medium-5'])(
    'CHAT-029 how to sample, at %s; it would refuse',
    async model => {
      await chat.answer({
        model,
        messages: hi,
        max_tokens: 50,
        temperature: 0.3,
        top_p: 0.5,
        top_k: 5,
      })
      for (const name of ['temperature', 'top_p', 'top_k'])
        expect(chat.sent('vendor_f')).not.toHaveProperty(name)
      await chat.answer({
        model: 'vendorF/small-4',
        messages: hi,
        max_tokens: 50,
        temperature: 0.3,
        top_k: 5,
      })
      expect(chat.sent('vendor_f')).toMatchObject({ temperature: 0.3, top_k: 5 })
    },
  )

  it('CHAT-020 search_parameters, where a model does not search', async () => {
    const search_parameters = {
      mode: 'on',
      sources: [{ type: 'web' }],
      return_citations: true,
      from_date: '2026-01-01',
      to_date: '2026-02-01',
      max_search_results: 3,
    }
    await chat.answer({
      model: 'vendorC/think-5',
      messages: hi,
      max_tokens: 500,
      search_parameters,
    })
    expect(chat.sent('vendor_c').search_parameters).toEqual(search_parameters)
    for (const [model, upstream] of [
      ['vendorC/code-fast-1', 'vendor_c'],
      ['vendorA/chat-6', 'vendor_a'],
      ['open/coder-32b', 'pool'],
    ]) {
      await chat.answer({ model, messages: hi, max_tokens: 500, search_parameters })
      expect(chat.sent(upstream!)).not.toHaveProperty('search_parameters')
    }
  })

  it('CHAT-022 a search takes no more sources than were paid for', async () => {
    await chat.answer({
      model: 'vendorC/think-5',
      messages: hi,
      max_tokens: 500,
      search_parameters: { mode: 'auto' },
    })
    expect(chat.sent('vendor_c').search_parameters).toEqual({
      mode: 'auto',
      max_search_results: 10,
    })
  })
})

describe('tools and thought', () => {
  it.each([
    ['without an effort', {}],
    ['with a high effort', { reasoning_effort: 'high' }],
  ])(
    'CHAT-031 CHAT-032 the newest tiers of vendorA get tools with no effort, %s',
    async (_what, given) => {
      for (const model of [
        'vendorA/chat-6',
        'vendorA/chat-6-mini',
        'vendorA/chat-6-nano',
        'vendorA/code-2',
      ]) {
        const body = await chat.answer({
          model,
          messages: says('Use the tool.'),
          max_tokens: 500,
          tools: [TOOL],
          ...given,
        })
        expect(body.choices[0].message.tool_calls[0].function.name).toBe('look_up')
        expect(chat.sent('vendor_a').reasoning_effort).toBe('none')
      }
    },
  )

  it("CHAT-031 only with tools: without any the effort is the caller's", async () => {
    for (const tools of [undefined, []]) {
      await chat.answer({
        model: 'vendorA/chat-6',
        messages: hi,
        max_tokens: 500,
        reasoning_effort: 'high',
        tools,
      })
      expect(chat.sent('vendor_a').reasoning_effort).toBe('high')
    }
  })

  it('CHAT-017 of vendorD have a limit that holds reasoning too', async () => {
    await chat.answer({ model: 'vendorD/seed-2', messages: hi, max_tokens: 400 })
    expect(chat.sent('vendor_d')).toMatchObject({ max_completion_tokens: 400 })
    expect(chat.sent('vendor_d')).not.toHaveProperty('max_tokens')
  })

  it.each([
    ['vendorA/chat-5', { type: 'enabled', budget_tokens: 2000 }],
    ['vendorB/pro-3', { type: 'enabled', budget_tokens: 2000 }],
    ['vendorC/think-5', { type: 'disabled' }],
    ['vendorD/seed-2', { type: 'disabled' }],
    ['vendorE/chat-5', { type: 'enabled', budget_tokens: 2000 }],
    ['vendorF/small-4', { type: 'enabled', budget_tokens: 2000 }],
    ['vendorF/large-5', { type: 'enabled', budget_tokens: 2000 }],
    ['vendorF/large-5', { type: 'disabled' }],
    ['open/large-400b', { type: 'enabled', budget_tokens: 2000 }],
  ])('CHAT-017 %s takes thinking', async (model, thinking) => {
    expect(
      (await chat.answer({ model, messages: hi, max_tokens: 4000, thinking })).choices[0].message
        .content,
    ).toBe('hi')
  })

  it('CHAT-017 the newest of vendorF are asked to think as they see fit, for they take no budget', async () => {
    await chat.answer({
      model: 'vendorF/large-5',
      messages: hi,
      max_tokens: 4000,
      thinking: { type: 'enabled', budget_tokens: 2000 },
    })
    expect(chat.sent('vendor_f').thinking).toEqual({ type: 'adaptive' })
    await chat.answer({
      model: 'vendorF/large-5',
      messages: hi,
      max_tokens: 4000,
      reasoning_effort: 'high',
    })
    expect(chat.sent('vendor_f')).toMatchObject({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'high' },
    })
    await chat.answer({
      model: 'vendorF/small-4',
      messages: hi,
      max_tokens: 4000,
      thinking: { type: 'enabled', budget_tokens: 2000 },
    })
    expect(chat.sent('vendor_f').thinking).toEqual({ type: 'enabled', budget_tokens: 2000 })
  })
})
