/** How deep landed transactions are, and whether the chain still has them. */
import { beforeEach, expect, it } from 'vitest'
import { createDepths, type Depths } from '../../../runtime/payments/evm/depth.ts'
import type { Node, Receipt } from '../../../runtime/payments/evm/node.ts'
import { manualClock, type ManualClock } from '../../helpers/clock.ts'

/** How long the node's answers are reused, ms. */
const FRESH = 1_000

let clock: ManualClock
/** The chain: its head, hashes that differ from the usual ones, and where transactions are. */
let chain: { head: number; hashes: Map<number, string>; receipts: Map<string, Receipt> }
let asked: (number | 'head')[]
let depths: Depths
beforeEach(() => {
  clock = manualClock()
  chain = { head: 10, hashes: new Map(), receipts: new Map() }
  asked = []
  depths = open(1)
})

const open = (confirmations: number): Depths => {
  const node = {
    block: async (number?: number) => {
      asked.push(number ?? 'head')
      const at = number ?? chain.head
      return { number: at, hash: chain.hashes.get(at) ?? `h${at}` }
    },
    receipt: async (transaction: string) => chain.receipts.get(transaction),
  } as never as Node
  return createDepths(node, clock, confirmations)
}
const receipt = (transaction: string, block: number, blockHash = `h${block}`): Receipt =>
  ({ transaction, block, blockHash }) as never

it('a transaction that did not land here is not known', async () => {
  expect(await depths.standing('a')).toBeUndefined()
  expect(asked).toEqual([])
})

it.each([
  [1, 12],
  [20, 20],
])(
  'with %i confirmations, one is deep under %i blocks, and not known after',
  async (many, deep) => {
    depths = open(many)
    depths.note(receipt('a', 10))
    chain.head = 10 + deep - 1
    expect(await depths.standing('a')).toBe('shallow')
    chain.head += 1
    await clock.advance(FRESH + 1)
    expect(await depths.standing('a')).toBe('deep')
    expect(await depths.standing('a')).toBeUndefined()
  },
)

it('the node is asked once a second for its head, and once for each block', async () => {
  for (const [name, block] of [
    ['a', 8],
    ['b', 8],
    ['c', 9],
  ] as const)
    depths.note(receipt(name, block))
  for (const name of ['a', 'b', 'c']) await depths.standing(name)
  await clock.advance(FRESH)
  await depths.standing('a')
  expect(asked).toEqual(['head', 8, 9])
  await clock.advance(1)
  await depths.standing('a')
  expect(asked).toEqual(['head', 8, 9, 'head', 8])
})

it('one whose block was replaced is gone, or shallow where it is now', async () => {
  depths.note(receipt('a', 9))
  chain.hashes.set(9, 'other')
  expect(await depths.standing('a')).toBe('gone')
  chain.receipts.set('a', receipt('a', 10))
  expect(await depths.standing('a')).toBe('shallow')
  chain.receipts.clear()
  expect(await depths.standing('a')).toBe('shallow')
})

it('one above the head of a shorter chain is gone', async () => {
  depths.note(receipt('a', 11))
  expect([await depths.standing('a'), asked]).toEqual(['gone', ['head']])
})
