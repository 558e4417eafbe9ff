/** What logs and receipts prove of a payment, and how far back they are searched. */
import { describe, expect, it } from 'vitest'
import { landedIn, searchBack } from '../../../runtime/payments/evm/landing.ts'
import type { Node, Receipt } from '../../../runtime/payments/evm/node.ts'
import { isRevert } from '../../../runtime/payments/evm/revert.ts'
import {
  addressTopic,
  agrees,
  pays,
  proves,
  revertText,
  USED,
  type Log,
} from '../../../runtime/payments/evm/token.ts'
import { RpcDown, RpcError } from '../../../runtime/payments/rpc.ts'
import { cancels, isBitSet } from '../../../runtime/payments/evm/upto/contracts.ts'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const [TOKEN, FROM, TO, OTHER] = ['a', 'b', 'c', 'd'].map(digit => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
  string,
]
const NONCE = `0x${'e'.repeat(64)}`
const word = (value: bigint): string => value.toString(16).padStart(64, '0')
const AUTHORIZATION = { from: FROM, to: TO, value: 500n, nonce: NONCE } as never

const used: Log = {
  address: TOKEN.toUpperCase().replace('0X', '0x'),
  topics: [USED, addressTopic(FROM), NONCE.toUpperCase().replace('0X', '0x')],
  data: '0x',
}
const moved: Log = {
  address: TOKEN,
  topics: [TRANSFER, addressTopic(FROM), addressTopic(TO)],
  data: `0x${word(500n)}`,
}
const foreign = { ...moved, address: OTHER }
/** A log with another topic in this place. */
const changed = (log: Log, i: number, topic: string): Log => ({
  ...log,
  topics: log.topics.map((old, at) => (at === i ? topic : old)),
})

describe('the logs of a transaction', () => {
  it.each<[string, Log[]]>([
    ['its use and then its transfer', [used, moved]],
    ['logs of other contracts between them', [foreign, used, foreign, moved, foreign]],
    ['another payment before it', [changed(used, 2, `0x${'1'.repeat(64)}`), moved, used, moved]],
  ])('prove a payment by %s', (_, logs) => {
    expect(proves(logs, TOKEN, AUTHORIZATION)).toBe(true)
  })

  it.each<[string, Log[]]>([
    ['nothing', []],
    ['a use without a transfer', [used]],
    ['a transfer without a use', [moved]],
    ['a transfer before the use', [moved, used]],
    [
      'the transfer of something else after it',
      [used, changed(moved, 1, addressTopic(OTHER)), moved],
    ],
    ['a transfer to somebody else', [used, changed(moved, 2, addressTopic(OTHER))]],
    ['another event', [used, changed(moved, 0, USED)]],
    ['another amount', [used, { ...moved, data: `0x${word(499n)}` }]],
    ['another nonce', [changed(used, 2, `0x${'1'.repeat(64)}`), moved]],
    ['another wallet', [changed(used, 1, addressTopic(OTHER)), moved]],
    ['an event of another kind', [changed(used, 0, TRANSFER), moved]],
    ['a use without its nonce', [{ ...used, topics: used.topics.slice(0, 2) }, moved]],
    ['another token', [{ ...used, address: OTHER }, foreign]],
  ])('prove no payment by %s', (_, logs) => {
    expect(proves(logs, TOKEN, AUTHORIZATION)).toBe(false)
  })

  it('may hide a payment if any of them moves the amount', () => {
    expect(pays([foreign, moved], TOKEN.toUpperCase(), AUTHORIZATION)).toBe(true)
    expect(pays([foreign, used], TOKEN, AUTHORIZATION)).toBe(false)
  })
})

describe('the landing of a transfer', () => {
  const receipt = { transaction: '0xt', block: 10, ok: true, logs: [] } as never as Receipt
  /** Looks at a transaction that moved `amount` of the wanted 500. */
  async function look(how: {
    receipt?: Receipt
    amount?: bigint
    head?: number
    confirmations?: number
  }) {
    const landed: unknown[] = []
    const noted: unknown[] = []
    const node = {
      receipt: async () => how.receipt,
      block: async () => ({ number: how.head ?? 10 }),
    } as never as Node
    const transfer = {
      amount: 500n,
      authorization: AUTHORIZATION,
      method: { moved: async () => how.amount },
    } as never
    const question = {
      node,
      confirmations: how.confirmations ?? 1,
      landed: (one: unknown) => landed.push(one),
      note: (...facts: unknown[]) => noted.push(facts),
    } as never
    return { end: await landedIn(question, transfer, '0xt'), landed, noted }
  }

  it('is proved by what it moved', async () => {
    expect(await look({ receipt, amount: 500n })).toEqual({
      end: { state: 'landed', transaction: '0xt' },
      landed: [receipt],
      noted: [],
    })
  })

  it('of another amount is a landing, and a warning', async () => {
    expect(await look({ receipt, amount: 400n })).toEqual({
      end: { state: 'landed', transaction: '0xt', amount: 400n },
      landed: [receipt],
      noted: [
        [
          'another amount was charged',
          { transaction: '0xt', wallet: FROM, charged: '400', wanted: '500' },
        ],
      ],
    })
  })

  it('is not proved without a receipt, or if it moved nothing', async () => {
    for (const how of [{ amount: 500n }, { receipt }])
      expect(await look(how)).toEqual({ end: undefined, landed: [], noted: [] })
  })

  it('is unknown until it has enough confirmations', async () => {
    const deep = { receipt, amount: 500n, confirmations: 3 }
    const reason = 'mined, waiting for confirmations'
    const early = await look({ ...deep, head: 11 })
    expect(early.end).toEqual({ state: 'unknown', reason, transaction: '0xt' })
    expect(early.landed).toEqual([])
    expect((await look({ ...deep, head: 12 })).end).toMatchObject({ state: 'landed' })
    expect((await look({ ...deep, confirmations: 2, head: 10 })).end).toMatchObject({ reason })
  })
})

