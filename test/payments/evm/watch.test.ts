/** What becomes of a sent transaction: its settlements end, get another one, or it is helped. */
import { describe, expect, it } from 'vitest'
import type { Receipt } from '../../../runtime/payments/evm/node.ts'
import { decide } from '../../../runtime/payments/evm/relayer/decide.ts'
import { tend } from '../../../runtime/payments/evm/relayer/tend.ts'
import { watch } from '../../../runtime/payments/evm/relayer/watch.ts'
import { RpcError } from '../../../runtime/payments/rpc.ts'
import { manualClock } from '../../helpers/clock.ts'

const NOW = 1_000_000
/** The end of all authorizations, ms. */
const END = NOW + 100_000
const REPLACED = 'the transaction was mined without effect or replaced'
const RECEIPT = { transaction: '0xt', block: 40, ok: true, logs: [] } as never as Receipt
const REVERTED = { ...RECEIPT, ok: false }

/** What the chain does and says. */
interface World {
  /** What the receipt moved. */
  moved?: bigint
  /** What explains the used authorization; it is unused if undefined. */
  used?: object
  over?: boolean
  /** The relayer's mined nonces. */
  mined?: number
  obstacle?: string
  hasCode?: boolean
  /** The time of the receipt's block, Unix seconds. */
  blockTime?: number
  newest?: number
  confirmations?: number
  receipts?: Record<string, Receipt>
  /** The open transactions of the journal. */
  open?: { nonce: number; raw: string; transaction: string }[]
}

function desk(world: World = {}) {
  const { moved, used, over = false, mined = 5, obstacle, hasCode = false, blockTime = 1 } = world
  const clock = manualClock(NOW)
  const seen = {
    ends: [] as unknown[],
    landed: [] as unknown[],
    refused: [] as unknown[],
    notes: [] as unknown[][],
    again: [] as unknown[],
    sent: [] as unknown[],
    signed: [] as any[],
    added: [] as unknown[],
    below: [] as unknown[],
    intents: [] as unknown[],
    sought: [] as unknown[],
  }
  const node = {
    ready: async () => undefined,
    hasCode: async () => hasCode,
    block: async (number = world.newest ?? 50) => ({ number, time: blockTime }),
    count: async () => mined,
    receipt: async (hash: string) => world.receipts?.[hash],
    simulate: async () => {
      if (obstacle !== undefined) throw new RpcError(obstacle, 3)
    },
    rpc: { call: async (_method: string, [raw]: string[]) => void seen.sent.push(raw) },
  }
  const method = {
    contract: '0xc',
    contracts: [],
    gas: 200_000n,
    data: () => '0x00',
    moved: async (_node: unknown, receipt: unknown) => (receipt ? moved : undefined),
    isUsed: async () => used !== undefined,
    isOver: () => over,
    usedUp: async (_question: unknown, _transfer: unknown, at: unknown) => {
      seen.sought.push(at)
      return used
    },
    reason: async () => obstacle,
  }
  const question = {
    node: { ...node, receipt: async () => undefined },
    confirmations: 1,
    landed: (receipt: unknown) => seen.landed.push(receipt),
  }
  const stop = new AbortController()
  const watching = {
    node,
    question,
    clock,
    signal: stop.signal,
    wallet: {
      address: '0xr',
      sign: (transaction: object) => {
        seen.signed.push(transaction)
        return { raw: `new${seen.signed.length}`, transaction: `0xnew${seen.signed.length}` }
      },
    },
    journal: {
      turn: (work: () => unknown) => work(),
      mined: (below: number) => seen.below.push(below),
      open: () => world.open ?? [],
      add: async (entry: unknown) => void seen.added.push(entry),
    },
    fees: async () => ({ maxFee: 100n, tip: 4n }),
    options: {
      minTip: 1n,
      maxFee: 1_000n,
      inFlight: 1,
      nudge: 2_000,
      bump: 5_000,
      poll: 400,
      confirmations: world.confirmations ?? 1,
    },
    refused: { add: (wallet: unknown) => seen.refused.push(wallet) },
    note: (...all: unknown[]) => seen.notes.push(all),
    again: (item: unknown) => seen.again.push(item),
  } as never
  const item = (more: object = {}) => {
    const one = {
      transfer: {
        method,
        authorization: { from: '0xa', validBefore: BigInt(END / 1000) },
        amount: 5n,
      },
      intent: { transaction: '0xt', sentAt: 1 } as object | undefined,
      coded: false,
      alone: false,
      attempts: 1,
      deadline: NOW + 50_000,
      ended: false,
      onIntent: async (intent: unknown) => void seen.intents.push(intent),
      end: (settlement: unknown) => {
        one.ended = true
        seen.ends.push(settlement)
      },
      ...more,
    }
    return one as any
  }
  const pending = (items: unknown[], more: object = {}) =>
    ({
      nonce: 4,
      items,
      fees: { maxFee: 100n, tip: 4n },
      gas: undefined,
      hashes: ['0xt'],
      raw: 'old',
      sentAt: NOW,
      ...more,
    }) as any
  return { clock, item, pending, seen, stop, watching }
}

