/** The facilitator's API: what is sent to it, and which of its answers are read. */
import { describe, expect, it } from 'vitest'
import { createBatchedApi } from '../../../runtime/payments/batched/api.ts'
import { domainOf } from '../../../runtime/payments/batched/domains.ts'
import type { FacilitatorReply } from '../../../runtime/payments/facilitator/client.ts'

const LIMITS = { verify: 1, settle: 2, read: 3, look: 4 }
const ID = 'A0000000-0000-4000-8000-000000000001'
const [FROM, TO] = [`0x${'Aa'.repeat(20)}`, `0x${'Bb'.repeat(20)}`] as [string, string]
const NONCE = `0x${'Cc'.repeat(32)}`
const CHAIN = 'eip155:84532'
const REQUIREMENTS = { scheme: 'exact' } as never
const TRANSFER = {
  id: ID,
  status: 'Received',
  token: 'USDC',
  sendingNetwork: CHAIN,
  recipientNetwork: CHAIN,
  fromAddress: FROM,
  toAddress: TO,
  amount: '500',
  nonce: NONCE,
}
const READ = {
  ...TRANSFER,
  id: ID.toLowerCase(),
  status: 'received',
  fromAddress: FROM.toLowerCase(),
  toAddress: TO.toLowerCase(),
  nonce: NONCE.toLowerCase(),
}

const answers = (body: object, status = 200): FacilitatorReply =>
  ({ kind: 'answer', status, body }) as never
const LOST: FacilitatorReply = { kind: 'lost', reason: 'the connection broke' }

/** The API of a facilitator that gives one answer. */
function desk(reply: FacilitatorReply) {
  const sent: unknown[] = []
  const noted: unknown[] = []
  const sending =
    (how: string) =>
    async (...what: unknown[]): Promise<FacilitatorReply> => {
      sent.push([how, ...what])
      return reply
    }
  const client = { post: sending('post'), read: sending('read'), get: sending('get') }
  const note = (...what: unknown[]): unknown => noted.push(what)
  const api = createBatchedApi({ client, limits: LIMITS, note } as never)
  return { api, noted, sent }
}

describe('what is sent', () => {
  it('is the payload with its requirements, which only /settle must not repeat', async () => {
    const { api, sent } = desk(LOST)
    const body = { paymentPayload: { p: 1 }, paymentRequirements: REQUIREMENTS }
    await api.verify({ p: 1 }, REQUIREMENTS)
    await api.settle({ p: 1 }, REQUIREMENTS)
    expect(sent).toEqual([
      ['read', 'v1/x402/verify', body, LIMITS.verify],
      ['post', 'v1/x402/settle', body, LIMITS.settle],
    ])
  })

  it('are the wallet, nonce, transfer or token that is asked for', async () => {
    const { api, sent } = desk(LOST)
    const of = { network: CHAIN, from: FROM, nonce: NONCE }
    await api.transfers(of)
    await api.transfer(ID)
    await api.balance({ token: 'USDC', domain: 6, depositor: FROM })
    await api.supported()
    const body = { token: 'USDC', sources: [{ depositor: FROM, domain: 6 }] }
    expect(sent).toEqual([
      ['get', 'v1/x402/transfers', LIMITS.read, of],
      ['get', `v1/x402/transfers/${ID}`, LIMITS.read, undefined],
      ['read', 'v1/balances', body, LIMITS.read],
      ['get', 'v1/x402/supported', LIMITS.read, undefined],
    ])
  })

  it.each(['', 'x', `${ID}/..`, `x${ID}`])('is nothing for the transfer %j', async id => {
    const { api, sent } = desk(answers(TRANSFER))
    expect([await api.transfer(id), sent]).toEqual([undefined, []])
  })
})

