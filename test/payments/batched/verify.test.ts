/** What a batched payment must be: each rule by a payment that breaks it. */
import { describe, expect, it } from 'vitest'
import { privateKeyToAccount } from 'viem/accounts'
import { batched } from '../../../runtime/payments/batched/kind.ts'
import { domainOf } from '../../../runtime/payments/batched/domains.ts'
import { createBatchedScheme } from '../../../runtime/payments/batched/scheme.ts'
import { toHeader } from '../../helpers/chain.ts'
import { DAY, decoded, newAccount, openSide, OTHER, PAY_TO, sign, SPEC } from './support.ts'
import {
  held,
  rejected,
  scheme,
  second,
  side,
  useFacilitator,
  verdictOf,
  world,
} from './verify-desk.ts'

useFacilitator()

describe('what is asked', () => {
  it('is one requirement per chain, for the contract, with a window of its own', () => {
    const common = {
      scheme: 'exact',
      amount: '53500',
      payTo: PAY_TO,
      maxTimeoutSeconds: 604_800 + 100,
      extra: { name: 'GatewayWalletBatched', version: '1', verifyingContract: SPEC.contract },
    }
    expect(side.schemes.map(one => one.requirements(53_500n, 20))).toEqual([
      { ...common, network: 'eip155:84532', asset: SPEC.asset.address },
      { ...common, network: 'eip155:421614', asset: SPEC.also![0]!.asset.address },
    ])
    const offers = side.schemes.map(one => {
      const { amount: _, payTo: __, maxTimeoutSeconds: ___, ...offer } = one.requirements(1n, 1)
      return offer
    })
    expect(batched.offers(SPEC)).toEqual(offers)
  })

  it('is refused at start for a chain without a number, a bad recipient or no facilitator', async () => {
    expect(() => domainOf('eip155:31337')).toThrow('eip155:31337')
    const on = (spec: typeof SPEC) => openSide(world.url, held.store, { spec })
    await expect(on({ ...SPEC, contract: undefined })).rejects.toThrow('contract is not an EVM')
    const to = (payTo: string) => createBatchedScheme({ spec: SPEC, payTo } as never)
    expect(() => to('us')).toThrow('payTo is not an EVM address')
    const settings = { payTo: PAY_TO }
    await expect(batched.open({ spec: SPEC, settings } as never)).rejects.toThrow(
      'no facilitator is set',
    )
    await expect(on({ ...SPEC, chain: 'eip155:31337' })).rejects.toThrow('31337')
  })

  it('belongs to the scheme of its chain, asset and contract', () => {
    const [one, two] = side.schemes.map(each => each.requirements(1n, 1))
    expect(scheme.owns(one!)).toBe(true)
    expect(scheme.owns(two!)).toBe(false)
    expect(second.owns(two!)).toBe(true)
    const { extra: _, ...plain } = one!
    expect(scheme.owns(plain)).toBe(true)
    expect(scheme.owns({ ...one!, extra: { name: 'USDC', version: '2' } })).toBe(false)
    expect(scheme.owns({ ...one!, extra: { ...one!.extra, verifyingContract: OTHER } })).toBe(false)
  })
})

