/**
 * Opens the payment scheme of an XRP Ledger network. It is imported only by gateways that are paid
 * there, because the ledger's library takes half a second and 30 MB.
 */
import type { SchemeParts, Schemes } from '../kind.ts'
import { createXrplBackend } from './backend.ts'
import { createNode } from './node.ts'
import { createXrplScheme } from './scheme.ts'
import { createSocket } from './socket.ts'

/** Opens the scheme. It needs no key: the wallets sign the transactions and pay the fees. */
export async function openXrpl(parts: SchemeParts): Promise<Schemes> {
  const { spec, settings, clock, observe, slack, register } = parts
  const { payTo, rpcUrl } = settings
  const node = createNode(createSocket({ url: rpcUrl, clock }), spec, (event, facts) =>
    observe.log.warn({ chain: spec.chain, ...facts }, event),
  )
  const backend = register(createXrplBackend({ spec, node, payTo, clock, slack }))
  return [createXrplScheme(spec, { payTo, backend, node })]
}