it('what the facilitator says in its own words is for operators', async () => {
  const { api, noted } = desk(answers({ errorReason: 'x', message: 'y' }, 400))
  await api.settle({}, REQUIREMENTS)
  await api.transfers({} as never)
  const facts = { status: 400, reason: 'x: y' }
  expect(noted).toEqual(Array(2).fill(['the facilitator refused', facts]))
})

describe('the answer of /settle', () => {
  const settle = (reply: FacilitatorReply) => desk(reply).api.settle({}, REQUIREMENTS)
  const good = { success: true, transaction: ID, network: CHAIN, payer: FROM }

  it('is accepted with the id of a transfer', async () => {
    const rest = { network: CHAIN, payer: FROM }
    const accepted = { state: 'accepted', transaction: ID.toLowerCase(), ...rest }
    expect(await settle(answers(good))).toEqual(accepted)
    expect(await settle(answers(good, 299))).toEqual(accepted)
  })

  it.each([undefined, 5, 'x', `${ID}0`])('is unknown with %j for a transfer', async transaction => {
    expect(await settle(answers({ ...good, transaction }))).toEqual({
      state: 'unknown',
      reason: 'the facilitator named no transfer',
    })
  })

  it.each([
    ['no answer', LOST, 'unknown', 'the connection broke'],
    ['a success with an error', answers(good, 300), 'unknown', 'the facilitator answered 300'],
    [
      'a refusal',
      answers({ success: false, errorReason: 'insufficient_balance' }, 499),
      'refused',
      'insufficient_balance',
    ],
    [
      'a refusal of a broken server',
      answers({ success: false, errorReason: 'insufficient_balance' }, 500),
      'unknown',
      'insufficient_balance',
    ],
    [
      'neither success nor refusal',
      answers({ success: 'no', errorReason: 'insufficient_balance' }, 400),
      'unknown',
      'insufficient_balance',
    ],
    [
      'a refusal in words',
      answers({ success: false, errorReason: 'ask Bob' }),
      'refused',
      'the facilitator answered 200',
    ],
    [
      'a refusal without words',
      answers({ success: false, errorReason: 7 }),
      'refused',
      'the facilitator answered 200',
    ],
  ])('is for %s not accepted', async (_, reply, state, reason) => {
    expect(await settle(reply)).toEqual({ state, reason })
  })
})

describe('the answer of /verify', () => {
  const verify = (reply: FacilitatorReply) => desk(reply).api.verify({}, REQUIREMENTS)
  const refusal = { isValid: false, invalidReason: 'invalid_signature' }

  it('is valid or refused as it says', async () => {
    expect(await verify(answers({ isValid: true }, 299))).toEqual({ state: 'valid' })
    const refused = { state: 'refused', reason: 'invalid_signature' }
    expect(await verify(answers(refusal))).toEqual(refused)
    expect(await verify(answers(refusal, 499))).toEqual(refused)
  })

  it.each(['ask Bob', 7, undefined])('is refused without a code for %j', async invalidReason => {
    expect(await verify(answers({ ...refusal, invalidReason }))).toEqual({
      state: 'refused',
      reason: '',
    })
  })

  it.each([
    ['no answer', LOST, 'the connection broke'],
    ['a broken server', answers(refusal, 500), 'the facilitator answered 500'],
    ['a valid one with an error', answers({ isValid: true }, 300), 'the facilitator answered 300'],
    ['a text', answers({ isValid: 'true' }), 'the facilitator answered 200'],
  ])('is unknown for %s', async (_, reply, reason) => {
    expect(await verify(reply)).toEqual({ state: 'unknown', reason })
  })
})

