/** Unmodified MCP clients find, price and buy what the gateway sells, and are refused clearly. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { verifyReceipt } from '../../scripts/reports/receipt.ts'
import { wants, type Buyer } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { connect, message, payFor, postMessage, textOf, type Result } from '../helpers/mcp.ts'

let shop: TestGateway
let buyer: Buyer
let client: Client
let all: Client
let before: bigint
beforeAll(async () => {
  shop = await startGateway()
  buyer = await shop.buyer()
  client = await connect(shop.url)
  all = await connect(shop.url, '/mcp/all')
})
beforeEach(async () => {
  before = await shop.earned()
})
afterAll(async () => {
  await Promise.all([client?.close(), all?.close()])
  await shop?.stop()
})

const PAYMENT = 'x402/payment'
const RECEIPT = 'x402/payment-response'
type Args = Record<string, unknown>

const call = (name: string, args: Args, meta?: Args, options?: object): Promise<Result> =>
  client.callTool(
    { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) },
    undefined,
    options,
  ) as never
const charged = async (): Promise<bigint> => (await shop.earned()) - before

/** A paid call: the payment request, then the same with a payment. */
async function buy(args: Args, options?: object): Promise<Result> {
  const { structuredContent: required } = await call('call', args)
  return call('call', args, { [PAYMENT]: await payFor(buyer, required) }, options)
}

const IMAGE = { tool: 'images.generate', arguments: wants.image.body }

it('finds, describes, quotes and calls an endpoint, and charges for it once', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['search', 'describe', 'quote', 'call', 'balance'])
  const found = await call('search', { query: 'generate an image of a cat' })
  const names = found.structuredContent.tools.map((one: { name: string }) => one.name)
  expect(names.slice(0, 2)).toContain('images.generate')
  const described = await call('describe', { tool: 'images.generate' })
  expect(described.structuredContent.arguments.properties.model.enum).toContain('vendorA/image-1')
  const quoted = await call('quote', IMAGE)
  expect(quoted.structuredContent.accepts[0]).toMatchObject({ amount: '22000' })

  const unpaid = await call('call', IMAGE)
  expect(unpaid.isError).toBe(true)
  expect(JSON.parse(textOf(unpaid))).toEqual(unpaid.structuredContent)
  const payment = await payFor(buyer, unpaid.structuredContent)
  const bought = await call('call', IMAGE, { [PAYMENT]: payment })
  expect(bought.structuredContent.data[0].url).toContain('/media/')
  expect(bought._meta![RECEIPT]).toMatchObject({
    success: true,
    payer: expect.stringMatching(new RegExp(buyer.account.address, 'i')),
  })
  await call('call', IMAGE, { [PAYMENT]: payment })
  expect(await charged()).toBe(22_000n)
  const { structuredContent: held } = await call('balance', { address: buyer.account.address })
  expect(held.balance_micro).toBeDefined()
})

it.each([
  ['ethereum block number', 'rpc.call'],
  ['who follows this user', 'social.users.followers'],
  ['run python code', 'sandbox.exec'],
])('finds by %s first %s', async (query, name) => {
  const { structuredContent: found } = await call('search', { query })
  expect(found.tools[0]).toMatchObject({ name })
})

it('[RPC-012] calls a node with {network, method, params}, and charges as for a request', async () => {
  const args = { network: 'ethereum', method: 'eth_getBlockByNumber', params: ['latest', false] }
  const { structuredContent: price } = await call('quote', { tool: 'rpc.call', arguments: args })
  expect(price).toMatchObject({ price: '0.004000' })
  const bought = await buy({ tool: 'rpc.call', arguments: args })
  expect(bought.structuredContent).toMatchObject({ jsonrpc: '2.0', id: 1 })
  expect(bought.structuredContent.result.hash).toMatch(/^0x/)
  expect(await charged()).toBe(4_000n)
  const named = await buy({ tool: 'rpc.call', arguments: { ...args, id: 7 } })
  expect(named.structuredContent.id).toBe(7)
  const misspelt = { tool: 'rpc.call', arguments: { ...args, parms: [] } }
  expect(textOf(await call('call', misspelt))).toContain('Did you mean params?')
})

