/** What a wallet signs for the gateway contract: its key, its times, and its contract. */
import { describe, expect, it } from 'vitest'
import {
  contractDomain,
  contractMismatch,
  createSignatureCheck,
  readSigned,
  untimely,
} from '../../../runtime/payments/batched/authorization.ts'
import { newAccount, sign, SPEC } from './support.ts'

const DAY = 86_400
const domain = contractDomain(SPEC, SPEC)
const REQUIREMENTS = {
  scheme: 'exact',
  network: SPEC.chain,
  asset: SPEC.asset.address,
  amount: '500',
  payTo: `0x${'2'.repeat(40)}`,
  maxTimeoutSeconds: 604_900,
  extra: { verifyingContract: SPEC.contract },
} as never
const read = async (changes: Parameters<typeof sign>[2] = {}) => {
  const account = newAccount()
  const payload = await sign(account, REQUIREMENTS, changes)
  return { account, of: readSigned(domain, SPEC, payload) }
}

it('what wallets sign is for the contract on the chain', () => {
  expect(contractDomain(SPEC, { ...SPEC, chain: 'eip155:1' })).toEqual({
    name: 'GatewayWalletBatched',
    version: '1',
    chain: 'eip155:1',
    contract: SPEC.contract,
  })
})

describe('what is read', () => {
  it('has a key of chain, token, contract, wallet and nonce, in lower case', async () => {
    const nonce = `0x${'A'.repeat(64)}`
    const { account, of } = await read({ nonce })
    const parts = [SPEC.chain, SPEC.asset.address, SPEC.contract!, account.address, nonce]
    expect(of.key).toBe(parts.join('|').toLowerCase())
  })

  it('can be settled until 7 days before its end, and never before the beginning of time', async () => {
    const { of } = await read({ message: { validBefore: BigInt(7 * DAY + 5) } })
    expect([of.validBefore, of.signedUntil]).toEqual([5n, BigInt(7 * DAY + 5)])
    const { of: early } = await read({ message: { validBefore: BigInt(7 * DAY - 5) } })
    expect([early.validBefore, early.signedUntil]).toEqual([0n, BigInt(7 * DAY - 5)])
  })

  it('is not the signature of a contract wallet', async () => {
    const after = (payload: any): void => {
      payload.payload.signature = `0x${'ab'.repeat(66)}`
    }
    await expect(read({ after })).rejects.toThrow('contract wallets cannot pay here')
  })
})

describe('the signature', () => {
  const isGood = createSignatureCheck(domain)

  it('is that of the wallet over what it signed, for the contract', async () => {
    const { account, of } = await read()
    expect(isGood(of)).toEqual({ ok: true, payer: account.address.toLowerCase() })
  })

  it('is refused with its true wallet if that is another', async () => {
    const { of } = await read()
    const verdict = isGood({ ...of, from: `0x${'1'.repeat(40)}` })
    const details = 'the signature is not the one of the wallet in `from` for this contract'
    expect(verdict).toMatchObject({ ok: false, rejection: { code: 'PAYMENT_INVALID', details } })
  })

  it('is refused if it cannot be one', async () => {
    const { of } = await read()
    const verdict = isGood({ ...of, signature: `0x${'00'.repeat(65)}` })
    expect(verdict).toMatchObject({ ok: false, rejection: { code: 'PAYMENT_INVALID' } })
  })
})

describe('the contract that the client names', () => {
  const extra = { name: domain.name, version: domain.version, verifyingContract: domain.contract }
  const named = (more: object) => contractMismatch({ extra: { ...extra, ...more } }, domain)

  it('may be ours, in any case, or none', () => {
    expect(named({})).toBeUndefined()
    expect(named({ verifyingContract: domain.contract.toLowerCase() })).toBeUndefined()
    for (const accepted of [undefined, null, {}, { extra: null }, { extra: 'x' }])
      expect(contractMismatch(accepted, domain)).toBeUndefined()
  })

  it.each([
    { name: 'Other' },
    { name: undefined },
    { version: '2' },
    { verifyingContract: `0x${'1'.repeat(40)}` },
    { verifyingContract: undefined },
    { verifyingContract: 5 },
  ])('may not be another one: %o', more => {
    expect(named(more)).toBe(
      `the contract is ${domain.contract} (GatewayWalletBatched, version 1); ` +
        'the payment is for another one',
    )
  })
})

describe('the time of an authorization', () => {
  const NOW = 1_000_000
  const SLACK = 5_500
  /** The shortest time that it must be valid for, s: 7 days and the slack. */
  const LEAST = 7 * DAY + 6
  const seen = (more: object) => {
    const base = { from: '0xann', validAfter: BigInt(NOW), signedUntil: BigInt(NOW + LEAST) }
    return untimely({ ...base, ...more } as never, NOW * 1000 + 999, SLACK)
  }
  const until = (seconds: number) => ({ signedUntil: BigInt(NOW + seconds) })

  it('is right from its beginning to 28 days before its end', () => {
    for (const seconds of [LEAST, 28 * DAY]) expect(seen(until(seconds))).toBeUndefined()
  })

  const unfunded = { code: 'PAYMENT_UNFUNDED', payer: '0xann', untimely: true }
  it.each([
    [
      'has not begun',
      { validAfter: BigInt(NOW + 1) },
      { details: `validAfter is ${NOW + 1}, now is ${NOW}`, message: /not valid yet/ },
    ],
    [
      'has ended',
      until(0),
      { details: `validBefore is ${NOW}, now is ${NOW}`, message: /has expired/ },
    ],
    [
      'ends too soon',
      until(LEAST - 1),
      {
        details: `authorization_validity_too_short: validBefore is ${NOW + LEAST - 1}, now is ${NOW}`,
        message: /at least 7 days/,
      },
    ],
  ])('is wrong if it %s', (_, more, { details, message }) => {
    expect(seen(more)).toEqual({ ...unfunded, details, message: expect.stringMatching(message) })
  })

  it('is invalid if it ends after its record is removed', () => {
    expect(seen(until(28 * DAY + 1))).toEqual({
      code: 'PAYMENT_INVALID',
      details: `validBefore is ${NOW + 28 * DAY + 1}, now is ${NOW}; the most is ${28 * DAY} seconds`,
      payer: '0xann',
    })
  })
})
