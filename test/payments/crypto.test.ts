/** The hand-written hashing, recovery and signing against a general library. */
import fc from 'fast-check'
import {
  hashTypedData,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  domainSeparator as reference,
  encodeFunctionData,
  parseAbi,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { addressOf, curve, nativeCurve, wasmCurve } from '../../runtime/payments/evm/curve.ts'
import { createHasher, domainSeparator, tokenDomain } from '../../runtime/payments/evm/hash.ts'
import { keccak } from '../../runtime/payments/evm/keccak.ts'
import {
  isDeployless,
  recoverAddress,
  splitSignature,
} from '../../runtime/payments/evm/signature.ts'
import { batchCall, isValidCall, transferCall } from '../../runtime/payments/evm/token.ts'
import { createRelayerWallet } from '../../runtime/payments/evm/transaction.ts'
import type { Authorization, Message as Fields } from '../../runtime/payments/evm/types.ts'
import { BASE, newWallet, TESTNET, typedData, type Message } from './support.ts'
import { runs } from '../helpers/runs.ts'

const hexOf = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map(array => '0x' + Buffer.from(array).toString('hex'))
const uint256 = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })
const message = fc.record({
  from: hexOf(20),
  to: hexOf(20),
  value: uint256,
  validAfter: uint256,
  validBefore: uint256,
  nonce: hexOf(32),
})
const authorizationOf = (fields: Fields, signature = '0x'): Authorization => ({
  ...fields,
  signature,
  key: '',
  signed: null,
})
const wire = (fields: Fields): Message => ({
  ...fields,
  value: String(fields.value),
  validAfter: String(fields.validAfter),
  validBefore: String(fields.validBefore),
})
const abi = parseAbi([
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
  'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
  'function isValidSignature(bytes32,bytes)',
  'function aggregate3((address,bool,bytes)[])',
])

describe('hashing', () => {
  it.each([BASE, TESTNET])(
    'PAY-036 the hash of an authorization is the one that wallets sign ($name)',
    spec => {
      const hash = createHasher(tokenDomain(spec))
      fc.assert(
        fc.property(message, fields => {
          expect('0x' + hash(authorizationOf(fields)).toString('hex')).toBe(
            hashTypedData(typedData(spec, wire(fields))),
          )
        }),
        { numRuns: runs(300), seed: 7 },
      )
    },
  )

  it('the domain separators are those of the deployed tokens', () => {
    expect(domainSeparator(tokenDomain(BASE)).toString('hex')).toBe(
      '02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f',
    )
    expect(domainSeparator(tokenDomain(TESTNET)).toString('hex')).toBe(
      '71f17a3b2ff373b803d70a5a07c046c1a2bc8e89c09ef722fcb047abe94c9818',
    )
    expect('0x' + domainSeparator(tokenDomain(BASE)).toString('hex')).toBe(
      reference(
        typedData(
          BASE,
          wire({ from: '', to: '', value: 0n, validAfter: 0n, validBefore: 0n, nonce: '' }),
        ) as never,
      ),
    )
  })

  it('keccak is keccak', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), bytes => {
        expect('0x' + keccak(Buffer.from(bytes)).toString('hex')).toBe(keccak256(bytes))
      }),
      { numRuns: runs(300), seed: 7 },
    )
  })
})

