/** Waiting settlements: which ones share a transaction, and how each of them ends. */
import { describe, expect, it } from 'vitest'
import { GAS_BASE, GAS_EACH } from '../../../runtime/payments/evm/eip3009.ts'
import {
  callOf,
  expiryOf,
  lastChance,
  MULTICALL,
  takeBatch,
  type Item,
} from '../../../runtime/payments/evm/relayer/batch.ts'
import { createItem, giveUp } from '../../../runtime/payments/evm/relayer/item.ts'
import { batchCall } from '../../../runtime/payments/evm/token.ts'
import { NotSent } from '../../../runtime/payments/not-sent.ts'

const CONTRACT = `0x${'c'.repeat(40)}`
/** A settlement whose call is its name. */
const item = (name: string, more: { alone?: boolean; validBefore?: bigint } = {}): Item =>
  ({
    alone: more.alone ?? false,
    transfer: {
      authorization: { validBefore: more.validBefore ?? 0n },
      method: { contract: CONTRACT, gas: 7n, data: () => `0x${name}` },
    },
  }) as never

describe('a batch', () => {
  const names = (items: readonly Item[]) =>
    items.map(({ transfer }) => transfer.method.data(transfer).slice(2))
  /** The batches of a queue in which upper case is alone. */
  const batches = (queue: string, most = 3): string[][] => {
    const items = [...queue].map(name => item(name, { alone: name !== name.toLowerCase() }))
    const taken: string[][] = []
    while (items.length > 0) taken.push(names(takeBatch(items, most)))
    return taken
  }

  it.each([
    [
      'abcde',
      [
        ['a', 'b', 'c'],
        ['d', 'e'],
      ],
    ],
    ['abCd', [['a', 'b'], ['C'], ['d']]],
    ['Aab', [['A'], ['a', 'b']]],
    ['AB', [['A'], ['B']]],
  ])('of %s is the next ones in order, and no more than fit or may share', (queue, expected) => {
    expect(batches(queue)).toEqual(expected)
  })

  it('of nothing is empty', () => {
    expect(takeBatch([], 3)).toEqual([])
    expect(batches('ab', 1)).toEqual([['a'], ['b']])
  })
})

describe('the call', () => {
  it('of one is that of its contract, with its own gas or what is estimated', () => {
    const one = { to: CONTRACT, data: '0xaa' }
    expect(callOf([item('aa')])).toEqual({ ...one, gas: 7n })
    expect(callOf([item('aa')], 9n)).toEqual({ ...one, gas: 9n })
  })

  it('of several is that of Multicall3, with gas for each', () => {
    expect(callOf([item('aa'), item('bb')], 9n)).toEqual({
      to: MULTICALL,
      data: batchCall(CONTRACT, ['0xaa', '0xbb']),
      gas: GAS_BASE + 2n * GAS_EACH,
    })
  })
})

describe('the end of authorizations', () => {
  it('is in ms, and no later than a number can hold', () => {
    expect(expiryOf({ validBefore: 5n } as never)).toBe(5_000)
    expect(expiryOf({ validBefore: 8_000_000_000_000n } as never)).toBe(8e15)
    expect(expiryOf({ validBefore: 2n ** 256n - 1n } as never)).toBe(8e15)
  })

  it('is the last one of all', () => {
    const all = [2n, 9n, 4n].map(validBefore => item('aa', { validBefore }))
    expect([lastChance(all), lastChance([])]).toEqual([9_000, 0])
  })
})

describe('a settlement that waits', () => {
  const order = (plain: boolean, isBatchable = true) =>
    ({ transfer: { plain, method: { isBatchable } }, onIntent: async () => undefined }) as never
  const LANDED = { state: 'landed', transaction: '0x1' } as const

  it('shares a transaction if its wallet has only a key and its method allows it', () => {
    expect(createItem(order(true), 5).item).toMatchObject({
      coded: false,
      alone: false,
      deadline: 5,
      attempts: 0,
      ended: false,
    })
    expect(createItem(order(true, false), 5).item).toMatchObject({ coded: false, alone: true })
    expect(createItem(order(false), 5).item).toMatchObject({ coded: true, alone: true })
  })

  it('ends once', async () => {
    const { item, done } = createItem(order(true), 5)
    item.end(LANDED)
    item.end({ state: 'unknown', reason: 'late' })
    item.refuse(new Error('later'))
    expect([item.ended, await done]).toEqual([true, LANDED])
  })

  it('can be refused', async () => {
    const { item, done } = createItem(order(true), 5)
    item.refuse(new Error('no'))
    await expect(done).rejects.toThrow('no')
    expect(item.ended).toBe(true)
  })

  it('that is given up was not sent, if no intent was recorded', async () => {
    const { item, done } = createItem(order(true), 5)
    giveUp(item, 'too late')
    await expect(done).rejects.toEqual(new NotSent('too late'))
  })

  it('that is given up is unknown, if an intent was recorded', async () => {
    const intent = { sentAt: 1, transaction: '0x2' }
    const { item, done } = createItem({ ...(order(true) as object), intent } as never, 5)
    giveUp(item, 'too late')
    expect(await done).toEqual({ state: 'unknown', reason: 'too late', transaction: '0x2' })
  })
})