describe('a settlement whose transaction is mined', () => {
  const LANDED = { state: 'landed', transaction: '0xt' }
  const failed = (reason: string) => ({ state: 'failed', reason, mayLand: true })
  const without = { state: 'unknown', reason: REPLACED, transaction: '0xt' }

  it('has landed if the transaction moved its amount', async () => {
    const { item, pending, seen, watching } = desk({ moved: 5n })
    expect(await decide(watching, pending([item()]), RECEIPT)).toBe(true)
    expect([seen.ends, seen.landed]).toEqual([[LANDED], [RECEIPT]])
  })

  it('that has ended is left alone', async () => {
    const { item, pending, seen, watching } = desk({ moved: 5n })
    expect(await decide(watching, pending([item({ ended: true })]), RECEIPT)).toBe(true)
    expect(seen.ends).toEqual([])
  })

  it.each<[string, World, object | undefined]>([
    [
      'has landed elsewhere',
      { used: { state: 'landed', transaction: '0xo' } },
      { state: 'landed', transaction: '0xo' },
    ],
    [
      'has failed for certain',
      { used: { state: 'failed', reason: 'canceled' } },
      { state: 'failed', reason: 'canceled' },
    ],
    ['is open while the chain cannot tell', { used: { state: 'unknown', reason: 'x' } }, undefined],
    ['is open while its nonce seems free', { mined: 4 }, undefined],
    ['is open if it was used a moment ago', { obstacle: 'authorization is used' }, undefined],
    ['has failed if it would fail again', { obstacle: 'no money' }, failed('no money')],
  ])('%s', async (_, world, end) => {
    const { item, pending, seen, watching } = desk({ moved: 4n, ...world })
    expect(await decide(watching, pending([item()]), RECEIPT)).toBe(end !== undefined)
    expect([seen.ends, seen.again]).toEqual([end ? [end] : [], []])
  })

  it('is decided apart from the others', async () => {
    const { item, pending, seen, watching } = desk({ mined: 4 })
    const never = item()
    const landed = item({
      transfer: { ...never.transfer, method: { ...never.transfer.method, moved: async () => 5n } },
    })
    expect(await decide(watching, pending([never, landed]), RECEIPT)).toBe(false)
    expect([seen.ends, never.ended]).toEqual([[LANDED], false])
  })

  it('gets a transaction of its own if that may help', async () => {
    const { item, pending, seen, watching } = desk({ hasCode: true })
    const [one, other] = [item(), item({ ended: true })]
    const sent = pending([one, other])
    expect(await decide(watching, sent, undefined)).toBe(true)
    expect([seen.again, seen.ends, sent.items]).toEqual([[one], [], [other]])
    expect(one).toMatchObject({ alone: true, coded: true })
    const facts = { transaction: '0xt', reason: REPLACED }
    expect(seen.notes).toEqual([['settlement tried again', facts]])
  })

  it.each<[string, object, object, Receipt | undefined, object]>([
    ['it was tried three times', { attempts: 3 }, {}, RECEIPT, without],
    ['its caller waits no longer', { deadline: NOW }, {}, RECEIPT, without],
    ['its authorization ends', { deadline: END, ended: false }, { late: true }, RECEIPT, without],
    ['its own gas was not enough', {}, { gas: 9n }, REVERTED, failed(REPLACED)],
  ])('gets none if %s', async (_, more, { late, ...how }: any, receipt, end) => {
    const { clock, item, pending, seen, watching } = desk()
    if (late) await clock.advance(END - 2_000 - NOW)
    await decide(watching, pending([item(more)], how), receipt)
    expect([seen.again, seen.ends]).toEqual([[], [end]])
  })

  it.each<[string, object, object]>([
    ['two tries', { attempts: 2 }, {}],
    ['a moment', { deadline: NOW + 1 }, {}],
    ['gas that was enough', {}, { gas: 9n }],
  ])('gets one with %s left', async (_, more, how) => {
    const { item, pending, seen, watching } = desk()
    await decide(watching, pending([item(more)], how), RECEIPT)
    expect([seen.again.length, seen.ends]).toEqual([1, []])
  })

  it('gets one until two seconds before its authorization ends', async () => {
    const { clock, item, pending, seen, watching } = desk()
    await clock.advance(END - 2_001 - NOW)
    await decide(watching, pending([item({ deadline: END })]), RECEIPT)
    expect(seen.again).toHaveLength(1)
  })

  it('is searched for from when it was first sent', async () => {
    for (const [intent, sentAt] of [
      [{ sentAt: 1 }, 1],
      [undefined, NOW],
    ] as const) {
      const { item, pending, seen, watching } = desk({ used: { state: 'failed', reason: 'x' } })
      await decide(watching, pending([item({ intent })]), RECEIPT)
      expect(seen.sought).toMatchObject([{ sentAt }])
    }
  })
})

