/** Fundings that are refused: nothing moves, and the reply says why. */
import { privateKeyToAccount, generatePrivateKey } from 'viem/accounts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { newWallet, type DepositChanges } from '../helpers/deposit.ts'
import { headerOf, payloadOf } from './client.ts'
import {
  DEPOSIT,
  FEE,
  feeOf,
  fund,
  fundingOf,
  moved,
  refused,
  shop,
  signDeposit,
  useFunding,
} from './funding-desk.ts'

useFunding()

let buyer: Buyer
beforeAll(async () => {
  buyer = await shop.buyer(50_000_000_000n)
})

const now = (): number => Math.floor(Date.now() / 1000)
/** How often the bridge was asked. */
const bridged = (): number => shop.taps.bridge.seen.length

describe('400', () => {
  it('[FUND-002] an unpaid call is a 402 that describes the body, whatever was sent', async () => {
    const good = await fundingOf(buyer)
    for (const body of [undefined, {}, { depositWallet: 'x' }, '{', good]) {
      const { status, body: shown, challenge } = await fund(body)
      expect([status, challenge?.accepts[0]!.amount]).toEqual([402, String(FEE)])
      expect(shown.body_fields).toEqual([
        'depositWallet',
        'recipient',
        'amountMicro',
        'depositAuthorization',
      ])
    }
  })

  it.each([
    ['depositWallet', 'FUND-003'],
    ['recipient', 'FUND-004'],
    ['amountMicro', 'FUND-006'],
    ['depositAuthorization', 'FUND-008'],
  ])('[%s] [%s] [FUND-018] a body without it', async field => {
    const { [field as 'recipient']: _, ...body } = await fundingOf(buyer)
    const { status, text } = await refused(buyer, body)
    expect([status, bridged()]).toEqual([400, 0])
    expect(text).toContain(field)
  })

  it.each([
    ...['0x12', 'ab'.repeat(20), `0x${'g'.repeat(40)}`, '', 7, null].flatMap(bad => [
      ['FUND-003', 'depositWallet', bad] as const,
      ['FUND-004', 'recipient', bad] as const,
    ]),
    ...[2_000_000, '02000000', '2000000.0', '+2000000', '', '-2000000', '2e6', ' 2000000'].map(
      bad => ['FUND-006', 'amountMicro', bad] as const,
    ),
    ...['0', '00', '0x1E8480', '２００００００', null, ['2000000']].map(
      bad => ['FUND-006', 'amountMicro', bad] as const,
    ),
    ...['10000000001', '20000000000', '99999999999999999999'].map(
      bad => ['FUND-009', 'amountMicro', bad] as const,
    ),
    ...['', 7, null, {}, 'x'.repeat(16_385)].map(
      bad => ['FUND-008', 'depositAuthorization', bad] as const,
    ),
  ])('[%s] [FUND-018] %s is %j', async (_id, field, bad) => {
    const { status, text } = await refused(buyer, { ...(await fundingOf(buyer)), [field]: bad })
    expect([status, bridged()]).toEqual([400, 0])
    expect(text).toContain(field)
  })

  it('[FUND-007] [FUND-018] another amount than the signed one', async () => {
    const body = await fundingOf(buyer)
    for (const amountMicro of ['1999999', '2000001']) {
      const seen = await refused(buyer, { ...body, amountMicro })
      expect([seen.status, seen.body.error]).toEqual([400, 'Deposit authorization invalid'])
      expect(seen.body.details).toContain(amountMicro)
    }
  })

  it('[FUND-009] 10,000 USD is accepted, and so is a millionth', async () => {
    for (const [amount, usd] of [
      [10_000_000_000n, '10000'],
      [1n, '0.000001'],
    ] as const) {
      const body = await fundingOf(buyer, amount)
      const { done, spent, deposited } = await moved({ buyer, ...body }, async () =>
        fund(body, await feeOf(buyer)),
      )
      expect([done.status, done.body.deposit.amountUsd]).toEqual([200, usd])
      expect([spent, deposited]).toEqual([amount + FEE, amount])
    }
  })

  const other = privateKeyToAccount(generatePrivateKey())
  it.each<[string, DepositChanges]>([
    ['signed for another recipient', { to: other.address }],
    ['signed for another amount', { value: '1' }],
    ['with another recipient in `accepted`', { accepted: { payTo: other.address } }],
    ['of another chain', { accepted: { network: 'eip155:1' } }],
    ['of another token', { accepted: { asset: other.address } }],
    ['of a token with another name', { accepted: { extra: { name: 'Other', version: '2' } } }],
    ['of another scheme', { accepted: { scheme: 'upto' } }],
    ['that has expired', { validBefore: String(now() - 1) }],
    ['that is about to expire', { validBefore: String(now() + 1) }],
    ['of a wallet without money', { account: other }],
  ])('[FUND-018] [FUND-008] a deposit %s', async (_what, changes) => {
    const { status, body } = await refused(buyer, await fundingOf(buyer, DEPOSIT, changes))
    expect([status, body.error]).toEqual([400, 'Deposit authorization invalid'])
    expect(body.details).toMatch(/\S/)
  })

  it('[FUND-018] a deposit that is not valid yet, that another wallet signed, or that cannot be read', async () => {
    const body = await fundingOf(buyer)
    const payload = payloadOf(body.depositAuthorization)
    const early = structuredClone(payload)
    early.payload.authorization.validAfter = String(now() + 600)
    const forged = structuredClone(payload)
    forged.payload.authorization.from = other.address
    const bare = { ...payload, payload: {} }
    const unread = [
      'x'.repeat(64),
      headerOf([1234567890]),
      headerOf({ x402Version: 1 }),
      headerOf(bare),
    ]
    for (const depositAuthorization of [headerOf(early), headerOf(forged), ...unread]) {
      const seen = await refused(buyer, { ...body, depositAuthorization })
      expect([seen.status, seen.body.error]).toEqual([400, 'Deposit authorization invalid'])
    }
  })

  it('[FUND-010] the same authorization as fee and as deposit', async () => {
    const body = await fundingOf(buyer)
    const fee = await feeOf(buyer)
    const asFee = await refused(buyer, { ...body, depositAuthorization: fee }, fee)
    expect([asFee.status, asFee.body.error]).toEqual([400, 'Deposit authorization invalid'])
    const asBoth = await refused(buyer, body, body.depositAuthorization)
    expect([asBoth.status, asBoth.body.code]).toEqual([402, 'PAYMENT_INVALID'])
  })

  it('[FUND-011] a wallet that cannot pay the deposit and the fee together', async () => {
    const poor = await shop.buyer(DEPOSIT + FEE - 1n)
    const body = await fundingOf(poor)
    const fee = await feeOf(poor)
    const seen = await refused(poor, body, fee)
    expect([seen.status, seen.body.error]).toEqual([400, 'Deposit authorization invalid'])
    expect(seen.body.details).toContain('together')
    await shop.world.chain.fund(poor.account.address, 1n)
    // Balances are remembered for two seconds.
    const again = async (): Promise<number> => (await fund(body, fee)).status
    await expect.poll(again, { timeout: 10_000, interval: 500 }).toBe(200)
    expect(await poor.balance()).toBe(0n)
  })
})

