import { describe, expect, it } from 'vitest'
import { chatOfMessages } from '../../runtime/hooks/chat-of-messages.ts'
import { upstreamProtocols } from '../../runtime/protocols/index.ts'
import type { ChatRequest } from '../../runtime/protocols/types.ts'
import { FACTS, USAGE } from './streams.ts'
import { ASK, client, written, USED } from './anthropic-callers.ts'

const calls = [
  { id: 'a', type: 'function' as const, function: { name: 'f', arguments: '{"x":1}' } },
  { id: '', type: 'function' as const, function: { name: 'g', arguments: '' } },
]

describe('NAME-002 whole answers', () => {
  it('have the members of a message', () => {
    const body = written({
      choices: [
        {
          index: 0,
          content: 'hello',
          reasoning: 'hm',
          signature: 'c2ln',
          tool_calls: calls,
          finish: 'tool_calls',
        },
      ],
      usage: USAGE,
    })
    expect(body).toEqual({
      id: 'msg_abc123',
      type: 'message',
      role: 'assistant',
      model: FACTS.model,
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: USED,
      content: [
        { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
        { type: 'text', text: 'hello' },
        { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } },
        { type: 'tool_use', id: 'toolu_abc123_1', name: 'g', input: {} },
      ],
    })
  })

  it('have only the blocks that they need, the proof of a call, and counts of 0 without usage', () => {
    const choice = { index: 0, content: '', finish: 'stop' as const }
    const proof = { google: { thought_signature: 's' } }
    const body = written({
      choices: [{ ...choice, tool_calls: [{ ...calls[0]!, extra_content: proof }] }],
    })
    expect(body.content).toEqual([
      { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 }, extra_content: proof },
    ])
    expect(body.usage).toEqual({
      input_tokens: 0,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: 0,
    })
    expect(written({ choices: [{ ...choice, reasoning: 'hm' }] }).content).toEqual([
      { type: 'thinking', thinking: 'hm', signature: '' },
    ])
    expect(written({ choices: [{ ...choice, signature: 'c2ln' }] }).content).toEqual([
      { type: 'thinking', thinking: '', signature: 'c2ln' },
    ])
    expect(written({ choices: [{ ...choice, reasoning: '' }] }).content).toEqual([])
  })

  it.each([
    ['stop', undefined, 'end_turn'],
    ['stop', 'X', 'stop_sequence'],
    ['length', undefined, 'max_tokens'],
    ['content_filter', undefined, 'refusal'],
  ] as const)('CHAT-030 %s (%s) is reported as %s', (finish, stopped, reason) => {
    expect(written({ choices: [{ index: 0, content: 'a', finish, stopped }] })).toMatchObject({
      stop_reason: reason,
      stop_sequence: stopped ?? null,
    })
  })

  it('the answer of an upstream of this style is written block by block as it was put', () => {
    const content = [
      { type: 'redacted_thinking', data: 'x' },
      { type: 'text', text: 'a', citations: [] },
      { type: 'thinking', thinking: 'b', signature: 'c' },
      { type: 'text', text: 'd' },
    ]
    const usage = { input_tokens: 1, output_tokens: 2 }
    expect(
      written(
        upstreamProtocols.anthropic_messages.read({
          type: 'message',
          content,
          stop_reason: 'end_turn',
          usage,
        }),
      ).content,
    ).toEqual(content)
  })

  it('the official client reads them', async () => {
    const got = await client(
      JSON.stringify(
        written({ choices: [{ index: 0, content: 'hello', finish: 'stop' }], usage: USAGE }),
      ),
      'application/json',
    ).messages.create(ASK)
    expect(got).toMatchObject({
      content: [{ type: 'text', text: 'hello' }],
      stop_reason: 'end_turn',
      usage: USED,
    })
  })
})

const mark = { cache_control: { type: 'ephemeral' } }

const REQUEST = {
  model: 'm',
  max_tokens: 4000,
  stream: true,
  temperature: 0.5,
  top_p: 0.9,
  top_k: 4,
  stop_sequences: ['END'],
  system: [
    { type: 'text', text: 'be brief', ...mark },
    { type: 'text', text: 'be kind' },
  ],
  metadata: { user_id: 'u' },
  context_management: { edits: [] },
  tools: [
    { name: 'f', description: 'd', input_schema: { type: 'object', properties: {} }, ...mark },
    { type: 'bash_20250124', name: 'bash' },
  ],
  tool_choice: { type: 'any', disable_parallel_tool_use: true },
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'look', ...mark },
        {
          type: 'image',
          source: { type: 'base64', media_type: 'image/png', data: 'AAAA' },
          ...mark,
        },
        { type: 'document', source: { type: 'text', data: 'x' } },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
        { type: 'text', text: 'a' },
        { type: 'tool_use', id: 't1', name: 'f', input: { x: 1 } },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 't1',
          is_error: true,
          ...mark,
          content: [
            { type: 'text', text: 'r' },
            { type: 'image', source: { type: 'url', url: 'https://x/y.png' } },
          ],
        },
        { type: 'text', text: 'and?' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'redacted_thinking', data: 'x' },
        { type: 'thinking', thinking: 'b', signature: 'c2ln' },
        { type: 'tool_use', id: 't2', name: 'f', input: {}, ...mark },
        { type: 'text', text: 'c' },
        { type: 'tool_use', id: 't3', name: 'f', input: { y: [1] } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 't2', content: 'r2' },
        { type: 'tool_result', tool_use_id: 't3', content: 'r3' },
      ],
    },
    { role: 'assistant', content: 'plain' },
    { role: 'user', content: 'text' },
  ],
}

