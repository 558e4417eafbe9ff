/** The connection to a node of the XRP Ledger: its limits, its errors, and its end. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { systemClock } from '../../../runtime/lib/clock.ts'
import { manualClock } from '../../helpers/clock.ts'
import {
  createSocket,
  NodeDown,
  NodeError,
  type Socket,
} from '../../../runtime/payments/xrpl/socket.ts'

type Message = Readonly<Record<string, unknown>>

let server: WebSocketServer
let answer: (socket: WebSocket, message: Message) => void
let connections = 0
let open: Socket[] = []

beforeEach(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  connections = 0
  open = []
  server.on('connection', socket => {
    connections += 1
    socket.on('message', data => answer(socket, JSON.parse(String(data)) as Message))
  })
  answer = (socket, { id, command }) => reply(socket, { id, result: { command } })
  await once(server, 'listening')
})
afterEach(async () => {
  await Promise.all(open.map(socket => socket.close()))
  for (const client of server.clients) client.terminate()
  server.close()
})

const reply = (socket: WebSocket, message: Message): void =>
  socket.send(JSON.stringify({ status: 'success', ...message }))
const url = () => `ws://127.0.0.1:${(server.address() as AddressInfo).port}/?key=secret`
function connect(more: Partial<Parameters<typeof createSocket>[0]> = {}): Socket {
  const socket = createSocket({ url: url(), clock: systemClock, timeout: 2000, ...more })
  open.push(socket)
  return socket
}
const failure = (asked: Promise<unknown>): Promise<Error> =>
  asked.then(
    () => expect.unreachable(),
    (error: Error) => error,
  )

it('opens with the first request, and is shared by all', async () => {
  const socket = connect()
  expect(connections).toBe(0)
  const asked = ['a', 'b', 'c'].map(command => socket.request(command))
  expect(await Promise.all(asked)).toEqual([{ command: 'a' }, { command: 'b' }, { command: 'c' }])
  expect(connections).toBe(1)
})

it('matches answers to requests, in any order', async () => {
  const waiting: (() => void)[] = []
  answer = (socket, { id, n }) => {
    waiting.push(() => reply(socket, { id, result: { n } }))
    if (waiting.length === 3) for (const send of waiting.reverse()) send()
  }
  const socket = connect()
  const asked = [1, 2, 3].map(n => socket.request('x', { n }))
  expect(await Promise.all(asked)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
})

it("gives the node's errors their code", async () => {
  answer = (socket, { id }) =>
    reply(socket, { id, status: 'error', error: 'txnNotFound', searched_all: true })
  const error = await failure(connect().request('tx'))
  expect(error).toBeInstanceOf(NodeError)
  expect(error).toMatchObject({ code: 'txnNotFound', isComplete: true })
})

it.each<[string, (socket: WebSocket, message: Message) => void]>([
  ['text', socket => socket.send('hello')],
  ['a list', socket => socket.send('[]')],
  ['null', socket => socket.send('null')],
  ['a result that is none', (socket, { id }) => reply(socket, { id, result: 'x' })],
  ['too much', socket => socket.send('x'.repeat(3000))],
  ['nothing, and closes', socket => socket.close()],
  ['nothing, and breaks off', socket => socket.terminate()],
])(
  'rejects if the node sends %s, and asks again over a new connection',
  async (_name, misbehave) => {
    const honest = answer
    answer = misbehave
    const socket = connect({ maxBytes: 2048 })
    const error = await failure(socket.request('a'))
    expect(error).toBeInstanceOf(NodeDown)
    expect(error.message).not.toMatch(/secret|127\.0\.0\.1/)
    answer = honest
    expect(await socket.request('b')).toEqual({ command: 'b' })
  },
)

it('gives up a node that does not answer in time', async () => {
  const honest = answer
  const clock = manualClock()
  const asked = new Promise<void>(resolve => {
    answer = () => resolve()
  })
  const socket = connect({ timeout: 50, clock })
  const gaveUp = failure(socket.request('a'))
  await asked
  await clock.advance(50)
  expect((await gaveUp).message).toBe('the node did not answer in 50 ms')
  answer = honest
  expect(await socket.request('b')).toEqual({ command: 'b' })
  expect(connections).toBe(2)
})

it('does not name the address of a node that cannot be reached', async () => {
  const socket = connect({ url: 'ws://user:secret@127.0.0.1:1/secret' })
  const error = await failure(socket.request('a'))
  expect(error.message).toBe('the node cannot be reached (ECONNREFUSED)')
})

it('ignores answers that nobody waits for', async () => {
  answer = (socket, { id, command }) => {
    reply(socket, { id: 99, result: {} })
    reply(socket, { id: '__proto__', result: {} })
    reply(socket, { id, result: { command } })
  }
  expect(await connect().request('a')).toEqual({ command: 'a' })
})

it('ends what waits when it is closed, and leaves nothing behind', async () => {
  answer = () => undefined
  const socket = connect()
  const asked = failure(socket.request('a'))
  await expect.poll(() => server.clients.size).toBe(1)
  await socket.close()
  expect(await asked).toBeInstanceOf(NodeDown)
  await expect.poll(() => server.clients.size).toBe(0)
  expect(await failure(socket.request('b'))).toBeInstanceOf(NodeDown)
  expect(connections).toBe(1)
  await socket.close()
})

it('can be closed while it connects', async () => {
  const socket = connect()
  const asked = failure(socket.request('a'))
  await socket.close()
  expect(await asked).toBeInstanceOf(NodeDown)
})
