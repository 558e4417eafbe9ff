/**
 * The queue of settlements: what is sent together, how often it is tried, and when it is given up.
 */
import { describe, expect, it } from 'vitest'
import type { Node, Receipt } from '../../../runtime/payments/evm/node.ts'
import { batchCall } from '../../../runtime/payments/evm/token.ts'
import { MULTICALL } from '../../../runtime/payments/evm/relayer/batch.ts'
import { RELAYER_DEFAULTS } from '../../../runtime/payments/evm/relayer/options.ts'
import { createRefusedWallets } from '../../../runtime/payments/evm/relayer/refused.ts'
import { createSettlementQueue } from '../../../runtime/payments/evm/relayer/settlement-queue.ts'
import { RpcDown, RpcError } from '../../../runtime/payments/rpc.ts'
import type { Intent, Settlement } from '../../../runtime/payments/settlement.ts'
import { manualClock } from '../../helpers/clock.ts'

const TOKEN = `0x${'c'.repeat(40)}`
const RELAYER = `0x${'f'.repeat(40)}`
const OPTIONS = { ...RELAYER_DEFAULTS, batch: 3, inFlight: 1, wait: 30_000, poll: 400 }

/** A transaction as it was broadcast. */
interface Sent {
  nonce: number
  to: string
  data: string
}

/** A queue whose chain does what the test says. */
function desk(more: Partial<typeof OPTIONS> = {}) {
  const clock = manualClock()
  const stop = new AbortController()
  const options = { ...OPTIONS, ...more }
  const sent: Sent[] = []
  const notes: unknown[][] = []
  const chain = {
    /** What the node does with a broadcast. */
    broadcast: async (): Promise<unknown> => undefined,
    /** Nonces whose transactions are mined; all of them by default. */
    isMined: (_nonce: number): boolean => true,
    /** Wallets whose transfers move money. */
    pays: (_from: string): boolean => true,
    coded: new Set<string>(),
    batching: true,
    /** The nonces that are used for certain. */
    count: 0,
    obstacle: undefined as string | undefined,
  }
  const receiptOf = (nonce: number): Receipt =>
    ({ transaction: `0xt${nonce}`, block: 1, ok: true, logs: [], nonce }) as never
  const node = {
    rpc: {
      call: async (method: string, [raw]: string[]) => {
        if (method !== 'eth_sendRawTransaction') return undefined
        const answer = await chain.broadcast()
        sent.push(JSON.parse(raw!) as Sent)
        return answer
      },
    },
    receipt: async (hash: string) => {
      const nonce = Number(hash.slice(3))
      return sent.some(one => one.nonce === nonce) && chain.isMined(nonce)
        ? receiptOf(nonce)
        : undefined
    },
    block: async () => ({ number: 1, time: clock.now() / 1000 }),
    count: async () => chain.count,
    hasCode: async (address: string) => chain.coded.has(address),
    estimate: async () => 90_000n,
    knows: async () => false,
    ready: async () => undefined,
    simulate: async () => {
      if (chain.obstacle) throw new RpcError(chain.obstacle, 3)
    },
  } as never as Node
  const method = {
    contract: TOKEN,
    contracts: [TOKEN],
    gas: 200_000n,
    isBatchable: true,
    data: ({ authorization }: any) => authorization.data,
    moved: async (_node: Node, _receipt: Receipt, { authorization, amount }: any) =>
      chain.pays(authorization.from) ? amount : undefined,
    isUsed: async () => false,
    isOver: () => false,
    reason: async (_node: Node, _transfer: unknown, error: RpcError) => error.message,
  }
  let nonce = 0
  const queue = createSettlementQueue({
    clock,
    options,
    node,
    signal: stop.signal,
    note: (...facts) => notes.push(facts),
    batching: async () => chain.batching,
    fees: async () => ({ maxFee: 1n, tip: 1n }),
    question: { node, confirmations: 1 },
    refused: createRefusedWallets(clock),
    wallet: {
      address: RELAYER,
      sign: ({ nonce: at, to, data }) => ({
        raw: JSON.stringify({ nonce: at, to, data }),
        transaction: `0xt${at}`,
      }),
    },
    journal: {
      turn: <T>(work: () => Promise<T>) => work(),
      next: async () => nonce,
      add: async entry => {
        nonce = entry.nonce + 1
      },
      mined: () => undefined,
      reset: () => undefined,
      open: () => [],
      raw: async () => undefined,
    },
  })
  const ends = new Map<string, Settlement | Error>()
  const intents = new Map<string, Intent[]>()
  /** Settles the payment of a wallet; its call is the name of the wallet. */
  const settle = (name: string, order: { plain?: boolean; validBefore?: bigint } = {}): void => {
    const { plain = true, validBefore = 2n ** 40n } = order
    const authorization = { from: name, data: `0x${name}`, validBefore }
    intents.set(name, [])
    queue
      .settle({
        transfer: { method, authorization, amount: 5n, plain } as never,
        onIntent: async intent => void intents.get(name)!.push(intent),
      })
      .then(
        end => ends.set(name, end),
        (error: Error) => ends.set(name, error),
      )
  }
  return { chain, clock, ends, intents, notes, queue, sent, settle, stop }
}
const one = (nonce: number, name: string): Sent => ({ nonce, to: TOKEN, data: `0x${name}` })
const several = (nonce: number, ...names: string[]): Sent => ({
  nonce,
  to: MULTICALL,
  data: batchCall(
    TOKEN,
    names.map(name => `0x${name}`),
  ),
})
const landed = (nonce: number) => ({ state: 'landed', transaction: `0xt${nonce}` })

