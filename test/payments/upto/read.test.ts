/** Reading payments for actual use: what is refused, and what the record and facilitators get. */
import { describe, expect, it } from 'vitest'
import { PERMIT2, PROXY } from '../../../runtime/payments/evm/upto/contracts.ts'
import {
  ownFacilitator,
  remoteFacilitators,
} from '../../../runtime/payments/evm/upto/facilitators.ts'
import { hexNonce, readUpto, sentPayload } from '../../../runtime/payments/evm/upto/read.ts'
import { createUptoScheme } from '../../../runtime/payments/evm/upto/scheme.ts'
import { TESTNET } from '../support.ts'

const address = (digit: string): string => `0x${digit.repeat(40)}`
const [FROM, TO, FACILITATOR] = [address('A'), address('b'), address('c')]
const TOKEN = TESTNET.asset.address
const SIGNATURE = `0x${'11'.repeat(64)}1b`
const EXTENSION = 'eip2612GasSponsoring'
const PREFIX = `${TESTNET.chain}|${PERMIT2.toLowerCase()}|`
const SIGNED = {
  from: FROM,
  permitted: { token: TOKEN, amount: '500' },
  spender: PROXY,
  nonce: '18',
  deadline: '2000',
  witness: { to: TO, facilitator: FACILITATOR, validAfter: '7' },
}
const INFO = {
  from: FROM,
  asset: TOKEN,
  spender: PERMIT2,
  amount: '500',
  nonce: '3',
  deadline: '2000',
  signature: SIGNATURE,
  version: '1',
}
const fieldsOf = (signed: unknown, more: object = {}) =>
  ({
    x402Version: 2,
    accepted: { scheme: 'upto', amount: '500' },
    payload: { signature: SIGNATURE, permit2Authorization: signed },
    ...more,
  }) as never
const withPermit = (info: object = {}) => ({
  extensions: { other: 1, [EXTENSION]: { info: { ...INFO, ...info } } },
})
const read = (signed: object = {}, more: object = {}) =>
  readUpto(TESTNET, fieldsOf({ ...SIGNED, ...signed }, more))
const NONCE = `0x${'12'.padStart(64, '0')}`
const STORED = {
  from: FROM.toLowerCase(),
  permitted: { token: TOKEN.toLowerCase(), amount: '500' },
  spender: PROXY.toLowerCase(),
  nonce: '18',
  deadline: '2000',
  witness: { to: TO, facilitator: FACILITATOR, validAfter: '7' },
}
const STORED_PERMIT = {
  ...INFO,
  from: FROM.toLowerCase(),
  asset: TOKEN.toLowerCase(),
  spender: PERMIT2.toLowerCase(),
}

describe('a payment for actual use', () => {
  it('is read in lower case, with its nonce in hex', () => {
    expect(read()).toEqual({
      from: FROM.toLowerCase(),
      to: TO,
      value: 500n,
      validAfter: 7n,
      validBefore: 2_000n,
      nonce: NONCE,
      signature: SIGNATURE,
      token: TOKEN.toLowerCase(),
      spender: PROXY.toLowerCase(),
      facilitator: FACILITATOR,
      key: `${PREFIX}${FROM.toLowerCase()}|${NONCE}`,
      signed: { signature: SIGNATURE, permit2Authorization: STORED },
    })
  })

  it('is read again from what the record keeps', () => {
    for (const more of [{}, withPermit()]) {
      const first = read({}, more)
      const kept = { ...(fieldsOf({}) as object), payload: first.signed } as never
      expect(readUpto(TESTNET, kept)).toEqual(first)
    }
  })

  it.each<[string, object, string]>([
    ['list for permitted', { permitted: [] }, 'permitted is not an object'],
    ['list for the witness', { witness: [] }, 'witness is not an object'],
    ['wallet', { from: '0x12' }, 'from is not an address'],
    ['recipient', { witness: { ...SIGNED.witness, to: 5 } }, 'to is not an address'],
    ['facilitator', { witness: { to: TO, validAfter: '7' } }, 'facilitator is not an address'],
    ['token', { permitted: { amount: '500' } }, 'token is not an address'],
    ['spender', { spender: '' }, 'spender is not an address'],
    ['deadline', { deadline: 1 }, 'deadline is not a decimal number in a text'],
    ['nonce in hex', { nonce: '0x12' }, 'nonce is not a decimal number in a text'],
    ['large nonce', { nonce: '9'.repeat(78) }, 'nonce is larger than 256 bits'],
  ])('is refused with a wrong %s', (_, signed, message) => {
    expect(() => read(signed)).toThrow(message)
  })

  it('is refused without its authorization', () => {
    const none = () => readUpto(TESTNET, fieldsOf(undefined))
    expect(none).toThrow('payload.permit2Authorization is not an object')
  })
})

