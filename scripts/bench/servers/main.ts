/** Entry of every child process: starts the named server and answers questions over IPC. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchServer, StartServer } from './types.ts'

const servers: Record<string, () => Promise<StartServer>> = {
  'raw-fastify': async () => (await import('./raw.ts')).rawFastify,
  prebuilt: async () => (await import('./raw.ts')).prebuilt,
  stubs: async () => (await import('./stubs.ts')).stubs,
  farebox: async () => (await import('./farebox.ts')).farebox,
  'x402-hono': async () => (await import('./x402-hono.ts')).x402Hono,
  'fastify-undici': async () => (await import('./proxies.ts')).fastifyUndici,
  'hono-fetch': async () => (await import('./proxies.ts')).honoFetch,
  settlement: async () => (await import('./settlement.ts')).backend,
  scheme: async () => (await import('./scheme.ts')).scheme,
  'scheme-reference': async () => (await import('./scheme-reference.ts')).schemeReference,
  parts: async () => (await import('./parts.ts')).parts,
  chats: async () => (await import('./chats.ts')).chats,
  'http-pipe': async () => (await import('./pipes.ts')).httpPipe,
  'fastify-pipe': async () => (await import('./pipes.ts')).fastifyPipe,
  portkey: async () => (await import('./portkey.ts')).portkey,
  copier: async () => (await import('./copier.ts')).copier,
}

async function memory(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.()
    await sleep(50)
  }
  return process.memoryUsage.rss() / 1e6
}

function cpu(): number {
  const used = process.cpuUsage()
  return used.user + used.system
}

async function answer(server: BenchServer, question: string, input: unknown): Promise<unknown> {
  if (question === 'ready') return { port: server.port, ...server.facts }
  if (question === 'cpu') return cpu()
  if (question === 'memory') return memory()
  const known = server.answers?.[question]
  if (!known) throw new Error(`no answer to ${question}`)
  return known(input)
}

const [name = '', input = '{}'] = process.argv.slice(2)
const load = servers[name]
if (!load) throw new Error(`unknown server ${name}`)
const starting = load().then(run => run(JSON.parse(input)))
starting.catch(error => {
  console.error(error)
  process.exit(1)
})
process.on('disconnect', () => process.exit(0))
process.on('message', async (message: { id: number; question: string; input: unknown }) => {
  const server = await starting
  if (message.question === 'stop') {
    await server.close?.()
    process.exit(0)
  }
  await answer(server, message.question, message.input).then(
    value => process.send!({ id: message.id, value }),
    (error: Error) => process.send!({ id: message.id, error: error.stack ?? String(error) }),
  )
})
