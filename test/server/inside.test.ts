/** Requests that a service makes to its own gateway for its caller. */
import type { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { InsideReply, InsideRequest, Outer } from '../../runtime/http/inside.ts'
import { routes } from '../helpers/cash-catalog.ts'
import { gives, startCashGateway, until, type CashGateway } from '../helpers/cash-gateway.ts'
import { chatWorld, openStreams, type ManualStream } from '../helpers/cash-streams.ts'

let at: CashGateway
let streams: ManualStream[]
let leave: () => void
let isThere: boolean

beforeEach(async () => {
  const world = chatWorld(undefined, Object.values(routes))
  streams = openStreams(world)
  world.vendor.reply = () => gives({ wrote: 'it' })
  at = await startCashGateway(world)
  isThere = true
  leave = () => undefined
})
afterEach(() => at.stop())

/** A caller of the service, at an address of its own. */
const outer = (ip = '203.0.113.9'): Outer => ({
  ip,
  isUnnamed: false,
  ids: { request: 'the-outer-one' },
  facts: { origin: 'https://shop.example' } as Outer['facts'],
  listening: () => isThere,
  hangUp: () => undefined,
  delivery: async () => isThere,
  onLeave: listener => {
    const before = leave
    leave = () => {
      isThere = false
      before()
      listener()
    }
  },
})

const ask = (request: InsideRequest, from = outer()): Promise<InsideReply> =>
  at.gateway.catalogs.current().context.askInside(from, request)

const json = { 'content-type': 'application/json' }
const chat = (header?: string): InsideRequest => ({
  method: 'POST',
  url: '/chat',
  body: '{}',
  headers: { ...json, ...(header === undefined ? {} : { 'payment-signature': header }) },
})

const signed = async (path: string, body: unknown = {}): Promise<string> =>
  at.world.cash.wallet('ann').sign(await at.quote(path, body))

const firstOf = async (body: Readable): Promise<string> => {
  for await (const piece of body) return String(piece)
  return ''
}

it('are quoted, paid and settled as those of the caller', async () => {
  const request = { method: 'POST', url: '/write/first', headers: json, body: '{"text":"hi"}' }
  const quoted = await ask(request)
  expect(quoted.status).toBe(402)
  const challenge = Buffer.from(quoted.headers['payment-required']!, 'base64').toString()
  expect(JSON.parse(challenge).resource.url).toMatch(/^https:\/\/shop\.example\//)
  const paid = await signed('/write/first', { text: 'hi' })
  const headers = { ...json, 'payment-signature': paid, 'x-forwarded-for': '198.51.100.1' }
  const reply = await ask({ ...request, headers })
  expect([reply.status, JSON.parse(await textOf(reply.body))]).toEqual([200, { wrote: 'it' }])
  expect(reply.headers['payment-response']).toBeDefined()
  expect(at.world.cash.bank.attempts).toHaveLength(1)
  expect(at.facts.slice(-1)).toMatchObject([{ ip: '203.0.113.9', request: 'the-outer-one' }])
})

it('count in the limits of the caller', async () => {
  const statuses = []
  for (let times = 0; times < 4; times++)
    statuses.push((await ask({ method: 'GET', url: '/limited' })).status)
  const other = await ask({ method: 'GET', url: '/limited' }, outer('203.0.113.10'))
  expect([statuses, other.status]).toEqual([[200, 200, 200, 429], 200])
})

it('give a stream piece by piece', async () => {
  const { status, body } = await ask(chat(await signed('/chat')))
  expect([status, await firstOf(body)]).toEqual([200, expect.stringContaining('one')])
  body.destroy()
})

it('stop their upstream when the caller of the service leaves', async () => {
  const { body } = await ask(chat(await signed('/chat')))
  body.resume().on('error', () => undefined)
  leave()
  await until(() => streams[0]!.isCancelled)
})

it('never reach the figures of operators, wherever their caller is', async () => {
  const { metrics } = at.world.catalog.gateway
  expect((await at.fetch(metrics)).status).toBe(200)
  expect((await ask({ method: 'GET', url: metrics }, outer('127.0.0.1'))).status).toBe(404)
})
