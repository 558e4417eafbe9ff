/** Landed payments that a reorganisation of the chain removes. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import { FAILED, LANDED, openDesk, UNKNOWN, type Desk } from './ledger-desk.ts'

/** Between two checks, ms. */
const EVERY = 4_000

let desk: Desk
beforeEach(() => {
  desk = openDesk()
  desk.standing = 'shallow'
})
afterEach(() => desk.close())

/** A payment of which less was charged than the wallet signed. */
async function metered(ledger = desk.start()): Promise<PaymentRecord> {
  return (await ledger.settle(await desk.claim(ledger), undefined, { amount: 4n })).record
}

const states = (): string[] => desk.reported.map(([state]) => state)

it('are sent again with the amount that was charged, and keep their receipt', async () => {
  const record = await metered()
  desk.standing = 'gone'
  desk.answer = { ...LANDED, transaction: '0xagain' }
  await desk.clock.advance(EVERY)
  expect(desk.due).toEqual(['4'])
  expect(desk.reported.at(-1)).toEqual(['reorganized', 4n])
  const stored = { state: 'settled', charged: '4', transaction: '0xagain' }
  expect(await desk.stored(record)).toMatchObject(stored)
})

it('have the new transaction in their record before it is sent', async () => {
  const record = await metered()
  desk.standing = 'gone'
  desk.repeats = '0xagain'
  desk.answer = new Error('the process dies')
  await desk.clock.advance(EVERY)
  expect(await desk.stored(record)).toMatchObject({
    state: 'settled',
    transaction: LANDED.transaction,
    intent: { transaction: '0xagain' },
  })
})

it('are watched until their block is deep, also after their authorization has expired', async () => {
  const record = await metered()
  await desk.expire(record)
  await desk.clock.advance(EVERY)
  desk.standing = 'gone'
  desk.answer = FAILED
  await desk.clock.advance(EVERY)
  expect(states()).toEqual(['landed', 'reversed'])
  await desk.clock.advance(EVERY)
  expect(states()).toEqual(['landed', 'reversed'])
})

it('are looked for again while the chain does not say what became of them', async () => {
  await metered()
  desk.standing = 'gone'
  desk.answer = UNKNOWN
  await desk.clock.advance(EVERY)
  desk.answer = LANDED
  await desk.clock.advance(EVERY)
  expect(states()).toEqual(['landed', 'reorganized'])
  expect(desk.due).toEqual(['4', '4'])
})

it('are not watched any more once their block is deep', async () => {
  await metered()
  desk.standing = 'deep'
  await desk.clock.advance(EVERY)
  desk.standing = 'gone'
  await desk.clock.advance(EVERY)
  expect(desk.sought).toEqual([])
})

it('are watched for an hour after their expiry at most, if the chain never shows them deep', async () => {
  const record = await metered()
  await desk.expire(record)
  await desk.clock.skip(3_600_000 - EVERY)
  desk.standing = 'gone'
  desk.answer = UNKNOWN
  await desk.clock.advance(EVERY)
  expect(desk.sought).toHaveLength(1)
  await desk.clock.advance(3 * EVERY)
  expect(desk.sought).toHaveLength(2)
})

it('are watched although the node does not answer for a while', async () => {
  await metered()
  desk.standing = new Error('away')
  await desk.clock.advance(EVERY)
  desk.standing = 'gone'
  await desk.clock.advance(EVERY)
  expect(states()).toEqual(['landed', 'reorganized'])
})

it('are looked at once in four seconds each, by one process', async () => {
  const ledger = desk.start()
  await metered(ledger)
  await metered(ledger)
  await desk.clock.advance(EVERY)
  expect(desk.looks).toBe(2)
  await desk.clock.advance(EVERY)
  expect(desk.looks).toBe(4)
  await ledger.close()
  await desk.clock.advance(EVERY)
  expect(desk.looks).toBe(4)
})

it('are watched, too, after they were sent again', async () => {
  const record = await metered()
  desk.standing = 'gone'
  for (const transaction of ['0xagain', '0xonce more']) {
    desk.answer = { ...LANDED, transaction }
    await desk.clock.advance(EVERY)
    expect(await desk.stored(record)).toMatchObject({ transaction })
  }
  expect(states()).toEqual(['landed', 'reorganized', 'reorganized'])
  expect(desk.sought.map(({ transaction }) => transaction)).toEqual(['0xlanded', '0xagain'])
})

it('are watched although another one has become deep', async () => {
  const ledger = desk.start()
  await metered(ledger)
  desk.standing = 'deep'
  await desk.clock.advance(EVERY)
  desk.standing = 'shallow'
  await metered(ledger)
  await desk.clock.advance(EVERY)
  desk.standing = 'gone'
  await desk.clock.advance(EVERY)
  expect(states()).toEqual(['landed', 'landed', 'reorganized'])
})

it.each([
  [{ ...LANDED, transaction: '0xagain' }, 'landed again'],
  [FAILED, 'cannot be sent again'],
])('are an error for operators: %o', async (found, end) => {
  const { key } = await metered()
  desk.standing = 'gone'
  desk.answer = found
  await desk.clock.advance(EVERY)
  expect(desk.errors).toEqual([
    [
      { key, was: LANDED.transaction, ...found },
      `a payment was taken back by the chain and ${end}`,
    ],
  ])
})

it('are watched, too, if they were found only later', async () => {
  const ledger = desk.start()
  desk.answer = UNKNOWN
  const { record } = await ledger.settle(await desk.claim(ledger))
  desk.answer = LANDED
  await ledger.resolve(record)
  desk.standing = 'gone'
  await desk.clock.advance(EVERY)
  expect(states()).toEqual(['unknown', 'landed', 'reorganized'])
})
