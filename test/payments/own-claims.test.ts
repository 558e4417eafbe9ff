/** Claims and the processes that made them: who works on them, ends them or claims them again. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NotSent } from '../../runtime/payments/not-sent.ts'
import { LEASE, StoreUnavailable, type Change } from '../../runtime/store/store.ts'
import { manualClock } from '../helpers/clock.ts'
import { FAILED, LANDED, openDesk, UNKNOWN, type Desk } from './ledger-desk.ts'

/** How long an own settlement may go without a change before it is looked up, ms. */
const QUIET = 10_000

let desk: Desk
beforeEach(() => {
  desk = openDesk()
})
afterEach(() => desk.close())

const none = { landed: 0, failed: 0, pending: 0, released: 0 }

/** Lets the next commit fail. */
function failNextCommit(): void {
  const { commit } = desk.store
  desk.store.commit = async () => {
    desk.store.commit = commit
    throw new StoreUnavailable('away')
  }
}

describe('the sweep of a process leaves its own claim', () => {
  it('while a call works on it', async () => {
    const ledger = desk.start()
    const record = await desk.claim(ledger)
    expect(await ledger.reconcile()).toEqual(none)
    expect((await desk.stored(record)).state).toBe('claimed')
  })

  it('after a settlement that sent nothing: the call may settle it again', async () => {
    const ledger = desk.start()
    const record = await desk.claim(ledger)
    failNextCommit()
    await expect(ledger.settle(record)).rejects.toThrow(NotSent)
    expect(await ledger.reconcile()).toEqual(none)
    expect((await ledger.settle(record)).settlement).toEqual(LANDED)
  })

  it('while it is being settled, however long that takes', async () => {
    const ledger = desk.start()
    const record = await desk.claim(ledger)
    let answer = (): void => undefined
    desk.duringSettlement = () =>
      new Promise<void>(resolve => {
        answer = resolve
      })
    const end = ledger.settle(record)
    await desk.clock.advance(QUIET + 1)
    expect(await ledger.reconcile()).toEqual(none)
    answer()
    expect((await end).settlement).toEqual(LANDED)
    expect(desk.sought).toEqual([])
  })
})

it('a claim that is given up is left to its call until that is written', async () => {
  const ledger = desk.start()
  const record = await desk.claim(ledger)
  const { get } = desk.store
  desk.store.get = async (...where) => {
    desk.store.get = get
    await ledger.reconcile()
    return get.call(desk.store, ...where) as never
  }
  await ledger.fail(record, 'waived', [])
  expect(await desk.stored(record)).toMatchObject({ state: 'failed', reason: 'waived' })
})

describe('a settlement whose intent was written, although the store did not say so,', () => {
  /** The next commit is written, and fails after `meanwhile`. */
  function failLate(meanwhile: () => unknown = () => undefined): void {
    const { commit } = desk.store
    desk.store.commit = async changes => {
      desk.store.commit = commit
      await commit(changes)
      await meanwhile()
      throw new StoreUnavailable('it answers too late')
    }
  }

  it('is looked up, and settled', async () => {
    const ledger = desk.start()
    const record = await desk.claim(ledger)
    failLate()
    expect((await ledger.settle(record)).settlement).toEqual(LANDED)
    expect(desk.mayRepeat).toEqual([true])
  })

  it('has landed if another process has settled it meanwhile', async () => {
    const ledger = desk.start(manualClock())
    const record = await desk.claim(ledger)
    failLate(async () => {
      const other = desk.start()
      await desk.clock.advance(LEASE + 1)
      await other.reconcile()
    })
    expect((await ledger.settle(record)).settlement).toEqual(LANDED)
  })

  it('is in doubt while the store does not answer, and the sweep settles it', async () => {
    const ledger = desk.start()
    const record = await desk.claim(ledger)
    const { get } = desk.store
    failLate(() => {
      desk.store.get = async () => {
        desk.store.get = get
        throw new StoreUnavailable('it answers nothing')
      }
    })
    await expect(ledger.settle(record)).rejects.toThrow('it answers too late')
    expect(await desk.stored(record)).toMatchObject({ state: 'settling' })
    await desk.clock.advance(QUIET + LEASE)
    expect((await desk.stored(record)).state).toBe('settled')
  })
})

describe('the sweep of a process ends its own claim', () => {
  it('once its settlement has been in doubt for ten seconds', async () => {
    const ledger = desk.start()
    desk.answer = UNKNOWN
    const { record } = await ledger.settle(await desk.claim(ledger))
    desk.answer = LANDED
    await desk.clock.advance(QUIET)
    expect(await ledger.reconcile()).toEqual(none)
    await desk.clock.advance(LEASE)
    expect((await desk.stored(record)).state).toBe('settled')
  })

  it('if its call could not release it because the store was away', async () => {
    const ledger = desk.start()
    const record = await desk.claim(ledger)
    failNextCommit()
    await expect(ledger.release(record, 'the work failed')).rejects.toThrow(StoreUnavailable)
    expect(await ledger.reconcile()).toEqual({ ...none, released: 1 })
    expect((await desk.stored(record)).state).toBe('released')
  })
})

it('the sweep runs with every third renewal of the lease', async () => {
  const ledger = desk.start()
  await ledger.reconcile()
  const { list } = desk.store
  let lists = 0
  desk.store.list = async (...args) => {
    lists += 1
    return list(...args)
  }
  const swept: boolean[] = []
  for (let renewals = 0; renewals < 6; renewals++) {
    const before = lists
    await desk.clock.advance(LEASE / 3)
    swept.push(lists > before)
  }
  expect(swept).toEqual([false, false, true, false, false, true])
})

