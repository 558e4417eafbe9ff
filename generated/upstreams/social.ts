// Code generated from catalog/upstreams/social.yaml by "npm run generate". DO NOT EDIT.
import { get, length, str } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type {
  PostSocialUsersFollowersBody, PostSocialUsersFollowersValues,
} from '../data/social.requests.ts'
import type { Call } from '../hooks.ts'
import { socialFollowersFail } from '../upstreams.shared.ts'

/** GET of social. */
export const socialUser: UpstreamCall<Call<any, any, any, any> & { args: { name: string } }> = {
  id: 'social.user', upstream: 'social', origin: 'catalog/upstreams/social.yaml:17', method: 'GET',
  takes: { name: 'string' },
  path: () => '/twitter/user/info',
  timeout: 30_000, retry: 1,
  query: ({ args }) => ({ userName: args.name }),
  fail: ({ status, reply }) => {
    if ([401, 402, 403, 407].includes(status)) // catalog/upstreams/social.yaml:7
      return { as: 'not_configured', details: 'Social data is not available at this gateway now' }
    // catalog/upstreams/social.yaml:10
    if (status === 200
      && get(reply, 'status') === 'error'
      && !str(get(reply, 'msg')).includes('not found')) {
      return { as: 'upstream_failed', details: 'The upstream returned an error' }
    }
    if (status === 200 && length(reply) === 0) // catalog/upstreams/social.yaml:13
      return { as: 'upstream_failed', details: 'The upstream returned no answer' }
    return undefined
  },
  give: ({ reply }) => ({ user: get(reply, 'data') }),
  resultWhen: ({ reply }) => get(reply, 'status') !== undefined,
}

/** GET of social. */
export const socialFollowers: UpstreamCall<
  Call<PostSocialUsersFollowersBody, any, any, any, PostSocialUsersFollowersValues>
> = {
  id: 'social.followers', upstream: 'social', origin: 'catalog/upstreams/social.yaml:25',
  method: 'GET',
  path: () => '/twitter/user/followers',
  timeout: 30_000, retry: 1,
  query: ({ body, values }) => ({ userName: values.name, cursor: body.cursor, pageSize: '200' }),
  fail: socialFollowersFail,
  give: ({ reply }) => ({
    records: get(reply, 'followers') ?? [],
    more: get(reply, 'has_next_page') ?? false, next: get(reply, 'next_cursor') ?? '',
  }),
}

/** GET of social. */
export const socialFollowings: UpstreamCall<
  Call<PostSocialUsersFollowersBody, any, any, any, PostSocialUsersFollowersValues>
> = {
  id: 'social.followings', upstream: 'social', origin: 'catalog/upstreams/social.yaml:31',
  method: 'GET',
  path: () => '/twitter/user/followings',
  timeout: 30_000, retry: 1,
  query: ({ body, values }) => ({ userName: values.name, cursor: body.cursor, pageSize: '200' }),
  fail: socialFollowersFail,
  give: ({ reply }) => ({
    records: get(reply, 'followings') ?? [],
    more: get(reply, 'has_next_page') ?? false, next: get(reply, 'next_cursor') ?? '',
  }),
}
