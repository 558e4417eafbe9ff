/** What a Solana node is asked, and which of its answers are believed. */
import { describe, expect, it } from 'vitest'
import {
  createNode,
  HISTORY,
  OtherChain,
  type Node,
} from '../../../runtime/payments/solana/node.ts'
import { CLOCK } from '../../../runtime/payments/solana/programs.ts'
import { RpcDown } from '../../../runtime/payments/rpc.ts'
import { accountOf, build, BUYER, MINT, SELLER, STRANGER, TOKEN } from './build.ts'
import { SOLANA } from './support.ts'

/** A node that gives one answer to everything, and what it was asked. */
function desk(answer: unknown) {
  const asked: unknown[][] = []
  const rpc = {
    call: async (...question: unknown[]) => {
      asked.push(question)
      return answer as never
    },
    close: async () => undefined,
  }
  return { node: createNode(rpc, SOLANA), asked }
}
type Ask = (node: Node) => Promise<unknown>

const WIRE = Buffer.from('wire')
const BASE64 = { encoding: 'base64' }
const [WALLET, ACCOUNT] = [SELLER.publicKey.toBase58(), accountOf(SELLER.publicKey).toBase58()]
/** The data of a token account, as long as given. */
function accountData(length: number): Buffer {
  const data = Buffer.alloc(length)
  MINT.toBuffer().copy(data, 0)
  SELLER.publicKey.toBuffer().copy(data, 32)
  data.writeBigUInt64LE(77n, 64)
  return data
}
const account = (length: number, owner: unknown = TOKEN.toBase58(), encoding = 'base64') => ({
  value: { owner, data: [accountData(length).toString('base64'), encoding] },
})
/** The account that holds the slot and the time. */
function clockData(length: number): unknown {
  const data = Buffer.alloc(Math.max(length, 40))
  data.writeBigUInt64LE(9n, 0)
  data.writeBigInt64LE(1_000n, 32)
  return { value: { data: [data.subarray(0, length).toString('base64'), 'base64'] } }
}
const status = (first: unknown) => ({ context: { slot: 5 }, value: [first] })

const simulate: Ask = node => node.simulate(WIRE)
const statusOf: Ask = node => node.status('s', true)
const isValid: Ask = node => node.isBlockhashValid('b')
const included: Ask = node => node.included('s', ACCOUNT, 'finalized')
const block: Ask = node => node.block('finalized')
const history: Ask = node => node.history('a', 'confirmed', 7)
const tokenAccount: Ask = node => node.tokenAccount('a')
const lamports: Ask = node => node.lamports('a')
const head: Ask = node => node.head()