describe('an error of a node', () => {
  it.each([
    ['with the code of reverts', true, new RpcError('no', 3)],
    ['with revert data', true, new RpcError('no', -32_000, '0x08')],
    ['that says so', true, new RpcError('execution Reverted', -32_000)],
    ['with empty data', false, new RpcError('no', -32_000, '0x')],
    ['without data', false, new RpcError('no', -32_000)],
    ['that is no answer', false, new RpcDown('reverted')],
  ])('%s is a revert by the contract: %s', (_, isOne, error) => {
    expect(isRevert(error)).toBe(isOne)
  })
})

describe('the search', () => {
  /** Seconds between blocks, and the time of the first one. */
  const [STEP, START] = [2, 1_000_000]
  const timeOf = (block: number): number => START + block * STEP
  async function search(head: number, sentAt: number, hit = -1) {
    const spans: [number, number][] = []
    const node = { block: async (at: number) => ({ time: timeOf(at) }) } as never as Node
    const found = await searchBack(
      node,
      { head: { number: head } as never, sentAt },
      async (first, last) => {
        spans.push([first, last])
        return hit >= first && hit <= last ? 'it' : undefined
      },
    )
    return { spans, ...found }
  }

  it('goes back in spans that leave out no block, until it finds something', async () => {
    expect(await search(20_000, 0, 9_000)).toEqual({
      spans: [
        [15_001, 20_000],
        [10_001, 15_000],
        [5_001, 10_000],
      ],
      found: 'it',
      isComplete: false,
    })
  })

  it('ends at the first block', async () => {
    expect(await search(5_500, 0)).toEqual({
      spans: [
        [501, 5_500],
        [0, 500],
      ],
      isComplete: true,
    })
    expect((await search(4_999, 0)).spans).toEqual([[0, 4_999]])
  })

  it('ends an hour before the payment was sent', async () => {
    const since = (block: number): number => (timeOf(block) + 3_600) * 1000
    expect((await search(20_000, since(15_001))).spans).toHaveLength(2)
    expect(await search(20_000, since(15_002))).toEqual({
      spans: [[15_001, 20_000]],
      isComplete: true,
    })
  })

  it('ends after 24 spans, incomplete', async () => {
    const { isComplete, spans } = await search(1_000_000, 0)
    expect([isComplete, spans.length, spans.at(-1)]).toEqual([false, 24, [880_001, 885_000]])
  })
})

describe('what contracts answer', () => {
  it('a contract wallet agrees by one word', () => {
    const magic = `0x1626ba7e${'0'.repeat(56)}`
    expect(agrees(magic)).toBe(true)
    for (const other of [`${magic}00`, magic.slice(0, 10), `0x${'0'.repeat(64)}`, '0x'])
      expect([other, agrees(other)]).toEqual([other, false])
  })

  it('a revert has a text, if it is a standard one', () => {
    const text = Buffer.from('no money').toString('hex')
    const error = (length: bigint, body = text) =>
      `0x08c379a0${word(32n)}${word(length)}${body.padEnd(64, '0')}`
    expect(revertText(error(8n))).toBe('no money')
    expect(revertText(error(1000n, Buffer.from('x'.repeat(1000)).toString('hex')))).toHaveLength(
      1000,
    )
    for (const data of [undefined, '0x', error(0n), error(1001n), error(8n).slice(0, 130)])
      expect(revertText(data)).toBeUndefined()
    expect(revertText(error(8n).replace('08c379a0', '08c379a1'))).toBeUndefined()
  })

  it('a nonce is used if its bit is set in its word', () => {
    const nonce = (value: bigint) => ({ nonce: `0x${word(value)}` }) as never
    expect(isBitSet(`0x${word(1n << 3n)}`, nonce(256n * 7n + 3n))).toBe(true)
    expect(isBitSet(`0x${word(~(1n << 3n) & 0xffffn)}`, nonce(256n * 7n + 3n))).toBe(false)
  })

  it('a cancellation covers the nonces of its word and mask', () => {
    const nonce = { nonce: `0x${word(256n * 7n + 3n)}` } as never
    const log = (place: bigint, mask: bigint) =>
      ({ data: `0x${word(place)}${word(mask)}` }) as never
    expect(cancels(log(7n, 0xfn), nonce)).toBe(true)
    expect(cancels(log(7n, 0x7n), nonce)).toBe(false)
    expect(cancels(log(6n, 0xfn), nonce)).toBe(false)
    for (const data of ['0x', `0x${word(7n)}`, `0x${word(7n)}${word(15n)}00`])
      expect(cancels({ data } as never, nonce)).toBe(false)
  })
})
