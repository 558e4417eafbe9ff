/** Opens the payment schemes of an EVM network as the settings select them. */
import type { PaymentScheme } from '../scheme.ts'
import type { SchemeParts, Schemes } from '../kind.ts'
import { createFacilitatorBackend, type FacilitatorSettings } from './facilitator/backend.ts'
import { eip3009 } from './eip3009.ts'
import { createRelayer } from './relayer/backend.ts'
import { createRpc } from '../rpc.ts'
import { createPaymentScheme } from './scheme.ts'
import { createTokenReader } from './reader.ts'
import type { SettlementBackend, TokenReader } from './types.ts'
import { uptoOfFacilitator, uptoOfRelayer } from './upto/open.ts'
import { UPTO } from './upto/scheme.ts'

/** Opens one scheme. */
type Opener = (scheme: string) => Promise<PaymentScheme>

/**
 * Opens the network's scheme and those that callers may request: they settle with one relayer in
 * this process if there is a relayer key, otherwise through a facilitator. Throws if neither is
 * set.
 */
export async function openEvm(parts: SchemeParts): Promise<Schemes> {
  const { spec, settings, register } = parts
  const node = register(createRpc({ url: settings.rpcUrl }))
  const reader = createTokenReader(node, spec.asset)
  const open =
    settings.relayerKey === undefined ? byFacilitator(parts, reader) : byRelayer(parts, reader)
  const first = await open(spec.scheme)
  return [first, ...(await Promise.all((spec.on_request ?? []).map(open)))]
}

function exact(parts: SchemeParts, backend: SettlementBackend, reader: TokenReader): PaymentScheme {
  const { spec, settings, slack, register } = parts
  const { payTo } = settings
  return createPaymentScheme(
    { ...spec, scheme: 'exact' },
    { payTo, backend: register(backend), slack, reader },
  )
}

function byRelayer(parts: SchemeParts, reader: TokenReader): Opener {
  const { spec, settings, store, clock, observe } = parts
  const { rpcUrl, confirmations, relayerKey = '' } = settings
  const options = { confirmations }
  const relayer = createRelayer({ spec, rpcUrl, relayerKey, store, clock, observe, options })
  return async scheme =>
    scheme === UPTO
      ? uptoOfRelayer(parts, relayer, reader)
      : exact(parts, relayer.backend(eip3009(spec)), reader)
}

function byFacilitator(parts: SchemeParts, reader: TokenReader): Opener {
  const { spec, settings, clock, observe } = parts
  const { rpcUrl, confirmations, facilitator, payTo } = settings
  if (facilitator === undefined) throw new Error('neither a relayer key nor a facilitator is set')
  const { url, key } = facilitator
  const headers = key === undefined ? undefined : { authorization: `Bearer ${key}` }
  const options = { confirmations }
  const remote: FacilitatorSettings = { spec, payTo, url, headers, rpcUrl, clock, observe, options }
  return async scheme =>
    scheme === UPTO
      ? uptoOfFacilitator(parts, remote, reader)
      : exact(parts, createFacilitatorBackend(remote), reader)
}
