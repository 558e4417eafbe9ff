/** Each request has an id: on its reply, in the log, in its sales line; and perhaps a trace. */
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GatewayContext } from '../../runtime/context.ts'
import { createHeads, prepared } from '../../runtime/http/heads.ts'
import { sendBuffered } from '../../runtime/http/send.ts'
import { systemClock } from '../../runtime/lib/clock.ts'
import { systemRandom } from '../../runtime/lib/random.ts'
import { salesLines } from '../../runtime/sales/read.ts'
import type { SaleLine } from '../../runtime/sales/types.ts'
import { chatWorld, listen, openStreams } from '../helpers/cash-streams.ts'
import { fails, gives, startCashGateway, until, type CashGateway } from '../helpers/cash-gateway.ts'

const MADE = /^[0-9a-f]{32}$/
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`
const JSON_TYPE = { 'content-type': 'application/json' }

let at: CashGateway
beforeEach(async () => {
  at = await startCashGateway()
  at.world.vendor.reply = () => gives({ found: 1 }, { found: 1, assets: [{ url: 'http://x/1' }] })
})
afterEach(() => at.stop())

const post = (body: string): RequestInit => ({ method: 'POST', body, headers: JSON_TYPE })
const withHeaders = (init: RequestInit, more: Record<string, string>): RequestInit => ({
  ...init,
  headers: { ...(init.headers as Record<string, string>), ...more },
})
const paid = async (path: string, body: unknown): Promise<RequestInit> =>
  withHeaders(post(JSON.stringify(body)), {
    'payment-signature': at.world.cash.wallet('ann').sign(await at.quote(path, body)),
  })

describe('the id of a request', () => {
  it.each<[string, number, string, () => RequestInit | Promise<RequestInit>]>([
    ['a free reply', 200, '/hello', () => ({})],
    ['a document', 200, '/document.json', () => ({})],
    ['a 402', 402, '/tree', () => post('{"text":"a"}')],
    ['a 402 of a fixed price', 402, '/pm/read/1', () => ({})],
    ['a rejected payment', 402, '/pm/read/1', () => ({ headers: { 'x-payment': 'none' } })],
    ['a refused body', 400, '/tree', () => post('{"text":')],
    ['a body that is too large', 400, '/tree', () => post('x'.repeat(5000))],
    ['an unknown path', 404, '/nowhere', () => ({})],
    ['an unknown poll', 404, '/images/0123456789abcdef', () => ({})],
    ['an unknown file', 404, `/media/${'0'.repeat(64)}.png`, () => ({})],
    ['metrics', 200, '/metrics', () => ({})],
    ['a paid call', 200, '/tree', () => paid('/tree', { text: 'a' })],
    [
      'a preflight',
      204,
      '/tree',
      () => ({ method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } }),
    ],
  ])('is on %s: that of the caller, or else a new one', async (_, status, path, init) => {
    const own = await at.fetch(path, withHeaders(await init(), { 'x-request-id': 'Order-7_b.2' }))
    expect([own.status, own.headers.get('x-request-id')]).toEqual([status, 'Order-7_b.2'])
    const [one, two] = [await at.fetch(path, await init()), await at.fetch(path, await init())]
    expect(one.headers.get('x-request-id')).toMatch(MADE)
    expect(two.headers.get('x-request-id')).toMatch(MADE)
    expect(two.headers.get('x-request-id')).not.toBe(one.headers.get('x-request-id'))
  })

  it('is on the 202 of a job, and every call to its upstream has it and the trace', async () => {
    at.world.vendor.reply = undefined
    const job = { model: 'second/slow', prompt: 'a cat', n: 2 }
    const ids = { 'x-request-id': 'job-1', traceparent: PARENT }
    const seen = await at.fetch('/images', withHeaders(await paid('/images', job), ids))
    expect([seen.status, seen.headers.get('x-request-id')]).toEqual([202, 'job-1'])
    await until(() => at.world.vendor.asked.length > 0)
    const expected = { request: 'job-1', trace: { id: TRACE, flags: '01' } }
    expect(at.world.vendor.asked.map(({ ids }) => ids)).toEqual([expected])
    const [stored] = await at.store.list<any>('jobs', 'in_progress', 1)
    expect(stored!.stored.doc.ids).toEqual(expected)
  })

  it.each([
    ['nothing', ''],
    ['129 characters', 'a'.repeat(129)],
    ['60 KB', 'a'.repeat(60_000)],
    ['a space', 'a b'],
    ['a comma', 'a,b'],
    ['another header', 'a: b'],
    ['text in latin1', 'caf\u00e9'],
    ['a tab', 'a\tb'],
    ['markup', '<b>'],
  ])('is not taken from a caller that sends %s', async (_, value) => {
    const seen = await at.fetch('/hello', { headers: { 'x-request-id': value } })
    expect([seen.status, seen.headers.get('x-request-id')]).toEqual([
      200,
      expect.stringMatching(MADE),
    ])
  })

  it('is not taken from two headers, or from a line that was folded', async () => {
    const raw = (lines: string): Promise<string> =>
      new Promise(resolve => {
        let got = ''
        const head = `GET /hello HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${lines}\r\n\r\n`
        const socket = connect(Number(new URL(at.url).port), '127.0.0.1', () => socket.write(head))
        socket
          .setEncoding('latin1')
          .on('data', text => (got += text))
          .on('close', () => resolve(got))
      })
    expect(await raw('x-request-id: a\r\nx-request-id: b')).toMatch(
      /x-request-id: [0-9a-f]{32}\r\n/,
    )
    expect(await raw('x-request-id: a\r\n\tset-cookie: b=c')).not.toMatch(/set-cookie/)
  })

  it('of 128 characters is taken', async () => {
    const id = 'a'.repeat(128)
    const { headers } = await at.fetch('/hello', { headers: { 'x-request-id': id } })
    expect(headers.get('x-request-id')).toBe(id)
  })

  it.each([
    ['prepared', (headers: Record<string, string>) => prepared(headers)],
    ['ordinary', (headers: Record<string, string>) => headers],
  ])('is left out of a 402 whose %s head has no room for it', async (_, made) => {
    const heads = createHeads(systemClock)
    const context = { heads, random: systemRandom, settings: {} } as GatewayContext
    const server = createServer(({ url }, out) => {
      const status = Number(url!.slice(1))
      const headers = made({ 'x-long': 'x'.repeat(3500) })
      sendBuffered(out, { status, headers, body: '{}', outcome: '' }, context)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const idOf = async (status: number, id: string): Promise<string | null> => {
      const sent = { headers: { 'x-request-id': id } }
      const { headers } = await fetch(`http://127.0.0.1:${port}/${status}`, sent)
      return headers.get('x-request-id')
    }
    const [uuid, long] = ['b'.repeat(36), 'a'.repeat(128)]
    expect(await idOf(402, uuid)).toBe(uuid)
    expect(await idOf(402, long)).toBe(null)
    expect(await idOf(404, long)).toBe(long)
    server.closeAllConnections()
    server.close()
  })

  it('is exposed to browsers', async () => {
    const { headers } = await at.fetch('/hello')
    expect(headers.get('access-control-expose-headers')).toContain('X-Request-Id')
  })

  it('is in the log lines of requests, also of ready replies and unknown paths', async () => {
    for (const path of ['/hello', '/pm/read/1', '/pm/read/1', '/nowhere'])
      await at.fetch(path, { headers: { 'x-request-id': `id${path}`.replaceAll('/', '.') } })
    expect(at.facts.map(({ request }) => request)).toEqual([
      'id.hello',
      'id.pm.read.1',
      'id.pm.read.1',
      'id.nowhere',
    ])
  })

  it('is in the sales lines of a charge and of a rejection, and in the line of a settlement', async () => {
    const first = await paid('/tree', { text: 'a' })
    await at.fetch('/tree', withHeaders(first, { 'x-request-id': 'sale-1' }))
    const rejected = { 'x-payment': 'none', 'x-request-id': 'no-1' }
    await at.fetch('/pm/read/1', { headers: rejected })
    const lines = async (): Promise<SaleLine[]> => {
      const found: SaleLine[] = []
      const period = { since: 0, until: at.world.clock.now() + 1 }
      for await (const { line } of salesLines(at.store, period)) found.push(line)
      return found
    }
    await until(async () => (await lines()).length >= 2)
    const seen = (await lines()).map(({ outcome, request }) => [outcome, request])
    expect(seen.sort()).toEqual([
      ['charged', 'sale-1'],
      ['rejected', 'no-1'],
    ])
    expect(at.settlements.map(({ request }) => request)).toEqual(['sale-1'])
  })
})

