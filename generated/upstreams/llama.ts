// Code generated from catalog/upstreams/llama.yaml by "npm run generate". DO NOT EDIT.
import { after, get, join } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'

/** The first failure rules of calls of llama. */
const llamaCommonFail: NonNullable<UpstreamCall<Call<any, any, any, any>>['fail']> = ({
  status, reply,
}) => {
  if (status === 200 && reply === undefined) // catalog/upstreams/llama.yaml:6
    return { as: 'upstream_failed', details: 'The upstream returned no answer' }
  return undefined
}

/** GET of llama. */
export const llamaRead: UpstreamCall<Call<any, any, any, any>> = {
  id: 'llama.read', upstream: 'llama', origin: 'catalog/upstreams/llama.yaml:10', method: 'GET',
  path: ({ route }) => route.rest,
  holes: () => ({ host: 'api' }),
  timeout: 25_000, retry: 1, query: 'forward', fail: llamaCommonFail,
}

/** GET of llama. */
export const llamaChains: UpstreamCall<Call<any, any, any, any>> = {
  id: 'llama.chains', upstream: 'llama', origin: 'catalog/upstreams/llama.yaml:16', method: 'GET',
  path: () => '/v2/chains',
  holes: () => ({ host: 'api' }),
  timeout: 25_000, retry: 1, query: 'forward', fail: llamaCommonFail,
}

/** GET of llama. */
export const llamaPools: UpstreamCall<Call<any, any, any, any>> = {
  id: 'llama.pools', upstream: 'llama', origin: 'catalog/upstreams/llama.yaml:17', method: 'GET',
  path: () => '/pools',
  holes: () => ({ host: 'yields' }),
  timeout: 25_000, retry: 1, query: 'forward', fail: llamaCommonFail,
}

/** GET of llama. */
export const llamaPrices: UpstreamCall<Call<any, any, any, any>> = {
  id: 'llama.prices', upstream: 'llama', origin: 'catalog/upstreams/llama.yaml:18', method: 'GET',
  path: ({ route }) => join(['/prices/current', after(route.rest, '/prices')], ''),
  holes: () => ({ host: 'coins' }),
  timeout: 25_000, retry: 1, query: 'forward', fail: llamaCommonFail,
  resultWhen: ({ reply }) => get(reply, 'coins') !== undefined,
}