it('quotes a call that is free without making it', async () => {
  const seen = async () => (await fetch(`${shop.upstreams.control}/pool`)).text()
  const messages = [{ role: 'user', content: 'hi' }]
  const free = { model: 'open/free-20b', messages }
  const args = { tool: 'chat.completions.create', arguments: free }
  const before = await seen()
  const quoted = await call('quote', args)
  expect(quoted.structuredContent).toMatchObject({ free: true, price: '0.000000' })
  expect(await seen()).toBe(before)
  expect((await call('call', args)).structuredContent.choices).toHaveLength(1)
  expect(await seen()).not.toBe(before)
})

it('leaves no quote behind at the address of another host', async () => {
  await call('quote', { tool: 'defi.chains' })
  const headers = { host: 'localhost:80' }
  const body = await new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(shop.url)
    const request = get({ hostname, port, path: '/api/v1/defi/chains', headers }, reply =>
      text(reply).then(resolve, reject),
    )
    request.on('error', reject)
  })
  expect(JSON.parse(body).resource.url).toMatch(/^http:\/\/localhost(:80)?\//)
})

it('asks clients that announce the payment extension in its own form, and takes their payment', async () => {
  const capabilities = { extensions: { 'org.x402/payment': {} } }
  const _meta = { 'io.modelcontextprotocol/clientCapabilities': capabilities }
  const ask = (meta: Args): Promise<any> =>
    client.request(
      { method: 'tools/call', params: { name: 'call', arguments: IMAGE, _meta: meta } },
      CallToolResultSchema,
    )
  const unpaid = await ask(_meta)
  expect(unpaid).toMatchObject({ resultType: 'payment_required' })
  expect(unpaid.isError).toBeUndefined()
  const payment = await payFor(buyer, unpaid.paymentRequired)
  const bought = await ask({ ..._meta, [PAYMENT]: payment })
  expect(bought._meta[RECEIPT]).toMatchObject({ success: true })
  expect(await charged()).toBe(22_000n)
})

it('speaks the revision without sessions', async () => {
  const version = '2026-07-28'
  const headers = { 'mcp-protocol-version': version, 'mcp-method': 'server/discover' }
  const reply = await postMessage(shop.url, message('server/discover'), headers)
  const { result } = (await reply.json()) as any
  expect(result).toMatchObject({ resultType: 'complete', cacheScope: 'public' })
  expect(result.supportedVersions).toContain(version)
  expect(result.capabilities.extensions).toHaveProperty(['org.x402/payment'])
  const listed = await postMessage(shop.url, message('tools/list'), {
    'mcp-protocol-version': version,
  })
  expect(((await listed.json()) as any).result).toMatchObject({ resultType: 'complete' })
  const other = await postMessage(shop.url, message('tools/list'), headers)
  expect([other.status, ((await other.json()) as any).error.code]).toEqual([400, -32020])
  const unknown = await postMessage(shop.url, message('tools/list'), {
    'mcp-protocol-version': '2031-01-01',
  })
  expect(((await unknown.json()) as any).error).toMatchObject({ code: -32022 })
})

it('waits for a job as long as asked, says where it is polled, and charges for it when it is done', async () => {
  const args = { tool: 'videos.generate', arguments: { model: 'vendorD/video-2.0', prompt: 'x' } }
  const { structuredContent: required } = await call('call', args)
  const meta = { [PAYMENT]: await payFor(buyer, required) }
  const said: string[] = []
  const onprogress = ({ message: one }: { message?: string }) => void said.push(one!)
  const waiting = await call('call', { ...args, wait_seconds: 0 }, meta, { onprogress })
  const { poll } = waiting.structuredContent
  expect(said[0]).toContain(poll)
  expect(await charged()).toBe(0n)
  const done = await call('call', { poll }, meta)
  expect(done.isError).toBeUndefined()
  expect(done._meta![RECEIPT]).toMatchObject({ success: true })
  const amount = BigInt(required.accepts[0].amount)
  expect(await charged()).toBe(amount)
})

it('passes a stream on as progress, and gives the whole as the result', async () => {
  const messages = [{ role: 'user', content: 'Say: one two three' }]
  const chat = { model: 'vendorA/chat-6-mini', messages, stream: true }
  const said: string[] = []
  const onprogress = ({ message: one }: { message?: string }) => void said.push(one!)
  const bought = await buy({ tool: 'chat.completions.create', arguments: chat }, { onprogress })
  expect(textOf(bought)).toBe('one two three')
  expect(said.join('')).toBe('one two three')
  expect(bought._meta![RECEIPT]).toMatchObject({
    success: true,
    payer: expect.stringMatching(new RegExp(buyer.account.address, 'i')),
  })
  const { transaction, extensions } = bought._meta![RECEIPT] as any
  const { signature } = extensions['offer-receipt'].info.receipt
  expect(verifyReceipt(signature).payload).toMatchObject({ transaction })
  expect(await charged()).toBeGreaterThan(0n)
})

