/**
 * The pages over HTTP: who gets which form, how they are cached, and that each price is the quote.
 */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readChallenge } from '../../scripts/buyer/pay.ts'
import type { Buyer } from '../helpers/buyer.ts'
import { effort } from '../helpers/effort.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { pricedRequests } from './read-page.ts'

let shop: TestGateway
let buyer: Buyer
beforeAll(async () => {
  shop = await startGateway()
  buyer = await shop.buyer()
})
afterAll(() => shop?.stop())

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const PAID = '/api/v1/defi/chains'

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(shop.url + path, { method, headers: { accept: BROWSER, ...headers } })

describe('/', () => {
  it('is a page for browsers and JSON for programs, and says so to caches', async () => {
    const page = await ask('/')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    for (const accept of ['*/*', 'application/json', 'application/json, text/plain, */*'])
      expect((await ask('/', { accept })).headers.get('content-type')).toMatch(/^application\/json/)
    expect(page.headers.get('vary')).toBe('Accept, Accept-Encoding')
  })

  it('each form answers 304 for its own ETag, and not for the ETag of the other', async () => {
    const page = (await ask('/')).headers.get('etag')!
    const json = (await ask('/', { accept: '*/*' })).headers.get('etag')!
    const statuses = [
      await ask('/', { 'if-none-match': page }),
      await ask('/', { 'if-none-match': json }),
      await ask('/', { 'if-none-match': json, accept: '*/*' }),
      await ask('/', { 'if-none-match': page, accept: '*/*' }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([304, 200, 304, 200])
  })

  it('names the documents in `Link`, in both forms and for HEAD', async () => {
    const links = [
      await ask('/'),
      await ask('/', { accept: '*/*' }),
      await ask('/', {}, 'HEAD'),
    ].map(({ headers }) => headers.get('link'))
    expect(new Set(links).size).toBe(1)
    expect(links[0]).toContain('</openapi.json>; rel="service-desc"')
    expect(links[0]).toContain('</docs>; rel="service-doc"')
    expect(links[0]).toContain('</llms.txt>; rel="describedby"')
    expect(links[0]).toContain('</client.tgz>; rel="related"; type="application/gzip"')
  })

  it('loads nothing from elsewhere, and no script that stands in it', async () => {
    for (const path of ['/', '/docs']) {
      const page = await ask(path)
      const policy = page.headers.get('content-security-policy')!
      expect(policy).toContain("default-src 'none'; script-src 'self';")
      expect(policy).not.toMatch(/https?:|unsafe-eval/)
      const html = await page.text()
      expect(html).not.toMatch(/<script(?![^>]* src="\/)|\son\w+=|style="/)
      for (const [, url] of html.matchAll(/(?:src|href)="([^"]*)"/g)) expect(url).toMatch(/^[/#]/)
    }
  })

  it('each address of it is served', async () => {
    const html = await (await ask('/')).text()
    const urls = new Set([...html.matchAll(/(?:src|href)="(\/[^"#]*)"/g)].map(([, url]) => url!))
    expect([...urls]).toEqual(expect.arrayContaining(['/docs', '/llms.txt', '/openapi.json']))
    const answered = [...urls].filter(url => !url.startsWith('/api/'))
    for (const url of answered)
      expect([url, (await ask(url, { accept: '*/*' }, 'HEAD')).status]).toEqual([url, 200])
  })
})

it('every price of the page is the quote of its request', async () => {
  const priced = pricedRequests(await (await ask('/')).text())
  const wrong: unknown[] = []
  for (const { method, url, body, micro, shown } of priced) {
    const reply = await fetch(shop.url + url, {
      method,
      ...(method === 'GET' ? {} : { body, headers: { 'content-type': 'application/json' } }),
    })
    void reply.body?.cancel()
    const amount = reply.status === 402 ? readChallenge(reply).accepts[0]!.amount : undefined
    const isRight = micro === undefined || amount === micro
    const isShown = shown === undefined || shown === 'free' || Number(shown) * 1e6 === Number(micro)
    if (!isRight || !isShown || amount === undefined)
      wrong.push([url, body, { status: reply.status, amount, micro, shown }])
  }
  expect(wrong).toEqual([])
  expect(priced.filter(({ micro }) => micro !== undefined).length).toBeGreaterThan(150)
})

describe('an address that is not served', () => {
  it('is a page with the nearest path for browsers that open it, and JSON for programs', async () => {
    const page = await ask('/api/v1/defi/chain')
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await page.text()
    expect(html).toContain('<a href="/api/v1/defi/chains">/api/v1/defi/chains</a>')
    expect(html).toContain('href="/docs"')
    for (const [accept, method] of [
      ['*/*', 'GET'],
      ['application/json', 'GET'],
      [BROWSER, 'POST'],
    ] as const) {
      const reply = await ask('/api/v1/defi/chain', { accept }, method)
      expect([reply.status, reply.headers.get('content-type')]).toEqual([
        404,
        'application/json; charset=utf-8',
      ])
    }
  })

  it('shows the address of the browser as text', async () => {
    const html = await (await ask('/<script>alert(1)</script>')).text()
    expect(html).not.toContain('<script>')
  })

  it('is led to the page of the same name without a slash', async () => {
    const url = `${shop.url}/docs/`
    const reply = await fetch(url, { headers: { accept: BROWSER }, redirect: 'manual' })
    expect([reply.status, reply.headers.get('location')]).toEqual([308, '/docs'])
    expect(reply.headers.get('x-request-id')).not.toBeNull()
    const asked = await fetch(`${url}?tag=a`, { headers: { accept: BROWSER }, redirect: 'manual' })
    expect(asked.headers.get('location')).toBe('/docs?tag=a')
    expect((await ask('/docs/', { accept: '*/*' })).status).toBe(404)
    expect((await ask('//docs/')).status).toBe(404)
  })

  it('asks for a long path in vain, and keeps the gateway busy for a moment only', async () => {
    const began = effort()
    expect((await ask(`/x${'/'.repeat(60_000)}a`)).status).toBe(404)
    expect(effort() - began).toBeLessThan(1000)
  })
})

describe('files that browsers and crawlers ask for by name', () => {
  it.each([
    ['/assets/pages.css', 'text/css; charset=utf-8'],
    ['/assets/pages.js', 'text/javascript; charset=utf-8'],
    ['/assets/favicon.svg', 'image/svg+xml; charset=utf-8'],
    ['/favicon.ico', 'image/svg+xml; charset=utf-8'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/sitemap.xml', 'application/xml; charset=utf-8'],
    ['/.well-known/security.txt', 'text/plain; charset=utf-8'],
    ['/docs', 'text/html; charset=utf-8'],
  ])('%s is %s, and 304 afterwards', async (path, type) => {
    const got = await ask(path)
    expect([got.status, got.headers.get('content-type')]).toEqual([200, type])
    const again = await ask(path, { 'if-none-match': got.headers.get('etag')! })
    expect(again.status).toBe(304)
  })

  it('say where the pages are, and not to read results', async () => {
    expect(await (await ask('/robots.txt')).text()).toContain(
      `Disallow: /media/\n\nSitemap: ${shop.url}/sitemap.xml`,
    )
    expect(await (await ask('/sitemap.xml')).text()).toContain(`<loc>${shop.url}/docs</loc>`)
    expect(await (await ask('/.well-known/security.txt')).text()).toMatch(
      /^Contact: mailto:\S+\nExpires: \S+\n/,
    )
  })

  it('the renderer is a compressed script that names no map of its source', async () => {
    const script = await ask('/assets/reference.js', { 'accept-encoding': 'br' })
    expect(script.headers.get('content-encoding')).toBe('br')
    const text = await script.text()
    expect(text).toContain('createApiReference')
    expect(text).not.toContain('sourceMappingURL')
    expect(Number(script.headers.get('content-length'))).toBeLessThan(1_300_000)
  })
})

describe('a paid GET', () => {
  /** A reply to a path that is sent as it is, with the bytes of its head. */
  const raw = (
    path: string,
    accept: string,
  ): Promise<{ head: number; type: string; body: string }> =>
    new Promise((resolve, reject) =>
      request(shop.url, { path, headers: { accept } }, reply => {
        const head = reply.rawHeaders.reduce((sum, one) => sum + Buffer.byteLength(one) + 2, 0)
        let body = ''
        reply.setEncoding('utf8').on('data', text => (body += text))
        reply.on('end', () => resolve({ head, type: reply.headers['content-type']!, body }))
      })
        .on('error', reject)
        .end(),
    )

  it('is a page for browsers, with the challenge that programs get', async () => {
    await ask(PAID, { accept: '*/*' })
    const page = await ask(PAID)
    const json = await ask(PAID, { accept: '*/*' })
    expect([page.status, json.status]).toEqual([402, 402])
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8')
    for (const name of ['payment-required', 'x-payment-required', 'www-authenticate'])
      expect([name, page.headers.get(name)]).toEqual([name, json.headers.get(name)])
    expect(page.headers.get('cache-control')).toBe(json.headers.get('cache-control'))
    const html = await page.text()
    const { amount } = readChallenge(json).accepts[0]!
    expect(html).toContain(`<data value="${amount}">${Number(amount) / 1e6} USDC</data>`)
    expect(html).toContain("script-src 'self'")
    expect(html).not.toMatch(/\{\w+\}/)
  })

  it('has a head that a proxy takes', async () => {
    const { head, type } = await raw(PAID, BROWSER)
    expect(type).toMatch(/html/)
    expect(head).toBeLessThan(4_000)
  })

  it('shows the address of the browser as text', async () => {
    const { body } = await raw(`${PAID}?a="'<b>&`, BROWSER)
    expect(body).toContain(`${PAID}?a=&#34;&#39;&#60;b&#62;&#38;`)
    expect(body).not.toContain('<b>')
  })

  it.each([
    '*/*',
    'application/json',
    'application/json, text/plain, */*',
    'application/json, text/html',
  ])('is JSON for %s', async accept => {
    const reply = await ask(PAID, { accept })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      402,
      'application/json; charset=utf-8',
    ])
  })

  it('is JSON where a payment is refused, and where it is paid', async () => {
    const wanted = { method: 'GET', path: PAID } as const
    const header = await buyer.header(wanted)
    const refused = await ask(PAID, { 'payment-signature': 'nonsense' })
    const paid = await ask(PAID, { 'payment-signature': header })
    expect([refused, paid].map(({ headers }) => headers.get('content-type'))).toEqual(
      Array<string>(2).fill(expect.stringMatching(/^application\/json/) as unknown as string),
    )
    expect(paid.status).toBe(200)
  })

  it('POST has no page', async () => {
    const reply = await ask('/api/v1/images/generations', {}, 'POST')
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      402,
      'application/json; charset=utf-8',
    ])
  })
})
