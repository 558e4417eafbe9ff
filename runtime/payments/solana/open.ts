/** Opens the payment scheme of a Solana network as the settings select it. */
import type { SchemeParts, Schemes } from '../kind.ts'
import { createRpc } from '../rpc.ts'
import { createFacilitatorBackend } from './facilitator.ts'
import { createNode, OtherChain } from './node.ts'
import { createTokenReader } from './reader.ts'
import { createRelayerBackend } from './relayer.ts'
import { createPaymentScheme } from './scheme.ts'
import type { SettlementBackend } from './types.ts'

/**
 * Opens the scheme: it settles with a key in this process if there is one, otherwise through a
 * facilitator. Logs what is missing to be paid; health views show the same.
 */
export async function openSolana(parts: SchemeParts): Promise<Schemes> {
  const { spec, settings, register, observe } = parts
  const backend = register(await openBackend(parts))
  const node = createNode(register(createRpc({ url: settings.rpcUrl })), spec)
  await node.ready().catch((error: unknown) => {
    if (error instanceof OtherChain) throw error
  })
  const { ok, details } = await backend.health()
  if (!ok) observe.log.error({ chain: spec.chain, ...details }, 'payments cannot be settled yet')
  const reader = createTokenReader(node, spec.asset)
  return [createPaymentScheme(spec, { payTo: settings.payTo, backend, reader })]
}

async function openBackend(parts: SchemeParts): Promise<SettlementBackend> {
  const { spec, settings, clock, observe } = parts
  const { rpcUrl, confirmations, facilitator, relayerKey, payTo } = settings
  // One confirmation is the vote of two thirds of the stake; further ones make a block final.
  const options = { final: confirmations > 1 }
  if (relayerKey !== undefined)
    return createRelayerBackend({ spec, payTo, rpcUrl, relayerKey, clock, observe, options })
  if (facilitator === undefined) throw new Error('neither a relayer key nor a facilitator is set')
  const { url, key } = facilitator
  const headers = key === undefined ? undefined : { authorization: `Bearer ${key}` }
  return createFacilitatorBackend({ spec, payTo, url, headers, rpcUrl, clock, observe, options })
}
