/**
 * Every 402 of every paid route passes a stock nginx: its whole head, measured on a socket, has
 * 3,800 bytes at most, also at a public address of 64 characters. Headers, body and documents say
 * the same, and the reference extractor catalogues what headers say.
 */
import { extractDiscoveryInfo } from '@x402/extensions'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { privateKeyToAccount, generatePrivateKey } from 'viem/accounts'
import type { ExampleIR, RouteIR } from '../../generator/ir.ts'
import { sign } from '../../scripts/buyer/pay.ts'
import { realCatalog } from '../docs/catalog.ts'
import { wants, type Buyer } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { sendRaw, type RawSeen, type RawSent } from '../helpers/raw.ts'

const MOST = 3800
const ORIGIN = `https://${'gateway-'.repeat(6)}.example`
const HASH = `0x${'7'.repeat(64)}`
const TOKEN = '7'.repeat(77)

/** A request that a route asks money for. `micro` is what its example says. */
interface Case {
  route: RouteIR
  sent: RawSent
  micro?: bigint
}

const { ir, json } = await realCatalog()
const paid = ir.routes.filter(route => route.price !== undefined)
const cases = paid.flatMap(casesOf)

let shop: TestGateway
let buyer: Buyer
beforeAll(async () => {
  shop = await startGateway({ env: { PUBLIC_URL: ORIGIN } })
  buyer = await shop.buyer()
})
afterAll(() => shop?.stop())

const send = (sent: RawSent): Promise<RawSeen> => sendRaw(shop.url, sent)

/**
 * The examples that a running gateway quotes as they say: none that sets what hooks answer,
 * nothing refused or free.
 */
function casesOf(route: RouteIR): Case[] {
  const quoted = route.examples.filter(
    ({ expect: to, hooks }) => 'micro' in to && to.micro > 0n && Object.keys(hooks).length === 0,
  )
  const own = quoted.map(example => ({
    route,
    sent: requestOf(route, example),
    micro: 'micro' in example.expect ? example.expect.micro : undefined,
  }))
  const values = route.examples.find(({ path }) => path !== undefined)?.path ?? {}
  return [...own, { route, sent: { method: route.method, path: pathOf(route, values) } }]
}

function requestOf(route: RouteIR, { body, query, path }: Partial<ExampleIR>): RawSent {
  const search = new URLSearchParams(query).toString()
  return {
    method: route.method,
    path: pathOf(route, path ?? {}) + (search === '' ? '' : `?${search}`),
    body,
  }
}

function pathOf(route: RouteIR, values: Readonly<Record<string, string>>): string {
  return route.path
    .replace(
      /\{(\w+)\}/g,
      (_, name: string) => values[name] ?? (name === 'token_id' ? TOKEN : HASH),
    )
    .replace(/\*$/, values.rest ?? 'games')
}

/** The challenge of a 402, after all that must hold for any of them. */
function challengeOf(seen: RawSeen): any {
  const { status, head, headers } = seen
  expect(status, JSON.stringify(seen.body)).toBe(402)
  expect(head).toBeLessThanOrEqual(MOST)
  const value = headers['payment-required']!
  expect([headers['x-payment-required'], headers['www-authenticate']]).toEqual([
    value,
    `X402 requirements=${value}`,
  ])
  const challenge = JSON.parse(Buffer.from(value, 'base64').toString())
  expect(JSON.stringify(challenge)).not.toContain('null')
  expect(challenge.accepts).toHaveLength(1)
  return challenge
}

/** What the reference extractor makes of a challenge; its complaints fail the test. */
function catalogued(challenge: any): any {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const found = extractDiscoveryInfo(
    { ...challenge, payload: {}, accepted: challenge.accepts[0] },
    challenge.accepts[0],
  )
  expect(warn.mock.calls).toEqual([])
  warn.mockRestore()
  return found
}

it('there is a case for every paid route, and the longest origin has 64 characters', () => {
  expect(new Set(cases.map(({ route }) => route.id)).size).toBe(paid.length)
  expect(paid.length).toBeGreaterThan(50)
  expect(ORIGIN).toHaveLength(64)
})

const named = (some: readonly Case[]) =>
  some.map(one => ({ name: `${one.route.method} ${one.sent.path.slice(0, 80)}`, ...one }))

describe.each(named(cases))('$name', ({ route, sent, micro }) => {
  it('PAY-005 PAY-009 DISC-001 its 402 passes a proxy; headers, body, documents agree', async () => {
    const seen = await send(sent)
    const challenge = challengeOf(seen)
    const { accepts, resource, extensions } = seen.body
    const path = sent.path.split('?')[0]!
    expect(challenge).toMatchObject({ x402Version: 2, accepts, resource: { url: ORIGIN + path } })
    expect(resource).toEqual({
      url: ORIGIN + path,
      description: route.summary,
      mimeType: 'application/json',
    })
    if (micro !== undefined) expect(BigInt(accepts[0].amount)).toBe(micro)
    const { schema, ...said } = challenge.extensions.bazaar
    expect(extensions.bazaar).toMatchObject(said)
    expect(JSON.stringify(extensions.bazaar.schema).length).toBeGreaterThanOrEqual(
      JSON.stringify(schema).length,
    )
    const item = json('x402.json').items.find(
      (one: any) => one.method === route.method && one.resource.url === `{origin}${route.path}`,
    )
    if (route.suspended === undefined)
      expect(item.accepts[0]).toMatchObject({
        ...accepts[0],
        amount: expect.any(String),
        payTo: '{payTo}',
      })
  })
})

