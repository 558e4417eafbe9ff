/**
 * The switchboard of the local suppliers. `POST /{upstream}` with `{mode, ms?, status?, times?, retry_after?}` changes how one behaves,
 * `GET /{upstream}` tells the calls it saw, `DELETE /{upstream}` sets it back; `GET /` lists the suppliers.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hosted } from './host.ts'
import { modes } from './supplier.ts'
import type { Behaviour } from './supplier.ts'

/** Starts the control server; `url` is its address. */
export async function startControl(hosted: ReadonlyMap<string, Hosted>): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk) => chunks.push(chunk))
    message.on('end', () => {
      const name = (message.url ?? '/').slice(1).split('?')[0] ?? ''
      const [status, body] = answer(hosted, { method: message.method ?? 'GET', name, text: Buffer.concat(chunks).toString() })
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => { server.close(() => resolve()); server.closeAllConnections() }),
  }
}

function answer(hosted: ReadonlyMap<string, Hosted>, asked: { method: string; name: string; text: string }): [number, unknown] {
  if (asked.name === '') return [200, { upstreams: [...hosted.keys()], modes }]
  const one = hosted.get(asked.name)
  if (!one) return [404, { error: `no upstream ${asked.name}`, upstreams: [...hosted.keys()] }]
  if (asked.method === 'GET') return [200, { upstream: asked.name, url: one.url, calls: one.calls }]
  if (asked.method === 'DELETE') {
    one.reset()
    return [200, { upstream: asked.name, mode: 'ok', calls: [] }]
  }
  const behaviour = parseBehaviour(asked.text)
  if (!behaviour) return [400, { error: 'body must be {mode, ms?, status?, times?, retry_after?}', modes }]
  one.behave(behaviour)
  return [200, { upstream: asked.name, ...behaviour }]
}

function parseBehaviour(text: string): Behaviour | undefined {
  try {
    const body = JSON.parse(text) as Behaviour
    const numbers = [body.ms, body.status, body.times, body.retry_after]
    const whole = numbers.every((n) => n === undefined || (Number.isInteger(n) && n >= 0))
    return modes.includes(body.mode) && whole ? body : undefined
  } catch {
    return undefined
  }
}
