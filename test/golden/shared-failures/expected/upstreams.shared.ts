// Code generated from catalog/upstreams/maker.yaml by "npm run generate". DO NOT EDIT.
import { get, same } from '../runtime/formula.ts'
import type { UpstreamCall } from '../runtime/contract.ts'
import type { Call } from './hooks.ts'
import type { ThingsRow } from './tools/things.models.ts'

/** The last failure rules of maker.make and other calls. */
export const makerMakeFail: NonNullable<UpstreamCall<Call<any, any, ThingsRow, any>>['fail']> = ({
  model, status, reply,
}) => {
  // catalog/upstreams/maker.yaml:14
  if (status === 503 && model.rate > 20_000n) return { as: 'upstream_failed' }
  // catalog/upstreams/maker.yaml:15
  if ([408, 504].includes(status)) return { as: 'upstream_timeout' }
  // catalog/upstreams/maker.yaml:16
  if ([400, 422].includes(status)) return { as: 'invalid_input', details: get(reply, 'error') }
  return undefined
}

/** The last failure rules of maker.more and other calls. */
export const makerMoreFail: NonNullable<UpstreamCall<Call<any, any, ThingsRow, any>>['fail']> = c => {
  const { model, status } = c
  // catalog/upstreams/maker.yaml:13
  if (status === 429 && same(model.kind, 'cheap')) return { as: 'rate_limited', retryAfter: '30' }
  return makerMakeFail(c)
}
