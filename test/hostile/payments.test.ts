/**
 * Payments of strangers: whatever is wrong with one, the answer is a 402 that says so, and nothing
 * is asked, claimed or moved.
 */
import { describe, expect, it } from 'vitest'
import { parseSignature, serializeSignature, signatureToCompactSignature } from 'viem'
import { effort } from '../helpers/effort.ts'
import { type Answer, type Wanted, wants } from '../helpers/buyer.ts'
import { TESTNET, toHeader, typedData } from '../helpers/chain.ts'
import {
  answers,
  knock,
  open,
  QUICK,
  requestText,
  seal,
  serves,
  shapes,
  talk,
} from './strangers.ts'
import { buyer, poll, shop, thief, useShop } from './payments-cases.ts'

useShop()

const NAMES = [...Object.keys(shapes), 'a poll'] as (keyof typeof shapes | 'a poll')[]

const shapeOf = (name: (typeof NAMES)[number]): Wanted => (name === 'a poll' ? poll : shapes[name])

/** Refused with the challenge, in the envelope, quickly. */
async function refused(
  wanted: Wanted,
  header: string,
  codes = ['PAYMENT_INVALID'],
): Promise<Answer> {
  const started = effort()
  const answer = await buyer.send(wanted, header)
  expect([answer.status, codes.includes(answer.body.code), answer.body.error]).toEqual([
    402,
    true,
    'Payment verification failed',
  ])
  expect(answer.headers.get('payment-required')).toBeTruthy()
  expect(answer.receipt).toBeUndefined()
  expect(effort() - started).toBeLessThan(QUICK)
  return answer
}

const HALF_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** A signature that the curve takes and the token does not: s in the upper half. */
function highS(signature: `0x${string}`): string {
  const { r, s, yParity } = parseSignature(signature)
  const high = (HALF_ORDER - BigInt(s)).toString(16).padStart(64, '0')
  return serializeSignature({ r, s: `0x${high}`, yParity: yParity === 0 ? 1 : 0 })
}

