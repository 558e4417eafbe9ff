/** How waiting settlements become a transaction: its nonce, its fee, its gas and its intents. */
import { describe, expect, it } from 'vitest'
import { NotSent } from '../../../runtime/payments/not-sent.ts'
import { REVERTED_LATELY } from '../../../runtime/payments/evm/relayer/refused.ts'
import { send } from '../../../runtime/payments/evm/relayer/send.ts'
import { RpcDown, RpcError } from '../../../runtime/payments/rpc.ts'
import type { Intent } from '../../../runtime/payments/settlement.ts'

const LIMITS = { minTip: 1n, maxFee: 1_000n }
const FEES = { maxFee: 100n, tip: 4n }
const USED = 'the authorization is used or canceled'
const NOW = 5_000

/** What the chain does and says. */
interface World {
  /** The answers to broadcasts, one after the other; the last one stays. */
  answers?: (Error | undefined)[]
  knows?: boolean
  /** The gas that a wallet with code needs, or why it reverts. */
  gas?: bigint | Error
  refused?: boolean
  /** Why a transfer fails now. */
  obstacle?: string
  /** What the chain says of an authorization; undefined if it is open. */
  status?: 'over' | 'silent'
  /** The relayer's transaction count. */
  count?: number
  isBatchable?: boolean
}

function desk(world: World = {}) {
  const { answers = [undefined], knows = false, gas = 90_000n, obstacle, status } = world
  const seen = {
    signed: [] as any[],
    added: [] as unknown[],
    nexts: [] as unknown[],
    resets: 0,
    notes: [] as unknown[][],
    ends: [] as unknown[],
    intents: [] as Intent[],
  }
  const method = {
    contract: '0xc',
    contracts: [],
    gas: 200_000n,
    isBatchable: world.isBatchable ?? true,
    data: () => '0x00',
    isUsed: async () => false,
    isOver: () => status === 'over',
    reason: async (_node: unknown, _transfer: unknown, error: Error) => error.message,
  }
  const node = {
    rpc: {
      call: async () => {
        const answer = answers.length > 1 ? answers.shift() : answers[0]
        if (answer) throw answer
      },
    },
    knows: async () => knows,
    ready: async () => {
      if (status === 'silent') throw new RpcDown('silent')
    },
    block: async () => ({ number: 9, time: 9 }),
    count: async () => world.count ?? 0,
    receipt: async () => undefined,
    estimate: async () => {
      if (gas instanceof Error) throw gas
      return gas
    },
    simulate: async () => {
      if (obstacle !== undefined) throw new RpcError(obstacle, 3)
    },
  }
  const sending = {
    node,
    wallet: {
      address: '0xr',
      sign: (transaction: object) => {
        seen.signed.push(transaction)
        return { raw: `raw${seen.signed.length}`, transaction: `t${seen.signed.length}` }
      },
    },
    journal: {
      turn: (work: () => unknown) => work(),
      next: async (taken?: number) => {
        seen.nexts.push(taken)
        return taken === undefined ? 7 : taken + 2
      },
      add: async (entry: unknown) => void seen.added.push(entry),
      reset: () => {
        seen.resets += 1
      },
    },
    fees: async () => FEES,
    clock: { now: () => NOW },
    options: { ...LIMITS, walletGas: 90_000n },
    question: { node, confirmations: 1 },
    refused: { has: () => world.refused ?? false },
    note: (...all: unknown[]) => seen.notes.push(all),
  } as never
  /** A settlement; `fails` is why its intent cannot be recorded. */
  const item = (more: { intent?: Intent; coded?: boolean; fails?: Error } = {}) => {
    const { intent, coded = false, fails } = more
    const authorization = { from: '0xa', validBefore: 1_000n }
    return {
      transfer: { method, authorization, amount: 5n },
      intent,
      coded,
      onIntent: async (recorded: Intent) => {
        if (fails) throw fails
        seen.intents.push(recorded)
      },
      end: (settlement: unknown) => seen.ends.push(settlement),
      refuse: (error: unknown) => seen.ends.push(error),
    } as never
  }
  return { item, seen, send: (items: unknown[]) => send(sending, items as never) }
}
const intent = { transaction: 't1', relayer: '0xr', relayerNonce: 7, sentAt: NOW }

