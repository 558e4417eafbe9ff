/** Which transactions are accepted as payments: each rule by a case of its own. */
import {
  AddressLookupTableAccount,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
} from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { dearest, DEFAULTS } from '../../../runtime/payments/solana/options.ts'
import {
  accountOf,
  agreeing,
  build,
  BUYER,
  claimKey,
  FEE_PAYER,
  LIGHTHOUSE,
  limit,
  MEMO,
  MINT,
  other,
  payloadOf,
  price,
  PRICE,
  refusalOf,
  SELLER,
  STRANGER,
  TOKEN,
  TOKEN_2022,
  transfer,
  type Built,
} from './build.ts'

const refused = (parts: Built): Promise<string | undefined> => refusalOf(build(parts).serialize())
const middle = [limit(), price()]
const OTHER_MINT = new PublicKey('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU')

describe('a transaction that is accepted', () => {
  it.each<[string, Built]>([
    ['of version 0', {}],
    ['of the legacy version', { legacy: true }],
    ['without a memo', { instructions: [...middle, transfer()] }],
    ['of Token-2022', { instructions: [...middle, transfer({ program: TOKEN_2022 })] }],
    [
      'with asserts of a wallet',
      { instructions: [...middle, transfer(), other(LIGHTHOUSE, [BUYER.publicKey]), other()] },
    ],
    [
      'with four instructions after the transfer',
      { instructions: [...middle, transfer(), other(), other(), other(), other(LIGHTHOUSE)] },
    ],
    [
      'at the limits of what it may cost',
      {
        instructions: [limit(DEFAULTS.computeUnits), price(Number(DEFAULTS.unitPrice)), transfer()],
      },
    ],
    [
      'from another account that the wallet may spend from',
      { instructions: [...middle, transfer({ source: accountOf(STRANGER.publicKey) })] },
    ],
  ])('%s', async (_what, parts) => {
    expect(await refused(parts)).toBeUndefined()
  })

  it('costs the fee payer less than 11,000 lamports', () => {
    expect(dearest(DEFAULTS)).toBeLessThan(11_000n)
  })
})

