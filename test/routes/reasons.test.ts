/** Why a request was refused stands in its message, with the name that was probably meant. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../../generated/index.ts'
import { call, paidBy, signed, type Seen } from './client.ts'
import { startShop, type Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
}, 90_000)
afterAll(() => shop?.stop())

const post = (path: string, body: object, headers: Record<string, string> = {}): Promise<Seen> =>
  call(shop.url, { path, body, headers })
const talk = (model: string): object => ({
  model,
  max_tokens: 9,
  messages: [{ role: 'user', content: 'hi' }],
})
const NEAR = 'Did you mean'

describe('an unknown model is answered with the one that was meant', () => {
  it.each<[string, object, string]>([
    ['/api/v1/images/generations', { model: 'vendorA/image1', prompt: 'x' }, 'vendorA/image-1'],
    ['/api/v1/images/generations', { model: 'image-2', prompt: 'x' }, 'vendorA/image-2'],
    [
      '/api/v1/images/image2image',
      { model: 'vendorB/image-por', prompt: 'x', image: 'data:image/png;base64,eA==' },
      'vendorB/image-pro',
    ],
    ['/api/v1/audio/speech', { model: 'vendorH/speach-flash', input: 'x' }, 'vendorH/speech-flash'],
    [
      '/api/v1/audio/generations',
      { model: 'vendorG/musik-2.5+', prompt: 'x' },
      'vendorG/music-2.5+',
    ],
    [
      '/api/v1/videos/generations',
      { model: 'vendorC/imagin-video', prompt: 'x' },
      'vendorC/imagine-video',
    ],
  ])('%s of %o', async (path, body, meant) => {
    const { status, body: reply } = await post(path, body)
    expect([status, reply.error]).toEqual([400, expect.stringContaining(`${NEAR} ${meant}?`)])
  })

  it.each<[string, object, (reply: any) => string]>([
    [
      '/v1/images/generations',
      { model: 'vendorA/image1', prompt: 'x' },
      reply => reply.error.message,
    ],
    ['/v1/responses', { model: 'chat6-mini', input: 'x' }, reply => reply.error.message],
    ['/v1/messages', talk('vendorF/smal-4'), reply => reply.error.message],
    ['/v1/messages/count_tokens', talk('vendorF/smal-4'), reply => reply.error.message],
    ['/v1/chat/completions', talk('vendorA/chat6-mini'), reply => reply.message],
    ['/v1/chat/vendorA/chat6-mini', talk(''), reply => reply.message],
  ])('%s of %o', async (path, body, messageOf) => {
    const { status, body: reply } = await post(path, body)
    expect([status, messageOf(reply)]).toEqual([
      400,
      expect.stringMatching(/Did you mean vendor\w\/[\w-]+\?/),
    ])
  })

  it('a voice, a network of nodes and one model of the list likewise', async () => {
    expect(
      (await post('/api/v1/audio/speech', { input: 'x', voice: 'sara' })).body.error,
    ).toContain(`${NEAR} sarah?`)
    expect(
      (await post('/api/v1/rpc/etherium', { jsonrpc: '2.0', id: 1, method: 'eth_chainId' })).body
        .error,
    ).toContain(`${NEAR} ethereum?`)
    expect(
      (await call(shop.url, { path: '/v1/models/vendorA/chat-6-mimi' })).body.error.message,
    ).toContain(`${NEAR} vendorA/chat-6-mini?`)
  })

  it('ERR2-005 what is not near is not guessed; the text of chat completions stays', async () => {
    const { body } = await post('/v1/chat/completions', talk('vendorZ/none-at-all'))
    expect([body.error, body.message]).toEqual([
      expect.stringMatching(
        /^Unknown model: vendorZ\/none-at-all\. Try one of: .*\. Full list: GET \/v1\/models$/,
      ),
      `${body.error}.`,
    ])
    const near = await post('/v1/chat/completions', talk('vendorA/chat6-mini'))
    expect(near.body.error).toMatch(/Full list: GET \/v1\/models$/)
  })
})

describe('a faulty field is named in the message', () => {
  it.each<[string, object, RegExp]>([
    ['/api/v1/images/generations', { model: 'vendorA/image-1', prompt: 'x', n: 11 }, /^n must be/],
    [
      '/api/v1/audio/speech',
      { input: 'x', response_format: 'flac' },
      /^response_format must be one of mp3, opus, pcm, wav$/,
    ],
    ['/api/v1/search', { query: '' }, /^query must not be empty$/],
    ['/api/v1/videos/generations', { prompt: 7 }, /^prompt must be/],
  ])('%s of %o', async (path, body, message) => {
    const { status, body: reply } = await post(path, body)
    expect([status, reply.error, reply.message]).toEqual([
      400,
      'Invalid request body',
      expect.stringMatching(message),
    ])
    expect(reply.details.length).toBeGreaterThan(0)
  })
})

it.each<[string, object, (reply: any) => string]>([
  ['/api/v1/chat/completions', talk('vendorA/chat-6-mini'), reply => reply.message],
  ['/v1/messages', talk('vendorF/small-4'), reply => reply.error.message],
  [
    '/v1/responses',
    { model: 'chat-6-mini', input: 'x', max_output_tokens: 100 },
    reply => reply.error.message,
  ],
  [
    '/v1/images/generations',
    { model: 'vendorA/image-1', prompt: 'x' },
    reply => reply.error.message,
  ],
  ['/api/v1/images/generations', { model: 'vendorA/image-1', prompt: 'x' }, reply => reply.message],
])(
  'ERR2-019 a wallet that is short learns what it holds and what %s costs',
  async (path, body, messageOf) => {
    const poor = await shop.buyer(1500n)
    const sent = { path, body }
    const seen = await call(shop.url, {
      ...sent,
      headers: paidBy(await signed(shop.url, poor.account, sent)),
    })
    const costs = (Number(seen.challenge!.accepts[0]!.amount) / 1e6).toFixed(6)
    expect([seen.status, messageOf(seen.body)]).toEqual([
      402,
      expect.stringContaining(
        `Insufficient funds: the wallet holds 0.001500 USDC, this call costs ${costs}.`,
      ),
    ])
  },
)

describe('under /v1', () => {
  /** Outcomes whose `error` is a text by the specification; and those that cannot come. */
  const TEXTS: Record<string, readonly string[]> = {
    openai: ['payment_required', 'payment_invalid', 'payment_replay', 'settlement_failed'],
    model: ['limit_exceeded'],
  }
  const NEVER = ['free', 'payer_mismatch', 'job_not_found']
  const isPaid = (kind: string): boolean => /^(?:payment|settlement)_/.test(kind)
  const FREE = new Set(
    catalog.routes.filter(({ flow }) => flow === 'free').map(({ envelope }) => envelope),
  )
  // Links to buy USDC are no call of a model: no client of OpenAI's asks for them.
  const here = catalog.routes.filter(
    route =>
      route.path !== '/v1/onramp/token' &&
      [route, ...(route.aliases ?? [])].some(({ path }) => path.startsWith('/v1/')),
  )
  const outcome: any = {
    route: {
      method: 'POST',
      path: '/v1/x',
      pattern: '/v1/x',
      summary: '',
      rest: '',
      search: '',
      origin: '',
    },
    status: 400,
    message: 'm',
    details: 'd',
    code: 'c',
    issues: [{ path: 'n', message: 'must be 1', code: 'x' }],
    extra: {},
    price: { amount: '1', currency: 'USD' },
    challenge: {},
    upstream: { status: 500, body: {} },
  }

  it.each([...new Set(here.map(({ envelope }) => envelope))])(
    'every error of the envelope %s is an object with its reason as `message`',
    name => {
      const texts = Object.keys(catalog.envelopes[name]!).filter(kind => {
        const { error } = catalog.envelopes[name]![kind as 'internal'](outcome).body as any
        return (
          !NEVER.includes(kind) &&
          !(FREE.has(name) && isPaid(kind)) &&
          typeof error?.message !== 'string'
        )
      })
      expect(texts.filter(kind => !(TEXTS[name] ?? []).includes(kind))).toEqual([])
    },
  )

  it.each([
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v1/videos',
    '/v1/audio/generations',
    '/v1/images/variations',
    '/v1/embeddings',
  ])('what is not served at %s is reported in an object', async path => {
    const { status, body } = await post(path, {})
    expect([status, body.error]).toEqual([
      404,
      expect.objectContaining({
        message: expect.stringContaining('There is nothing at POST /v1'),
        type: expect.stringMatching(/^(?:invalid_request|not_found)_error$/),
      }),
    ])
  })
})