// One challenge of each route, because the extractor compiles the schema of schemas for each.
it.each(named(cases.filter(({ micro }) => micro === undefined)))(
  'DISC-001 $name: the reference extractor catalogues all values of its holes as one',
  async ({ route, sent }) => {
    const seen = await send(sent)
    for (const challenge of [challengeOf(seen), seen.body]) {
      const found = catalogued(challenge)
      const template = route.path.replace(/\{(\w+)\}/g, ':$1').replace(/\*$/, ':rest')
      expect(found).toMatchObject({
        resourceUrl: ORIGIN + template,
        method: route.method,
        description: route.summary,
      })
      expect(found.routeTemplate).toBe(template === route.path ? undefined : template)
      if (template !== route.path)
        expect(at(template, found.discoveryInfo.input.pathParams)).toBe(sent.path.split('?')[0])
    }
  },
)

/** The address of a template with these values. */
function at(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/:(\w+)/g, (_, name: string) => values[name]!)
}

describe('[PAY-005] every other 402 passes a proxy too', () => {
  const stranger = privateKeyToAccount(generatePrivateKey())
  const firsts = paid
    .filter(({ suspended }) => suspended === undefined)
    .map(route => casesOf(route)[0]!)
  const payable = paid
    .filter(({ suspended, price }) => suspended === undefined && !price!.identify)
    .map(route => {
      const example = route.examples.find(
        ({ expect: to }) => 'about' in to || ('micro' in to && to.micro > 0n),
      )
      return requestOf(route, example ?? {})
    })

  it.each(['HEAD', 'OPTIONS'])('%s of any paid path', async method => {
    for (const { sent } of firsts) challengeOf(await send({ method, path: sent.path }))
  })

  it('payments that cannot be read, and those of a wallet without money', async () => {
    for (const sent of payable) {
      const header = await sign(stranger, challengeOf(await send(sent)))
      for (const payment of ['e30=', header]) {
        const seen = await send({ ...sent, headers: { 'payment-signature': payment } })
        challengeOf(seen)
        expect(seen.body.error).toBeDefined()
      }
    }
  })

  it.each([
    ['llama', { method: 'GET', path: '/api/v1/defi/chains' }],
    ['nodes', { ...wants.rpc, method: 'POST' }],
    ['predex', { method: 'GET', path: '/api/v1/pm/venue-a/markets?limit=3' }],
  ] as const)('payments that fail after the call of %s', async (upstream, sent) => {
    const wallet = await shop.buyer()
    const header = await wallet.header(sent)
    shop.upstreams.set(upstream, { mode: 'hold', times: 1 })
    const answer = send({ ...sent, headers: { 'payment-signature': header } })
    await expect.poll(() => shop.upstreams.calls(upstream).length).toBeGreaterThan(0)
    await shop.chain.fund(wallet.account.address, -(await wallet.balance()))
    shop.upstreams.release(upstream)
    const seen = await answer
    expect(seen.body.error).toBe('Payment settlement failed')
    expect(seen.headers['payment-response']).toBeDefined()
    expect(challengeOf(seen).resource.url).toBe(ORIGIN + sent.path.split('?')[0])
  })

  it('replays, polls, and free paths', async () => {
    const header = await buyer.header(wants.pm)
    const buy = (): Promise<RawSeen> =>
      send({ ...wants.pm, headers: { 'payment-signature': header } })
    expect((await buy()).status).toBe(200)
    challengeOf(await buy())
    const film = {
      method: 'POST',
      path: '/api/v1/videos/generations',
      body: { prompt: 'a paper boat' },
    } as const
    const job = await send({ ...film, headers: { 'payment-signature': await buyer.header(film) } })
    expect(job.status).toBe(202)
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      challengeOf(await send({ method, path: job.body.poll_url }))
    expect((await send({ method: 'HEAD', path: '/api/v1/models' })).head).toBeLessThan(MOST)
  })

  it('addresses of any length: first metadata is left out, then the address cut', async () => {
    for (const length of [100, 300, 500, 1000]) {
      const path = `/api/v1/pm/sports/${'x'.repeat(length)}`
      const seen = await send({ method: 'GET', path })
      expect(ORIGIN + path).toContain(challengeOf(seen).resource.url)
      expect(seen.body.resource.url).toBe(ORIGIN + path)
    }
  })
})
