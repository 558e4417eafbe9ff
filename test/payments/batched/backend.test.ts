/** What the backend believes of a facilitator: its transfers, and what follows from its answers. */
import { describe, expect, it } from 'vitest'
import type { Transfer } from '../../../runtime/payments/batched/api.ts'
import { provedBy } from '../../../runtime/payments/batched/outcome.ts'
import {
  accepted,
  CHAIN,
  CONTRACT,
  desk,
  FROM,
  ID,
  LOOK,
  MARGIN,
  NONCE,
  OTHER,
  OTHER_ID,
  REQUIREMENTS,
  SIGNED,
  SIGNED_FOR,
  TOKEN,
  transfer,
  type Shown,
} from './backend-desk.ts'

/** Transfers that are not the payment, although they are of the same wallet or nonce. */
const OTHERS: [string, Partial<Transfer>][] = [
  ['of another wallet', { fromAddress: OTHER }],
  ['of another nonce', { nonce: `0x${'b'.repeat(64)}` }],
  ['from another chain', { sendingNetwork: 'eip155:1' }],
]
/** Transfers that used the nonce for something else. */
const ELSEWHERE: [string, Partial<Transfer>][] = [
  ['to somebody else', { toAddress: OTHER }],
  ['of another amount', { amount: '499' }],
  ['to another chain', { recipientNetwork: 'eip155:1' }],
  ['of another token', { token: 'EURC' }],
]

describe('a settlement', () => {
  it('is recorded, sent, and lands with the transfer that the facilitator shows', async () => {
    const { asked, clock, names, recorded, settle } = desk({ shown: [[transfer()]] })
    const sentAt = clock.now()
    expect(await settle()).toEqual({ state: 'landed', transaction: ID })
    expect([names(), recorded]).toEqual([['record', 'settle', 'transfers'], [{ sentAt }]])
    const payload = {
      x402Version: 2,
      payload: SIGNED,
      resource: {
        url: 'https://gateway.example/',
        description: 'A call of an API',
        mimeType: 'application/json',
      },
      accepted: REQUIREMENTS,
    }
    expect(asked[1]!.with).toEqual([payload, REQUIREMENTS])
    expect(asked[2]!.with).toEqual({ network: CHAIN, from: FROM, nonce: NONCE })
  })

  it('is not sent if it cannot be recorded', async () => {
    const { backend, names } = desk({})
    const refusing = backend.settle({} as never, REQUIREMENTS, () =>
      Promise.reject(new Error('no')),
    )
    await expect(refusing).rejects.toThrow('no')
    expect(names()).toEqual([])
  })

  it.each<[string, Shown]>([
    ['is not shown yet', [[], [], [transfer()]]],
    ['cannot be read yet', [undefined, undefined, [transfer()]]],
  ])('that was accepted is looked for while its transfer %s', async (_, shown) => {
    const { names, settle } = desk({ shown })
    expect(await settle()).toEqual({ state: 'landed', transaction: ID })
    expect(names().filter(name => name === 'transfers')).toHaveLength(3)
  })

  it.each<[string, Shown]>([
    ['no transfer', [[]]],
    ['nothing', [undefined]],
  ])('that was accepted is unknown if %s is shown in time', async (_, shown) => {
    const { names, settle } = desk({ shown })
    expect(await settle()).toEqual({
      state: 'unknown',
      reason: 'the facilitator shows no transfer of the authorization',
      transaction: ID,
    })
    expect(names().filter(name => name === 'transfers')).toHaveLength(1 + LOOK / 150)
  })

  it.each(OTHERS)('is not shown by a transfer %s', async (_, more) => {
    const { settle } = desk({ shown: [[transfer(more)]] })
    expect(await settle()).toMatchObject({ state: 'unknown' })
  })

  it.each(ELSEWHERE)('is contradicted by a transfer %s if it was accepted', async (_, more) => {
    const { settle } = desk({ shown: [[transfer(more)]] })
    expect(await settle()).toEqual({
      state: 'unknown',
      reason: 'the facilitator contradicts itself',
      transaction: ID,
    })
  })

  it.each(ELSEWHERE)(
    'has failed for certain by a transfer %s if it was refused',
    async (_, more) => {
      const { settle } = desk({
        shown: [[transfer(more)]],
        settle: { state: 'refused', reason: 'nonce_already_used' },
      })
      expect(await settle()).toEqual({
        state: 'failed',
        reason: 'the wallet used the nonce for another transfer',
      })
    },
  )

  it('lands by any of several transfers of its nonce that pays and did not fail', async () => {
    const { settle } = desk({
      shown: [
        [
          transfer({ status: 'failed', id: OTHER_ID }),
          transfer({ toAddress: OTHER, id: OTHER_ID }),
          transfer(),
        ],
      ],
    })
    expect(await settle()).toEqual({ state: 'landed', transaction: ID })
  })

  it('whose transfer failed may still be sent by others while its signature is valid', async () => {
    const { settle } = desk({ shown: [[transfer({ status: 'failed' })]] })
    expect(await settle()).toEqual({
      state: 'failed',
      reason: 'the transfer failed at the facilitator',
      mayLand: true,
    })
  })

  it.each([{ payer: OTHER }, { network: 'eip155:1' }])(
    'is not accepted by the acceptance of another payment (%o), and is not looked for',
    async more => {
      const { names, settle } = desk({ settle: accepted(more) })
      expect(await settle()).toEqual({
        state: 'unknown',
        reason: 'the facilitator confirmed another payment',
      })
      expect(names()).toEqual(['record', 'settle', 'transfers'])
    },
  )

  it('may be accepted without its payer', async () => {
    const { settle } = desk({
      shown: [[transfer()]],
      settle: accepted({ payer: undefined }),
    })
    expect(await settle()).toMatchObject({ state: 'landed' })
  })

  it.each([
    ['insufficient_balance', { state: 'failed', mayLand: true }],
    // Its transfer may only not be shown yet.
    ['nonce_already_used', { state: 'unknown' }],
    // These are not about the payment.
    ['unexpected_error', { state: 'unknown' }],
    ['some_new_code', { state: 'unknown' }],
  ] as const)('that is refused with %s is %o', async (reason, end) => {
    const { names, settle } = desk({ settle: { state: 'refused', reason } })
    expect(await settle()).toEqual({ ...end, reason })
    expect(names().filter(name => name === 'transfers')).toHaveLength(1)
  })

  it('that is refused is unknown while the transfers cannot be read', async () => {
    const { settle } = desk({
      shown: [undefined],
      settle: { state: 'refused', reason: 'insufficient_balance' },
    })
    expect(await settle()).toEqual({ state: 'unknown', reason: 'insufficient_balance' })
  })

  it('without an answer is unknown, or lands by its transfer', async () => {
    const lost = { state: 'unknown', reason: 'the connection broke' }
    expect(await desk({ settle: lost }).settle()).toEqual(lost)
    expect(await desk({ settle: lost, shown: [[transfer()]] }).settle()).toMatchObject({
      state: 'landed',
    })
  })
})

