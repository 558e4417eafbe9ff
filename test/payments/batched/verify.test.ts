/** What a batched payment must be: each rule by a payment that breaks it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { batched } from '../../../runtime/payments/batched/kind.ts'
import { domainOf } from '../../../runtime/payments/batched/domains.ts'
import type { PaymentScheme, RejectionCode, Verdict } from '../../../runtime/payments/types.ts'
import { honestly, lies, on, says } from '../../../scripts/devnet/batched/levers.ts'
import type { BatchedWorld } from '../../../scripts/devnet/batched/world.ts'
import { toHeader } from '../../helpers/chain.ts'
import { embeddedStore } from '../../helpers/store.ts'
import {
  DAY,
  decoded,
  newAccount,
  openSide,
  OTHER,
  PAY_TO,
  sign,
  SPEC,
  startWorld,
  type Changes,
  type Side,
} from './support.ts'

let world: BatchedWorld
let side: Side
let held: Awaited<ReturnType<typeof embeddedStore>>
let scheme: PaymentScheme
let second: PaymentScheme
beforeAll(async () => {
  world = await startWorld()
  held = await embeddedStore()
  side = await openSide(world.url, held.store)
  ;[scheme, second] = side.schemes as [PaymentScheme, PaymentScheme]
})
afterAll(async () => {
  await side?.stop()
  await held?.stop()
  await world?.stop()
})
beforeEach(() => {
  world.facilitator.lever = honestly
  world.facilitator.requests.length = 0
})

/** Verifies a payment of a wallet with money, changed as told. */
async function verdictOf(
  changes: Changes = {},
  amount = 10_000n,
  funds = amount,
): Promise<Verdict> {
  const account = newAccount()
  await world.fund(account.address, funds)
  const requirements = scheme.requirements(amount, 300)
  const payload = await sign(account, requirements, changes)
  const result = scheme.decode(toHeader(payload))
  return result.ok ? scheme.verify(result.payment, requirements, Date.now()) : result
}

async function rejected(
  verdict: Promise<Verdict>,
  code: RejectionCode,
  details: RegExp,
): Promise<void> {
  const result = await verdict
  if (result.ok) throw new Error('it was accepted')
  expect(result.rejection).toMatchObject({ code, details: expect.stringMatching(details) })
  if (code === 'PAYMENT_INVALID') expect(result.rejection).not.toHaveProperty('message')
  else expect(result.rejection.message).toBeTruthy()
}

