/** Swaps that cannot be had: refusals keep their status, failures are 502. */
import { describe, expect, it } from 'vitest'
import { call, type Seen } from './client.ts'
import { ask, PRICED, shop, SWAP, swapOf, USDC, useShop } from './swap-desk.ts'
import { windClock } from './wind-clock.ts'

const clock = windClock()
useShop(clock)

describe('refusals of the swap service', () => {
  it.each([
    ['sellAmount', { sellAmount: '1.5' }],
    ['sellToken', { sellToken: 'USDC' }],
    ['chainId', { chainId: '99999' }],
    ['taker', { taker: 'me' }],
  ])('ERR3-018 ERR3-019 a bad %s is 400 in the words of the service', async (field, change) => {
    for (const [path] of PRICED) {
      const { status, body } = await ask(`${path}?${swapOf(change as Record<string, string>)}`)
      expect(status).toBe(400)
      expect(body).toMatchObject({
        error: 'Bad Request',
        message: expect.stringMatching(/400 Bad Request/),
        status: 400,
        details: { name: 'INPUT_INVALID', data: { details: [{ field }] } },
      })
    }
  })

  it.each([404, 409, 418, 451])(
    'ERR3-019 %i keeps its status, without X-Affiliate',
    async status => {
      shop.taps.zerox.answer(() => ({ status, body: '{"name":"X"}' }))
      const seen = await ask(`/price?${swapOf()}`)
      expect([seen.status, seen.headers['x-affiliate']]).toEqual([status, undefined])
      expect(seen.body).toMatchObject({ error: 'Bad Request', status, details: { name: 'X' } })
    },
  )

  it('ERR3-019 an unknown trade is 404, and a signature that is none is 400', async () => {
    const unknown = await ask(`/gasless/status/0x${'1'.repeat(64)}?chainId=8453`)
    expect([unknown.status, unknown.body.details.name]).toEqual([
      404,
      'META_TRANSACTION_STATUS_NOT_FOUND',
    ])
    const body = { chainId: 8453, trade: { eip712: {}, signature: '0x' } }
    const refused = await ask('/gasless/submit', { body })
    expect([refused.status, refused.body.details.name]).toEqual([400, 'META_TRANSACTION_INVALID'])
  })

  it('ERR3-022 no liquidity, or too small an amount, is 422', async () => {
    for (const [path] of PRICED) {
      const { status, body } = await ask(`${path}?${swapOf({ buyToken: USDC })}`)
      expect([status, body.status, body.details.liquidityAvailable]).toEqual([422, 422, false])
    }
    const { status, body } = await ask(`/gasless/quote?${swapOf({ sellAmount: '1' })}`)
    expect([status, body.details.name]).toEqual([422, 'SELL_AMOUNT_TOO_SMALL'])
  })

  it('ERR3-024 a refused key of ours is 503, an unpaid bill of ours 502, and neither is shown', async () => {
    for (const [status, ours] of [
      [401, 503],
      [402, 502],
      [403, 503],
      [407, 503],
    ] as const) {
      shop.taps.zerox.answer(() => ({ status, body: `{"m":"${shop.world.env.ZEROX_KEY}"}` }))
      const seen = await call(shop.url, { path: `${SWAP}/price?${swapOf()}` })
      expect([status, seen.status]).toEqual([status, ours])
      expect(seen.text).not.toContain(shop.world.env.ZEROX_KEY)
    }
  })

  it('ERR3-019 a taker that the upstream rejects gets its error', async () => {
    shop.world.upstreams.set('zerox', 'refuse')
    const { status, body } = await ask(`/quote?${swapOf()}`)
    expect([status, body.details.name]).toEqual([403, 'TAKER_NOT_AUTHORIZED_FOR_TRADE'])
  })
})

describe('failures of the swap service', () => {
  it.each(['fail', 'reset', 'garbage', 'empty'] as const)('ERR3-023 %s is 502', async mode => {
    shop.world.upstreams.set('zerox', mode)
    for (const path of [`/price?${swapOf()}`, '/swap/chains', '/gasless/status/0x1?chainId=1']) {
      const { status, body, headers } = await ask(path)
      expect([status, body.error, headers['x-affiliate']]).toEqual([
        502,
        'Upstream provider error',
        undefined,
      ])
    }
  })

  it('ERR3-023 a submit that fails is not repeated', async () => {
    shop.world.upstreams.set('zerox', 'fail')
    const body = { chainId: 8453, trade: { eip712: {}, signature: '0x' } }
    expect((await ask('/gasless/submit', { body })).status).toBe(502)
    expect(shop.taps.zerox.seen).toHaveLength(1)
  })

  it('ERR3-023 no answer within 30 s is 502', async () => {
    const release = shop.taps.zerox.hold()
    let seen: Seen | undefined
    const asked = ask(`/price?${swapOf()}`).then(one => (seen = one))
    await expect.poll(() => shop.taps.zerox.seen.length).toBe(1)
    await clock.wind(28_000)
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(seen).toBeUndefined()
    await clock.wind(2000)
    expect((await asked).status).toBe(502)
    release()
  })

  it('ERR3-024 a gateway without the key is 503', async () => {
    const { DATA_DIR, MEDIA_DIR } = shop.world.env
    const closed = await shop.world.open({
      LOG_LEVEL: 'silent',
      ZEROX_KEY: '',
      DATA_DIR: `${DATA_DIR}-2`,
      MEDIA_DIR: `${MEDIA_DIR}-2`,
    })
    const seen = await call(closed.url, { path: `${SWAP}/price?${swapOf()}` })
    expect([seen.status, seen.body.error]).toEqual([503, 'Service not configured'])
  })
})