it.each([
  ['unknown', true, undefined],
  ['unknown', false, undefined],
  ['unused', false, undefined],
  ['unused', true, { state: 'failed', reason: 'the authorization expired unused' }],
  ['undone', true, { state: 'failed', reason: 'the transfer failed at the facilitator' }],
] as const)('transfers that show %s (its end is past: %s) prove %o', (state, isOver, end) => {
  expect(provedBy({ state }, isOver)).toEqual(end)
})

describe('an intent', () => {
  const INTENT = { sentAt: 1, transaction: ID }

  it('is found by its transfer, and not sent again', async () => {
    const { find, names, recorded } = desk({ shown: [[transfer()]] })
    expect(await find(INTENT, async () => undefined)).toEqual({ state: 'landed', transaction: ID })
    expect([names(), recorded]).toEqual([['transfers'], []])
  })

  it('is unknown, and not sent again, while the transfers cannot be read', async () => {
    const { find, names } = desk({ shown: [undefined] })
    expect(await find(INTENT, async () => undefined)).toEqual({
      state: 'unknown',
      reason: 'the facilitator does not show its transfers',
      transaction: ID,
    })
    expect(names()).toEqual(['transfers'])
  })

  it('without a transfer is unknown if it may not be sent again', async () => {
    const { find, names } = desk({})
    const reason = 'the facilitator shows no transfer of the authorization'
    expect(await find(INTENT)).toEqual({ state: 'unknown', reason, transaction: ID })
    expect(await find({ sentAt: 1 })).toEqual({ state: 'unknown', reason })
    expect(names()).toEqual(['transfers', 'transfers'])
  })

  it('without a transfer is recorded and sent again if it may be', async () => {
    const { backend, clock, names, recorded } = desk({ shown: [[], [transfer()]] })
    const payment = {
      authorization: { from: FROM, nonce: NONCE, value: 500n, signedUntil: 10n ** 10n },
    } as never
    const end = backend.find(payment, REQUIREMENTS, INTENT, async intent => {
      recorded.push(intent)
    })
    expect(await end).toEqual({ state: 'landed', transaction: ID })
    expect(names()).toEqual(['transfers', 'settle', 'transfers'])
    expect(recorded).toEqual([{ sentAt: clock.now() }])
  })

  it.each([
    [SIGNED_FOR * 1000 + MARGIN - 1, { state: 'unknown' }],
    [SIGNED_FOR * 1000 + MARGIN, { state: 'failed', reason: 'the authorization expired unused' }],
  ])('without a transfer %i ms after its signature is %o', async (ms, end) => {
    const { clock, find } = desk({})
    await clock.advance(ms)
    const found = await find(INTENT)
    expect(found).toMatchObject(end)
    expect(found).not.toHaveProperty('mayLand')
  })

  it('whose transfer failed can never land once its signature has ended', async () => {
    const { clock, find } = desk({ shown: [[transfer({ status: 'failed' })]] })
    await clock.advance(SIGNED_FOR * 1000 + MARGIN)
    const reason = 'the transfer failed at the facilitator'
    expect(await find(INTENT)).toEqual({ state: 'failed', reason })
  })
})

