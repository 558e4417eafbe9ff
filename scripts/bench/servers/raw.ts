/** The yardstick: one JSON route on Fastify, nothing else. */
import Fastify from 'fastify'
import type { BenchServer } from './types.ts'

/** GET /json answers `{"hello":"world"}`. */
export async function rawFastify(): Promise<BenchServer> {
  const app = Fastify()
  app.get('/json', async () => ({ hello: 'world' }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: (app.server.address() as { port: number }).port, close: () => app.close() }
}

/** Headers that Node and Fastify write themselves. */
const OWN = new Set(['date', 'connection', 'keep-alive', 'content-length'])

/**
 * The floor of a challenge: the gateway's own headers and body, made once, sent by Fastify with
 * nothing before it.
 */
export async function prebuilt(input: { head: string; body: string }): Promise<BenchServer> {
  const app = Fastify()
  const pairs = input.head
    .split('\r\n')
    .slice(1)
    .map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const)
  const headers = Object.fromEntries(pairs.filter(([name]) => !OWN.has(name.toLowerCase())))
  const body = Buffer.from(input.body)
  app.route({
    method: ['GET', 'POST'],
    url: '/*',
    handler: (_, reply) => reply.code(402).headers(headers).send(body),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: (app.server.address() as { port: number }).port, close: () => app.close() }
}
