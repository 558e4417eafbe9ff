/**
 * An upstream that leases numbers, over HTTP: it finds them, sells them under a label, and takes
 * them back by it. It outlives the gateways that call it, and keeps what they own.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it came. */
export interface Heard {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  text: string
}

/** What a rule of the test answers instead of the carrier; `hang` never answers. */
export type Instead = { status: number; body?: unknown } | 'hang' | undefined

/** The carrier. */
export interface Carrier {
  url: string
  heard: Heard[]
  /** What is leased, by label. */
  owned: Map<string, { number: string; sid: string }>
  /** All that was ever leased, by label. */
  sold: Map<string, string>
  /** Numbers that can be leased, by country. */
  stock: Record<string, string[]>
  /** Called with each request before it is answered; what it returns is answered instead. */
  instead: (heard: Heard) => Instead | Promise<Instead>
  /** Requests of one method to paths that match. */
  asked(method: string, path: RegExp): Heard[]
  reset(): void
  stop(): Promise<void>
}

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Starts it on loopback. */
export async function startCarrier(account = 'AC-leases-0123'): Promise<Carrier> {
  const carrier: Carrier = {
    url: '',
    heard: [],
    owned: new Map(),
    sold: new Map(),
    stock: {},
    instead: () => undefined,
    asked: (method, path) =>
      carrier.heard.filter(one => one.method === method && path.test(one.path)),
    reset() {
      carrier.heard.length = 0
      carrier.owned.clear()
      carrier.sold.clear()
      carrier.stock = { US: ['+15550001'], DE: ['+49301'] }
      carrier.instead = () => undefined
    },
    stop: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  carrier.reset()
  const answer = (heard: Heard, response: ServerResponse): void => {
    const { method, path, query, text, headers } = heard
    if (headers.authorization === undefined) return json(response, 401, { message: 'no key' })
    const own = `/accounts/${account}`
    const found = /\/available\/(\w+)$/.exec(path)
    if (found && path.startsWith(own)) {
      const all = carrier.stock[found[1]!] ?? []
      const area = query.get('area')
      return json(response, 200, {
        numbers: all.filter(number => area === null || number.includes(area)),
      })
    }
    if (method === 'POST' && path === `${own}/numbers`) {
      const form = new URLSearchParams(text)
      const [number, label] = [form.get('number') ?? '', form.get('label') ?? '']
      if (number === '' || form.get('account') !== account)
        return json(response, 400, { message: 'no such number' })
      const sid = `PN${carrier.sold.size + 1}`
      carrier.owned.set(label, { number, sid })
      carrier.sold.set(label, number)
      return json(response, 201, { number, sid, account })
    }
    const label = /\/labels\/([\w.-]+)$/.exec(path)?.[1]
    if (method === 'DELETE' && label !== undefined) {
      const was = carrier.owned.delete(label)
      response.writeHead(was ? 204 : 404, { 'content-type': 'text/html' })
      return void response.end(was ? undefined : '<p>Not here</p>')
    }
    if (path === '/announcements') return json(response, 200, { ok: true })
    const owner = /^\/owners\/(\w+)$/.exec(path)?.[1]
    if (owner !== undefined) return json(response, 200, { name: owner, numbers: [owner.length] })
    if (path === '/echo')
      return json(response, 200, { said: [...query], account, word: query.get('word') })
    json(response, 404, { message: 'nothing here' })
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', async () => {
      const { pathname, searchParams } = new URL(request.url!, 'http://carrier')
      const heard: Heard = {
        method: request.method!,
        path: pathname,
        query: searchParams,
        headers: request.headers,
        text: Buffer.concat(chunks).toString(),
      }
      carrier.heard.push(heard)
      const instead = await carrier.instead(heard)
      if (instead === 'hang') return
      if (instead) json(response, instead.status, instead.body ?? {})
      else answer(heard, response)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  carrier.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return carrier
}
