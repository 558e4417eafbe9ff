/** Why a Solana payment cannot be executed, or the gateway cannot be paid, as the chain says. */
import { describe, expect, it } from 'vitest'
import { checkOnChain, staleBlockhash } from '../../../runtime/payments/solana/check.ts'
import { healthOf } from '../../../runtime/payments/solana/health.ts'
import { OtherChain, type TokenAccount } from '../../../runtime/payments/solana/node.ts'
import { DEFAULTS, dearest } from '../../../runtime/payments/solana/options.ts'
import { createTokenReader } from '../../../runtime/payments/solana/reader.ts'
import { accountOf, BUYER, MINT, SELLER, TOKEN_2022 } from './build.ts'
import { SOLANA } from './support.ts'

const LATER = 'PAYMENT_VERIFICATION_UNAVAILABLE'
const EXPIRED = 'the blockhash has expired, or the node does not know it'
const SILENT = new Error('silent')
/** What every node here can do, with the changes of a test. */
const nodeOf = (more: object) =>
  ({
    ready: async () => undefined,
    report: (e: Error) => `reported ${e.message}`,
    ...more,
  }) as never
const rejects = async (): Promise<never> => {
  throw SILENT
}

const PAYMENT = {
  authorization: {
    from: 'ann',
    transaction: {
      blockhash: 'hash',
      message: Buffer.from('message'),
      signatures: [Buffer.alloc(64), Buffer.alloc(64, 1)],
    },
  },
} as never

describe('a simulation', () => {
  it('of the transaction, without the fee payer’s signature, that works is a good verdict', async () => {
    const wires: Buffer[] = []
    const node = nodeOf({ simulate: async (wire: Buffer) => void wires.push(wire) })
    expect(await checkOnChain(node, PAYMENT)).toEqual({ ok: true, payer: 'ann' })
    const signatures = [Buffer.alloc(64), Buffer.alloc(64, 1)]
    expect(wires).toEqual([
      Buffer.concat([Buffer.from([2]), ...signatures, Buffer.from('message')]),
    ])
  })

  const transfer = (error: unknown) => ({ InstructionError: [2, error] })
  const FAILS = 'the transaction fails in a simulation'
  const NO_ACCOUNT = 'insufficient balance: the wallet has no account of the asset'
  it.each<[unknown, string, string]>([
    ['AlreadyProcessed', 'PAYMENT_REPLAY', 'the transaction was already processed'],
    ['BlockhashNotFound', 'PAYMENT_BLOCKHASH_STALE', EXPIRED],
    [transfer({ Custom: 1 }), 'PAYMENT_UNFUNDED', 'insufficient balance of the wallet'],
    [transfer({ Custom: 4 }), 'PAYMENT_INVALID', 'the token account is not the wallet’s'],
    [transfer({ Custom: 17 }), 'PAYMENT_INVALID', 'the token account is frozen'],
    [transfer({ Custom: 5 }), 'PAYMENT_INVALID', 'the token program refuses the transfer'],
    [transfer({ Borsh: 1 }), 'PAYMENT_INVALID', 'the token program refuses the transfer'],
    [transfer(null), 'PAYMENT_INVALID', 'the token program refuses the transfer'],
    [transfer('InvalidArgument'), 'PAYMENT_INVALID', 'the token program refuses the transfer'],
    [transfer('InvalidAccountData'), 'PAYMENT_UNFUNDED', NO_ACCOUNT],
    [transfer('UninitializedAccount'), 'PAYMENT_UNFUNDED', NO_ACCOUNT],
    [transfer('IncorrectProgramId'), 'PAYMENT_UNFUNDED', NO_ACCOUNT],
    [transfer('InvalidAccountOwner'), 'PAYMENT_UNFUNDED', NO_ACCOUNT],
    [{ InstructionError: [0, { Custom: 1 }] }, 'PAYMENT_INVALID', FAILS],
    [{ InstructionError: 2 }, 'PAYMENT_INVALID', FAILS],
    [{ Other: [2, { Custom: 1 }] }, 'PAYMENT_INVALID', FAILS],
    ['AccountLoadedTwice', 'PAYMENT_INVALID', FAILS],
    [7, 'PAYMENT_INVALID', FAILS],
    [null, 'PAYMENT_INVALID', FAILS],
  ])('that ends with %j is %s', async (error, code, details) => {
    const verdict = await checkOnChain(nodeOf({ simulate: async () => error }), PAYMENT)
    expect(verdict).toMatchObject({ ok: false, rejection: { code, details, payer: 'ann' } })
  })

  it.each([
    'AccountNotFound',
    'ClusterMaintenance',
    'InsufficientFundsForFee',
    'InvalidAccountForFee',
    'AccountInUse',
    'WouldExceedMaxBlockCostLimit',
  ])('that ends with %s is not the fault of the payment', async error => {
    const details = 'the gateway cannot settle at the moment'
    const verdict = await checkOnChain(nodeOf({ simulate: async () => error }), PAYMENT)
    expect(verdict).toMatchObject({ ok: false, rejection: { code: LATER, details } })
  })

  it.each([{ simulate: rejects }, { ready: rejects }])(
    'that has no answer is none: %#',
    async more => {
      const node = nodeOf({ simulate: async () => undefined, ...more })
      const rejection = { code: LATER, details: 'reported silent' }
      expect(await checkOnChain(node, PAYMENT)).toMatchObject({ ok: false, rejection })
    },
  )
})

