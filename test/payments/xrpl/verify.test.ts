/** Every rule that a payment on the XRP Ledger must keep, each broken on its own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Wallet } from 'xrpl'
import type { XrplScheme } from '../../../runtime/payments/xrpl/scheme.ts'
import { FLAGS } from '../../../scripts/devnet/xrpl/apply.ts'
import type { XrplWorld } from '../../../scripts/devnet/xrpl/world.ts'
import {
  decoded,
  invoiceHash,
  newWallet,
  payloadOf,
  RLUSD,
  schemeOf,
  signRaw,
  startWorld,
  transactionFor,
  type Changes,
} from './support.ts'

let world: XrplWorld
let scheme: XrplScheme
beforeAll(async () => {
  world = await startWorld()
  scheme = schemeOf(world)
})
afterAll(async () => {
  await scheme?.backend.close()
  await world?.stop()
})

const PRICE = 11_000n
const STRANGER = Wallet.generate().address
const SAME_NAME = { ...RLUSD, currency: '524C555344000000000000000000000000000001' }
const FOREIGN = { ...RLUSD, issuer: STRANGER }
const value = (text: string, asset = RLUSD) => ({ ...asset, value: text })

interface Case {
  /** Changes of the transaction. */
  tx?: (wallet: Wallet) => Changes
  /** Changes of the JSON around it. */
  more?: Parameters<typeof payloadOf>[2]
  price?: bigint
  funds?: bigint
  /** Changes of the ledger, after the transaction was signed. */
  later?: (wallet: Wallet) => unknown
  /** The key that signs, if not the wallet's own. */
  key?: Wallet
}

async function verdict({ tx, more, price = PRICE, funds = price * 3n, later, key }: Case) {
  const wallet = await newWallet(world, funds)
  const required = scheme.requirements(price, 300)
  const blob = signRaw(transactionFor(world, wallet, required, tx?.(wallet)), key ?? wallet)
  const payload = payloadOf(required, blob, more)
  const header = Buffer.from(JSON.stringify(payload)).toString('base64')
  const result = scheme.decode(header, Date.now())
  if (!result.ok) return result
  await later?.(wallet)
  return scheme.verify(result.payment, required, Date.now())
}

const said = async (one: Case): Promise<string> => {
  const found = await verdict(one)
  return found.ok ? 'accepted' : `${found.rejection.code} ${found.rejection.details}`
}
const ahead = (ledgers: number) => () => ({ LastLedgerSequence: world.ledger.validated + ledgers })
const memo = (text: string, more: object = {}) => [
  { Memo: { MemoData: Buffer.from(text).toString('hex').toUpperCase(), ...more } },
]
const withTicket = ({ address }: Wallet): Changes => {
  world.ledger.account(address)!.tickets.add(7)
  return { Sequence: 0, TicketSequence: 7 }
}
const TICKET = { extra: { assetTransferMethod: 'ticketSequence' } }
const ID = 'inv-1'

const ACCEPTED: Record<string, Case> = {
  'what a reference client signs': {},
  'the flag that every signature is canonical': { tx: () => ({ Flags: 0x80000000 }) },
  'a source tag': { tx: () => ({ SourceTag: 804681468 }) },
  'an invoice hash that nobody asked for': { tx: () => ({ InvoiceID: 'AB'.repeat(32) }) },
  'the value in another notation': { tx: () => ({ Amount: value('11e-3') }) },
  'a higher SendMax, for a fee of the issuer': { tx: () => ({ SendMax: value('0.022') }) },
  'an offer that the client repeats without the method': {
    more: { extra: { assetTransferMethod: undefined } },
  },
  'further keys in extra': { more: { extra: { sourceTag: 1, quoteId: 'q' } } },
  'another time limit than required': { more: { accepted: { maxTimeoutSeconds: 600 } } },
  'a ticket': { tx: withTicket, more: TICKET },
  'an invoice that the payload names': {
    tx: () => ({ InvoiceID: invoiceHash(ID) }),
    more: { payload: { invoiceId: ID } },
  },
  'an invoice with a memo that repeats it': {
    tx: () => ({ InvoiceID: invoiceHash(ID), Memos: memo(ID) }),
    more: { payload: { invoiceId: ID }, extra: { invoiceId: ID } },
  },
  'the last ledger of the window': { tx: ahead(62) },
}

describe('accepted', () => {
  it.each(Object.entries(ACCEPTED))('%s', async (_name, one) =>
    expect(await said(one)).toBe('accepted'),
  )
  it("the account's regular key", async () => {
    const key = Wallet.generate()
    const later = ({ address }: Wallet) => {
      const account = world.ledger.account(address)!
      Object.assign(account, { regularKey: key.address, flags: FLAGS.disabledMaster })
    }
    expect(await said({ key, later })).toBe('accepted')
  })
})

