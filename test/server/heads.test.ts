/**
 * Prepared heads: what Node would have sent, in fewer steps. Connections, HEAD, pipelines and
 * closing behave as they do without.
 */
import Fastify, { type FastifyInstance } from 'fastify'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { extended, jsonText, premade } from '../../runtime/x402/premade-json.ts'
import { createHeads, isBodiless, prepared } from '../../runtime/http/heads.ts'
import { cashWorld, startCashGateway, type CashGateway } from '../helpers/cash-gateway.ts'

const HEADERS = prepared({ 'content-type': 'application/json', 'x-a': 'b' })
const BODIES: Record<string, string | Buffer> = {
  '/ascii': '{"a":1}',
  '/utf8': '{"a":"ä€😀"}',
  '/bytes': Buffer.from('{"b":2}'),
  '/empty': '',
  '/200': '{"c":3}',
}
/** Statuses that have neither a body nor a length. */
for (const path of ['/204', '/304']) BODIES[path] = ''
const heads = createHeads(systemClock)
const count = { prepared: 0, ordinary: 0 }

/** Answers with prepared heads, or under `/node` as Node does by itself. */
function answer(url: string, out: ServerResponse): void {
  const path = url.replace('/node', '')
  const bytes = BODIES[path]!
  const length = Buffer.byteLength(bytes)
  const status = Number(path.slice(1)) || 402
  const isOurs =
    !url.startsWith('/node') && heads.write(out, { status, headers: HEADERS }, { bytes, length })
  count[isOurs ? 'prepared' : 'ordinary']++
  const own = isBodiless(status) ? {} : { 'content-length': length }
  if (!isOurs) out.writeHead(status, { ...HEADERS, ...own }).end(bytes)
}

let server: Server
let port: number
beforeAll(async () => {
  server = createServer((request, response) => answer(request.url!, response))
  server.keepAliveTimeout = 72_000
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/**
 * All that comes until the connection ends; with `Date` as a fixed word and header names in lower
 * case.
 */
function talk(at: number, text: string): Promise<string> {
  return new Promise(resolve => {
    let got = ''
    const socket = connect(at, '127.0.0.1', () => socket.write(text))
    const small = (head: string): string =>
      head
        .toLowerCase()
        .replace(/date: [^\r]+/g, 'date: now')
        .split('\r\n')
        .sort()
        .join('\n')
    socket
      .setEncoding('utf8')
      .on('data', data => {
        got += data
      })
      .on('close', () => resolve(got.split('\r\n\r\n').map(small).join('\n\n')))
  })
}

const last = (line: string): string => `${line}\r\nhost: x\r\nconnection: close\r\n\r\n`
const kept = (line: string): string => `${line}\r\nhost: x\r\n\r\n`

describe('a prepared reply', () => {
  it.each(Object.keys(BODIES))(
    '%s is what Node sends, for each method and version, on connections that stay and that close',
    async path => {
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        const asked = (of: string): string[] => [
          last(`${method} ${of} HTTP/1.1`),
          kept(`${method} ${of} HTTP/1.1`) + last(`GET /node/ascii HTTP/1.1`),
          `${method} ${of} HTTP/1.0\r\n\r\n`,
          `${method} ${of} HTTP/1.0\r\nconnection: keep-alive\r\n\r\n` +
            last('GET /node/ascii HTTP/1.1'),
        ]
        const before = count.prepared
        const [ours, nodes] = await Promise.all(
          [asked(path), asked(`/node${path}`)].map(all =>
            Promise.all(all.map(text => talk(port, text))),
          ),
        )
        expect(ours).toEqual(nodes)
        expect(count.prepared).toBeGreaterThan(before)
      }
    },
  )

  it('many on one connection, sent before any answer, come in order', async () => {
    const paths = Array.from(
      { length: 30 },
      (_, i) => ['/ascii', '/node/utf8', '/bytes', '/utf8'][i % 4]!,
    )
    const seen = await talk(
      port,
      paths.map(path => kept(`GET ${path} HTTP/1.1`)).join('') + last('GET /ascii HTTP/1.1'),
    )
    const bodies = [...seen.matchAll(/\{"[ab]":[^}]+\}/g)].map(([body]) => body)
    expect(bodies).toEqual(
      [...paths, '/ascii'].map(path => String(BODIES[path.replace('/node', '')])),
    )
  })

  it('of a test without a socket goes the ordinary way', async () => {
    const app: FastifyInstance = Fastify()
    app.get('/ascii', (request, reply) => {
      answer(request.url, reply.hijack().raw)
    })
    const before = count.ordinary
    const reply = await app.inject('/ascii')
    expect([reply.statusCode, reply.headers['x-a'], reply.body]).toEqual([402, 'b', '{"a":1}'])
    expect(count.ordinary - before).toBe(1)
    await app.close()
  })

  it('is not written where nothing was prepared', () => {
    expect(
      heads.write(
        {} as ServerResponse,
        { status: 402, headers: { 'x-a': 'b' } },
        { bytes: '', length: 0 },
      ),
    ).toBe(false)
  })
})

describe('JSON with parts that were written before', () => {
  it('is what JSON.stringify makes', () => {
    const known = premade({ list: [1, { a: 'ä"\\' }], none: undefined })
    const more = extended(known, { more: [1] })
    const alone = extended({}, { more: 'x' })
    for (const body of [
      { a: 1, known, b: 'x', gone: undefined, nothing: null, list: [known, undefined] },
      { known },
      {},
      [known],
      'text',
      7,
      null,
      { gone: undefined, known, 'a "name"': true },
      { more, alone },
    ])
      expect(jsonText(body as never)).toBe(JSON.stringify(body))
  })
})

describe('a gateway', () => {
  let at: CashGateway
  beforeEach(async () => {
    at = await startCashGateway(cashWorld())
  })
  afterEach(() => at.stop())

  it('answers the same bytes from memory as at first, and counts both in its logs', async () => {
    const seen = [
      await at.fetch('/pm/read/1'),
      await at.fetch('/pm/read/1'),
      await at.fetch('/pm/read/1?x=1'),
    ]
    for (const one of seen) {
      expect([one.status, one.text]).toEqual([402, seen[0]!.text])
      expect(one.headers.get('payment-required')).toBe(seen[0]!.headers.get('payment-required'))
    }
    expect(
      at.facts.map(({ route, status, outcome, amount, ip }) => ({
        route,
        status,
        outcome,
        amount,
        ip,
      })),
    ).toEqual(
      seen.map(() => ({
        route: 'get_read',
        status: 402,
        outcome: 'payment_required',
        amount: 8500n,
        ip: '127.0.0.1',
      })),
    )
  })

  it('does not answer from memory: paid requests, other protocols, other addresses', async () => {
    await at.fetch('/pm/read/1')
    expect(
      (await at.fetch('/pm/read/1', { headers: { 'payment-signature': 'x' } })).body.error,
    ).toBe('Payment verification failed')
    expect((await at.fetch('/pm/read/1', { headers: { 'x-payment': 'x' } })).body.error).toBe(
      'Payment verification failed',
    )
    expect(
      (await at.fetch('/pm/read/1', { headers: { 'accept-payment': 'evm' } })).headers.get(
        'www-authenticate',
      ),
    ).toBeNull()
    expect((await at.fetch('/pm/read/%2e%2e')).status).toBe(404)
    expect((await at.fetch('/pm/read/2')).body.endpoint).toBe('/pm/read/2')
  })
})
