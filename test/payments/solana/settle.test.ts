/** Settlements on Solana while the node lies, fails, forgets, or takes blocks back. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { SolanaOptions } from '../../../runtime/payments/solana/options.ts'
import type { Payment, PaymentScheme } from '../../../runtime/payments/solana/types.ts'
import type { Intent, Settlement } from '../../../runtime/payments/settlement.ts'
import type { Requirements } from '../../../runtime/payments/payment.ts'
import { honestly, type Intercept } from '../../../scripts/devnet/solana/node.ts'
import { startSolanaWorld, type SolanaWorld } from '../../../scripts/devnet/solana/world.ts'
import { decodedBy } from '../contract-world.ts'
import { newWallet, openScheme, signWith, SOLANA } from './support.ts'

const PRICE = 10_000n
let world: SolanaWorld
const open: PaymentScheme[] = []
beforeAll(async () => {
  world = await startSolanaWorld(SOLANA)
})
afterAll(() => world?.stop())
afterEach(async () => {
  Object.assign(world.node, { intercept: honestly, sending: 'includes' })
  world.node.release()
  world.chain.confirmDelay = 0
  for (const one of open.splice(0)) await one.backend.close()
})

interface Paid {
  scheme: PaymentScheme
  payment: Payment
  requirements: Requirements
  address: string
  /** The intents that were recorded. */
  intents: Intent[]
  settle(): Promise<Settlement>
  find(): Promise<Settlement>
}

/** A funded payment, and a process that settles it. */
async function paid(options: Partial<SolanaOptions> = {}): Promise<Paid> {
  const scheme = openScheme(world, { options })
  open.push(scheme)
  const { key, address } = await newWallet(world, PRICE)
  const requirements = scheme.requirements(PRICE, 60)
  const payload = await signWith(key, world.url, requirements)
  const payment = decodedBy(scheme as never, payload) as unknown as Payment
  const intents: Intent[] = []
  const onIntent = async (intent: Intent): Promise<void> => {
    intents.push(intent)
  }
  const { backend } = scheme
  return {
    scheme,
    payment,
    requirements,
    address,
    intents,
    settle: () => backend.settle(payment, requirements, onIntent),
    find: () => backend.find(payment, requirements, intents[0]!, onIntent),
  }
}

const earned = (): Promise<bigint> => world.balanceOf(world.payTo)
/** Changes what the node answers to one method. */
const lies =
  (name: string, change: (honest: any) => unknown): Intercept =>
  ({ method }, honest) =>
    method === name ? change(honest()) : honest()
const status = (value: unknown) => (answer: any) => ({ ...answer, value: [value] })
const sent = (): number => world.node.calls.get('sendTransaction') ?? 0

describe('before it sends anything', () => {
  it('the signature is known, and the bytes that will be sent are recorded', async () => {
    const { settle, intents } = await paid()
    const settlement = await settle()
    expect(intents).toEqual([
      {
        transaction: (settlement as { transaction: string }).transaction,
        raw: expect.any(String),
        relayer: expect.any(String),
        lastBlock: expect.any(Number),
        sentAt: expect.any(Number),
      },
    ])
    const landed = world.chain.landed.get(intents[0]!.transaction!)
    expect(landed?.wire).toBe(intents[0]!.raw)
  })

  it('a wallet without money is noticed: nothing is signed or sent, and nothing paid for it', async () => {
    const { settle, intents, address } = await paid()
    await world.chain.setBalance(address, 0n)
    const before = sent()
    expect(await settle()).toEqual({
      state: 'failed',
      reason: expect.stringMatching(/insufficient/),
    })
    expect([intents.length, sent()]).toEqual([0, before])
  })

  it('a node that is down rejects, so that the same payment can be settled later', async () => {
    const { settle, intents } = await paid()
    world.node.intercept = () => {
      throw new Error('down')
    }
    await expect(settle()).rejects.toThrow()
    expect(intents).toEqual([])
    world.node.intercept = honestly
    expect(await settle()).toMatchObject({ state: 'landed' })
  })

  it('a relayer without SOL is our fault, not the payment’s', async () => {
    const { settle } = await paid()
    const short = lies('simulateTransaction', answer => ({
      ...answer,
      value: { ...answer.value, err: 'InsufficientFundsForFee' },
    }))
    world.node.intercept = short
    await expect(settle()).rejects.toThrow(/cannot settle/)
  })
})

