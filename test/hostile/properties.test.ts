/**
 * Whatever is sent: no 5xx, no crash, never a charge. Seeded, so that a failure can be repeated.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wants, type Buyer, type Wanted } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { open, seal, serves, shapes, traces } from './strangers.ts'
import { runs } from '../helpers/runs.ts'
import { anyCharacter } from '../helpers/text.ts'

let shop: TestGateway
let buyer: Buyer
let before: Awaited<ReturnType<typeof traces>>
/** A payment that would be good, for each shape. */
const good = new Map<string, any>()

beforeAll(async () => {
  shop = await startGateway()
  buyer = await shop.buyer()
  for (const [name, wanted] of Object.entries(shapes))
    good.set(name, open(await buyer.header(wanted)))
  before = await traces(shop)
})
afterAll(async () => {
  if (shop) {
    await serves(shop.url)
    expect(await traces(shop)).toEqual(before)
  }
  await shop?.stop()
})

const SETTINGS = { seed: 20_240_607 } as const
let callers = 0
/**
 * Addresses of callers that nobody shares, as the edge would send them, so that no limit answers
 * instead.
 */
const caller = (): string =>
  `10.${(++callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`

/** Sends, and expects no fault of ours. A 502 is what the suspended route says to whoever pays. */
async function faultless(path: string, init: RequestInit, suspended = false): Promise<number> {
  const response = await fetch(shop.url + path, {
    ...init,
    headers: { 'cf-connecting-ip': caller(), ...init.headers },
    redirect: 'manual',
  })
  const text = await response.text()
  expect(
    response.status < 500 || (suspended && response.status === 502),
    `${response.status} ${text.slice(0, 300)}`,
  ).toBe(true)
  if (response.status >= 400 && init.method !== 'HEAD')
    expect(JSON.parse(text)).toBeTypeOf('object')
  return response.status
}

/** Words that mean something to some part, between words that mean nothing. */
const word = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '__proto__',
      'constructor',
      'toString',
      'model',
      'prompt',
      'size',
      'n',
      'method',
      'params',
      'id',
      'jsonrpc',
      'addresses',
      'length',
      'vendorA/image-1',
      'vendorD/image-5-pro',
      '1024x1024',
      'eth_chainId',
      'eth_blockNumber',
      'getSlot',
      'base',
      'ethereum',
      '0',
      '-1',
      '1e309',
      '\u0000',
      '\ud800',
      '\u202e',
      '%2e%2e',
      '..',
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 40, unit: anyCharacter }) },
)
const leaf = fc.oneof(
  word,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.bigInt().map(Number),
  fc.constantFrom(0, -0, 1, 2, 10, 11, 1e21, 2 ** 53, 0.1),
)
const json = fc.letrec<{ any: unknown }>(tie => ({
  any: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    leaf,
    fc.array(tie('any'), { maxLength: 5 }),
    fc.dictionary(word, tie('any'), { maxKeys: 6 }),
  ),
})).any

/** Requests near to good ones: members replaced, added and taken away. */
const nearly = (wanted: Wanted): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      fc.dictionary(word, json, { maxKeys: 3 }),
      fc.subarray(Object.keys((wanted.body ?? {}) as object)),
    )
    .map(([more, gone]) => {
      const body: Record<string, unknown> = { ...(wanted.body as object), ...more }
      for (const name of gone) delete body[name]
      return Array.isArray(wanted.body) ? Object.values(body) : body
    })

const names = Object.keys(shapes) as (keyof typeof shapes)[]
const posts = names.filter(name => shapes[name].method === 'POST')

describe.each(posts)('the body of %s', name => {
  it('may be any JSON', () =>
    fc.assert(
      fc.asyncProperty(fc.oneof(json, nearly(shapes[name])), async body => {
        await faultless(shapes[name].path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body) ?? 'undefined',
        })
      }),
      { ...SETTINGS, numRuns: runs(120) },
    ))

  it('may be any bytes, under any type', () =>
    fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom(
          'application/json',
          'text/plain',
          'multipart/form-data',
          '',
          'application/x-ndjson; a="b',
        ),
        async (bytes, type) => {
          await faultless(shapes[name].path, {
            method: 'POST',
            headers: { 'content-type': type },
            body: Buffer.from(bytes),
          })
        },
      ),
      { ...SETTINGS, numRuns: runs(60) },
    ))
})