const CASES: Record<string, Case & { says: RegExp }> = {
  'another scheme': { more: { accepted: { scheme: 'upto' } }, says: /^PAYMENT_INVALID the scheme/ },
  'another network': { more: { accepted: { network: 'xrpl:1' } }, says: /xrpl:1 is not offered/ },
  'another amount in the header': {
    more: { accepted: { amount: '0.0110' } },
    says: /the amount is 0\.011/,
  },
  'another recipient in the header': {
    more: { accepted: { payTo: STRANGER } },
    says: /the recipient is/,
  },
  'sponsored fees': {
    more: { extra: { areFeesSponsored: true } },
    says: /areFeesSponsored is not false/,
  },
  'no word on fees': { more: { extra: { areFeesSponsored: undefined } }, says: /areFeesSponsored/ },
  'another issuer in the header': { more: { extra: { issuer: STRANGER } }, says: /the issuer is/ },
  'no extra': { more: { accepted: { extra: null } }, says: /accepted|areFeesSponsored/ },
  'an unknown method': {
    more: { extra: { assetTransferMethod: 'queue' } },
    says: /neither sequence nor/,
  },
  'another recipient': { tx: () => ({ Destination: STRANGER }), says: /the recipient is/ },
  'a destination tag': { tx: () => ({ DestinationTag: 1 }), says: /no tag was asked for/ },
  'a delegate': { tx: () => ({ Delegate: STRANGER }), says: /the field Delegate/ },
  paths: {
    tx: () => ({ Paths: [[{ account: STRANGER }]] }),
    says: /not a transaction that can be a payment/,
  },
  DeliverMin: { tx: () => ({ DeliverMin: value('0.001') }), says: /the field DeliverMin/ },
  AccountTxnID: { tx: () => ({ AccountTxnID: 'AB'.repeat(32) }), says: /the field AccountTxnID/ },
  signers: {
    tx: () => ({
      Signers: [
        { Signer: { Account: STRANGER, SigningPubKey: 'ED'.padEnd(66, 'A'), TxnSignature: 'AA' } },
      ],
    }),
    says: /the field Signers|the signature/,
  },
  'a network id': { tx: () => ({ NetworkID: 0 }), says: /NetworkID is set/ },
  'the id of another network': { tx: () => ({ NetworkID: 21337 }), says: /NetworkID is set/ },
  'XRP instead': { tx: () => ({ Amount: '11000' }), says: /does not pay an issued currency/ },
  'another currency with the same name': {
    tx: () => ({ Amount: value('0.011', SAME_NAME) }),
    says: /the currency is 524C555344/,
  },
  'the same currency of another issuer': {
    tx: () => ({ Amount: value('0.011', FOREIGN) }),
    says: /the issuer is/,
  },
  'a little less': { tx: () => ({ Amount: value('0.010999') }), says: /the amount is 0\.011/ },
  'a little more': {
    tx: () => ({ Amount: value('0.011001'), SendMax: value('0.011001') }),
    says: /the amount is 0\.011/,
  },
  'a part of a micro-dollar more': {
    tx: () => ({ Amount: value('0.0110000001'), SendMax: value('0.0110000001') }),
    says: /up to six decimal places/,
  },
  'a tenth, with an exponent': { tx: () => ({ Amount: value('11e-4') }), says: /the amount is/ },
  nothing: { tx: () => ({ Amount: value('0') }), says: /the amount is/ },
  'a negative amount': { tx: () => ({ Amount: value('-0.011') }), says: /six decimal places/ },
  'a huge amount': { tx: () => ({ Amount: value('9999999999999999e80') }), says: /decimal places/ },
  'no SendMax': { tx: () => ({ SendMax: undefined }), says: /SendMax is not an amount/ },
  'SendMax in XRP': { tx: () => ({ SendMax: '1000000' }), says: /SendMax is not an amount/ },
  'SendMax in another currency': {
    tx: () => ({ SendMax: value('0.011', SAME_NAME) }),
    says: /SendMax is in another currency/,
  },
  'SendMax of another issuer': {
    tx: () => ({ SendMax: value('0.011', FOREIGN) }),
    says: /SendMax is in another currency, or/,
  },
  'SendMax below the amount': { tx: () => ({ SendMax: value('0.01') }), says: /SendMax is less/ },
  'SendMax far above the amount': {
    tx: () => ({ SendMax: value('0.022001') }),
    says: /SendMax is more than twice/,
  },
  'a partial payment': { tx: () => ({ Flags: 0x00020000 }), says: /partial payments/ },
  'a partial payment behind another flag': {
    tx: () => ({ Flags: 0x80020000 }),
    says: /partial payments/,
  },
  'no direct path': { tx: () => ({ Flags: 0x00010000 }), says: /a flag is set/ },
  'a memo': { tx: () => ({ Memos: memo(ID) }), says: /a memo that is not the invoice id/ },
  'a memo of another invoice': {
    tx: () => ({ InvoiceID: invoiceHash(ID), Memos: memo('inv-2') }),
    more: { payload: { invoiceId: ID } },
    says: /a memo that is not the invoice id/,
  },
  'two memos': {
    tx: () => ({ InvoiceID: invoiceHash(ID), Memos: [...memo(ID), ...memo(ID)] }),
    more: { payload: { invoiceId: ID } },
    says: /a memo that is not the invoice id/,
  },
  'a memo with a type': {
    tx: () => ({ InvoiceID: invoiceHash(ID), Memos: memo(ID, { MemoType: 'AA' }) }),
    more: { payload: { invoiceId: ID } },
    says: /a memo that is not the invoice id/,
  },
  'an invoice that is not signed': {
    more: { payload: { invoiceId: ID } },
    says: /InvoiceID is not the SHA-256/,
  },
  'another invoice': {
    tx: () => ({ InvoiceID: invoiceHash('inv-2') }),
    more: { extra: { invoiceId: ID } },
    says: /InvoiceID is not the SHA-256/,
  },
  'two invoices': {
    tx: () => ({ InvoiceID: invoiceHash(ID) }),
    more: { payload: { invoiceId: ID }, extra: { invoiceId: 'inv-2' } },
    says: /named in two ways/,
  },
  'an invoice that is no text': {
    more: { payload: { invoiceId: { $gt: '' } } },
    says: /invoiceId is not a text/,
  },
  'an endless invoice': {
    more: { payload: { invoiceId: 'x'.repeat(129) } },
    says: /invoiceId is not a text/,
  },
  'a huge fee': { tx: () => ({ Fee: '10001' }), says: /Fee is more than 10000 drops/ },
  'no last ledger': {
    tx: () => ({ LastLedgerSequence: undefined }),
    says: /LastLedgerSequence is missing/,
  },
  'a ledger that has passed': { tx: ahead(0), says: /^PAYMENT_UNFUNDED LastLedgerSequence is/ },
  'a ledger that passes too soon': { tx: ahead(1), says: /^PAYMENT_UNFUNDED LastLedgerSequence/ },
  'a ledger beyond the window': {
    tx: ahead(63),
    says: /^PAYMENT_INVALID LastLedgerSequence is .* at most 62 more/,
  },
  'a ledger in the far future': { tx: () => ({ LastLedgerSequence: 0xffffffff }), says: /at most/ },
  'a far ledger with a long time limit in the header': {
    tx: ahead(120),
    more: { accepted: { maxTimeoutSeconds: 86_400 } },
    says: /at most 62 more/,
  },
  'neither sequence nor ticket': { tx: () => ({ Sequence: 0 }), says: /neither a Sequence nor/ },
  'both sequence and ticket': {
    tx: () => ({ TicketSequence: 7 }),
    more: TICKET,
    says: /Sequence is not 0/,
  },
  'a ticket where a sequence was accepted': { tx: withTicket, says: /the signed one is ticket/ },
  'a sequence where a ticket was accepted': { more: TICKET, says: /the signed one is sequence/ },
  'a ticket that does not exist': {
    tx: () => ({ Sequence: 0, TicketSequence: 99 }),
    more: TICKET,
    says: /^PAYMENT_REPLAY the account has no ticket 99/,
  },
  'a sequence that comes later': { tx: () => ({ Sequence: 2 }), says: /^PAYMENT_INVALID Sequence/ },
  'a sequence that is used': {
    later: ({ address }) => {
      world.ledger.account(address)!.sequence = 2
    },
    says: /^PAYMENT_REPLAY Sequence is 1, the account's next one is 2/,
  },
  "a stranger's key, after its time": {
    key: Wallet.generate(),
    tx: ahead(0),
    says: /PAYMENT_INVALID the key that signed is not authorised/,
  },
  "a stranger's key": { key: Wallet.generate(), says: /the key that signed is not authorised/ },
  'a master key that is disabled': {
    later: ({ address }) => {
      world.ledger.account(address)!.flags = FLAGS.disabledMaster
    },
    says: /the key that signed is not authorised/,
  },
  'a wallet with too little': { funds: PRICE - 1n, says: /^PAYMENT_UNFUNDED the balance is less/ },
  'a wallet that is frozen': {
    later: ({ address }) => {
      world.ledger.line(address, RLUSD)!.isFrozen = true
    },
    says: /^PAYMENT_UNFUNDED the issuer has frozen the wallet/,
  },
  'a wallet without XRP for the fee': {
    later: ({ address }) => {
      world.ledger.account(address)!.drops = 11n
    },
    says: /^PAYMENT_UNFUNDED the balance of XRP/,
  },
}

