/** The parts that move money: the payment scheme, its settlement backend and the ledger. */
import { dropWhenPaid, followUpChange } from './followups/follow-up.ts'
import type { BaseParts, Register } from './base-parts.ts'
import type { Dependencies } from './context.ts'
import type { Json, NetworkSpec } from './contract.ts'
import type { Observe } from './observe/types.ts'
import { recordCompanion } from './owned/companions.ts'
import { createOwnedRecords } from './owned/owned.ts'
import { createFacilitatorBackend } from './payments/evm/facilitator/backend.ts'
import { createRelayerBackend } from './payments/evm/relayer/backend.ts'
import { createPaymentScheme } from './payments/evm/scheme.ts'
import { createLedger } from './payments/ledger/ledger.ts'
import type { SettlementBackend } from './payments/types.ts'
import type { Clock } from './seams.ts'
import type { Settings } from './settings/types.ts'
import type { Change, Store } from './store/store.ts'

/** Builds the payment scheme of the gateway's network, and its ledger. */
export function makePayments(
  base: BaseParts,
  store: Store,
  register: Register,
): Pick<Dependencies, 'paymentScheme' | 'ledger' | 'owned'> {
  const { catalog, settings, spec, clock, random, observe, instance } = base
  const backend = register(createBackend(spec, settings, { store, clock, observe }))
  const paymentScheme = createPaymentScheme(spec, {
    payTo: settings.payTo,
    backend,
    slack: catalog.gateway.slack,
  })
  const owned = createOwnedRecords({
    store,
    clock,
    kinds: catalog.records ?? {},
    followUp: (call, args) => owe(call, args, { clock, random }),
  })
  return {
    paymentScheme,
    owned,
    ledger: register(
      createLedger({
        store,
        paymentSchemes: [paymentScheme],
        clock,
        random,
        observe,
        owner: instance,
        companions: [dropWhenPaid, recordCompanion(owned)],
      }),
    ),
  }
}

/** The change that makes an upstream call as soon as possible, whatever becomes of payments. */
function owe(
  call: string,
  args: Readonly<Record<string, Json | undefined>>,
  { clock, random }: Pick<BaseParts, 'clock' | 'random'>,
): Change {
  const id = random.hex(8)
  return followUpChange(`${call} ${id}`, { call, with: args, id, due: clock.now() })
}

/**
 * Creates the settlement backend: a relayer in this process if there is a relayer key, otherwise a
 * facilitator.
 */
function createBackend(
  spec: NetworkSpec,
  settings: Settings,
  parts: { store: Store; clock: Clock; observe: Observe },
): SettlementBackend {
  const { rpcUrl, confirmations, facilitator, relayerKey, payTo } = settings
  if (relayerKey !== undefined)
    return createRelayerBackend({ spec, rpcUrl, relayerKey, ...parts, options: { confirmations } })
  if (facilitator === undefined) throw new Error('neither a relayer key nor a facilitator is set')
  const headers =
    facilitator.key === undefined ? undefined : { authorization: `Bearer ${facilitator.key}` }
  return createFacilitatorBackend({
    spec,
    payTo,
    url: facilitator.url,
    headers,
    rpcUrl,
    clock: parts.clock,
    observe: parts.observe,
    options: { confirmations },
  })
}
