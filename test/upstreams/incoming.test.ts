/** Bodies that are taken as they come, over real sockets. */
import { once } from 'node:events'
import net from 'node:net'
import { Pool } from 'undici'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ask, type Open } from '../../runtime/upstream/incoming.ts'

const HEAD =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n'
const END = '0\r\n\r\n'
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`

let upstream: net.Server
let pool: Pool
/** The upstream's side of the connection. */
let asked: Promise<net.Socket>

beforeEach(async () => {
  let heard!: (socket: net.Socket) => void
  asked = new Promise(resolve => {
    heard = resolve
  })
  upstream = net.createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', () => heard(socket))
  })
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  pool = new Pool(`http://127.0.0.1:${(upstream.address() as net.AddressInfo).port}`)
})
afterEach(async () => {
  await pool.destroy()
  upstream.close()
})

/** Asks, and answers with the head and what comes with it in one write. */
async function begun(
  body: string,
  signal = new AbortController().signal,
): Promise<{ reply: Open; socket: net.Socket }> {
  const replied = ask(pool, { method: 'GET', path: '/', headers: {} }, signal)
  const socket = await asked
  socket.write(HEAD + body)
  return { reply: await replied, socket }
}

/** Takes all, as texts. */
async function taken({ body }: Open): Promise<{ pieces: string[]; isAtEnd: boolean }> {
  const pieces: string[] = []
  const isAtEnd = await body.read(bytes => void pieces.push(Buffer.from(bytes).toString()))
  return { pieces, isAtEnd }
}

it('data of one read is one part, regardless of its chunks', async () => {
  const { reply, socket } = await begun(chunk('one'))
  const reading = taken(reply)
  socket.write(chunk(' two') + chunk(' three') + END)
  const { pieces, isAtEnd } = await reading
  // The first may come with the others.
  expect(pieces).toEqual(pieces.length === 1 ? ['one two three'] : ['one', ' two three'])
  expect(isAtEnd).toBe(true)
})

it('what a taker leaves because it has enough is there for the next one', async () => {
  const { reply, socket } = await begun(chunk('one'))
  expect(await reply.body.read(() => 'enough')).toBe(false)
  socket.write(chunk('two') + END)
  expect(await taken(reply)).toEqual({ pieces: ['two'], isAtEnd: true })
})

it('what came before a break is handed over, and then the break', async () => {
  const { reply, socket } = await begun(chunk('one'))
  const pieces: string[] = []
  const reading = reply.body.read(bytes => {
    if (pieces.push(Buffer.from(bytes).toString()) === 1) socket.write(`${chunk('two')}no chunk`)
    return undefined
  })
  await expect(reading).rejects.toThrow()
  expect(pieces.join('')).toBe('onetwo')
})

it('a broken connection is reported at once to a reader that waits for memory', async () => {
  const { reply, socket } = await begun(chunk('one'))
  const reading = reply.body.read(() => {
    socket.destroy()
    return new Promise(() => undefined)
  })
  await expect(reading).rejects.toThrow()
})

it('a taker without room stops the upstream, and gets everything later', async () => {
  const { reply, socket } = await begun(chunk('one'))
  const many = 'x'.repeat(64 * 1024)
  const count = 400
  let goOn!: () => void
  const room = new Promise<void>(resolve => {
    goOn = resolve
  })
  let size = 0
  const reading = reply.body.read(bytes => {
    size += bytes.length
    return room
  })
  let isSent = false
  for (let i = 0; i < count; i++) socket.write(chunk(many))
  socket.write(END, () => {
    isSent = true
  })
  // In so many turns everything would have come.
  for (let turn = 0; turn < 5_000; turn++) await new Promise(resolve => setImmediate(resolve))
  expect([size, isSent]).toEqual([3, false])
  goOn()
  expect(await reading).toBe(true)
  expect(size).toBe(3 + count * many.length)
})

it('a signal that fires before the reply ends the request', async () => {
  const early = new AbortController()
  const waiting = ask(pool, { method: 'GET', path: '/', headers: {} }, early.signal)
  const socket = await asked
  const closed = once(socket, 'close')
  early.abort(new Error('given up'))
  await expect(waiting).rejects.toThrow('given up')
  await closed
})

it('a signal that fires later ends the body', async () => {
  const late = new AbortController()
  const { reply, socket } = await begun(chunk('one'), late.signal)
  const closed = once(socket, 'close')
  const reading = taken(reply)
  late.abort(new Error('given up'))
  await expect(reading).rejects.toThrow('given up')
  await closed
})
