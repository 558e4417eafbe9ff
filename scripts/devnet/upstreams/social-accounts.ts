/**
 * A social network's accounts: look-up by user name, and pages of who follows whom. A name exists
 * if the network allows it and it does not begin with `nobody`; `hermit` has no followers.
 */
import { createHash } from 'node:crypto'
import { json, retryAfterHeader } from './contract.ts'
import type { Upstream, UpstreamReply, UpstreamRequest } from './contract.ts'

const NAME = /^(?!nobody)[a-z0-9_]{1,15}$/i
const [LEAST, MOST] = [20, 200]
/** Accounts on each of an account's lists. */
const LISTED = 450

const refused = (status: number, message: string): UpstreamReply =>
  json(status, { error: status, message })

const numberOf = (name: string): number =>
  createHash('sha256').update(name).digest().readUInt32BE(0)

const joinedOf = (name: string): string =>
  new Date(Date.UTC(2010, 0, 1) + (numberOf(name) % 4000) * 86_400_000).toISOString()

function userOf(asked: string): object | undefined {
  if (!NAME.test(asked)) return undefined
  const name = asked.toLowerCase()
  return {
    type: 'user',
    id: String(numberOf(name)),
    userName: name,
    name: `${name} the account`,
    url: `https://social.example/${name}`,
    profilePicture: `https://social.example/${name}.png`,
    description: `All about ${name}`,
    followers: LISTED,
    following: LISTED,
    isBlueVerified: numberOf(name) % 2 === 0,
    verifiedType: 'none',
    location: 'Earth',
    createdAt: joinedOf(name),
    statusesCount: 7,
  }
}

function listedOf(name: string): object {
  return {
    id: String(numberOf(name)),
    name: `${name} the account`,
    screen_name: name,
    userName: name,
    location: 'Earth',
    description: '',
    protected: false,
    verified: false,
    followers_count: 3,
    following_count: 4,
    friends_count: 4,
    favourites_count: 5,
    statuses_count: 6,
    created_at: joinedOf(name),
    profile_banner_url: '',
    profile_image_url_https: `https://social.example/${name}.png`,
    can_dm: true,
  }
}

function info({ query }: UpstreamRequest): UpstreamReply {
  const name = query.get('userName') ?? ''
  if (name === '') return refused(400, 'userName is required')
  const data = userOf(name)
  return data === undefined
    ? json(200, { status: 'error', msg: 'user not found' })
    : json(200, { data, status: 'success', msg: 'success' })
}

/** Where a page begins; undefined if no earlier page gave the cursor. */
function startOf(cursor: string): number | undefined {
  const [, at] = /^after-(\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return cursor === '' ? 0 : at === undefined ? undefined : Number(at)
}

function list(kind: 'followers' | 'followings', { query }: UpstreamRequest): UpstreamReply {
  const name = query.get('userName') ?? ''
  const size = Number(query.get('pageSize') ?? MOST)
  if (name === '') return refused(400, 'userName is required')
  if (!(size >= LEAST && size <= MOST)) return refused(400, `pageSize is ${LEAST} to ${MOST}`)
  if (userOf(name) === undefined) return json(200, { status: 'error', msg: 'user not found' })
  const start = startOf(query.get('cursor') ?? '')
  if (start === undefined) return refused(400, 'invalid cursor')
  const count = name.toLowerCase() === 'hermit' ? 0 : LISTED
  const end = Math.min(start + size, count)
  const others = Array.from({ length: Math.max(0, end - start) }, (_, i) =>
    listedOf(`${kind === 'followers' ? 'fan' : 'idol'}_${start + i}`),
  )
  const more = end < count
  const next_cursor = more ? Buffer.from(`after-${end}`).toString('base64url') : ''
  return json(200, { [kind]: others, has_next_page: more, next_cursor, status: 'success' })
}

const HANDLERS: Readonly<Record<string, (request: UpstreamRequest) => UpstreamReply>> = {
  'GET /twitter/user/info': info,
  'GET /twitter/user/followers': request => list('followers', request),
  'GET /twitter/user/followings': request => list('followings', request),
}

/** The upstream behind `/api/v1/social/`. */
export const socialAccounts: Upstream = {
  name: 'social',
  env: 'SOCIAL',
  header: 'X-API-Key',
  answer: request =>
    HANDLERS[`${request.method} ${request.path}`]?.(request) ?? refused(404, 'Not Found'),
  failures: {
    unauthorized: () => refused(401, 'Invalid API key'),
    rateLimited: seconds => ({
      ...refused(429, 'Too many requests'),
      headers: retryAfterHeader(seconds),
    }),
    failed: status => refused(status, 'Something went wrong'),
    refused: () => refused(403, 'Forbidden'),
    empty: () => json(200, {}),
  },
}