describe('a transaction', () => {
  it('has its intent recorded, and is kept in the journal once it is sent', async () => {
    const { item, seen, send } = desk()
    const one = item()
    expect(await send([one])).toEqual({
      nonce: 7,
      items: [one],
      fees: FEES,
      gas: undefined,
      hashes: ['t1'],
      raw: 'raw1',
      sentAt: NOW,
    })
    expect(seen.signed).toEqual([{ nonce: 7, to: '0xc', data: '0x00', gas: 200_000n, ...FEES }])
    expect(seen.intents).toEqual([{ ...intent, raw: 'raw1' }])
    expect(one).toMatchObject({ intent: { ...intent, raw: 'raw1' } })
    expect(seen.added).toEqual([{ nonce: 7, raw: 'raw1', transaction: 't1' }])
    expect([seen.notes, seen.ends]).toEqual([[], []])
  })

  it('of several settlements has its bytes in the journal only', async () => {
    const { item, seen, send } = desk()
    await send([item(), item()])
    expect(seen.intents).toEqual([intent, intent])
  })

  it('is kept in the journal if the answer is doubtful', async () => {
    const { item, seen, send } = desk({ answers: [new RpcDown('away')] })
    expect(await send([item()])).toMatchObject({ hashes: ['t1'] })
    expect(seen.added).toHaveLength(1)
    const facts = { state: 'doubtful', reason: 'away', nodeError: 'away' }
    expect(seen.notes).toEqual([['broadcast', { nonce: 7, transaction: 't1', ...facts }]])
  })

  it('gets the next nonce if another one has its own', async () => {
    const { item, seen, send } = desk({ answers: [new RpcError('nonce too low', 1), undefined] })
    expect(await send([item()])).toMatchObject({ nonce: 9, hashes: ['t2'], raw: 'raw2' })
    expect(seen.nexts).toEqual([undefined, 7])
    expect(seen.intents.map(one => [one.relayerNonce, one.transaction])).toEqual([
      [7, 't1'],
      [9, 't2'],
    ])
  })

  it('is sent if it is the one that has its nonce', async () => {
    const { item, seen, send } = desk({ answers: [new RpcError('nonce too low', 1)], knows: true })
    expect(await send([item()])).toMatchObject({ nonce: 7, hashes: ['t1'] })
    expect(seen.nexts).toEqual([undefined])
  })

  it('gets a higher fee if its own is too low', async () => {
    const { item, seen, send } = desk({ answers: [new RpcError('fee too low', 1), undefined] })
    expect(await send([item()])).toMatchObject({ nonce: 7, fees: { maxFee: 126n, tip: 6n } })
    expect(seen.signed[1]).toMatchObject({ nonce: 7, maxFee: 126n, tip: 6n })
  })

  it('is given up after six tries, and the nonces are read again', async () => {
    const { item, seen, send } = desk({ answers: [new RpcError('fee too low', 1)] })
    expect(await send([item()])).toBeUndefined()
    expect([seen.signed.length, seen.resets, seen.added]).toEqual([6, 1, []])
    const reason = 'the network took no transaction of the relayer'
    expect(seen.ends).toEqual([{ state: 'unknown', reason, transaction: 't6' }])
  })

  it('is not sent if the node refuses it: its settlements are in doubt', async () => {
    const { item, seen, send } = desk({ answers: [new RpcError('insufficient funds', 1)] })
    expect(await send([item(), item()])).toBeUndefined()
    const reason = 'the node refused the transaction (error 1)'
    expect(seen.ends).toEqual(Array(2).fill({ state: 'unknown', reason, transaction: 't1' }))
    expect([seen.signed.length, seen.added, seen.resets]).toEqual([1, [], 0])
  })

  it('is signed again without those whose intent cannot be recorded', async () => {
    const { item, seen, send } = desk()
    const [lost, good] = [new Error('no disk'), item()]
    const earlier = { transaction: 't0', sentAt: 1 }
    const sent = await send([item({ fails: lost }), good, item({ fails: lost, intent: earlier })])
    expect(sent).toMatchObject({ items: [good], hashes: ['t2'] })
    expect(seen.intents).toEqual([intent, { ...intent, transaction: 't2', raw: 'raw2' }])
    const reason = 'an intent could not be recorded'
    expect(seen.ends).toEqual([lost, { state: 'unknown', reason, transaction: 't0' }])
  })

  it('is not sent if no intent can be recorded', async () => {
    const { item, seen, send } = desk()
    const lost = new NotSent('no disk')
    expect(await send([item({ fails: lost })])).toBeUndefined()
    expect([seen.ends, seen.added]).toEqual([[lost], []])
  })
})