describe('recovery', () => {
  it('runs in native code here, and WebAssembly gives the same where there is none', async () => {
    expect(curve.name).toBe(nativeCurve() ? 'native' : 'wasm')
    const hash = keccak(Buffer.from('x'))
    const key = Buffer.alloc(32, 5)
    for (const sign of [curve, wasmCurve()])
      for (const recover of [curve, wasmCurve()]) {
        const { rs, bit } = sign.sign(hash, key)
        expect(addressOf(recover.recover(hash, Buffer.from(rs), bit) as Uint8Array)).toBe(
          addressOf(curve.publicKey(key)),
        )
        expect(recover.recover(hash, Buffer.alloc(64, 0xff), 0)).toBeUndefined()
        expect(recover.recover(hash, Buffer.alloc(64), 1)).toBeUndefined()
      }
  })

  it('PAY-004 names the wallet that signed, and another one for a changed message', async () => {
    const wallet = newWallet()
    const fields = {
      from: wallet.address.toLowerCase(),
      to: '0x' + '11'.repeat(20),
      value: 5n,
      validAfter: 0n,
      validBefore: 9n,
      nonce: '0x' + '22'.repeat(32),
    }
    const parts = splitSignature(await wallet.signTypedData(typedData(BASE, wire(fields))))
    if (typeof parts === 'string') throw new Error(parts)
    const hash = createHasher(tokenDomain(BASE))
    expect(recoverAddress(hash(authorizationOf(fields)), parts)).toBe(fields.from)
    expect(recoverAddress(hash(authorizationOf({ ...fields, value: 6n })), parts)).not.toBe(
      fields.from,
    )
    expect(
      recoverAddress(createHasher(tokenDomain(TESTNET))(authorizationOf(fields)), parts),
    ).not.toBe(fields.from)
  })

  it('ERR-002 v is 27, 28, 0 or 1 and s is low, else it is refused', () => {
    const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const of = (s: bigint, v: number): string =>
      '0x' + '11'.repeat(32) + s.toString(16).padStart(64, '0') + v.toString(16).padStart(2, '0')
    for (const v of [27, 28, 0, 1])
      expect(splitSignature(of(n / 2n, v))).toMatchObject({ bit: v % 27 })
    for (const v of [2, 26, 29, 31, 35, 255]) expect(splitSignature(of(5n, v))).toMatch(/27 or 28/)
    expect(splitSignature(of(n / 2n + 1n, 27))).toMatch(/upper half/)
    expect(isDeployless('0x00' + '6492'.repeat(16))).toBe(true)
  })
})

describe('calls and transactions', () => {
  it('calls are encoded as the ABI says', () => {
    fc.assert(
      fc.property(message, fc.uint8Array({ minLength: 1, maxLength: 200 }), (fields, bytes) => {
        const signature = ('0x' + Buffer.from(bytes).toString('hex')) as Hex
        const args = [
          fields.from,
          fields.to,
          fields.value,
          fields.validAfter,
          fields.validBefore,
          fields.nonce,
        ] as unknown as [Hex, Hex, bigint, bigint, bigint, Hex]
        const call = transferCall(authorizationOf(fields, signature), false)
        expect(call).toBe(
          encodeFunctionData({
            abi,
            functionName: 'transferWithAuthorization',
            args: [...args, signature],
          }),
        )
        expect(isValidCall(Buffer.from(fields.nonce.slice(2), 'hex'), signature)).toBe(
          encodeFunctionData({
            abi,
            functionName: 'isValidSignature',
            args: [fields.nonce as Hex, signature],
          }),
        )
        const token = BASE.asset.address as Hex
        expect(batchCall(token, [call, call])).toBe(
          encodeFunctionData({
            abi,
            functionName: 'aggregate3',
            args: [
              [
                [token, true, call as Hex],
                [token, true, call as Hex],
              ],
            ] as never,
          }),
        )
        const [r, s] = ['0x' + '11'.repeat(32), '0x' + '22'.repeat(32)] as [Hex, Hex]
        expect(transferCall(authorizationOf(fields, r + s.slice(2) + '01'), true)).toBe(
          encodeFunctionData({
            abi,
            functionName: 'transferWithAuthorization',
            args: [...args, 28, r, s],
          }),
        )
      }),
      { numRuns: runs(100), seed: 7 },
    )
  })

  it('transactions are signed as EIP-1559 wants them', async () => {
    const key = ('0x' + '07'.repeat(32)) as Hex
    const wallet = createRelayerWallet(key, 8453n)
    expect(wallet.address).toBe(privateKeyToAccount(key).address.toLowerCase())
    for (const [nonce, size] of [
      [0, 0],
      [1, 1],
      [127, 55],
      [128, 56],
      [70_000, 3000],
    ] as const) {
      const data = '0x' + 'ab'.repeat(size)
      const { raw, transaction } = wallet.sign({
        nonce,
        to: BASE.asset.address,
        data,
        gas: 220_000n,
        maxFee: 10n ** 9n,
        tip: 0n,
      })
      expect(transaction).toBe(keccak256(raw as Hex))
      const parsed = parseTransaction(raw as Hex)
      expect(parsed).toMatchObject({
        chainId: 8453,
        type: 'eip1559',
        gas: 220_000n,
        maxFeePerGas: 10n ** 9n,
      })
      expect(parsed.nonce ?? 0).toBe(nonce)
      expect(parsed.data ?? '0x').toBe(data)
      expect(
        (await recoverTransactionAddress({ serializedTransaction: raw as never })).toLowerCase(),
      ).toBe(wallet.address)
    }
  })

  it('a wrong relayer key is refused without being shown', () => {
    expect(() => createRelayerWallet('0xsecret', 1n)).toThrow(
      /^the relayer key is not 32 bytes of hex$/,
    )
  })
})