describe('an EIP-2612 permit', () => {
  const permit = { value: 500n, deadline: 2_000n, nonce: 3n, signature: SIGNATURE }
  it('is read, and kept with the payment', () => {
    const found = read({}, withPermit())
    expect(found.permit).toEqual(permit)
    expect(found.signed).toEqual({
      signature: SIGNATURE,
      permit2Authorization: STORED,
      [EXTENSION]: STORED_PERMIT,
    })
    for (const version of ['1.2', '1.2.3'])
      expect(read({}, withPermit({ version })).permit).toEqual(permit)
  })

  it.each<[string, object]>([
    ['null for extensions', { extensions: null }],
    ['other extensions', { extensions: { other: {} } }],
    ['an extension without info', { extensions: { [EXTENSION]: {} } }],
    ['what the challenge says', { extensions: { [EXTENSION]: { info: { version: '1' } } } }],
  ])('is not %s', (_, more) => {
    const found = read({}, more)
    expect(found).not.toHaveProperty('permit')
    expect(found.signed).not.toHaveProperty(EXTENSION)
  })

  it.each<[string, object, string]>([
    ['of another wallet', { from: TO }, 'the EIP-2612 permit is of another wallet'],
    ['for another token', { asset: TO }, 'the EIP-2612 permit is for another token'],
    [
      'for another spender',
      { spender: PROXY },
      `the spender of the EIP-2612 permit is not Permit2 (${PERMIT2})`,
    ],
    ['for another amount', { amount: '501' }, 'the EIP-2612 permit is for another amount'],
    ['of another version', { version: '2' }, 'version is not the version of the extension, 1'],
    ['of a longer version', { version: '1.2.3.4' }, 'version is not the version of the'],
    ['without a nonce', { nonce: undefined }, 'nonce is not a decimal number'],
    ['without a deadline', { deadline: undefined }, 'deadline is not a decimal number'],
    [
      'with a short signature',
      { signature: '0xab' },
      'the signature of the EIP-2612 permit: it is not 65 bytes',
    ],
    [
      'with a wrong v',
      { signature: SIGNATURE.replace(/1b$/, '05') },
      'the signature of the EIP-2612 permit: ',
    ],
  ])('%s is refused', (_, info, message) => {
    expect(() => read({}, withPermit(info))).toThrow(message)
  })

  it.each<[unknown, string]>([
    [5, 'extensions is not an object'],
    [{ [EXTENSION]: 5 }, `${EXTENSION} is not an object`],
    [{ [EXTENSION]: { info: 5 } }, 'info is not an object'],
  ])('is refused in %j', (extensions, message) => {
    expect(() => read({}, { extensions })).toThrow(message)
  })
})

describe('a facilitator', () => {
  it('gets the ceiling as the accepted amount, and the permit as an extension', () => {
    const accepted = { scheme: 'upto', amount: '20' }
    const payload = { x402Version: 2, accepted, payload: { any: 1 }, ...withPermit() }
    const signed = { signature: SIGNATURE, permit2Authorization: STORED }
    expect(sentPayload(payload, read({}, withPermit()))).toEqual({
      x402Version: 2,
      accepted: { scheme: 'upto', amount: '500' },
      payload: signed,
      extensions: { other: 1, [EXTENSION]: { info: STORED_PERMIT } },
    })
    const plain = { x402Version: 2, accepted, payload: { any: 1 } }
    expect(sentPayload(plain, read())).toEqual({
      x402Version: 2,
      accepted: { scheme: 'upto', amount: '500' },
      payload: signed,
    })
  })

  it('of a relayer is its own account', () => {
    const own = ownFacilitator('0xr')
    expect([own.current(), own.has('0xr'), own.has('0xs')]).toEqual(['0xr', true, false])
  })

  it('is asked for its account while it is unknown, once at a time', async () => {
    let asked = 0
    const facilitators = remoteFacilitators(async () => {
      asked += 1
      throw new Error('away')
    })
    const seen = [facilitators.current(), facilitators.current(), asked]
    await new Promise(setImmediate)
    seen.push(facilitators.current(), asked)
    expect(seen).toEqual(['', '', 1, '', 2])
    await new Promise(setImmediate)
    expect(facilitators.readKind({ extra: { facilitatorAddress: FROM } })).toBeUndefined()
    expect([facilitators.current(), asked]).toEqual([FROM.toLowerCase(), 2])
    expect(facilitators.has(FROM.toLowerCase())).toBe(true)
  })

  it.each([undefined, null, {}, { facilitatorAddress: 5 }, { facilitatorAddress: '0x12' }])(
    'must say which account settles: %j',
    extra => {
      const facilitators = remoteFacilitators(async () => undefined)
      expect(facilitators.readKind({ extra })).toBe(
        'the facilitator does not say which account settles',
      )
    },
  )

  it('may change its account; the last sixteen are remembered', () => {
    const facilitators = remoteFacilitators(async () => undefined)
    const accounts = Array.from({ length: 17 }, (_, i) => `0x${String(i).padStart(40, '0')}`)
    const name = (facilitatorAddress: string) =>
      facilitators.readKind({ extra: { facilitatorAddress } })
    accounts.slice(0, 16).forEach(name)
    name(accounts[0]!)
    name(accounts[16]!)
    expect(facilitators.current()).toBe(accounts[16])
    const gone = accounts.filter(one => !facilitators.has(one))
    expect(gone).toEqual([accounts[1]])
  })
})

