/** Opens the payment scheme of an EVM network as the settings select it. */
import type { SchemeParts, Schemes } from '../kind.ts'
import { createFacilitatorBackend } from './facilitator/backend.ts'
import { createRelayerBackend } from './relayer/backend.ts'
import { createRpc } from '../rpc.ts'
import { createPaymentScheme } from './scheme.ts'
import { createTokenReader } from './reader.ts'
import type { SettlementBackend } from './types.ts'

/**
 * Opens the scheme: it settles with a relayer in this process if there is a relayer key, otherwise
 * through a facilitator. Throws if neither is set.
 */
export async function openEvm(parts: SchemeParts): Promise<Schemes> {
  const { spec, settings, slack, register } = parts
  const backend = register(createBackend(parts))
  const node = register(createRpc({ url: settings.rpcUrl }))
  const reader = createTokenReader(node, spec.asset)
  return [createPaymentScheme(spec, { payTo: settings.payTo, backend, slack, reader })]
}

function createBackend(parts: SchemeParts): SettlementBackend {
  const { spec, settings, store, clock, observe } = parts
  const { rpcUrl, confirmations, facilitator, relayerKey, payTo } = settings
  const options = { confirmations }
  if (relayerKey !== undefined)
    return createRelayerBackend({ spec, rpcUrl, relayerKey, store, clock, observe, options })
  if (facilitator === undefined) throw new Error('neither a relayer key nor a facilitator is set')
  const headers =
    facilitator.key === undefined ? undefined : { authorization: `Bearer ${facilitator.key}` }
  const { url } = facilitator
  return createFacilitatorBackend({ spec, payTo, url, headers, rpcUrl, clock, observe, options })
}
