/**
 * How often free lists may be asked: per endpoint and address of the caller, in windows that end.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, type Seen } from './client.ts'
import { startShop, type Shop } from './shop.ts'
import { windClock } from './wind-clock.ts'

const clock = windClock()
let shop: Shop
beforeAll(async () => {
  shop = await startShop({ clock })
})
afterAll(() => shop?.stop())

const HOUR = 3_600_000
let last = 0
/** A caller that nobody has seen yet. */
const stranger = (): string => `198.51.${Math.floor(++last / 250)}.${(last % 250) + 1}`
const ask = (
  path: string,
  ip: string,
  more: Record<string, string> = {},
  url = shop.url,
): Promise<Seen> => call(url, { path, headers: { 'cf-connecting-ip': ip, ...more } })
async function many(count: number, one: () => Promise<Seen>): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.length < count)
    statuses.push(
      ...(
        await Promise.all(Array.from({ length: Math.min(20, count - statuses.length) }, one))
      ).map(seen => seen.status),
    )
  return statuses
}
const allOk = (count: number): number[] => Array<number>(count).fill(200)

const limits: [string, string, number, number][] = [
  ['LIM-003 MODEL-022 LIM2-008', '/api/v1/models', 100, HOUR],
  ['LIM-004', '/api/v1/images/models', 100, HOUR],
  ['LIM-007', '/api/pricing', 100, HOUR],
  ['LIM-008', '/api/health', 60, 60_000],
  ['LIM-009', '/api/v1/balance?address=0x0000000000000000000000000000000000000001', 120, HOUR],
]

describe.each(limits)('%s %s', (id, path, max, window) => {
  it(`${id} LIM-012 LIM-013 LIM-014 is answered ${max} times in ${window / 60_000} minutes, then 429 until the window ends; others are not affected`, async () => {
    const [ip, other] = [stranger(), stranger()]
    // The window begins with the first of these calls.
    const before = clock.now()
    expect((await ask(path, ip)).status).toBe(200)
    const after = clock.now()
    expect(await many(max - 1, () => ask(path, ip))).toEqual(allOk(max - 1))
    const asked = clock.now()
    const refused = await ask(path, ip)
    const answered = clock.now()
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({
      error: 'Rate limit exceeded',
      message: expect.stringMatching(/ Try again in \d+ seconds\.$/),
    })
    const reset = refused.headers['x-ratelimit-reset']!
    expect(reset).toMatch(/^\d{13}$/)
    expect(Number(reset)).toBeGreaterThanOrEqual(before + window)
    expect(Number(reset)).toBeLessThanOrEqual(after + window)
    const secondsFrom = (now: number): number => Math.ceil((Number(reset) - now) / 1000)
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeLessThanOrEqual(secondsFrom(asked))
    expect(wait).toBeGreaterThanOrEqual(secondsFrom(answered))
    expect(refused.headers['x-ratelimit-source']).toBeUndefined()
    expect((await ask(path, other)).status).toBe(200)
    await clock.wind(Math.max(0, Number(reset) - clock.now() - 5000))
    expect((await ask(path, ip)).status).toBe(429)
    await clock.wind(5000)
    expect((await ask(path, ip)).status).toBe(200)
  })

  it('LIM-015 X-Forwarded-For does not evade it, nor any other header', async () => {
    const ip = stranger()
    await many(max, () => ask(path, ip))
    for (const name of [
      'x-forwarded-for',
      'forwarded',
      'x-real-ip',
      'true-client-ip',
      'x-client-ip',
    ]) {
      expect((await ask(path, ip, { [name]: '203.0.113.9' })).status).toBe(429)
    }
  })
})

it('LIM-003 LIM-004 each endpoint counts by itself', async () => {
  const ip = stranger()
  await many(101, () => ask('/api/v1/models', ip))
  expect((await ask('/api/v1/models', ip)).status).toBe(429)
  for (const path of ['/api/v1/images/models', '/api/pricing', '/api/health'])
    expect((await ask(path, ip)).status).toBe(200)
})

it("LIM-015 without the edge's header the connection counts, whatever X-Forwarded-For says", async () => {
  const statuses = await many(61, () =>
    call(shop.url, { path: '/api/health', headers: { 'x-forwarded-for': stranger() } }),
  )
  expect(statuses.filter(status => status === 429).length).toBeGreaterThanOrEqual(1)
  expect(
    (
      await call(shop.url, {
        path: '/api/health',
        headers: { 'cf-connecting-ip': 'not an address', 'x-forwarded-for': stranger() },
      })
    ).status,
  ).toBe(429)
})

it("LIM-015 the edge's header is believed only from the edge, under the name that is set", async () => {
  const { DATA_DIR, MEDIA_DIR } = shop.world.env
  const own = (name: string, env: Record<string, string>) =>
    shop.world.open(
      {
        LOG_LEVEL: 'silent',
        DATA_DIR: `${DATA_DIR}-${name}`,
        MEDIA_DIR: `${MEDIA_DIR}-${name}`,
        ...env,
      },
      { clock },
    )
  const open = await own('open', { TRUSTED_PROXIES: 'none' })
  const statuses = await many(61, () => ask('/api/health', stranger(), {}, open.url))
  expect(statuses.filter(status => status === 429)).toHaveLength(1)
  const edge = await own('edge', { CLIENT_IP_HEADER: 'X-Edge-IP' })
  const named = await many(61, () =>
    ask('/api/health', '192.0.2.1', { 'x-edge-ip': stranger() }, edge.url),
  )
  expect(named).toEqual(allOk(61))
})

it.each(['/openapi.json', '/.well-known/x402', '/api/v1/health/overview'])(
  '%s has no limit of its own',
  async path => {
    const ip = stranger()
    expect(await many(130, () => ask(path, ip))).toEqual(allOk(130))
  },
)

it('LIM-002 unpaid calls of paid endpoints are not counted either', async () => {
  const ip = stranger()
  expect(new Set(await many(300, () => ask('/api/v1/pm/venue-a/markets', ip)))).toEqual(
    new Set([402]),
  )
})
