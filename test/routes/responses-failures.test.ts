/**
 * Responses that fail: the upstream's own words with its status, payments that are refused, and
 * that nothing of it costs anything.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Behaviour, Mode } from '../../scripts/devnet/upstreams/index.ts'
import { bought, call, headerOf, paidBy, payloadOf } from './client.ts'
import { errorOf, openDesk, PATH, upstreamError, type Desk } from './responses-desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk?.shop.stop())
afterEach(() => desk.reset())

const hello = { model: 'vendorA/chat-6-mini', input: 'Say: hello', max_output_tokens: 1000 }
const send = (header: string, body: object = hello) =>
  call(desk.shop.url, { path: PATH, body, headers: paidBy(header) })
const sign = (body: object = hello): Promise<string> => desk.sign(body)

describe.each([
  ['as a whole', hello],
  ['as a stream', { ...hello, stream: true }],
])('a response %s that the upstream refuses', (_how, body) => {
  it.each([400, 404, 409, 413, 422, 429, 500, 501, 503, 529])(
    'RESP-033 RESP-034 with %i is refused with the same status and words',
    async status => {
      const error = {
        message: `No ${status}.`,
        type: 'some_error',
        param: 'input',
        code: 'some_code',
      }
      desk.shop.taps.vendor_a.answer(() => ({ status, body: upstreamError(error) }))
      const seen = await desk.free(() => desk.buy(body))
      expect([seen.status, errorOf(seen), seen.receipt]).toEqual([status, error, undefined])
    },
  )

  it.each<[string, number, string, number, object]>([
    ['with a page', 502, '<html>Bad Gateway</html>', 502, { type: 'api_error' }],
    ['with a page and no error status', 200, '<html>Hello</html>', 503, { type: 'api_error' }],
    [
      'with other words',
      422,
      '{"detail":"no such thing"}',
      422,
      { type: 'invalid_request_error', message: 'no such thing' },
    ],
    [
      'with a bill of its own',
      402,
      upstreamError({ message: 'You exceeded your current quota.' }),
      503,
      { type: 'api_error' },
    ],
    [
      'with our key',
      401,
      upstreamError({
        message: 'Incorrect API key provided: sk-abc. See https://platform.vendor-a.example',
      }),
      401,
      { type: 'api_error', message: expect.not.stringMatching(/sk-|platform/) },
    ],
    ['with somewhere else', 307, '', 503, { type: 'api_error' }],
  ])(
    'RESP-033 RESP-034 RESP-054 %s is an error in the same shape',
    async (_what, status, text, expected, error) => {
      desk.shop.taps.vendor_a.answer(() => ({
        status,
        headers: { 'content-type': text.startsWith('{') ? 'application/json' : 'text/html' },
        body: text,
      }))
      const seen = await desk.free(() => desk.buy(body))
      expect([seen.status, errorOf(seen)]).toEqual([
        expected,
        { message: expect.stringMatching(/\S/), param: null, code: null, type: '', ...error },
      ])
    },
  )

  it.each<[string, Mode | Behaviour, number]>([
    ['breaks the line', 'reset', 503],
    ['gives nothing', 'empty', 503],
    ['blocks the prompt', 'refuse', 400],
    ['finds the prompt too long', 'too_long', 400],
  ])(
    'RESP-033 RESP-034 who %s is reported, and costs nothing',
    async (_what, behaviour, status) => {
      desk.shop.world.upstreams.set('vendor_a', behaviour)
      const seen = await desk.free(() => desk.buy(body))
      expect([seen.status, errorOf(seen).message]).toEqual([status, expect.stringMatching(/\S/)])
    },
  )

  it('RESP-033 LIM-016 LIM-017 a busy upstream is reported with the time to wait', async () => {
    desk.shop.world.upstreams.set('vendor_a', { mode: 'rate_limit', retry_after: 13 })
    const seen = await desk.free(() => desk.buy(body))
    expect([
      seen.status,
      seen.headers['retry-after'],
      seen.headers['x-ratelimit-source'],
      errorOf(seen).code,
    ]).toEqual([429, '13', 'vendorA', 'rate_limit_exceeded'])
  })

  it('RESP-034 an upstream that is silent for four minutes is 504, and costs nothing', async () => {
    const header = await sign(body)
    desk.shop.world.upstreams.set('vendor_a', 'hang')
    const seen = await desk.free(async () => {
      const answer = send(header, body)
      await expect.poll(() => desk.heard().length).toBe(1)
      await desk.clock.wind(240_000)
      return answer
    })
    expect([seen.status, errorOf(seen).type]).toEqual([504, 'api_error'])
  })
})

it('RESP-034 RESP-054 an upstream that this gateway has no key for is 503 in our words, and costs nothing', async () => {
  const {
    open,
    env: { DATA_DIR, MEDIA_DIR },
  } = desk.shop.world
  const { url } = await open({
    LOG_LEVEL: 'silent',
    VENDOR_A_KEY: '',
    DATA_DIR: `${DATA_DIR}-2`,
    MEDIA_DIR: `${MEDIA_DIR}-2`,
  })
  for (const body of [hello, { ...hello, stream: true }]) {
    const seen = await desk.free(() => bought(url, desk.buyer.account, { path: PATH, body }))
    expect([seen.status, errorOf(seen), seen.receipt]).toEqual([
      503,
      {
        message: 'vendorA is not configured on this gateway',
        type: 'api_error',
        param: null,
        code: null,
      },
      undefined,
    ])
  }
  expect(desk.heard()).toEqual([])
})

describe('a payment', () => {
  it('RESP-040 RESP-042 RESP-043 that does not verify is 402 in an error of OpenAI, with no code of ours', async () => {
    const payload = payloadOf(await sign())
    payload.payload.authorization.nonce = `0x${'12'.repeat(32)}`
    const poor = await desk.shop.buyer(1n)
    const spent = desk.free(async () => [
      await send(headerOf(payload)),
      await send('%%%'),
      await desk.buy(hello, { account: poor.account }),
    ])
    for (const seen of await spent) {
      expect(seen.status).toBe(402)
      expect(errorOf(seen)).toEqual({
        message: expect.stringMatching(/^Payment verification failed: \S/),
        type: 'payment_required',
        param: null,
        code: null,
      })
      expect(seen.headers['payment-required']).toMatch(/\S/)
    }
    expect(desk.heard()).toEqual([])
  })

  it('RESP-041 RESP-042 RESP-043 that was used is 402 and says so', async () => {
    const { header } = await desk.buy(hello)
    const seen = await desk.free(() => send(header))
    expect([seen.status, errorOf(seen)]).toEqual([
      402,
      {
        message: expect.stringMatching(/already used/i),
        type: 'payment_required',
        param: null,
        code: null,
      },
    ])
    expect(desk.heard()).toHaveLength(1)
  })

  it('RESP-034 of a response that failed can be sent again', async () => {
    desk.shop.world.upstreams.set('vendor_a', { mode: 'fail', times: 1 })
    const { header } = await desk.buy(hello)
    expect((await send(header)).status).toBe(200)
  })

  it('RESP-042 RESP-054 whose settlement fails is 402, gives nothing and costs nothing', async () => {
    const wallet = await desk.shop.buyer()
    const open = desk.shop.taps.vendor_a.hold()
    const answer = desk.buy(hello, { account: wallet.account })
    await expect.poll(() => desk.heard().length).toBe(1)
    await desk.shop.world.chain.freeze(wallet.account.address, true)
    open()
    const seen = await answer
    expect([seen.status, seen.receipt?.success, errorOf(seen).code]).toEqual([402, false, null])
    expect(await wallet.balance()).toBe(10_000_000n)
  })
})
