/** Records of wallets change exactly once, in the commit that ends the payment of the change. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Seen } from '../../runtime/owned/types.ts'
import type { Effect, RecordKind } from '../../runtime/contract.ts'
import { systemClock } from '../../runtime/lib/clock.ts'
import { recordCompanion } from '../../runtime/owned/companions.ts'
import { documentKey, ownerTag } from '../../runtime/owned/documents.ts'
import { createOwnedRecords } from '../../runtime/owned/owned.ts'
import { RecordBusy } from '../../runtime/owned/record-busy.ts'
import { NotSent } from '../../runtime/payments/not-sent.ts'
import type { SettlementBackend } from '../../runtime/payments/settlement.ts'
import type { Clock } from '../../runtime/seams.ts'
import type { Store } from '../../runtime/store/store.ts'
import {
  embeddedStore,
  facts,
  paid,
  PAY_TO,
  relayer,
  sideOf,
  startChain,
  TESTNET,
  type Chain,
  type Side,
} from '../payments/support.ts'

const DAY = 86_400
const ADA = '0x00000000000000000000000000000000000000aA'
const BOB = '0x00000000000000000000000000000000000000bB'

const numbers: RecordKind = {
  name: 'numbers',
  key: 'number',
  owner: 'owner',
  lease: 'expires_at',
  transaction: 'paid_by',
  keep: 7 * DAY * 1000,
  onRemoved: ({ record }) => {
    if (record.sid === 'broken') throw new Error('no release of broken')
    return { call: 'carrier.release', args: { sid: record.sid } }
  },
}

let chain: Chain
let held: Awaited<ReturnType<typeof embeddedStore>>
let gateway: Side
let late = 0
const clock: Clock = { ...systemClock, now: () => Date.now() + late }
const soon = (days: number): number => Math.floor(Date.now() / 1000) + days * DAY

const ownedOf = (store: Store) =>
  createOwnedRecords({
    store,
    clock,
    kinds: { numbers },
    followUp: (call, args) => ({
      do: 'insert',
      in: 'results',
      key: `${call} ${JSON.stringify(args)}`,
      doc: { call, args },
    }),
  })
let owned: ReturnType<typeof ownedOf>

const sideWith = (backend: SettlementBackend = relayer(chain, held.store)): Side =>
  sideOf(held.store, backend, { companions: [recordCompanion(owned)] })

beforeAll(async () => {
  chain = await startChain(TESTNET)
  held = await embeddedStore()
  owned = ownedOf(held.store)
  gateway = sideWith()
})
afterAll(async () => {
  await gateway?.stop()
  await held?.stop()
  await chain?.stop()
})

let made = 0
const fresh = (): string => `+1415555${String(1000 + made++)}`

const put = (key: string, more: object = {}, when: Effect['when'] = 'settled'): Effect => ({
  do: 'put',
  kind: 'numbers',
  key,
  when,
  row: { owner: ADA, expires_at: soon(30), sid: `PN${key}`, ...more },
})
/** What a call has read of a record. */
type Read = Pick<Seen, 'version' | 'made'>
const asRead = ({ version, made }: Read) => ({ seen: version, seenMade: made })
const add = (key: string, days: number, read?: Read): Effect => ({
  do: 'add',
  kind: 'numbers',
  key,
  when: 'settled',
  row: { expires_at: days * DAY },
  ...(read === undefined ? {} : asRead(read)),
})
const set = (key: string, sid: string, read: Read): Effect => ({
  do: 'set',
  kind: 'numbers',
  key,
  when: 'settled',
  row: { sid },
  ...asRead(read),
})
const remove = (key: string): Effect => ({ do: 'remove', kind: 'numbers', key, when: 'settled' })

/** Pays 0.01 USD for effects. The wallet holds `funds`. */
async function buy(effects: readonly Effect[], side = gateway, funds?: bigint) {
  const { payment, requirements } = await paid(chain, side.paymentScheme, { funds })
  const { record } = await side.ledger.claim(payment, facts(requirements))
  return side.ledger.settle(record, undefined, { effects })
}

/** Makes effects with an authorization of amount zero. */
async function sign(effects: readonly Effect[]): Promise<void> {
  const { payment, requirements } = await paid(chain, gateway.paymentScheme, { amount: 0n })
  const { record } = await gateway.ledger.claim(payment, facts(requirements))
  await gateway.ledger.fail(record, 'nothing to settle', effects)
}