describe('a node that lies', () => {
  it('says that it landed, though it did not: unknown, and never a success', async () => {
    const before = await earned()
    const { settle, find } = await paid()
    world.node.sending = 'drops'
    world.node.intercept = lies(
      'getSignatureStatuses',
      status({ slot: 1, err: null, confirmationStatus: 'finalized' }),
    )
    expect(await settle()).toMatchObject({ state: 'unknown' })
    expect(await find()).toMatchObject({ state: 'unknown' })
    expect(await earned()).toBe(before)
  })

  it('says that it landed, with another transaction’s record: unknown', async () => {
    const first = await paid()
    await first.settle()
    const record = world.chain.landed.get(first.intents[0]!.transaction!)!
    const { settle } = await paid()
    world.node.sending = 'drops'
    world.node.intercept = ({ method }, honest) => {
      if (method === 'getSignatureStatuses')
        return status({ slot: 1, err: null, confirmationStatus: 'finalized' })({
          context: { slot: 1 },
        })
      if (method !== 'getTransaction') return honest()
      const balance = (amount: string) =>
        Array.from({ length: 8 }, (_, accountIndex) => ({
          accountIndex,
          uiTokenAmount: { amount },
        }))
      return {
        meta: { err: null, preTokenBalances: balance('0'), postTokenBalances: balance('10000') },
        transaction: [record.wire, 'base64'],
      }
    }
    expect(await settle()).toMatchObject({ state: 'unknown' })
  })

  it('says that it landed, without the money: unknown', async () => {
    const { settle } = await paid()
    world.node.intercept = lies('getTransaction', answer =>
      answer === null ? null : { ...answer, meta: { ...answer.meta, postTokenBalances: [] } },
    )
    expect(await settle()).toMatchObject({ state: 'unknown' })
  })

  it('says that it failed, though it landed: unknown until it answers truly', async () => {
    const { settle, find } = await paid()
    world.node.intercept = lies(
      'getSignatureStatuses',
      status({ slot: 1, err: { InstructionError: [2, 'x'] }, confirmationStatus: 'finalized' }),
    )
    expect(await settle()).toMatchObject({ state: 'unknown' })
    world.node.intercept = honestly
    expect(await find()).toMatchObject({ state: 'landed' })
  })

  it('knows nothing, though it landed: the same bytes again, and one transfer', async () => {
    const before = await earned()
    const { settle, find, intents } = await paid()
    world.node.intercept = lies('getSignatureStatuses', status(null))
    expect(await settle()).toMatchObject({ state: 'unknown' })
    world.node.intercept = honestly
    expect(await find()).toEqual({ state: 'landed', transaction: intents[0]!.transaction })
    expect(await earned()).toBe(before + PRICE)
  })

  it('says that a young block is final: not a failure while its own answer is older', async () => {
    const { settle, find } = await paid()
    world.node.sending = 'drops'
    await settle()
    world.chain.advance(400)
    const behind = lies('getSignatureStatuses', answer => ({ ...answer, context: { slot: 5 } }))
    world.node.intercept = behind
    expect(await find()).toMatchObject({ state: 'unknown' })
    world.node.intercept = honestly
    expect(await find()).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/expired/),
    })
  })

  it.each([
    ['an empty object', {}],
    ['a text', 'yes'],
    ['a list', []],
    ['deep nesting', { context: { slot: 'x' }, value: [[[[]]]] }],
    ['a huge number', { context: { slot: 1e300 }, value: [null] }],
  ])('answers %s: unknown', async (_what, answer) => {
    const { settle } = await paid({ wait: 100 })
    world.node.intercept = lies('getSignatureStatuses', () => answer)
    expect(await settle()).toMatchObject({ state: 'unknown' })
  })
})

