/**
 * Determines the outcome of an authorization. The facilitator holds the deposits, so its transfers
 * are the proof: one with this nonce, wallet, amount and recipient.
 */
import type { Payment, Requirements } from '../payment.ts'
import type { Settlement } from '../settlement.ts'
import type { BatchedApi, Transfer } from './api.ts'
import type { Authorization } from './authorization.ts'

/** A payment with its requirements, and the symbol of the token. */
export interface Sought {
  payment: Payment<Authorization>
  requirements: Requirements
  symbol: string
}

/**
 * What the transfers prove about an authorization. `paid`: this transfer moves the money. `spent`:
 * the nonce was used for another transfer. `undone`: its transfer failed. `unused`: there is no
 * transfer.
 */
export type Use =
  | { state: 'paid'; transaction: string }
  | { state: 'spent' | 'undone' | 'unused' | 'unknown' }

/** Whether a transfer used the authorization's nonce. */
const usesNonce = (transfer: Transfer, { payment, requirements }: Sought): boolean => {
  const { from, nonce } = payment.authorization
  return (
    transfer.fromAddress === from &&
    transfer.nonce === nonce &&
    transfer.sendingNetwork === requirements.network
  )
}

/** Whether a transfer that used the nonce moves this amount of this token to us. */
const pays = (transfer: Transfer, { payment, requirements, symbol }: Sought): boolean =>
  transfer.toAddress === requirements.payTo.toLowerCase() &&
  BigInt(transfer.amount) === payment.authorization.value &&
  transfer.recipientNetwork === requirements.network &&
  transfer.token === symbol

/** Looks up the transfer of an authorization. Never rejects. */
export async function useOf(api: BatchedApi, sought: Sought): Promise<Use> {
  const { from, nonce } = sought.payment.authorization
  const { network } = sought.requirements
  const found = await api.transfers({ network, from, nonce })
  if (found === undefined) return { state: 'unknown' }
  const own = found.filter(transfer => usesNonce(transfer, sought))
  const valid = own.filter(({ status }) => status !== 'failed')
  const paid = valid.find(transfer => pays(transfer, sought))
  if (paid !== undefined) return { state: 'paid', transaction: paid.id }
  if (valid.length > 0) return { state: 'spent' }
  return { state: own.length > 0 ? 'undone' : 'unused' }
}

/** The reason of an `unknown` while no transfer shows the authorization. */
export const UNSEEN = 'the facilitator shows no transfer of the authorization'

/** Creates an unknown outcome. */
export const unknown = (reason: string, transaction?: string): Settlement =>
  transaction === undefined
    ? { state: 'unknown', reason }
    : { state: 'unknown', reason, transaction }

/**
 * Returns the settlement that the transfers prove; undefined while they prove nothing. A failed
 * transfer may be repeated while the signature is valid (`isOver` means that it no longer is).
 */
export function provedBy(use: Use, isOver: boolean): Settlement | undefined {
  if (use.state === 'paid') return { state: 'landed', transaction: use.transaction }
  if (use.state === 'spent')
    return { state: 'failed', reason: 'the wallet used the nonce for another transfer' }
  if (use.state === 'undone') return failed('the transfer failed at the facilitator', isOver)
  if (use.state === 'unused' && isOver)
    return { state: 'failed', reason: 'the authorization expired unused' }
  return undefined
}

/** Creates a failure; until the signature has ended, someone else may still settle it. */
export const failed = (reason: string, isOver: boolean): Settlement =>
  isOver ? { state: 'failed', reason } : { state: 'failed', reason, mayLand: true }
