/** Usage of upstreams that report none: callers get an estimate, and never zero. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTokens } from '../../runtime/hooks/tokens/tokens.ts'
import { estimatedUsage } from '../../runtime/replies/usage.ts'
import { createSigner } from '../../runtime/jobs/signed-poll.ts'
import { ONE_OF_EACH, openChat, says, type Chat } from '../routes/chat-desk.ts'

let chat: Chat
beforeAll(async () => {
  chat = await openChat()
})
afterEach(() => chat.upstreams.reset())
afterAll(() => chat?.stop())

const { estimateTokens } = createTokens({ signer: createSigner(['k'.repeat(32)]) })
const messages = says('Say: one two three four five six seven')
const TOOL = {
  type: 'function',
  function: {
    name: 'look_up',
    parameters: { type: 'object', properties: { word: { type: 'string' } } },
  },
}
const either = (count: (encoding: 'o200k' | 'cl100k') => number): number[] => [
  count('o200k'),
  count('cl100k'),
]
/** Tokens of a text without the frame of a message. */
const tokensOf = (text: string): number[] =>
  either(encoding => estimateTokens(text, undefined, encoding) - 7)

describe.each(ONE_OF_EACH)('$model, whose upstream reports no usage', ({ upstream, model }) => {
  it('CHAT-043 CHAT-044 CHAT-045 has the prompt as it was priced, and the words that were sent', async () => {
    chat.upstreams.set(upstream, 'uncounted')
    const {
      choices: [{ message }],
      usage,
    } = await chat.answer({ model, messages, max_tokens: 2000 })
    expect(either(encoding => estimateTokens(messages as never, undefined, encoding))).toContain(
      usage.prompt_tokens,
    )
    const thought = tokensOf(message.reasoning_content ?? '')
    expect(tokensOf(message.content).map((words, i) => words + thought[i]!)).toContain(
      usage.completion_tokens,
    )
    expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens)
    expect(usage.completion_tokens).toBeGreaterThan(5)
  })

  it('CHAT-043 CHAT-086 so has a stream, whose words are distinguished by their length alone', async () => {
    chat.upstreams.set(upstream, 'uncounted')
    const { text } = await chat.buy({ model, messages, max_tokens: 2000, stream: true })
    const { usage } = JSON.parse(text.split('data: ').at(-2)!)
    expect(either(encoding => estimateTokens(messages as never, undefined, encoding))).toContain(
      usage.prompt_tokens,
    )
    expect(usage.completion_tokens).toBeGreaterThan(5)
    expect(usage.completion_tokens).toBeLessThan(500)
  })

  it('NAME-002 says so in messages too, and counts calls of tools', async () => {
    chat.upstreams.set(upstream, 'uncounted')
    const whole = await chat.answer(
      { model, messages, max_tokens: 2000 },
      { path: '/api/v1/messages' },
    )
    expect([whole.usage.input_tokens > 5, whole.usage.output_tokens > 5]).toEqual([true, true])
    const called = await chat.answer({
      model,
      messages: says('Use the tool.'),
      tools: [TOOL],
      max_tokens: 2000,
    })
    expect([
      called.choices[0].finish_reason,
      called.usage.prompt_tokens > 20,
      called.usage.completion_tokens > 5,
    ]).toEqual(['tool_calls', true, true])
  })
})

it('an answer is not lost where nothing can be counted', () => {
  const warned: unknown[] = []
  const tokenizer = () => 'cl100k'
  const promptTokens = () => 42
  const call = (hooks: object, usage: object): any => ({
    context: { hooks, observe: { log: { warn: (about: unknown) => warned.push(about) } } },
    compiled: { route: { id: 'talk', ...usage } },
  })
  const said = { output: 'Yes', reasoning: '' }
  for (const usage of [{}, { promptTokens }, { tokenizer }])
    expect(estimatedUsage(call({ estimateTokens }, usage), said)).toBeUndefined()
  expect(estimatedUsage(call({}, { promptTokens, tokenizer }), said)).toBeUndefined()
  expect(warned).toEqual([])
  const failing = () => {
    throw new Error('no')
  }
  const failed = call({ estimateTokens }, { promptTokens: failing, tokenizer })
  expect(estimatedUsage(failed, said)).toBeUndefined()
  expect(warned).toMatchObject([{ route: 'talk' }])
  expect(estimatedUsage(call({ estimateTokens }, { promptTokens, tokenizer }), said)).toEqual({
    uncached: 42,
    cacheRead: 0,
    cacheWrite: 0,
    output: 1,
    reasoning: 0,
  })
})