describe('transfers', () => {
  const one = (transfer: unknown, status = 200) =>
    desk(answers({ transfers: [transfer] }, status)).api.transfers({} as never)
  const many = (transfers: unknown) => desk(answers({ transfers })).api.transfers({} as never)

  it('are read in one notation, whatever else they have', async () => {
    expect(await one({ ...TRANSFER, more: 1 })).toEqual([READ])
    expect(await desk(answers(TRANSFER)).api.transfer(ID)).toEqual(READ)
    for (const status of ['received', 'batched', 'confirmed', 'completed', 'failed'])
      expect(await one({ ...TRANSFER, status })).toMatchObject([{ status }])
    expect(await many([])).toEqual([])
  })

  const long = (text: string) => [`x${text}`, `${text}x`]
  it.each<[keyof typeof TRANSFER, unknown[]]>([
    ['id', [5, undefined, ...long(ID)]],
    ['status', [5, undefined, 'new', '']],
    ['token', [5, undefined]],
    ['sendingNetwork', [5, undefined]],
    ['recipientNetwork', [5, undefined]],
    ['fromAddress', [5, undefined, ...long(FROM)]],
    ['toAddress', [5, undefined, ...long(TO)]],
    ['amount', [5, undefined, '', '-1', '1.5', '9'.repeat(79)]],
    ['nonce', [5, undefined, ...long(NONCE)]],
  ])('are not read if %s is not what it must be', async (name, values) => {
    for (const value of values)
      expect([value, await one({ ...TRANSFER, [name]: value })]).toEqual([value, undefined])
  })

  it.each([5, null, [], 'x'])('are not read if one of them is %j', async other => {
    expect(await many([TRANSFER, other])).toBeUndefined()
  })

  it('are not read without a list, from an error, or if there are too many', async () => {
    for (const transfers of [undefined, 'none', {}]) expect(await many(transfers)).toBeUndefined()
    expect(await one(TRANSFER, 201)).toBeUndefined()
    expect(await desk(LOST).api.transfers({} as never)).toBeUndefined()
    expect(await desk(answers(TRANSFER, 500)).api.transfer(ID)).toBeUndefined()
    expect(await many(Array(100).fill(TRANSFER))).toHaveLength(100)
    expect(await many(Array(101).fill(TRANSFER))).toBeUndefined()
  })
})

describe('a balance', () => {
  const OWN = { depositor: FROM.toUpperCase(), domain: 6, balance: '1.5' }
  const balance = (balances: unknown, status = 200) =>
    desk(answers({ balances }, status)).api.balance({ token: 'USDC', domain: 6, depositor: FROM })

  it('is that of the wallet on the chain, in micro-USD, parts of it dropped', async () => {
    const others = [null, { ...OWN, depositor: TO }, { ...OWN, domain: 7, balance: '9' }]
    expect(await balance([...others, OWN])).toBe(1_500_000n)
    expect(await balance([{ ...OWN, balance: '0.0000019' }])).toBe(1n)
  })

  it.each([undefined, 5, '', '-1', '1e6', '1.', '9'.repeat(21), `0.${'1'.repeat(19)}`, ' 1', '1 '])(
    'is none if it is %j',
    async text => {
      expect(await balance([{ ...OWN, balance: text }])).toBeUndefined()
    },
  )

  it('is none without a list, without the wallet, or from an error', async () => {
    expect(await balance('none')).toBeUndefined()
    expect(await balance([])).toBeUndefined()
    expect(await balance([OWN], 500)).toBeUndefined()
  })
})

describe('the supported kinds', () => {
  const supported = (reply: FacilitatorReply) => desk(reply).api.supported()

  it('are the list, or why there is none', async () => {
    expect(await supported(answers({ kinds: [1] }))).toEqual([1])
    expect(await supported(LOST)).toBe('the connection broke')
    expect(await supported(answers({ kinds: [1] }, 404))).toBe('the facilitator answered 404')
    expect(await supported(answers({ kinds: 'none' }))).toBe('the facilitator answered 200')
  })
})

it('a chain has the number of its main network; others have none', () => {
  expect([domainOf('eip155:8453'), domainOf('eip155:84532'), domainOf('eip155:1')]).toEqual([
    6, 6, 0,
  ])
  for (const chain of ['eip155:31337', 'eip155:', '8453'])
    expect(() => domainOf(chain)).toThrow(`no number for ${chain}`)
})
