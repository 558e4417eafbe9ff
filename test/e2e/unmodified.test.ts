/** Each program of the table in `buyers.ts` buys all that the table says, on a real chain. */
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { wrap } from '@faremeter/fetch'
import { createPaymentHandler } from '@faremeter/payment-evm/exact'
import { ChatAnthropic } from '@langchain/anthropic'
import { ChatOpenAI } from '@langchain/openai'
import {
  Agent,
  run,
  setDefaultOpenAIClient,
  setOpenAIAPI,
  setTracingDisabled,
  tool,
} from '@openai/agents'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapAxiosWithPayment, x402Client as axiosX402Client } from '@x402/axios'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { experimental_generateSpeech as generateSpeech, generateImage, generateText } from 'ai'
import axios from 'axios'
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readChallenge } from '../../scripts/buyer/pay.ts'
import { picture, sizeOfPng } from '../../scripts/devnet/upstreams/png.ts'
import { wants, type Buyer, type Wanted } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { connect } from '../helpers/mcp.ts'
import { BUYERS } from './buyers.ts'

let shop: TestGateway
let buyer: Buyer
beforeAll(async () => {
  shop = await startGateway()
  buyer = await shop.buyer(50_000_000n)
  setTracingDisabled(true)
  setDefaultOpenAIClient(new OpenAI({ ...open(), fetch: paying(watched) }))
}, 90_000)
afterAll(() => shop?.stop())

const CHAT = 'vendorA/chat-6-mini'
const MESSAGES = 'vendorF/small-4'
const IMAGE = 'vendorA/image-1'
const SPEECH = 'vendorH/speech-flash'
const SAY = 'Say: one two three'
const SAID = 'one two three'

const paying = (through: typeof fetch = fetch): typeof fetch =>
  wrapFetchWithPayment(
    through,
    new x402Client().register('eip155:*', new ExactEvmScheme(buyer.account)),
  )
const open = () => ({ baseURL: `${shop.url}/v1`, apiKey: 'unused', fetch: paying() })
const isPicture = (bytes: Uint8Array): void =>
  expect(sizeOfPng(Buffer.from(bytes))).toEqual({ width: 1024, height: 1024 })
/** An MP3 file with its tag. */
const isSound = (bytes: Uint8Array): void =>
  expect(Buffer.from(bytes.subarray(0, 3)).toString()).toBe('ID3')

type Send = (wanted: Wanted) => Promise<any>

