/** What strangers send, byte by byte, and what they may never cause. */
import { connect } from 'node:net'
import { expect } from 'vitest'
import type { PaymentRecord, PaymentState } from '../../runtime/payments/record.ts'
import { wants, type Answer, type Wanted } from '../helpers/buyer.ts'
import type { TestGateway } from '../helpers/gateway.ts'

/**
 * The shapes of paid routes: a job, passthroughs of both methods, one with a path hole, and a
 * suspended rest-of-path route.
 */
export const shapes = {
  'a job': wants.image,
  'a JSON-RPC call': wants.rpc,
  'a batch': wants.batch,
  'a paid read': wants.pm,
  'a read with a hole in its path': {
    method: 'GET',
    path: '/api/v1/pm/venue-a/wallet/0x0000000000000000000000000000000000000001',
  },
  'a paid POST passed through': {
    method: 'POST',
    path: '/api/v1/pm/venue-a/wallet/identities',
    body: { addresses: ['0x0000000000000000000000000000000000000001'] },
  },
  'a suspended route': { method: 'GET', path: '/api/v1/pm/sports/games' },
} as const satisfies Record<string, Wanted>

/** Paths that answer without any payment. */
export const FREE = [
  '/api/v1/models',
  '/api/v1/images/models',
  '/api/pricing',
  '/openapi.json',
  '/.well-known/x402',
  '/.well-known/x402.json',
  '/api/v1/balance?address=0x0000000000000000000000000000000000000001',
  '/api/health',
  '/api/v1/health/overview',
  '/metrics',
] as const

/** Answers later than this are not quick, ms; generous, for machines under load. */
export const QUICK = 5000

/** One answer read from a socket. `body` is parsed where it is JSON. */
export interface Seen {
  status: number
  headers: Record<string, string>
  body: any
}

/**
 * Writes bytes as they are; a number between them is a pause in ms. Returns everything received
 * until the connection ended, `ms` passed, or `isEnough` accepted it.
 */
export function talk(
  url: string,
  parts: readonly (string | Buffer | number)[],
  ms = QUICK,
  isEnough: (text: string) => boolean = () => false,
): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise(resolve => {
    let text = ''
    const socket = connect(Number(port), hostname)
    const end = (): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(text)
    }
    const timer = setTimeout(end, ms)
    socket
      .setEncoding('latin1')
      .on('data', data => {
        text += data
        if (isEnough(text)) end()
      })
      .on('close', end)
      .on('error', () => undefined)
    socket.on('connect', async () => {
      for (const part of parts) {
        if (socket.destroyed) return
        if (typeof part === 'number') await new Promise(go => setTimeout(go, part))
        else socket.write(part)
      }
    })
  })
}

/** The final answers in what `talk` gave. Bodies must have a length. */
export function answers(text: string): Seen[] {
  const found: Seen[] = []
  for (let rest = text; rest.startsWith('HTTP/1.1 ');) {
    const head = rest.slice(0, rest.indexOf('\r\n\r\n'))
    const headers = Object.fromEntries(
      head
        .split('\r\n')
        .slice(1)
        .map(line => {
          const at = line.indexOf(':')
          return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
        }),
    )
    const start = head.length + 4
    const end = start + Number(headers['content-length'] ?? 0)
    const status = Number(head.slice(9, 12))
    if (status >= 200) found.push({ status, headers, body: parsed(rest.slice(start, end)) })
    rest = rest.slice(end)
  }
  return found
}

function parsed(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A request as text; `Connection: close` unless the headers say otherwise. */
export function requestText(line: string, headers: readonly string[] = [], body = ''): string {
  const own = headers.some(header => /^connection:/i.test(header))
    ? headers
    : [...headers, 'Connection: close']
  return [
    `${line} HTTP/1.1`,
    ...(own.some(header => /^host:/i.test(header)) ? [] : ['Host: shop.example']),
    ...own,
    '',
    body,
  ].join('\r\n')
}

/** One request whose path and headers are sent exactly as written. */
export async function knock(
  url: string,
  line: string,
  headers: readonly string[] = [],
  body = '',
): Promise<Seen> {
  const [seen] = answers(await talk(url, [requestText(line, headers, body)]))
  if (seen === undefined) throw new Error(`no answer to ${line.slice(0, 100)}`)
  return seen
}

/** A payment header taken apart. */
export const open = (header: string): any => JSON.parse(Buffer.from(header, 'base64').toString())
/** JSON as a payment header. */
export const seal = (payload: unknown): string =>
  Buffer.from(JSON.stringify(payload)).toString('base64')

const STATES: readonly PaymentState[] = ['claimed', 'settling', 'settled', 'released', 'failed']
/** Records are tagged with their state; unfinished ones of jobs stand apart. */
const TAGS = STATES.flatMap(state => [state, `${state} of a job`])

/** Every payment record that a gateway keeps. */
export async function records(shop: TestGateway): Promise<PaymentRecord[]> {
  const { store } = shop.gateway.parts
  const lists = await Promise.all(
    TAGS.map(tag => store.list<PaymentRecord>('payments', tag, 10_000)),
  )
  return lists.flat().map(({ stored }) => stored.doc)
}

/**
 * What strangers could have changed: the seller's money, what upstreams were asked, what is
 * claimed.
 */
export async function traces(
  shop: TestGateway,
): Promise<{ earned: bigint; calls: number; claimed: number }> {
  return {
    earned: await shop.earned(),
    calls: shop.upstreams.calls().length,
    claimed: (await records(shop)).length,
  }
}

/** Whether the gateway still serves: a free view and a challenge. */
export async function serves(url: string): Promise<void> {
  expect((await fetch(`${url}/api/v1/models`)).status).toBe(200)
  expect((await fetch(url + wants.pm.path)).status).toBe(402)
}

/** Waits until `what` holds; for set-up code, where nothing can be expected yet. */
export async function until(what: () => unknown, ms = 45_000): Promise<void> {
  for (const start = performance.now(); !(await what());) {
    if (performance.now() - start > ms) throw new Error('it never came to be')
    await new Promise(go => setTimeout(go, 20))
  }
}

/** The stored job of an id. */
export const jobOf = async (shop: TestGateway, id: string, store = 'images'): Promise<any> =>
  (await shop.gateway.parts.store.get<any>('jobs', `${store}/${id}`))?.doc

/** What can be sent as a body. */
export type Bytes = NonNullable<RequestInit['body']>

/** Sends a body of any kind as it is. */
export async function post(
  url: string,
  body: Bytes | undefined,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
    duplex: 'half',
  } as RequestInit)
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: parsed(text) }
}