describe('the scheme', () => {
  const scheme = createUptoScheme(TESTNET, {
    payTo: TO,
    backend: {} as never,
    facilitators: ownFacilitator(FACILITATOR),
  })
  const required = scheme.requirements(500n, 60)

  it('asks for a signature that names who settles', () => {
    const { name, version } = TESTNET.asset
    expect(required).toEqual({
      scheme: 'upto',
      network: TESTNET.chain,
      amount: '500',
      asset: TOKEN,
      payTo: TO,
      maxTimeoutSeconds: 60,
      extra: { name, version, assetTransferMethod: 'permit2', facilitatorAddress: FACILITATOR },
    })
    expect(scheme.owns(required)).toBe(true)
    expect(scheme.owns({ ...required, asset: TOKEN.toUpperCase().replace('X', 'x') })).toBe(true)
    for (const other of [{ scheme: 'exact' }, { network: 'eip155:1' }, { asset: TO }])
      expect(scheme.owns({ ...required, ...other })).toBe(false)
  })

  it('has one key for a nonce in either notation', () => {
    const key = `${PREFIX}${FROM.toLowerCase()}|${NONCE}`
    for (const nonce of ['18', NONCE]) expect(scheme.keyOf!(nonce, FROM)).toBe(key)
    expect([
      scheme.keyOf!('18'),
      scheme.keyOf!('0x12', FROM),
      scheme.keyOf!('1'.repeat(79), FROM),
    ]).toEqual([undefined, undefined, undefined])
    expect(hexNonce('x18')).toBe('x18')
  })

  it('takes by allowance, which a permit replaces', async () => {
    const { bounds, of, isReplacedBy } = scheme.allowance!
    expect([bounds(`${PREFIX}x`), bounds('eip155:1|x')]).toEqual([true, false])
    await expect(of(FROM)).rejects.toThrow('there is no node to ask')
    const replaced = [withPermit(), {}].map(more => isReplacedBy(read({}, more)))
    const free = { ...read({}, withPermit()), value: 0n }
    expect([...replaced, isReplacedBy(free)]).toEqual([true, false, false])
    expect(scheme.isMetered).toBe(true)
  })

  it.each<[number, object]>([
    [6_999, { rejection: { details: 'validAfter is 7, now is 6', untimely: true } }],
    [7_000, { ok: true, payer: FROM.toLowerCase(), isContract: true }],
    [1_994_999, { ok: true }],
    [1_995_000, { rejection: { details: 'validBefore is 2000, now is 1995', untimely: true } }],
  ])('takes a signature within its time: at %s', async (now, verdict) => {
    const backend = { contractSigned: async () => true, check: async () => ({ ok: true }) }
    const { verify } = createUptoScheme(TESTNET, {
      payTo: TO,
      backend: backend as never,
      facilitators: ownFacilitator(FACILITATOR),
    })
    const fields = fieldsOf(SIGNED, { accepted: required })
    const payment = { authorization: readUpto(TESTNET, fields), scheme, payload: fields } as never
    expect(await verify(payment, required, now)).toMatchObject(verdict)
  })

  it.each<[string, object, object, string]>([
    [
      'token',
      { permitted: { token: TO, amount: '500' } },
      {},
      `the token is ${TOKEN}; another was`,
    ],
    ['spender', { spender: TO }, {}, `the spender is ${PROXY}; another was signed`],
    [
      'facilitator',
      { witness: { ...SIGNED.witness, facilitator: TO } },
      {},
      `the facilitator is ${FACILITATOR}; another was signed`,
    ],
    [
      'shorter permit',
      {},
      withPermit({ deadline: '1999' }),
      'the EIP-2612 permit ends at 1999, before the authorization (2000)',
    ],
    [
      'nothing else',
      {},
      withPermit(),
      'the signature is not the one of the wallet in `from`: check the EIP-712 domain',
    ],
  ])('refuses a signature with another %s', async (_, signed, more, details) => {
    const fields = fieldsOf({ ...SIGNED, ...signed }, { accepted: required, ...more })
    const payment = { authorization: readUpto(TESTNET, fields), scheme, payload: fields } as never
    const backend = { contractSigned: async () => false }
    const verifying = createUptoScheme(TESTNET, {
      payTo: TO,
      backend: backend as never,
      facilitators: ownFacilitator(FACILITATOR),
    })
    const verdict = await verifying.verify(payment, required, 1_000_000)
    expect(verdict).toMatchObject({
      ok: false,
      rejection: { code: 'PAYMENT_INVALID', details: expect.stringContaining(details) },
    })
  })
})