describe('a transaction that is on its way', () => {
  it('is sent again, the same bytes, until it is included', async () => {
    const { settle, intents } = await paid({ resend: 50 })
    const wires: unknown[] = []
    let drops = 3
    world.node.intercept = ({ method, params }, honest) => {
      if (method !== 'sendTransaction') return honest()
      wires.push(params[0])
      return drops-- > 0 ? intents[0]!.transaction : honest()
    }
    expect(await settle()).toMatchObject({ state: 'landed' })
    expect(wires.length).toBeGreaterThan(3)
    expect(new Set(wires)).toEqual(new Set([intents[0]!.raw]))
  })

  it('is not sent again once its blockhash has expired', async () => {
    const { settle, find } = await paid()
    world.node.sending = 'drops'
    await settle()
    world.chain.advance(151)
    const before = sent()
    expect(await find()).toMatchObject({ state: 'unknown' })
    expect(sent()).toBe(before)
  })

  it('has landed when it is confirmed, or when it is final, as the options say', async () => {
    const quick = await paid()
    expect(await quick.settle()).toMatchObject({ state: 'landed' })
    const strict = await paid({ final: true, wait: 300 })
    expect(await strict.settle()).toMatchObject({ state: 'unknown' })
    world.chain.advance(40)
    expect(await strict.find()).toMatchObject({ state: 'landed' })
  })

  it('has not landed while only one validator has seen it', async () => {
    world.chain.confirmDelay = 3_600_000
    const { settle, find } = await paid({ wait: 200 })
    expect(await settle()).toMatchObject({ state: 'unknown' })
    world.chain.confirmDelay = 0
    expect(await find()).toMatchObject({ state: 'landed' })
  })

  it('has not landed by the record of a node that shows blocks too early', async () => {
    const strict = await paid({ final: true, wait: 200 })
    world.node.intercept = ({ method, params }, honest) => {
      if (method === 'getTransaction')
        Object.assign(params[1] as object, { commitment: 'confirmed' })
      return honest()
    }
    expect(await strict.settle()).toMatchObject({ state: 'unknown' })
    const quick = await paid({ wait: 200 })
    world.node.intercept = lies('getSignatureStatuses', answer => {
      const [known] = answer.value
      return { ...answer, value: [known && { ...known, confirmationStatus: 'processed' }] }
    })
    expect(await quick.settle()).toMatchObject({ state: 'unknown' })
  })

  it('that fails on the chain has failed, for certain', async () => {
    const { settle, address, scheme } = await paid()
    // The wallet spends its money after the last simulation.
    world.node.intercept = async ({ method }, honest) => {
      if (method === 'sendTransaction') await world.chain.setBalance(address, 0n)
      return honest()
    }
    expect(await settle()).toEqual({
      state: 'failed',
      reason: 'the transaction failed on the chain',
    })
    expect(scheme.backend.proves).toBe(true)
  })
})

describe('a fork', () => {
  it('takes a landed transaction back, and the same bytes land again', async () => {
    const before = await earned()
    const { settle, find, intents, scheme } = await paid()
    const mark = world.chain.mark()
    const settlement = await settle()
    expect(settlement).toMatchObject({ state: 'landed' })
    const { transaction } = intents[0]!
    const { standing } = scheme.backend
    expect(await standing!(transaction!)).toBe('shallow')
    world.chain.fork(mark)
    expect(await earned()).toBe(before)
    expect(await standing!(transaction!)).toBe('gone')
    expect(await find()).toEqual(settlement)
    expect(await earned()).toBe(before + PRICE)
    world.chain.advance(40)
    expect(await standing!(transaction!)).toBe('deep')
    expect(await standing!(transaction!)).toBeUndefined()
  })
})

describe('health', () => {
  it('knows the token account, and how many settlements the SOL pays for', async () => {
    const { scheme } = await paid()
    expect(await scheme.backend.health()).toEqual({
      ok: true,
      details: {
        token_account: await world.chain.accountOf(world.payTo),
        relayer: expect.any(String),
        relayer_lamports: expect.stringMatching(/^\d+$/),
        settlements: expect.any(Number),
      },
    })
  })

  it.each<[string, RegExp, Intercept]>([
    [
      'no token account',
      /no token account/,
      lies('getAccountInfo', answer => ({ ...answer, value: null })),
    ],
    ['no SOL', /too little SOL/, lies('getBalance', answer => ({ ...answer, value: 930_000 }))],
    ['another chain', /another chain/, lies('getGenesisHash', () => SOLANA.asset.address)],
  ])('says that there is %s', async (_what, problem, intercept) => {
    const { scheme } = await paid()
    world.node.intercept = intercept
    expect(await scheme.backend.health()).toMatchObject({
      ok: false,
      details: { problem: expect.stringMatching(problem) },
    })
  })
})
