/**
 * Reading payment headers: everything malformed is PAYMENT_INVALID with details and nothing else,
 * whatever it is.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_HEADER } from '../../runtime/payments/header.ts'
import {
  asked,
  newWallet,
  PAY_TO,
  signPayment,
  TESTNET,
  toHeader,
  type Payload,
} from './support.ts'
import { createPaymentScheme } from '../../runtime/payments/evm/scheme.ts'
import type { SettlementBackend } from '../../runtime/payments/settlement.ts'
import { runs } from '../helpers/runs.ts'
import { anyCharacter } from '../helpers/text.ts'

const paymentScheme = createPaymentScheme(TESTNET, {
  payTo: PAY_TO,
  backend: {} as SettlementBackend,
})
const wallet = newWallet()
const good = await signPayment(wallet, TESTNET, asked(paymentScheme))
const decode = (header: string) => paymentScheme.decode(header)

/** A good payment, changed. */
const changed = (change: (payload: Payload & Record<string, any>) => void): string => {
  const copy = structuredClone(good) as Payload & Record<string, any>
  change(copy)
  return toHeader(copy)
}
/** Expects a rejection with nothing but details; returns them. */
const expectMalformed = (header: string): string | undefined => {
  const result = decode(header)
  if (result.ok) throw new Error('it was accepted')
  expect(result.rejection.code).toBe('PAYMENT_INVALID')
  expect(result.rejection.details).not.toBe('')
  expect(result.rejection).not.toHaveProperty('message')
  return result.rejection.details
}