describe('refused', () => {
  it.each(Object.entries(CASES))('%s', async (_name, { says, ...one }) =>
    expect(await said(one)).toMatch(says),
  )

  it('a signature of other bytes', async () => {
    const wallet = await newWallet(world, PRICE)
    const required = scheme.requirements(PRICE, 300)
    const blob = signRaw(transactionFor(world, wallet, required), wallet)
    const tx = transactionFor(world, wallet, required, { Fee: '13' })
    const other = signRaw(tx, wallet)
    // The signature is the last long field before the two accounts, in both.
    const at = blob.indexOf('7440') + 4
    const mixed = other.slice(0, at) + blob.slice(at, at + 128) + other.slice(at + 128)
    const payment = decoded(scheme, payloadOf(required, mixed))
    expect(await scheme.verify(payment, required, Date.now())).toMatchObject({
      rejection: { details: 'the signature is not the one of SigningPubKey' },
    })
  })

  it('an account that does not exist', async () => {
    const wallet = Wallet.generate()
    const required = scheme.requirements(PRICE, 300)
    const blob = signRaw(transactionFor(world, wallet, required), wallet)
    const payment = decoded(scheme, payloadOf(required, blob))
    expect(await scheme.verify(payment, required, Date.now())).toMatchObject({
      rejection: { code: 'PAYMENT_UNFUNDED', details: 'the account does not exist' },
    })
  })
})