describe('a wallet with code that let its transfer revert', () => {
  const LAST = END / 1000
  const burn = async (world: World, more: object, receipt?: Receipt) => {
    const { item, pending, seen, watching } = desk({ over: true, ...world })
    await decide(watching, pending([item(more)]), receipt)
    expect(seen.ends).toEqual([{ state: 'failed', reason: 'the authorization expired unused' }])
    return seen
  }

  it.each<[World, object]>([
    [{ blockTime: LAST - 1 }, { coded: true }],
    [{ blockTime: LAST - 1, hasCode: true }, {}],
  ])('is refused for a while: %#', async (world, more) => {
    const { refused, notes } = await burn(world, more, REVERTED)
    const reason = 'the authorization expired unused'
    expect(refused).toEqual(['0xa'])
    expect(notes).toEqual([
      ['contract wallet refused', { wallet: '0xa', transaction: '0xt', reason }],
    ])
  })

  it.each<[string, World, object, Receipt | undefined]>([
    ['it has no code', { blockTime: LAST - 1 }, {}, REVERTED],
    ['it reverted after its end', { blockTime: LAST }, { coded: true }, REVERTED],
    ['it did not revert', { blockTime: LAST - 1 }, { coded: true }, RECEIPT],
    ['another transaction has the nonce', { blockTime: LAST - 1 }, { coded: true }, undefined],
  ])('is not refused if %s', async (_, world, more, receipt) => {
    const { refused, notes } = await burn(world, more, receipt)
    expect([refused, notes]).toEqual([[], []])
  })
})

