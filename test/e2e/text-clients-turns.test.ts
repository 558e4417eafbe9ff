/** A conversation that an official text client carries on. */
import type OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import { at, type Messages, openai, says, useDesk, WEATHER } from './text-clients-desk.ts'

useDesk()

describe('a conversation that the client carries on', () => {
  /** Models that show what they think, once asked to where they have to be. */
  const THINKING: readonly [string, object][] = [
    ['vendorC/think-5', {}],
    ['vendorD/seed-2', {}],
    ['vendorG/m-3', {}],
    ['vendorB/pro-3', { reasoning_effort: 'low' }],
    ['vendorF/small-4', { thinking: { type: 'enabled', budget_tokens: 1024 } }],
    ['vendorF/large-5', { thinking: { type: 'adaptive' } }],
  ]
  const thoughtIn = (said: object | undefined): string =>
    (said as { reasoning_content?: string } | undefined)?.reasoning_content ?? ''
  const whatIsAsked = (model: string, more: object) => ({
    model,
    messages: says('Use the tool.'),
    tools: [WEATHER],
    max_tokens: 3000,
    ...more,
  })
  /** The next turn: all that the client has, and the result of the tool. */
  const goOn = async (
    ask: ReturnType<typeof whatIsAsked>,
    message: OpenAI.ChatCompletionMessage,
  ): Promise<string | null> => {
    const result = {
      role: 'tool' as const,
      tool_call_id: message.tool_calls![0]!.id,
      content: 'sunny',
    }
    return (
      await openai.chat.completions.create({ ...ask, messages: [...ask.messages, message, result] })
    ).choices[0]!.message.content
  }

  it.each(THINKING)(
    'CHAT-052 CHAT-055 %s gets its thought and the result of its tool back',
    async (model, more) => {
      const ask = whatIsAsked(model, more)
      const {
        result: { message, said },
      } = await at.bought(async () => {
        const { message } = (await openai.chat.completions.create(ask)).choices[0]!
        return { message, said: await goOn(ask, message) }
      })
      expect([message.content, thoughtIn(message), said]).toEqual([
        '',
        expect.stringContaining('The user says'),
        expect.stringContaining('sunny'),
      ])
    },
  )

  it.each(THINKING)(
    'CHAT-088 CHAT-055 %s: also after a stream, of whose thought the helper keeps only the last piece',
    async (model, more) => {
      const ask = whatIsAsked(model, more)
      const { result } = await at.bought(async () => {
        let thought = ''
        const stream = openai.chat.completions.stream(ask)
        stream.on('chunk', ({ choices }) => {
          thought += thoughtIn(choices[0]?.delta)
        })
        const { message } = (await stream.finalChatCompletion()).choices[0]!
        return { thought, kept: thoughtIn(message).length, said: await goOn(ask, message) }
      })
      expect(result).toMatchObject({
        thought: expect.stringContaining('The user says'),
        said: expect.stringContaining('sunny'),
      })
      expect(result.kept).toBeLessThan(result.thought.length)
    },
  )

  it.each(THINKING)(
    'CHAT-055 what %s began goes on with every other model that thinks',
    async (model, more) => {
      const ask = whatIsAsked(model, more)
      const { result, quoted } = await at.bought(async () => {
        const { message } = (await openai.chat.completions.create(ask)).choices[0]!
        const said: (string | null)[] = []
        for (const [other, how] of THINKING) said.push(await goOn(whatIsAsked(other, how), message))
        return said
      })
      expect([result, quoted.length]).toEqual([
        THINKING.map(() => expect.stringContaining('sunny')),
        THINKING.length + 1,
      ])
    },
  )

  it.each(['vendorA/chat-6-mini', 'vendorB/flash-3', 'vendorC/think-5', 'vendorF/small-4'])(
    'CHAT-036 %s looks at a picture of the caller',
    async model => {
      const url = `data:image/png;base64,${picture('fox', 32, 32).toString('base64')}`
      const messages: Messages = [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image_url', image_url: { url } },
          ],
        },
      ]
      const { result } = await at.bought(() =>
        openai.chat.completions.create({ model, messages, max_tokens: 2000 }),
      )
      expect(result.choices[0]!.message.content).toContain('I looked at the picture')
    },
  )
})
