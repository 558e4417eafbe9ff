/**
 * Credits for streams that were settled before their first word and whose upstream then broke off.
 * The wallet's next stream uses one instead of its own payment. A credit is written before its
 * payment is settled, and is valid only when that payment has landed. It is `held` while its stream
 * runs, and again while it is being used. So after a crash either the stream has ended or the
 * credit exists, and no credit is used twice: each change names the version that it is based on.
 */
import type { Call } from '../call.ts'
import type { GatewayContext } from '../context.ts'
import { writeOver, type Change, type Stored } from '../store/store.ts'

/** How long a credit is stored, and how long it stays held if its process died. Ms. */
const STORED_FOR = 30 * 24 * 3_600_000
const HELD_FOR = 3_600_000
/**
 * Maximum number of a wallet's credits that are read, the oldest first: more than it leaves behind,
 * although those whose payment has not landed stay for as long as they are stored.
 */
const MAX_CREDITS = 200

/**
 * As stored. `payment` is the key of the payment record and `claim` its claim, because a header may
 * be released and used again. `amount` is micro-USD; the credit is free from `from` on, Unix ms.
 */
interface Doc {
  wallet: string
  payment: string
  claim?: string
  amount: number
  from: number
}

/** A credit that is held for one stream. */
export interface Credit {
  /** The transaction that paid for it; undefined while it is unknown. */
  transaction?: string
  /**
   * Spends the credit, because the stream was served; what the stream did not cost remains as a
   * credit. Resolves to false if the credit no longer existed.
   */
  spend(amount: bigint): Promise<boolean>
  /** Releases the credit for the wallet's next stream, because this one was not served. */
  giveBack(): Promise<void>
}

const keyOf = (payment: string): string => `credit|${payment}`
const tagOf = (wallet: string): string => `credit|${wallet}`

/**
 * Writes the credit of a call that will be settled before its first word, and holds it. Rejects if
 * it cannot be written.
 */
export async function writeCredit(call: Call): Promise<Credit> {
  const { context, payer, payment, quote, charge } = call
  const doc: Doc = {
    wallet: payer!,
    payment: payment!.authorization.key,
    claim: charge.record?.claim,
    amount: Number(quote!.amount),
    from: context.clock.now() + HELD_FOR,
  }
  // An earlier attempt with the same header may have left a credit.
  const existing = await context.store.get<Doc>('gateway.credits', keyOf(doc.payment))
  const written = await context.store.commit([changeOf(context, doc, existing?.version)])
  if (!written) throw new Error('a credit could not be written')
  return creditOf(context, doc, (existing?.version ?? 0) + 1)
}

/** A wallet's stored credits. */
export type Credits = readonly { stored: Stored<Doc> }[]

/** Reads a wallet's credits, free or held. */
export function creditsOf({ store }: GatewayContext, wallet: string): Promise<Credits> {
  return store.list<Doc>('gateway.credits', tagOf(wallet), MAX_CREDITS)
}

/** Holds a free credit that covers the call, and returns it. Undefined if there is none. */
export async function takeCredit(
  { context, quote }: Call,
  credits: Credits,
): Promise<Credit | undefined> {
  const { store, clock, ledger } = context
  for (const { stored } of credits) {
    const { doc, version } = stored
    if (doc.from > clock.now() || BigInt(doc.amount) < quote!.amount) continue
    const record = await ledger.get(doc.payment)
    if (record?.state !== 'settled' || record.claim !== doc.claim) continue
    const heldDoc = { ...doc, from: clock.now() + HELD_FOR }
    if (await store.commit([changeOf(context, heldDoc, version)]))
      return { ...creditOf(context, heldDoc, version + 1), transaction: record.transaction }
  }
  return undefined
}

function creditOf(context: GatewayContext, doc: Doc, version: number): Credit {
  const place = { in: 'gateway.credits', key: keyOf(doc.payment), version } as const
  return {
    spend(amount) {
      const left = doc.amount - Number(amount)
      return context.store.commit([
        left > 0
          ? changeOf(context, { ...doc, amount: left, from: 0 }, version)
          : { do: 'remove', ...place },
      ])
    },
    async giveBack() {
      await context.store.commit([changeOf(context, { ...doc, from: 0 }, version)])
    },
  }
}

function changeOf({ clock }: GatewayContext, doc: Doc, version: number | undefined): Change {
  return writeOver(version, {
    in: 'gateway.credits',
    key: keyOf(doc.payment),
    doc,
    tag: tagOf(doc.wallet),
    expires: clock.now() + STORED_FOR,
  })
}