describe('a transaction that is refused', () => {
  const table = new AddressLookupTableAccount({
    key: STRANGER.publicKey,
    state: {
      addresses: [accountOf(SELLER.publicKey)],
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
    },
  })
  it.each<[string, RegExp, Built]>([
    [
      'that requires a third signature',
      /requires 3 signatures/,
      {
        instructions: [...middle, transfer(), other(MEMO, [STRANGER.publicKey], true)],
        signers: [BUYER, STRANGER],
      },
    ],
    ['whose fee a stranger pays', /fee payer is not/, { feePayer: STRANGER.publicKey }],
    ['whose fee the buyer pays', /fee payer is not/, { feePayer: BUYER.publicKey }],
    ['that nobody signed', /signature is missing or wrong/, { signers: [] }],
    ['that only the fee payer signed', /signature is missing/, { signers: [FEE_PAYER] }],
    ['with lookup tables', /lookup tables/, { tables: [table] }],
    ['of two instructions', /2 instructions/, { instructions: [price(), transfer()] }],
    [
      'of eight instructions',
      /8 instructions/,
      { instructions: [...middle, transfer(), other(), other(), other(), other(), other()] },
    ],
    [
      'whose compute limit names an account',
      /first instruction is not SetComputeUnitLimit/,
      { instructions: [naming(limit()), price(), transfer()] },
    ],
    [
      'whose price names an account',
      /second instruction is not SetComputeUnitPrice/,
      { instructions: [limit(), naming(price()), transfer()] },
    ],
    [
      'that calls the fee payer',
      /only instructions of Memo/,
      { instructions: [...middle, transfer(), other(FEE_PAYER.publicKey)] },
    ],
    [
      'without a compute limit',
      /first instruction/,
      { instructions: [other(), price(), transfer()] },
    ],
    ['with the budget in another order', /first/, { instructions: [price(), limit(), transfer()] }],
    [
      'of excessive compute',
      /compute unit limit is 60001/,
      { instructions: [limit(60_001), price(), transfer()] },
    ],
    ['without a price', /second instruction/, { instructions: [limit(), other(), transfer()] }],
    [
      'that drains the fee payer by its price',
      /compute unit price is 5000000/,
      { instructions: [limit(), price(5_000_000), transfer()] },
    ],
    [
      'with another instruction of the token program',
      /not TransferChecked/,
      { instructions: [...middle, transfer({ number: 3 })] },
    ],
    [
      'with a transfer of another program',
      /not TransferChecked/,
      { instructions: [...middle, transfer({ program: STRANGER.publicKey })] },
    ],
    [
      'with the transfer in another place',
      /not Transfer/,
      { instructions: [...middle, other(), transfer()] },
    ],
    [
      'by several owners of an account',
      /four accounts/,
      { instructions: [...middle, transfer({ further: [STRANGER.publicKey] })] },
    ],
    [
      'that moves the fee payer’s own money',
      /authority/,
      {
        instructions: [
          ...middle,
          transfer({
            authority: FEE_PAYER.publicKey,
            source: accountOf(FEE_PAYER.publicKey),
          }),
        ],
        signers: [],
      },
    ],
    [
      'with the fee payer in a memo',
      /fee payer is an account/,
      { instructions: [...middle, transfer(), other(MEMO, [FEE_PAYER.publicKey])] },
    ],
    [
      'with the fee payer in an assert',
      /fee payer is an account/,
      { instructions: [...middle, transfer(), other(LIGHTHOUSE, [FEE_PAYER.publicKey])] },
    ],
    ['of another token', /asset is/, { instructions: [...middle, transfer({ mint: OTHER_MINT })] }],
    ['with other decimals', /decimals/, { instructions: [...middle, transfer({ decimals: 9 })] }],
    [
      'to the wallet instead of its token account',
      /recipient is/,
      { instructions: [...middle, transfer({ destination: SELLER.publicKey })] },
    ],
    [
      'to a stranger',
      /recipient is/,
      { instructions: [...middle, transfer({ destination: accountOf(STRANGER.publicKey) })] },
    ],
    [
      'to the account of another token program',
      /recipient is/,
      {
        instructions: [
          ...middle,
          transfer({ destination: accountOf(SELLER.publicKey, MINT, TOKEN_2022) }),
        ],
      },
    ],
    [
      'from the account that is paid',
      /pays itself/,
      { instructions: [...middle, transfer({ source: accountOf(SELLER.publicKey) })] },
    ],
    ['of less', /amount/, { instructions: [...middle, transfer({ amount: PRICE - 1n })] }],
    ['of more', /amount/, { instructions: [...middle, transfer({ amount: PRICE + 1n })] }],
    [
      'that also moves SOL',
      /only instructions of Memo/,
      {
        instructions: [
          ...middle,
          transfer(),
          SystemProgram.transfer({
            fromPubkey: BUYER.publicKey,
            toPubkey: STRANGER.publicKey,
            lamports: 1,
          }),
        ],
      },
    ],
    [
      'with a second transfer',
      /only instructions of Memo/,
      { instructions: [...middle, transfer(), transfer({ destination: TOKEN })] },
    ],
    [
      'that calls an unknown program',
      /only instructions of Memo/,
      { instructions: [...middle, transfer(), other(STRANGER.publicKey)] },
    ],
  ])('%s', async (_what, why, parts) => {
    expect(await refused(parts)).toMatch(why)
  })

  it('whose signature is another wallet’s', async () => {
    const transaction = build()
    transaction.signatures[1] = build({ blockhash: MINT.toBase58() }).signatures[1]!
    expect(await refusalOf(transaction.serialize())).toMatch(/signature is missing or wrong/)
  })
})

