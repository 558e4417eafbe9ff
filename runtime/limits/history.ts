/**
 * What a wallet has paid for streams: what it may owe for streams at a time. Kept in the store, so that all processes know it. A payment
 * that fails when the stream was served ends it.
 */
import type { Call, Core } from '../context.ts'

/** More than so much micro-USD is not trusted, and not counted. */
const MOST = 10_000_000
/** A wallet is forgotten after so many ms without a stream. */
const KEPT = 30 * 24 * 3_600_000
const TRIES = 3

interface Paid { paid: number }

const keyOf = (wallet: string): string => `paid|${wallet}`

/** Micro-USD that a wallet has paid for streams. */
export async function paidBefore({ store }: Core, wallet: string): Promise<number> {
  return (await store.get<Paid>('gateway.history', keyOf(wallet)))?.doc.paid ?? 0
}

/** Adds a payment that landed. Never rejects: what is not noted is not trusted. */
export async function notePaid({ core, payer, quote }: Call): Promise<void> {
  if (payer === undefined) return
  const { store, clock } = core
  try {
    for (let tries = 0; tries < TRIES; tries++) {
      const key = keyOf(payer)
      const known = await store.get<Paid>('gateway.history', key)
      if ((known?.doc.paid ?? 0) >= MOST) return
      const doc: Paid = { paid: Math.min(MOST, (known?.doc.paid ?? 0) + Number(quote!.amount)) }
      const [place, expires] = [{ in: 'gateway.history', key } as const, clock.now() + KEPT]
      const version = known?.version
      if (await store.commit([version === undefined ? { do: 'insert', ...place, doc, expires } : { do: 'replace', ...place, version, doc, expires }])) return
    }
  } catch (error) {
    core.observe.log.warn({ err: error }, 'a payment could not be added to the history of its wallet')
  }
}

/** Forgets what a wallet has paid: its payment failed when it was served. Never rejects. */
export async function forgetPaid({ core, payer }: Call): Promise<void> {
  if (payer === undefined) return
  await core.store.commit([{ do: 'remove', in: 'gateway.history', key: keyOf(payer) }]).catch((error) =>
    core.observe.log.warn({ err: error }, 'the history of a wallet could not be ended'))
}
