/** What a payment must accept and sign: exactly what the call asks for. */
import { describe, expect, it } from 'vitest'
import { acceptedMismatch, lapsesAt } from '../../runtime/payments/header.ts'
import { mismatch } from '../../runtime/payments/evm/mismatch.ts'

const REQUIRED = {
  scheme: 'exact',
  network: 'eip155:1',
  asset: '0xAA',
  payTo: '0xBB',
  amount: '500',
  maxTimeoutSeconds: 300,
  extra: {},
}
const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

describe('the accepted requirements', () => {
  it.each<[object, string | undefined]>([
    [{}, undefined],
    [{ asset: '0xaa', payTo: '0xbb', maxTimeoutSeconds: 5, extra: { more: 1 } }, undefined],
    [{ scheme: 'upto' }, 'the scheme is exact'],
    [{ network: 'eip155:2' }, 'the network is eip155:1; the payment is for another one'],
    [{ asset: '0xab' }, 'the asset is 0xAA; the payment is in another one'],
    [{ payTo: '0xbc' }, 'the recipient is 0xBB; the payment names another one'],
    [{ amount: '0500' }, 'the amount is 500; the payment accepts another one'],
  ])('differ by %j: %s', (more, difference) => {
    expect(acceptedMismatch({ ...REQUIRED, ...more } as never, REQUIRED, same)).toBe(difference)
  })
})

describe('a signed authorization', () => {
  it.each<[object, object, string | undefined]>([
    [{}, {}, undefined],
    [{ to: '0xbb' }, {}, undefined],
    [{ value: 501n }, {}, 'the amount is 500; 501 was signed'],
    [{ value: 499n }, {}, 'the amount is 500; 499 was signed'],
    [{ to: '0xbc' }, {}, 'the recipient is 0xBB; the signed one is another'],
    [{}, { scheme: 'upto' }, 'the scheme is exact'],
  ])('differs by %o, %o: %s', (signed, accepted, difference) => {
    const authorization = { value: 500n, to: '0xBB', ...signed }
    const payload = { accepted: { ...REQUIRED, ...accepted } }
    expect(mismatch({ authorization, payload } as never, REQUIRED)).toBe(difference)
  })

  it.each([
    [{ validBefore: 5n }, 5_000],
    [{ validBefore: 5n, signedUntil: 9n }, 9_000],
    [{ validBefore: 8_000_000_000_000n }, 8_000_000_000_000_000],
    [{ validBefore: 8_000_000_000_001n }, undefined],
  ])('lapses: %o', (authorization, end) => {
    expect(lapsesAt(authorization)).toBe(end)
  })
})
