// Code generated from catalog/upstreams/predex.yaml by "npm run generate". DO NOT EDIT.
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'

/** GET of predex. */
export const predexRead: UpstreamCall<Call<any, any, any, any>> = {
  id: 'predex.read', upstream: 'predex', origin: 'catalog/upstreams/predex.yaml:12', method: 'GET',
  path: ({ route }) => route.rest,
  timeout: 30_000, retry: 1, query: 'forward',
  fail: ({ status, reply }) => {
    if (status === 200 && reply === undefined) // catalog/upstreams/predex.yaml:7
      return { as: 'upstream_failed', details: 'The upstream returned no answer' }
    return undefined
  },
}

/** POST of predex. */
export const predexSend: UpstreamCall<Call<any, any, any, any>> = {
  id: 'predex.send', upstream: 'predex', origin: 'catalog/upstreams/predex.yaml:17', method: 'POST',
  path: ({ route }) => route.rest,
  timeout: 30_000, retry: 0, query: 'forward', send: 'verbatim',
  fail: ({ status, reply }) => {
    if (status === 200 && reply === undefined) // catalog/upstreams/predex.yaml:7
      return { as: 'upstream_failed', details: 'The upstream returned no answer' }
    return undefined
  },
}
