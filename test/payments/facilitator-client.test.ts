/** The HTTP client of facilitators: what it sends, what it repeats, and how it fails. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createFacilitatorClient,
  type FacilitatorClient,
} from '../../runtime/payments/facilitator/client.ts'

let server: Server
let base: string
let answer: (reply: ServerResponse, request: IncomingMessage) => void
let asked: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }[]
const open: FacilitatorClient[] = []
beforeAll(async () => {
  server = createServer(async (request, reply) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { method, url, headers } = request
    asked.push({ method, url, headers, body })
    answer(reply, request)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})
beforeEach(() => {
  asked = []
  answer = reply => reply.end('{"ok":true}')
})
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})
const clientOf = (url: string, headers?: Record<string, string>): FacilitatorClient => {
  const client = createFacilitatorClient(url, headers)
  open.push(client)
  return client
}
const says =
  (text: string, status = 200) =>
  (reply: ServerResponse): void => {
    reply.statusCode = status
    reply.end(text)
  }
const OK = { kind: 'answer', status: 200, body: { ok: true } }

describe('a request', () => {
  it('has the path, the query and the credentials of the address', async () => {
    const client = clientOf(`${base}/x402/?key=k`, { authorization: 'Bearer b' })
    expect(await client.post('settle', { a: 1 }, 2_000)).toEqual(OK)
    expect(await client.read('verify', { a: 2 }, 2_000)).toEqual(OK)
    expect(await client.get('supported', 2_000)).toEqual(OK)
    await client.get('list', 2_000, { page: '2', key: 'other' })
    await clientOf(base).get('supported', 2_000)
    expect(asked.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/x402/settle?key=k', '{"a":1}'],
      ['POST', '/x402/verify?key=k', '{"a":2}'],
      ['GET', '/x402/supported?key=k', ''],
      ['GET', '/x402/list?key=other&page=2', ''],
      ['GET', '/supported', ''],
    ])
    const json = { 'content-type': 'application/json', accept: 'application/json' }
    expect(asked[0]!.headers).toMatchObject({ ...json, authorization: 'Bearer b' })
  })
})

describe('an answer', () => {
  it('may have any status', async () => {
    answer = says('{"error":"x"}', 418)
    const reply = { kind: 'answer', status: 418, body: { error: 'x' } }
    expect(await clientOf(base).get('a', 2_000)).toEqual(reply)
  })

  it.each(['', '<html>', '[]', 'null', '"x"', `{"x":"${'x'.repeat(1 << 20)}"}`])(
    'is a JSON object of at most a mebibyte: %#',
    async text => {
      answer = says(text, 502)
      const reason = 'the facilitator answered 502 without a JSON object'
      expect(await clientOf(base).get('a', 2_000)).toEqual({ kind: 'lost', reason })
    },
  )
})

describe('a connection', () => {
  const broken = { kind: 'lost', reason: /^the connection to the facilitator broke \(\w+\)$/ }

  it('that breaks is opened again for what only reads, once', async () => {
    for (const ask of [
      (client: FacilitatorClient) => client.read('verify', {}, 2_000),
      (client: FacilitatorClient) => client.get('supported', 2_000),
    ]) {
      asked = []
      answer = (reply, request) =>
        asked.length === 1 ? request.socket.destroy() : reply.end('{"ok":true}')
      expect(await ask(clientOf(base))).toEqual(OK)
      answer = (_reply, request) => request.socket.destroy()
      asked = []
      const lost = { kind: 'lost', reason: expect.stringMatching(broken.reason) }
      expect(await ask(clientOf(base))).toEqual(lost)
      expect(asked).toHaveLength(2)
    }
  })

  it('that breaks is not opened again for what settles', async () => {
    answer = (_reply, request) => request.socket.destroy()
    const lost = { kind: 'lost', reason: expect.stringMatching(broken.reason) }
    expect(await clientOf(base).post('settle', {}, 2_000)).toEqual(lost)
    expect(asked).toHaveLength(1)
  })

  it('that is silent is given up', async () => {
    answer = () => undefined
    const reason = 'the facilitator did not answer in 30 ms'
    expect(await clientOf(base).read('verify', {}, 30)).toEqual({ kind: 'lost', reason })
  })

  it('that cannot be opened has sent nothing', async () => {
    const reason = 'the facilitator cannot be reached (ECONNREFUSED)'
    const end = { kind: 'refused', reason }
    expect(await clientOf('http://user:secret@127.0.0.1:1').post('settle', {}, 2_000)).toEqual(end)
  })
})
