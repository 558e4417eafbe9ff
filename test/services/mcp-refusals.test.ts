/** What MCP refuses, and in which words. Nothing that is refused is charged. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Call } from '../../runtime/call.ts'
import { isRebound } from '../../runtime/services/mcp/origin.ts'
import { toolbox } from '../../runtime/services/mcp/toolbox.ts'
import type { Tools } from '../../runtime/services/mcp/tools.ts'
import { wants, type Buyer } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { connect, message, payFor, postMessage, textOf, type Result } from '../helpers/mcp.ts'

let shop: TestGateway
let buyer: Buyer
let client: Client
beforeAll(async () => {
  shop = await startGateway()
  buyer = await shop.buyer()
  client = await connect(shop.url)
})
afterAll(async () => {
  await client?.close()
  await shop?.stop()
})

const PAYMENT = 'x402/payment'
type Args = Record<string, unknown>
const IMAGE = { tool: 'images.generate', arguments: wants.image.body }

const call = (name: string, args: Args, meta?: Args): Promise<Result> =>
  client.callTool({
    name,
    arguments: args,
    ...(meta === undefined ? {} : { _meta: meta }),
  }) as never

it.each([
  ['call', { tool: 'images.generate', arguments: { prompt: 'a cat', sise: 'big' } }, 'mean size?'],
  ['call', { tool: 'images.generate', argumnts: { prompt: 'a cat' } }, 'mean arguments?'],
  ['describe', { name: 'images.generate' }, 'has no argument "name"'],
])('%s refuses an argument that it does not have: %j', async (tool, args, hint) => {
  const refused = await call(tool, args)
  expect(refused.isError).toBe(true)
  expect(textOf(refused)).toMatch(/has no argument/)
  expect(textOf(refused)).toContain(hint)
})

it('answers clients that name no form of the answer', async () => {
  const reply = await postMessage(shop.url, message('tools/list'), { accept: '*/*' })
  expect(reply.status).toBe(200)
})

it('refuses what is wrong with a call in words, and charges nothing', async () => {
  const before = await shop.earned()
  const { structuredContent: required } = await call('call', IMAGE)
  const short = await payFor(buyer, required, { value: '1' })
  const refusals: [Args, Args | undefined, string][] = [
    [IMAGE, { [PAYMENT]: short }, 'amount'],
    [IMAGE, { [PAYMENT]: 'a text' }, 'must be an object'],
    [{ tool: 'images.generat' }, undefined, 'Did you mean images.generate?'],
    [{ tool: 7 }, undefined, 'must be a text'],
    [{ tool: 'images.generate', arguments: { model: 'no' } }, undefined, 'prompt'],
    [{ tool: 'defi.protocol', arguments: {} }, undefined, 'slug'],
    [{ tool: 'defi.protocol', arguments: { slug: '..' } }, undefined, 'must not hold'],
    [{ poll: '/api/v1/balance?address=x' }, undefined, 'poll address'],
    [{ ...IMAGE, max_price: 0.001 }, undefined, '0.022'],
    [{ ...IMAGE, max_price: '0.001' }, undefined, 'costs 0.022000 USD, more than max_price'],
    [{ ...IMAGE, max_price: 'cheap' }, undefined, 'max_price must be'],
  ]
  for (const [args, meta, words] of refusals) {
    const refused = await call('call', args, meta)
    expect([refused.isError, textOf(refused)]).toEqual([true, expect.stringContaining(words)])
  }
  expect(await shop.earned()).toBe(before)
  const long = await call('search', { query: 'x'.repeat(501) })
  expect(textOf(long)).toBe('the argument query has 501 characters; it may have at most 500')
  await expect(call('imagine', {})).rejects.toThrow(/no tool "imagine"/)
})

it('says nothing of its own faults, but records them', async () => {
  const logged: unknown[] = []
  const askInside = () => Promise.reject(new Error('secret words'))
  const observe = { log: { error: (facts: unknown) => logged.push(facts) } }
  const outer = { context: { askInside, observe }, ids: {}, scope: { request_headers: {} } }
  const tool = { name: 'a.tool', method: 'GET', path: '/a' }
  const tools = { get: () => tool, all: [tool], hint: () => '' } as unknown as Tools
  const asking = {
    call: { ...outer, onLeave: () => undefined } as unknown as Call,
    meta: undefined,
    signal: new AbortController().signal,
    report: () => undefined,
  }
  const failed = await toolbox(tools, false).run('call', { tool: 'a.tool' }, asking)
  expect([failed!.isError, JSON.stringify(failed)]).toEqual([
    true,
    expect.not.stringContaining('secret'),
  ])
  expect(logged).toHaveLength(1)
})

it('refuses what is no message of the protocol', async () => {
  const eleven = `[${Array.from({ length: 11 }, () => message('ping')).join()}]`
  const large = message('tools/list', { filler: 'x'.repeat(9 * 2 ** 20) })
  const answers = []
  for (const body of ['{"jsonrpc', '[]', eleven, '[7]', '{"a":1}']) {
    const reply = await postMessage(shop.url, body)
    answers.push([reply.status, ((await reply.json()) as any).error.code])
  }
  expect(answers).toEqual([
    [400, -32700],
    [400, -32600],
    [400, -32600],
    [400, -32600],
    [400, -32700],
  ])
  expect(await (await postMessage(shop.url, large)).text()).toContain('The largest body here')
  for (const method of ['GET', 'DELETE'])
    expect((await fetch(new URL('/mcp', shop.url), { method })).status).toBe(405)
})

/** The error of a reply, which is JSON or the event of a stream. */
const errorOf = async (body: string): Promise<unknown> => {
  const text = await (await postMessage(shop.url, body)).text()
  return JSON.parse(text.replace(/^[^]*?data: /, '')).error
}

it.each([
  [message('no/such'), -32601, /^There is no method "no\/such"\.$/],
  [
    message('tools/call', { name: 'serach' }),
    -32602,
    /^There is no tool "serach"\. Did you mean s/,
  ],
  [message('tools/call'), -32602, /^params\.name must be the name of a tool; a call is/],
  ['{"jsonrpc":"2.0","id":1,"method":"tools/call"}', -32602, /^tools\/call needs params; a call/],
  [message('tools/call', { name: 'search', arguments: 'x' }), -32602, /^params\.arguments must be/],
])('answers %s with a code and plain words', async (body, code, words) => {
  expect(await errorOf(body)).toEqual({ code, message: expect.stringMatching(words) })
})

it('refuses pages whose name was pointed at the gateway, and answers those of other origins', async () => {
  const rebound = { origin: 'http://evil.example:4020', host: 'evil.example:4020' }
  expect(isRebound(rebound, 'https://shop.example')).toBe(true)
  expect(isRebound(rebound, undefined)).toBe(true)
  expect(isRebound(rebound, 'http://evil.example:4020')).toBe(false)
  expect(isRebound({ ...rebound, host: '127.0.0.1:4020' }, undefined)).toBe(false)
  const other = await postMessage(shop.url, message('ping'), { origin: 'https://page.example' })
  expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
})