const throughFetch =
  (pay: () => typeof fetch): Send =>
  async ({ method, path, body }) =>
    (
      await pay()(shop.url + path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json()

const throughAxios: Send = async ({ method, path, body }) => {
  const api = wrapAxiosWithPayment(
    axios.create(),
    new axiosX402Client().register('eip155:*', new ExactEvmScheme(buyer.account) as never),
  )
  return (await api.request({ method, url: shop.url + path, data: body })).data
}

const faremeter = (): typeof fetch => {
  const wallet = {
    chain: { id: 8453, name: 'Base' },
    address: buyer.account.address,
    account: buyer.account,
  }
  return wrap(fetch, { handlers: [createPaymentHandler(wallet as never)] }) as typeof fetch
}

const native = (send: Send): Record<string, () => Promise<void>> => ({
  images: async () => expect((await send(wants.image)).data[0].url).toContain('/media/'),
  RPC: async () => expect((await send(wants.rpc)).result.number).toMatch(/^0x/),
})

/** Replies to the agents' client: their statuses, and what each challenge asked for (micro-USD). */
const exchanges = { statuses: [] as number[], quoted: [] as bigint[] }
const watched: typeof fetch = async (input, init) => {
  const reply = await fetch(input, init)
  exchanges.statuses.push(reply.status)
  if (reply.status === 402) exchanges.quoted.push(BigInt(readChallenge(reply).accepts[0]!.amount))
  return reply
}

const weather = tool({
  name: 'weather',
  description: 'The weather of a town.',
  parameters: z.object({ town: z.string() }),
  execute: ({ town }) => `sunny in ${town}`,
})

/** A run of two calls: the model asks for its tool, then answers with the result. Both are paid. */
const agentRun = (api: 'chat_completions' | 'responses', stream: boolean) => async () => {
  Object.assign(exchanges, { statuses: [], quoted: [] })
  setOpenAIAPI(api)
  const agent = new Agent({ name: 'Forecaster', model: CHAT, tools: [weather] })
  const before = await shop.earned()
  const result = stream
    ? await run(agent, 'Use the tool.', { stream })
    : await run(agent, 'Use the tool.')
  if ('completed' in result) await result.completed
  expect(result.finalOutput).toContain('sunny in some town')
  expect(exchanges.statuses).toEqual([402, 200, 402, 200])
  const total = exchanges.quoted.reduce((sum, one) => sum + one, 0n)
  expect((await shop.earned()) - before).toBe(total)
}

/** Calls a tool as an MCP client does: unpaid, then with the payment that was asked for. */
async function callTool(tool: string, args: object): Promise<any> {
  const client = await connect(shop.url)
  const call = (meta?: object): Promise<any> =>
    client.callTool({ name: 'call', arguments: { tool, arguments: args }, _meta: meta as never })
  const payer = new x402Client().register('eip155:*', new ExactEvmScheme(buyer.account))
  const payment = await payer.createPaymentPayload((await call()).structuredContent)
  const { structuredContent } = await call({ 'x402/payment': payment })
  await client.close()
  return structuredContent
}

/** What each program does, by the words of the table. */
const purchases: Record<string, Record<string, () => Promise<void>>> = {
  '@x402/fetch': native(throughFetch(paying)),
  '@x402/axios': native(throughAxios),
  '@faremeter/fetch': native(throughFetch(faremeter)),
  openai: {
    chat: async () => {
      const { choices } = await new OpenAI(open()).chat.completions.create({
        model: CHAT,
        messages: [{ role: 'user', content: SAY }],
      })
      expect(choices[0]!.message.content).toBe(SAID)
    },
    responses: async () =>
      expect(
        (await new OpenAI(open()).responses.create({ model: CHAT, input: SAY, store: false }))
          .output_text,
      ).toBe(SAID),
    images: async () => {
      const { data } = await new OpenAI(open()).images.generate({
        model: IMAGE,
        prompt: 'a red fox',
        response_format: 'b64_json',
      })
      isPicture(Buffer.from(data![0]!.b64_json!, 'base64'))
    },
    edits: async () => {
      const image = await toFile(picture('cat', 64, 64), 'cat.png', { type: 'image/png' })
      const { data } = await new OpenAI(open()).images.edit({
        model: IMAGE,
        image,
        prompt: 'add a hat',
        response_format: 'b64_json',
      })
      isPicture(Buffer.from(data![0]!.b64_json!, 'base64'))
    },
    speech: async () => {
      const sound = await new OpenAI(open()).audio.speech.create({
        model: SPEECH,
        input: 'Hello there.',
        voice: 'alloy',
      })
      isSound(new Uint8Array(await sound.arrayBuffer()))
    },
  },
  '@anthropic-ai/sdk': {
    messages: async () => {
      const anthropic = new Anthropic({ baseURL: shop.url, apiKey: 'unused', fetch: paying() })
      const { content } = await anthropic.messages.create({
        model: MESSAGES,
        max_tokens: 100,
        messages: [{ role: 'user', content: SAY }],
      })
      expect(content).toEqual([expect.objectContaining({ type: 'text', text: SAID })])
    },
  },
  '@ai-sdk/openai': {
    text: async () =>
      expect(
        (await generateText({ model: createOpenAI(open()).chat(CHAT), prompt: SAY })).text,
      ).toBe(SAID),
    images: async () =>
      isPicture(
        (await generateImage({ model: createOpenAI(open()).image(IMAGE), prompt: 'a red fox' }))
          .image.uint8Array,
      ),
    speech: async () =>
      isSound(
        (await generateSpeech({ model: createOpenAI(open()).speech(SPEECH), text: 'Hello there.' }))
          .audio.uint8Array,
      ),
  },
  '@langchain/openai': {
    chat: async () => {
      const { baseURL, apiKey, fetch: pays } = open()
      const model = new ChatOpenAI({ model: CHAT, apiKey, configuration: { baseURL, fetch: pays } })
      expect((await model.invoke(SAY)).content).toBe(SAID)
    },
  },
  '@langchain/anthropic': {
    messages: async () => {
      const model = new ChatAnthropic({
        model: MESSAGES,
        apiKey: 'unused',
        anthropicApiUrl: shop.url,
        clientOptions: { fetch: paying() },
      })
      expect((await model.invoke(SAY)).content).toBe(SAID)
    },
  },
  '@openai/agents': {
    chat: agentRun('chat_completions', false),
    'streamed chat': agentRun('chat_completions', true),
    responses: agentRun('responses', false),
    'streamed responses': agentRun('responses', true),
  },
  '@modelcontextprotocol/sdk': {
    images: async () =>
      expect((await callTool('images.generate', wants.image.body)).data[0].url).toContain(
        '/media/',
      ),
    chat: async () => {
      const messages = [{ role: 'user', content: SAY }]
      const { choices } = await callTool('chat.completions.create', { model: CHAT, messages })
      expect(choices[0].message.content).toBe(SAID)
    },
  },
}

it('every row of the table is bought, and nothing else', () => {
  const bought = Object.entries(purchases).map(([client, what]) => ({
    client,
    buys: Object.keys(what),
  }))
  expect(bought).toEqual(BUYERS.map(({ client, buys }) => ({ client, buys })))
})

describe.each(Object.entries(purchases))('%s', (_, what) => {
  it.each(Object.entries(what))(
    'buys %s: what left its wallet is what the seller got',
    async (_name, purchase) => {
      const before = await Promise.all([shop.earned(), buyer.balance()])
      await purchase()
      const after = await Promise.all([shop.earned(), buyer.balance()])
      expect(after[0] - before[0]).toBeGreaterThan(0n)
      expect(before[1] - after[1]).toBe(after[0] - before[0])
    },
  )
})
