/** Why a payment cannot move its money, by what the ledger says of the accounts and their lines. */
import { describe, expect, it } from 'vitest'
import { Wallet } from 'xrpl'
import type { Account, TrustLine } from '../../../runtime/payments/xrpl/answers.ts'
import { createXrplBackend } from '../../../runtime/payments/xrpl/backend.ts'
import { checkIdentity, checkMoney, recipientFault } from '../../../runtime/payments/xrpl/check.ts'
import { systemClock } from '../../../runtime/lib/clock.ts'
import { RLUSD, XRPL } from './support.ts'

const WALLET = Wallet.fromEntropy(Buffer.alloc(16, 3))
const OTHER = Wallet.fromEntropy(Buffer.alloc(16, 4))
const FROM = WALLET.address
const decimal = (digits: bigint) => ({ digits, scale: 6 })
const ACCOUNT: Account = {
  sequence: 5,
  flags: 0,
  drops: 12n,
  transferRate: 1_000_000_000n,
  ledger: 50,
}
const LINE: TrustLine = {
  balance: decimal(0n),
  limit: decimal(10_000n),
  isFrozen: false,
  isDeepFrozen: false,
  isAuthorized: false,
}

/** Changes of a ledger on which everything is in order; undefined removes something. */
interface World {
  to?: Partial<TrustLine> | undefined
  recipient?: Partial<Account> | undefined
  issuer?: Partial<Account> | undefined
  from?: Partial<TrustLine> | undefined
  payer?: Partial<Account> | undefined
}
/** What a world says of a name: the default with its changes, or nothing. */
function said<T>(world: World, name: keyof World, whole: T): T | undefined {
  if (Object.hasOwn(world, name) && world[name] === undefined) return undefined
  return { ...whole, ...world[name] }
}
const nodeOf = (world: World, validated = 50) =>
  ({
    status: async () => ({ validated, age: 1, complete: [] }),
    account: async (address: string) =>
      said(
        world,
        address === FROM ? 'payer' : address === 'shop' ? 'recipient' : 'issuer',
        ACCOUNT,
      ),
    line: async (address: string) =>
      address === FROM
        ? said(world, 'from', { ...LINE, balance: decimal(10_000n) })
        : said(world, 'to', LINE),
    hasTicket: async () => false,
  }) as never

describe('the account that is paid', () => {
  const GLOBAL = 0x00400000
  const WANTS_AUTHORIZATION = 0x00040000
  const FROZEN = 'the issuer has frozen the asset'
  const FULL = 'the trust line of the account that is paid is full'
  const cases: [string | undefined, World][] = [
    [undefined, {}],
    [FROZEN, { issuer: undefined }],
    [FROZEN, { issuer: { flags: GLOBAL } }],
    ['the account that is paid does not exist', { recipient: undefined }],
    ['the account that is paid requires a tag', { recipient: { flags: 0x00020000 } }],
    [
      'the account that is paid takes payments with its permission only',
      { recipient: { flags: 0x01000000 } },
    ],
    ['the account that is paid has no trust line for the asset', { to: undefined }],
    ['the issuer has frozen the account that is paid', { to: { isDeepFrozen: true } }],
    [undefined, { to: { isFrozen: true } }],
    [
      'the issuer has not authorised the account that is paid',
      { issuer: { flags: WANTS_AUTHORIZATION } },
    ],
    [undefined, { issuer: { flags: WANTS_AUTHORIZATION }, to: { isAuthorized: true } }],
    [FULL, { to: { balance: decimal(1n) } }],
    [undefined, { to: { balance: decimal(1n), limit: decimal(10_001n) } }],
  ]

  it.each(cases)('has this problem: %s (%#)', async (problem, world) => {
    const asked = { payTo: 'shop', amount: 10_000n }
    expect(await recipientFault(nodeOf(world), XRPL, asked)).toBe(problem)
    const verdict = await money(world)
    if (problem === undefined) expect(verdict).toBeUndefined()
    else
      expect(verdict).toMatchObject({ code: 'PAYMENT_VERIFICATION_UNAVAILABLE', details: problem })
  })
})

/** Checks a payment of 10,000 micro-USD. */
function money(world: World, fields: object = {}) {
  const authorization = {
    from: FROM,
    value: 10_000n,
    fields: { Sequence: 5, Fee: '12', SendMax: { ...RLUSD, value: '0.01' }, ...fields },
  } as never
  const payer = { ...ACCOUNT, ...world.payer }
  return checkMoney(nodeOf(world), XRPL, {
    authorization,
    required: { payTo: 'shop' } as never,
    payer,
  })
}

