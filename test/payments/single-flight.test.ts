/** Callers of one process share the settlement or look-up of a record. */
import { beforeEach, expect, it } from 'vitest'
import type { Ended } from '../../runtime/payments/ledger/context.ts'
import {
  createSingleFlight,
  type SingleFlight,
} from '../../runtime/payments/ledger/single-flight.ts'
import type { PaymentRecord } from '../../runtime/payments/record.ts'

const recordOf = (key: string): PaymentRecord => ({ key, claim: 1, state: 'settling' }) as never

/** Work that ends as the test says; counts how often it was started. */
function work() {
  const ends: { resolve(ended: Ended): void; reject(error: Error): void }[] = []
  const run = (): Promise<Ended> =>
    new Promise((resolve, reject) => {
      ends.push({ resolve, reject })
    })
  return { run, ends }
}
const landed = (record: PaymentRecord): Ended => ({
  settlement: { state: 'landed', transaction: '0x1' },
  record,
})

let share: SingleFlight
let finalState: PaymentRecord | undefined
beforeEach(() => {
  finalState = undefined
  share = createSingleFlight({ get: () => finalState } as never)
})

it('a second caller does not start the work again, and gets the same result', async () => {
  const { run, ends } = work()
  const record = recordOf('a')
  const both = [share.run(record, run), share.run(record, run)]
  expect([ends.length, share.isRunning('a'), share.isRunning('b')]).toEqual([1, true, false])
  const ended = landed(record)
  ends[0]!.resolve(ended)
  expect(await Promise.all(both)).toEqual([ended, ended])
})

it('records do not wait for each other', () => {
  const { run, ends } = work()
  void share.run(recordOf('a'), run)
  void share.run(recordOf('b'), run)
  expect(ends).toHaveLength(2)
})

it('after an end or an error the next caller starts it again', async () => {
  const { run, ends } = work()
  const record = recordOf('a')
  const first = share.run(record, run)
  ends[0]!.reject(new Error('no store'))
  await expect(first).rejects.toThrow('no store')
  expect(share.isRunning('a')).toBe(false)
  const second = share.run(record, run)
  ends[1]!.resolve(landed(record))
  await second
  void share.run(record, run)
  expect(ends).toHaveLength(3)
})

it('a final state that is being written answers without work', async () => {
  const { run, ends } = work()
  finalState = { ...recordOf('a'), state: 'settled', transaction: '0x1' }
  expect((await share.run(recordOf('a'), run)).settlement).toEqual({
    state: 'landed',
    transaction: '0x1',
  })
  expect(ends).toEqual([])
})
