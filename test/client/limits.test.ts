/** Limits of what is signed, amounts, addresses, and what errors say. */
import { requestOf } from '../../generator/emit/client/transport/request.ts'
import { describe, expect, it } from 'vitest'
import { microUsd, usdText, worthOf } from '../../generator/emit/client/transport/money.ts'
import { limited } from '../../generator/emit/client/transport/sending.ts'
import type { Settings } from '../../generator/emit/client/transport/types.ts'
import { asks, clientOf, OFFER, receipts, refusal, serves } from './fake-gateway.ts'

const end = (call: Promise<unknown>): Promise<any> => call.catch(error => error)

describe('limits', () => {
  it.each([
    [{ maxPrice: '0.02' }, true],
    [{ maxPrice: '0.019999' }, false],
    [{ maxPerDay: '0.02' }, true],
    [{ maxPerDay: '0.019' }, false],
  ])('%j: signed is %s', async (settings, isSigned) => {
    const { client, wallet } = clientOf([asks, serves], settings)
    const result = await end(client.thing({}))
    expect(wallet.signed).toBe(isSigned ? 1 : 0)
    expect(result.code).toBe(isSigned ? undefined : 'PRICE_ABOVE_MAX')
  })

  it.each([Infinity, 2 ** 31])('a time limit of %d ms ends no call', async timeout => {
    const { signal, end } = limited({ timeout }, {} as Settings)
    // A timer that cannot run so long would have fired.
    await new Promise(resolve => setTimeout(resolve, 5))
    expect(signal.aborted).toBe(false)
    end()
  })

  it('calls that sign at once stay below the limit of the day together', async () => {
    const { client, wallet } = clientOf([asks, asks, asks, serves, serves], { maxPerDay: '0.05' })
    const ends = await Promise.all([1, 2, 3].map(() => end(client.thing({}))))
    expect(ends.filter(one => one.code === 'PRICE_ABOVE_MAX')).toHaveLength(1)
    expect(wallet.signed).toBe(2)
  })

  it('what was signed a day ago does not count', async () => {
    const { client, time } = clientOf([asks, serves, asks, asks, serves], { maxPerDay: '0.03' })
    await client.thing({})
    expect(await end(client.thing({}))).toMatchObject({ name: 'PriceError', charged: false })
    time.now += 86_400_000
    expect((await client.thing({})).receipt.settled).toBe(true)
  })

  it('what a call has used is what counts, and what its receipt says', async () => {
    const used = receipts({ amount: '9000' })
    const settings = { maxPerDay: '0.03', scheme: 'upto', maxPrice: '0.02' }
    const { client, sent } = clientOf([asks, used, asks, serves], settings)
    expect((await client.thing({})).receipt).toMatchObject({ amount: '0.009', amountMicro: 9000 })
    expect((await client.thing({})).receipt.amount).toBe('0.02')
    for (const { headers } of sent)
      expect(headers).toMatchObject({ 'x-payment-scheme': 'upto', 'x-max-price': '0.02' })
  })

  it('a result whose payment is not confirmed says so', async () => {
    const reason = { success: false, transaction: '', errorReason: 'settlement_pending' }
    const { client } = clientOf([asks, receipts(reason)])
    expect(await client.thing({})).toMatchObject({
      data: { ok: true },
      receipt: { settled: false },
    })
  })

  it('a result without a receipt was not charged, and counts for nothing', async () => {
    const free = () => Response.json({ error: { code: -32601 } })
    const { client, wallet } = clientOf([asks, free, asks, free], { maxPerDay: '0.03' })
    for (const signed of [1, 2]) {
      expect((await client.thing({})).receipt).toMatchObject({ settled: false, amountMicro: 0 })
      expect(wallet.signed).toBe(signed)
    }
  })

  it.each(['order-1', 'a'.repeat(129), 'an order of 2026!'])(
    'a purchase cannot be named %j: nothing is sent',
    async idempotencyKey => {
      const { client, sent } = clientOf([asks])
      expect(await end(client.thing({}, { idempotencyKey }))).toBeInstanceOf(TypeError)
      expect(sent).toEqual([])
    },
  )

  it('a quote has the lines that the gateway adds to its challenge', async () => {
    const lines = [{ unit: 'image', quantity: '1', rate: '0.02', total: '0.02' }]
    const validUntil = '2026-11-08T12:00:00.000Z'
    const price = { info: { total: '0.020000', currency: 'USD', lines, validUntil, catalog: 'c' } }
    const { client, wallet } = clientOf([refusal(402, { extensions: { price } })])
    expect(await client.thing.quote({})).toMatchObject({
      price: '0.02',
      amountMicro: 20_000,
      lines,
      validUntil,
      extensions: { price },
    })
    expect(wallet.signed).toBe(0)
  })

  it('what cannot be valued is not signed where there is a limit', async () => {
    const unknown = Buffer.from(
      JSON.stringify({ x402Version: 2, accepts: [{ ...OFFER, asset: '0xCD' }] }),
    ).toString('base64')
    const strange = refusal(402, {}, { 'payment-required': unknown })
    const { client, wallet } = clientOf([strange, strange, serves])
    expect(await end(client.thing({}, { maxPrice: '9' }))).toMatchObject({ name: 'PriceError' })
    await client.thing({})
    expect(wallet.signed).toBe(1)
  })
})

