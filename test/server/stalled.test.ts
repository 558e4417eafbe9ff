/** Readers that take nothing of a large reply lose their connection; slow ones do not. */
import { createServer, type Server } from 'node:http'
import { connect, Socket, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { gives, startCashGateway } from '../helpers/cash-gateway.ts'
import { endIfStalled } from '../../runtime/http/stalled.ts'

const BODY = Buffer.alloc(16 * 2 ** 20)
const STALL = 1_500

let server: Server
let open = 0
beforeEach(async () => {
  open = 0
  server = createServer((_request, out) => {
    endIfStalled(out, BODY.length, STALL)
    out.end(BODY)
  })
  server.on('connection', (socket: Socket) => {
    open++
    socket.on('close', () => open--)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const ask = (): Socket => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  return socket.end('GET / HTTP/1.1\r\nhost: x\r\n\r\n', 'latin1')
}

it('a reader that takes nothing is cut off', async () => {
  const socket = ask().pause()
  await expect.poll(() => open).toBe(1)
  await expect.poll(() => open).toBe(0)
  socket.destroy()
})

it('a slow reader gets everything', async () => {
  const socket = ask()
  let bytes = 0
  const ended = new Promise(resolve => socket.once('close', resolve))
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    socket.pause()
    setTimeout(() => socket.resume(), 5)
  })
  await ended
  expect(bytes).toBeGreaterThan(BODY.length)
})

it('the gateway watches the readers of large replies, and only of those', async () => {
  const at = await startCashGateway()
  const watched = vi.spyOn(Socket.prototype, 'setTimeout')
  const isWatched = () => watched.mock.calls.some(([ms]) => ms === 30_000)
  const buy = async (text: string) => {
    at.world.vendor.reply = () => gives({ found: 1 }, { text })
    const payment = at.world.cash.wallet('ann').sign(await at.quote('/tree', { text: 'hi' }))
    return at.post('/tree', { text: 'hi' }, payment)
  }
  try {
    expect([(await buy('small')).status, isWatched()]).toEqual([200, false])
    const seen = await buy('x'.repeat(100_000))
    expect([seen.status, seen.text.length > 100_000, isWatched()]).toEqual([200, true, true])
  } finally {
    watched.mockRestore()
    await at.stop()
  }
})
