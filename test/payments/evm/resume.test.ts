/** How the relayer sends transactions, looks up and repeats what it sent, and when it may sell. */
import { describe, expect, it } from 'vitest'
import type { Node } from '../../../runtime/payments/evm/node.ts'
import { broadcast } from '../../../runtime/payments/evm/relayer/broadcast.ts'
import { findOrResume } from '../../../runtime/payments/evm/relayer/find.ts'
import { healthOf } from '../../../runtime/payments/evm/relayer/health.ts'
import { RpcDown, RpcError } from '../../../runtime/payments/rpc.ts'

describe('the answer to a broadcast', () => {
  const send = async (answer: unknown) => {
    const asked: unknown[] = []
    const call = async (...question: unknown[]) => {
      asked.push(question)
      if (answer instanceof Error) throw answer
      return answer
    }
    const end = await broadcast({ rpc: { call } } as never, { raw: '0xraw', transaction: '0xt' })
    expect(asked).toEqual([['eth_sendRawTransaction', ['0xraw']]])
    return end
  }
  it.each([
    ['0xt', 'sent'],
    ['already known', 'sent'],
    ['Transaction already imported', 'sent'],
    ['known transaction: 0xt', 'sent'],
    ['tx already exists in cache', 'sent'],
    ['nonce too low: next nonce 5', 'taken'],
    ['the nonce is too low', 'taken'],
    ['the nonce has already been used', 'taken'],
    ['replacement transaction underpriced', 'taken'],
    ['replacement fee is underpriced', 'taken'],
    ['max fee per gas less than block base fee', 'cheap'],
    ['fee too low to compete', 'cheap'],
    ['transaction underpriced', 'cheap'],
    ['the fee is less than the base fee', 'cheap'],
  ])('%s: %s', async (text, state) => {
    expect(await send(text === '0xt' ? text : new RpcError(text, -32_000))).toEqual({ state })
  })

  it.each([
    ['insufficient funds for gas', 'refused'],
    ['insufficient balance', 'refused'],
    ['intrinsic gas too low', 'refused'],
    ['exceeds block gas limit', 'refused'],
    ['tx fee exceeds the configured cap', 'refused'],
    ['gas limit is too high', 'refused'],
    ['invalid sender', 'refused'],
    ['invalid chain id', 'refused'],
    ['oversized data', 'refused'],
    ['internal error', 'doubtful'],
  ])('%s: %s, with its own text for the log', async (text, state) => {
    const reason = 'the node refused the transaction (error -32000)'
    const end = await send(new RpcError(text, -32_000))
    expect(end).toEqual({ state, reason, nodeError: text })
  })

  it('is doubtful if there is none', async () => {
    const end = { state: 'doubtful', reason: 'no answer', nodeError: 'no answer' }
    expect(await send(new RpcDown('no answer'))).toEqual(end)
    const reason = 'the node cannot be asked'
    expect(await send(new TypeError('nonce too low'))).toMatchObject({ state: 'doubtful', reason })
  })
})

const UNUSED = 'the authorization is not used yet'
const REPLACED = 'the transaction was mined without effect or replaced'
const END = 1_000_000

