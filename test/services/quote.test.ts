/** Quotes: what a call costs, without making it. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { microOf } from '../prices/lines.ts'
import { openChat, PATH as CHAT, says, type Chat } from '../routes/chat-desk.ts'
import { call, type Seen, type Sent } from '../routes/client.ts'

const QUOTE = '/api/v1/quote'
let chat: Chat
let isReply: ReturnType<Ajv2020['compile']>
beforeAll(async () => {
  chat = await openChat()
  const { body } = await call(chat.shop.url, { path: '/openapi.json' })
  const { 200: ok } = body.paths[QUOTE].post.responses
  const { schema } = ok.content['application/json']
  isReply = new Ajv2020({ strict: false }).compile({ ...schema, components: body.components })
})
afterEach(() => chat.upstreams.reset())
afterAll(() => chat?.stop())

const quote = (asked: object, headers: Sent['headers'] = {}): Promise<Seen> =>
  call(chat.shop.url, { path: QUOTE, body: asked, headers })
const paid = { model: 'vendorA/chat-6-nano', messages: says('hi'), max_tokens: 500 }
const image = { model: 'vendorB/image-fast', prompt: 'a cat', n: 3 }
const block = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }

describe('the quote of a call', () => {
  it.each<[string, object, Sent]>([
    ['with a body', { path: CHAT, body: paid }, { path: CHAT, body: paid }],
    [
      'with many pictures',
      { method: 'POST', path: '/api/v1/images/generations', body: image },
      { path: '/api/v1/images/generations', body: image },
    ],
    [
      'without a body',
      { path: '/api/v1/pm/venue-a/markets', query: { limit: 2 } },
      { path: '/api/v1/pm/venue-a/markets?limit=2' },
    ],
    [
      'with its query in the path',
      { path: '/api/v1/surf/market/price?symbol=BTC' },
      { path: '/api/v1/surf/market/price?symbol=BTC' },
    ],
    [
      'of a browser',
      { path: '/api/v1/surf/market/price?symbol=BTC', headers: { accept: 'text/html' } },
      { path: '/api/v1/surf/market/price?symbol=BTC' },
    ],
    [
      'of a batch',
      { path: '/api/v1/rpc/eth', body: [block, block] },
      { path: '/api/v1/rpc/eth', body: [block, block] },
    ],
    [
      'in another scheme',
      { path: CHAT, body: paid, headers: { 'X-Payment-Scheme': 'upto' } },
      { path: CHAT, body: paid, headers: { 'X-Payment-Scheme': 'upto' } },
    ],
    [
      'with a misspelt field',
      { path: CHAT, body: { ...paid, max_token: 5 } },
      { path: CHAT, body: { ...paid, max_token: 5 } },
    ],
  ])('%s is that of its 402', async (_, asked, sent) => {
    const type: Record<string, string> =
      sent.body === undefined ? {} : { 'content-type': 'application/json' }
    const { body } = await call(chat.shop.url, { ...sent, headers: { ...type, ...sent.headers } })
    const { info } = body.extensions.price
    const seen = await quote(asked)
    expect([seen.status, seen.challenge]).toEqual([200, undefined])
    expect(seen.body).toEqual({
      method: sent.body === undefined ? 'GET' : 'POST',
      path: (asked as { path: string }).path,
      free: false,
      price: info.total,
      amount_micro: Number(body.accepts[0].amount),
      currency: 'USD',
      lines: info.lines,
      valid_until: expect.stringMatching(/^\d{4}-.*Z$/),
      catalog: info.catalog,
      accepts: body.accepts,
      ...(body.warnings === undefined ? {} : { warnings: body.warnings }),
    })
    // The one or the other may have been made in the next minute.
    const later = Date.parse(seen.body.valid_until) - Date.parse(info.validUntil)
    expect([-60_000, 0, 60_000]).toContain(later)
    expect(microOf(seen.body.lines)).toBe(BigInt(seen.body.amount_micro))
    expect(isReply(seen.body), JSON.stringify(isReply.errors)).toBe(true)
    expect(chat.calls()).toEqual([])
  })

  it('of a free model says so, and asks no upstream', async () => {
    const seen = await quote({ path: CHAT, body: { ...paid, model: 'open/free-8b' } })
    expect([seen.status, seen.body.free, seen.body.price]).toEqual([200, true, '0.000000'])
    expect(isReply(seen.body)).toBe(true)
    expect(chat.calls()).toEqual([])
  })

  it.each(['/v1/models', '/openapi.json', '/api/v1/balance?address=0x' + '1'.repeat(40), QUOTE])(
    'of %s, which is free, says so',
    async path => {
      const body = path === QUOTE ? { body: { path: QUOTE, body: { path: '/' } } } : {}
      const seen = await quote({ path, ...body })
      expect([seen.status, seen.body.free, seen.body.lines]).toEqual([200, true, []])
    },
  )

  it('takes facts in place of large content', async () => {
    const body = { ...paid, messages: says('.') }
    const seen = await quote({ path: CHAT, body, given: { estimateTokens: 120_000 } })
    expect(seen.body.lines[0]).toMatchObject({ unit: 'prompt_tokens', quantity: '120000' })
    const [small, again] = [await quote({ path: CHAT, body }), await chat.ask(body)]
    expect(small.body.accepts).toEqual(again.body.accepts)
    expect(small.body.amount_micro).toBeLessThan(seen.body.amount_micro)
    const edit = { prompt: 'a hat', image: 'data:image/png;base64,', n: 2 }
    const path = '/api/v1/images/image2image'
    expect((await quote({ path, body: edit })).status).toBe(400)
    const shown = await quote({ path, body: edit, given: { decodesToImage: true } })
    expect([shown.status, shown.body.price]).toEqual([200, '0.127000'])
    expect((await quote({ path, body: edit, given: { nothing: 1 } })).status).toBe(400)
    const huge = await quote({ path: CHAT, body, given: { estimateTokens: 1e308 } })
    expect([huge.status, JSON.stringify(huge.body)]).toEqual([
      400,
      expect.stringContaining('is too large'),
    ])
  })

  it('ignores payment headers', async () => {
    const header = await chat.sign(paid)
    const before = await chat.earned()
    const headers = { 'PAYMENT-SIGNATURE': header, 'x-payment': header }
    const seen = await quote({ path: CHAT, body: paid, headers }, headers)
    expect([seen.status, seen.body.free, seen.receipt]).toEqual([200, false, undefined])
    expect([chat.calls(), await chat.earned()]).toEqual([[], before])
  })
})

describe('the quote of a call that would be refused', () => {
  it.each<[string, object, Sent]>([
    [
      'by a gate',
      { path: CHAT, body: { ...paid, model: 'nobody/none' } },
      { path: CHAT, body: { ...paid, model: 'nobody/none' } },
    ],
    ['by its shape', { path: CHAT, body: { messages: 5 } }, { path: CHAT, body: { messages: 5 } }],
    ['because its path is unknown', { path: '/api/v1/imges' }, { path: '/api/v1/imges' }],
    [
      'because its highest price is lower',
      { path: CHAT, body: paid, headers: { 'X-Max-Price': '0.000001' } },
      {
        path: CHAT,
        body: paid,
        headers: { 'X-Max-Price': '0.000001', 'content-type': 'application/json' },
      },
    ],
  ])('%s is that refusal', async (_, asked, sent) => {
    const refused = await call(chat.shop.url, sent)
    const seen = await quote(asked)
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect([seen.status, seen.text]).toEqual([refused.status, refused.text])
  })

  it.each(['images', 'http://x.test/', '//', '/../x'])('of the path %s', async path => {
    const seen = await quote({ path })
    expect([400, 404]).toContain(seen.status)
  })
})