describe('bytes that are no payment', () => {
  const good = Buffer.from(build().serialize())
  const long = Buffer.concat([good, Buffer.alloc(1300)])
  it.each<[string, Uint8Array | string]>([
    ['nothing', ''],
    ['no base64', '*'.repeat(40)],
    ['thirty kilobytes', 'A'.repeat(30_000)],
    ['more than a packet', long],
    ['a byte after the transaction', Buffer.concat([good, Buffer.from([0])])],
    ['half a transaction', good.subarray(0, good.length / 2)],
    ['zeros', Buffer.alloc(300)],
    [
      'a longer form of the number of signatures',
      Buffer.concat([Buffer.from([0x82, 0]), good.subarray(1)]),
    ],
    ['a version that does not exist', patched(good, 1 + 128, 0x81)],
    ['an account that is not there', patched(good, good.length - 20, 0xff)],
  ])('%s', async (_what, wire) => {
    expect(await refusalOf(wire)).toMatch(/transaction|account|signature/)
  })

  it.each([undefined, null, 7, [], {}, ['AA==']])('%j instead of a text', transaction => {
    const scheme = agreeing()
    const payload = { ...payloadOf(scheme.requirements(PRICE, 60), ''), payload: { transaction } }
    const header = Buffer.from(JSON.stringify(payload)).toString('base64')
    expect(scheme.decode(header, 0)).toMatchObject({
      ok: false,
      rejection: { code: 'PAYMENT_INVALID' },
    })
  })

  const COUNT = 'the transaction requires no signature, or more than it has accounts'
  it.each([
    [0, COUNT],
    [9, COUNT],
    [8, 'the transaction requires 8 signatures, more than 2'],
  ])('one that requires %s signatures, of eight accounts', async (count, why) => {
    const message = patched(good.subarray(129), 1, count)
    const wire = Buffer.concat([Buffer.from([count]), Buffer.alloc(64 * count), message])
    expect(await refusalOf(wire)).toBe(why)
  })

  it('one with fewer signatures than it requires', async () => {
    const wire = Buffer.concat([Buffer.from([1]), good.subarray(65)])
    expect(await refusalOf(wire)).toBe('payload.transaction is not a Solana transaction')
  })

  it('random changes of one byte are refused, or are the same payment', async () => {
    const own = claimKey(good)
    for (let i = 0; i < good.length; i++) {
      const wire = patched(good, i, good[i]! ^ 0x41)
      if ((await refusalOf(wire)) === undefined) expect(claimKey(wire)).toBe(own)
    }
  })
})

it('a payment may land for a minute after it arrived', () => {
  const scheme = agreeing()
  const payload = payloadOf(scheme.requirements(PRICE, 300), build().serialize())
  const header = Buffer.from(JSON.stringify(payload)).toString('base64')
  const found = scheme.decode(header, 5_999)
  expect(found).toMatchObject({ ok: true, payment: { authorization: { validBefore: 65n } } })
})

describe('one message is one claim', () => {
  const transaction = build()
  const wire = Buffer.from(transaction.serialize())
  const own = claimKey(wire)
  const text = wire.toString('base64')
  const signedByPayer = build()
  signedByPayer.message = transaction.message
  signedByPayer.sign([FEE_PAYER, BUYER])
  it.each<[string, Uint8Array | string]>([
    ['with its fee payer’s signature', signedByPayer.serialize()],
    ['with anything instead of the fee payer’s signature', patched(wire, 5, 0x77)],
    ['with another signature of the buyer', patched(wire, 70, 0x77)],
    ['with its signatures in another order', swapped(wire)],
    ['in base64 without padding', text.replace(/=+$/, '')],
  ])('%s', (_what, form) => {
    expect(claimKey(form)).toBe(own)
  })

  it('and another memo is another one', () => {
    expect(claimKey(build().serialize())).not.toBe(own)
  })
})

describe('an amount of zero', () => {
  const free = build({ instructions: [...middle, transfer({ amount: 0n }), other()] }).serialize()
  it('names the wallet that signed', async () => {
    expect(await refusalOf(free, agreeing(), 0n)).toBeUndefined()
  })
  it('does so only while its blockhash is valid', async () => {
    const stale = agreeing({ code: 'PAYMENT_BLOCKHASH_STALE', details: 'stale' })
    expect(await refusalOf(free, stale, 0n)).toBe('stale')
  })
  it('is no payment of a price', async () => {
    expect(await refusalOf(free)).toMatch(/amount/)
  })
})

/** The instruction, with an account that it does not need. */
function naming(instruction: TransactionInstruction): TransactionInstruction {
  const { programId, data } = instruction
  const keys = [{ pubkey: STRANGER.publicKey, isSigner: false, isWritable: false }]
  return new TransactionInstruction({ programId, data, keys })
}

/** The bytes with one replaced. */
function patched(wire: Buffer, at: number, byte: number): Buffer {
  const copy = Buffer.from(wire)
  copy[at] = byte
  return copy
}

/** The two signatures of a transaction in the other order. */
function swapped(wire: Buffer): Buffer {
  return Buffer.concat([
    wire.subarray(0, 1),
    wire.subarray(65, 129),
    wire.subarray(1, 65),
    wire.subarray(129),
  ])
}
