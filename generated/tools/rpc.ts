// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import { count, didYouMean, get, items, length, need, say } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { rpcBody } from '../shapes.ts'
import { nodesRpc } from '../upstreams/nodes.ts'
import type { RpcRow } from './rpc.models.ts'
import type { PostRpcNetworkBody, PostRpcNetworkValues } from './rpc.requests.ts'

const hot = new Set([
  'eth_chainId', 'net_version', 'eth_blockNumber', 'eth_gasPrice', 'getSlot', 'getBlockHeight',
  'getLatestBlockhash', 'getblockcount', 'server_info', 'chain_getHeader',
])

const rpc_not_taken = new Set([-32_700, -32_600, -32_601])

/** POST /api/v1/rpc/{network}: JSON-RPC on 40 blockchains, one call or a batch */
export const postRpcNetwork: Route<
  Call<PostRpcNetworkBody, { network: string }, RpcRow, any, PostRpcNetworkValues>
> = {
  id: 'post_rpc_network', origin: 'catalog/tools/rpc.routes.yaml:1', family: 'tools/rpc',
  method: 'POST', path: '/api/v1/rpc/{network}',
  aliases: [{ method: 'POST', path: '/api/v1/solana/rpc', with: { network: 'solana' } }],
  prefix: '', summary: 'JSON-RPC on 40 blockchains, one call or a batch', tags: ['rpc'],
  flow: 'inline', networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
  envelope: 'node', challenge: 'after_gates', discovery: 'challenge', table: 'rpc.models',
  pick: ({ path }) => path.network,
  pickAt: ['path', 'network'], authorization: 300_000, bodyLimit: 1_048_576,
  body: { schema: rpcBody, unknown: 'forward' },
  values: { calls: ({ body }) => count(body) },
  gates: ({ path, model, models }) => {
    if (model === undefined) // catalog/tools/rpc.routes.yaml:19
      return {
        status: 400,
        message: `Unsupported network ${path.network}.${didYouMean(path.network, models.ids)} Supported networks - ${say(models.ids)}`,
        extra: { supported: models.ids },
      }
    return undefined
  },
  price: {
    micro: ({ values }) => BigInt(values.calls) * 4000n, // catalog/tools/rpc.routes.yaml:26
    reads: ['values.calls'],
    units: ({ values }) => ({ calls: values.calls }),
    lines: ({ values }) => [['calls', values.calls, 1n, 1n, 250n]],
    decimals: 4, identify: false,
  },
  show: ({ route }) => ({ endpoint: route.path, method: route.method, description: route.summary }),
  example: {
    body: { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] },
    path: { network: 'ethereum' },
  },
  probes: [{
    networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
    body: { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] },
    path: { network: 'ethereum' },
  }],
  upstream: () => nodesRpc,
  cache: {
    when: ({ body }) =>
      get(body, 'method') !== undefined
        && get(body, 'id') !== undefined
        && hot.has(get(body, 'method'))
        && length(body) === 2
          + (get(body, 'jsonrpc') !== undefined ? 1 : 0)
          + (get(body, 'params') !== undefined ? 1 : 0),
    key: ({ body, model }) =>
      [model.id, get(body, 'jsonrpc'), get(body, 'method'), get(body, 'params')],
    for: 2000,
    keep: ({ reply }) =>
      get(reply, 'result') !== undefined
        && (get(reply, 'error') === undefined || get(reply, 'error') === null)
        && get(reply, 'result', 'status') !== 'error',
    patch: ({ body }) => ({ id: get(body, 'id') }),
  },
  headers: ({ model, cache }) => ({ 'x-network': model.id, 'x-cache': need(cache).state }),
  reply: 'verbatim',
  chargeIf: ({ values, reply }) =>
    !rpc_not_taken.has(get(reply, 'error', 'code'))
      && items(reply).filter(a => rpc_not_taken.has(get(a, 'error', 'code'))).length < values.calls,
}