describe('a payment header', () => {
  it('PAY-033 PAY-036 is standard base64 of JSON; addresses and nonce come out in lower case', () => {
    const result = decode(toHeader(good))
    if (!result.ok) throw new Error(result.rejection.details)
    const { authorization } = result.payment
    expect(authorization).toMatchObject({
      from: wallet.address.toLowerCase(),
      to: PAY_TO,
      value: 10_000n,
      validAfter: 0n,
    })
    expect(authorization.key).toBe(
      `${TESTNET.chain}|${TESTNET.asset.address.toLowerCase()}|${authorization.from}|${authorization.nonce}`,
    )
    expect(result.payment.payload).toEqual(good)
  })

  it('PAY-033 may lack its padding', () => {
    const padded = [0, 1, 2]
      .map(n =>
        changed(p => {
          p.pad = 'x'.repeat(n)
        }),
      )
      .find(header => header.endsWith('=')) as string
    expect(decode(padded.replace(/=+$/, '')).ok).toBe(true)
  })

  it('the same authorization in other letters is the same key, so that it is claimed once', () => {
    const upper = changed(p => {
      p.payload.authorization.nonce = '0x' + p.payload.authorization.nonce.slice(2).toUpperCase()
    })
    const [a, b] = [decode(toHeader(good)), decode(upper)]
    expect(a.ok && b.ok && a.payment.authorization.key === b.payment.authorization.key).toBe(true)
  })

  const faults: [string, string, string][] = [
    ['nothing', 'the payment header is empty', ''],
    ['a space', 'the payment header is not standard base64', ' '],
    ['words', 'the payment header is not standard base64', 'not base64 at all!'],
    ['base64url', 'the payment header is not standard base64', 'eyJ-_w'],
    ['padding in the middle', 'the payment header is not standard base64', 'ab=c'],
    ['one character', 'the payment header is not standard base64', 'a'],
    ['a star', 'the payment header is not standard base64', 'ab*cde=='],
    ['one character too many', 'the payment header is not standard base64', 'abcde'],
    ['padding that is too short', 'the payment header is not standard base64', 'ab='],
    [
      'base64 of no JSON',
      'the payment header is not JSON in base64',
      Buffer.from('{').toString('base64'),
    ],
    ['a list', 'the payment is not an object', toHeader([])],
    ['null', 'the payment is not an object', toHeader(null)],
    ['a number', 'the payment is not an object', toHeader(1)],
    [
      'version 1',
      'x402Version is not 2',
      changed(p => {
        p.x402Version = 1
      }),
    ],
    [
      'a version in a text',
      'x402Version is not 2',
      changed(p => {
        ;(p as any).x402Version = '2'
      }),
    ],
    [
      'no accepted',
      'accepted is not an object',
      changed(p => {
        delete (p as any).accepted
      }),
    ],
    [
      'accepted as a list',
      'accepted is not an object',
      changed(p => {
        ;(p as any).accepted = []
      }),
    ],
    [
      'an amount that is a number',
      'amount is not a text',
      changed(p => {
        ;(p.accepted as any).amount = 10_000
      }),
    ],
    [
      'an endless amount',
      'amount is not a text',
      changed(p => {
        p.accepted.amount = '1'.repeat(201)
      }),
    ],
    [
      'no payload',
      'payload is not an object',
      changed(p => {
        delete (p as any).payload
      }),
    ],
    [
      'no authorization',
      'payload.authorization is not an object',
      changed(p => {
        delete (p.payload as any).authorization
      }),
    ],
    [
      'no signature',
      'signature is not hex bytes',
      changed(p => {
        delete (p.payload as any).signature
      }),
    ],
    [
      'half a byte of signature',
      'signature is not hex bytes',
      changed(p => {
        p.payload.signature += '0'
      }),
    ],
    [
      'a huge signature',
      'the signature is too long',
      changed(p => {
        p.payload.signature = '0x' + '00'.repeat(9000)
      }),
    ],
    [
      'a short nonce',
      'nonce is not 32 hex bytes',
      changed(p => {
        p.payload.authorization.nonce = '0x12'
      }),
    ],
    [
      'a nonce of no hex',
      'nonce is not 32 hex bytes',
      changed(p => {
        p.payload.authorization.nonce = '0x' + 'zz'.repeat(32)
      }),
    ],
    [
      'a long nonce',
      'nonce is not 32 hex bytes',
      changed(p => {
        p.payload.authorization.nonce += '00'
      }),
    ],
    [
      'a short wallet',
      'from is not an address',
      changed(p => {
        p.payload.authorization.from = '0x12'
      }),
    ],
    [
      'a recipient without 0x',
      'to is not an address',
      changed(p => {
        p.payload.authorization.to = '11'.repeat(20)
      }),
    ],
    [
      'a value that is a number',
      'value is not a decimal number in a text',
      changed(p => {
        ;(p.payload.authorization as any).value = 10_000
      }),
    ],
    [
      'a negative value',
      'value is not a decimal number in a text',
      changed(p => {
        p.payload.authorization.value = '-1'
      }),
    ],
    [
      'a fraction',
      'value is not a decimal number in a text',
      changed(p => {
        p.payload.authorization.value = '1.5'
      }),
    ],
    [
      'a hex value',
      'value is not a decimal number in a text',
      changed(p => {
        p.payload.authorization.value = '0x10'
      }),
    ],
    [
      'an empty value',
      'value is not a decimal number in a text',
      changed(p => {
        p.payload.authorization.value = ''
      }),
    ],
    [
      '257 bits',
      'value is larger than 256 bits',
      changed(p => {
        p.payload.authorization.value = String(1n << 256n)
      }),
    ],
    [
      'a hundred digits',
      'validBefore is not a decimal number in a text',
      changed(p => {
        p.payload.authorization.validBefore = '9'.repeat(100)
      }),
    ],
    [
      'too much',
      'the payment header is longer than 49152 characters',
      changed(p => {
        p.pad = 'x'.repeat(MAX_HEADER)
      }),
    ],
    [
      'a deep nest',
      'the payment is nested too deeply',
      Buffer.from('{"a":'.repeat(5000) + '1' + '}'.repeat(5000)).toString('base64'),
    ],
    [
      'fields of the prototype only',
      'x402Version is not 2',
      Buffer.from('{"__proto__":{"x402Version":2}}').toString('base64'),
    ],
  ]
  it.each(faults)('ERR-007 ERR-008 ERR-016 %s is PAYMENT_INVALID: %s', (_name, details, header) =>
    expect(expectMalformed(header)).toBe(details),
  )

  it('is owned by the scheme, network and asset that it accepts, in any letters', () => {
    const { accepted } = good
    const asset = accepted.asset.toUpperCase().replace('X', 'x')
    expect([paymentScheme.owns(accepted), paymentScheme.owns({ ...accepted, asset })]).toEqual([
      true,
      true,
    ])
    for (const other of [{ scheme: 'upto' }, { network: 'eip155:1' }, { asset: PAY_TO }])
      expect(paymentScheme.owns({ ...accepted, ...other })).toBe(false)
  })

  it('takes the largest number of 256 bits', () => {
    expect(
      decode(
        changed(p => {
          p.payload.authorization.validBefore = String((1n << 256n) - 1n)
        }),
      ).ok,
    ).toBe(true)
  })

  it.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '0}'],
  ])('may nest 64 levels deep in %s, and no deeper', (_kind, left, right) => {
    const nested = (levels: number): string => {
      const closed = left === '[' ? right.repeat(levels) : right + '}'.repeat(levels - 1)
      return Buffer.from(
        JSON.stringify({ ...good, more: 'here' }).replace('"here"', left.repeat(levels) + closed),
      ).toString('base64')
    }
    expect(decode(nested(63)).ok).toBe(true)
    expect(decode(nested(64))).toMatchObject({
      ok: false,
      rejection: { details: 'the payment is nested too deeply' },
    })
  })

  it('may have any number of brackets that do not nest, also in texts', () => {
    const header = changed(p => {
      p.many = Array.from({ length: 100 }, (_, i) => ({ list: [i], text: '"\\{[{['.repeat(20) }))
    })
    expect(decode(header).ok).toBe(true)
  })

  it('ERR-007 never throws, whatever text it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: anyCharacter })),
        text => {
          if (!decode(text).ok) expectMalformed(text)
        },
      ),
      { numRuns: runs(2000), seed: 7 },
    )
  })

  it('ERR-007 never throws, whatever JSON it is, nor where one field of a good payment becomes something else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        decode(toHeader(value))
      }),
      { numRuns: runs(1000), seed: 7 },
    )
    const places = [
      'x402Version',
      'accepted',
      'payload',
      'payload.signature',
      'payload.authorization',
      ...Object.keys(good.accepted).map(name => `accepted.${name}`),
      ...Object.keys(good.payload.authorization).map(name => `payload.authorization.${name}`),
    ]
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.jsonValue(), (place, value) => {
        const header = changed(p => {
          const names = place.split('.')
          const last = names.pop() as string
          names.reduce((at: any, name) => at[name], p)[last] = value
        })
        if (!decode(header).ok) expectMalformed(header)
      }),
      { numRuns: runs(2000), seed: 7 },
    )
  })
})