describe('a check', () => {
  it('is good if the facilitator accepts, the nonce is unused and the deposit covers it', async () => {
    expect(await desk({}).check()).toEqual({ ok: true, payer: FROM })
  })

  const USED = { code: 'PAYMENT_REPLAY', details: 'nonce_already_used', payer: FROM }
  const LATER = { code: 'PAYMENT_VERIFICATION_UNAVAILABLE' }
  const UNSAID = {
    ...LATER,
    details: 'the facilitator does not say whether the payment is covered',
  }
  it.each([
    ['its nonce has paid', { shown: [[transfer()]] }, USED],
    ['its nonce was spent', { shown: [[transfer({ amount: '1' })]] }, USED],
    ['its transfer failed', { shown: [[transfer({ status: 'failed' as const })]] }, USED],
    [
      'it is refused',
      { verify: { state: 'refused', reason: 'invalid_signature' } },
      { code: 'PAYMENT_INVALID', details: 'invalid_signature', payer: FROM },
    ],
    [
      'it is refused in words',
      { verify: { state: 'refused', reason: '' } },
      { ...LATER, details: 'the facilitator refused the payment', payer: FROM },
    ],
    [
      'nobody answers',
      { verify: { state: 'unknown', reason: 'gone' } },
      { ...LATER, details: 'gone' },
    ],
    ['its transfers are hidden', { shown: [undefined] }, UNSAID],
    ['its balance is hidden', { balance: new Error('no') }, UNSAID],
    [
      'the deposit is less',
      { balance: 499n },
      { code: 'PAYMENT_UNFUNDED', details: 'insufficient_balance', payer: FROM },
    ],
  ])('is bad if %s', async (_, says, rejection) => {
    expect(await desk(says).check()).toMatchObject({ ok: false, rejection })
  })
})

describe('the health', () => {
  const kind = (more: object = {}) => ({
    scheme: 'exact',
    network: CHAIN,
    extra: { verifyingContract: CONTRACT.toUpperCase().replace('0X', '0x') },
    ...more,
  })
  const extra = { verifyingContract: CONTRACT }
  const health = (supported: readonly unknown[] | string) => desk({ supported }).backend.health()

  it.each([
    ['without assets', [kind()]],
    ['with its asset', [kind({ extra: { ...extra, assets: [null, { address: TOKEN }] } })]],
    ['after other kinds', [null, 5, kind({ network: 'eip155:1' }), kind({ scheme: 'x' }), kind()]],
  ])('is good if the kind is listed %s', async (_, kinds) => {
    expect(await health(kinds)).toEqual({ ok: true, details: { facilitator: 'up' } })
  })

  it.each([
    ['cannot be reached', 'cannot be reached'],
    [[kind({ network: 'eip155:1' })], `the facilitator does not settle exact on ${CHAIN}`],
    [[kind({ extra: undefined })], `the facilitator has another contract on ${CHAIN}`],
    [
      [kind({ extra: { verifyingContract: OTHER } })],
      `the facilitator has another contract on ${CHAIN}`,
    ],
    [
      [kind({ extra: { ...extra, assets: [null, { address: OTHER }] } })],
      `the facilitator does not settle USDC at ${TOKEN}`,
    ],
  ])('is bad for %o', async (supported, problem) => {
    expect(await health(supported)).toEqual({
      ok: false,
      details: { facilitator: 'unusable', problem },
    })
  })
})
