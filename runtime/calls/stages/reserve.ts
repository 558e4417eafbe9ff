/**
 * Holds wallets to what they have promised: all claimed and unpaid authorizations of one together
 * must be covered by what it holds.
 */
import type { Call, GatewayContext } from '../../context.ts'
import { jobKey, readJob } from '../../jobs/documents.ts'
import type { Payment } from '../../payments/types.ts'

/** Promises of one wallet that are looked up before a call is refused for them. */
const MOST_REVIEWED = 50

/**
 * Adds the call's amount to what its wallet has promised already. Only where something else is
 * promised the chain is asked. A job is owed while it may be worked on, however soon its
 * authorization lapses: another one may pay for it. Who never collects it is held to it no longer.
 */
export async function reserveFunds(
  call: Call,
  payment: Payment,
): Promise<'noted' | 'known' | 'overdrawn'> {
  const { context } = call
  const { key, from, value, validBefore } = payment.authorization
  const until = Math.max(
    Number(validBefore) * 1000,
    context.clock.now() + (call.compiled.route.job?.stall ?? 0),
  )
  const total = context.reservations.add({ wallet: from, key, amount: value, until })
  if (total === undefined) return 'known'
  if (total === value || context.balanceOf === undefined) return 'noted'
  const balance = await context.balanceOf(from).catch(() => undefined)
  if (balance === undefined || balance >= total || balance >= (await reviewed(context, from)))
    return 'noted'
  context.reservations.drop(key)
  return 'overdrawn'
}

/**
 * What a wallet has promised, without jobs that are over: another process may have been paid for
 * them, or seen them fail.
 */
async function reviewed(context: GatewayContext, wallet: string): Promise<bigint> {
  for (const key of context.reservations.keys(wallet).slice(0, MOST_REVIEWED))
    if (await isOver(context, key)) context.reservations.drop(key)
  return context.reservations.total(wallet)
}

/**
 * Whether nothing will be paid for an authorization any more: it has paid, or its job is over. One
 * that was freed may be on its way to its next claim.
 */
async function isOver(context: GatewayContext, key: string): Promise<boolean> {
  const record = await context.ledger.get(key)
  if (record?.state === 'settled') return true
  if (record?.job === undefined || record.state === 'released') return false
  const store = context.routes.get(record.route)?.route.job?.store
  const job = store === undefined ? undefined : await readJob(context, jobKey(store, record.job.id))
  return job === undefined || job.doc.settled !== undefined || job.doc.status === 'failed'
}
