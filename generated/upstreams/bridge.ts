// Code generated from catalog/upstreams/bridge.yaml by "npm run generate". DO NOT EDIT.
import { get } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'

/** POST of bridge. */
export const bridgeAddressOf: UpstreamCall<
  Call<any, any, any, any> & { args: { wallet: string } }
> = {
  id: 'bridge.address_of', upstream: 'bridge', origin: 'catalog/upstreams/bridge.yaml:7',
  method: 'POST',
  takes: { wallet: 'string' },
  path: () => '/deposit',
  timeout: 10_000, retry: 1,
  send: ({ args }) => ({ address: args.wallet }),
  give: ({ reply }) => ({ address: get(reply, 'address', 'evm') }),
  resultWhen: ({ reply }) => get(reply, 'address', 'evm') !== undefined,
}
