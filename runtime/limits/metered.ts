/**
 * What a call costs the budget of its caller, from its first step until its payment is verified.
 */
import type { Call } from '../context.ts'
import type { RateKey } from '../http/peer.ts'

/** Notes who pays for what the call costs, and the bytes that were read of it. */
export function beginSpending(call: Call, keys: readonly RateKey[]): undefined {
  const bytes = call.bytes?.length ?? 0
  call.spent = { keys, bytes, ms: 0 }
  call.core.budget.spend(keys, { bytes, ms: 0 })
  return undefined
}

/** Runs a step, and notes the time that it takes until it first waits. */
export function metered<T>(call: Call, step: () => T): T {
  const { budget } = call.core
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

/** Gives back what a call has spent whose payment is verified. */
export function refund(call: Call): void {
  if (call.spent === undefined) return
  const { keys, bytes, ms } = call.spent
  call.core.budget.spend(keys, { bytes: -bytes, ms: -ms })
  call.spent = undefined
}