describe('a transaction that is not mined in time', () => {
  const due = (nudge: number, bump: number) => ({ nudge: NOW + nudge, bump: NOW + bump })

  it('is left alone before', async () => {
    const { item, pending, seen, watching } = desk()
    const times = due(1, 1)
    await tend(watching, pending([item()]), times)
    expect([seen.sent, times]).toEqual([[], due(1, 1)])
  })

  it('is sent again behind those that may block it; gaps are filled', async () => {
    const open = [{ nonce: 6, raw: 'kept', transaction: '0xk' }]
    const { item, pending, seen, watching } = desk({ mined: 5, open })
    const times = due(0, 1)
    await tend(watching, pending([item()], { nonce: 8 }), times)
    expect(seen.sent).toEqual(['new1', 'kept', 'new2', 'old'])
    const filler = { to: '0xr', data: '0x', gas: 21_000n, maxFee: 100n, tip: 4n }
    expect(seen.signed).toEqual([
      { nonce: 5, ...filler },
      { nonce: 7, ...filler },
    ])
    expect([seen.below, times]).toEqual([[5], due(2_000, 1)])
  })

  it('fills at most four gaps for each transaction that may be in flight', async () => {
    const { item, pending, seen, watching } = desk({ mined: 5 })
    await tend(watching, pending([item()], { nonce: 80 }), due(0, 1))
    expect(seen.signed.map(({ nonce }) => nonce)).toEqual([5, 6, 7, 8])
  })

  it('gets a higher fee later, and its intents before that', async () => {
    const { item, pending, seen, watching } = desk({ mined: 4 })
    const [one, times] = [item(), due(0, 0)]
    const sent = pending([one], { gas: 9n })
    await tend(watching, sent, times)
    const fees = { maxFee: 126n, tip: 6n }
    expect(seen.signed).toEqual([{ nonce: 4, to: '0xc', data: '0x00', gas: 9n, ...fees }])
    const intent = {
      transaction: '0xnew1',
      relayer: '0xr',
      relayerNonce: 4,
      sentAt: NOW,
      raw: 'new1',
    }
    expect([seen.intents, one.intent]).toEqual([[intent], intent])
    expect(sent).toMatchObject({ hashes: ['0xt', '0xnew1'], fees, raw: 'new1' })
    expect(seen.sent).toEqual(['old', 'new1'])
    expect(seen.added).toEqual([{ nonce: 4, raw: 'new1', transaction: '0xnew1' }])
    expect(seen.notes).toEqual([['fee raised', { nonce: 4, transaction: '0xnew1', maxFee: '126' }]])
    expect(times).toEqual(due(0, 5_000))
  })

  it('of several settlements keeps its bytes in the journal, and asks nobody who has left', async () => {
    const { item, pending, seen, watching } = desk({ mined: 4 })
    await tend(watching, pending([item(), item({ ended: true })]), due(0, 0))
    const intent = { transaction: '0xnew1', relayer: '0xr', relayerNonce: 4, sentAt: NOW }
    expect(seen.intents).toStrictEqual([intent])
  })

  it('keeps its fee at the limit', async () => {
    const { item, pending, seen, watching } = desk({ mined: 4 })
    await tend(watching, pending([item()], { fees: { maxFee: 900n, tip: 4n } }), due(0, 0))
    expect([seen.signed, seen.sent]).toEqual([[], ['old']])
  })
})

describe('the watch', () => {
  const landed = { state: 'landed', transaction: '0xt' }
  it('ends with the receipt of any version of the transaction', async () => {
    const { item, pending, seen, watching } = desk({ moved: 5n, receipts: { '0xb': RECEIPT } })
    await watch(watching, pending([item()], { hashes: ['0xt', '0xb'] }))
    expect(seen.ends).toEqual([landed])
  })

  it('waits for confirmations', async () => {
    const world: World = { moved: 5n, receipts: { '0xt': RECEIPT }, confirmations: 3, newest: 41 }
    const { clock, item, pending, seen, watching } = desk({ ...world, mined: 4 })
    const end = watch(watching, pending([item()]))
    await clock.advance(1_000)
    expect(seen.ends).toEqual([])
    ;(watching as any).node.block = async () => ({ number: 42 })
    await clock.advance(1_000)
    await end
    expect(seen.ends).toEqual([landed])
  })

  it('refuses the caller at the deadline, and goes on for two minutes after the end', async () => {
    const { clock, item, pending, seen, watching } = desk({ mined: 4 })
    let isOver = false
    const one = item()
    const end = watch(watching, pending([one])).then(() => {
      isOver = true
    })
    await clock.advance(49_999)
    expect(seen.ends).toEqual([])
    await clock.advance(401)
    const reason = 'not mined in time'
    const { transaction } = one.intent
    expect(seen.ends[0]).toEqual({ state: 'unknown', reason, transaction })
    await clock.advance(END + 119_000 - clock.now())
    expect(isOver).toBe(false)
    await clock.advance(2_000)
    await end
  })
})