describe('a good payment', () => {
  it('is accepted, on either chain', async () => {
    expect(await verdictOf()).toMatchObject({ ok: true })
    const account = newAccount()
    await world.fund(account.address, 10_000n, 'eip155:421614')
    const requirements = second.requirements(10_000n, 300)
    const header = toHeader(await sign(account, requirements))
    const payment = decoded(second, JSON.parse(Buffer.from(header, 'base64').toString()))
    expect(await second.verify(payment, requirements, Date.now())).toEqual({
      ok: true,
      payer: account.address.toLowerCase(),
    })
  })

  it('has a key of its chain, asset, contract, wallet and nonce, and ends 7 days early', async () => {
    const account = newAccount()
    const now = Date.UTC(2026, 0, 1)
    const payload = await sign(account, scheme.requirements(1n, 300), { now })
    const { authorization } = decoded(scheme, payload)
    const { from, nonce } = payload.payload.authorization
    expect(authorization.key).toBe(
      [SPEC.chain, SPEC.asset.address, SPEC.contract, from, nonce]
        .map((part, i) => (i === 0 ? part : part!.toLowerCase()))
        .join('|'),
    )
    expect(authorization.signedUntil).toBe(BigInt(now / 1000 + 604_800 + 300))
    expect(authorization.validBefore).toBe(BigInt(now / 1000 + 300))
  })

  it('is put to the facilitator without anything else that the client wrote', async () => {
    const secret = 'https://shop.example/?token=secret'
    await verdictOf({
      after: payload => {
        payload.resource.url = secret
        payload.extensions = { more: 'x'.repeat(2000) }
        payload.accepted.maxTimeoutSeconds = 5
      },
    })
    const seen = world.facilitator.requests.find(({ path }) => path === '/v1/x402/verify')!.body
    expect(Object.keys(seen).sort()).toEqual(['paymentPayload', 'paymentRequirements'])
    expect(seen.paymentPayload.accepted).toEqual(scheme.requirements(10_000n, 300))
    expect(Object.keys(seen.paymentPayload).sort()).toEqual([
      'accepted',
      'payload',
      'resource',
      'x402Version',
    ])
    expect(JSON.stringify(seen)).not.toContain('secret')
  })

  it('of amount 0 needs no deposit and no facilitator', async () => {
    expect(await verdictOf({}, 0n, 0n)).toMatchObject({ ok: true })
    expect(world.facilitator.requests).toEqual([])
  })

  it('is good with a v of 0 or 1', async () => {
    const raw = (payload: any): void => {
      const { signature } = payload.payload
      const v = parseInt(signature.slice(-2), 16) - 27
      payload.payload.signature = signature.slice(0, -2) + `0${v}`
    }
    expect(await verdictOf({ after: raw })).toMatchObject({ ok: true })
  })
})

describe('the signature', () => {
  const wrong = /the signature is not the one of the wallet/
  it.each([
    [
      "the token's own domain",
      { name: 'USDC', version: '2', verifyingContract: SPEC.asset.address },
    ],
    ['another contract', { verifyingContract: OTHER }],
    ['another chain', { chainId: 8453 }],
    ['the chain that is offered second', { chainId: 421614 }],
    ['another name', { name: 'GatewayWallet' }],
    ['another version', { version: '2' }],
  ])('for %s is refused', async (_, domain) => {
    await rejected(verdictOf({ domain }), 'PAYMENT_INVALID', wrong)
  })

  it('of another wallet, or over other values, is refused', async () => {
    const change = (name: string, value: string) => (payload: any) => {
      payload.payload.authorization[name] = value
    }
    await rejected(verdictOf({ after: change('from', OTHER) }), 'PAYMENT_INVALID', wrong)
    await rejected(verdictOf({ after: change('validAfter', '1') }), 'PAYMENT_INVALID', wrong)
    await rejected(
      verdictOf({ after: change('nonce', `0x${'1'.repeat(64)}`) }),
      'PAYMENT_INVALID',
      wrong,
    )
  })

  it.each([
    ['of a contract wallet (ERC-1271)', `0x${'ab'.repeat(100)}`],
    ['of a wallet that is not deployed (ERC-6492)', `0x${'ab'.repeat(64)}${'6492'.repeat(16)}`],
    ['of 64 bytes', `0x${'ab'.repeat(64)}`],
    ['of no bytes', '0x'],
  ])('%s is refused', async (_, signature) => {
    const after = (payload: any): void => void (payload.payload.signature = signature)
    await rejected(verdictOf({ after }), 'PAYMENT_INVALID', /signature is not/)
  })

  it('with a high s, or an unknown v, is refused', async () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const flip = (payload: any): void => {
      const { signature } = payload.payload
      const s = order - BigInt(`0x${signature.slice(66, 130)}`)
      const v = signature.endsWith('1b') ? '1c' : '1b'
      payload.payload.signature = signature.slice(0, 66) + s.toString(16).padStart(64, '0') + v
    }
    await rejected(verdictOf({ after: flip }), 'PAYMENT_INVALID', /upper half/)
    const odd = (payload: any): void => {
      payload.payload.signature = payload.payload.signature.slice(0, -2) + '25'
    }
    await rejected(verdictOf({ after: odd }), 'PAYMENT_INVALID', /27 or 28/)
  })
})

