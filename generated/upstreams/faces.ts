// Code generated from catalog/upstreams/faces.yaml by "npm run generate". DO NOT EDIT.
import { get, say, segment } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'

/** The first failure rules of calls of faces. */
const facesCommonFail: NonNullable<UpstreamCall<Call<any, any, any, any>>['fail']> = ({
  status,
}) => {
  if (status === 401 || status === 403) // catalog/upstreams/faces.yaml:7
    return { as: 'not_configured', details: 'Enrolment is not available now' }
  return undefined
}

/** POST of faces. */
export const facesOpen: UpstreamCall<Call<any, any, any, any> & { args: { name: string } }> = {
  id: 'faces.open', upstream: 'faces', origin: 'catalog/upstreams/faces.yaml:9', method: 'POST',
  takes: { name: 'string' },
  path: () => '/v1/groups',
  timeout: 20_000, retry: 0,
  send: ({ args }) => ({ name: args.name }),
  fail: facesCommonFail,
  give: ({ reply }) =>
    ({ id: get(reply, 'id'), link: get(reply, 'link'), status: get(reply, 'status') }),
  resultWhen: ({ reply }) => get(reply, 'id') !== undefined && get(reply, 'link') !== undefined,
}

/** POST of faces. */
export const facesRefresh: UpstreamCall<Call<any, any, any, any> & { args: { group: string } }> = {
  id: 'faces.refresh', upstream: 'faces', origin: 'catalog/upstreams/faces.yaml:16', method: 'POST',
  takes: { group: 'string' },
  path: ({ args }) => `/v1/groups/${segment(args.group)}/session`,
  timeout: 20_000, retry: 0,
  fail: c => {
    const found = facesCommonFail(c)
    if (found !== undefined) return found
    const { status } = c
    if (status === 404) return { as: 'invalid_input' } // catalog/upstreams/faces.yaml:20
    return undefined
  },
  give: ({ reply }) =>
    ({ id: get(reply, 'id'), link: get(reply, 'link'), status: get(reply, 'status') }),
  resultWhen: ({ reply }) => get(reply, 'id') !== undefined && get(reply, 'link') !== undefined,
}

/** GET of faces. */
export const facesLook: UpstreamCall<Call<any, any, any, any> & { args: { group: string } }> = {
  id: 'faces.look', upstream: 'faces', origin: 'catalog/upstreams/faces.yaml:23', method: 'GET',
  takes: { group: 'string' },
  path: ({ args }) => `/v1/groups/${segment(args.group)}`,
  timeout: 15_000, retry: 1,
  fail: c => {
    const found = facesCommonFail(c)
    if (found !== undefined) return found
    const { status } = c
    if (status === 404) return { as: 'invalid_input' } // catalog/upstreams/faces.yaml:28
    return undefined
  },
  give: ({ reply }) => ({ status: get(reply, 'status'), assets: get(reply, 'asset_count') }),
  resultWhen: ({ reply }) => get(reply, 'status') !== undefined,
}

/** POST of faces. */
export const facesEnroll: UpstreamCall<
  Call<any, any, any, any> & {
    args: { group?: string; name: string; image_url: string; label: string }
  }
> = {
  id: 'faces.enroll', upstream: 'faces', origin: 'catalog/upstreams/faces.yaml:31', method: 'POST',
  takes: { group: 'string?', name: 'string', image_url: 'string', label: 'string' },
  path: () => '/v1/assets',
  timeout: 60_000, retry: 0,
  send: ({ args }) =>
    ({ group: args.group, name: args.name, image_url: args.image_url, label: args.label }),
  fail: c => {
    const found = facesCommonFail(c)
    if (found !== undefined) return found
    const { args, status, reply } = c
    if ([400, 413, 415, 422].includes(status)) // catalog/upstreams/faces.yaml:37
      return {
        as: 'upstream_rejected',
        refusal: {
          status: 422, message: 'Face rejected',
          extra: { code: get(reply, 'error', 'code'), details: get(reply, 'error', 'message') },
        },
      }
    // catalog/upstreams/faces.yaml:40
    if (status === 404 && args.group !== undefined) return { as: 'invalid_input' }
    if (status === 409 && args.group !== undefined) // catalog/upstreams/faces.yaml:41
      return {
        as: 'upstream_rejected',
        refusal: {
          status: 425, message: 'Group not validated yet',
          extra: {
            group_status: 'pending_validation',
            hint: 'Open the link on the phone and poll the status until ready_to_finalize is true.',
          },
        },
      }
    return undefined
  },
  give: ({ reply }) => ({ id: get(reply, 'id'), group: get(reply, 'group') }),
  resultWhen: ({ reply }) => get(reply, 'id') !== undefined && get(reply, 'group') !== undefined,
}

/** GET of faces. */
export const facesFind: UpstreamCall<Call<any, any, any, any> & { args: { label: string } }> = {
  id: 'faces.find', upstream: 'faces', origin: 'catalog/upstreams/faces.yaml:47', method: 'GET',
  takes: { label: 'string' },
  path: () => '/v1/assets',
  timeout: 15_000, retry: 1,
  query: ({ args }) => ({ label: args.label }),
  fail: facesCommonFail,
  give: ({ reply }) => ({ id: get(reply, 'assets', 0, 'id') ?? 'none' }),
}

/** DELETE of faces. */
export const facesGiveBack: UpstreamCall<Call<any, any, any, any> & { args: { label: string } }> = {
  id: 'faces.give_back', upstream: 'faces', origin: 'catalog/upstreams/faces.yaml:54',
  method: 'DELETE',
  takes: { label: 'string' },
  path: ({ earlier }) => `/v1/assets/${segment(say(get(earlier, 'id')))}`,
  timeout: 15_000, retry: 0,
  first: { call: facesFind },
  fail: facesCommonFail,
  passes: ({ status }) => status === 404,
}
