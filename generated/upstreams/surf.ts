// Code generated from catalog/upstreams/surf.yaml by "npm run generate". DO NOT EDIT.
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'

/** The first failure rules of calls of surf. */
const surfCommonFail: NonNullable<UpstreamCall<Call<any, any, any, any>>['fail']> = ({
  status, reply,
}) => {
  if ([401, 403].includes(status)) // catalog/upstreams/surf.yaml:7
    return { as: 'upstream_failed', details: 'This data is not available to this gateway now' }
  if (status === 200 && reply === undefined) // catalog/upstreams/surf.yaml:10
    return { as: 'upstream_failed', details: 'The upstream returned no answer' }
  return undefined
}

/** GET of surf. */
export const surfRead: UpstreamCall<Call<any, any, any, any>> = {
  id: 'surf.read', upstream: 'surf', origin: 'catalog/upstreams/surf.yaml:14', method: 'GET',
  path: ({ route }) => route.rest,
  timeout: 30_000, retry: 1, query: 'forward', fail: surfCommonFail,
}

/** POST of surf. */
export const surfSend: UpstreamCall<Call<any, any, any, any>> = {
  id: 'surf.send', upstream: 'surf', origin: 'catalog/upstreams/surf.yaml:19', method: 'POST',
  path: ({ route }) => route.rest,
  timeout: 30_000, retry: 0, query: 'forward', send: 'verbatim', fail: surfCommonFail,
}
