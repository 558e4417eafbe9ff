/** What the facilitator is asked before a payment is claimed, and what is believed of it. */
import { describe, expect, it } from 'vitest'
import { lies, on, says } from '../../../scripts/devnet/batched/levers.ts'
import { decoded, newAccount, openSide, OTHER, sign, SPEC } from './support.ts'
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
      'shows a balance on another chain',
      'balances',
      lies(body => ((body.balances[0].domain += 1), body)),
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