describe('settlements', () => {
  it('that come together share transactions; each has its intent before', async () => {
    const { clock, ends, intents, queue, sent, settle } = desk()
    const sentAt = clock.now()
    for (const name of ['aa', 'bb', 'cc', 'dd']) settle(name)
    expect(queue.waiting()).toBe(4)
    await clock.advance(10_000)
    expect(sent).toEqual([several(0, 'aa', 'bb', 'cc'), one(1, 'dd')])
    expect(ends.get('aa')).toEqual(landed(0))
    expect(ends.get('dd')).toEqual(landed(1))
    const common = { relayer: RELAYER, sentAt }
    expect(intents.get('bb')).toEqual([{ ...common, transaction: '0xt0', relayerNonce: 0 }])
    expect(intents.get('dd')).toEqual([
      { ...common, transaction: '0xt1', relayerNonce: 1, raw: JSON.stringify(sent[1]) },
    ])
    expect(queue.waiting()).toBe(0)
  })

  it('have a transaction each where the chain has no Multicall3', async () => {
    const { chain, clock, sent, settle } = desk()
    chain.batching = false
    for (const name of ['aa', 'bb']) settle(name)
    await clock.advance(10_000)
    expect(sent).toEqual([one(0, 'aa'), one(1, 'bb')])
  })

  it.each([1, 3])('of wallets with code are sent alone, behind the others (%s)', async inFlight => {
    const { chain, clock, sent, settle } = desk({ inFlight })
    chain.coded.add('bb')
    for (const name of ['aa', 'bb', 'cc']) settle(name)
    await clock.advance(10_000)
    expect(sent).toEqual([several(0, 'aa', 'cc'), one(1, 'bb')])
  })

  it('of which all have code are sent one after the other', async () => {
    const { chain, clock, notes, sent, settle } = desk()
    for (const name of ['aa', 'bb']) {
      chain.coded.add(name)
      settle(name)
    }
    await clock.advance(10_000)
    expect([sent, notes]).toEqual([[one(0, 'aa'), one(1, 'bb')], []])
  })

  it('wait while as many transactions as may be are not mined', async () => {
    const { chain, clock, ends, queue, sent, settle } = desk()
    chain.isMined = () => false
    settle('aa')
    await clock.advance(1)
    settle('bb')
    await clock.advance(2_000)
    expect([sent.length, queue.waiting()]).toEqual([1, 2])
    chain.isMined = () => true
    await clock.advance(2_000)
    expect([ends.get('aa'), ends.get('bb')]).toEqual([landed(0), landed(1)])
  })
})

describe('a settlement without effect', () => {
  it('is tried again alone, three times in all; then only the chain can tell', async () => {
    const { chain, clock, ends, intents, notes, sent, settle } = desk()
    chain.pays = from => from === 'aa'
    chain.count = 9
    for (const name of ['aa', 'bb', 'cc']) settle(name)
    await clock.advance(20_000)
    expect(sent[0]).toEqual(several(0, 'aa', 'bb', 'cc'))
    expect(sent.slice(1)).toEqual(['bb', 'cc', 'bb', 'cc'].map((name, i) => one(i + 1, name)))
    expect(ends.get('aa')).toEqual(landed(0))
    const reason = 'the transaction was mined without effect or replaced'
    expect(ends.get('bb')).toEqual({ state: 'unknown', reason, transaction: '0xt3' })
    const transactions = intents.get('bb')!.map(({ transaction }) => transaction)
    expect(transactions).toEqual(['0xt0', '0xt1', '0xt3'])
    const tried = notes.filter(([event]) => event === 'settlement tried again')
    expect(tried[0]![1]).toEqual({ transaction: '0xt0', reason })
    expect(tried).toHaveLength(4)
  })

  it('has failed if it would fail again', async () => {
    const { chain, clock, ends, sent, settle } = desk()
    chain.pays = () => false
    chain.count = 9
    chain.obstacle = 'transfer amount exceeds balance'
    settle('aa')
    await clock.advance(20_000)
    expect(sent).toHaveLength(1)
    expect(ends.get('aa')).toEqual({
      state: 'failed',
      reason: 'transfer amount exceeds balance',
      mayLand: true,
    })
  })
})

