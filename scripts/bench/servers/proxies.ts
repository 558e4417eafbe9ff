/** Peers for proxying: the usual ways to pass a request on to an upstream. */
import { serve } from '@hono/node-server'
import Fastify from 'fastify'
import { Hono } from 'hono'
import { Pool } from 'undici'
import type { BenchServer } from './types.ts'

/**
 * Fastify and undici's `request`; the body is read and sent on, as a gateway that must look at it
 * does.
 */
export async function fastifyUndici(input: { upstream: string }): Promise<BenchServer> {
  const app = Fastify()
  const pool = new Pool(input.upstream, { connections: 64 })
  app.get('/*', async (req, rep) => {
    const res = await pool.request({ path: req.url, method: 'GET' })
    rep.code(res.statusCode).header('content-type', res.headers['content-type'] as string)
    return Buffer.from(await res.body.arrayBuffer())
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: (app.server.address() as { port: number }).port, close: () => app.close() }
}

/** Hono on its Node server, and the global `fetch`. */
export async function honoFetch(input: { upstream: string }): Promise<BenchServer> {
  const app = new Hono()
  app.get('/*', c =>
    fetch(input.upstream + new URL(c.req.url).pathname).then(
      r =>
        new Response(r.body, {
          status: r.status,
          headers: { 'content-type': r.headers.get('content-type')! },
        }),
    ),
  )
  const port = await new Promise<number>(ready => {
    serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, info => ready(info.port))
  })
  return { port }
}
