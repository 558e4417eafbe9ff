/**
 * Records how much a wallet has paid for streams: its unpaid streams may cost at most this amount
 * together. It is stored for all processes. A payment that fails after its stream was served resets
 * it.
 */
import type { Call } from '../call.ts'
import type { GatewayContext } from '../context.ts'
import { writeOver, type Change, type Stored } from '../store/store.ts'

/** Largest recorded amount, in micro-USD; more is not counted. */
const MAX_PAID = 10_000_000
/** How long a wallet is remembered without a stream, in ms. */
const STORED_FOR = 30 * 24 * 3_600_000
const TRIES = 4

/** As stored: micro-USD paid for streams. */
export interface Paid {
  paid: number
}

const keyOf = (wallet: string): string => `paid|${wallet}`

/** Reads what a wallet has paid for streams; undefined without history. */
export function paidBefore(
  { store }: GatewayContext,
  wallet: string,
): Promise<Stored<Paid> | undefined> {
  return store.get<Paid>('gateway.history', keyOf(wallet))
}

/**
 * Adds a landed payment to the wallet's history; `known` is the history when the stream started. No
 * call waits for this write, so it shares a disk write. Never rejects: a payment that is not
 * recorded only gives no credit.
 */
export async function notePaid(call: Call, known: Stored<Paid> | undefined): Promise<void> {
  const { context, payer } = call
  if (payer === undefined) return
  try {
    for (let tries = 0, now = known; tries < TRIES; tries++) {
      if (await addPaid(call, now)) return
      now = await paidBefore(context, payer)
    }
  } catch (error) {
    context.observe.log.warn(
      { err: error },
      'a payment could not be added to the history of its wallet',
    )
  }
}

/** Adds the payment to the history; returns false if the history has changed meanwhile. */
async function addPaid(call: Call, known?: Stored<Paid>): Promise<boolean> {
  const paid = known?.doc.paid ?? 0
  if (paid >= MAX_PAID) return true
  const change = changeOf(
    call,
    known,
    Math.min(MAX_PAID, paid + Number(call.charge.due ?? call.quote!.amount)),
  )
  return call.context.store.commit([change], { lazy: true })
}

function changeOf({ context, payer }: Call, known: Stored<Paid> | undefined, paid: number): Change {
  const [key, doc, expires] = [keyOf(payer!), { paid }, context.clock.now() + STORED_FOR]
  return writeOver(known?.version, { in: 'gateway.history', key, doc, expires })
}

/**
 * Resets a wallet's history after its payment failed. The entry stays, empty: a new one would start
 * at version 1 again, and a stream that started earlier could restore the old amount. Never
 * rejects.
 */
export async function forgetPaid(call: Call): Promise<void> {
  const { context, payer } = call
  if (payer === undefined) return
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const known = await paidBefore(context, payer)
      if (known === undefined || (await context.store.commit([changeOf(call, known, 0)]))) return
    }
    // Other calls have changed the entry each time. It must be reset, so it is removed.
    await context.store.commit([{ do: 'remove', in: 'gateway.history', key: keyOf(payer) }])
  } catch (error) {
    context.observe.log.warn({ err: error }, 'the history of a wallet could not be reset')
  }
}