describe('amounts', () => {
  it.each([
    ['0.05', 50_000],
    ['1', 1_000_000],
    ['0.0000001', 1],
    ['12.345678', 12_345_678],
  ])('%s USD', (text, micro) => {
    expect(microUsd(text)).toBe(micro)
    if (text.length < 10) expect(usdText(50_000)).toBe('0.05')
  })

  it.each(['', '-1', '1e3', '.5', '1,5', ' 1'])('%j is none', text => {
    expect(() => microUsd(text)).toThrow(TypeError)
  })

  it('a ledger may count whole tokens', () => {
    const asset = { network: 'x', asset: 'a', symbol: 'T', decimals: 0 }
    expect(worthOf({ network: 'x', asset: 'A', amount: '0.022' }, [asset])).toBe(22_000)
    expect(worthOf({ network: 'x', asset: 'a', amount: '3' }, [asset])).toBe(3_000_000)
  })
})

describe('requests', () => {
  it('parameters are in the path, all others in the query; the end of a path keeps its slashes', async () => {
    const { client, sent } = clientOf([serves])
    await client.thing.of({ id: 'a/b c', rest: 'x/y z', q: ['1', '2'], none: undefined })
    expect(sent[0]!.path).toBe('/things/a%2Fb%20c/x/y%20z?q=1&q=2')
    expect(await end(client.thing.of({ id: 'a' }))).toBeInstanceOf(TypeError)
  })
})

describe('errors', () => {
  it.each([
    [400, 'RequestError'],
    [410, 'GoneError'],
    [412, 'PriceError'],
    [429, 'RateLimitError'],
    [500, 'GatewayError'],
  ])('%i is a %s', async (status, name) => {
    const message = 'POST /thing is retired; use POST /other instead.'
    const body = { error: { message, code: 'WHY' }, successor: 'POST /other' }
    const inside = refusal(status, body, { 'x-request-id': 'r1' })
    const { client } = clientOf([inside])
    const error = await end(client.thing({}))
    expect(error).toMatchObject({ name, status, message, code: 'WHY', requestId: 'r1' })
    if (status === 410) expect(error.successor).toBe('POST /other')
  })
})

it('rejects an option passed among the parameters instead of ignoring it', async () => {
  const operation = { name: 'things.list', method: 'GET', path: '/things', params: true }
  const asked = requestOf(operation, { page: 2, maxPrice: '0.001' }, undefined)
  await expect(asked).rejects.toThrow('maxPrice is an option')
})
