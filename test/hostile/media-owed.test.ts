/**
 * What wallets owe for films and songs: nobody orders more than it can pay by never collecting, and
 * who has paid is not held to it.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createReservations } from '../../runtime/payments/reservations.ts'
import {
  cashWorld,
  fails,
  startCashGateway,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'
import {
  ends,
  finished,
  freshFor,
  headerFor,
  jobFlows,
  pollWith,
  submits,
  submitted,
} from '../helpers/cash-jobs.ts'
import { embeddedStore } from '../helpers/store.ts'

const film = jobFlows.find(({ path }) => path === '/films')!
const HOUR = 3_600_000

let world: World
let both: CashGateway[]
let close: () => Promise<void>
/**
 * Two processes over one store with its reservations, and wallets that hold enough for one film and
 * a half.
 */
beforeEach(async () => {
  world = cashWorld()
  const { store, stop } = await embeddedStore(world.clock)
  close = stop
  const { bank, paymentScheme } = world.cash
  paymentScheme.balanceOf = async wallet => bank.balances.get(wallet) ?? 0n
  const reservations = createReservations(store, world.clock)
  const start = (instance: string): Promise<CashGateway> =>
    startCashGateway(world, {
      store,
      settings: { instance },
      parts: { reservations },
    })
  both = [await start('one'), await start('two')]
  bank.balances.set(world.cash.wallet('ann').address, (film.price * 3n) / 2n)
})
afterEach(async () => {
  for (const at of both) await at.stop()
  await close()
})

/** Orders a film and returns the status. */
async function order(at: CashGateway): Promise<number> {
  return (await at.post(film.path, film.body, await headerFor(at, film))).status
}

describe('a film that nobody collects', () => {
  it('is owed when the authorization that ordered it has lapsed, and until no film of that hour can be under way', async () => {
    await finished(both[0]!, film)
    expect(await order(both[0]!)).toBe(402)
    await world.clock.advance(HOUR / 2)
    expect([await order(both[0]!), submits(both[0]!)]).toEqual([402, 1])
    await world.clock.advance(HOUR / 2 + 1)
    expect([await order(both[0]!), submits(both[0]!)]).toEqual([202, 2])
  })
})

describe('nothing is owed any more', () => {
  it('for a film that was paid for at another process, with its own authorization or with a fresh one', async () => {
    for (const isFresh of [false, true]) {
      const job = await finished(both[0]!, film)
      expect(await order(both[0]!)).toBe(402)
      const header = isFresh ? await freshFor(both[1]!, job.poll) : job.own
      expect((await pollWith(both[1]!, job.poll, header)).body.payment.status).toBe('settled')
      world.cash.bank.balances.set(world.cash.wallet('ann').address, (film.price * 3n) / 2n)
    }
    expect(await order(both[0]!)).toBe(202)
  })

  it('for a film whose payment failed for certain: its wallet was asked to sign afresh', async () => {
    const job = await finished(both[0]!, film)
    world.cash.bank.mode = 'fail'
    expect((await pollWith(both[0]!, job.poll, job.own)).status).toBe(402)
    expect(await order(both[0]!)).toBe(202)
  })

  it('for a film that could not be made', async () => {
    const job = await submitted(both[0]!, film)
    await ends(both[0]!, job, fails('upstream_failed'))
    expect((await pollWith(both[0]!, job.poll, job.own)).body.status).toBe('failed')
    expect(await order(both[0]!)).toBe(202)
  })
})

it('a wallet that owes a film cannot have others made by sending many at once', async () => {
  await finished(both[0]!, film)
  const all = await Promise.all(Array.from({ length: 12 }, () => order(both[0]!)))
  expect([new Set(all), submits(both[0]!)]).toEqual([new Set([402]), 1])
})
