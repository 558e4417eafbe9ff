// Code generated from catalog/upstreams/carrier.yaml by "npm run generate". DO NOT EDIT.
import { get, segment } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { PostNumbersRenewBody } from '../people/phone.requests.ts'

/** POST of carrier. */
export const carrierBuy: UpstreamCall<Call<PostNumbersRenewBody, any, any, any>> = {
  id: 'carrier.buy', upstream: 'carrier', origin: 'catalog/upstreams/carrier.yaml:6',
  method: 'POST',
  path: () => '/numbers',
  timeout: 20_000, retry: 0,
  send: ({ body }) => ({ number: body.phoneNumber }),
  give: ({ reply }) => ({ sid: get(reply, 'sid') }),
}

/** DELETE of carrier. */
export const carrierRelease: UpstreamCall<Call<any, any, any, any> & { args: { sid: string } }> = {
  id: 'carrier.release', upstream: 'carrier', origin: 'catalog/upstreams/carrier.yaml:11',
  method: 'DELETE',
  takes: { sid: 'string' },
  path: ({ args }) => `/numbers/${segment(args.sid)}`,
  timeout: 20_000, retry: 0,
  passes: ({ status }) => status === 404,
}