describe('what is signed', () => {
  it('is exactly the amount, to us', async () => {
    await rejected(verdictOf({ message: { value: 9_999n } }), 'PAYMENT_INVALID', /9999 was signed/)
    await rejected(
      verdictOf({ message: { value: 10_001n } }),
      'PAYMENT_INVALID',
      /10001 was signed/,
    )
    await rejected(verdictOf({ message: { to: OTHER } }), 'PAYMENT_INVALID', /recipient/)
  })

  it.each([
    ['scheme', 'upto', /scheme/],
    ['network', 'eip155:1', /network/],
    ['asset', OTHER, /asset/],
    ['payTo', OTHER, /recipient/],
    ['amount', '1', /amount/],
  ])('matches the requirements that the client accepted: %s', async (name, value, details) => {
    const after = (payload: any): void => void (payload.accepted[name] = value)
    await rejected(verdictOf({ after }), 'PAYMENT_INVALID', details)
  })

  it('is for our contract, also as the client says', async () => {
    const after = (payload: any): void => void (payload.accepted.extra.verifyingContract = OTHER)
    await rejected(verdictOf({ after }), 'PAYMENT_INVALID', /the contract is/)
    const plain = (payload: any): void => void (payload.accepted.extra = { name: 'USDC' })
    await rejected(verdictOf({ after: plain }), 'PAYMENT_INVALID', /the contract is/)
    const silent = (payload: any): void => void delete payload.accepted.extra
    expect(await verdictOf({ after: silent })).toMatchObject({ ok: true })
  })

  it('does not pay the wallet itself', async () => {
    // A key of the public test mnemonic.
    const seller = privateKeyToAccount(
      '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
    )
    expect(seller.address).toBe(PAY_TO)
    await world.fund(PAY_TO, 10_000n)
    const requirements = scheme.requirements(10_000n, 300)
    const payment = decoded(scheme, await sign(seller, requirements))
    await rejected(
      scheme.verify(payment, requirements, Date.now()),
      'PAYMENT_INVALID',
      /is the recipient/,
    )
  })
})

describe('the window', () => {
  it('needs 7 days and 6 s more', async () => {
    await rejected(verdictOf({ validFor: 3600 }), 'PAYMENT_UNFUNDED', /validity_too_short/)
    await rejected(verdictOf({ validFor: 7 * DAY }), 'PAYMENT_UNFUNDED', /validity_too_short/)
    await rejected(verdictOf({ validFor: 7 * DAY + 4 }), 'PAYMENT_UNFUNDED', /validity_too_short/)
    expect(await verdictOf({ validFor: 7 * DAY + 60 })).toMatchObject({ ok: true })
  })

  it('has ended, or has not begun', async () => {
    await rejected(verdictOf({ validFor: -10 }), 'PAYMENT_UNFUNDED', /validBefore is/)
    const validAfter = Math.floor(Date.now() / 1000) + 100
    await rejected(verdictOf({ validAfter }), 'PAYMENT_UNFUNDED', /validAfter is/)
  })

  it('is not longer than records are kept', async () => {
    expect(await verdictOf({ validFor: 27 * DAY })).toMatchObject({ ok: true })
    await rejected(verdictOf({ validFor: 29 * DAY }), 'PAYMENT_INVALID', /the most is/)
    const message = { validBefore: 2n ** 256n - 1n }
    await rejected(verdictOf({ message }), 'PAYMENT_INVALID', /the most is/)
  })
})