describe('a fee of the issuer', () => {
  afterAll(() => {
    world.ledger.account(RLUSD.issuer)!.transferRate = 1_000_000_000n
  })
  it('must be covered by SendMax and by the balance', async () => {
    world.ledger.account(RLUSD.issuer)!.transferRate = 1_100_000_000n
    expect(await said({})).toMatch(/SendMax does not cover the fee of the issuer/)
    const tx = () => ({ SendMax: value('0.0121') })
    expect(await said({ tx, funds: 12_099n })).toMatch(/the balance is less/)
    expect(await said({ tx, funds: 12_100n })).toBe('accepted')
  })
})

describe('a recipient that cannot be paid is not the fault of the caller', () => {
  const line = () => world.ledger.line(world.payTo, RLUSD)!
  const account = () => world.ledger.account(world.payTo)!
  it('no room on its trust line', async () => {
    const { limit } = line()
    line().limit = line().balance + 10_999n * 1_000_000_000n
    const full = await said({})
    line().limit = line().balance + 11_000n * 1_000_000_000n
    const enough = await said({})
    line().limit = limit
    expect(full).toMatch(/^PAYMENT_VERIFICATION_UNAVAILABLE the trust line .* is full/)
    expect(enough).toBe('accepted')
  })
  it('it requires a tag', async () => {
    account().flags = FLAGS.wantsTag
    const [found, health] = [await said({}), await scheme.backend.health()]
    account().flags = 0
    expect(found).toMatch(
      /^PAYMENT_VERIFICATION_UNAVAILABLE the account that is paid requires a tag/,
    )
    expect(health).toMatchObject({ ok: false, details: { problem: expect.stringMatching(/tag/) } })
    expect(await scheme.backend.health()).toMatchObject({ ok: true })
  })
})

describe('an amount of 0', () => {
  it('names its wallet, which needs no money, and can never move anything', async () => {
    const wallet = await newWallet(world, 0n)
    const required = scheme.requirements(0n, 300)
    const blob = signRaw(transactionFor(world, wallet, required), wallet)
    const payment = decoded(scheme, payloadOf(required, blob))
    expect(await scheme.verify(payment, required, Date.now())).toEqual({
      ok: true,
      payer: wallet.address,
    })
    expect(world.ledger.submit(blob).code).toBe('temBAD_AMOUNT')
  })
  it.each<[string, Case, RegExp]>([
    ['a stranger signed', { key: Wallet.generate() }, /not authorised/],
    ['it has expired', { tx: ahead(0) }, /PAYMENT_UNFUNDED/],
    ['it is a payment', { tx: () => ({ Amount: value('0.01') }) }, /the amount is 0/],
    ['SendMax is not 0', { tx: () => ({ SendMax: value('0.01') }) }, /SendMax is more/],
  ])('is refused if %s', async (_name, one, says) =>
    expect(await said({ ...one, price: 0n })).toMatch(says),
  )
})
