/** Charges a call to its caller's budget, from its first stage until its payment is claimed. */
import type { Call } from '../call.ts'
import { rateKeys, type RateKey } from '../http/client-address.ts'

/**
 * Cost of verifying a payment, in ms of the budget: a signature is computed, the chain is queried.
 */
export const VERIFICATION = 20

/** Cost of an unusable input, in ms of the budget: a large picture may have been decoded. */
const UNUSABLE = 400

/** Starts to charge a call to the budget of its caller, with the bytes of its body. */
export function beginSpending(call: Call, keys: readonly RateKey[]): undefined {
  const bytes = call.bytes?.length ?? 0
  call.spent = { keys, bytes, ms: 0 }
  call.context.budget.spend(keys, { bytes, ms: 0 })
  return undefined
}

/** Runs a step, and records its time until it first waits. */
export function metered<T>(call: Call, step: () => T): T {
  const { budget } = call.context
  const { spent } = call
  if (spent === undefined) return step()
  const from = budget.elapsed()
  try {
    return step()
  } finally {
    const ms = budget.elapsed() - from
    spent.ms += ms
    budget.spend(spent.keys, { bytes: 0, ms })
  }
}

/**
 * Charges the call for the verification of its payment. It is refunded if the call claims the
 * payment.
 */
export function spendVerification({ context, spent }: Call): void {
  if (spent === undefined) return
  spent.ms += VERIFICATION
  context.budget.spend(spent.keys, { bytes: 0, ms: VERIFICATION })
}

/**
 * Charges an address and a wallet for an input that this process could not use: such a call reaches
 * no upstream and pays nothing, so the caller could repeat it forever.
 */
export function spendUnusable(call: Call): void {
  call.context.budget.spend(callerKeys(call), { bytes: 0, ms: UNUSABLE })
}

/** Returns the keys of a call's address, if it identifies a caller, and of its wallet. */
export function callerKeys({ isUnnamed, ip, payer }: Call): RateKey[] {
  const wallet = payer === undefined ? [] : [{ key: payer, times: 1 }]
  return [...(isUnnamed ? [] : rateKeys(ip)), ...wallet]
}

/** Refunds a call whose payment is claimed. */
export function refund(call: Call): void {
  if (call.spent === undefined) return
  const { keys, bytes, ms } = call.spent
  call.context.budget.spend(keys, { bytes: -bytes, ms: -ms })
  call.spent = undefined
}
