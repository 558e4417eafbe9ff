/**
 * Upstream and facilitator that answer at once, on raw sockets so that they cost next to nothing
 * beside the load generator.
 */
import net from 'node:net'
import { frame } from '../lib/frame.ts'
import type { BenchServer } from './types.ts'

const reply = (body: string) =>
  Buffer.from(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ` +
      `${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )

/** 1 KB of JSON, as an upstream's answer. */
const KILOBYTE = JSON.stringify({ data: 'x'.repeat(1024 - 11) })

/**
 * Listens on one port for all: `/verify`, `/settle`, `/supported` as a facilitator, anything else
 * as the upstream.
 */
export async function stubs(input: { chain: string }): Promise<BenchServer> {
  let upstreamCalls = 0
  const upstream = reply(KILOBYTE)
  const payer = '0x0000000000000000000000000000000000000001'
  const facilitator: Record<string, Buffer> = {
    '/supported': reply(
      JSON.stringify({
        kinds: [{ x402Version: 2, scheme: 'exact', network: input.chain }],
        extensions: [],
        signers: {},
      }),
    ),
    '/verify': reply(JSON.stringify({ isValid: true, payer })),
    '/settle': reply(
      JSON.stringify({
        success: true,
        payer,
        transaction: `0x${'ab'.repeat(32)}`,
        network: input.chain,
      }),
    ),
  }
  const answer = (head: string) => {
    const path = head.slice(head.indexOf(' ') + 1, head.indexOf(' HTTP'))
    const known = facilitator[path]
    if (!known) upstreamCalls++
    return known ?? upstream
  }
  const server = net.createServer({ noDelay: true }, socket => {
    let held: Buffer | undefined
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      let rest = held ? Buffer.concat([held, chunk]) : chunk
      for (let found = frame(rest); found; found = frame(rest)) {
        socket.write(answer(found.head))
        rest = rest.subarray(found.end)
      }
      held = rest.length ? rest : undefined
    })
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as net.AddressInfo).port,
    answers: { calls: () => upstreamCalls },
  }
}
