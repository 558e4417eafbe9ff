/**
 * The 402 of a fixed price and documents, once made, are answered ahead of the router: what may not
 * be answered so.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { request } from 'node:http'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import { allRoutes, partsOf } from '../helpers/cash-editions.ts'
import { cashWorld, startCashGateway, type CashGateway } from '../helpers/cash-gateway.ts'

const PATH = '/pm/read/1'
let at: CashGateway
beforeEach(async () => {
  at = await startCashGateway()
})
afterEach(() => at.stop())

/** A reply to exactly these headers; `fetch` sets some of its own. */
interface Got {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

function get(path: string, headers: Record<string, string> = {}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = request(at.url + path, { headers, agent: false }, reply => {
      let text = ''
      reply.on('data', piece => (text += piece))
      reply.on('end', () =>
        resolve({ status: reply.statusCode!, headers: reply.headers, body: text }),
      )
    })
    sent.on('error', reject).end()
  })
}

/** What is asked for in the header: the part of a reply that pays. */
const asked = ({ headers }: Got): any =>
  JSON.parse(Buffer.from(String(headers['payment-required']), 'base64').toString())

const undated = ({ headers: { date: _, ...headers }, ...rest }: Got): object => ({
  ...rest,
  headers,
})

describe('a ready 402', () => {
  it('is the one that the router gives, and is recorded as that one is', async () => {
    const own = { 'x-request-id': 'r1' }
    const [first, second] = [await get(PATH, own), await get(PATH, own)]
    expect(first.status).toBe(402)
    expect(undated(second)).toEqual(undated(first))
    expect(at.facts).toHaveLength(2)
    expect({ ...at.facts[1], ms: 0 }).toEqual({ ...at.facts[0], ms: 0 })
  })

  it('is not sent to callers with a payment', async () => {
    await get(PATH)
    const bad = await get(PATH, { 'payment-signature': 'none' })
    expect(JSON.parse(bad.body).message).not.toBe(JSON.parse((await get(PATH)).body).message)
    at.world.vendor.reply = () => ({
      ok: true,
      status: 200,
      headers: {},
      body: Buffer.from('{"found":1}'),
      json: { found: 1 },
      given: {},
    })
    const header = at.world.cash.wallet('ann').sign(await at.quote(PATH))
    for (const name of ['payment-signature', 'x-payment']) {
      const own =
        name === 'x-payment' ? at.world.cash.wallet('bob').sign(await at.quote(PATH)) : header
      expect([name, (await get(PATH, { [name]: own })).status]).toEqual([name, 200])
    }
  })

  it('has the requested address', async () => {
    await get(PATH, { host: 'one.example' })
    await get(PATH, { host: 'two.example' })
    expect(asked(await get(PATH, { host: 'one.example' })).resource.url).toContain('one.example')
    expect(asked(await get(PATH, { host: 'two.example' })).resource.url).toContain('two.example')
    await get('/pm/read/2')
    expect(asked(await get('/pm/read/2')).resource.url).toMatch(/\/pm\/read\/2$/)
  })

  it('names no scheme of its own to a client that sent Accept-Payment, and does to others', async () => {
    for (let i = 0; i < 2; i++) {
      const plain = await get(PATH)
      const accepting = await get(PATH, { 'accept-payment': 'x402' })
      expect(plain.headers['www-authenticate']).toBeDefined()
      expect(accepting.headers['www-authenticate']).toBeUndefined()
    }
  })

  it('is made anew each minute, with the time until which its amount is kept', async () => {
    const { clock } = at.world
    const kept = async (): Promise<number> =>
      Date.parse(JSON.parse((await get(PATH)).body).extensions.price.info.validUntil) - clock.now()
    await clock.skip(60_000 - (clock.now() % 60_000))
    const lifetime = asked(await get(PATH)).accepts[0].maxTimeoutSeconds * 1000
    expect(await kept()).toBe(lifetime)
    await clock.skip(59_999)
    expect(await kept()).toBe(lifetime - 59_999)
    await clock.skip(1)
    expect(await kept()).toBe(lifetime)
  })

  it('is for its own method: others have the reply that is theirs', async () => {
    await get(PATH)
    await get(PATH)
    const { status } = await at.fetch(PATH, { method: 'DELETE' })
    expect(status).not.toBe(402)
    const head = await at.fetch(PATH, { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([402, ''])
  })
})

describe('a ready document', () => {
  const DOCUMENT = '/document.json'
  /** The status of a request for a document, and what it holds. */
  const read = async (headers: Record<string, string> = {}): Promise<[number, string]> => {
    const { status, body } = await get(DOCUMENT, headers)
    return [status, body]
  }

  it('is recorded as the one that the router gives, whole and as a 304', async () => {
    const own = { 'x-request-id': 'r1', traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` }
    const { headers } = await get(DOCUMENT, own)
    const seen = { ...own, 'if-none-match': String(headers.etag) }
    expect((await get(DOCUMENT, { ...seen, 'payment-signature': 'none' })).status).toBe(304)
    for (const one of [own, seen]) await get(DOCUMENT, one)
    const [whole, unchanged, ...ready] = at.facts.map(one => ({ ...one, ms: 0 }))
    expect(ready).toEqual([whole, unchanged])
    expect(whole).toMatchObject({ status: 200, request: 'r1', trace: '1'.repeat(32) })
  })

  it('is the one of the live catalog after a switch, and after the switch back', async () => {
    const { catalogs } = at.gateway
    const [before, tag] = [await read(), String((await get(DOCUMENT)).headers.etag)]
    const was = catalogs.current()
    const parts = partsOf(at, { hash: 'later', list: allRoutes() })
    const later = await catalogs.prepare({ ...parts, documents: () => '{"later":true}' })
    catalogs.serve(later, at.world.clock.now())
    for (let i = 0; i < 2; i++) {
      expect(await read()).toEqual([200, '{"later":true}'])
      expect(await read({ 'if-none-match': tag })).toEqual([200, '{"later":true}'])
    }
    catalogs.serve(was, at.world.clock.now())
    expect(await read()).toEqual(before)
  })

  it('is counted by its limit, except as a 304', async () => {
    await at.stop()
    const document = { ...routes.document!, limit: 'few' }
    at = await startCashGateway(cashWorld(cashCatalog(allRoutes({ document }))))
    const tag = String((await get(DOCUMENT)).headers.etag)
    for (let i = 0; i < 5; i++)
      expect((await get(DOCUMENT, { 'if-none-match': tag })).status).toBe(304)
    const statuses = [await read(), await read(), await read()].map(([status]) => status)
    expect(statuses).toEqual([200, 200, 429])
    expect(at.facts.map(({ status }) => status)).toEqual([200, ...Array(5).fill(304), ...statuses])
  })

  it('is the one of its date', async () => {
    await at.stop()
    const since = cashWorld().clock.now() + 1500
    const catalog = { ...cashCatalog(), dates: [{ since, folder: 'then', files: [] }] }
    const documents = (_: string, from?: number): string => JSON.stringify({ from })
    at = await startCashGateway(cashWorld(catalog), { settings: { documents } })
    for (let i = 0; i < 2; i++) expect(await read()).toEqual([200, '{}'])
    await at.world.clock.skip(1499)
    expect(await read()).toEqual([200, '{}'])
    await at.world.clock.skip(1)
    expect(await read()).toEqual([200, JSON.stringify({ from: since })])
  })
})
