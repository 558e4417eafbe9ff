/** The payment records in the store: claimed, moved and noted by one process at a time. */
import { beforeEach, describe, expect, it } from 'vitest'
import { createRecords, type Companion } from '../../runtime/payments/ledger/records.ts'
import type { ClaimFacts, PaymentRecord } from '../../runtime/payments/record.ts'
import { IllegalTransition } from '../../runtime/payments/transitions.ts'
import { PURCHASES, SALES } from '../../runtime/sales/line.ts'
import type { Change, Store } from '../../runtime/store/store.ts'
import { cashCatalog } from '../helpers/cash-catalog.ts'
import { createCash } from '../helpers/cash.ts'
import { manualClock, type ManualClock } from '../helpers/clock.ts'
import { memoryStore } from '../helpers/memory-store.ts'

let clock: ManualClock
let store: Store
let cash: ReturnType<typeof createCash>
/** The changes of each commit, and whether it might wait for another one. */
let commits: { changes: Change[]; lazy: boolean }[]
beforeEach(() => {
  clock = manualClock()
  cash = createCash(cashCatalog().networks.cash!, clock)
  const memory = memoryStore(clock)
  commits = []
  store = {
    ...memory,
    commit: (changes, how) => {
      commits.push({ changes, lazy: how?.lazy ?? false })
      return memory.commit(changes)
    },
  }
})

const SALE = { amount: '10', wallet: 'ann' } as never as PaymentRecord['sale']
let serial = 0
const random = { hex: (bytes: number) => `${bytes}-${++serial}` } as never

function desk(more: { companions?: Companion[]; onEnd?(line: unknown): void } = {}) {
  const records = createRecords({ store, clock, random, owner: 'one', ...more })
  const { paymentScheme, wallet } = cash
  const requirements = paymentScheme.requirements(10n, 300)
  const decoded = paymentScheme.decode(wallet('ann').sign(requirements))
  if (!decoded.ok) throw new Error(decoded.rejection.details)
  const { payment } = decoded
  const facts: ClaimFacts = { route: 'r', path: '/r', fingerprint: 'f', requirements }
  const claim = async (of: Partial<ClaimFacts> = {}, also: Change[] = []) =>
    records.claim(payment, { ...facts, ...of }, { also })
  const claimed = async (of?: Partial<ClaimFacts>) => (await claim(of))!
  return { claim, claimed, facts, payment, records }
}
const JOB = { id: 'j1', poll_url: '/j1', expires: 2_000_000_000_000 }
const NOTE: Change = { do: 'insert', in: 'results', key: 'n', doc: 1 }

async function listed(records: ReturnType<typeof desk>['records'], state: 'claimed' | 'refused') {
  const found: PaymentRecord[] = []
  for await (const record of records.list(state)) found.push(record)
  return found
}

describe('a claim', () => {
  it('is written with its facts, once, in one commit with its changes', async () => {
    const { claim, facts, payment, records } = desk()
    const record = (await claim({}, [NOTE]))!
    expect(record).toMatchObject({
      key: payment.authorization.key,
      version: 1,
      state: 'claimed',
      owner: 'one',
      claim: expect.stringMatching(/^8-/),
      payer: payment.authorization.from,
      amount: '10',
      requirements: facts.requirements,
      created: clock.now(),
      updated: clock.now(),
    })
    for (const name of ['transfer', 'identified', 'sale']) expect(record).not.toHaveProperty(name)
    expect(await records.get(record.key)).toEqual(record)
    expect((await store.get('results', 'n'))?.doc).toBe(1)
    expect(await claim()).toBeUndefined()
  })

  it('notes that it transfers, identifies or sells', async () => {
    const { claimed } = desk()
    const facts = { transfer: true, identified: true, sale: SALE } as never
    expect(await claimed(facts)).toMatchObject({ transfer: true, identified: true, sale: SALE })
  })

  it('is not written if one of its changes does not apply', async () => {
    const { claim, payment, records } = desk()
    await store.commit([NOTE])
    expect(await claim({}, [NOTE])).toBeUndefined()
    expect(await records.get(payment.authorization.key)).toBeUndefined()
  })

  it('replaces a released one, with its next version, and no other', async () => {
    const { claimed, facts, payment, records } = desk()
    const first = await claimed()
    const again = (former: PaymentRecord) =>
      records.claim(payment, facts, { former, event: 'claim', also: [] })
    await expect(again(first)).rejects.toThrow(IllegalTransition)
    const former = (await records.move(first, 'release'))!
    const second = (await again(former))!
    expect([second.version, second.claim === first.claim]).toEqual([3, false])
    expect(await again(former)).toBeUndefined()
  })
})

describe('lists', () => {
  it('have the claims of calls, without those of jobs', async () => {
    const { claimed, records } = desk()
    const record = await claimed()
    expect(await desk().claimed({ job: JOB })).toBeDefined()
    expect(await listed(records, 'claimed')).toEqual([record])
  })

  it('have the payment of a job as others once it is sent', async () => {
    const { claimed, records } = desk()
    await records.move(await claimed({ job: JOB }), 'send')
    expect(await store.list('payments', 'settling', 5)).toHaveLength(1)
    expect(await store.list('payments', 'claimed of a job', 5)).toEqual([])
  })

  it('have refused payments apart from failed ones', async () => {
    const { claimed, records } = desk()
    const refused = (await records.move(await claimed(), 'refuse', { reason: 'no' }))!
    await records.move(await desk().claimed(), 'fail', { reason: 'no' })
    expect(await listed(records, 'refused')).toEqual([refused])
    expect(refused).toMatchObject({ state: 'failed', mayLand: true })
  })
})