describe('the transfer of a wallet with code', () => {
  it('gets a third more gas than it needs, up to a limit', async () => {
    const { item, seen, send } = desk()
    expect(await send([item({ coded: true })])).toMatchObject({ gas: 120_000n })
    expect(seen.signed[0]).toMatchObject({ gas: 120_000n })
  })

  it.each<[World, string]>([
    [{ gas: 90_001n }, "the wallet's own check takes 90001 gas"],
    [{ gas: new RpcError('invalid signature', 3) }, 'invalid signature'],
    [{ refused: true }, REVERTED_LATELY],
  ])('is not sent: %#', async (world, reason) => {
    const { item, seen, send } = desk(world)
    expect(await send([item({ coded: true })])).toBeUndefined()
    await new Promise(setImmediate)
    expect(seen.ends).toEqual([{ state: 'failed', reason, mayLand: true }])
    expect([seen.signed, seen.intents]).toEqual([[], []])
  })

  it('is treated so if the wallet burnt gas lately, but in no batch', async () => {
    const alone = desk({ refused: true })
    expect(await alone.send([alone.item()])).toBeUndefined()
    const batch = desk({ refused: true })
    expect(await batch.send([batch.item(), batch.item()])).toMatchObject({ nonce: 7 })
  })

  it('waits for a node that does not answer', async () => {
    const { item, seen, send } = desk({ gas: new RpcDown('away') })
    await expect(send([item({ coded: true })])).rejects.toEqual(new RpcDown('away'))
    expect(seen.ends).toEqual([])
  })
})

describe('a transfer that would fail now', () => {
  const ended = async (world: World, more: object = {}) => {
    const { item, seen, send } = desk({ isBatchable: false, ...world })
    const one = item(more)
    expect(await send([one])).toBeUndefined()
    await new Promise(setImmediate)
    expect(seen.signed).toEqual([])
    return { end: seen.ends[0], intents: seen.intents }
  }
  const earlier: Intent = { transaction: 't0', relayer: '0xr', relayerNonce: 4, sentAt: 1 }
  const failed = (reason: string) => ({ state: 'failed', reason, mayLand: true })
  const unknown = (reason: string, transaction?: string) => ({
    state: 'unknown',
    reason,
    transaction,
  })
  const over = { state: 'failed', reason: 'the authorization expired unused' }

  it.each<[string, World, object, object, Intent[]]>([
    ['has failed', { obstacle: 'no money' }, {}, failed('no money'), []],
    ['may have been sent by others', { obstacle: USED }, {}, unknown(USED), [{ sentAt: NOW }]],
    [
      'is over if the chain says so',
      { obstacle: USED, status: 'over' },
      {},
      over,
      [{ sentAt: NOW }],
    ],
    [
      'is unknown if the node is silent',
      { obstacle: USED, status: 'silent' },
      {},
      unknown(USED),
      [{ sentAt: NOW }],
    ],
    [
      'is unknown while our earlier transaction may be mined',
      { obstacle: 'no money', count: 4 },
      { intent: earlier },
      unknown('no money', 't0'),
      [],
    ],
    [
      'has failed once that had no effect',
      { obstacle: 'no money', count: 5 },
      { intent: earlier },
      failed('no money'),
      [],
    ],
  ])('%s', async (_, world, more, end, intents) => {
    expect(await ended(world, more)).toEqual({ end, intents })
  })

  it('is refused if its look-up cannot be recorded', async () => {
    const lost = new NotSent('no disk')
    expect(await ended({ obstacle: USED }, { fails: lost })).toEqual({ end: lost, intents: [] })
  })

  it('is noticed before it is sent, if it cannot share a transaction', async () => {
    const batchable = desk({ obstacle: 'no money' })
    expect(await batchable.send([batchable.item()])).toMatchObject({ nonce: 7 })
    const own = desk({ isBatchable: false })
    expect(await own.send([own.item()])).toMatchObject({ nonce: 7 })
  })
})