const expiryOf = async (key: string): Promise<number> =>
  (await owned.get('numbers', key))?.row.expires_at as number

describe('a record', () => {
  it('exists as soon as its payment has landed, and belongs to its wallet in any spelling', async () => {
    const key = fresh()
    const { settlement } = await buy([put(key)])
    const { transaction } = settlement as { transaction: string }
    expect(settlement).toMatchObject({ state: 'landed', transaction: expect.stringMatching(/^0x/) })
    expect((await owned.get('numbers', key))?.row).toMatchObject({
      paid_by: transaction,
      number: key,
      owner: ADA,
      active: true,
    })
    expect((await owned.of('numbers', ADA.toLowerCase())).map(row => row.number)).toContain(key)
    expect(await owned.of('numbers', BOB)).toEqual([])
  })

  it('is listed among the first 1,000 of its wallet, oldest first, or among those after', async () => {
    const eve = '0x00000000000000000000000000000000000000eE'
    const keys = Array.from({ length: 1203 }, (_, n) => `+1999${String(10_000 + n)}`)
    await held.store.commit(
      keys.map(key => ({
        do: 'insert',
        in: 'records',
        key: documentKey('numbers', key),
        doc: { row: { owner: eve, expires_at: soon(1) } },
        tag: ownerTag('numbers', eve),
      })),
    )
    const listed = async (skip?: number): Promise<unknown[]> =>
      (await owned.of('numbers', eve, skip)).map(row => row.number)
    expect(await listed()).toEqual(keys.slice(0, 1000))
    expect(await listed(1000)).toEqual(keys.slice(1000))
    expect(await listed(-1)).toEqual(keys.slice(0, 1000))
    expect(await listed(5000)).toEqual([])
  })

  it('does not exist after a failed payment, unless its effect has `when: done`', async () => {
    const [bought, enrolled] = [fresh(), fresh()]
    const effects = [put(bought), put(enrolled, {}, 'done')]
    const end = await buy(effects, gateway, 1n)
    expect(end.settlement.state).toBe('failed')
    expect(await owned.get('numbers', bought)).toBeUndefined()
    expect(await owned.get('numbers', enrolled)).toBeDefined()
  })

  it('is not taken from a wallet whose lease is active: nothing is sent, and the claim stays', async () => {
    const key = fresh()
    await buy([put(key)])
    await expect(buy([put(key, { owner: BOB })])).rejects.toBeInstanceOf(RecordBusy)
    expect((await owned.get('numbers', key))?.row.owner).toBe(ADA)
    await expect(buy([put(key, { sid: 'again' })])).resolves.toBeDefined()
  })

  it('that was read before another call changed it is not changed, and nothing is sent', async () => {
    const key = fresh()
    await buy([put(key)])
    const read = (await owned.get('numbers', key))!
    await buy([add(key, 30, read)])
    const block = await chain.blockNumber()
    await expect(buy([add(key, 30, read)])).rejects.toBeInstanceOf(RecordBusy)
    expect(await chain.blockNumber()).toBe(block)
  })

  it('grows by exactly what was paid for when twenty payments race for it', async () => {
    const key = fresh()
    await buy([put(key)])
    const before = await expiryOf(key)
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => buy([add(key, 30)])))
    const landed = ends.filter(
      end => end.status === 'fulfilled' && end.value.settlement.state === 'landed',
    ).length
    const busy = ends.filter(
      end => end.status === 'rejected' && end.reason instanceof RecordBusy,
    ).length
    expect(landed + busy).toBe(20)
    expect(landed).toBeGreaterThan(0)
    expect(await expiryOf(key)).toBe(before + landed * 30 * DAY)
  })

  it('is set by one of three payments that have seen the same version; the others are not charged', async () => {
    const key = fresh()
    await buy([put(key)])
    const read = (await owned.get('numbers', key))!
    const before = await chain.balanceOf(PAY_TO)
    const both = ['left', 'right'].map(sid => buy([set(key, sid, read)]))
    const ends = await Promise.allSettled(both)
    const won = ends.findIndex(({ status }) => status === 'fulfilled')
    const lost = ends.find(end => end.status === 'rejected')
    expect(lost?.reason).toBeInstanceOf(RecordBusy)
    await expect(buy([set(key, 'late', read)])).rejects.toBeInstanceOf(RecordBusy)
    expect((await chain.balanceOf(PAY_TO)) - before).toBe(10_000n)
    const row = (await owned.get('numbers', key))?.row
    expect(row).toMatchObject({ sid: ['left', 'right'][won], owner: ADA })
  })

  it('is removed by a claim of amount zero, in one commit with the call that gives it back', async () => {
    const key = fresh()
    await buy([put(key)])
    await sign([remove(key)])
    expect(await owned.get('numbers', key)).toBeUndefined()
    const back = `carrier.release {"sid":"PN${key}"}`
    expect((await held.store.get('results', back))?.doc).toMatchObject({ call: 'carrier.release' })
  })

  it('is not said to be changed by a claim that has ended meanwhile', async () => {
    const key = fresh()
    const { payment, requirements } = await paid(chain, gateway.paymentScheme, { amount: 0n })
    const { record } = await gateway.ledger.claim(payment, facts(requirements))
    await gateway.ledger.release(record, 'its process stood still')
    const end = gateway.ledger.fail(record, 'nothing to settle', [put(key)])
    await expect(end).rejects.toBeInstanceOf(NotSent)
    expect(await owned.get('numbers', key)).toBeUndefined()
  })
})