describe('a move', () => {
  it('is one of the table, else it throws and nothing is written', async () => {
    const { claimed, records } = desk()
    const record = await claimed()
    const settled = (await records.move(record, 'land', { transaction: '0x1' }))!
    commits.length = 0
    expect(() => records.move(settled, 'release')).toThrow(IllegalTransition)
    expect(commits).toEqual([])
  })

  it('is made of the version that was read only', async () => {
    const { claimed, records } = desk()
    const record = await claimed()
    await clock.advance(5)
    const noted = (await records.note(record, { reason: 'x' }))!
    expect(noted).toMatchObject({ version: 2, reason: 'x', updated: clock.now() })
    expect(await records.move(record, 'fail')).toBeUndefined()
    expect(await records.note(record, { reason: 'y' })).toBeUndefined()
    expect(await records.get(record.key)).toEqual(noted)
    expect(record).toMatchObject({ version: 1, state: 'claimed' })
  })

  it('waits for another write only if it may', async () => {
    const { claimed, records } = desk()
    const record = await claimed()
    const noted = (await records.note(record, {}, { lazy: true, also: [NOTE] }))!
    const again = (await records.note(noted, {}))!
    const sent = (await records.move(again, 'send'))!
    await records.move(sent, 'land', {}, true)
    expect(commits.map(({ lazy }) => lazy)).toEqual([false, true, false, false, true])
    expect((await store.get('results', 'n'))?.doc).toBe(1)
  })

  it('that ends a sale writes its line, and lists it among the purchases of the wallet', async () => {
    const ended: unknown[] = []
    const { claimed, records } = desk({ onEnd: line => ended.push(line) })
    await records.move(await claimed({ sale: SALE }), 'land', { transaction: '0x1' })
    expect(commits.at(-1)!.changes.map(change => change.in)).toEqual(['payments', SALES, PURCHASES])
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    const [line] = await store.list(SALES, day, 5)
    expect(ended).toEqual([line!.stored.doc])
    const [{ key, expires }] = commits.at(-1)!.changes.slice(2) as [any]
    expect([key, expires]).toEqual([line!.key, clock.now() + 400 * 86_400_000])
  })

  it('that is lost to another process reports no end', async () => {
    const ended: unknown[] = []
    const { claimed, records } = desk({ onEnd: line => ended.push(line) })
    const record = await claimed({ sale: SALE })
    await records.note(record, {})
    expect(await records.move(record, 'land', { transaction: '0x1' })).toBeUndefined()
    expect(ended).toEqual([])
  })
})

describe('the companions of a move', () => {
  /** A companion whose change fits at the given try. */
  function companion(fitsAt: number, during: () => Promise<unknown> = async () => undefined) {
    const events: string[] = []
    const one: Companion = {
      concerns: ({ state }) => state === 'settled',
      async changes(_record, event) {
        events.push(event)
        await during()
        const version = events.length < fitsAt ? 9 : 1
        return [{ do: 'replace', in: 'results', key: 'n', version, doc: 2 }]
      },
    }
    return { events, one }
  }
  beforeEach(() => store.commit([NOTE]))

  it('are asked only for the records that concern them', async () => {
    const { events, one } = companion(1)
    const { claimed, records } = desk({ companions: [one] })
    await records.move(await claimed(), 'send')
    expect(events).toEqual([])
  })

  it('add their changes to its commit', async () => {
    const { events, one } = companion(1)
    const { claimed, records } = desk({ companions: [one] })
    expect(await records.move(await claimed(), 'land')).toMatchObject({ version: 2 })
    expect([events, (await store.get('results', 'n'))?.doc]).toEqual([['land'], 2])
  })

  it('are asked again while their change does not fit, five times in all', async () => {
    const { events, one } = companion(5)
    const { claimed, records } = desk({ companions: [one] })
    expect(await records.move(await claimed(), 'land')).toMatchObject({ version: 2 })
    expect(events).toHaveLength(5)
    const never = companion(Infinity)
    const other = desk({ companions: [never.one] })
    const record = await other.claimed()
    await expect(other.records.move(record, 'land')).rejects.toThrow(
      `a change in the commit of ${record.key} did not fit`,
    )
    expect(never.events).toHaveLength(5)
    expect(await other.records.get(record.key)).toMatchObject({ version: 1, state: 'claimed' })
  })

  it('are not asked again if another process has changed or removed the record', async () => {
    const { claimed, records } = desk()
    const record = await claimed()
    const noting = companion(Infinity, () => records.note(record, {}))
    const { records: own } = desk({ companions: [noting.one] })
    expect(await own.move(record, 'land')).toBeUndefined()
    const gone = companion(Infinity, () =>
      store.commit([{ do: 'remove', in: 'payments', key: record.key }]),
    )
    const { records: other } = desk({ companions: [gone.one] })
    expect(await other.move((await records.get(record.key))!, 'land')).toBeUndefined()
    expect([noting.events, gone.events]).toEqual([['land'], ['land']])
  })
})
