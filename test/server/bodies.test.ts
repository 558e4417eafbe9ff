/** Bodies that nobody has paid for: how much of them may be on its way, whose, and how slowly. */
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  gives,
  startCashGateway,
  until,
  type CashGateway,
  type Seen,
} from '../helpers/cash-gateway.ts'

const MIB = 2 ** 20
/**
 * The largest body of the route, of which one caller may send four at once and all callers sixteen.
 */
const LARGEST = 4 * MIB
const PATH = '/write/first'

let at: CashGateway
let port: number
const strangers: Stranger[] = []
/** The gateway's ends of all connections. */
const ends = new Set<Socket>()

beforeAll(async () => {
  const catalog = cashCatalog(
    Object.values(routes).map(route =>
      route.path === '/write/{network}' ? { ...route, bodyLimit: LARGEST } : route,
    ),
  )
  const [each, all] = [4 * LARGEST, 16 * LARGEST]
  const inProgress = { each: 2.5 * MIB, all: 4.5 * MIB }
  at = await startCashGateway(cashWorld(catalog), {
    settings: { trustedProxies: ['127.0.0.0/8'] },
    parts: { bodyBounds: { arriving: { each, all }, inProgress } },
  })
  port = Number(new URL(at.url).port)
  at.gateway.app.server.on('connection', (socket: Socket) => {
    ends.add(socket)
    socket.once('close', () => ends.delete(socket))
  })
})
afterAll(() => at.stop())
afterEach(async () => {
  for (const { socket } of strangers) socket.destroy()
  await until(() => strangers.every(one => endOf(one) === undefined))
  strangers.length = 0
})

/** The gateway's end of a stranger's connection, while it is open. */
const endOf = ({ port: own }: Stranger): Socket | undefined =>
  [...ends].find(end => end.remotePort === own)

/** A caller who sends something byte by byte, and everything that is answered. */
interface Stranger {
  socket: Socket
  port?: number
  heard(): string
  closed: Promise<string>
}

function speak(text: string): Stranger {
  let heard = ''
  const socket = connect(port, '127.0.0.1', () => {
    one.port = socket.localPort
    socket.write(text)
  }).setEncoding('latin1')
  socket
    .on('data', more => {
      heard += more
    })
    .on('error', () => undefined)
  const one: Stranger = {
    socket,
    heard: () => heard,
    closed: new Promise(go => socket.once('close', () => go(heard))),
  }
  strangers.push(one)
  return one
}

