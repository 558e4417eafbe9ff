/** What facilitators are asked, and which of their answers are believed and shown. */
import { describe, expect, it } from 'vitest'
import { rejectionFor } from '../../runtime/payments/error-codes.ts'
import { postSettle, postVerify, supportedKind } from '../../runtime/payments/facilitator/ask.ts'
import type { FacilitatorReply } from '../../runtime/payments/facilitator/client.ts'
import { publicReason, rejectionOf } from '../../runtime/payments/facilitator/reasons.ts'

const PAYLOAD = { p: 1 }
const REQUIREMENTS = { scheme: 'exact' } as never
const WANTED = {
  payment: { payload: PAYLOAD, authorization: { from: '0xann' } },
  requirements: REQUIREMENTS,
} as never
const LOST: FacilitatorReply = { kind: 'lost', reason: 'the connection broke' }
const answers = (body: object, status = 200): FacilitatorReply =>
  ({ kind: 'answer', status, body }) as never

/** A facilitator that gives one answer. */
function desk(reply: FacilitatorReply) {
  const sent: unknown[] = []
  const noted: unknown[] = []
  const sending =
    (how: string) =>
    async (...what: unknown[]): Promise<FacilitatorReply> => {
      sent.push([how, ...what])
      return reply
    }
  const client = { post: sending('post'), read: sending('read'), get: sending('get') } as never
  return {
    asking: { client, note: (...facts: unknown[]) => noted.push(facts) },
    client,
    noted,
    sent,
  }
}
const BODY = { x402Version: 2, paymentPayload: PAYLOAD, paymentRequirements: REQUIREMENTS }

describe('/verify', () => {
  it('gets the payment with its requirements, and may be repeated', async () => {
    const { asking, sent } = desk(answers({ isValid: true }))
    expect(await postVerify(asking, WANTED, 9)).toEqual({ ok: true, payer: '0xann' })
    expect(sent).toEqual([['read', 'verify', BODY, 9]])
  })

  const LATER = 'PAYMENT_VERIFICATION_UNAVAILABLE'
  it.each([
    [LOST, { code: LATER, details: 'the connection broke' }],
    [answers({ isValid: false }, 500), { code: LATER, details: 'the facilitator answered 500' }],
    [answers({ isValid: true }, 300), { code: LATER, details: 'the facilitator answered 300' }],
    [answers({ isValid: 'true' }), { code: LATER, details: 'the facilitator answered 200' }],
    [
      answers({ isValid: false, invalidReason: 'insufficient_funds' }, 499),
      { code: 'PAYMENT_UNFUNDED', details: 'insufficient_funds', payer: '0xann' },
    ],
  ])('is refused by %o', async (reply, rejection) => {
    const { asking } = desk(reply)
    expect(await postVerify(asking, WANTED, 9)).toMatchObject({ ok: false, rejection })
  })
})

describe('/settle', () => {
  const settle = async (reply: FacilitatorReply) => {
    const { asking, sent } = desk(reply)
    const read = (id: string): string | undefined => (id === '0xT' ? '0xt' : undefined)
    return { end: await postSettle(asking, WANTED, { timeoutMs: 9, read }), sent }
  }
  const reason = 'the chain does not show the settlement yet'

  it('gets the payment with its requirements, once', async () => {
    expect((await settle(LOST)).sent).toEqual([['post', 'settle', BODY, 9]])
  })

  it('has landed with the id of a transaction, in its normal form', async () => {
    const { end } = await settle(answers({ success: true, transaction: '0xT' }, 299))
    expect(end).toEqual({ state: 'landed', reason, transaction: '0xt' })
  })

  it.each([
    ['a success without an id', answers({ success: true, transaction: 'x' }), 'unknown', reason],
    ['a success with a number', answers({ success: true, transaction: 5 }), 'unknown', reason],
    [
      'a success with an error',
      answers({ success: true }, 300),
      'unknown',
      'the facilitator answered 300',
    ],
    ['a refusal', answers({ success: false, errorReason: 'expired' }, 499), 'refused', 'expired'],
    [
      'a refusal of a broken server',
      answers({ success: false, errorReason: 'expired' }, 500),
      'unknown',
      'expired',
    ],
    [
      'a refusal in words',
      answers({ success: false, errorReason: 'ask Bob' }),
      'refused',
      'the facilitator answered 200',
    ],
    [
      'a refusal without words',
      answers({ success: false, errorReason: 5 }),
      'refused',
      'the facilitator answered 200',
    ],
    ['neither', answers({}), 'unknown', 'the facilitator answered 200'],
  ])('has not landed by %s', async (_, reply, state, why) => {
    const { end } = await settle(reply)
    expect(end).toEqual({ state, reason: why, transaction: undefined })
  })

  it('may name a transaction that it refuses, and is unknown without an answer', async () => {
    const { end } = await settle(answers({ success: false, transaction: '0xT' }))
    expect(end).toMatchObject({ state: 'refused', transaction: '0xt' })
    expect((await settle(LOST)).end).toEqual({ state: 'unknown', reason: 'the connection broke' })
  })
})

