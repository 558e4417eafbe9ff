// Code generated from catalog/upstreams/maker.yaml by "npm run generate". DO NOT EDIT.
import { get, say } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { ThingsRow } from '../tools/things.models.ts'
import type { PostThingsBody } from '../tools/things.requests.ts'

/** POST of maker. */
export const makerMake: UpstreamCall<Call<PostThingsBody, any, ThingsRow, any>> = {
  id: 'maker.make', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:9', method: 'POST',
  path: () => '/make',
  timeout: 20_000, retry: 0,
  send: ({ body, model }) => ({ id: model.id, count: body.count }),
  fail: ({ body, model, status, reply }) => {
    const reason = get(reply, 'reason') ?? 'unknown'
    if (status === 423) // catalog/upstreams/maker.yaml:7
      return {
        as: 'upstream_failed',
        refusal: { status: 503, message: 'Closed for now', extra: { until: get(reply, 'until') } },
      }
    if (status === 404) // catalog/upstreams/maker.yaml:15
      return {
        as: 'upstream_rejected', code: 'UNKNOWN',
        refusal: {
          status: 404, message: `Nothing is called ${model.id}`,
          extra: { hint: 'Look at the list', asked: body.count },
        },
      }
    if (status === 200 && get(reply, 'made') === 0) // catalog/upstreams/maker.yaml:16
      return {
        as: 'upstream_rejected',
        refusal: { status: 422, message: `Not made: ${say(reason)}` },
      }
    return undefined
  },
  give: ({ reply }) => ({ made: get(reply, 'made') }),
}
