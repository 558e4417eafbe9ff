/**
 * The responses API through OpenAI's own client, unmodified, with x402's fetch around the network.
 */
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import OpenAI from 'openai'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'

let shop: TestGateway
let openai: OpenAI
beforeAll(async () => {
  shop = await startGateway()
  const account = privateKeyToAccount(shop.world.buyerKey)
  await shop.chain.fund(account.address, 10_000_000n)
  const pay = wrapFetchWithPayment(
    fetch,
    new x402Client().register('eip155:*', new ExactEvmScheme(account)),
  )
  openai = new OpenAI({
    baseURL: `${shop.url}/v1`,
    apiKey: 'unused',
    fetch: pay,
    maxRetries: 0,
    logLevel: 'off',
  })
})
afterAll(() => shop?.stop())

const hello = { model: 'chat-6-mini', input: 'Say: hello', max_output_tokens: 1000 }
const weather = {
  type: 'function',
  name: 'weather',
  strict: false,
  parameters: { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] },
} as const

/** What something cost, in micro-USD. */
async function cost(work: () => Promise<unknown>): Promise<bigint> {
  const before = await shop.earned()
  await work()
  return (await shop.earned()) - before
}

describe("OpenAI's client", () => {
  it('RESP-028 RESP-032 buys a response', async () => {
    expect(
      await cost(async () => {
        const response = await openai.responses.create(hello)
        expect([response.status, response.output_text]).toEqual(['completed', 'hello'])
      }),
    ).toBe(2000n)
  })

  it('RESP-052 RESP-053 buys a stream, and reads it with its own parser', async () => {
    const stream = openai.responses.stream({ ...hello, input: 'Say: one two three four five six' })
    let text = ''
    stream.on('response.output_text.delta', ({ delta }) => {
      text += delta
    })
    expect(
      await cost(async () => {
        const response = await stream.finalResponse()
        expect([response.status, response.output_text, text]).toEqual([
          'completed',
          'one two three four five six',
          'one two three four five six',
        ])
      }),
    ).toBe(2000n)
  })

  it('RESP-005 RESP-013 RESP-027 calls a tool, and gives its result with the reasoning back', async () => {
    const asked = {
      ...hello,
      tools: [weather],
      reasoning: { effort: 'low' },
      include: ['reasoning.encrypted_content'],
    } as const
    const question = { role: 'user', content: 'Use the tool.' } as const
    const first = await openai.responses.create({
      ...asked,
      input: [question],
      tools: [weather],
      include: ['reasoning.encrypted_content'],
    })
    const called = first.output.find(item => item.type === 'function_call')!
    expect(called.name).toBe('weather')
    const input = [
      question,
      ...first.output,
      { type: 'function_call_output' as const, call_id: called.call_id, output: 'sunny' },
    ]
    const second = await openai.responses.create({
      ...asked,
      input: input as OpenAI.Responses.ResponseInput,
      tools: [weather],
      include: ['reasoning.encrypted_content'],
    })
    expect(second.output_text).toMatch(/sunny/)
  })

  it('RESP-005 RESP-021 goes on with a tool by what it was given, though it asked for nothing to be sealed', async () => {
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Use the tool.' }]
    const first = await openai.responses.create({ ...hello, input, tools: [weather] })
    const called = first.output.find(item => item.type === 'function_call')!
    expect(first.output.some(item => item.type === 'reasoning' && !item.encrypted_content)).toBe(
      true,
    )
    input.push(...(first.output as OpenAI.Responses.ResponseInput), {
      type: 'function_call_output',
      call_id: called.call_id,
      output: 'sunny',
    })
    expect(
      (await openai.responses.create({ ...hello, input, tools: [weather] })).output_text,
    ).toMatch(/sunny/)
  })

  it('RESP-028 reads a response whatever its upstream calls it', async () => {
    shop.upstreams.set('vendor_a', { mode: 'wrong_type', times: 1 })
    expect((await openai.responses.create(hello)).output_text).toBe('hello')
  })

  it('RESP-021 learns what to do where it sends what it thinks is kept', async () => {
    expect(
      await cost(async () => {
        await expect(
          openai.responses.create({
            ...hello,
            input: [
              { type: 'item_reference', id: 'rs_1' },
              { role: 'user', content: 'Go on.' },
            ],
          }),
        ).rejects.toMatchObject({
          status: 400,
          param: 'input',
          message: expect.stringMatching(/item_reference.*store: false/),
        })
      }),
    ).toBe(0n)
  })

  it('RESP-035 counts the tokens of a request for nothing, as its price does', async () => {
    expect(
      await cost(async () => {
        const { object, input_tokens } = await openai.responses.inputTokens.count({
          model: hello.model,
          input: 'word '.repeat(1000),
        })
        expect([object, input_tokens > 990, input_tokens < 1020]).toEqual([
          'response.input_tokens',
          true,
          true,
        ])
      }),
    ).toBe(0n)
  })

  it('RESP-054 learns that there is nothing which makes histories shorter', async () => {
    await expect(
      openai.responses.compact({ model: 'chat-6-mini', input: 'hi' }),
    ).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('nothing at POST /v1/responses/compact'),
    })
  })

  it('MODEL-003 finds one model, by its id with a slash, or learns that there is none', async () => {
    expect(await openai.models.retrieve('vendorF/small-4')).toMatchObject({
      id: 'vendorF/small-4',
      object: 'model',
      owned_by: 'vendorF',
      pricing: { input: 1 },
    })
    expect((await openai.models.retrieve('chat-6-mini')).id).toBe('vendorA/chat-6-mini')
    await expect(openai.models.retrieve('vendorF/none')).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
      message: expect.stringContaining('vendorF/none does not exist'),
    })
  })

  it('ERR2-001 learns of the right address where its own lacks a part', async () => {
    const lost = new OpenAI({ baseURL: shop.url, apiKey: 'unused', maxRetries: 0, logLevel: 'off' })
    await expect(
      lost.chat.completions.create({
        model: 'open/free-8b',
        messages: [{ role: 'user', content: 'hi' }],
      }),
    ).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('Did you mean POST /v1/chat/completions?'),
    })
    await expect(openai.embeddings.create({ model: 'x', input: 'x' })).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('nothing at POST /v1/embeddings'),
    })
  })

  it('RESP-046 RESP-048 RESP-049 RESP-050 begins in the background, follows, resumes and cancels', async () => {
    const begun = await openai.responses.create({ ...hello, background: true })
    expect(begun.status).toBe('queued')
    const seen: { type: string; sequence_number: number }[] = []
    for await (const event of await openai.responses.retrieve(begun.id, { stream: true }))
      seen.push(event)
    expect(seen.at(-1)!.type).toBe('response.completed')
    const rest: number[] = []
    for await (const event of await openai.responses.retrieve(begun.id, {
      stream: true,
      starting_after: 3,
    }))
      rest.push(event.sequence_number)
    expect(rest).toEqual(seen.map(event => event.sequence_number).filter(at => at > 3))
    expect((await openai.responses.retrieve(begun.id)).output_text).toBe('hello')
    shop.upstreams.set('vendor_a', 'job_hold')
    const held = await openai.responses.create({ ...hello, background: true })
    expect((await openai.responses.cancel(held.id)).status).toBe('cancelled')
    shop.upstreams.reset()
  })

  it('RESP-022 RESP-033 RESP-054 understands refusals, which cost nothing', async () => {
    expect(
      await cost(async () => {
        await expect(openai.responses.create({ ...hello, store: true })).rejects.toMatchObject({
          status: 400,
          type: 'invalid_request_error',
          param: 'store',
        })
        shop.upstreams.set('vendor_a', { mode: 'fail', status: 503 })
        await expect(openai.responses.create(hello)).rejects.toMatchObject({
          status: 503,
          type: 'server_error',
        })
        shop.upstreams.reset()
      }),
    ).toBe(0n)
  })
})
