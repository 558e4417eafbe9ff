/** A peer for chats: the gateway of `@portkey-ai/gateway`, as its own command starts it. */
import { existsSync } from 'node:fs'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchServer } from './types.ts'

const ENTRY = new URL(
  '../../../node_modules/@portkey-ai/gateway/build/start-server.js',
  import.meta.url,
)

/** Whether the peer is installed. */
export const hasPortkey = existsSync(ENTRY)

/** The headers with which it passes a request on to an upstream in OpenAI's form. */
export const portkeyHeaders = (upstream: string): Record<string, string> => ({
  authorization: 'Bearer bench-key',
  'x-portkey-provider': 'openai',
  'x-portkey-custom-host': `${upstream}/v1`,
})

async function freePort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>(ready => server.listen(0, ready))
  const { port } = server.address() as net.AddressInfo
  await new Promise(done => server.close(done))
  return port
}

/** Whether a process listens on a local port. */
function listens(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = net.connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Starts it without its pages for developers. It takes its port from the command line only. */
export async function portkey(): Promise<BenchServer> {
  const port = await freePort()
  process.argv = [process.argv[0]!, ENTRY.pathname, `--port=${port}`, '--headless']
  process.env.NODE_ENV = 'production'
  await import(ENTRY.href)
  while (!(await listens(port))) await sleep(20)
  return { port }
}
