/**
 * Reserves the amounts of claimed and unpaid authorizations: the balance of a wallet must cover all
 * its reservations together.
 */
import type { Call } from '../../call.ts'
import type { GatewayContext } from '../../context.ts'
import { jobKey, readJob } from '../../jobs/documents.ts'
import type { Payment } from '../../payments/types.ts'

/** Largest number of a wallet's reservations that are looked up before a call is refused. */
const MOST_REVIEWED = 50

/**
 * Adds the call's amount to the reservations of its wallet and compares them with its balance.
 * Returns `added`, `known` if the authorization has a reservation already, or `overdrawn`. The
 * chain is queried only if the wallet has other reservations. The reservation of a job lasts as
 * long as the job may run, even if its authorization expires sooner, because another authorization
 * may pay for it.
 */
export async function reserveFunds(
  call: Call,
  payment: Payment,
): Promise<'added' | 'known' | 'overdrawn'> {
  const { context } = call
  const { key, from, value, validBefore } = payment.authorization
  const until = Math.max(
    Number(validBefore) * 1000,
    context.clock.now() + (call.compiled.route.job?.stall ?? 0),
  )
  // A wallet has a balance of its own on each chain.
  const wallet = `${payment.scheme.spec.chain} ${from}`
  const total = context.reservations.add({ wallet, key, amount: value, until })
  if (total === undefined) return 'known'
  const balanceOf = balanceReader(context, payment)
  if (total === value || balanceOf === undefined) return 'added'
  const balance = await balanceOf(from).catch(() => undefined)
  if (
    balance === undefined ||
    balance >= total ||
    balance >= (await reviewedTotal(context, wallet))
  )
    return 'added'
  context.reservations.drop(key)
  return 'overdrawn'
}

/**
 * Reads the balances that a payment is taken from: those of its own scheme; undefined if they
 * cannot be read.
 */
export function balanceReader(
  { offers, balanceOf }: Pick<GatewayContext, 'offers' | 'balanceOf'>,
  { scheme }: Pick<Payment, 'scheme'>,
): GatewayContext['balanceOf'] {
  return scheme === offers[0] ? balanceOf : scheme.balanceOf
}

/**
 * The wallet's reservations without those of jobs that are over: another process may have settled
 * them or seen them fail.
 */
async function reviewedTotal(context: GatewayContext, wallet: string): Promise<bigint> {
  for (const key of context.reservations.keys(wallet).slice(0, MOST_REVIEWED))
    if (await isSettledOrOver(context, key)) context.reservations.drop(key)
  return context.reservations.total(wallet)
}

/**
 * Whether an authorization will not be settled any more: it has paid, or its job is over. A
 * released one may be claimed again.
 */
async function isSettledOrOver(context: GatewayContext, key: string): Promise<boolean> {
  const record = await context.ledger.get(key)
  if (record?.state === 'settled') return true
  if (record?.job === undefined || record.state === 'released') return false
  const store = context.routes.get(record.route)?.route.job?.store
  const job = store === undefined ? undefined : await readJob(context, jobKey(store, record.job.id))
  return job === undefined || job.doc.settled !== undefined || job.doc.status === 'failed'
}
