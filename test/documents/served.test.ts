/**
 * The documents of a running gateway: compact, compressed, cached by ETag, and without anything
 * that is the operator's.
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../../generated/index.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { servesPageFile } from '../helpers/page-files.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway?.stop())

interface Answer {
  status: number
  headers: Record<string, string | undefined>
  bytes: Buffer
}

/** A request whose answer is left as it came: fetch would decompress it. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, gateway.url), { method, headers }, response => {
      const parts: Buffer[] = []
      response.on('data', part => parts.push(part))
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers as Answer['headers'],
          bytes: Buffer.concat(parts),
        }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

const free = catalog.routes.filter(
  ({ flow, method, path, gone }) =>
    flow === 'free' && gone === undefined && method === 'GET' && !/[{*]/.test(path),
)
/** What is written for people and programs; the files of pages are in `pages.test.ts`. */
const documents = free
  .filter(route => /\.(?:json|txt)$/.test(route.document ?? '') && !servesPageFile(route))
  .map(({ path }) => path)
/** `/` has two forms. */
const varyOf = (path: string): string => (path === '/' ? 'Accept, ' : '') + 'Accept-Encoding'
const fixed = ['/api/v1/models', '/v1/models', '/api/v1/images/models', '/api/v1/video/models']
const cached = [...documents, ...fixed]
/** Documents that are too small to be compressed, or are compressed files. */
const AS_IT_IS = ['mcp.json', 'client.tgz']
const left = free.filter(({ document }) => AS_IT_IS.includes(document!)).map(({ path }) => path)
/** What the gateway answers by itself; a passthrough has no HEAD. */
const views = free
  .filter(({ upstream }) => upstream === undefined)
  .map(({ path }) => path)
  .filter(path => !path.endsWith('/balance'))

it('there is a document at / that names the others', async () => {
  const { status, bytes } = await ask('/')
  const contents = JSON.parse(bytes.toString())
  expect([status, contents.name]).toEqual([200, catalog.gateway.name])
  const urls = contents.documents.map(({ url }: { url: string }) => url)
  for (const path of ['/llms.txt', '/openapi.json', '/.well-known/x402', '/api/pricing'])
    expect(urls).toContain(gateway.url + path)
  for (const url of urls)
    expect([url, (await ask(new URL(url).pathname)).status]).toEqual([url, 200])
})

it('llms.txt is text with every endpoint', async () => {
  const { status, headers, bytes } = await ask('/llms.txt')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const shown = catalog.routes.filter(route => route.gone === undefined && !servesPageFile(route))
  for (const { method, path } of shown) expect(bytes.toString()).toContain(`\`${method} ${path}\``)
  expect(bytes.toString()).toContain(`${gateway.url}/openapi.json`)
})

describe('openapi.json of one tag', () => {
  const parsed = async (path: string): Promise<any> =>
    JSON.parse((await ask(path)).bytes.toString())

  it('has its operations and all that they refer to, and nothing else', async () => {
    const whole = await parsed('/openapi.json?tag=all')
    for (const { name } of whole.tags) {
      const part = await parsed(`/openapi.json?tag=${name}`)
      expect(part.tags).toEqual(whole.tags.filter((one: any) => one.name === name))
      const tagged = Object.entries<any>(whole.paths).flatMap(([path, item]) =>
        Object.entries<any>(item).flatMap(([method, one]) =>
          one.tags.includes(name) ? [[path, method, one]] : [],
        ),
      )
      const served = Object.entries<any>(part.paths).flatMap(([path, item]) =>
        Object.entries<any>(item).map(([method, one]) => [path, method, one]),
      )
      expect(served).toEqual(tagged)
      const text = JSON.stringify(part)
      const components = Object.entries<object>(part.components).flatMap(([kind, all]) =>
        Object.entries(all).map(([one, value]) => [kind, one, value] as const),
      )
      for (const [kind, one, value] of components.filter(([kind]) => kind !== 'securitySchemes')) {
        expect(text).toContain(`"$ref":"#/components/${kind}/${one}"`)
        expect(value).toEqual(whole.components[kind][one])
      }
      for (const [, kind, one] of text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g))
        expect(part.components[kind!]).toHaveProperty([one!])
    }
  })

  it('is small, compressed, and has a tag of its own', async () => {
    const whole = await ask('/openapi.json')
    const part = await ask('/openapi.json?tag=images', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(part.bytes).length).toBeLessThan(whole.bytes.length / 5)
    const { etag } = part.headers
    const again = { 'accept-encoding': 'br', 'if-none-match': etag! }
    expect((await ask('/openapi.json?tag=images', again)).status).toBe(304)
    expect((await ask('/openapi.json?tag=chat', again)).status).toBe(200)
    expect((await ask('/openapi.json', again)).status).toBe(200)
  })

  it.each(['tag=nothing', 'tag=', 'tag=__proto__'])(
    'is refused for %s, with the tags that there are',
    async query => {
      const { status, bytes } = await ask(`/openapi.json?${query}`)
      const { details } = JSON.parse(bytes.toString())
      expect([status, details]).toEqual([
        400,
        [expect.objectContaining({ path: 'tag', message: expect.stringContaining('images, ') })],
      ])
    },
  )

  it('is refused for two tags', async () => {
    const { status, bytes } = await ask('/openapi.json?tag=images&tag=chat')
    expect([status, JSON.parse(bytes.toString()).details]).toEqual([
      400,
      [expect.objectContaining({ path: 'tag' })],
    ])
  })
})