/** Changes made to a good payment after it was signed. */
const tampered: Record<string, (payment: any) => void> = {
  'another value': p => {
    p.payload.authorization.value = '1'
  },
  'a larger value': p => {
    p.payload.authorization.value += '0'
  },
  'another recipient': p => {
    p.payload.authorization.to = `0x${'dd'.repeat(20)}`
  },
  'another payer': p => {
    p.payload.authorization.from = thief.account.address
  },
  'another nonce': p => {
    p.payload.authorization.nonce = `0x${'ab'.repeat(32)}`
  },
  'a longer life': p => {
    p.payload.authorization.validBefore += '0'
  },
  'an earlier start': p => {
    p.payload.authorization.validAfter = '1'
  },
  'a high s': p => {
    p.payload.signature = highS(p.payload.signature)
  },
  'a compressed signature': p => {
    const { r, yParityAndS } = signatureToCompactSignature(parseSignature(p.payload.signature))
    p.payload.signature = r + yParityAndS.slice(2)
  },
  'a signature and more': p => {
    p.payload.signature += '00'
  },
  'an empty signature': p => {
    p.payload.signature = '0x'
  },
  'a signature of zeros': p => {
    p.payload.signature = `0x${'00'.repeat(65)}`
  },
  'a signature of ones': p => {
    p.payload.signature = `0x${'ff'.repeat(65)}`
  },
  'v of 29': p => {
    p.payload.signature = p.payload.signature.slice(0, -2) + '1d'
  },
  'a huge signature': p => {
    p.payload.signature = `0x${'00'.repeat(8192)}`
  },
  'a signature of a wallet that is not deployed': p => {
    p.payload.signature += '6492'.repeat(16)
  },
  'no signature': p => {
    delete p.payload.signature
  },
  'an inherited signature': p => {
    p.payload.signature = { toString: '0x' }
  },
  'no authorization': p => {
    delete p.payload.authorization
  },
  'no payload': p => {
    delete p.payload
  },
  'a list as payload': p => {
    p.payload = [p.payload]
  },
  'nothing accepted': p => {
    delete p.accepted
  },
  'a list accepted': p => {
    p.accepted = [p.accepted]
  },
  'version 1': p => {
    p.x402Version = 1
  },
  'version "2"': p => {
    p.x402Version = '2'
  },
  'another scheme': p => {
    p.accepted.scheme = 'upto'
  },
  'the scheme __proto__': p => {
    p.accepted.scheme = '__proto__'
  },
  'another chain accepted': p => {
    p.accepted.network = TESTNET.chain
  },
  'a wildcard chain': p => {
    p.accepted.network = 'eip155:*'
  },
  'another asset accepted': p => {
    p.accepted.asset = TESTNET.asset.address
  },
  'another recipient accepted': p => {
    p.accepted.payTo = thief.account.address
  },
  'less accepted': p => {
    p.accepted.amount = '1'
  },
  'the amount as a number': p => {
    p.accepted.amount = Number(p.accepted.amount)
  },
  'the amount with a zero before': p => {
    p.accepted.amount = `0${p.accepted.amount}`
  },
  'the amount in other digits': p => {
    p.accepted.amount = p.accepted.amount.replace(/\d/g, (d: string) =>
      String.fromCharCode(0x660 + Number(d)),
    )
  },
  'the value with spaces': p => {
    p.payload.authorization.value = ` ${p.payload.authorization.value} `
  },
  'the value in hexadecimal': p => {
    p.payload.authorization.value = `0x${BigInt(p.payload.authorization.value).toString(16)}`
  },
  'a negative value': p => {
    p.payload.authorization.value = '-1'
  },
  'a value of 300 digits': p => {
    p.payload.authorization.value = '9'.repeat(300)
  },
  'a value above 256 bits': p => {
    p.payload.authorization.value = String(2n ** 256n)
  },
  'a value modulo 2^256': p => {
    p.payload.authorization.value = String(2n ** 256n + BigInt(p.accepted.amount))
  },
  'the value as a number': p => {
    p.payload.authorization.value = Number(p.payload.authorization.value)
  },
  'times as numbers': p => {
    p.payload.authorization.validBefore = Number(p.payload.authorization.validBefore)
  },
  'a nonce too short': p => {
    p.payload.authorization.nonce = p.payload.authorization.nonce.slice(0, -2)
  },
  'a nonce too long': p => {
    p.payload.authorization.nonce += '00'
  },
  'a nonce without 0x': p => {
    p.payload.authorization.nonce = p.payload.authorization.nonce.slice(2)
  },
  'a nonce with the separator of keys': p => {
    p.payload.authorization.nonce = `0x|${'0'.repeat(63)}`
  },
  'a payer with a line break': p => {
    p.payload.authorization.from += '\n'
  },
  'a payer in other letters': p => {
    p.payload.authorization.from = p.payload.authorization.from.replace(/[a-f]/i, '\u0430')
  },
  'null everywhere': p => {
    for (const key of Object.keys(p.payload.authorization)) p.payload.authorization[key] = null
  },
}