describe('402', () => {
  it('[FUND-001] [FUND-019] a fee of another amount, a false one, or one without money: no deposit', async () => {
    const body = await fundingOf(buyer)
    const broke = await shop.buyer(0n)
    for (const [fee, code] of [
      [await feeOf(buyer, { value: '10999' }), 'PAYMENT_INVALID'],
      [await feeOf(buyer, { to: body.recipient }), 'PAYMENT_INVALID'],
      ['AAAA', 'PAYMENT_INVALID'],
      [await feeOf(broke), 'PAYMENT_UNFUNDED'],
      [await feeOf(buyer, { validBefore: String(now() - 1) }), 'PAYMENT_UNFUNDED'],
    ] as const) {
      const seen = await refused(buyer, body, fee)
      expect([seen.status, seen.body.code, bridged()]).toEqual([402, code, 0])
    }
  })

  it('[FUND-011] [FUND-019] a fee that would expire while the deposit is made: no deposit', async () => {
    const body = await fundingOf(buyer)
    const seen = await refused(buyer, body, await feeOf(buyer, { validBefore: String(now() + 12) }))
    expect(seen.status).toBe(402)
    expect((await fund(body, await feeOf(buyer))).status).toBe(200)
  })

  it('[FUND-020] [FUND-025] a fee that was used before: no deposit', async () => {
    const fee = await feeOf(buyer)
    const first = await fundingOf(buyer)
    expect((await fund(first, fee)).status).toBe(200)
    for (const body of [await fundingOf(buyer), first]) {
      const seen = await refused(buyer, body, fee)
      expect([seen.status, seen.body.code]).toEqual([402, 'PAYMENT_REPLAY'])
    }
  })
})

describe('403 and 503', () => {
  it('[FUND-005] [FUND-021] a recipient that is not the address of the wallet at the bridge', async () => {
    const body = await fundingOf(buyer)
    const fee = await feeOf(buyer)
    const recipient = newWallet()
    const amount = DEPOSIT
    const stolen = {
      ...body,
      recipient,
      depositAuthorization: await signDeposit(buyer.account, { recipient, amount }),
    }
    for (const wrong of [stolen, { ...body, depositWallet: newWallet() }])
      expect((await refused(buyer, wrong, fee)).status).toBe(403)
    expect(bridged()).toBe(2)
    // The fee was not used.
    expect((await fund(body, fee)).status).toBe(200)
  })

  it.each(['fail', 'reset', 'garbage', 'malformed', 'empty', 'cut'] as const)(
    '[FUND-024] a bridge that cannot be asked (%s)',
    async mode => {
      const body = await fundingOf(buyer)
      const fee = await feeOf(buyer)
      shop.world.upstreams.set('bridge', mode === 'fail' ? { mode, status: 500 } : mode)
      expect((await refused(buyer, body, fee)).status).toBe(503)
      shop.world.upstreams.reset()
      expect((await fund(body, fee)).status).toBe(200)
    },
  )

  it.each([400, 401, 403, 404, 422, 500])('[FUND-024] a bridge that answers %i', async status => {
    const body = await fundingOf(buyer)
    shop.taps.bridge.answer(() => ({ status, body: '{"error":"secret of the account"}' }))
    const seen = await refused(buyer, body)
    expect(seen.status).toBe(503)
    expect(seen.text).not.toContain('secret')
  })

  it('[FUND-024] a bridge with too many calls is 429 with the time to wait', async () => {
    const body = await fundingOf(buyer)
    shop.taps.bridge.answer(() => ({ status: 429, body: '{}', headers: { 'retry-after': '9' } }))
    const { status, headers } = await refused(buyer, body)
    expect([status, headers['retry-after'], headers['x-ratelimit-source']]).toEqual([
      429,
      '9',
      'bridge',
    ])
  })
})
