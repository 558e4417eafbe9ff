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

it('go on after the highest open nonce that the chain does not know, and forget those behind a gap', async () => {
  for (const nonce of [5, 6, 8]) await other.add({ nonce, transaction: `t${nonce}`, raw: '0x' })
  await one.turn(async () => {
    expect(await one.next()).toBe(7)
    expect(opened(one)).toEqual(['5 t5', '6 t6'])
  })
})

it('do not use a nonce again that the chain has refused', async () => {
  await one.turn(async () => {
    expect([await one.next(), await one.next(5), await one.next()]).toEqual([5, 6, 6])
    // The chain knows more than this process has seen.
    expect([await one.next(2), await one.next(11)]).toEqual([KNOWN, 12])
  })
})

it('drop what is mined, and keep no more than 64', async () => {
  for (let i = 0; i < 70; i++) await send(one, `t${i}`)
  expect(opened(one)).toHaveLength(64)
  expect(opened(one)[0]).toBe('11 t6')
  one.mined(70)
  one.mined(20)
  await send(one, 'last')
  expect(opened(one)).toEqual(['70 t65', '71 t66', '72 t67', '73 t68', '74 t69', '75 last'])
})

it('are given the bytes of an open transaction only', async () => {
  await send(one, 'a')
  expect([await one.raw('a'), await one.raw('b')]).toEqual(['raw of a', undefined])
})

it('keep no page that could not be written', async () => {
  const clock = manualClock()
  const store = memoryStore(clock)
  let isAway = false
  const node = { count: async () => KNOWN } as unknown as Node
  const commit: typeof store.commit = changes =>
    isAway ? Promise.reject(new Error('away')) : store.commit(changes)
  const journal = createNonceJournal({ ...store, commit }, node, PLACE)
  await send(journal, 'a')
  isAway = true
  await send(journal, 'b')
  expect(opened(journal)).toEqual([])
  isAway = false
  expect(await send(journal, 'c')).toBe(6)
})

it('of one process alone are not read again for each turn', async () => {
  const steps: string[] = []
  let counted = 0
  const store = memoryStore(manualClock(), {
    shared: false,
    step: async what => steps.push(what),
  })
  const node = { count: async () => KNOWN + counted++ } as unknown as Node
  const journal = createNonceJournal(store, node, PLACE)
  expect([await send(journal, 'a'), await send(journal, 'b')]).toEqual([5, 6])
  expect(await journal.raw('a')).toBe('raw of a')
  expect([counted, steps]).toEqual([
    1,
    ['get gateway.relayer', 'commit insert gateway.relayer', 'commit replace gateway.relayer'],
  ])
})
