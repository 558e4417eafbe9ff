/**
 * A record that is removed and made anew while a slow call still has what it
 * read of the first one: versions begin at 1 again.
 */
import { beforeEach, expect, it } from 'vitest'
import type { Effect, RecordKind } from '../../runtime/contract.ts'
import { recordCompanion } from '../../runtime/owned/companions.ts'
import { createOwnedRecords } from '../../runtime/owned/owned.ts'
import { RecordBusy } from '../../runtime/owned/record-busy.ts'
import type { OwnedRecords, Seen } from '../../runtime/owned/types.ts'
import type { Change, Store } from '../../runtime/store/store.ts'
import { manualClock } from '../helpers/clock.ts'
import { memoryStore } from '../helpers/memory-store.ts'

const [ADA, BOB] = ['0xAda', '0xBob']
const PLACE = { kind: 'numbers', key: '+1', when: 'settled' } as const
const numbers: RecordKind = { name: 'numbers', key: 'number', owner: 'owner', lease: 'ends' }

let store: Store
let owned: OwnedRecords
let payments: number
beforeEach(() => {
  const clock = manualClock()
  store = memoryStore(clock)
  const followUp = (): never => {
    throw new Error('nothing is given back')
  }
  owned = createOwnedRecords({ store, clock, kinds: { numbers }, followUp })
  payments = 0
})

/** Pays for an effect. */
async function pay(effect: Effect): Promise<void> {
  const lock = `payment ${++payments}`
  await store.commit(await owned.lock([effect], lock))
  await store.commit(await owned.apply([effect], lock))
}
const lease = (owner: string): Promise<void> =>
  pay({ ...PLACE, do: 'put', row: { owner, ends: 4e9 } })

it('of two free calls that remove a record at once, one finds it gone', async () => {
  await lease(ADA)
  const { version: seen, made: seenMade } = (await owned.get('numbers', '+1'))!
  const removal: Effect = { ...PLACE, do: 'remove', seen, seenMade }
  const changesOf = async (key: string): Promise<Change[]> => [
    ...(await recordCompanion(owned).changes({ key, effects: [removal] } as never, 'abandon')),
  ]
  const first = await changesOf('first')
  const { get } = store
  let reads = 0
  // The other call removes the record between two reads of this one, if it reads twice.
  store.get = async (...at) => {
    if (++reads === 2) await store.commit(first)
    return get.apply(store, at) as never
  }
  const second = await changesOf('second')
  if (reads < 2) await store.commit(first)
  expect(await store.commit(second)).toBe(false)
  await expect(changesOf('second')).rejects.toThrow(RecordBusy)
})

/** What a slow call of Ada read before the record was removed, and made anew. */
async function readBefore(owner = BOB): Promise<Seen> {
  await lease(ADA)
  const seen = (await owned.get('numbers', '+1'))!
  await pay({ ...PLACE, do: 'remove' })
  await lease(owner)
  expect((await owned.get('numbers', '+1'))!.version).toBe(seen.version)
  return seen
}

it.each<[string, Partial<Effect>]>([
  ['renews', { do: 'add', row: { ends: 1 } }],
  ['changes', { do: 'set', row: { ends: 1 } }],
  ['removes', { do: 'remove' }],
])('is not touched by a payment that %s the first one', async (_, change) => {
  for (const owner of [BOB, ADA]) {
    const { version, made } = await readBefore(owner)
    const effect = { ...PLACE, ...change, seen: version, seenMade: made } as Effect
    await expect(owned.lock([effect], 'late')).rejects.toThrow(RecordBusy)
    await pay({ ...PLACE, do: 'remove' })
  }
})

it('is the same record after a payment that failed', async () => {
  await lease(ADA)
  const { made } = (await owned.get('numbers', '+1'))!
  const effect: Effect = { ...PLACE, do: 'add', row: { ends: 1 } }
  await store.commit(await owned.lock([effect], 'failed'))
  await store.commit(await owned.unlock([effect], 'failed'))
  expect([made, (await owned.get('numbers', '+1'))!.made]).toEqual(['payment 1', 'payment 1'])
})

it('is changed by its new owner', async () => {
  await readBefore()
  const { version, made } = (await owned.get('numbers', '+1'))!
  await pay({ ...PLACE, do: 'add', row: { ends: 1 }, seen: version, seenMade: made })
  expect((await owned.get('numbers', '+1'))!.row).toMatchObject({ owner: BOB, ends: 4e9 + 1 })
})