describe('a stream', () => {
  it('has the id in its head, and its upstream gets the id and the trace', async () => {
    const world = chatWorld()
    const opened: unknown[] = []
    world.vendor.stream = ({ ids }) => {
      opened.push(ids)
      return fails()
    }
    const own = await startCashGateway(world)
    const header = world.cash.wallet('ann').sign(await own.quote('/chat', {}))
    const seen = await own.fetch(
      '/chat',
      withHeaders(post('{}'), {
        'payment-signature': header,
        'x-request-id': 'stream-1',
        traceparent: PARENT,
      }),
    )
    expect(seen.headers.get('x-request-id')).toBe('stream-1')
    expect(opened).toContainEqual({ request: 'stream-1', trace: { id: TRACE, flags: '01' } })
    await own.stop()
  })

  it('that is sent has the id too', async () => {
    const world = chatWorld()
    const opened = openStreams(world)
    const own = await startCashGateway(world)
    const caller = await listen(
      own,
      '/chat',
      world.cash.wallet('ann').sign(await own.quote('/chat', {})),
    )
    await caller.hears('one')
    expect(opened).toHaveLength(1)
    expect(String(caller.headers['x-request-id'])).toMatch(MADE)
    await own.stop()
  })
})

describe('the trace of a request', () => {
  const traced = { headers: { traceparent: PARENT, 'x-request-id': 'r1' } }

  it('is in its log line if its caller names one, and in no other', async () => {
    await at.fetch('/hello', traced)
    await at.fetch('/pm/read/1', traced)
    await at.fetch('/pm/read/1', traced)
    await at.fetch('/nowhere', traced)
    await at.fetch('/hello')
    expect(at.facts.map(({ trace }) => trace)).toEqual([TRACE, TRACE, TRACE, TRACE, undefined])
  })

  it('is begun for each request if the settings say so', async () => {
    const own = await startCashGateway(undefined, { settings: { trace: true } })
    for (let i = 0; i < 2; i++) await own.fetch('/hello')
    await own.fetch('/hello', traced)
    const [one, two, three] = own.facts.map(({ trace }) => trace)
    expect(one).toMatch(MADE)
    expect(two).toMatch(MADE)
    expect(one).not.toBe(two)
    expect(three).toBe(TRACE)
    await own.stop()
  })
})
