/** Whether a caller has its reply, for connections that the gateway itself closes. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { deliveryOf } from '../../runtime/http/delivery.ts'
import { endIfStalled } from '../../runtime/http/stalled.ts'
import { systemClock } from '../../runtime/lib/clock.ts'

/** More than two kernels buffer. */
const BODY = Buffer.alloc(32 * 2 ** 20)

let server: Server
let reader: Socket
let delivered: Promise<boolean> | undefined
let answer: (out: ServerResponse) => void
beforeEach(async () => {
  const context = { clock: systemClock, halted: new AbortController().signal }
  server = createServer((_request, out) => {
    delivered = deliveryOf(out, context)
    answer(out)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  delivered = undefined
  reader = connect((server.address() as AddressInfo).port, '127.0.0.1')
  reader.on('error', () => undefined).pause()
})
/** Asks, and says whether the reply counts as delivered. */
async function ask(): Promise<boolean> {
  reader.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n', 'latin1')
  await expect.poll(() => delivered).toBeDefined()
  return delivered!
}
afterEach(() => {
  reader.destroy()
  server.closeAllConnections()
  server.close()
})

it('a reader that is cut off because it takes nothing does not have it', async () => {
  answer = out => {
    endIfStalled(out, BODY.length, 500)
    out.end(BODY)
  }
  expect(await ask()).toBe(false)
})

it('a reader whose connection is closed before the end does not have it', async () => {
  answer = out => {
    out.end(BODY)
    setTimeout(() => out.socket?.destroy(), 300)
  }
  expect(await ask()).toBe(false)
})

it('a reader that reads to the end and closes has it', async () => {
  answer = out => out.end(BODY)
  let bytes = 0
  reader.resume().on('data', chunk => {
    bytes += chunk.length
    if (bytes > BODY.length) reader.end()
  })
  expect(await ask()).toBe(true)
})