it('gives every answer of a stream that has several', async () => {
  const messages = [{ role: 'user', content: 'Say: one two three' }]
  const chat = { model: 'vendorA/chat-6-mini', messages, stream: true, n: 3 }
  const bought = await buy({ tool: 'chat.completions.create', arguments: chat })
  const { text, choices } = bought.structuredContent as any
  expect(text).toBe('one two three')
  expect(choices.map((one: any) => [one.index, one.text])).toEqual([
    [0, 'one two three'],
    [1, 'one two three'],
    [2, 'one two three'],
  ])
})

it('gives the items of a streamed response', async () => {
  const body = { model: 'vendorA/chat-6-mini', input: 'Say: one two three', stream: true }
  const bought = await buy({ tool: 'responses.create', arguments: body })
  const { text, output } = bought.structuredContent as any
  expect([text, textOf(bought)]).toEqual(['one two three', 'one two three'])
  expect(output.at(-1)).toMatchObject({
    type: 'message',
    content: [{ type: 'output_text', text: 'one two three' }],
  })
})

it('gives files inside of the result if they are small, else their address', async () => {
  const tool = 'audio.speech.openai.create'
  const small = await buy({ tool, arguments: { model: 'vendorH/speech-flash', input: 'Hi' } })
  expect(small.content[0]).toMatchObject({ type: 'audio', mimeType: 'audio/mpeg' })
  const input = 'A long story. '.repeat(1000)
  const large = await buy({ tool, arguments: { model: 'vendorH/speech-flash', input } })
  const link = large.content[0] as { type: string; uri: string }
  expect(link.type).toBe('resource_link')
  expect((await fetch(link.uri)).status).toBe(200)
})

it('gives a file that cannot be stored inside of the result, because it is paid for', async () => {
  // A file stands where the folder of the media was.
  const folder = shop.world.env.MEDIA_DIR!
  renameSync(folder, `${folder}-away`)
  writeFileSync(folder, '')
  try {
    const tool = 'audio.speech.openai.create'
    const input = 'Another long story. '.repeat(1000)
    const large = await buy({ tool, arguments: { model: 'vendorH/speech-flash', input } })
    const { type, resource } = large.content[0] as any
    expect([type, resource.mimeType]).toEqual(['resource', 'audio/mpeg'])
    expect(Buffer.from(resource.blob, 'base64').length).toBeGreaterThan(65_536)
    expect(large._meta![RECEIPT]).toMatchObject({ success: true })
  } finally {
    rmSync(folder)
    renameSync(`${folder}-away`, folder)
  }
})

it('says of each tool which arguments it takes, so that its examples are right', () => {
  const { tools } = JSON.parse(readFileSync(join(process.env.GENERATED!, 'tools.json'), 'utf8'))
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  for (const [name, { input, examples }] of Object.entries<any>(tools)) {
    const check = ajv.compile(input)
    for (const one of examples) expect([name, check(one), check.errors]).toEqual([name, true, null])
  }
})

it('has every endpoint as a tool of its own at another address', async () => {
  const { tools } = await all.listTools()
  expect(tools.length).toBeGreaterThan(100)
  expect(tools.every(({ name }) => /^[\w-]{1,64}$/.test(name))).toBe(true)
  const ask = (meta?: Args): Promise<any> =>
    all.callTool({ name: 'images_generate', arguments: wants.image.body, _meta: meta })
  const unpaid = await ask()
  const bought = await ask({ [PAYMENT]: await payFor(buyer, unpaid.structuredContent) })
  expect(bought.structuredContent.data[0].url).toContain('/media/')
  const free = await all.callTool({ name: 'models_get', arguments: { rest: 'vendorA/image-1' } })
  expect(free.structuredContent).toMatchObject({ id: 'vendorA/image-1' })
})

it('does not look for common words', async () => {
  const find = async (query: string) => (await call('search', { query })).structuredContent.tools
  expect(await find('chat with a language model')).toEqual(await find('chat language model'))
})