describe('a node that does not answer before anything was sent', () => {
  /** A queue whose first look for code fails so many times. */
  function failing(times: number, error: Error) {
    const parts = desk()
    let left = times
    parts.chain.coded.has = () => {
      if (left-- > 0) throw error
      return false
    }
    for (const name of ['aa', 'bb']) parts.settle(name)
    return parts
  }

  it('delays settlements, which are logged once for each reason', async () => {
    const { clock, ends, notes, sent } = failing(6, new RpcDown('the node is away'))
    await clock.advance(5_000)
    expect(sent).toEqual([several(0, 'aa', 'bb')])
    expect(ends.get('aa')).toEqual(landed(0))
    expect(notes).toEqual([['settlements wait', { count: 2, reason: 'the node is away' }]])
  })

  it('does not use up the attempts of a settlement', async () => {
    const { chain, clock, ends } = failing(20, new RpcDown('the node is away'))
    chain.pays = from => from !== 'bb'
    chain.count = 9
    await clock.advance(29_000)
    expect(ends.get('bb')).toMatchObject({ transaction: '0xt2' })
  })

  it('makes the callers give up at their deadline: nothing was sent', async () => {
    const { clock, ends, queue, sent } = failing(Infinity, new RpcDown('the node is away'))
    await clock.advance(29_600)
    expect(ends.size).toBe(0)
    await clock.advance(800)
    const gone = { name: 'NotSent', message: 'nothing was sent: the node is away' }
    expect(ends.get('aa')).toMatchObject(gone)
    expect(ends.get('bb')).toMatchObject(gone)
    expect([queue.waiting(), sent]).toEqual([0, []])
  })

  it('makes them give up before, if the authorization ends before', async () => {
    const parts = desk()
    parts.chain.coded.has = () => {
      throw new Error('secret text')
    }
    const validBefore = BigInt(parts.clock.now() / 1000 + 5)
    parts.settle('aa', { validBefore })
    parts.settle('bb')
    await parts.clock.advance(6_000)
    expect(parts.ends.get('bb')).toEqual(landed(0))
    expect(parts.ends.get('aa')).toMatchObject({
      message: 'nothing was sent: the node cannot be asked',
    })
  })
})

describe('settlements that wait behind others', () => {
  it('give up at their deadline', async () => {
    const { chain, clock, ends, settle } = desk()
    chain.isMined = () => false
    settle('aa')
    await clock.advance(5_000)
    settle('bb')
    await clock.advance(31_000)
    expect(ends.get('bb')).toMatchObject({
      name: 'NotSent',
      message: 'nothing was sent: earlier transactions are not mined',
    })
    expect(ends.get('aa')).toEqual({
      state: 'unknown',
      reason: 'not mined in time',
      transaction: '0xt0',
    })
  })

  it('are unknown if they were sent when the gateway closes', async () => {
    const { chain, clock, ends, queue, settle, stop } = desk()
    chain.isMined = () => false
    settle('aa')
    await clock.advance(1_000)
    stop.abort(new Error('closing'))
    await clock.advance(2_000)
    expect(ends.get('aa')).toEqual({
      state: 'unknown',
      reason: 'the gateway stopped waiting',
      transaction: '0xt0',
    })
    expect(queue.waiting()).toBe(0)
  })

  it('are not sent any more if they wait for earlier ones when the gateway closes', async () => {
    const { chain, clock, ends, sent, settle, stop } = desk({ inFlight: 1 })
    chain.isMined = () => false
    settle('aa')
    await clock.advance(1_000)
    settle('bb')
    await clock.advance(1_000)
    stop.abort(new Error('closing'))
    await clock.advance(2_000)
    expect(ends.get('bb')).toMatchObject({
      name: 'NotSent',
      message: 'nothing was sent: the gateway is closing',
    })
    expect(sent).toEqual([one(0, 'aa')])
  })

  it('were not sent if they wait for the node when the gateway closes', async () => {
    const { chain, clock, ends, queue, sent, settle, stop } = desk()
    chain.coded.has = () => {
      throw new RpcDown('the node is away')
    }
    for (const name of ['aa', 'bb', 'cc', 'dd']) settle(name)
    await clock.advance(1_000)
    stop.abort(new Error('closing'))
    await clock.advance(2_000)
    const gone = { name: 'NotSent', message: 'nothing was sent: the gateway is closing' }
    for (const name of ['aa', 'dd']) expect(ends.get(name)).toMatchObject(gone)
    expect([queue.waiting(), sent]).toEqual([0, []])
  })
})