describe('an authorization can be claimed again', () => {
  it('in the process that has released it', async () => {
    const ledger = desk.start()
    const record = await desk.claim(ledger)
    await ledger.release(record, 'the work failed')
    expect((await desk.claimAgain(ledger, record)).claim).not.toBe(record.claim)
  })

  it('by a call that waited for the claim of another one, if that is released meanwhile', async () => {
    const ledger = desk.start()
    const record = await desk.claim(ledger)
    await ledger.release(record, 'the work failed')
    const first = desk.claimAgain(ledger, record)
    const second = desk.claimAgain(ledger, record)
    const { get } = desk.store
    let reads = 0
    // The first call reads what it replaces, the second one what it has waited for.
    desk.store.get = async (...args) => {
      if (++reads === 2) await ledger.release(await first, 'the work failed')
      return get(...args)
    }
    expect((await second).claim).not.toBe((await first).claim)
    expect(await desk.stored(record)).toMatchObject({ state: 'claimed' })
  })

  it('by its own job, if another process has recorded that it failed', async () => {
    const [ledger, other] = [desk.start(), desk.start()]
    const record = await desk.claim(ledger, 'job')
    desk.answer = FAILED
    await other.settle(record)
    const again = await desk.claimAgain(ledger, record)
    expect(again).toMatchObject({ state: 'claimed', job: { id: 'job' } })
  })
})

it('a claim whose other changes do not apply is tried five times', async () => {
  const ledger = desk.start()
  const taken: Change = { do: 'insert', in: 'results', key: 'n', doc: 1 }
  await desk.store.commit([taken])
  const record = await desk.claim(ledger)
  await ledger.release(record, 'the work failed')
  const { commit } = desk.store
  let commits = 0
  desk.store.commit = async (...args) => {
    commits += 1
    return commit(...args)
  }
  const fails = desk.tryClaim(ledger, record, [taken])
  await expect(fails).rejects.toThrow('a change in its commit did not fit')
  // Each tries to insert the record, and then to replace the released one.
  expect(commits).toBe(10)
})

it('a payment that is being settled is not looked up for others who send it', async () => {
  const ledger = desk.start()
  desk.answer = UNKNOWN
  const { record } = await ledger.settle(await desk.claim(ledger))
  const again = await desk.tryClaim(desk.start(), record)
  expect(again).toMatchObject({ fresh: false, record: { state: 'settling' } })
  expect(desk.sought).toEqual([])
})

describe('a claim of another process', () => {
  /** A claim of a process that lives, or whose time has stood still for longer than its lease. */
  async function claimedBy(state: 'alive' | 'dead', job?: string) {
    const time = state === 'dead' ? manualClock(desk.clock.now()) : desk.clock
    const record = await desk.claim(desk.start(time), job)
    await desk.clock.advance(3 * LEASE)
    return record
  }

  it('can be claimed again as soon as that process is dead, without a sweep', async () => {
    const record = await claimedBy('dead')
    const again = await desk.claimAgain(desk.start(), record)
    expect(again.claim).not.toBe(record.claim)
    expect(await desk.stored(record)).toMatchObject({ state: 'claimed', claim: again.claim })
  })

  it.each([
    ['while that process lives', 'alive', undefined],
    ['if a job owns it, which another process resumes', 'dead', 'job'],
  ] as const)('cannot be claimed again %s', async (_, state, job) => {
    const record = await claimedBy(state, job)
    const again = await desk.tryClaim(desk.start(), record)
    expect(again).toMatchObject({ fresh: false, record: { claim: record.claim } })
  })
})

it('a settlement of nothing is recorded at once, and nothing is sent', async () => {
  const ledger = desk.start()
  desk.duringSettlement = () => Promise.reject(new Error('sent'))
  const ended = await ledger.settle(await desk.claim(ledger), undefined, { amount: 0n })
  expect(ended.settlement).toEqual({ state: 'landed', transaction: '' })
  expect(await desk.stored(ended.record)).toMatchObject({ state: 'settled', charged: '0' })
})

describe('another process may still be answering the caller', () => {
  const REPLY = { status: 200, headers: {}, body: 'e30=' }

  /** A payment that another process has settled, and the other process's own time. */
  async function settledElsewhere(goesOn: boolean) {
    const time = manualClock(desk.clock.now())
    const other = desk.start(time)
    const { record } = await other.settle(await desk.claim(other), REPLY, { goesOn })
    const pass = (ms: number): Promise<unknown> =>
      Promise.all([time.advance(ms), desk.clock.advance(ms)])
    return { other, record: await desk.stored(record), pass }
  }

  it('for five seconds after it has settled', async () => {
    const { record, pass, other } = await settledElsewhere(false)
    const ledger = desk.start()
    await pass(4_999)
    expect([await ledger.elsewhere(record), await other.elsewhere(record)]).toEqual([true, false])
    await pass(1)
    expect(await ledger.elsewhere(record)).toBe(false)
  })

  it('for as long as its stream continues', async () => {
    const { other, record, pass } = await settledElsewhere(true)
    const ledger = desk.start()
    await pass(20_000)
    expect(await ledger.elsewhere(record)).toBe(true)
    await other.delivered(record)
    await pass(LEASE)
    expect(await ledger.elsewhere(await desk.stored(record))).toBe(false)
  })

  it('but not once it is dead', async () => {
    const { record } = await settledElsewhere(true)
    await desk.clock.advance(LEASE + 1)
    expect(await desk.start().elsewhere(record)).toBe(false)
  })
})