const segment = fc.oneof(
  word.map(text => encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, '\ufffd'))),
  fc.constantFrom(
    '%',
    '%zz',
    '%2f',
    '%00',
    '.',
    '..',
    '',
    ';',
    '*',
    ':x',
    '{x}',
    '#',
    '?',
    'a b',
    '%e2%82',
  ),
)
const search = fc
  .array(fc.tuple(segment, segment), { maxLength: 6 })
  .map(pairs => pairs.map(([name, value]) => `${name}=${value}`).join('&'))
const roots = [
  '/api/v1/pm/venue-a/',
  '/api/v1/pm/venue-a/wallet/',
  '/api/v1/pm/sports/',
  '/api/v1/pm/',
  '/api/v1/rpc/',
  '/api/v1/images/',
  '/api/v1/images/generations/',
  '/media/',
  '/api/v1/',
  '/api/',
  '/.well-known/',
  '/',
] as const

it('any path and query, by any method', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...roots),
      fc.array(segment, { maxLength: 4 }),
      search,
      fc.constantFrom('GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE'),
      async (root, rest, query, method) => {
        await faultless(`${root}${rest.join('/')}?${query}`, { method })
      },
    ),
    { ...SETTINGS, numRuns: runs(400) },
  ))

it.each([
  '/api/v1/models',
  '/api/v1/images/models',
  '/api/pricing',
  '/openapi.json',
  '/.well-known/x402',
  '/api/v1/balance',
  '/api/v1/pm/venue-a/markets',
  '/api/v1/pm/exchange/candles/BTCUSDT',
])('any query of %s', path =>
  fc.assert(
    fc.asyncProperty(search, async query => {
      await faultless(`${path}?${query}`, { method: 'GET' })
    }),
    { ...SETTINGS, numRuns: runs(40) },
  ),
)

/** Places inside a payment. */
const places = [
  'x402Version',
  'accepted',
  'accepted.scheme',
  'accepted.network',
  'accepted.asset',
  'accepted.amount',
  'accepted.payTo',
  'payload',
  'payload.signature',
  'payload.authorization',
  ...['from', 'to', 'value', 'validAfter', 'validBefore', 'nonce'].map(
    field => `payload.authorization.${field}`,
  ),
]
const odd = fc.oneof(
  json,
  fc.bigInt({ min: 0n, max: 2n ** 300n }).map(String),
  fc
    .uint8Array({ minLength: 1, maxLength: 70 })
    .map(bytes => `0x${Buffer.from(bytes).toString('hex')}`),
  fc.constantFrom(
    '0x',
    '0',
    '00',
    '1e3',
    '0x0',
    '-0',
    ' 1',
    '1 ',
    '\u0661',
    `0x${'0'.repeat(40)}`,
    `0x${'f'.repeat(64)}`,
  ),
)

/**
 * A copy with one place changed; undefined where the change is none, or one that the protocol
 * tolerates (case of hex).
 */
function changed(payment: any, place: string, value: unknown): any {
  const copy = structuredClone(payment)
  const steps = place.split('.')
  const last = steps.pop()!
  const parent = steps.reduce((at, step) => at[step], copy)
  const same =
    typeof value === 'string' && String(parent[last]).toLowerCase() === value.toLowerCase()
  parent[last] = value
  return same ? undefined : copy
}

describe.each(names)('a payment for %s', name => {
  const { method, path, body } = shapes[name] as Wanted
  const send = (header: string): Promise<number> =>
    faultless(path, {
      method,
      headers: { 'payment-signature': header, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  it('ERR-007 with anything changed in it is 402', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), odd, async (place, value) => {
        const payment = changed(good.get(name), place, value)
        if (payment !== undefined) expect(await send(seal(payment))).toBe(402)
      }),
      { ...SETTINGS, numRuns: runs(100) },
    ))

  it('ERR-007 that is any text is 402', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ maxLength: 300 }),
          fc.base64String({ maxLength: 300 }),
          json.map(seal),
        ),
        async text => {
          if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text))
            expect(await send(text)).toBe(402)
        },
      ),
      { ...SETTINGS, numRuns: runs(40) },
    ))
})

it('a good payment with any refused body is never claimed', () =>
  fc.assert(
    fc.asyncProperty(json, async body => {
      const wrong = typeof body === 'object' && body !== null ? { ...body, n: 99 } : body
      const status = await faultless(wants.image.path, {
        method: 'POST',
        headers: {
          'payment-signature': seal(good.get('a job')),
          'content-type': 'application/json',
        },
        body: JSON.stringify(wrong) ?? '',
      })
      expect(status).toBe(400)
    }),
    { ...SETTINGS, numRuns: runs(80) },
  ))
