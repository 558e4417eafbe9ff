/** What strangers can make the services of a gateway do: batches of MCP, and requests inside. */
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'

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
