/**
 * How conversations are paid: the challenge, one settlement after the answer, replays, and
 * settlements that do not land.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openChat, PATH, says, type Chat } from './chat-desk.ts'
import { call, headerOf, paidBy, payloadOf, signed } from './client.ts'

let chat: Chat<'vendor_a' | 'chain'>
beforeAll(async () => {
  chat = await openChat(['vendor_a', 'chain'])
})
afterEach(() => {
  chat.upstreams.reset()
  chat.shop.taps.vendor_a.answer()
  chat.shop.taps.chain.cut(false)
})
afterAll(() => chat?.stop())

const MODEL = 'vendorA/chat-6-nano'
const BODY = { model: MODEL, messages: says('Say: hi'), max_tokens: 500 }

describe('the challenge', () => {
  it('CHAT-069 CHAT-072 CHAT-076..081 ERR2-034 LIM2-003 asks for whole micro-USD within 300 s, and asks no upstream', async () => {
    const { status, headers, body, challenge } = await chat.ask({ ...BODY, max_tokens: 100_000 })
    expect(status).toBe(402)
    expect(challenge!.accepts).toEqual(body.accepts)
    expect(body.accepts[0]).toMatchObject({
      amount: expect.stringMatching(/^[1-9]\d*$/),
      maxTimeoutSeconds: 300,
      network: 'eip155:8453',
    })
    expect(headers['x-payment-required']).toBe(headers['payment-required'])
    expect(headers['www-authenticate']).toBe(`X402 requirements=${headers['payment-required']}`)
    expect(headers['cache-control']).toBe('no-store, no-cache, must-revalidate, max-age=0')
    const { resource, extensions, ...rest } = body
    expect([resource.url, Object.keys(extensions)]).toEqual([
      challenge!.resource.url,
      ['payment-identifier', 'bazaar', 'price'],
    ])
    expect(rest).toEqual({
      x402Version: 2,
      accepts: body.accepts,
      error: 'Payment Required',
      message: expect.stringMatching(/\S/),
      price: { amount: expect.stringMatching(/^\d+\.\d{6}$/), currency: 'USD' },
      paymentInfo: { network: 'base', asset: 'USDC', x402Version: 2 },
    })
    expect(Math.round(Number(body.price.amount) * 1e6)).toBe(Number(body.accepts[0].amount))
    expect(chat.calls()).toEqual([])
  })

  it('is returned to requests that only explore', async () => {
    const looked = await call(chat.shop.url, { path: PATH })
    const probed = await call(chat.shop.url, { path: PATH, method: 'POST' })
    expect([
      looked.status,
      probed.status,
      looked.body.accepts[0].amount,
      probed.body.accepts[0].amount,
    ]).toEqual([402, 402, '2000', '2000'])
  })
})

describe('a purchase', () => {
  it('CHAT-058 CHAT-059 CHAT-070 CHAT-073 is settled once, as signed, however little was used', async () => {
    const amount = BigInt(await chat.quote({ ...BODY, max_tokens: 100_000 }))
    const [before, earned] = [await chat.buyer.balance(), await chat.earned()]
    const seen = await chat.buy({ ...BODY, max_tokens: 100_000 })
    expect(seen.status).toBe(200)
    expect(seen.receipt).toEqual({
      success: true,
      transaction: seen.headers['x-payment-receipt'],
      network: 'eip155:8453',
      payer: expect.stringMatching(new RegExp(chat.buyer.account.address, 'i')),
    })
    expect(seen.headers['x-payment-receipt']).toMatch(/^0x[0-9a-f]{64}$/)
    expect([
      seen.headers['x-payment-settled'],
      seen.headers['x-payment-settle-error-class'],
    ]).toEqual([undefined, undefined])
    expect([before - (await chat.buyer.balance()), (await chat.earned()) - earned]).toEqual([
      amount,
      amount,
    ])
    expect(seen.body.usage.completion_tokens).toBeLessThan(100)
  })

  it('CHAT-073 nothing is settled before the answer is there', async () => {
    const { vendor_a: tap } = chat.shop.taps
    const open = tap.hold()
    const header = await chat.sign(BODY)
    const before = [await chat.earned(), tap.seen.length] as const
    const answer = chat.pay(BODY, header)
    await expect.poll(() => tap.seen.length).toBe(before[1] + 1)
    expect(await chat.earned()).toBe(before[0])
    open()
    expect((await answer).status).toBe(200)
    expect(await chat.earned()).toBeGreaterThan(before[0])
  })

  it.each(['payment-signature', 'PAYMENT-SIGNATURE', 'X-Payment', 'x-payment'])(
    'CHAT-028 is paid by %s',
    async name => {
      const header = await chat.sign(BODY)
      expect(
        (await call(chat.shop.url, { path: PATH, body: BODY, headers: { [name]: header } })).status,
      ).toBe(200)
    },
  )

  it('CHAT-093 ERR2-021 an authorization buys once: at the same time, and later', async () => {
    const header = await chat.sign(BODY)
    const before = [await chat.earned(), chat.calls('vendor_a').length] as const
    const amount = BigInt(await chat.quote(BODY))
    const both = await Promise.all([chat.pay(BODY, header), chat.pay(BODY, header)])
    const third = await chat.pay(BODY, header)
    for (const seen of [...both, third].filter(({ status }) => status !== 200))
      expect([seen.status, seen.body.code]).toEqual([402, 'PAYMENT_REPLAY'])
    expect(both.filter(({ status }) => status === 200).length).toBe(1)
    expect(third.status).toBe(402)
    expect([(await chat.earned()) - before[0], chat.calls('vendor_a').length - before[1]]).toEqual([
      amount,
      1,
    ])
  })

  it('CHAT-073 ERR2-033 a failure leaves the payment as good as new', async () => {
    chat.upstreams.set('vendor_a', { mode: 'fail', status: 500 })
    const failed = await chat.free(() => chat.buy(BODY))
    expect(failed.status).toBe(503)
    chat.upstreams.reset()
    expect((await chat.pay(BODY, failed.header)).status).toBe(200)
  })
})

describe('a payment that is no good', () => {
  const changed = async (change: (payload: any) => void): Promise<string> => {
    const payload = payloadOf(await chat.sign(BODY))
    change(payload)
    return headerOf(payload)
  }
  it.each<[string, () => Promise<string>, string]>([
    [
      'ERR2-018 of another amount',
      () =>
        changed(p => {
          p.payload.authorization.value = '1'
        }),
      'PAYMENT_INVALID',
    ],
    [
      'ERR2-018 with a forged signature',
      () =>
        changed(p => {
          p.payload.signature = `0x${'1'.repeat(130)}`
        }),
      'PAYMENT_INVALID',
    ],
    ['ERR2-018 that is none at all', async () => 'nonsense', 'PAYMENT_INVALID'],
    [
      'ERR2-019 of an empty wallet',
      async () => chat.sign(BODY, { account: (await chat.shop.buyer(0n)).account }),
      'PAYMENT_UNFUNDED',
    ],
    [
      'ERR2-019 that has lapsed',
      () =>
        signed(
          chat.shop.url,
          chat.buyer.account,
          { path: PATH, body: BODY },
          { validBefore: String(Math.floor(chat.clock.now() / 1000) - 10) },
        ),
      'PAYMENT_UNFUNDED',
    ],
  ])('%s is 402 with its code, for free', async (_what, make, code) => {
    const header = await make()
    const calls = chat.calls().length
    const seen = await chat.free(() => chat.pay(BODY, header))
    expect([seen.status, seen.body.error, seen.body.code, chat.calls().length]).toEqual([
      402,
      'Payment verification failed',
      code,
      calls,
    ])
    expect(seen.challenge).toBeDefined()
  })
})

describe('CHAT-060 a settlement that does not land', () => {
  it('CHAT-059 one that fails for certain sells nothing: the answer stays here', async () => {
    const wallet = await chat.shop.buyer()
    const { vendor_a: tap } = chat.shop.taps
    const open = tap.hold()
    const header = await chat.sign(BODY, { account: wallet.account })
    const [seen, before] = [tap.seen.length, await chat.earned()]
    const answer = chat.pay(BODY, header)
    await expect.poll(() => tap.seen.length).toBe(seen + 1)
    await chat.shop.world.chain.freeze(wallet.account.address, true)
    open()
    const { status, headers, body, receipt } = await answer
    expect([status, body.error, body.choices, headers['x-payment-receipt']]).toEqual([
      402,
      'Payment settlement failed',
      undefined,
      undefined,
    ])
    expect([receipt!.success, await chat.earned()]).toEqual([false, before])
  })
})

describe('paths', () => {
  it('CHAT-082 LIM2-011 VER-002 /v1/chat/completions is the same: quote, answer and charge', async () => {
    const path = '/v1/chat/completions'
    expect(await chat.quote(BODY, { path })).toBe(await chat.quote(BODY))
    const before = await chat.earned()
    const { status, body } = await chat.buy(BODY, { path })
    expect([status, body.choices[0].message.content, (await chat.earned()) - before]).toEqual([
      200,
      'hi',
      BigInt(await chat.quote(BODY)),
    ])
    const { body: unknown } = await chat.ask({ ...BODY, model: 'x/y' }, { path })
    expect(unknown.error).toMatch(/^Unknown model: x\/y/)
  })

  it.each(['/v1/search', '/v1/rpc/ethereum', '/v1/videos/generations'])(
    'LIM2-011 %s is not there',
    async path => {
      expect((await call(chat.shop.url, { path, body: {} })).status).toBe(404)
    },
  )

  it.each([
    ['/api/v1/chat/vendorA/chat-6-nano'],
    ['/v1/chat/vendorA/chat-6-nano'],
    ['/api/v1/chat/VENDORA/chat-6-Nano'],
  ])('NAME-001 %s sells the model in the path, at the same price', async path => {
    const { model: _model, ...rest } = BODY
    expect(await chat.quote(rest, { path })).toBe(await chat.quote(BODY))
    const before = await chat.earned()
    const { status, body, receipt } = await chat.buy(rest, { path })
    expect([status, body.model, body.choices[0].message.content, receipt!.success]).toEqual([
      200,
      MODEL,
      'hi',
      true,
    ])
    expect((await chat.earned()) - before).toBe(BigInt(await chat.quote(BODY)))
    expect(chat.sent('vendor_a')).toMatchObject({ model: 'chat-6-nano' })
  })

  it('NAME-001 a model in the body does not count there, nor does it reach the upstream', async () => {
    const { body } = await chat.buy(
      { ...BODY, model: 'vendorA/chat-6' },
      { path: '/api/v1/chat/vendorA/chat-6-nano' },
    )
    expect([body.model, chat.sent('vendor_a').model]).toEqual([MODEL, 'chat-6-nano'])
  })

  it('NAME-001 ERR2-005 an unknown model, in the path, and one model alone is probed', async () => {
    const { messages } = BODY
    for (const model of ['vendorZ/none', 'vendorA']) {
      const { status, body } = await chat.ask({ messages }, { path: `/api/v1/chat/${model}` })
      expect([
        status,
        body.error.startsWith(`Unknown model: ${model}. Try one of: vendorA/chat-6, `),
      ]).toEqual([400, true])
    }
    expect(
      (await call(chat.shop.url, { path: `/api/v1/chat/${MODEL}`, method: 'POST' })).status,
    ).toBe(402)
    expect(
      (await call(chat.shop.url, { path: `/api/v1/chat/${MODEL}`, headers: paidBy('x') })).status,
    ).toBe(405)
  })
})

// Last, because the money of an unknown settlement may move later.
describe('CHAT-060 a settlement of which nobody knows', () => {
  it('CHAT-059 is reported beside the answer too', async () => {
    const { vendor_a: tap } = chat.shop.taps
    const { chain } = chat.shop.world
    const open = tap.hold()
    const header = await chat.sign(BODY)
    const seen = tap.seen.length
    let isDone = false
    const answer = chat.pay(BODY, header).finally(() => {
      isDone = true
    })
    await expect.poll(() => tap.seen.length).toBe(seen + 1)
    // The transaction is sent and waits to be mined; the gateway looks again and again, until it
    // has waited long enough by its own clock.
    await chain.setAutomine(false)
    open()
    await expect
      .poll(
        async () => {
          await chat.clock.wind(2000)
          return isDone
        },
        { timeout: 15_000 },
      )
      .toBe(true)
    const { status, headers, body } = await answer
    expect([
      status,
      body.choices[0].message.content,
      headers['x-payment-settled'],
      headers['x-payment-receipt'],
    ]).toEqual([200, 'hi', 'false', undefined])
    expect(headers['x-payment-settle-error-class']).toBe('settlement_pending')
    await chain.setAutomine(true)
  })
})