describe.each(NAMES)('ERR-007 a payment for %s', name => {
  it.each(Object.keys(tampered))('with %s is PAYMENT_INVALID', async what => {
    const payment = open(await buyer.header(shapeOf(name)))
    tampered[what]!(payment)
    await refused(shapeOf(name), seal(payment))
  })

  it.each([
    ['empty', ''],
    ['a space', ' '],
    ['a dot', '.'],
    ['null', toHeader(null)],
    ['a number', toHeader(7)],
    ['a list', toHeader([])],
    ['an empty object', toHeader({})],
    ['not base64', '{"x402Version":2}'],
    ['base64url', 'eyJ4Ijoi_-8ifQ'],
    ['broken padding', 'eyJ4IjoxfQ='],
    ['padding inside', 'ey=J4IjoxfQ'],
    ['malformed UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]).toString('base64')],
    ['nested too deeply', Buffer.from('['.repeat(20_000)).toString('base64')],
    ['nested deeply in objects', Buffer.from('{"a":'.repeat(5000)).toString('base64')],
    [
      'nested behind quotes',
      Buffer.from(
        `{"x402Version":2,"a":"\\"","b":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
      ).toString('base64'),
    ],
    [
      'only prototypes',
      Buffer.from('{"__proto__":{"x402Version":2,"accepted":{},"payload":{}}}').toString('base64'),
    ],
    ['45 KB of nothing', 'A'.repeat(46_000)],
    ['two joined', 'e30=, e30='],
  ])('that is %s is PAYMENT_INVALID', async (_, header) => {
    await refused(shapeOf(name), header)
  })

  it.each([
    ['signed for less', { value: '1' }, ['PAYMENT_INVALID']],
    ['signed for more', { value: '999999' }, ['PAYMENT_INVALID']],
    ['signed for nothing', { value: '0' }, ['PAYMENT_INVALID']],
    [
      'signed to another',
      { to: '0x000000000000000000000000000000000000dEaD' },
      ['PAYMENT_INVALID'],
    ],
    [
      'signed to the token itself',
      { to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
      ['PAYMENT_INVALID'],
    ],
    ['expired', { validBefore: '1700000000' }, ['PAYMENT_UNFUNDED']],
    ['expired since 1970', { validBefore: '0' }, ['PAYMENT_UNFUNDED']],
    [
      'not yet valid',
      { validAfter: '4000000000', validBefore: '4000000300' },
      ['PAYMENT_UNFUNDED'],
    ],
    [
      'never valid',
      { validAfter: String(2n ** 256n - 1n), validBefore: String(2n ** 256n - 1n) },
      ['PAYMENT_UNFUNDED'],
    ],
  ] as const)('%s is refused before anything', async (_, changes, codes) => {
    await refused(shapeOf(name), await buyer.header(shapeOf(name), changes as never), [...codes])
  })

  it('ERR-002 by another signer, or of another wallet, is refused', async () => {
    const own = open(await buyer.header(shapeOf(name)))
    const theirs = open(await thief.header(shapeOf(name)))
    own.payload.signature = theirs.payload.signature
    await refused(shapeOf(name), seal(own))
    theirs.payload.authorization.from = buyer.account.address
    const { body } = await refused(shapeOf(name), seal(theirs))
    expect(body.payer?.toLowerCase()).not.toBe(buyer.account.address.toLowerCase())
  })

  it('NET-010 signed over another chain or another token under the right name is refused', async () => {
    const payment = open(await buyer.header(shapeOf(name)))
    for (const spec of [
      TESTNET,
      { ...shop.world.spec, chain: 'eip155:1' },
      { ...shop.world.spec, asset: { ...shop.world.spec.asset, version: '1' } },
    ]) {
      payment.payload.signature = await buyer.account.signTypedData(
        typedData(spec, payment.payload.authorization),
      )
      await refused(shapeOf(name), seal(payment))
    }
  })

  it('PAY-066 signed for another price of the same gateway is refused', async () => {
    const cheaper = shapeOf(name).path === wants.rpc.path ? wants.pm : wants.rpc
    await refused(shapeOf(name), await buyer.header(cheaper))
  })

  it('by a poor wallet is PAYMENT_UNFUNDED, and at a poll that of another wallet', async () => {
    const poor = await shop.buyer(0n)
    const header = await poor.header(shapeOf(name))
    if (name === 'a poll') {
      const { status, body } = await buyer.send(poll, header)
      expect([status, body]).toEqual([403, { error: 'Payment payer mismatch' }])
    } else await refused(shapeOf(name), header, ['PAYMENT_UNFUNDED'])
  })

  it('PAY-035 in two headers that differ, or twice in one, is PAYMENT_INVALID', async () => {
    const wanted = shapeOf(name)
    const [one, two] = [await buyer.header(wanted), await buyer.header(wanted)]
    const body = wanted.body === undefined ? '' : JSON.stringify(wanted.body)
    const length = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]
    for (const headers of [
      [`PAYMENT-SIGNATURE: ${one}`, `X-Payment: ${two}`],
      [`PAYMENT-SIGNATURE: ${one}`, `PAYMENT-SIGNATURE: ${two}`],
      [`PAYMENT-SIGNATURE: ${one}`, `payment-signature: ${one}`],
      [`X-PAYMENT: ${one}`, `x-payment: ${two}`],
      [`PAYMENT-SIGNATURE:`, `X-Payment: ${one}`],
    ]) {
      const seen = await knock(
        shop.url,
        `${wanted.method} ${wanted.path}`,
        [...headers, ...(body === '' ? [] : length)],
        body,
      )
      expect([seen.status, seen.body.code]).toEqual([402, 'PAYMENT_INVALID'])
    }
  })

  it('of 10 MB is 431 or a closed door, and the next caller is served', async () => {
    const wanted = shapeOf(name)
    const text = await talk(shop.url, [
      requestText(`${wanted.method} ${wanted.path}`, [
        `PAYMENT-SIGNATURE: ${'A'.repeat(10_000_000)}`,
      ]),
    ])
    expect([undefined, 431]).toContain(answers(text)[0]?.status)
    await serves(shop.url)
  })
})
