/** Accounts of a social network: what may be asked, what it costs, and what costs nothing. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sign } from '../../scripts/buyer/pay.ts'
import type { Buyer } from '../helpers/buyer.ts'
import { bought, call, paidBy, type Seen, type Sent } from './client.ts'
import { startShop, type Shop } from './shop.ts'
import { windClock } from './wind-clock.ts'

const USERS = '/api/v1/social/users'
const LISTS = ['followers', 'followings'] as const
const clock = windClock()
let shop: Shop<'social'>
let buyer: Buyer
let address = 0
beforeAll(async () => {
  shop = await startShop({ taps: ['social'], clock })
  buyer = await shop.buyer(100_000_000n)
})
afterAll(() => shop?.stop())
beforeEach(async () => {
  // A client of its own for each test: the limit counts wallets, and addresses without one.
  buyer = await shop.buyer(50_000_000n)
  address += 1
  shop.taps.social.seen.length = 0
})
afterEach(() => {
  shop.taps.social.answer()
  shop.world.upstreams.reset('social')
})

const sent = (path: string, body: unknown): Sent => ({
  path: `${USERS}/${path}`,
  body,
  headers: { 'cf-connecting-ip': `198.51.100.${address}` },
})
const ask = (path: string, body: unknown): Promise<Seen> => call(shop.url, sent(path, body))
const buy = (path: string, body: unknown): Promise<Seen & { header: string }> =>
  bought(shop.url, buyer.account, sent(path, body))
const heard = (): string[] => shop.taps.social.seen.map(({ method, url }) => `${method} ${url}`)
/** The names that were looked up, in any order. */
const lookedUp = (): string[] =>
  heard().map(url => {
    const [, name] = /^GET \/twitter\/user\/info\?userName=([^&]+)$/.exec(url) ?? []
    return decodeURIComponent(name ?? url)
  })

/** Buys something, and says what it cost, micro-USD. */
async function paid(path: string, body: unknown): Promise<[bigint, Seen]> {
  const before = await buyer.balance()
  const seen = await buy(path, body)
  return [before - (await buyer.balance()), seen]
}

/** Buys something that must not cost anything. */
async function free(path: string, body: unknown): Promise<Seen> {
  const [cost, seen] = await paid(path, body)
  expect([cost, seen.headers['x-payment-receipt'], seen.receipt]).toEqual([
    0n,
    undefined,
    undefined,
  ])
  return seen
}

const many = (count: number): string[] => Array.from({ length: count }, (_, n) => `user_${n}`)

