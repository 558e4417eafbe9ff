/**
 * Streams as OpenAI's own client sees them, unmodified: what is whole ends, and what is not throws.
 */
import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until, type CashGateway } from '../helpers/cash-gateway.ts'
import { PRICE } from '../helpers/cash-streams.ts'
import { startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'
import { startStreaming } from '../upstreams/stream-world.ts'

let up: LocalUpstreams
let at: CashGateway
beforeAll(async () => {
  up = await startUpstreams()
})
afterAll(() => up.stop())
beforeEach(async () => {
  at = await startStreaming(up)
})
afterEach(async () => {
  up.reset()
  await at.stop()
})

async function client(path: string): Promise<OpenAI> {
  const header = at.world.cash.wallet('ann').sign(await at.quote(path, {}))
  return new OpenAI({
    baseURL: at.url,
    apiKey: 'none',
    maxRetries: 0,
    logLevel: 'off',
    defaultHeaders: { 'PAYMENT-SIGNATURE': header },
  })
}
async function chat(): Promise<string> {
  let text = ''
  const stream = await (
    await client('/chat/completions')
  ).chat.completions.create({
    model: 'first',
    stream: true,
    messages: [{ role: 'user', content: 'hi' }],
  })
  for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
  return text
}
async function responses(): Promise<string> {
  let last = ''
  for await (const event of await (
    await client('/responses')
  ).responses.create({ model: 'first', stream: true, input: 'hi' }))
    last = event.type
  return last
}

describe.each([
  { name: 'chat completions', ask: chat, whole: /\w/ },
  { name: 'responses', ask: responses, whole: /^response\.completed$/ },
])('$name', ({ ask, whole }) => {
  it('CHAT-086 RESP-053 a whole stream ends and is paid for', async () => {
    expect(await ask()).toMatch(whole)
    await until(() => at.world.cash.bank.earned() === PRICE)
  })

  it.each(['cut', 'malformed'] as const)(
    '%s in the middle throws and costs nothing',
    async mode => {
      up.set('vendor_a', { mode, after: 12, gap: 5, chunks: 40 })
      await expect(ask()).rejects.toThrow(/upstream/i)
      expect(at.world.cash.bank.attempts).toEqual([])
    },
  )

  it('CHAT-091 a limit of the upstream is an error with its status', async () => {
    up.set('vendor_a', { mode: 'rate_limit', retry_after: 2 })
    await expect(ask()).rejects.toMatchObject({ status: 429 })
  })
})
