/** Parameters as an upstream of the Messages protocol takes them. */
import { describe, expect, it } from 'vitest'
import { Unusable } from '../../runtime/lib/unusable-input.ts'
import { type ChatRequest, type Message } from '../../runtime/protocols/types.ts'
import { call, weather, write } from './anthropic-requests.ts'

describe('parameters', () => {
  it('those of this protocol are given under its names, those of others not at all', () => {
    const body = write({
      temperature: 1.7,
      top_p: 0.5,
      top_k: 9,
      stop: ['a', ' \n'],
      seed: 1,
      n: 2,
      logprobs: true,
      user: 'u',
      response_format: { type: 'text' },
    })
    expect(body).toEqual({
      ...write(),
      temperature: 1,
      top_p: 0.5,
      top_k: 9,
      stop_sequences: ['a'],
      metadata: { user_id: 'u' },
    })
    expect(write({ stop: 'x' }).stop_sequences).toEqual(['x'])
    expect(write({ stop: [' '], user: '' })).toEqual(write())
    expect(write({ max_tokens: undefined }).max_tokens).toBe(4096)
  })

  it('of two users, that of this protocol is sent', () => {
    const anthropic = { metadata: { user_id: 'own' } }
    expect(write({ user: 'u', anthropic }).metadata).toEqual({ user_id: 'own' })
  })

  it("what changes the upstream's price is not sent, whoever asks for it", () => {
    expect(
      write({
        anthropic: {
          speed: 'fast',
          mcp_servers: [],
          container: 'c',
          system: 's',
          max_tokens: 1,
          metadata: { user_id: 'u' },
        },
      }),
    ).toEqual({ ...write(), metadata: { user_id: 'u' } })
  })

  it('CHAT-012 tools and the choice among them', () => {
    const tools = [weather]
    expect(write({ tools }).tools).toEqual([
      { name: 'weather', description: 'd', input_schema: weather.function.parameters },
    ])
    const choice = (given: ChatRequest['tool_choice'], more = {}) =>
      write({ tools, tool_choice: given, ...more }).tool_choice
    expect(choice(undefined)).toBeUndefined()
    expect([choice('auto'), choice('none'), choice('required')]).toEqual([
      { type: 'auto' },
      { type: 'none' },
      { type: 'any' },
    ])
    expect(
      choice({ type: 'function', function: { name: 'weather' } }, { parallel_tool_calls: false }),
    ).toEqual({ type: 'tool', name: 'weather', disable_parallel_tool_use: true })
    expect(choice(undefined, { parallel_tool_calls: false })).toEqual({
      type: 'auto',
      disable_parallel_tool_use: true,
    })
    expect(choice('required', { parallel_tool_calls: false })).toEqual({
      type: 'any',
      disable_parallel_tool_use: true,
    })
    expect(choice('none', { parallel_tool_calls: false })).toEqual({ type: 'none' })
    expect(choice('auto', { parallel_tool_calls: true })).toEqual({ type: 'auto' })
    expect(write({ tool_choice: 'required' })).toEqual(write())
  })

  it('of a tool only what this protocol knows is sent; without parameters it takes none', () => {
    const tool = (more: object, declared: object = {}) =>
      write({ tools: [{ type: 'function', function: { name: 'f', ...declared }, ...more }] })
        .tools[0]
    const bare = { name: 'f', input_schema: { type: 'object', properties: {} } }
    const known = {
      cache_control: { type: 'ephemeral' },
      input_examples: [{}],
      eager_input_streaming: true,
    }
    expect(tool({ other: 1 }, { strict: null, other: 1 })).toEqual(bare)
    expect(tool(known, { strict: false })).toEqual({ ...bare, ...known, strict: false })
  })

  it('tools of types that upstreams answer themselves are refused: nobody quoted them', () => {
    expect(write({ tools: [{ type: 'bash_20250124', name: 'bash' }] }).tools).toEqual([
      { type: 'bash_20250124', name: 'bash' },
    ])
    for (const type of ['web_search_20250305', 'bash_2025012', 'bash_202501240', 'a_bash_20250124'])
      expect(() => write({ tools: [{ type, name: 'x' }] })).toThrow(
        new Unusable(`Tools of the type "${type}" are not offered for this model.`),
      )
    const long = 'x'.repeat(50)
    expect(() => write({ tools: [{ type: long }] })).toThrow(`"${long.slice(0, 40)}"`)
  })

  it('CHAT-017 thinking gets its budget where there is room for it, and forbids other sampling', () => {
    const thinking = { type: 'enabled', budget_tokens: 2000 }
    expect(write({ thinking, temperature: 0.5, top_k: 3, top_p: 0.5 })).toEqual({
      ...write(),
      thinking,
    })
    expect(write({ thinking: { ...thinking, budget_tokens: 9000 } }).thinking.budget_tokens).toBe(
      3999,
    )
    expect(write({ thinking: { ...thinking, budget_tokens: 5 } }).thinking.budget_tokens).toBe(1024)
    for (const maxTokens of [1000, 1024])
      expect(write({ thinking, max_tokens: maxTokens })).not.toHaveProperty('thinking')
    expect(write({ thinking, max_tokens: 1025 }).thinking.budget_tokens).toBe(1024)
    expect(write({ thinking: { type: 'enabled' } }).thinking.budget_tokens).toBe(2000)
    expect(write({ thinking: { type: 'tomorrow' }, temperature: 0.5 })).toEqual({
      ...write(),
      temperature: 0.5,
    })
    expect([0.94, 0.95].map(topP => write({ thinking, top_p: topP }).top_p)).toEqual([
      undefined,
      0.95,
    ])
    expect(write({ thinking: { type: 'disabled' }, temperature: 0.5 })).toMatchObject({
      thinking: { type: 'disabled' },
      temperature: 0.5,
    })
    const chosen = (choice: ChatRequest['tool_choice']) =>
      write({ thinking, tools: [weather], tool_choice: choice }).tool_choice
    const named = { type: 'function', function: { name: 'weather' } }
    expect([chosen('required'), chosen(named), chosen('auto'), chosen('none')]).toEqual([
      { type: 'auto' },
      { type: 'auto' },
      { type: 'auto' },
      { type: 'none' },
    ])
  })

  it('CHAT-016 efforts are budgets, or efforts where thinking is adaptive', () => {
    const budgets = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'].map(
      effort => write({ reasoning_effort: effort, max_tokens: 10_000 }).thinking?.budget_tokens,
    )
    expect(budgets).toEqual([undefined, undefined, 2000, 5000, 8000, 9000])
    expect(write({ thinking: { type: 'adaptive' }, reasoning_effort: 'high' })).toMatchObject({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'high' },
    })
    for (const effort of [undefined, 'none', 'minimal'])
      expect(write({ thinking: { type: 'adaptive' }, reasoning_effort: effort })).toEqual({
        ...write(),
        thinking: { type: 'adaptive' },
      })
  })

  it("the caller's own effort goes before that of the inner form", () => {
    const request = { thinking: { type: 'adaptive' }, reasoning_effort: 'high' }
    const config = (own: object) =>
      write({ ...request, anthropic: { output_config: own as never } }).output_config
    expect(config({ effort: 'low' })).toEqual({ effort: 'low' })
    expect(config({ format: {} })).toEqual({ effort: 'high', format: {} })
  })

  it('a turn that began without a thought goes on without one: otherwise upstreams refuse it', () => {
    const turn = (signature?: string): Message[] => [
      { role: 'user', content: 'a' },
      {
        role: 'assistant',
        tool_calls: [call('c', 'f', '{}')],
        reasoning_content: 'hm',
        reasoning_signature: signature,
      },
      { role: 'tool', tool_call_id: 'c', content: '1' },
    ]
    const thinking = { type: 'enabled', budget_tokens: 2000 }
    expect(write({ thinking, messages: turn() })).not.toHaveProperty('thinking')
    expect(write({ thinking, messages: turn('c2ln') })).toMatchObject({ thinking })
    expect(
      write({ thinking, messages: [...turn(), { role: 'user', content: 'b' }] }),
    ).toMatchObject({ thinking })
    const adaptive = { thinking: { type: 'adaptive' }, temperature: 0.5 }
    expect(write({ ...adaptive, messages: turn() })).not.toHaveProperty('thinking')
    expect(write({ ...adaptive, messages: turn() })).toMatchObject({ temperature: 0.5 })
    expect(write({ ...adaptive, messages: turn('c2ln') })).toMatchObject({
      thinking: { type: 'adaptive' },
    })
  })

  it.each<[string, Partial<Message>, boolean]>([
    ['answered in text only', { content: 'b' }, true],
    ['has an empty list of calls', { content: 'b', tool_calls: [] }, true],
    ['called a tool', { tool_calls: [call('c', 'f', '{}')], content: null }, false],
    [
      'called a tool after a text',
      { tool_calls: [call('c', 'f', '{}')], content: [{ type: 'text', text: 'b' }] },
      false,
    ],
    [
      'called a tool after a hidden thought',
      {
        tool_calls: [call('c', 'f', '{}')],
        content: [
          { type: 'text', text: 'b' },
          { type: 'redacted_thinking', data: 'x' },
        ],
      },
      true,
    ],
  ])('a turn that %s: thinking is enabled: %3$s', (_, turn, isEnabled) => {
    const messages: Message[] = [
      { role: 'user', content: 'a' },
      { role: 'assistant', ...turn },
    ]
    const thinking = { type: 'enabled', budget_tokens: 2000 }
    expect(write({ thinking, messages }).thinking !== undefined).toBe(isEnabled)
  })

  it('CHAT-018 CHAT-019 prompt_cache marks the ends of the system and of the conversation, unless the caller set marks', () => {
    const mark = { cache_control: { type: 'ephemeral' } }
    const messages: Message[] = [
      { role: 'system', content: 's' },
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
      { role: 'user', content: 'c' },
    ]
    expect(write({ prompt_cache: true, messages })).toMatchObject({
      system: [{ type: 'text', text: 's', ...mark }],
      messages: [
        { content: 'a' },
        { content: 'b' },
        { content: [{ type: 'text', text: 'c', ...mark }] },
      ],
    })
    const parts: Message['content'] = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]
    expect(
      write({ prompt_cache: true, messages: [{ role: 'user', content: parts }] }).messages,
    ).toEqual([{ role: 'user', content: [parts[0], { ...parts[1], ...mark }] }])
    const own: Message[] = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a', ...mark },
          { type: 'text', text: 'b' },
        ],
      },
    ]
    expect(write({ prompt_cache: true, messages: own }).messages[0].content).toEqual([
      { type: 'text', text: 'a', ...mark },
      { type: 'text', text: 'b' },
    ])
    const system: Message[] = [
      { role: 'system', content: [{ type: 'text', text: 's', ...mark }] },
      { role: 'user', content: 'a' },
    ]
    expect(write({ prompt_cache: true, messages: system }).messages).toEqual([
      { role: 'user', content: 'a' },
    ])
    const thought: Message[] = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
      { role: 'assistant', content: null, reasoning_content: 'hm', reasoning_signature: 'c2ln' },
    ]
    // A thought cannot have a mark: the block before it gets it.
    expect(write({ prompt_cache: true, messages: thought }).messages.at(-1).content).toEqual([
      { type: 'text', text: 'b', ...mark },
      { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
    ])
    expect(write({ prompt_cache: true, messages: messages.slice(0, 1) })).toEqual({
      ...write(),
      system: 's',
      messages: [],
    })
    expect(JSON.stringify(write({ prompt_cache: true, messages }))).not.toContain('prompt_cache')
    expect(JSON.stringify(write({ prompt_cache: false, messages }))).not.toContain('cache')
  })
})
