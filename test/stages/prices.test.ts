/** What a call may cost at most, and what its wallet is told that it lacks. */
import { describe, expect, it } from 'vitest'
import { withFunds } from '../../runtime/calls/stages/funds.ts'
import { withinMaxPrice } from '../../runtime/calls/stages/max-price.ts'
import { fakeCall, saidIn } from './desk.ts'

describe('X-Max-Price', () => {
  const PRICE = { amount: '0.0020', currency: 'USD' }
  const said = (
    maxPrice: string | undefined,
    quote: object | undefined = { amount: 2000n, price: PRICE },
  ) => saidIn(withinMaxPrice(fakeCall({ maxPrice, quote }).call))

  it.each(['0.002', '0.0021', '1'])('%s is enough', most => {
    expect(said(most)).toBe(undefined)
  })

  it('need not be set, and is nothing to a call without a price', () => {
    expect(said(undefined)).toBe(undefined)
    expect(saidIn(withinMaxPrice(fakeCall({ maxPrice: 'x' }).call))).toBe(undefined)
  })

  it('that is too low is refused with the price', () => {
    expect(said('0.001999')).toEqual({
      kind: 'refused',
      status: 412,
      code: 'PRICE_ABOVE_MAX',
      message: 'This call costs 0.002000 USD, more than X-Max-Price allows. Nothing was charged.',
      extra: { price: PRICE },
    })
  })

  it.each(['', 'x', '0.0000001', '-1', '1e3'])('%j is no amount', most => {
    expect(said(most)).toEqual({
      kind: 'refused',
      status: 400,
      message: 'X-Max-Price must be an amount in USD with at most six decimals, such as 0.05.',
    })
  })
})

describe('a rejection for lack of funds', () => {
  const REJECTION = {
    code: 'PAYMENT_UNFUNDED',
    details: 'insufficient_balance',
    payer: '0xann',
  } as const
  const unknown = (): Promise<bigint> => Promise.reject(new Error('no node'))
  async function message(balance: bigint | undefined, more: object = {}, isFirst = true) {
    const read = async (): Promise<bigint> => balance ?? unknown()
    const scheme = { spec: { asset: { symbol: 'USDC' } }, balanceOf: isFirst ? unknown : read }
    const { call } = fakeCall({
      context: { offers: [isFirst ? scheme : {}], balanceOf: isFirst ? read : unknown },
      payment: { scheme },
      quote: { amount: 2_000_000n },
    })
    const { message: text, ...rest } = await withFunds(call, { ...REJECTION, ...more })
    expect(rest).toEqual({ ...REJECTION, ...more })
    return text
  }
  const LACKS = 'Insufficient funds: the wallet holds 1.999999 USDC, this call costs 2.000000.'

  it('names what the wallet holds, and what the call costs', async () => {
    expect(await message(1_999_999n)).toBe(LACKS)
    expect(await message(1_999_999n, { details: 'transfer amount exceeds Balance' })).toBe(LACKS)
    expect(await message(7n, {}, false)).toContain('holds 0.000007 USDC')
  })

  it('stays as it is if something else is wrong, or if the balance is enough or unknown', async () => {
    expect(await message(1n, { details: 'validBefore is 5' })).toBe(undefined)
    expect(await message(1n, { code: 'PAYMENT_INVALID' })).toBe(undefined)
    expect(await message(1n, { payer: undefined })).toBe(undefined)
    expect(await message(2_000_000n)).toBe(undefined)
    expect(await message(undefined)).toBe(undefined)
  })

  it('stays as it is without a payment, or where no balance can be read', async () => {
    const quote = { amount: 5n }
    const bare = fakeCall({ context: { offers: [] }, quote }).call
    expect(await withFunds(bare, REJECTION)).toBe(REJECTION)
    const scheme = {}
    const mute = fakeCall({ context: { offers: [] }, payment: { scheme }, quote }).call
    expect(await withFunds(mute, REJECTION)).toBe(REJECTION)
  })
})
