// Code generated from catalog/data/social.routes.yaml by "npm run generate". DO NOT EDIT.
import {
  after, count, get, items, join, length, lower, max, need, split, str, uniqueBy,
} from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { socialFollowers, socialFollowings, socialUser } from '../upstreams/social.ts'
import type {
  PostSocialUsersFollowersBody, PostSocialUsersFollowersValues, PostSocialUsersLookupBody,
  PostSocialUsersLookupValues,
} from './social.requests.ts'

/** Members that /api/v1/social/users/followers and one more route share. */
const shared = {
  family: 'data/social', method: 'POST', aliases: [], prefix: '/api/v1/social/users',
  tags: ['social'], flow: 'inline',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], envelope: 'passthrough',
  challenge: 'after_gates', discovery: 'challenge', limit: 'social', authorization: 300_000,
  bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        username: { type: 'string', minLength: 1, maxLength: 100, description: 'a user name' },
        cursor: { type: 'string', maxLength: 1000, description: 'next_cursor of the page before' },
      },
      required: ['username'],
    },
    unknown: 'ignore',
  },
  values: {
    name: ({ body }) => body.username.startsWith('@') ? after(body.username, '@') : body.username,
  },
  show: ({ route }) => ({ endpoint: route.path, method: route.method, description: route.summary }),
  example: { body: { username: '@bob' } },
  fixed: ['quote'],
} satisfies Partial<Route<
  Call<PostSocialUsersFollowersBody, {}, never, any, PostSocialUsersFollowersValues>
>>

/** POST /api/v1/social/users/lookup: Look up accounts by their user names */
export const postSocialUsersLookup: Route<
  Call<PostSocialUsersLookupBody, {}, never, any, PostSocialUsersLookupValues>
> = {
  id: 'post_social_users_lookup', origin: 'catalog/data/social.routes.yaml:8',
  family: 'data/social', method: 'POST', path: '/api/v1/social/users/lookup', aliases: [],
  prefix: '/api/v1/social/users', summary: 'Look up accounts by their user names', tags: ['social'],
  flow: 'inline', networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
  envelope: 'passthrough', challenge: 'after_gates', discovery: 'challenge', limit: 'social',
  authorization: 300_000, bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        usernames: {
          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
          description: 'a list, or one text with commas; the first 100 are looked up',
        },
      },
      required: ['usernames'],
    },
    unknown: 'ignore', wrap: ['usernames'],
  },
  values: {
    written: ({ body }) => split(join(body.usernames, ','), ','),
    bare: ({ values }) =>
      values.written.map(n => n.startsWith('@') ? after(n, '@') : n).filter(n => length(n) > 0),
    names: ({ values }) => uniqueBy(values.bare, n => lower(n)).slice(0, 100),
  },
  gates: ({ values }) => {
    if (!(values.names.length > 0)) // catalog/data/social.routes.yaml:18
      return { status: 400, message: 'must name an account', field: 'usernames' }
    if (!values.names.every(n => length(n) <= 100)) // catalog/data/social.routes.yaml:19
      return { status: 400, message: 'must be names of at most 100 characters', field: 'usernames' }
    return undefined
  },
  price: {
    micro: ({ values }) => { // catalog/data/social.routes.yaml:22
      const accounts = values.names.length
      return max(BigInt(accounts), 10n) * 2000n
    },
    reads: ['values.names.length'],
    actual: ({ result }) => {
      if (result === undefined) return undefined
      const accounts = count(result.users)
      return max(BigInt(accounts), 10n) * 2000n
    },
    actualReads: ['result.users.length'],
    units: ({ values }) => {
      const accounts = values.names.length
      return { accounts }
    },
    actualUnits: ({ result }) => {
      if (result === undefined) return undefined
      const accounts = count(result.users)
      return { accounts }
    },
    lines: ({ values }) => {
      const accounts = values.names.length
      return [['accounts', max(accounts, 10), 1n, 1n, 500n]]
    },
    decimals: 6, identify: false,
  },
  show: ({ route }) => ({ endpoint: route.path, method: route.method, description: route.summary }),
  example: { body: { usernames: 'bob' } },
  probes: [{
    networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
    body: { usernames: ['bob'] },
  }],
  work: [{
    name: 'asked',
    each: { name: 'name', in: ({ values }) => values.names, atOnce: 32, missing: 'drop' },
    call: socialUser,
    with: ({ steps }) => ({ name: steps.name }),
  }],
  give: ({ steps }) =>
    ({ users: items(steps.asked).filter(a => a.user !== undefined).map(a => a.user) }),
  reply: ({ result, values }) => ({
    users: items(need(result).users).map(u => ({
      id: get(u, 'id'), userName: get(u, 'userName'), name: get(u, 'name'),
      profilePicture: get(u, 'profilePicture'), description: get(u, 'description'),
      followers: get(u, 'followers'), following: get(u, 'following'),
      isBlueVerified: get(u, 'isBlueVerified'), verifiedType: get(u, 'verifiedType'),
      location: get(u, 'location'), joined: get(u, 'createdAt'),
    })),
    not_found: values.names.filter(
      n => !items(need(result).users).some(u => lower(str(get(u, 'userName'))) === lower(n)),
    ),
    total_requested: values.names.length, total_found: count(need(result).users),
  }),
  chargeIf: ({ steps }) => items(steps.asked).some(a => a.user !== undefined),
}

/** POST /api/v1/social/users/followers: Accounts that follow one, a page of about 200 */
export const postSocialUsersFollowers: Route<
  Call<PostSocialUsersFollowersBody, {}, never, any, PostSocialUsersFollowersValues>
> = {
  ...shared, id: 'post_social_users_followers', origin: 'catalog/data/social.routes.yaml:55',
  path: '/api/v1/social/users/followers', summary: 'Accounts that follow one, a page of about 200',
  gates: ({ values }) => {
    if (values.name === '') // catalog/data/social.routes.yaml:64
      return { status: 400, message: 'must name an account', field: 'username' }
    return undefined
  },
  price: {
    micro: () => 50_000n, // catalog/data/social.routes.yaml:65
    lines: () => [['call', 1, 1n, 1n, 20n]],
    decimals: 6, identify: false,
  },
  upstream: () => socialFollowers,
  reply: ({ result, values }) => ({
    followers: need(result).records, has_next_page: need(result).more,
    next_cursor: need(result).next, total_returned: count(need(result).records),
    username: values.name,
  }),
  chargeIf: ({ reply }) => count(get(reply, 'followers')) > 0,
}

/** POST /api/v1/social/users/followings: Accounts that one follows, a page of about 200 */
export const postSocialUsersFollowings: Route<
  Call<PostSocialUsersFollowersBody, {}, never, any, PostSocialUsersFollowersValues>
> = {
  ...shared, id: 'post_social_users_followings', origin: 'catalog/data/social.routes.yaml:71',
  path: '/api/v1/social/users/followings',
  summary: 'Accounts that one follows, a page of about 200',
  gates: ({ values }) => {
    if (values.name === '') // catalog/data/social.routes.yaml:79
      return { status: 400, message: 'must name an account', field: 'username' }
    return undefined
  },
  price: {
    micro: () => 50_000n, // catalog/data/social.routes.yaml:80
    lines: () => [['call', 1, 1n, 1n, 20n]],
    decimals: 6, identify: false,
  },
  upstream: () => socialFollowings,
  reply: ({ result, values }) => ({
    followings: need(result).records, has_next_page: need(result).more,
    next_cursor: need(result).next, total_returned: count(need(result).records),
    username: values.name,
  }),
  chargeIf: ({ reply }) => count(get(reply, 'followings')) > 0,
}