describe('the blockhash of a payment of nothing', () => {
  it('may be used while it is valid, and proves the wallet no longer than that', async () => {
    const asked: unknown[] = []
    const stale = (answer: boolean) =>
      staleBlockhash(
        nodeOf({
          isBlockhashValid: async (hash: string) => {
            asked.push(hash)
            return answer
          },
        }),
        PAYMENT,
      )
    expect(await stale(true)).toBeUndefined()
    const rejection = { code: 'PAYMENT_BLOCKHASH_STALE', details: EXPIRED, payer: 'ann' }
    expect(await stale(false)).toMatchObject(rejection)
    expect(asked).toEqual(['hash', 'hash'])
  })

  it.each([{ isBlockhashValid: rejects }, { ready: rejects }])('is in doubt: %#', async more => {
    const node = nodeOf({ isBlockhashValid: async () => true, ...more })
    const rejection = { code: LATER, details: 'reported silent' }
    expect(await staleBlockhash(node, PAYMENT)).toMatchObject(rejection)
  })
})

const WALLET = SELLER.publicKey.toBase58()
const ACCOUNT = accountOf(SELLER.publicKey).toBase58()
const ACCOUNT_2022 = accountOf(SELLER.publicKey, MINT, TOKEN_2022).toBase58()
const account = (amount: bigint, more: Partial<TokenAccount> = {}): TokenAccount => ({
  mint: MINT.toBase58(),
  owner: WALLET,
  amount,
  ...more,
})
const foreign = { owner: BUYER.publicKey.toBase58() }
const holding = (accounts: Record<string, TokenAccount>) => ({
  tokenAccount: async (address: string) => accounts[address],
})

describe('the health of payments', () => {
  const RENT = 890_880n
  const EACH = 10_601n
  /** The health with a fee payer who has this much. */
  const health = (lamports: bigint, more: object = {}) => {
    const node = nodeOf({
      ...holding({ [ACCOUNT]: account(0n) }),
      lamports: async () => lamports,
      ...more,
    })
    return healthOf(node, { spec: SOLANA, payTo: WALLET, options: DEFAULTS, feePayer: 'payer' })
  }

  it('counts what each settlement may cost at most', () => {
    expect(dearest(DEFAULTS)).toBe(EACH)
  })

  it.each([
    [RENT + 5n * EACH, 5, true],
    [RENT + 5n * EACH - 1n, 4, false],
    [RENT + 1n, 0, false],
    [RENT - 6n * EACH, 0, false],
  ])('with %s lamports has fees for %s settlements', async (lamports, settlements, ok) => {
    const problem = ok ? {} : { problem: 'the relayer has too little SOL for fees' }
    const fees = { relayer: 'payer', relayer_lamports: String(lamports), settlements }
    expect(await health(lamports)).toStrictEqual({
      ok,
      details: { token_account: ACCOUNT, ...fees, ...problem },
    })
  })

  it('needs no fees if a facilitator pays them', async () => {
    const node = nodeOf({ ...holding({ [ACCOUNT_2022]: account(0n) }), lamports: rejects })
    const checked = { spec: SOLANA, payTo: WALLET, options: DEFAULTS }
    const details = { token_account: ACCOUNT_2022 }
    expect(await healthOf(node, checked)).toStrictEqual({ ok: true, details })
  })

  it.each([{}, { [ACCOUNT]: account(0n, foreign) }, { [ACCOUNT]: account(0n, { mint: 'x' }) }])(
    'needs an account of the token that is the wallet’s own: %#',
    async accounts => {
      const problem = 'PAY_TO has no token account of the asset; create it first'
      const found = await health(RENT * 2n, holding(accounts))
      expect(found).toMatchObject({ ok: false, details: { problem, relayer: 'payer' } })
    },
  )

  it('says that the node is silent, or serves another chain', async () => {
    const ended = (problem: string) => ({ ok: false, details: { problem } })
    expect(await health(RENT, { ready: rejects })).toEqual(ended('reported silent'))
    const ready = async () => {
      throw new OtherChain('another chain')
    }
    expect(await health(RENT, { ready })).toEqual(ended('another chain'))
  })
})

describe('the balance of a wallet', () => {
  const read = (accounts: Record<string, TokenAccount>, decimals = 6) =>
    createTokenReader(nodeOf(holding(accounts)), { ...SOLANA.asset, decimals }).balanceOf(WALLET)

  it('is what its accounts of both token programs hold, in millionths', async () => {
    const both = { [ACCOUNT]: account(2_000n), [ACCOUNT_2022]: account(40n) }
    expect([await read(both), await read(both, 7), await read({})]).toEqual([2_040n, 204n, 0n])
  })

  it('does not count the accounts of others or of other tokens', async () => {
    expect(await read({ [ACCOUNT]: account(5n, foreign), [ACCOUNT_2022]: account(3n) })).toBe(3n)
    expect(await read({ [ACCOUNT]: account(5n, { mint: 'x' }) })).toBe(0n)
  })

  it('is of addresses only', async () => {
    const reader = createTokenReader(nodeOf(holding({})), SOLANA.asset)
    await expect(reader.balanceOf('0x12')).rejects.toEqual(new TypeError('not an address'))
  })
})
