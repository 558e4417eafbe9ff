/**
 * An upstream on a real socket, and a client that knows it; for the tests of the upstream client.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import type {
  Catalog,
  GatewaySpec,
  PollCall,
  Scope,
  UpstreamCall,
  UpstreamSpec,
} from '../../runtime/contract.ts'
import { createObserve } from '../../runtime/observe/observe.ts'
import { createRedactor } from '../../runtime/observe/redact.ts'
import type { Clock } from '../../runtime/seams.ts'
import { systemRandom } from '../../runtime/lib/random.ts'
import { createUpstreams } from '../../runtime/upstream/client.ts'
import type { Upstreams } from '../../runtime/upstream/types.ts'

/** A request as the upstream saw it. */
export interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
  bytes: Buffer
}
export type Answer = (request: Seen, response: ServerResponse, number: number) => void

export const KEY = 'vk-0123456789abcdef-secret'

/** An upstream whose answer each test sets, with a client for it. */
export interface World {
  url: string
  seen: Seen[]
  lines: string[]
  upstreams: Upstreams
  answer: Answer
  /** Forgets what was seen, and answers 200. */
  reset(): void
  /** How many connections were made. */
  connections(): number
  stop(): Promise<void>
}

/** Answers JSON. */
export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))
  }

/** Answers bytes. */
export const bytes =
  (status: number, body: Buffer | string, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, headers).end(body)
  }

/** A route's scope with what a test needs in it. */
export function scope(
  more: { body?: unknown; search?: string; rest?: string; model?: unknown; n?: number } = {},
): Scope {
  return {
    route: {
      method: 'POST',
      path: '/x',
      pattern: '/x',
      summary: '',
      rest: more.rest ?? '/x',
      search: more.search ?? '',
      origin: 'http://gateway.test',
    },
    body: more.body ?? {},
    query: {},
    path: {},
    request_headers: {},
    values: {},
    model: more.model,
    models: undefined as never,
    hooks: {},
    read: {},
    now: 0,
    call: { id: 'c1' },
    steps: {},
    network: { name: 'base', label: 'base', asset: 'USDC', chain: 'eip155:8453', treasury: '0x1' },
  }
}

/** A call with defaults. */
export function callOf(more: Partial<UpstreamCall> = {}): UpstreamCall {
  return {
    id: 'vendor.make',
    upstream: 'vendor',
    origin: 'catalog/upstreams/vendor.yaml:1',
    method: 'POST',
    path: () => '/v1/make',
    timeout: 5000,
    retry: 0,
    send: c => c.body,
    ...more,
  }
}

/** A poll with defaults. */
export function pollOf(more: Partial<PollCall> = {}): PollCall {
  return {
    id: 'vendor.make.poll',
    upstream: 'vendor',
    origin: 'catalog/upstreams/vendor.yaml:9',
    method: 'GET',
    timeout: 5000,
    retry: 0,
    every: 1000,
    path: c => `/v1/jobs/${c.ticket.id}`,
    pending: c => c.status === 202,
    give: c => ({ assets: c.reply.data }),
    ...more,
  }
}

/** Waits, really, until something is true. */
export async function until(test: () => boolean): Promise<void> {
  for (const end = Date.now() + 45_000; !test() && Date.now() < end;)
    await new Promise(resolve => setTimeout(resolve, 4))
  expect(test()).toBe(true)
}

const gateway: GatewaySpec = {
  name: 'Test Gateway',
  summary: '',
  media: '/media',
  metrics: '/metrics',
  slack: 6000,
  envelope: 'native',
}

/** How the upstream and its client are set up. */
interface WorldOptions {
  clock?: Clock
  key?: string
  base?: (origin: string) => string
  maxBytes?: number
  mostLarge?: number
  connections?: number
  calls?: Catalog['calls']
}

/** Starts the upstream; `base` makes its address from its origin. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const seen: Seen[] = []
  const lines: string[] = []
  let connections = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const one: Seen = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        bytes: Buffer.concat(chunks),
      }
      world.answer(one, response, seen.push(one))
    })
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const spec = (name: string): UpstreamSpec => ({
    name,
    capacity: { concurrency: 4, queue: 10 },
    env: name.toUpperCase(),
    base: 'https://api.vendor.example',
    source: 'Vendor',
    headers: { Authorization: 'Bearer {key}' },
  })
  const settings = {
    upstreams: {
      vendor: { url: options.base?.(origin) ?? origin, key: options.key ?? KEY },
      bare: { url: origin },
    },
  }
  const redact = createRedactor(settings)
  const clock = options.clock ?? systemClock
  const observe = createObserve({
    hash: 'f'.repeat(64),
    clock,
    level: 'debug',
    redact,
    destination: {
      write: line => {
        lines.push(line)
      },
    },
  })
  const upstreams = createUpstreams({
    catalog: {
      gateway,
      upstreams: { vendor: spec('vendor'), bare: spec('bare') },
      calls: options.calls,
    },
    settings,
    clock,
    random: systemRandom,
    observe,
    redact,
    maxBytes: options.maxBytes,
    mostLarge: options.mostLarge,
    connections: options.connections,
  })
  const world: World = {
    url: origin,
    seen,
    lines,
    upstreams,
    answer: json(200, { ok: true }),
    reset() {
      seen.length = 0
      lines.length = 0
      world.answer = json(200, { ok: true })
    },
    connections: () => connections,
    async stop() {
      await upstreams.close()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return world
}