const head = (lines: readonly string[], path = PATH): string =>
  [`POST ${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...lines, '', ''].join(
    '\r\n',
  )
const from = (ip: string): string => `CF-Connecting-IP: ${ip}`

/** A caller whose request is under way: its head was read, and `sent` of its body. */
async function begin(lines: readonly string[], sent = ''): Promise<Stranger> {
  const stranger = speak(head([...lines, 'Expect: 100-continue']))
  await until(() => stranger.heard().includes('100 Continue'))
  stranger.socket.write(sent)
  return stranger
}

const announce = (ip: string): Promise<Stranger> => begin([from(ip), `Content-Length: ${LARGEST}`])

/** A caller whose body takes its whole size in memory: a little more than half of it is there. */
async function hold(ip: string): Promise<Stranger> {
  const stranger = await announce(ip)
  const sent = LARGEST / 2 + 1
  stranger.socket.write('x'.repeat(sent))
  await until(() => (endOf(stranger)?.bytesRead ?? 0) >= sent)
  return stranger
}

/** A whole request with a body of about so many bytes. */
const post = (ip: string, bytes: number, payment?: string) =>
  at.fetch(PATH, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'cf-connecting-ip': ip,
      ...(payment === undefined ? {} : { 'payment-signature': payment }),
    },
    body: JSON.stringify({ text: 'a', more: 'x'.repeat(bytes) }),
  })

describe('one caller', () => {
  it("may use a quarter of the memory budget while it arrives; above it, 503 in the route's envelope and the connection ends", async () => {
    for (let i = 0; i < 4; i++) await hold('8.8.0.1')
    const seen = await post('8.8.0.1', MIB)
    expect([seen.status, seen.headers.get('retry-after'), seen.headers.get('connection')]).toEqual([
      503,
      '10',
      'close',
    ])
    expect(seen.body).toMatchObject({
      error: 'Service busy',
      details: expect.stringContaining('nothing was charged'),
    })
    expect(at.facts.at(-1)).toMatchObject({ outcome: 'busy', status: 503, ip: '8.8.0.1' })
  })

  it('gets the refusal before its body is complete, and the rest of the body is discarded', async () => {
    for (let i = 0; i < 4; i++) await hold('8.8.0.2')
    const refused = await announce('8.8.0.2')
    refused.socket.write('x'.repeat(100_000))
    await until(() => refused.heard().includes('Service busy'))
    expect(refused.heard()).toMatch(/HTTP\/1\.1 503 [^]*connection: close/i)
    refused.socket.end()
    await refused.closed
  })

  it('takes no room by announcing bodies that do not come', async () => {
    for (let i = 0; i < 20; i++) await announce('8.8.0.7')
    expect((await post('8.8.0.7', MIB)).status).toBe(402)
  })

  it('does not take the room of another', async () => {
    for (let i = 0; i < 4; i++) await hold('8.8.0.3')
    expect((await post('8.8.0.4', MIB)).status).toBe(402)
  })

  it('is the whole network of an IPv6 customer', async () => {
    for (let i = 0; i < 4; i++) await hold(`2a00:1450::${i}`)
    expect([
      (await post('2a00:1450::9', MIB)).status,
      (await post('2a00:1451::9', MIB)).status,
    ]).toEqual([503, 402])
  })

  it('is refused in chunks, too, which count as they arrive', async () => {
    for (let i = 0; i < 3; i++) await hold('8.8.0.5')
    const chunk = `${MIB.toString(16)}\r\n${'x'.repeat(MIB)}\r\n`
    const first = await begin([from('8.8.0.5'), 'Transfer-Encoding: chunked'], chunk.repeat(3))
    const second = await begin([from('8.8.0.5'), 'Transfer-Encoding: chunked'], chunk.repeat(3))
    await until(() => [first, second].some(one => one.heard().includes('Service busy')))
  })

  it('has its room back when its bodies have arrived or broken off', async () => {
    const held = await Promise.all([1, 2, 3, 4].map(() => hold('8.8.0.6')))
    expect((await post('8.8.0.6', MIB)).status).toBe(503)
    held[0]!.socket.destroy()
    await until(async () => (await post('8.8.0.6', MIB)).status === 402)
    for (let i = 0; i < 40; i++) expect((await post('8.8.0.6', MIB)).status).toBe(402)
  })
})

describe('all callers together', () => {
  it('have a bound, above which only bodies as small as a head are read', async () => {
    for (let i = 0; i < 16; i++) await hold(`8.8.1.${i % 4}`)
    expect([
      (await post('8.8.1.9', MIB)).status,
      (await post('8.8.1.9', 1000)).status,
      (await at.fetch('/hello')).status,
    ]).toEqual([503, 402, 200])
  })
})

describe('calls in progress', () => {
  it('have bounds for their bodies, of each caller and of all, until they end', async () => {
    const { vendor, cash } = at.world
    const header = async (): Promise<string> =>
      cash.wallet('ann').sign(await at.quote(PATH, { text: 'a' }))
    const calls: Promise<Seen>[] = []
    for (const ip of ['8.8.4.1', '8.8.4.1', '8.8.4.2', '8.8.4.2']) {
      calls.push(post(ip, MIB, await header()))
      await until(() => vendor.asked.length === calls.length)
    }
    expect([
      (await post('8.8.4.1', MIB)).status,
      (await post('8.8.4.3', MIB)).status,
      (await post('8.8.4.3', 1000)).status,
    ]).toEqual([503, 503, 402])
    for (const one of vendor.asked) one.answer(gives({ text: 'written' }))
    expect((await Promise.all(calls)).map(one => one.status)).toEqual([200, 200, 200, 200])
    expect((await post('8.8.4.1', MIB)).status).toBe(402)
  })
})

describe('a body that stops coming', () => {
  it.each([
    ['in the middle', ['Content-Length: 1000'], '{"text":'],
    ['near its end', [`Content-Length: ${LARGEST}`], 'x'.repeat(MIB)],
    ['before its first byte', ['Content-Length: 1000'], ''],
    ['in chunks', ['Transfer-Encoding: chunked'], '5\r\n{"tex\r\n'],
  ])('%s is dropped within 20 s, with a word', async (_, lines, sent) => {
    const stranger = await begin(lines, sent)
    await at.world.clock.advance(20_000)
    await until(() => /HTTP\/1\.1 400 [^]*arrived too slowly/.test(stranger.heard()))
    await at.world.clock.advance(2000)
    await stranger.closed
  })

  it('must come the faster, the more room it takes', async () => {
    const held = await Promise.all([1, 2].map(() => hold('8.8.2.2')))
    const least = Math.ceil(LARGEST / 30)
    for (const bytes of [0, least]) {
      held[0]!.socket.write('x'.repeat(bytes))
      held[1]!.socket.write('x'.repeat(Math.max(0, bytes - 1000)))
      const arrived = ({ socket }: Stranger) => socket.bytesWritten
      await until(() => held.every(one => endOf(one)!.bytesRead === arrived(one)))
      await at.world.clock.advance(10_000)
    }
    await until(() => held[1]!.heard().includes('arrived too slowly'))
    expect(held[0]!.heard()).not.toContain('arrived too slowly')
  })

  it('gives its room back', async () => {
    const held = await Promise.all([1, 2, 3, 4].map(() => hold('8.8.2.1')))
    expect((await post('8.8.2.1', MIB)).status).toBe(503)
    await at.world.clock.advance(20_000)
    await until(() => held.every(one => one.heard().includes('arrived too slowly')))
    expect((await post('8.8.2.1', MIB)).status).toBe(402)
  })
})

it('a body that comes on is waited for, however long it takes', async () => {
  const body = JSON.stringify({ text: 'a', more: 'x'.repeat(400_000) })
  const stranger = await begin([`Content-Length: ${body.length}`, 'Connection: close'])
  for (let sent = 0; sent < body.length; sent += 40_000) {
    stranger.socket.write(body.slice(sent, sent + 40_000))
    if (sent + 40_000 >= body.length) break
    await until(() => endOf(stranger)!.bytesRead === stranger.socket.bytesWritten)
    await at.world.clock.advance(10_000)
  }
  expect(await stranger.closed).toMatch(/HTTP\/1\.1 402 /)
})
