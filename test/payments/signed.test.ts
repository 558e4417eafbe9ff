/**
 * What a record keeps of a payload: enough to settle and to know the payment again, and nothing
 * that the client only echoes.
 */
import { describe, expect, it } from 'vitest'
import { createPaymentScheme } from '../../runtime/payments/evm/scheme.ts'
import { isStoredAuthorization, storedPayload, fullPayload } from '../../runtime/payments/signed.ts'
import type { Payment, Requirements } from '../../runtime/payments/payment.ts'
import { TESTNET, toHeader } from './support.ts'

const FROM = '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01'
const asked: Requirements = {
  scheme: 'exact',
  network: TESTNET.chain,
  amount: '10000',
  asset: TESTNET.asset.address,
  payTo: `0x${'11'.repeat(20)}`,
  maxTimeoutSeconds: 300,
  extra: { name: 'USDC', version: '2' },
}
const authorization = {
  from: FROM,
  to: asked.payTo,
  value: '10000',
  validAfter: '0',
  validBefore: '1800000000',
  nonce: `0x${'Ab'.repeat(32)}`,
}
const echo = { resource: { url: 'https://x.test/a' }, extensions: { big: 'x'.repeat(10_000) } }
const { decode } = createPaymentScheme(TESTNET, { payTo: asked.payTo, backend: {} as never })
const sent = (
  changes: Partial<typeof authorization> = {},
  signature = `0x${'12'.repeat(65)}`,
  more: object = echo,
): Payment => {
  const payload = {
    x402Version: 2,
    accepted: asked,
    payload: { signature, authorization: { ...authorization, ...changes } },
    ...more,
  }
  const decoded = decode(toHeader(payload))
  if (!decoded.ok) throw new Error(decoded.rejection.details)
  return decoded.payment
}
const stored = (payment: Payment): unknown =>
  JSON.parse(JSON.stringify(storedPayload(payment.authorization)))

describe('a kept payload', () => {
  it('is the signed part alone', () => {
    const kept = stored(sent())
    expect(kept).toEqual({
      x402Version: 2,
      payload: {
        signature: `0x${'12'.repeat(65)}`,
        authorization: {
          ...authorization,
          from: FROM.toLowerCase(),
          nonce: authorization.nonce.toLowerCase(),
        },
      },
    })
  })

  it('is read again, with what was asked, as the payment that it was', () => {
    const payment = sent()
    const whole = fullPayload(stored(payment), asked)
    expect(whole).toMatchObject({
      x402Version: 2,
      accepted: asked,
      payload: { signature: expect.any(String) },
    })
    expect(decode(toHeader(whole))).toMatchObject({
      ok: true,
      payment: { authorization: payment.authorization },
    })
  })

  it('is known again however the same payment is written', () => {
    const kept = stored(sent())
    expect(isStoredAuthorization(sent().authorization, kept)).toBe(true)
    expect(isStoredAuthorization(sent({}, undefined, {}).authorization, kept)).toBe(true)
    const otherLetters = {
      from: FROM.toLowerCase(),
      value: '0010000',
      nonce: authorization.nonce.toLowerCase(),
    }
    expect(isStoredAuthorization(sent(otherLetters).authorization, kept)).toBe(true)
  })

  it.each<[string, Payment]>([
    ['payer', sent({ from: `0x${'22'.repeat(20)}` })],
    ['recipient', sent({ to: `0x${'22'.repeat(20)}` })],
    ['value', sent({ value: '10001' })],
    ['start', sent({ validAfter: '1' })],
    ['end', sent({ validBefore: '1800000001' })],
    ['nonce', sent({ nonce: `0x${'cd'.repeat(32)}` })],
    ['signature', sent({}, `0x${'13'.repeat(65)}`)],
    ['longer signature', sent({}, `0x${'12'.repeat(65)}00`)],
  ])('is not that of a payment with another %s', (_what, other) => {
    expect(isStoredAuthorization(other.authorization, stored(sent()))).toBe(false)
  })

  it.each([undefined, null, 'text', 7, [], {}, { payload: null }])(
    '%j is no kept payload of anything',
    odd => {
      expect(isStoredAuthorization(sent().authorization, odd)).toBe(false)
    },
  )
})
