// Code generated from catalog/upstreams/lookups.yaml by "npm run generate". DO NOT EDIT.
import { get, segment } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { PostPhoneLookupBody } from '../people/phone.requests.ts'

/** GET of lookups. */
export const lookupsLookup: UpstreamCall<Call<PostPhoneLookupBody, any, any, any>> = {
  id: 'lookups.lookup', upstream: 'lookups', origin: 'catalog/upstreams/lookups.yaml:11',
  method: 'GET',
  path: ({ body }) => `/v2/PhoneNumbers/${segment(body.phoneNumber)}`,
  timeout: 15_000, retry: 0,
  query: () => ({ Fields: 'line_type_intelligence' }),
  fail: ({ status }) => {
    if ([401, 403].includes(status)) // catalog/upstreams/lookups.yaml:7
      return {
        as: 'upstream_failed', details: 'Telephone data is not available to this gateway now',
      }
    return undefined
  },
  resultWhen: ({ reply }) => get(reply, 'phone_number') !== undefined,
}

/** GET of lookups. */
export const lookupsFraud: UpstreamCall<Call<PostPhoneLookupBody, any, any, any>> = {
  id: 'lookups.fraud', upstream: 'lookups', origin: 'catalog/upstreams/lookups.yaml:16',
  method: 'GET',
  path: ({ body }) => `/v2/PhoneNumbers/${segment(body.phoneNumber)}`,
  timeout: 15_000, retry: 0,
  query: () => ({ Fields: 'line_type_intelligence,sim_swap,call_forwarding' }),
  fail: ({ status }) => {
    if ([401, 403].includes(status)) // catalog/upstreams/lookups.yaml:7
      return {
        as: 'upstream_failed', details: 'Telephone data is not available to this gateway now',
      }
    return undefined
  },
  resultWhen: ({ reply }) => get(reply, 'phone_number') !== undefined,
}
