/**
 * Limits the cost that we bear for results whose payment fails (`settle.on_failure: absorb`). New
 * wallets cost nothing, and each could be emptied while its result is made. So all wallets together
 * have a limit per hour, across processes. Above it the result is not delivered: it is undone, as
 * after any failed settlement.
 */
import type { Call } from '../call.ts'
import type { GatewaySpec } from '../contract.ts'

/** Micro-USD an hour, if the catalog sets no limit. */
const MAX_ABSORBED = 1_000_000
const HOUR = 3_600_000
const POOL = 'absorbed'

/**
 * Whether we bear the cost if the payment of this call fails. Its price counts against the limit
 * until the payment has landed, otherwise for an hour. The cost of a transfer is always borne,
 * because it cannot be reversed. Rejects while the store is unavailable.
 */
export async function mayAbsorb(call: Call): Promise<boolean> {
  const { context, compiled, quote } = call
  if (compiled.route.onSettlementFailure !== 'absorb') return false
  if (compiled.route.transfer !== undefined) return true
  const most = absorbLimit(context.catalog.gateway)
  return context.store.hold(POOL, {
    key: keyOf(call),
    amount: Number(quote!.amount),
    most,
    ttlMs: HOUR,
  })
}

/** Returns the limit of the borne cost per hour, micro-USD. */
export const absorbLimit = ({ absorbed }: Pick<GatewaySpec, 'absorbed'>): number =>
  absorbed ?? MAX_ABSORBED

/**
 * Releases the amount held for a payment that has landed, or was not sent: then nothing is borne.
 * Never rejects.
 */
export async function endAbsorbing(call: Call): Promise<void> {
  if (!call.charge.absorbs) return
  const { store, observe } = call.context
  await store
    .unhold(POOL, keyOf(call))
    .catch(error =>
      observe.log.warn(
        { err: error },
        'a held amount could not be released; it is free in an hour',
      ),
    )
}

const keyOf = ({ payment }: Call): string => payment!.authorization.key