const again = (request: object) =>
  JSON.parse(
    JSON.stringify(
      upstreamProtocols.anthropic_messages.write(chatOfMessages(request) as unknown as ChatRequest),
    ),
  )

describe('NAME-002 requests of callers who speak the Messages protocol', () => {
  it('written for an upstream of that style are what the caller sent', () => {
    expect(again(REQUEST)).toEqual(REQUEST)
    const thinking = { type: 'enabled', budget_tokens: 2000 }
    const { temperature: _t, top_p: _p, top_k: _k, tool_choice: _c, ...plain } = REQUEST
    expect(again({ ...plain, thinking, system: 'short' })).toEqual({
      ...plain,
      thinking,
      system: 'short',
    })
  })

  it.each([{ type: 'auto' }, { type: 'none' }, { type: 'tool', name: 'f' }])(
    'tool_choice %j survives',
    choice => {
      expect(again({ ...REQUEST, tool_choice: choice }).tool_choice).toEqual(choice)
    },
  )

  it("structured outputs in this protocol's own words are left to the upstream", () => {
    const config = { output_config: { format: { type: 'json_schema', schema: {} }, effort: 'low' } }
    expect(again({ ...ASK, ...config })).toEqual({ ...ASK, ...config })
  })

  it('in the inner form are a chat', () => {
    expect(JSON.parse(JSON.stringify(chatOfMessages(REQUEST)))).toMatchObject({
      model: 'm',
      max_tokens: 4000,
      stream: true,
      stop: ['END'],
      tool_choice: 'required',
      parallel_tool_calls: false,
      tools: [
        {
          type: 'function',
          function: { name: 'f', description: 'd', parameters: { type: 'object' } },
        },
        { type: 'bash_20250124', name: 'bash' },
      ],
      messages: [
        { role: 'system', content: [{ text: 'be brief' }, { text: 'be kind' }] },
        {
          role: 'user',
          content: [
            { text: 'look' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
            { type: 'document' },
          ],
        },
        {
          role: 'assistant',
          reasoning_content: 'hm',
          reasoning_signature: 'c2ln',
          content: [{ text: 'a' }],
          tool_calls: [
            { id: 't1', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
          ],
        },
        {
          role: 'tool',
          tool_call_id: 't1',
          is_error: true,
          content: [{ text: 'r' }, { type: 'image_url', image_url: { url: 'https://x/y.png' } }],
        },
        { role: 'user', content: [{ text: 'and?' }] },
        { role: 'assistant', tool_calls: [{ id: 't2' }, { id: 't3' }] },
        { role: 'tool', tool_call_id: 't2', content: 'r2' },
        { role: 'tool', tool_call_id: 't3', content: 'r3' },
        { role: 'assistant', content: 'plain' },
        { role: 'user', content: 'text' },
      ],
    })
  })

  it('can be sent to upstreams of other styles, without what only this one understands', () => {
    const { context_management: _c, ...request } = {
      ...REQUEST,
      messages: REQUEST.messages.slice(1),
      tools: REQUEST.tools.slice(0, 1),
    }
    const inner = chatOfMessages(request) as unknown as ChatRequest
    const chat = JSON.stringify(upstreamProtocols.openai_chat.write(inner))
    const gemini = JSON.stringify(upstreamProtocols.gemini_generate.write(inner))
    for (const text of [chat, gemini]) {
      expect(text).not.toMatch(/cache_control|redacted|c2ln|user_id|is_error/)
      expect(text).toContain('be brief')
    }
    expect(JSON.parse(chat).messages[5]).toMatchObject({
      role: 'assistant',
      content: [{ type: 'text', text: 'c' }],
      tool_calls: [{ id: 't2' }, { id: 't3' }],
    })
  })

  it('that are not what they should be come through without being understood', () => {
    for (const body of [
      undefined,
      5,
      {},
      { messages: 'x', tools: 'y', tool_choice: 'z', system: 4 },
      { messages: [5, null, { role: 'user', content: [null, 4] }], tools: [null] },
    ]) {
      expect(() => JSON.stringify(chatOfMessages(body))).not.toThrow()
    }
  })
})
