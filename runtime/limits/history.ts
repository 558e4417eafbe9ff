/**
 * What a wallet has paid for streams: what it may owe for streams at a time. Kept in the store, so
 * that all processes know it. A payment that fails when the stream was served ends it.
 */
import type { Call, Core } from '../context.ts'
import type { Change, Stored } from '../store/store.ts'

/** More than so much micro-USD is not trusted, and not counted. */
const MOST = 10_000_000
/** A wallet is forgotten after so many ms without a stream. */
const KEPT = 30 * 24 * 3_600_000
const TRIES = 4

/** As stored: micro-USD paid for streams. */
export interface Paid {
  paid: number
}

const keyOf = (wallet: string): string => `paid|${wallet}`

/** What a wallet has paid for streams, as it is stored; undefined for one without history. */
export function paidBefore({ store }: Core, wallet: string): Promise<Stored<Paid> | undefined> {
  return store.get<Paid>('gateway.history', keyOf(wallet))
}

/**
 * Adds a payment that landed to what was `known` when the stream began. Nobody waits for it, so it
 * shares a write to the disk. Never rejects: what is not noted is not trusted.
 */
export async function notePaid(call: Call, known: Stored<Paid> | undefined): Promise<void> {
  const { core, payer } = call
  if (payer === undefined) return
  try {
    for (let tries = 0, now = known; tries < TRIES; tries++) {
      if (await addPaid(call, now)) return
      now = await paidBefore(core, payer)
    }
  } catch (error) {
    core.observe.log.warn(
      { err: error },
      'a payment could not be added to the history of its wallet',
    )
  }
}

/** False where the history has changed meanwhile. */
async function addPaid(call: Call, known?: Stored<Paid>): Promise<boolean> {
  const paid = known?.doc.paid ?? 0
  if (paid >= MOST) return true
  const change = changeOf(call, known, Math.min(MOST, paid + Number(call.quote!.amount)))
  return call.core.store.commit([change], { lazy: true })
}

function changeOf({ core, payer }: Call, known: Stored<Paid> | undefined, paid: number): Change {
  const [key, doc, expires] = [keyOf(payer!), { paid }, core.clock.now() + KEPT]
  const what = { in: 'gateway.history', key, doc, expires } as const
  return known === undefined
    ? { do: 'insert', ...what }
    : { do: 'replace', version: known.version, ...what }
}

/**
 * Forgets what a wallet has paid: its payment failed when it was served. The entry stays, and holds
 * nothing: the versions of a new one would begin at 1 again, and a stream that began earlier would
 * write back what it has read. Never rejects.
 */
export async function forgetPaid(call: Call): Promise<void> {
  const { core, payer } = call
  if (payer === undefined) return
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const known = await paidBefore(core, payer)
      if (known === undefined || (await core.store.commit([changeOf(call, known, 0)]))) return
    }
    // Others change it all the time: it must be forgotten nevertheless.
    await core.store.commit([{ do: 'remove', in: 'gateway.history', key: keyOf(payer) }])
  } catch (error) {
    core.observe.log.warn({ err: error }, 'the history of a wallet could not be ended')
  }
}