describe('a node', () => {
  it.each<[string, Ask, unknown[], unknown]>([
    [
      'simulateTransaction',
      simulate,
      [WIRE.toString('base64'), { encoding: 'base64', commitment: 'processed', sigVerify: false }],
      { value: { err: null } },
    ],
    [
      'sendTransaction',
      node => node.send(WIRE),
      [WIRE.toString('base64'), { encoding: 'base64', skipPreflight: true, maxRetries: 0 }],
      's',
    ],
    ['getSignatureStatuses', statusOf, [['s'], { searchTransactionHistory: true }], status(null)],
    [
      'getTransaction',
      included,
      ['s', { ...BASE64, commitment: 'finalized', maxSupportedTransactionVersion: 0 }],
      null,
    ],
    ['isBlockhashValid', isValid, ['b', { commitment: 'processed' }], { value: true }],
    ['getEpochInfo', block, [{ commitment: 'finalized' }], { blockHeight: 3, absoluteSlot: 4 }],
    [
      'getSignaturesForAddress',
      history,
      ['a', { limit: HISTORY, commitment: 'confirmed', minContextSlot: 7 }],
      [],
    ],
    [
      'getAccountInfo',
      tokenAccount,
      ['a', { ...BASE64, commitment: 'confirmed' }],
      { value: null },
    ],
    ['getBalance', lamports, ['a', { commitment: 'confirmed' }], { value: 6 }],
  ])('is asked %s once', async (method, ask, params, answer) => {
    const { node, asked } = desk(answer)
    await ask(node)
    expect(asked).toEqual([[method, params]])
  })

  it('is asked for its newest block, for at most three seconds', async () => {
    const { node, asked } = desk(clockData(40))
    expect(await node.head()).toEqual({ number: 9, time: 1_000 })
    expect(asked).toEqual([
      ['getAccountInfo', [CLOCK, { ...BASE64, commitment: 'confirmed' }], 3_000],
    ])
  })

  it.each<[Ask, unknown, unknown]>([
    [simulate, { value: { err: null } }, undefined],
    [simulate, { value: { err: 'AlreadyProcessed' } }, 'AlreadyProcessed'],
    [statusOf, status(null), { slot: 5 }],
    [
      statusOf,
      status({ confirmationStatus: 'confirmed', err: null }),
      { slot: 5, found: { level: 'confirmed', failed: false } },
    ],
    [
      statusOf,
      status({ confirmationStatus: 'processed', err: 'x' }),
      { slot: 5, found: { level: 'processed', failed: true } },
    ],
    [isValid, { value: true }, true],
    [isValid, { value: false }, false],
    [block, { blockHeight: 0, absoluteSlot: 4 }, { height: 0, slot: 4 }],
    [
      history,
      [
        { signature: 'x', blockTime: 5 },
        { signature: 'y', blockTime: null },
      ],
      [
        { id: 'x', time: 5_000 },
        { id: 'y', time: undefined },
      ],
    ],
    [tokenAccount, { value: null }, undefined],
    [tokenAccount, account(165), { mint: MINT.toBase58(), owner: WALLET, amount: 77n }],
    [tokenAccount, account(164), undefined],
    [tokenAccount, account(165, WALLET), undefined],
    [tokenAccount, account(165, 5), undefined],
    [tokenAccount, account(165, TOKEN.toBase58(), 'base58'), undefined],
    [tokenAccount, { value: { owner: TOKEN.toBase58(), data: 'text' } }, undefined],
    [tokenAccount, { value: { owner: TOKEN.toBase58(), data: [5, 'base64'] } }, undefined],
    [lamports, { value: 6 }, 6n],
  ])('is believed: %s, answer %j', async (ask, answer, result) => {
    expect(await ask(desk(answer).node)).toEqual(result)
  })

  it('is believed about the newest 1,000 transactions of an account', async () => {
    const many = Array.from({ length: 1_001 }, (_, i) => ({ signature: `s${i}` }))
    expect(await desk(many).node.history('a', 'confirmed', 7)).toHaveLength(1_000)
  })

  it.each<[string, Ask, unknown]>([
    ['simulateTransaction', simulate, { value: {} }],
    ['simulateTransaction', simulate, null],
    ['getSignatureStatuses', statusOf, { context: { slot: -1 }, value: [null] }],
    ['getSignatureStatuses', statusOf, { context: { slot: 1.5 }, value: [null] }],
    ['getSignatureStatuses', statusOf, { context: { slot: '5' }, value: [null] }],
    ['getSignatureStatuses', statusOf, { context: { slot: 5 }, value: {} }],
    ['getSignatureStatuses', statusOf, status({ confirmationStatus: 'sure', err: null })],
    ['getSignatureStatuses', statusOf, status({ confirmationStatus: 'finalized' })],
    ['getTransaction', included, 'text'],
    ['getTransaction', included, { meta: null }],
    ['isBlockhashValid', isValid, { value: 'true' }],
    ['getEpochInfo', block, { absoluteSlot: 4 }],
    ['getEpochInfo', block, { blockHeight: 3 }],
    ['getSignaturesForAddress', history, {}],
    ['getSignaturesForAddress', history, [{ signature: 5 }]],
    ['getBalance', lamports, { value: '6' }],
    ['getAccountInfo', head, { value: null }],
    ['getAccountInfo', head, clockData(39)],
    ['getGenesisHash', node => node.ready(), 5],
  ])('is not believed if it answers %s in another form', async (method, ask, answer) => {
    const error = new RpcDown(`the node answered ${method} with something else`)
    await expect(ask(desk(answer).node)).rejects.toEqual(error)
  })
})