describe('the wallet that pays', () => {
  const UNFUNDED = 'PAYMENT_UNFUNDED'
  const feeTenth = { issuer: { transferRate: 1_100_000_000n } }
  const most = (value: string) => ({ SendMax: { ...RLUSD, value } })
  it.each<[string, string, World, object?]>([
    [UNFUNDED, 'the wallet has no trust line for the asset', { from: undefined }],
    [UNFUNDED, 'the issuer has frozen the wallet', { from: { isFrozen: true } }],
    [UNFUNDED, 'the issuer has frozen the wallet', { from: { isDeepFrozen: true } }],
    [UNFUNDED, 'the balance is less than the amount', { from: { balance: decimal(9_999n) } }],
    [
      UNFUNDED,
      'the balance is less than the amount',
      { ...feeTenth, from: { balance: decimal(10_999n) } },
      most('0.011'),
    ],
    [
      'PAYMENT_INVALID',
      'SendMax does not cover the fee of the issuer',
      { ...feeTenth, from: { balance: decimal(11_000n) } },
      most('0.010999'),
    ],
    ['PAYMENT_INVALID', 'SendMax does not cover the fee of the issuer', {}, most('x')],
    [UNFUNDED, 'the balance of XRP is less than the fee', { payer: { drops: 11n } }],
    ['PAYMENT_REPLAY', "Sequence is 4, the account's next one is 5", {}, { Sequence: 4 }],
    ['PAYMENT_INVALID', "Sequence is 6, the account's next one is 5", {}, { Sequence: 6 }],
    ['PAYMENT_REPLAY', 'the account has no ticket 7', {}, { Sequence: 0, TicketSequence: 7 }],
  ])('%s: %s (%#)', async (code, details, world, fields) => {
    expect(await money(world, fields)).toMatchObject({ code, details, payer: FROM })
  })

  it('may pay with what it has exactly', async () => {
    expect(await money({})).toBeUndefined()
    const world = { ...feeTenth, from: { balance: decimal(11_000n) } }
    expect(await money(world, most('0.011'))).toBeUndefined()
  })
})

describe('the signature and the time', () => {
  const DISABLED = 0x00100000
  const identity = (world: World, { key = WALLET, last = 60, slack = 6_000 } = {}) => {
    const fields = { SigningPubKey: key.publicKey, LastLedgerSequence: last }
    const authorization = { from: FROM, fields } as never
    const required = { maxTimeoutSeconds: 300 } as never
    return checkIdentity(nodeOf(world), { authorization, required, slack })
  }
  const found = { validated: 50, payer: { sequence: 5 } }
  const regular = { regularKey: OTHER.address }
  it.each<[string, World, Parameters<typeof identity>[1], object]>([
    ['its own key', {}, {}, found],
    ['its regular key', { payer: regular }, { key: OTHER }, found],
    [
      'its regular key, without its own one',
      { payer: { ...regular, flags: DISABLED } },
      { key: OTHER },
      found,
    ],
    ['its own key, beside a regular one', { payer: regular }, {}, found],
    ['the shortest time', {}, { last: 52 }, found],
    ['the longest time', {}, { last: 112 }, found],
  ])('are good with %s', async (_, world, how, end) => {
    expect(await identity(world, how)).toMatchObject(end)
  })

  const KEY = 'the key that signed is not authorised for the account'
  const ledgers = (last: number) => `LastLedgerSequence is ${last}, the last validated ledger is 50`
  it.each<[string, string, World, Parameters<typeof identity>[1]]>([
    ['PAYMENT_INVALID', KEY, {}, { key: OTHER }],
    ['PAYMENT_INVALID', KEY, { payer: { flags: DISABLED } }, {}],
    ['PAYMENT_INVALID', KEY, { payer: undefined }, { key: OTHER }],
    ['PAYMENT_UNFUNDED', 'the account does not exist', { payer: undefined }, {}],
    ['PAYMENT_UNFUNDED', ledgers(50), {}, { last: 50, slack: 0 }],
    ['PAYMENT_UNFUNDED', ledgers(51), {}, { last: 51 }],
    ['PAYMENT_UNFUNDED', ledgers(52), {}, { last: 52, slack: 6_001 }],
    ['PAYMENT_INVALID', `${ledgers(113)}; at most 62 more are accepted`, {}, { last: 113 }],
  ])('are refused: %s, %s (%#)', async (code, details, world, how) => {
    const rejection = await identity(world, how)
    expect(rejection).toMatchObject({ code, details, payer: FROM })
    const isTime = code === 'PAYMENT_UNFUNDED' && details.startsWith('Last')
    expect('untimely' in rejection).toBe(isTime)
  })
})

describe('the backend', () => {
  const backendOf = (node: object) =>
    createXrplBackend({
      spec: XRPL,
      node: node as never,
      payTo: 'shop',
      clock: systemClock,
      slack: 1,
    })

  it('proves its landings by the chain', () => {
    expect(backendOf({}).proves).toBe(true)
  })

  it('is healthy if the node is, and its account can be paid', async () => {
    const details = { ledger: 50, ledger_age: 1 }
    const good = backendOf(nodeOf({}))
    const open = { ...details, trust_line: 'open' }
    expect(await good.health()).toStrictEqual({ ok: true, details: open })
    const full = backendOf(nodeOf({ to: { limit: decimal(0n) } }))
    const problem = 'the trust line of the account that is paid is full'
    expect(await full.health()).toStrictEqual({ ok: false, details: { ...details, problem } })
    const status = async () => {
      throw new Error('away')
    }
    const silent = { ...(nodeOf({}) as object), status, report: (e: Error) => `so: ${e.message}` }
    expect(await backendOf(silent).health()).toStrictEqual({
      ok: false,
      details: { problem: 'so: away' },
    })
  })
})
