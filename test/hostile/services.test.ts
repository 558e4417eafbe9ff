/** What strangers can make the services of a gateway do: batches of MCP, and requests inside. */
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sign, type Challenge } from '../../scripts/buyer/pay.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { until } from './strangers.ts'

const BUDGET = 1_000_000
let shop: TestGateway
const opened: string[] = []
const logged: string[] = []
beforeAll(async () => {
  shop = await startGateway({
    env: { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'error' },
    assemble: {
      log: { write: line => logged.push(line) },
      replace: ({ media, settings }) => ({
        settings: { ...settings, quoteBudget: { bytes: BUDGET, ms: 60_000 } },
        media: {
          ...media,
          put: (source, options) => media.put(source, options),
          open(name, range) {
            opened.push(name)
            return media.open(name, range)
          },
        },
      }),
    },
  })
})
afterAll(() => shop?.stop())

async function post(path: string, body: unknown, ip = '198.51.100.1') {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'cf-connecting-ip': ip,
  }
  const reply = await fetch(shop.url + path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5_000),
  })
  return { status: reply.status, text: await reply.text() }
}
const tool = (args: object, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'call', arguments: args },
})

describe('a batch of messages', () => {
  it('ends also if it cancels its own call', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    const { status, text } = await post('/mcp', [tool({ tool: 'health.chain' }), cancel])
    expect([status, text]).toEqual([200, expect.stringContaining('"id":1')])
  })

  it('is refused if two of its calls have one id: one result would be lost', async () => {
    const { status, text } = await post('/mcp', [
      tool({ tool: 'health' }),
      tool({ tool: 'health' }),
    ])
    expect([status, text]).toEqual([400, expect.stringContaining('id')])
  })
})

it('a tool called with half a character is answered by its route, and is no fault of ours', async () => {
  const { text } = await post('/mcp', tool({ tool: 'models.get', arguments: { rest: '\ud800' } }))
  expect(text).toContain('does not exist')
  expect(logged.join()).not.toContain('a tool failed')
})

it('the price of a stored file is not asked by reading it', async () => {
  const { media } = shop.gateway.parts
  const { name } = await media.put(Readable.from([Buffer.from('some words')]), {
    hint: 'text/plain',
    maxBytes: 100,
  })
  expect((await fetch(`${shop.url}/media/${name}`)).status).toBe(200)
  const before = opened.length
  expect((await post('/api/v1/quote', { path: `/media/${name}` })).status).toBe(404)
  expect(opened.length).toBe(before)
})

it.each(['/api/v1/quote', '/mcp'])(
  'what %s reads counts in the budget of its caller',
  async path => {
    const large = { path: '/nowhere', body: 'x'.repeat(BUDGET) }
    const ip = path === '/mcp' ? '198.51.100.2' : '198.51.100.3'
    expect((await post(path, large, ip)).status).not.toBe(429)
    expect((await post(path, large, ip)).status).toBe(429)
    expect((await post('/api/v1/quote', { path: '/nowhere' }, '198.51.100.4')).status).toBe(404)
  },
)

it('a named job that a poll bought with another payment is not sold a second time', async () => {
  const buyer = await shop.buyer()
  const url = `${shop.url}/api/v1/videos/generations`
  const body = JSON.stringify({
    model: 'vendorC/imagine-video',
    prompt: 'a boat',
    duration_seconds: 6,
  })
  const ask = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const decoded = (text: string) => JSON.parse(Buffer.from(text, 'base64').toString()) as object
  /** A fresh payment with the same name. */
  const paid = async (): Promise<Record<string, string>> => {
    const { headers } = await fetch(url, ask)
    const challenge = decoded(headers.get('payment-required')!) as Challenge
    const payload = decoded(await sign(buyer.account, challenge))
    const extensions = { 'payment-identifier': { info: { id: 'order_0000000000000001' } } }
    const header = Buffer.from(JSON.stringify({ ...payload, extensions })).toString('base64')
    return { ...ask.headers, 'payment-signature': header }
  }
  const submit = async () => {
    const reply = await fetch(url, { ...ask, headers: await paid() })
    return { status: reply.status, body: (await reply.json()) as { poll_url: string } }
  }
  const before = await shop.earned()
  const first = await submit()
  expect(first.status).toBe(202)
  const headers = await paid()
  await until(async () => (await fetch(shop.url + first.body.poll_url, { headers })).status === 200)
  const second = await submit()
  expect(second).toMatchObject({ status: 402, body: { poll_url: first.body.poll_url } })
  expect((await shop.earned()) - before).toBe(302_000n)
})