describe('the chain of a node', () => {
  const genesis = `${SOLANA.chain.split(':')[1]!}and more`
  it('is asked for until it is the right one, then never again', async () => {
    const { node, asked } = desk(genesis)
    await node.ready()
    await node.ready()
    expect(asked).toEqual([['getGenesisHash', []]])
    const other = desk(`x${genesis}`)
    const error = new OtherChain(`the node serves another chain than ${SOLANA.chain}`)
    for (let i = 0; i < 2; i++) await expect(other.node.ready()).rejects.toEqual(error)
    expect(other.asked).toHaveLength(2)
  })
})

describe('a transaction in a block', () => {
  const balance = (accountIndex: number, amount: unknown) => ({
    accountIndex,
    uiTokenAmount: { amount },
  })
  /** What a node shows of a transaction that moved 40 to the seller, and its message. */
  function shown(more: object = {}, legacy = false) {
    const built = build({ legacy })
    const wire = Buffer.from(built.serialize())
    const keys = built.message.staticAccountKeys.map(key => key.toBase58())
    const to = keys.indexOf(ACCOUNT)
    const from = keys.indexOf(accountOf(BUYER.publicKey).toBase58())
    const meta = {
      err: null,
      preTokenBalances: [balance(from, '900'), balance(to, '2')],
      postTokenBalances: [balance(from, '860'), balance(to, '42')],
      ...more,
    }
    const message = Buffer.from(built.message.serialize())
    return { to, meta, message, transaction: [wire.toString('base64'), 'base64'] }
  }
  const read = (answer: unknown, of = ACCOUNT) => desk(answer).node.included('s', of, 'finalized')

  it.each([true, false])('has its message and what it moved (legacy: %s)', async legacy => {
    const { message, ...answer } = shown({}, legacy)
    expect(await read(answer)).toEqual({ failed: false, message, received: 40n })
    const other = await read(answer, STRANGER.publicKey.toBase58())
    expect(other).toEqual({ failed: false, message, received: 0n })
  })

  it.each([
    ['an error', { err: 'x' }, { failed: true }],
    ['no word of an error', { err: undefined }, { failed: true }],
    ['no balances', { preTokenBalances: null, postTokenBalances: {} }, { received: 0n }],
    ['no amount before', { preTokenBalances: [] }, { received: 42n }],
  ])('is read with %s', async (_, more, found) => {
    const { meta, transaction } = shown(more)
    expect(await read({ meta, transaction })).toMatchObject(found)
  })

  it.each(['', '4.2', '-42', '1'.repeat(21), 'x42', 42])(
    'moved nothing if the node says that the amount is %j',
    async amount => {
      const { to, meta, transaction } = shown({ preTokenBalances: [] })
      const answer = { meta: { ...meta, postTokenBalances: [balance(to, amount)] }, transaction }
      expect(await read(answer)).toMatchObject({ received: 0n })
    },
  )

  it.each([
    ['in another encoding', ['AQ==', 'base58'], undefined],
    ['without bytes', ['', 'base64'], Buffer.alloc(0)],
    [
      'that is cut off',
      [Buffer.from([0, 0x80, 1]).toString('base64'), 'base64'],
      expect.anything(),
    ],
  ])('has no amount if it comes %s', async (_, transaction, message) => {
    const { meta } = shown()
    expect(await read({ meta, transaction })).toEqual({ failed: false, message, received: 0n })
  })
})
