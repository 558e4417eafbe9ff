/** What a node of an EVM chain does in each mode of the contract. */
import type { NodeMode } from '../contract-world.ts'
import { honest, only, type NodeProxy } from '../node-proxy.ts'

const SENT = 'eth_sendRawTransaction'

/** What the proxy does to calls, in each mode; what is held is held by the chain itself. */
export const LEVERS: Record<NodeMode, NodeProxy['lever']> = {
  honest,
  holds: honest,
  drops: only(SENT, async ({ params }) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, result: `0x${String(params[0]).slice(2, 66)}` }),
  ),
  fails: only(SENT, async (_call, forward) => {
    await forward()
    return { status: 503, text: '' }
  }),
  down: async () => ({ status: 503, text: '' }),
}
