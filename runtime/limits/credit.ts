/**
 * Credits: streams that were settled before their first word, and whose upstream then broke off.
 * The wallet's next stream spends one instead of its own payment. A credit is written before the
 * payment that it stands for is settled, and is worth something only when that has landed; it is
 * `held` while its stream goes on, and again while it is being spent. So a crash at any point
 * leaves either the stream's end or the credit, never neither, and no credit is spent twice: each
 * change names the version that was read.
 */
import type { Call, Core } from '../context.ts'
import type { Change, Stored } from '../store/store.ts'

/**
 * How long a credit is kept, and how long one is held where the process that holds it ended. Ms.
 */
const KEPT = 30 * 24 * 3_600_000
const HELD = 3_600_000
/** Credits of a wallet that are looked at. */
const MOST = 20

/**
 * As stored. `payment` is the key of the payment record and `claim` the claim of it that is meant:
 * a header may be released and bought with again. `amount` micro-USD; free from `from` on, Unix ms.
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
  /** The transaction that paid for it; undefined while it is not known. */
  transaction?: string
  /**
   * The stream was served: the credit is gone, but for what it did not cost. Resolves to false
   * where it was not there any more.
   */
  spend(amount: bigint): Promise<boolean>
  /** The stream was not served: the wallet may spend it on its next one. */
  giveBack(): Promise<void>
}

const keyOf = (payment: string): string => `credit|${payment}`
const tagOf = (wallet: string): string => `credit|${wallet}`

/**
 * Writes the credit of a call that is about to be settled first. Rejects where it cannot be
 * written.
 */
export async function writeCredit(call: Call): Promise<Credit> {
  const { core, payer, payment, quote, charge } = call
  const doc: Doc = {
    wallet: payer!,
    payment: payment!.authorization.key,
    claim: charge.record?.claim,
    amount: Number(quote!.amount),
    from: core.clock.now() + HELD,
  }
  // An earlier try of the same header may have left one behind.
  const before = await core.store.get<Doc>('gateway.credits', keyOf(doc.payment))
  const written = await core.store.commit([changeOf(core, doc, before?.version)])
  if (!written) throw new Error('a credit could not be written')
  return held(core, doc, (before?.version ?? 0) + 1)
}

/** Credits of a wallet as they are stored. */
export type Credits = readonly { stored: Stored<Doc> }[]

/** The credits of a wallet, free or not. */
export function creditsOf({ store }: Core, wallet: string): Promise<Credits> {
  return store.list<Doc>('gateway.credits', tagOf(wallet), MOST)
}

/** Takes a free one of the `credits` that is enough for the call. Undefined where there is none. */
export async function takeCredit(
  { core, quote }: Call,
  credits: Credits,
): Promise<Credit | undefined> {
  const { store, clock, ledger } = core
  for (const { stored } of credits) {
    const { doc, version } = stored
    if (doc.from > clock.now() || BigInt(doc.amount) < quote!.amount) continue
    const record = await ledger.get(doc.payment)
    if (record?.state !== 'settled' || record.claim !== doc.claim) continue
    const mine = { ...doc, from: clock.now() + HELD }
    if (await store.commit([changeOf(core, mine, version)]))
      return { ...held(core, mine, version + 1), transaction: record.transaction }
  }
  return undefined
}

function held(core: Core, doc: Doc, version: number): Credit {
  const place = { in: 'gateway.credits', key: keyOf(doc.payment), version } as const
  return {
    spend(amount) {
      const left = doc.amount - Number(amount)
      return core.store.commit([
        left > 0
          ? changeOf(core, { ...doc, amount: left, from: 0 }, version)
          : { do: 'remove', ...place },
      ])
    },
    async giveBack() {
      await core.store.commit([changeOf(core, { ...doc, from: 0 }, version)])
    },
  }
}

function changeOf({ clock }: Core, doc: Doc, version: number | undefined): Change {
  const what = {
    in: 'gateway.credits',
    key: keyOf(doc.payment),
    doc,
    tag: tagOf(doc.wallet),
    expires: clock.now() + KEPT,
  } as const
  return version === undefined ? { do: 'insert', ...what } : { do: 'replace', version, ...what }
}
