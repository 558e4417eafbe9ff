/** Reading signed transactions of strangers: nothing throws, and nothing has two notations. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode, encode, hashes, Wallet } from 'xrpl'
import { decodeHeader } from '../../../runtime/payments/header.ts'
import {
  fullPayload,
  isStoredAuthorization,
  storedPayload,
} from '../../../runtime/payments/signed.ts'
import type { XrplBackend } from '../../../runtime/payments/xrpl/backend.ts'
import type { Node } from '../../../runtime/payments/xrpl/node.ts'
import { fault } from '../../../runtime/payments/xrpl/rules.ts'
import { createXrplScheme } from '../../../runtime/payments/xrpl/scheme.ts'
import { invoiceHash, payloadOf, RLUSD, signRaw, XRPL } from './support.ts'

const wallet = Wallet.fromEntropy(Buffer.alloc(16, 3))
const payTo = Wallet.fromEntropy(Buffer.alloc(16, 4)).address
const scheme = createXrplScheme(XRPL, { payTo, backend: {} as XrplBackend, node: {} as Node })
const required = scheme.requirements(11_000n, 300)
const amount = { ...RLUSD, value: '0.011' }
const tx = {
  TransactionType: 'Payment' as const,
  Account: wallet.address,
  Destination: payTo,
  Amount: amount,
  SendMax: amount,
  Fee: '12',
  Sequence: 5,
  LastLedgerSequence: 1000,
}
const blob = signRaw(tx, wallet)
const AT = 1_800_000_000_000

const headerOf = (payload: unknown): string =>
  Buffer.from(JSON.stringify(payload)).toString('base64')
function read(signedTxBlob: unknown, account = tx.Account) {
  const payload = payloadOf(required, '', { payload: { signedTxBlob } })
  const result = decodeHeader([scheme], headerOf(payload), AT)
  if (result.ok) expect(result.payment.authorization.from).toBe(account)
  return result.ok ? fault(result.payment, required) : result.rejection.details
}

describe('a signed transaction', () => {
  it('is read to its account, its amount, its hash and its end', () => {
    const result = scheme.decode(headerOf(payloadOf(required, blob)), AT)
    expect(result.ok && result.payment.authorization).toMatchObject({
      key: `xrpl:0|${RLUSD.currency}|${hashes.hashSignedTx(blob)}`,
      from: wallet.address,
      value: 11_000n,
      validBefore: 1_800_000_300n,
      signed: { signedTxBlob: blob },
    })
    expect(read(blob)).toBeUndefined()
  })

  it('is the same in lower case, and is stored in one notation', () => {
    const found = [blob, blob.toLowerCase()].map(text => {
      const result = scheme.decode(headerOf(payloadOf(required, text)), AT)
      return result.ok ? result.payment.authorization : undefined
    })
    expect(found[0]).toEqual(found[1])
    const stored = JSON.parse(JSON.stringify(storedPayload(found[0]!)))
    expect(scheme.read(fullPayload(stored, required), AT)).toEqual(found[0])
    expect(isStoredAuthorization(found[1]!, stored)).toBe(true)
  })
})

describe('is refused, and does not throw', () => {
  const fields = blob.slice(6)
  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /signedTxBlob is not hex bytes/],
    ['a number', 12, /not hex bytes/],
    ['a list', [blob], /not hex bytes/],
    ['an object with methods', { length: 1, toString: 'x' }, /not hex bytes/],
    ['an empty text', '', /not hex bytes/],
    ['half a byte', `${blob}1`, /not hex bytes/],
    ['hex with 0x', `0x${blob}`, /not hex bytes/],
    ['too much', '12'.repeat(2049), /longer than 4096 characters/],
    ['far too much', '12'.repeat(20_000), /longer than/],
    ['one field', '120000', /Account is not/],
    ['a part', blob.slice(0, -2), /not a transaction that/],
    ['more than all', `${blob}00`, /not a transaction that/],
    ['two in one', blob + blob, /not a transaction that/],
    ['the end of an object', `${blob}E1`, /not a transaction that/],
    ['fields in another order', `1200002A${'0'.repeat(8)}${fields}`, /not a transaction that/],
    ['a field twice', `120000120000${fields}`, /not a transaction that/],
    ['deep lists', `120000${'F9EA'.repeat(1000)}`, /not a transaction that/],
    ['deeper lists', `120000${'F9'.repeat(2045)}`, /not a transaction that/],
    ['closed deep lists', `120000${'F9EA'.repeat(400)}${'E1F1'.repeat(400)}`, /not a transaction/],
    ['a wide list', `120000F9${'EAE1'.repeat(1000)}F1`, /not a/],
    ['many lists', `120000${'F9F1'.repeat(1000)}`, /not a/],
    ['many fields', `120000${'2400000001'.repeat(400)}`, /not a/],
    ['an end without a beginning', `120000E1`, /not a transaction that/],
    ['a list that does not end', `120000F9`, /not a transaction that/],
    ['a long field', `120000701DC0${'FF'.repeat(100)}`, /not a transaction that/],
    ['another type', `120003${fields}`, /not a Payment/],
    ['no type', fields, /not a Payment/],
  ])('%s', (_name, text, says) => expect(read(text)).toMatch(says))

  it('any bytes, and any change of a byte', () => {
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
        expect(read(`120000${hex(bytes)}`)).toMatch(/not a|not signed|does not/)
      }),
      { numRuns: 200, seed: 7 },
    )
    const whole = Buffer.from(blob, 'hex')
    for (let at = 0; at < whole.length; at += 3) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 0x40
      const payload = payloadOf(required, hex(changed))
      const result = decodeHeader([scheme], headerOf(payload), AT)
      const text = result.ok ? fault(result.payment, required) : result.rejection.details
      expect(text, `byte ${at}`).toBeTypeOf('string')
    }
  })

  it('a transaction without a signature', () => {
    expect(read(encode(tx as never))).toBe('the transaction is not signed')
  })

  it('a public key in a long form, or none', () => {
    for (const SigningPubKey of ['', '04'.padEnd(130, 'A'), 'EE'.padEnd(66, 'A')]) {
      const changed = encode({ ...(decode(blob) as object), SigningPubKey } as never)
      expect(read(changed)).toBe('SigningPubKey is not a public key')
    }
  })
})

describe('a tag of the account that is paid', () => {
  const tagged = (signed: object, tag?: number) => {
    const extra = { ...required.extra, ...(tag !== undefined && { destinationTag: tag }) }
    const asked = { ...required, extra }
    const payload = payloadOf(required, signRaw({ ...tx, ...signed }, wallet))
    const result = scheme.decode(headerOf(payload), AT)
    return result.ok ? fault(result.payment, asked) : result.rejection.details
  }
  it('is the one that was asked for, or none', () => {
    expect(tagged({ DestinationTag: 5 }, 5)).toBeUndefined()
    expect(tagged({ DestinationTag: 6 }, 5)).toBe('DestinationTag is not 5')
    expect(tagged({}, 5)).toBe('DestinationTag is not 5')
    expect(tagged({ DestinationTag: 0 })).toBe('DestinationTag is set; no tag was asked for')
  })
})

describe('an invoice', () => {
  const named = (invoiceId: unknown, signed?: string) => {
    const hash = signed === undefined ? {} : { InvoiceID: invoiceHash(signed) }
    const payload = payloadOf(required, signRaw({ ...tx, ...hash }, wallet), {
      payload: { invoiceId },
    })
    const result = scheme.decode(headerOf(payload), AT)
    return result.ok ? fault(result.payment, required) : result.rejection.details
  }
  it('is a text of 1 to 128 characters', () => {
    for (const id of ['x', 'inv-1', 'x'.repeat(128)]) expect(named(id, id)).toBeUndefined()
    const no = 'invoiceId is not a text of 1 to 128 characters'
    for (const id of ['', 'x'.repeat(129), ['x'], 5, {}, null]) expect(named(id, '')).toBe(no)
  })
})

describe('a signature that is changed to another one that is valid elsewhere', () => {
  it('with the other s on secp256k1', () => {
    const key = Wallet.generate('ecdsa-secp256k1' as never)
    const signed = key.sign({ ...tx, Account: key.address }).tx_blob
    expect(read(signed, key.address)).toBeUndefined()
    const fields = decode(signed) as { TxnSignature: string }
    const other = encode({ ...fields, TxnSignature: otherS(fields.TxnSignature) } as never)
    expect(hashes.hashSignedTx(other)).not.toBe(hashes.hashSignedTx(signed))
    expect(read(other, key.address)).toBe('the signature is not the one of SigningPubKey')
  })

  it('with the order added to s on Ed25519', () => {
    const fields = decode(blob) as { TxnSignature: string }
    const s = Buffer.from(fields.TxnSignature.slice(64), 'hex').reverse()
    const order = (1n << 252n) + 27742317777372353535851937790883648493n
    const more = (BigInt(`0x${s.toString('hex')}`) + order).toString(16).padStart(64, '0')
    const tail = Buffer.from(more, 'hex').reverse().toString('hex').toUpperCase()
    const TxnSignature = fields.TxnSignature.slice(0, 64) + tail
    const other = encode({ ...fields, TxnSignature } as never)
    expect(read(other)).toBe('the signature is not the one of SigningPubKey')
  })
})

/** The signature with n - s in place of s, in DER. */
function otherS(signature: string): string {
  const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
  const der = Buffer.from(signature, 'hex')
  const length = der[3]!
  const r = der.subarray(2, 4 + length)
  const s = BigInt(`0x${der.subarray(6 + length).toString('hex')}`)
  const hex = `00${(n - s).toString(16).padStart(64, '0')}`
  const body = Buffer.concat([r, Buffer.from([2, hex.length / 2]), Buffer.from(hex, 'hex')])
  return Buffer.concat([Buffer.from([0x30, body.length]), body])
    .toString('hex')
    .toUpperCase()
}
