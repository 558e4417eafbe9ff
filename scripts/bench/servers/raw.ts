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

/** A reply of the gateway: its own headers, and its body in base64. */
export interface Prebuilt {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}

/** The floor of a reply: its bytes, made once, sent by Fastify with nothing before it. */
export async function prebuilt(input: Prebuilt): Promise<BenchServer> {
  const app = Fastify()
  const pairs = Object.entries(input.headers)
  const headers = Object.fromEntries(pairs.filter(([name]) => !OWN.has(name.toLowerCase())))
  const body = Buffer.from(input.body, 'base64')
  app.route({
    method: ['GET', 'POST'],
    url: '/*',
    handler: (_, reply) => reply.code(input.status).headers(headers).send(body),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: (app.server.address() as { port: number }).port, close: () => app.close() }
}
