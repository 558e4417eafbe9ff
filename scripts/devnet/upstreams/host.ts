/** Serves one supplier on a free loopback port, behaving as it was last told and remembering what it saw. */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Behaviour, SeenCall, Supplier, SupplierReply, SupplierRequest } from './supplier.ts'

const CALLS_KEPT = 2000
const BODY_LIMIT = 64 * 1024 * 1024

/** A running supplier. `url` is what the gateway's `<ENV>_URL` should hold. */
export interface Hosted {
  supplier: Supplier
  url: string
  key: string
  calls: SeenCall[]
  behave(behaviour: Behaviour): void
  reset(): void
  stop(): Promise<void>
}

/** Starts a supplier. `latency` is what each answer takes, in ms. */
export async function hostSupplier(supplier: Supplier, latency = 0): Promise<Hosted> {
  const key = `local-${supplier.name}-key`
  const calls: SeenCall[] = []
  let behaviour: Behaviour = { mode: 'ok' }
  const next = () => {
    const now = behaviour
    if (behaviour.times !== undefined && --behaviour.times <= 0) behaviour = { mode: 'ok' }
    return { ...now }
  }
  const server = createServer((message, response) => void serve(message, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await read(message, origin)
    const file = supplier.file?.(request)
    if (file) return write(response, behaviour.mode === 'lost' ? { status: 404, body: { error: 'gone' } } : file)
    const seen = remember(calls, request)
    const todo = authorized(supplier, request, key) ? next() : { mode: 'ok' as const, unauthorized: true }
    await sleep('ms' in todo && todo.ms !== undefined ? todo.ms : latency)
    if (todo.mode === 'hang') return
    if (todo.mode === 'reset') return void message.socket.destroy()
    const reply = 'unauthorized' in todo ? supplier.failures.unauthorized() : misbehave(supplier, request, todo)
    seen.status = reply.status
    write(response, reply)
  }
  return {
    supplier,
    key,
    calls,
    url: origin + (supplier.base ?? ''),
    behave: (to) => {
      behaviour = { ...to }
    },
    reset: () => {
      behaviour = { mode: 'ok' }
      calls.length = 0
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function misbehave(supplier: Supplier, request: SupplierRequest, todo: Behaviour): SupplierReply {
  if (todo.mode === 'fail') return supplier.failures.failed(todo.status ?? 500)
  if (todo.mode === 'rate_limit') return supplier.failures.rateLimited(todo.retry_after ?? 7)
  if (todo.mode === 'refuse') return supplier.failures.refused(request)
  if (todo.mode === 'empty') return supplier.failures.empty(request)
  if (todo.mode === 'garbage') return { status: 200, type: 'text/html', raw: '<!doctype html><title>Bad gateway</title>' }
  return supplier.answer(request)
}

function authorized(supplier: Supplier, request: SupplierRequest, key: string): boolean {
  const wanted = supplier.scheme ? `${supplier.scheme} ${key}` : key
  return request.headers[supplier.header.toLowerCase()] === wanted
}

async function read(message: IncomingMessage, origin: string): Promise<SupplierRequest> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message) {
    size += chunk.length
    if (size > BODY_LIMIT) throw new Error('request too large')
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString()
  const url = new URL(message.url ?? '/', origin)
  return {
    method: message.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: message.headers,
    text,
    json: parse(text),
    origin,
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function remember(calls: SeenCall[], request: SupplierRequest): SeenCall {
  const { method, path } = request
  const seen: SeenCall = {
    method,
    path,
    query: Object.fromEntries(request.query),
    headers: Object.keys(request.headers),
    body: request.text.slice(0, 64 * 1024),
    at: Date.now(),
  }
  calls.push(seen)
  if (calls.length > CALLS_KEPT) calls.shift()
  return seen
}

function write(response: ServerResponse, reply: SupplierReply): void {
  const bytes = reply.raw ?? (reply.body === undefined ? '' : JSON.stringify(reply.body))
  response.writeHead(reply.status, { 'content-type': reply.type ?? 'application/json', ...reply.headers })
  response.end(bytes)
}
