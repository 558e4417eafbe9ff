// Code generated from catalog/upstreams/nodes.yaml by "npm run generate". DO NOT EDIT.
import { get, length } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { RpcRow } from '../tools/rpc.models.ts'

/** POST of nodes. */
export const nodesRpc: UpstreamCall<Call<any, any, RpcRow, any>> = {
  id: 'nodes.rpc', upstream: 'nodes', origin: 'catalog/upstreams/nodes.yaml:15', method: 'POST',
  path: () => '/',
  holes: ({ model }) => ({ 'model.host': model.host }),
  timeout: 20_000, retry: 0, send: 'verbatim', replyLimit: 16_777_216,
  fail: ({ status, reply }) => {
    if ([401, 403, 407].includes(status)) // catalog/upstreams/nodes.yaml:7
      return { as: 'upstream_failed', details: 'The node is not available to this gateway now' }
    if (status === 200 && length(reply) === 0) // catalog/upstreams/nodes.yaml:10
      return { as: 'upstream_failed', details: 'The node returned no answer' }
    return undefined
  },
  passes: ({ status, reply }) =>
    (status === 400 || status === 404 || status === 500)
      && (get(reply, 'error') !== undefined && get(reply, 'id') !== undefined),
}
