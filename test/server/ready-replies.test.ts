/**
 * The 402 of a fixed price, once made, is answered ahead of the router: what may not be answered
 * so.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { request } from 'node:http'
import { startCashGateway, type CashGateway } from '../helpers/cash-gateway.ts'

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

  it('is not given to who pays', async () => {
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

  it('holds the address that was asked for', async () => {
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