describe('after a crash', () => {
  it('between the intent and the landing, the next process applies the effects once', async () => {
    const key = fresh()
    const real = relayer(chain, held.store, { key: 1 })
    const dying = sideWith({
      ...real,
      settle: async (_payment, _requirements, onIntent) => {
        await onIntent({ sentAt: Date.now() })
        return new Promise<never>(() => undefined)
      },
    })
    const { payment, requirements } = await paid(chain, dying.paymentScheme)
    const { record } = await dying.ledger.claim(payment, facts(requirements))
    void dying.ledger.settle(record, undefined, { effects: [put(key)] })
    const locked = async () =>
      (await held.store.get<{ lock?: string }>('records', `numbers/${key}`))?.doc.lock
    await expect.poll(locked).toBeDefined()
    // The process is dead once it has given up its lease.
    await dying.ledger.close()
    const next = sideWith(relayer(chain, held.store, { key: 2 }))
    const tally = await next.ledger.reconcile()
    expect(tally.landed).toBe(1)
    expect((await owned.get('numbers', key))?.row.owner).toBe(ADA)
    expect(await locked()).toBeUndefined()
    await next.stop()
    await real.close()
  })
})

describe('a lease', () => {
  it('that has ended is listed as inactive, then removed and given back; a renewed one stays', async () => {
    const [lapsed, renewed] = [fresh(), fresh()]
    await buy([put(lapsed), put(renewed)])
    await buy([add(renewed, 30)])
    late = 31 * DAY * 1000
    const listed = await owned.of('numbers', ADA)
    expect(listed.find(row => row.number === lapsed)).toMatchObject({ active: false })
    expect(listed.find(row => row.number === renewed)).toMatchObject({ active: true })
    late = 38 * DAY * 1000
    expect(await owned.sweep()).toBeGreaterThan(0)
    late = 0
    expect(await owned.get('numbers', lapsed)).toBeUndefined()
    expect(await owned.get('numbers', renewed)).toBeDefined()
    const back = `carrier.release {"sid":"PN${lapsed}"}`
    expect(await held.store.get('results', back)).toBeDefined()
  })

  it('that cannot be given back keeps no other one from being given back', async () => {
    const [bad, good] = [fresh(), fresh()]
    await buy([put(bad, { expires_at: soon(-8), sid: 'broken' })])
    await buy([put(good, { expires_at: soon(-8) })])
    await expect(owned.sweep()).rejects.toThrow('no release of broken')
    expect(await owned.get('numbers', good)).toBeUndefined()
    expect(await owned.get('numbers', bad)).toBeDefined()
  })

  it('that has ended leaves its number free for the next wallet that buys it', async () => {
    const key = fresh()
    await buy([put(key, { expires_at: soon(-1) })])
    await buy([put(key, { owner: BOB })])
    expect((await owned.get('numbers', key))?.row.owner).toBe(BOB)
    expect((await owned.of('numbers', ADA)).map(row => row.number)).not.toContain(key)
  })
})
