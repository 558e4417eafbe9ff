/** Processes that send with one key share the journal of its nonces. */
import { beforeEach, expect, it } from 'vitest'
import type { Node } from '../../runtime/payments/evm/node.ts'
import {
  createNonceJournal,
  type NonceJournal,
} from '../../runtime/payments/evm/relayer/nonce-journal.ts'
import { manualClock } from '../helpers/clock.ts'
import { memoryStore } from '../helpers/memory-store.ts'

const PLACE = { chain: 'eip155:1', address: '0xrelayer' }
/** Nonces that the chain knows. */
const KNOWN = 5

let one: NonceJournal
let other: NonceJournal
beforeEach(() => {
  const store = memoryStore(manualClock(), { shared: true })
  const node = { count: async () => KNOWN } as unknown as Node
  one = createNonceJournal(store, node, PLACE)
  other = createNonceJournal(store, node, PLACE)
})

/** Sends a transaction with the next nonce. */
const send = (journal: NonceJournal, transaction: string): Promise<number> =>
  journal.turn(async () => {
    const nonce = await journal.next()
    await journal.add({ nonce, transaction, raw: `raw of ${transaction}` })
    return nonce
  })
const opened = (journal: NonceJournal): string[] =>
  journal.open().map(({ nonce, transaction }) => `${nonce} ${transaction}`)

it('take turns with the nonces', async () => {
  expect([await send(one, 'a'), await send(other, 'b'), await send(one, 'c')]).toEqual([5, 6, 7])
})

it('see the transactions of all when they replace one of their own', async () => {
  await send(one, 'a')
  await send(other, 'b')
  await one.turn(async () => {
    expect(opened(one)).toEqual(['5 a', '6 b'])
    await one.add({ nonce: 5, transaction: 'dearer', raw: 'raw of dearer' })
  })
  expect(await other.raw('dearer')).toBe('raw of dearer')
  await other.turn(async () => expect(opened(other)).toEqual(['6 b', '5 dearer']))
})

it('see them also after a reset', async () => {
  await send(one, 'a')
  one.reset()
  await one.turn(async () => expect(opened(one)).toEqual(['5 a']))
})