describe('a look-up', () => {
  it.each<[string, unknown, string]>([
    ['SOC-002', many(1), '20000'],
    ['SOC-002', many(9), '20000'],
    ['SOC-002', many(10), '20000'],
    ['SOC-002', many(11), '22000'],
    ['SOC-002', many(50), '100000'],
    ['SOC-002', many(100), '200000'],
    ['SOC-003', many(101), '200000'],
    ['SOC-003', many(5000), '200000'],
    ['SOC-005', many(11).join(','), '22000'],
    ['SOC-005', ` ${many(11).join(' , ')} ,, `, '22000'],
    ['SOC-006', [...many(11), ...many(11).map(name => `@${name}`)], '22000'],
    ['SOC-007', Array(20).fill('bob'), '20000'],
    ['SOC-007', [...many(12), ...many(12)], '24000'],
    ['SOC-007', [...many(12), ...many(12).map(name => name.toUpperCase())], '24000'],
  ])(
    '%s SOC-001 (case %#) costs the names that are left, 10 to 100',
    async (_id, usernames, amount) => {
      const { status, body } = await ask('lookup', { usernames })
      expect([status, body.accepts[0].amount]).toEqual([402, amount])
    },
  )

  it('SOC-001 SOC-004 is charged as it was quoted', async () => {
    expect((await paid('lookup', { usernames: many(12) }))[0]).toBe(24_000n)
  })

  it('SOC-003 queries the first 100 of more', async () => {
    const { body } = await buy('lookup', { usernames: many(150) })
    expect(lookedUp().sort()).toEqual(many(100).sort())
    expect([body.total_requested, body.total_found]).toEqual([100, 100])
  })

  it.each([
    ['SOC-004', ['bob', 'Alice', 'carol']],
    ['SOC-005', 'bob,Alice,carol'],
    ['SOC-006', ['@bob', '@Alice', 'carol']],
    ['SOC-005 SOC-006', ' @bob , @Alice,carol,'],
    ['SOC-007', ['bob', '@bob', 'Alice', 'BOB', 'alice', 'carol']],
    ['SOC-005', ['bob,Alice', 'carol']],
  ])('%s of %j asks for three accounts, as they were written first', async (_id, usernames) => {
    await buy('lookup', { usernames })
    expect(lookedUp().sort()).toEqual(['Alice', 'bob', 'carol'])
  })

  it('SOC-009 SOC-010 gives the accounts and the names that were not found', async () => {
    const usernames = ['Bob', 'nobody_here', 'Ünder', 'carol']
    const { status, body, receipt } = await buy('lookup', { usernames })
    expect([status, receipt!.success]).toEqual([200, true])
    expect(Object.keys(body).sort()).toEqual(
      ['users', 'not_found', 'total_requested', 'total_found'].sort(),
    )
    expect(body).toMatchObject({
      not_found: ['nobody_here', 'Ünder'],
      total_requested: 4,
      total_found: 2,
    })
    expect(body.users.map((user: any) => user.userName)).toEqual(['bob', 'carol'])
    expect(body.users[0]).toEqual({
      id: expect.any(String),
      userName: 'bob',
      name: expect.any(String),
      profilePicture: expect.any(String),
      description: expect.any(String),
      followers: expect.any(Number),
      following: expect.any(Number),
      isBlueVerified: expect.any(Boolean),
      verifiedType: expect.any(String),
      location: expect.any(String),
      joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  })

  it('SOC-008 that finds nobody is 200, and free', async () => {
    const { status, body } = await free('lookup', { usernames: 'nobody,nobody2' })
    expect([status, body]).toEqual([
      200,
      { users: [], not_found: ['nobody', 'nobody2'], total_requested: 2, total_found: 0 },
    ])
  })

  it('SOC-009 a name whose account is gone is not found', async () => {
    shop.taps.social.answer(({ url }) =>
      url.endsWith('=gone') ? { status: 404, body: '{"error":404,"message":"gone"}' } : undefined,
    )
    const { status, body } = await buy('lookup', { usernames: 'bob,gone' })
    expect([status, body.not_found, body.total_found]).toEqual([200, ['gone'], 1])
  })

  it('SOC-003 asks for 32 accounts at a time at most', async () => {
    const release = shop.taps.social.hold()
    const asking = buy('lookup', { usernames: many(100) })
    await expect
      .poll(() => shop.taps.social.seen.length)
      .toBe(32)
      .finally(release)
    expect([(await asking).status, lookedUp()]).toEqual([
      200,
      expect.objectContaining({ length: 100 }),
    ])
  })

  it('SOC-022 one look-up of several that fails makes the call fail, and free', async () => {
    shop.taps.social.answer(({ url }) =>
      url.endsWith('=carol') ? { status: 500, body: '{}' } : undefined,
    )
    expect((await free('lookup', { usernames: 'bob,carol,dan' })).status).toBe(502)
  })

  it.each<[string, object]>([
    ['SOC-004', {}],
    ['SOC-004', { usernames: [] }],
    ['SOC-004', { usernames: '' }],
    ['SOC-005', { usernames: ' , @ ,' }],
    ['SOC-004', { usernames: 7 }],
    ['SOC-004', { usernames: ['a', 7] }],
    ['SOC-004', { usernames: [['a']] }],
    ['SOC-004', { usernames: 'x'.repeat(101) }],
  ])('%s %j is 400 before any payment', async (_id, body) => {
    const { status, body: reply } = await ask('lookup', body)
    expect([status, reply.error, heard()]).toEqual([400, 'Invalid request body', []])
    expect(reply.details[0].path).toMatch(/^usernames/)
  })

  it('SOC-003 a list of 100,000 names is answered at once', async () => {
    const seen = await ask('lookup', { usernames: many(100_000).join(',').slice(0, 1_000_000) })
    expect([seen.status, seen.body.accepts[0].amount]).toEqual([402, '200000'])
    expect((await ask('lookup', { usernames: Array(100_000).fill('a') })).status).toBeLessThan(500)
  })
})

describe.each(LISTS)('%s', list => {
  it('SOC-011 SOC-014 a page costs 50000, quoted and charged', async () => {
    expect((await ask(list, { username: 'bob' })).body.accepts[0].amount).toBe('50000')
    expect((await paid(list, { username: 'bob' }))[0]).toBe(50_000n)
  })

  it('SOC-012 a leading @ is stripped; without a name it is 400', async () => {
    expect((await buy(list, { username: '@Bob' })).body.username).toBe('Bob')
    expect(heard()).toEqual([`GET /twitter/user/${list}?userName=Bob&pageSize=200`])
    for (const body of [
      {},
      { username: '' },
      { username: '@' },
      { username: 7 },
      { username: null },
    ])
      expect((await ask(list, body)).body.details[0].path).toBe('username')
  })

  it('SOC-013 SOC-015 SOC-016 SOC-017 pages follow each other to the end', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    const sizes: number[] = []
    for (let more = true; more;) {
      const { body } = await buy(list, { username: 'bob', cursor })
      expect(Object.keys(body).sort()).toEqual(
        [list, 'has_next_page', 'next_cursor', 'total_returned', 'username'].sort(),
      )
      expect([body.total_returned, typeof body.has_next_page, typeof body.next_cursor]).toEqual([
        body[list].length,
        'boolean',
        'string',
      ])
      sizes.push(body.total_returned)
      seen.push(...body[list].map((user: any) => user.id))
      cursor = body.next_cursor
      more = body.has_next_page
    }
    expect([sizes, new Set(seen).size]).toEqual([[200, 200, 50], 450])
  })

  it('SOC-019 an account has all that is promised of it', async () => {
    const { body } = await buy(list, { username: 'bob' })
    expect(Object.keys(body[list][0]).sort()).toEqual(
      (
        'id name screen_name userName location description protected verified followers_count ' +
        'following_count friends_count favourites_count statuses_count created_at ' +
        'profile_banner_url profile_image_url_https can_dm'
      )
        .split(' ')
        .sort(),
    )
  })

  it('SOC-018 a page with nobody on it is 200, and free', async () => {
    for (const username of ['hermit', 'nobody'])
      expect(await free(list, { username })).toMatchObject({
        status: 200,
        body: { [list]: [], has_next_page: false, next_cursor: '', total_returned: 0, username },
      })
  })
})

describe('all three', () => {
  const asked: [string, object][] = [
    ['lookup', { usernames: 'bob' }],
    ['followers', { username: 'bob' }],
    ['followings', { username: 'bob' }],
  ]

  it('SOC-020 are counted together for the wallet that pays: the 121st paid call is 429', async () => {
    const challenges = await Promise.all(
      asked.map(async ([path, body]) => (await ask(path, body)).challenge!),
    )
    const send = async (n: number): Promise<Seen> => {
      const [path, body] = asked[n % 3]!
      // Unlike the payment, the body does not pass: nothing is bought, and the wallet is counted.
      const header = await sign(buyer.account, challenges[n % 3]!)
      shop.taps.social.answer(() => ({ status: 422, body: '{}' }))
      return call(shop.url, { ...sent(path, body), headers: paidBy(header) })
    }
    for (let n = 0; n < 120; n++) expect((await send(n)).status).toBe(422)
    for (const n of [120, 121, 122]) {
      const { status, headers } = await send(n)
      expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true])
      expect(headers['x-ratelimit-reset']).toMatch(/^\d+$/)
    }
    expect(shop.taps.social.seen).toHaveLength(120)
  })

  it('SOC-020 are counted together for an address that pays nothing, and for no other', async () => {
    for (let n = 0; n < 120; n++) expect((await ask(...asked[n % 3]!)).status).toBe(402)
    for (const [path, body] of asked) expect((await ask(path, body)).status).toBe(429)
    address += 1
    expect((await ask(...asked[0]!)).status).toBe(402)
  })

  it.each(['fail', 'reset', 'garbage', 'empty', 'refuse'] as const)(
    'SOC-022 a service with the fault %s is 502, or 503 where it refuses our account, and is free',
    async mode => {
      shop.world.upstreams.set('social', mode)
      for (const [path, body] of asked) {
        const seen = await free(path, body)
        expect(seen.status).toBe(mode === 'refuse' ? 503 : 502)
      }
    },
  )

  it('SOC-022 its refusals are passed on, its words of failure are not, and both are free', async () => {
    shop.taps.social.answer(() => ({ status: 400, body: '{"error":400,"message":"invalid"}' }))
    for (const [path, body] of asked)
      expect(await free(path, body)).toMatchObject({
        status: 400,
        body: { error: 'Bad Request', status: 400, details: { message: 'invalid' } },
      })
    shop.taps.social.answer(() => ({ body: '{"status":"error","msg":"oops inside"}' }))
    for (const [path, body] of asked) {
      const seen = await free(path, body)
      expect([seen.status, seen.text.includes('oops')]).toEqual([502, false])
    }
  })

  it('SOC-022 no answer within 30 s is 500, and free', async () => {
    const release = shop.taps.social.hold()
    const before = await buyer.balance()
    const asking = buy('lookup', { usernames: 'bob' })
    await expect.poll(() => shop.taps.social.seen.length).toBe(1)
    await clock.wind(30_000)
    expect([(await asking).status, await buyer.balance()]).toEqual([500, before])
    release()
  })
})