describe('what is asked', () => {
  it('is one requirement per chain, for the contract, with a window of its own', () => {
    const common = {
      scheme: 'exact',
      amount: '53500',
      payTo: PAY_TO,
      maxTimeoutSeconds: 604_900,
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
    await expect(on({ ...SPEC, contract: undefined })).rejects.toThrow('contract')
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
    expect(authorization.signedUntil).toBe(BigInt(now / 1000 + 604_900))
    expect(authorization.validBefore).toBe(BigInt(now / 1000 + 100))
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
    const account = newAccount()
    await world.fund(account.address, 10_000n)
    const own = await openSide(world.url, held.store)
    const requirements = { ...scheme.requirements(10_000n, 300) }
    const payload = await sign(account, requirements, {
      after: made => void (made.payload.authorization.from = PAY_TO),
    })
    await rejected(
      scheme.verify(decoded(scheme, payload), requirements, Date.now()),
      'PAYMENT_INVALID',
      /signature|recipient/,
    )
    await own.stop()
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

describe('the facilitator', () => {
  it('is asked for the deposit, which /verify does not look at', async () => {
    await rejected(verdictOf({}, 10_000n, 9_999n), 'PAYMENT_UNFUNDED', /insufficient_balance/)
  })

  it('looks at the deposit on the same chain', async () => {
    const account = newAccount()
    await world.fund(account.address, 10_000n, 'eip155:421614')
    const requirements = scheme.requirements(10_000n, 300)
    const payment = decoded(scheme, await sign(account, requirements))
    await rejected(
      scheme.verify(payment, requirements, Date.now()),
      'PAYMENT_UNFUNDED',
      /insufficient_balance/,
    )
    expect(await scheme.balanceOf!(account.address)).toBe(0n)
    expect(await second.balanceOf!(account.address)).toBe(10_000n)
  })

  it('knows a nonce that was used, here or elsewhere', async () => {
    const nonce = `0x${'5'.repeat(64)}`
    const account = newAccount()
    await world.fund(account.address, 50_000n)
    world.facilitator.book.transfer(
      { network: SPEC.chain, from: account.address, to: OTHER, amount: 1n, nonce },
      Date.now(),
    )
    const requirements = scheme.requirements(10_000n, 300)
    const payment = decoded(scheme, await sign(account, requirements, { nonce }))
    await rejected(
      scheme.verify(payment, requirements, Date.now()),
      'PAYMENT_REPLAY',
      /nonce_already_used/,
    )
    // The same nonce on another chain is another one.
    const there = second.requirements(10_000n, 300)
    const fresh = decoded(second, await sign(account, there, { nonce }))
    expect(await second.verify(fresh, there, Date.now())).toMatchObject({ ok: true })
  })

  it.each([
    ['insufficient_balance', 'PAYMENT_UNFUNDED'],
    ['wallet_not_found', 'PAYMENT_UNFUNDED'],
    ['nonce_already_used', 'PAYMENT_REPLAY'],
    ['authorization_expired', 'PAYMENT_UNFUNDED'],
    ['authorization_not_yet_valid', 'PAYMENT_UNFUNDED'],
    ['authorization_validity_too_short', 'PAYMENT_UNFUNDED'],
    ['invalid_payload', 'PAYMENT_INVALID'],
    ['invalid_signature', 'PAYMENT_INVALID'],
    ['address_mismatch', 'PAYMENT_INVALID'],
    ['amount_mismatch', 'PAYMENT_INVALID'],
    ['self_transfer', 'PAYMENT_INVALID'],
    ['unsupported_scheme', 'PAYMENT_VERIFICATION_UNAVAILABLE'],
    ['unsupported_network', 'PAYMENT_VERIFICATION_UNAVAILABLE'],
    ['unsupported_asset', 'PAYMENT_VERIFICATION_UNAVAILABLE'],
    ['unsupported_domain', 'PAYMENT_VERIFICATION_UNAVAILABLE'],
    ['unexpected_error', 'PAYMENT_VERIFICATION_UNAVAILABLE'],
    ['some_new_code', 'PAYMENT_VERIFICATION_UNAVAILABLE'],
    ['constructor', 'PAYMENT_VERIFICATION_UNAVAILABLE'],
  ] as const)('refuses with %s: %s', async (invalidReason, code) => {
    world.facilitator.lever = on('verify', says(200, { isValid: false, invalidReason }))
    await rejected(verdictOf(), code, new RegExp(invalidReason))
  })

  it("keeps the facilitator's texts to the log", async () => {
    const invalidReason = 'see https://internal.example/?key=s3cret'
    side.log.length = 0
    world.facilitator.lever = on('verify', says(200, { isValid: false, invalidReason }))
    const verdict = await verdictOf()
    expect(JSON.stringify(verdict)).not.toContain('s3cret')
    expect(side.log.join()).toContain('s3cret')
  })

  it.each([
    ['is down', 'verify', says(503, { isValid: true })],
    ['answers garbage', 'verify', says(200, '<html>')],
    ['answers an array', 'verify', says(200, [])],
    ['says nothing', 'verify', says(200, {})],
    ['answers a text for a boolean', 'verify', says(200, { isValid: 'true' })],
    ['answers 2 MB', 'verify', says(200, `{"isValid":true,"x":"${'x'.repeat(2_000_000)}"}`)],
    ['answers an array that nests deeply', 'verify', says(200, '['.repeat(100_000))],
    ['hides its transfers', 'transfers', says(500, {})],
    ['shows transfers that cannot be read', 'transfers', says(200, { transfers: [{ id: 'x' }] })],
    ['shows no list', 'transfers', says(200, { transfers: 'none' })],
    ['hides balances', 'balances', says(404, { message: 'no' })],
    ['shows no balance', 'balances', says(200, { token: 'USDC', balances: [] })],
    [
      'shows a negative balance',
      'balances',
      lies(body => ((body.balances[0].balance = '-5'), body)),
    ],
    [
      'shows a balance of another wallet',
      'balances',
      lies(body => ((body.balances[0].depositor = OTHER), body)),
    ],
    [
      'shows a huge balance',
      'balances',
      lies(body => ((body.balances[0].balance = '9'.repeat(90)), body)),
    ],
  ] as const)('%s: the same payment works later', async (_, part, lever) => {
    world.facilitator.lever = on(part, lever)
    await rejected(verdictOf(), 'PAYMENT_VERIFICATION_UNAVAILABLE', /./)
  })

  it('hangs or breaks the connection: the same payment works later', async () => {
    for (const how of ['hang', 'cut'] as const) {
      world.facilitator.lever = on('verify', async () => how)
      await rejected(verdictOf(), 'PAYMENT_VERIFICATION_UNAVAILABLE', /./)
    }
  })

  it('gets the key of the settings', async () => {
    const own = await openSide(world.url, held.store, { key: 'a-key' })
    await own.schemes[0].backend.health()
    expect(world.facilitator.requests[0]!.headers.authorization).toBe('Bearer a-key')
    await own.stop()
  })

  it('settles what we sell, with our contract', async () => {
    expect(await scheme.backend.health()).toEqual({ ok: true, details: { facilitator: 'up' } })
    world.facilitator.lever = lies(body => ((body.kinds[0].extra.verifyingContract = OTHER), body))
    expect(await scheme.backend.health()).toMatchObject({ ok: false })
    expect(await second.backend.health()).toMatchObject({ ok: true })
    world.facilitator.lever = lies(body => ((body.kinds[0].extra.assets[0].address = OTHER), body))
    expect(await scheme.backend.health()).toMatchObject({ ok: false })
    world.facilitator.lever = lies(body => ((body.kinds[0].extra.assets = [null]), body))
    expect(await scheme.backend.health()).toMatchObject({ ok: false })
    world.facilitator.lever = lies(body => ((body.kinds = [body.kinds[1]]), body))
    expect(await scheme.backend.health()).toMatchObject({ ok: false })
    world.facilitator.lever = says(200, { kinds: [null, 5, 'x'] })
    expect(await scheme.backend.health()).toMatchObject({ ok: false })
    world.facilitator.lever = says(200, 'x')
    expect(await scheme.backend.health()).toMatchObject({ ok: false })
  })
})