describe('the words of a facilitator', () => {
  it('are for operators, all of them, up to 1,000 characters', async () => {
    const body = {
      invalidReason: 'a',
      invalidMessage: 'b',
      errorReason: 'c',
      errorMessage: 'd',
      message: 'e',
    }
    const { asking, noted } = desk(answers(body, 400))
    await postVerify(asking, WANTED, 9)
    await postSettle(asking, WANTED, { timeoutMs: 9, read: () => undefined })
    const facts = { status: 400, reason: 'a: b: c: d: e' }
    expect(noted).toEqual(Array(2).fill(['the facilitator refused', facts]))
    const long = desk(answers({ message: 'x'.repeat(1001) }))
    await postVerify(long.asking, WANTED, 9)
    expect(long.noted).toEqual([
      ['the facilitator refused', { status: 200, reason: 'x'.repeat(1000) }],
    ])
  })

  it('are not logged if there are none', async () => {
    for (const reply of [LOST, answers({ invalidReason: '', errorReason: 5, isValid: true })]) {
      const { asking, noted } = desk(reply)
      await postVerify(asking, WANTED, 9)
      expect(noted).toEqual([])
    }
  })

  it('reach callers only if they are codes', () => {
    for (const code of ['ab', 'invalid_exact_evm_payload_signature', 'permit2'])
      expect(publicReason(code, 'no')).toBe(code)
    for (const text of ['', 'a', 'Bad', 'ask bob', 'a_b ', 'x1234567', 'http_//x', ' ab', 'ab_'])
      expect([text, publicReason(text, 'no')]).toEqual([text, 'no'])
  })

  it('are understood together: the code, and what explains it', () => {
    const refusal = (invalidReason: unknown, invalidMessage?: unknown) =>
      rejectionOf({ invalidReason, invalidMessage }, '0xann')
    expect(refusal('invalid_payload', 'Authorization was already used')).toMatchObject({
      code: 'PAYMENT_REPLAY',
      details: 'invalid_payload',
      payer: '0xann',
    })
    expect(refusal(5, 'transfer amount exceeds balance')).toMatchObject({
      code: 'PAYMENT_UNFUNDED',
      details: 'the facilitator refused the payment',
    })
    for (const code of ['unexpected_verify_error', 'asset_not_deployed', 'unsupported_scheme'])
      expect(refusal(code).code).toBe('PAYMENT_VERIFICATION_UNAVAILABLE')
    expect(refusal('invalid_signature')).toEqual({
      code: 'PAYMENT_INVALID',
      details: 'invalid_signature',
      payer: '0xann',
    })
  })
})

describe('the reason of a refusal', () => {
  it.each<[string, string, RegExp, true?]>([
    ['permit2_allowance_required', 'PAYMENT_UNFUNDED', /^Permit2 may not move enough/],
    ['insufficient_funds', 'PAYMENT_UNFUNDED', /does not hold enough/],
    ['transfer amount exceeds balance', 'PAYMENT_UNFUNDED', /does not hold enough/],
    ['authorization is used or canceled', 'PAYMENT_REPLAY', /already used/],
    ['nonce_already_used', 'PAYMENT_REPLAY', /already used/],
    ['duplicate_settlement', 'PAYMENT_REPLAY', /already used/],
    ['blockhash not found', 'PAYMENT_BLOCKHASH_STALE', /expired blockhash/],
    ['valid_before', 'PAYMENT_UNFUNDED', /has expired/, true],
    ['authorization is expired', 'PAYMENT_UNFUNDED', /has expired/, true],
    ['valid_after', 'PAYMENT_UNFUNDED', /not valid yet/, true],
    ['authorization is not yet valid', 'PAYMENT_UNFUNDED', /not valid yet/, true],
  ])('%s is %s, and untimely only if it is about the time', (reason, code, says, late) => {
    const facts = { details: 'd', payer: '0xann' }
    const message = expect.stringMatching(says)
    const untimely = late && { untimely: true }
    expect(rejectionFor(reason, facts)).toEqual({ code, message, ...facts, ...untimely })
  })
})

describe('/supported', () => {
  const SPEC = { scheme: 'exact', chain: 'eip155:1' } as never
  const kind = (more: object = {}) => ({
    x402Version: 2,
    scheme: 'exact',
    network: 'eip155:1',
    ...more,
  })
  const supported = (reply: FacilitatorReply) => supportedKind(desk(reply).client, SPEC, 9)

  it('gives the entry of the scheme on the chain, or on all of its kind', async () => {
    const kinds = [
      null,
      5,
      kind({ x402Version: 1 }),
      kind({ scheme: 'upto' }),
      kind({ network: 'eip155:10' }),
      kind({ extra: 'it' }),
      kind(),
    ]
    expect(await supported(answers({ kinds }))).toEqual(kind({ extra: 'it' }))
    const all = kind({ network: 'eip155:*' })
    expect(await supported(answers({ kinds: [kind({ network: 'solana:*' }), all] }))).toEqual(all)
  })

  it('is why there is none', async () => {
    const none = 'the facilitator does not settle exact on eip155:1'
    expect(await supported(LOST)).toBe('the connection broke')
    expect(await supported(answers({ kinds: 'x' }))).toBe(none)
    expect(await supported(answers({ kinds: [kind({ x402Version: 1 })] }))).toBe(none)
  })
})
