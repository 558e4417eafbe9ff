/** How Solana's addresses and keys are written. */
import { Keypair } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { kindOf } from '../../../runtime/payments/kinds.ts'
import { fromBase58, toBase58 } from '../../../runtime/payments/solana/base58.ts'
import { createSigner, isSignedBy } from '../../../runtime/payments/solana/keys.ts'

const kind = kindOf('solana')
const pair = Keypair.fromSeed(Buffer.alloc(32, 7))
const secret = toBase58(pair.secretKey)

/** The key file of the secret key, with blanks up to a length. */
const ofLength = (length: number): string =>
  JSON.stringify([...pair.secretKey])
    .replace(']', '')
    .padEnd(length - 1) + ']'

describe('base58', () => {
  it.each([
    ['', 0],
    ['00', 1],
    ['0000ff', 3],
    ['ff'.repeat(64), 64],
    ['00'.repeat(32), 32],
  ])('%s and back', (hex, length) => {
    const text = toBase58(Buffer.from(hex, 'hex'))
    if (length > 0) expect(fromBase58(text, length)?.toString('hex')).toBe(hex)
  })
  it('is what the library writes', () => {
    expect(toBase58(pair.publicKey.toBytes())).toBe(pair.publicKey.toBase58())
  })
  it.each(['0', 'O', 'I', 'l', '+', ' ', '1'.repeat(33), 'z'.repeat(44), 'z'.repeat(5000)])(
    'does not read %j as 32 bytes',
    text => {
      expect(fromBase58(text, 32)).toBeUndefined()
    },
  )
})

describe('the notation', () => {
  it('knows chains and wallets', () => {
    expect(kind.chain.pattern.test('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toBe(true)
    expect(kind.chain.pattern.test('eip155:8453')).toBe(false)
    expect(kind.wallet.pattern.test(pair.publicKey.toBase58())).toBe(true)
    expect(kind.wallet.pattern.test('0x1111111111111111111111111111111111111111')).toBe(false)
  })

  it('reads a secret key in base58, and as a key file', () => {
    expect(kind.key?.read(secret)).toBe(secret)
    expect(kind.key?.read(JSON.stringify([...pair.secretKey]))).toBe(secret)
    expect(kind.key?.read(ofLength(400))).toBe(secret)
  })

  it.each([
    '',
    'x',
    `0x${'11'.repeat(32)}`,
    toBase58(pair.secretKey.slice(0, 32)),
    toBase58(Buffer.concat([pair.secretKey.slice(0, 32), Buffer.alloc(32, 1)])),
    JSON.stringify([...pair.secretKey].map(n => n + 256)),
    JSON.stringify([...pair.secretKey].map((n, i) => (i === 0 ? n + 256 : n))),
    JSON.stringify([...pair.secretKey, 0]),
    JSON.stringify([...pair.secretKey].map(n => (n === 0 ? n : n + 0.5))),
    `[${[...pair.secretKey].map(n => `0x${n.toString(16)}`).join()}]`,
    `x${JSON.stringify([...pair.secretKey])}`,
    `${JSON.stringify([...pair.secretKey])}x`,
    ofLength(401),
    '[1,2]',
  ])('does not read %j as a secret key', text => {
    expect(kind.key?.read(text)).toBeUndefined()
  })

  it('does not read a number above 255 as a byte of a secret key', () => {
    const [first, ...others] = Keypair.fromSeed(Buffer.alloc(32)).secretKey
    expect(kind.key?.read(JSON.stringify([first, ...others]))).toBeDefined()
    expect(kind.key?.read(JSON.stringify([256, ...others]))).toBeUndefined()
  })

  it('shows no key in an error', () => {
    expect(() => createSigner(`${secret}x`)).toThrow(/^the relayer key is not a Solana secret key$/)
  })
})

describe('a signature', () => {
  const message = Buffer.from('message')
  const signed = () => {
    const signer = createSigner(secret)
    return { signer, signature: signer.sign(message) }
  }
  it('is the same each time, and verifies for its message and wallet only', () => {
    const { signer, signature } = signed()
    expect(signer.sign(message)).toEqual(signature)
    expect(isSignedBy(signer.address, message, signature)).toBe(true)
    expect(isSignedBy(signer.address, Buffer.from('other'), signature)).toBe(false)
    expect(isSignedBy(Keypair.generate().publicKey.toBase58(), message, signature)).toBe(false)
    expect(isSignedBy('no address', message, signature)).toBe(false)
  })
  it('has one form: adding the order of the group to it makes it invalid', () => {
    const { signer, signature } = signed()
    const order = 2n ** 252n + 27742317777372353535851937790883648493n
    const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`) + order
    const other = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse()
    const malleable = Buffer.concat([signature.subarray(0, 32), other])
    expect(isSignedBy(signer.address, message, malleable)).toBe(false)
  })
})
