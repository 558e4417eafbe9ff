import { describe, expect, it } from 'vitest'
import { Unusable } from '../../runtime/lib/unusable-input.ts'
import { type Message } from '../../runtime/protocols/types.ts'
import { call, write } from './anthropic-requests.ts'

const messagesOf = (...messages: Message[]) => write({ messages }).messages

describe('conversations', () => {
  it('CHAT-057 the least that can be asked', () => {
    expect(write()).toEqual({
      model: 'm-1',
      max_tokens: 4000,
      messages: [{ role: 'user', content: 'hi' }],
    })
    expect(write({ stream: true }).stream).toBe(true)
  })

  it('the system is written apart: one text as a text, several as blocks', () => {
    expect(
      write({
        messages: [
          { role: 'system', content: 'a' },
          { role: 'user', content: 'b' },
        ],
      }),
    ).toMatchObject({ system: 'a', messages: [{ role: 'user', content: 'b' }] })
    expect(
      write({
        messages: [
          { role: 'system', content: 'a' },
          { role: 'user', content: 'b' },
          { role: 'developer', content: [{ type: 'text', text: 'c' }] },
        ],
      }).system,
    ).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'c' },
    ])
  })

  it('what a model would not answer is sent as what it said', () => {
    expect(
      messagesOf(
        { role: 'user', content: 'a' },
        { role: 'assistant', content: null, refusal: 'no' },
        { role: 'user', content: 'b' },
      )[1],
    ).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'no' }] })
  })

  it('turns alternate: those of one role are one', () => {
    expect(
      messagesOf(
        { role: 'user', content: 'a' },
        { role: 'user', content: 'b' },
        { role: 'assistant', content: 'c' },
        { role: 'assistant', content: 'd' },
      ),
    ).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'c' },
          { type: 'text', text: 'd' },
        ],
      },
    ])
  })

  it('texts that are empty, which upstreams refuse, are left out', () => {
    expect(
      messagesOf(
        {
          role: 'user',
          content: [
            { type: 'text', text: '' },
            { type: 'text', text: 'a' },
          ],
        },
        { role: 'assistant', content: '' },
      ),
    ).toEqual([{ role: 'user', content: [{ type: 'text', text: 'a' }] }])
  })

  it('pictures by address and from data URIs', () => {
    const picture = (url: string) => ({ type: 'image_url' as const, image_url: { url } })
    expect(
      messagesOf({
        role: 'user',
        content: [picture('https://x/y.png'), picture('data:image/PNG;base64,AAAA')],
      })[0].content,
    ).toEqual([
      { type: 'image', source: { type: 'url', url: 'https://x/y.png' } },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
    ])
    for (const url of ['data:image/png,AAAA', 'ftp://x', '', 'data:;base64,AA'])
      expect(() => messagesOf({ role: 'user', content: [picture(url)] })).toThrow(Unusable)
    expect(() =>
      messagesOf({ role: 'user', content: [{ type: 'input_audio', input_audio: {} }] }),
    ).toThrow(/input_audio/)
  })

  it('of many messages of one role the list grows, and is not copied for each of them', () => {
    const messages = Array.from({ length: 19_000 }, (_, i): Message => ({
      role: 'user',
      content: `${i}`,
    }))
    const start = process.cpuUsage()
    const [{ content }] = messagesOf(...messages)
    expect([content.length, content.at(-1)]).toEqual([19_000, { type: 'text', text: '18999' }])
    // Copying takes seconds; growing takes a few thousandths of one.
    expect(process.cpuUsage(start).user).toBeLessThan(1_500_000)
    expect(messages[0]).toEqual({ role: 'user', content: '0' })
  })

  it("calls of tools and their results, which come back as the user's", () => {
    expect(
      messagesOf(
        { role: 'user', content: 'a' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [call('c:1', 'f', '{"x":1}'), call('c2', 'g', 'no json')],
        },
        { role: 'tool', tool_call_id: 'c:1', content: 'r' },
        {
          role: 'tool',
          tool_call_id: 'c2',
          content: [{ type: 'text', text: 's' }],
          is_error: true,
        },
        { role: 'user', content: 'b' },
      ),
    ).toEqual([
      { role: 'user', content: 'a' },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'c_1', name: 'f', input: { x: 1 } },
          { type: 'tool_use', id: 'c2', name: 'g', input: { arguments: 'no json' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c_1', content: 'r' },
          {
            type: 'tool_result',
            tool_use_id: 'c2',
            content: [{ type: 'text', text: 's' }],
            is_error: true,
          },
          { type: 'text', text: 'b' },
        ],
      },
    ])
  })

  it('CHAT-034 functions of the old kind', () => {
    const old = {
      role: 'assistant',
      content: null,
      function_call: { name: 'f', arguments: '{"x":1}' },
    } as Message
    expect(
      messagesOf({ role: 'user', content: 'a' }, old, {
        role: 'function',
        name: 'f',
        content: 'r',
      }).slice(1),
    ).toEqual([
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'function_1', name: 'f', input: { x: 1 } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'function_1', content: 'r' }] },
    ])
  })

  it('CHAT-055 echoed reasoning is a thought where its maker signed it; otherwise it is left out', () => {
    const turn = { role: 'assistant' as const, content: 'b', reasoning_content: 'hm' }
    expect(messagesOf({ ...turn, reasoning_signature: 'c2ln' })[0].content).toEqual([
      { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
      { type: 'text', text: 'b' },
    ])
    for (const signature of [undefined, 'gemini:c2ln', ''])
      expect(messagesOf({ ...turn, reasoning_signature: signature })).toEqual([
        { role: 'assistant', content: 'b' },
      ])
    // A thought that came back incomplete would be refused.
    const signed = { ...turn, reasoning_signature: 'c2ln' }
    const lengths = [2, 3].map(length => messagesOf({ ...signed, reasoning_length: length }))
    expect(lengths.map(([message]) => message.content.length)).toEqual([2, 1])
    expect(
      messagesOf({ role: 'assistant', content: null, reasoning_signature: 'c2ln' })[0].content,
    ).toEqual([{ type: 'thinking', thinking: '', signature: 'c2ln' }])
  })

  it('blocks of this protocol go back as they came, with their marks and citations', () => {
    const cited = { type: 'text', text: 'a', citations: [{ url: 'https://x' }] }
    const thought = { type: 'thinking', thinking: 'hm', signature: 'c2ln' }
    expect(messagesOf({ role: 'assistant', content: [thought, cited] })[0].content).toEqual([
      thought,
      cited,
    ])
    const search = { type: 'search_result', source: 's' }
    expect(messagesOf({ role: 'user', content: [search] })[0].content).toEqual([search])
  })

  it('a thought of another model, an empty text and a call that is none are left out', () => {
    const content = [
      { type: 'thinking', thinking: 'hm', signature: 'gemini:c2ln' },
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: '' },
      { type: 'tool_use', id: 'other', name: 'f' },
      { type: 'tool_use' },
      { type: 'refusal', refusal: 'No.' },
    ]
    expect(messagesOf({ role: 'assistant', content })[0].content).toEqual([
      { type: 'text', text: 'No.' },
    ])
  })

  it('a call stands where its turn has it, once; a call without a place comes last', () => {
    const use = { type: 'tool_use', id: 'c1', cache_control: { type: 'ephemeral' } }
    const text = { type: 'text', text: 'a' }
    expect(
      messagesOf({
        role: 'assistant',
        content: [use, text, use],
        tool_calls: [call('c2', 'g', ''), call('c1', 'f', '{"x":1}')],
      })[0].content,
    ).toEqual([
      { ...use, name: 'f', input: { x: 1 } },
      text,
      { type: 'tool_use', id: 'c2', name: 'g', input: {} },
    ])
  })

  it('a result without the id of a call has an empty one', () => {
    expect(messagesOf({ role: 'tool', content: 'r' })[0].content).toEqual([
      { type: 'tool_result', tool_use_id: '', content: 'r' },
    ])
  })
})