describe('a settlement that is looked up', () => {
  interface World {
    /** Whether the authorization is used, and then what explains it. */
    used?: object
    /** The relayer's mined and pending nonces. */
    mined?: number
    pending?: number
    knows?: boolean
    /** The bytes in the nonce journal. */
    journal?: string
    /** How the broadcast ends. */
    broadcast?: Error
    /** What the transaction moved once it was sent again. */
    moved?: bigint
    /** Why the transfer would fail now. */
    obstacle?: string
    intent?: object
    now?: number
    mayRepeat?: boolean
    node?: Partial<Node>
  }
  const AGAIN = { state: 'landed', transaction: '0xagain' }
  async function look(world: World) {
    const { used, mined = 4, pending = mined, knows = false, mayRepeat = true } = world
    const sent: unknown[] = []
    const queued: unknown[] = []
    const node = {
      ready: async () => undefined,
      block: async () => ({ number: 50, time: 9 }),
      count: async (_of: string, at: unknown) => (at === 'pending' ? pending : mined),
      knows: async () => knows,
      receipt: async () => (sent.length > 0 ? { transaction: '0xt', block: 1 } : undefined),
      simulate: async () => {
        if (world.obstacle !== undefined) throw new RpcError(world.obstacle, 3)
      },
      rpc: {
        call: async (_method: string, [raw]: string[]) => {
          sent.push(raw)
          if (world.broadcast) throw world.broadcast
        },
      },
      report: (error: Error) => `so: ${error.message}`,
      ...world.node,
    }
    const method = {
      contracts: [],
      isUsed: async () => used !== undefined,
      isOver: () => false,
      usedUp: async () => used,
      moved: async () => world.moved,
      reason: async () => world.obstacle,
    }
    const authorization = { validBefore: BigInt(END / 1000) }
    const transfer = { method, authorization, amount: 5n } as never
    const finding = {
      question: { node, confirmations: 1 },
      journal: { raw: async () => world.journal },
      queue: {
        settle: async (order: unknown) => {
          queued.push(order)
          return AGAIN
        },
      },
      clock: { now: () => world.now ?? 0 },
    } as never
    const intent = { relayer: 'r', relayerNonce: 4, transaction: '0xt', sentAt: 1, ...world.intent }
    const onIntent = mayRepeat ? async () => undefined : undefined
    const end = await findOrResume(finding, { transfer, intent, onIntent })
    return { end, sent, queued: queued.length }
  }
  const onItsWay = { state: 'unknown', reason: UNUSED, transaction: '0xt' }
  const replaced = { ...onItsWay, reason: REPLACED }
  const raw = '0xraw'

  it.each<[string, World, object, { sent?: string[]; queued?: number }]>([
    ['is what the chain proves', { used: { state: 'failed' } }, { state: 'failed' }, {}],
    [
      'is not repeated while the chain cannot explain it',
      { used: { state: 'unknown', reason: 'not found' } },
      { state: 'unknown', reason: 'not found' },
      {},
    ],
    ['is on its way while the node knows it', { knows: true, intent: { raw } }, onItsWay, {}],
    ['is sent again as it was', { intent: { raw } }, onItsWay, { sent: [raw] }],
    ['is sent again from the journal', { journal: '0xkept' }, onItsWay, { sent: ['0xkept'] }],
    [
      'is sent again as it was, though nobody may repeat it',
      { intent: { raw }, mayRepeat: false },
      onItsWay,
      { sent: [raw] },
    ],
    [
      'has landed if that shows it',
      { intent: { raw }, moved: 5n },
      { state: 'landed', transaction: '0xt' },
      { sent: [raw] },
    ],
    [
      'is on its way if the answer is doubtful',
      { intent: { raw }, broadcast: new RpcDown('away') },
      onItsWay,
      { sent: [raw] },
    ],
    [
      'is repeated if the node refuses it',
      { intent: { raw }, broadcast: new RpcError('nonce too low', 1) },
      AGAIN,
      { sent: [raw], queued: 1 },
    ],
    ['is repeated without its bytes', {}, AGAIN, { queued: 1 }],
    [
      'is repeated behind a gap of nonces',
      { intent: { raw }, mined: 3, pending: 3 },
      AGAIN,
      { queued: 1 },
    ],
    [
      'is repeated without a transaction',
      { intent: { transaction: undefined } },
      AGAIN,
      { queued: 1 },
    ],
    ['is repeated if it had no effect', { mined: 5, intent: { raw } }, AGAIN, { queued: 1 }],
    ['is not repeated if nobody may', { mined: 5, mayRepeat: false }, replaced, {}],
    ['is repeated in time', { mined: 5, now: END - 2_000 }, AGAIN, { queued: 1 }],
    ['is not repeated too late', { mined: 5, now: END - 1_999 }, replaced, {}],
    [
      'has failed if it would fail now, though others may still send it',
      { mined: 5, obstacle: 'invalid signature' },
      { state: 'failed', reason: 'invalid signature', mayLand: true },
      {},
    ],
    [
      'has failed if it would fail now, and has no transaction',
      { intent: { transaction: undefined }, obstacle: 'transfer amount exceeds balance' },
      { state: 'failed', reason: 'transfer amount exceeds balance', mayLand: true },
      {},
    ],
    [
      'has not failed if it would fail now, but a slow process may still send its transaction',
      { obstacle: 'transfer amount exceeds balance' },
      onItsWay,
      {},
    ],
    [
      'has not failed if it would fail now, but a gap of nonces may still be filled',
      { mined: 3, pending: 3, obstacle: 'transfer amount exceeds balance' },
      onItsWay,
      {},
    ],
    [
      'is unknown if it was used a moment ago',
      { mined: 5, obstacle: 'authorization is used' },
      { ...onItsWay, reason: 'authorization is used' },
      {},
    ],
    [
      'is unknown if the node is silent',
      { node: { ready: () => Promise.reject(new Error('silent')) } },
      { ...onItsWay, reason: 'so: silent' },
      {},
    ],
  ])('%s', async (_, world, end, { sent = [], queued = 0 }) => {
    expect(await look(world)).toEqual({ end, sent, queued })
  })

  it.each([{ relayer: undefined }, { relayerNonce: undefined }])(
    'is sent again as it was without a nonce: %j',
    async intent => {
      const { sent } = await look({ mined: 0, intent: { raw, ...intent } })
      expect(sent).toEqual([raw])
    },
  )
})

describe('the health of the relayer', () => {
  const health = (balance: bigint, more: object = {}) => {
    const asked: unknown[] = []
    const node = {
      ready: async () => undefined,
      block: async () => ({ number: 50 }),
      rpc: {
        call: async (...question: unknown[]) => {
          asked.push(question)
          return `0x${balance.toString(16)}`
        },
      },
      report: (error: Error) => `so: ${error.message}`,
      ...more,
    } as never
    const fees = async () => ({ maxFee: 10n, tip: 1n })
    const relayer = { address: '0xr', waiting: 2, gas: 100n, fees }
    return healthOf(node, relayer).then(found => ({ found, asked }))
  }
  const details = { relayer: '0xr', block: 50, waiting: 2 }

  it('needs gas for what waits, and for five more', async () => {
    const { found, asked } = await health(7_000n)
    const money = { ...details, relayer_gas_wei: '7000', settlements: 7 }
    expect(found).toStrictEqual({ ok: true, details: money })
    expect(asked).toEqual([['eth_getBalance', ['0xr', 'latest']]])
    const poor = { ...details, relayer_gas_wei: '6999', settlements: 6 }
    const problem = 'the relayer has too little gas money'
    expect((await health(6_999n)).found).toStrictEqual({ ok: false, details: { ...poor, problem } })
  })

  it('says that the node is silent', async () => {
    const { found } = await health(0n, { ready: () => Promise.reject(new Error('silent')) })
    const silent = { relayer: '0xr', waiting: 2, problem: 'so: silent' }
    expect(found).toStrictEqual({ ok: false, details: silent })
  })
})
