/** Yardsticks for streams: servers that pass a POST and its answer on, and look at neither. */
import Fastify from 'fastify'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'
import type { BenchServer } from './types.ts'

const CONNECTIONS = 2048
const JSON_BODY = { 'content-type': 'application/json' }

/** The leanest there is: undici writes straight into the response of `node:http`. */
export async function httpPipe(input: { upstream: string }): Promise<BenchServer> {
  const pool = new Pool(input.upstream, { connections: CONNECTIONS })
  const server = createServer((request, response) => {
    const asked = { path: request.url!, method: 'POST', headers: JSON_BODY, body: request } as const
    const begin = ({
      statusCode,
      headers,
    }: {
      statusCode: number
      headers: Record<string, unknown>
    }) => response.writeHead(statusCode, { 'content-type': String(headers['content-type']) })
    pool.stream(asked, begin as never).catch(() => response.destroy())
  })
  await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready))
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => server.closeAllConnections(),
  }
}

/** The usual way: Fastify reads the body as JSON, and sends undici's body on as a stream. */
export async function fastifyPipe(input: { upstream: string }): Promise<BenchServer> {
  const app = Fastify()
  const pool = new Pool(input.upstream, { connections: CONNECTIONS })
  app.post('/*', async (request, reply) => {
    const answer = await pool.request({
      path: request.url,
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify(request.body),
    })
    reply.code(answer.statusCode).header('content-type', answer.headers['content-type'] as string)
    return reply.send(answer.body)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() }
}
