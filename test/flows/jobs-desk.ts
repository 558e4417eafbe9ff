/** A gateway that sells jobs. */
import { afterEach, beforeEach, expect } from 'vitest'
import {
  gives,
  startCashGateway,
  type CashGateway,
  type Seen,
  until,
} from '../helpers/cash-gateway.ts'

export const body = { model: 'first', prompt: 'a cat', quality: 'unknown fields are dropped' }

export const slow = { model: 'second/slow', prompt: 'a cat', n: 2 }

export const success = gives({}, { assets: [{ url: 'http://x/1' }] })

export let at: CashGateway

export const bank = () => at.world.cash.bank

export const poll = (id: string, header?: string): Promise<Seen> =>
  at.fetch(
    `/images/${id}`,
    header === undefined ? {} : { headers: { 'payment-signature': header } },
  )

export const header = async (wanted: unknown = body, name = 'ann'): Promise<string> =>
  at.world.cash.wallet(name).sign(await at.quote('/images', wanted))

export const status = async (id: string): Promise<string> =>
  (await at.store.get<any>('jobs', `images/${id}`))!.doc.status

/** Submits a job that answers 202 and gives its id, with the header that paid for it. */
export async function submitted(): Promise<{ id: string; own: string; seen: Seen }> {
  const own = await header(slow)
  const seen = await at.post('/images', slow, own)
  expect(seen.status).toBe(202)
  await until(async () => (await status(seen.body.id)) !== 'queued')
  await until(() => at.world.vendor.asked.some(asked => asked.scope.job?.id === seen.body.id))
  return { id: seen.body.id, own, seen }
}

/** Starts what the tests of a file need before them, and stops it behind them. */
export function useGateway(): void {
  beforeEach(async () => {
    at = await startCashGateway()
  })
  afterEach(async () => {
    await at.stop()
  })
}