it.each(left)('%s is sent as it is', async path => {
  const { headers, bytes } = await ask(path, { 'accept-encoding': 'gzip, br' })
  expect(headers['content-encoding']).toBeUndefined()
  const seen = await ask(path, { 'if-none-match': headers.etag! })
  expect([seen.status, bytes.length > 0]).toEqual([304, true])
})

describe.each(cached.filter(path => !left.includes(path)))('%s', path => {
  it('is compact, and the same behind each encoding', async () => {
    const plain = await ask(path)
    const text = plain.bytes.toString()
    if (plain.headers['content-type']!.startsWith('application/json'))
      expect(text).toBe(JSON.stringify(JSON.parse(text)))
    const br = await ask(path, { 'accept-encoding': 'gzip, br' })
    const gzip = await ask(path, { 'accept-encoding': 'br;q=0.2, gzip' })
    expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual([
      'br',
      'gzip',
    ])
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true)
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true)
    expect(br.bytes.length).toBeLessThan(plain.bytes.length / 2)
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3)
    for (const { headers, bytes } of [plain, br, gzip]) {
      expect(headers).toMatchObject({
        vary: varyOf(path),
        'cache-control': 'public, max-age=60',
      })
      expect(headers['content-length']).toBe(String(bytes.length))
    }
  })

  it('answers 304 when the ETag matches, in the requested encoding', async () => {
    const etag = (await ask(path)).headers.etag!
    const compressed = (await ask(path, { 'accept-encoding': 'br' })).headers.etag!
    const seen = await ask(path, { 'if-none-match': `"other", W/${etag}` })
    expect([seen.status, seen.bytes.length, seen.headers.etag, seen.headers.vary]).toEqual([
      304,
      0,
      etag,
      varyOf(path),
    ])
    expect((await ask(path, { 'if-none-match': compressed, 'accept-encoding': 'br' })).status).toBe(
      304,
    )
    expect((await ask(path, { 'if-none-match': compressed })).status).toBe(200)
    expect((await ask(path, { 'if-none-match': '"other"' })).status).toBe(200)
    expect((await ask(path, { 'if-none-match': etag, host: 'other.example' })).status).toBe(
      documents.includes(path) && path !== '/api/pricing' ? 200 : 304,
    )
  })
})

describe.each(views)('[DISC-021] %s', path => {
  it('HEAD is 200 with the headers of GET and no body, OPTIONS is answered like GET', async () => {
    const get = await ask(path)
    // Its 402 asks the caller to sign in, each time with another nonce. Nothing is to be paid.
    const isSignIn = catalog.routes.find(one => one.path === path)?.serves === 'purchases'
    const status = isSignIn ? 402 : 200
    const head = await ask(path, {}, 'HEAD')
    const options = await ask(path, {}, 'OPTIONS')
    const plain = ({
      headers: { date: _date, 'x-request-id': _id, 'content-length': length, ...rest },
    }: Answer): object =>
      isSignIn ? Object.keys(rest).sort() : { ...rest, length: Number(length) > 0 }
    expect([head.status, head.bytes.length, plain(head)]).toEqual([status, 0, plain(get)])
    expect([options.status, plain(options)]).toEqual([status, plain(get)])
    expect(options.bytes.length).toBeGreaterThan(0)
  })
})

describe("what is the operator's alone", () => {
  const bases = Object.values(catalog.upstreams).map(({ base }) => new URL(base).host)
  /** A place of the catalog, the margin, or an upstream's address. */
  const operators = (text: string): string[] => [
    ...(text.match(
      /catalog\/|[\w-]+\.(?:routes|models)\.yaml|\.yaml:\d+|\bmargin\b|\busd_per_\w+ \*/gi,
    ) ?? []),
    ...bases.filter(host => text.includes(host)),
  ]

  it.each(cached)('is not in %s', async path => {
    expect(operators((await ask(path)).bytes.toString())).toEqual([])
  })

  it('is in no 402', async () => {
    for (const { method, path, gone } of catalog.routes.filter(
      route => route.price !== undefined,
    )) {
      const { status, bytes, headers } = await ask(
        path.replace(/\{\w+\}/g, 'base').replace(/\*$/, 'x'),
        {},
        method,
      )
      if (gone === undefined) expect([path, status]).toEqual([path, expect.any(Number)])
      const challenge = Buffer.from(headers['payment-required'] ?? '', 'base64').toString()
      // The lines of a price have its margin, as the product's specification tells it to callers.
      const shown = bytes.toString().replaceAll('"unit":"margin"', '')
      expect([path, operators(shown + challenge)]).toEqual([path, []])
    }
  })
})

it('requests with a matching ETag are answered and not counted, even over the limit', async () => {
  const path = '/api/v1/audio/models'
  const etag = (await ask(path)).headers.etag!
  for (let i = 0; i < 150; i++)
    expect((await ask(path, { 'if-none-match': etag })).status).toBe(304)
  expect((await ask(path)).status).toBe(200)
  let status = 200
  for (let i = 0; i < 100 && status === 200; i++) status = (await ask(path)).status
  expect(status).toBe(429)
  expect((await ask(path, { 'if-none-match': etag })).status).toBe(304)
})
