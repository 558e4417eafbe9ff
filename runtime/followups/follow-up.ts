/**
 * Follow-ups: upstream calls that are owed, stored until an upstream has answered them. A follow-up
 * may depend on a payment: then it is made only if that payment can no longer settle.
 */
import type { Arguments } from '../upstream/arguments.ts'
import { isWaived } from '../payments/record.ts'
import type { Companion } from '../payments/ledger/records.ts'
import type { Change } from '../store/store.ts'

/** A follow-up as it is stored. Times are Unix ms, of the store's clock. */
export interface FollowUp {
  /** The upstream call, which `takes` its arguments. */
  call: string
  with: Arguments
  /** `call.id` in the formulas of the call. */
  id: string
  /** The earliest time at which it is made. */
  due: number
  /**
   * Until this time, an answer outside 2xx that the call passes, e.g. "not found", is not final:
   * the object to give back may still be created.
   */
  sureFrom?: number
  /** The claim that must not have been paid. If absent, the follow-up is made in any case. */
  unpaid?: { key: string; claim: string }
  /** How often it was tried. */
  tries: number
}

/** The values of a new follow-up; see `FollowUp`. */
export type NewFollowUp = Omit<FollowUp, 'tries'>

/** The collection of follow-ups in the store. */
export const FOLLOW_UPS = 'gateway.followups'

/** All follow-ups have one tag, because there are few: those of running calls, and failing ones. */
export const OWED = 'owed'

/**
 * The store change that adds a follow-up. Commit it together with what makes it necessary, before
 * anything is sent. `key` must be unique; the change fails if it exists.
 */
export function followUpChange(key: string, followUp: NewFollowUp): Change {
  return { do: 'insert', in: FOLLOW_UPS, key, doc: { ...followUp, tries: 0 }, tag: OWED }
}

/** The store change that drops a follow-up, if it still exists. */
export function dropChange(key: string): Change {
  return { do: 'remove', in: FOLLOW_UPS, key }
}

/**
 * Drops the follow-ups that wait for the end of a payment, in the commit that ends it as paid. A
 * result that costs nothing is paid when its claim is abandoned. Records that a wallet
 * owns even if the payment fails are not given back either.
 */
export const dropWhenPaid: Companion = {
  concerns: ({ followUps }) => followUps !== undefined,
  changes: async (record, event) => {
    const isFailed = event === 'fail' || event === 'refuse'
    const isOwned = isFailed && record.effects?.some(({ when }) => when === 'done') === true
    const isPaid =
      event === 'land' || event === 'cover' || (event === 'abandon' && isWaived(record))
    return isPaid || isOwned ? (record.followUps ?? []).map(dropChange) : []
  },
}
