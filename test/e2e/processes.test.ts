/** Two gateway processes on one Redis behave as one, also when one of them is killed. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { manualClock } from '../helpers/clock.ts'
import { newBuyer, wants, type Answer, type Buyer } from '../helpers/buyer.ts'
import { spawnGateway, type GatewayProcess } from '../helpers/gateway.ts'
import { startRedis, type TestRedis } from '../helpers/redis.ts'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { suitesWith } from '../helpers/servers.ts'

const { it } = suitesWith('redis')

let redis: TestRedis
let world: World
let env: Record<string, string>
let a: GatewayProcess
let b: GatewayProcess
let atA: Buyer
/** The same wallet at the other process. */
const atB = { send: ((...args) => sendTo(b.url, ...args)) as Buyer['send'] }

beforeAll(async () => {
  redis = await startRedis()
  world = await startWorld({
    latency: { vendor_d: 400, predex: 100, nodes: 400, vendor_a: 400, vendor_h: 400 },
  })
  const { DATA_DIR: _, ...rest } = world.env
  const { connection } = redis
  env = {
    ...rest,
    LOG_LEVEL: 'error',
    REDIS_URL: 'path' in connection ? `unix://${connection.path}` : connection.url,
  }
  ;[a, b] = await Promise.all([spawnGateway(env), spawnGateway(env)])
  atA = await newBuyer(a.url, world.chain)
}, 60_000)
afterAll(async () => {
  await Promise.all([a?.kill('SIGTERM'), b?.kill('SIGTERM')])
  await world?.stop()
  await redis?.stop()
})
beforeEach(() => world.upstreams.reset())

async function sendTo(
  url: string,
  wanted: { method: string; path: string; body?: unknown },
  header?: string,
): Promise<Answer> {
  const response = await fetch(url + wanted.path, {
    method: wanted.method,
    headers: {
      'content-type': 'application/json',
      ...(header ? { 'payment-signature': header } : {}),
    },
    ...(wanted.body === undefined ? {} : { body: JSON.stringify(wanted.body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const earned = () => world.chain.balanceOf(world.payTo)

it('a payment made at one process is a replay at the other', async () => {
  const header = await atA.header(wants.pm)
  expect((await atA.send(wants.pm, header)).status).toBe(200)
  const before = await earned()
  const replayed = async (): Promise<string> => {
    const { status, body } = await atB.send(wants.pm, header)
    return `${status} ${body.code}`
  }
  // The first process writes a moment later that its reply was delivered; the other one waits for
  // that.
  expect(await replayed()).toBe('402 PAYMENT_REPLAY')
  expect(await earned()).toBe(before)
})

const speech = { method: 'POST', path: '/api/v1/audio/speech', body: { input: 'hello' } } as const
const chat = {
  method: 'POST',
  path: '/api/v1/chat/completions',
  body: {
    model: 'vendorA/chat-6-nano',
    messages: [{ role: 'user', content: 'hi' }],
    max_tokens: 50,
  },
} as const
const answers = [
  ['a read', 'nodes', wants.rpc],
  ['an answer', 'vendor_a', chat],
  ['a speech', 'vendor_h', speech],
] as const

it.each(answers)(
  '[V1] %s whose connection breaks at one is given by the other to the same header, for one charge',
  async (_, upstream, wanted) => {
    const before = await earned()
    const { amount } = await atA.ask(wanted)
    const header = await atA.header(wanted)
    const leaving = new AbortController()
    const gone = fetch(a.url + wanted.path, {
      method: wanted.method,
      body: JSON.stringify(wanted.body),
      signal: leaving.signal,
      headers: { 'content-type': 'application/json', 'payment-signature': header },
    }).catch(() => undefined)
    await expect.poll(() => world.upstreams.calls(upstream).length).toBeGreaterThan(0)
    leaving.abort()
    await gone
    const again = await atB.send(wanted, header)
    expect(again.status, JSON.stringify(again.body)).toBe(200)
    expect((await earned()) - before).toBe(amount)
    expect(await atB.send(wanted, header)).toMatchObject({
      status: 402,
      body: { code: 'PAYMENT_REPLAY' },
    })
  },
)

it('50 identical signed requests over both are one transfer and one call of the upstream', async () => {
  const before = await earned()
  const header = await atA.header(wants.pm)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => (n % 2 ? atA : atB).send(wants.pm, header)),
  )
  expect(answers.filter(answer => answer.status === 200).length).toBeGreaterThanOrEqual(1)
  // Who comes while the other process is already answering its caller is asked to wait; nobody is
  // served twice.
  const refused = answers
    .filter(answer => answer.status !== 200)
    .map(({ status, body }) => `${status} ${body.code}`)
  expect(
    refused.filter(said => said !== '402 PAYMENT_REPLAY' && said !== '503 SETTLEMENT_PENDING'),
  ).toEqual([])
  expect(world.upstreams.calls('predex')).toHaveLength(1)
  expect((await earned()) - before).toBe(8500n)
})

it('a job started at one process is collected at the other; polls of both are one transfer', async () => {
  const before = await earned()
  const header = await atA.header(wants.job)
  const { status, body: job } = await atA.send(wants.job, header)
  expect(status).toBe(202)
  const poll = { method: 'GET', path: job.poll_url } as const
  await expect
    .poll(async () => (await atB.send(poll, header)).status, { timeout: 45_000 })
    .toBe(200)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 ? atA : atB).send(poll, header)),
  )
  expect(new Set(answers.map(({ status: s, body }) => `${s} ${body.payment.tx_hash}`)).size).toBe(1)
  expect((await earned()) - before).toBe(48_250n)
})

it('many purchases at both at once are settled by one relayer account without a loss', async () => {
  const before = await earned()
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const at = n % 2 ? atA : atB
      return at.send(wants.pm, await atA.header(wants.pm))
    }),
  )
  expect(answers.map(answer => answer.status)).toEqual(Array(20).fill(200))
  expect((await earned()) - before).toBe(20n * 8500n)
})

it('[V17] a job whose process is killed stays uncharged at the other, also where its clock is an hour ahead', async () => {
  const before = await earned()
  world.upstreams.set('vendor_d', 'hang')
  const header = await atA.header(wants.job)
  const { body: job } = await atA.send(wants.job, header)
  await a.kill('SIGKILL')
  const ahead = manualClock(Date.now() + 3_600_001)
  const { DATA_DIR: _, ...rest } = world.env
  const survivor = await world.open(
    { ...rest, REDIS_URL: env.REDIS_URL!, LOG_LEVEL: 'silent' },
    { clock: ahead },
  )
  const poll = { method: 'GET', path: job.poll_url } as const
  const fresh = await newBuyer(survivor.url, world.chain)
  expect((await fresh.send(poll)).status).toBe(402)
  expect(await sendTo(survivor.url, poll, header)).toMatchObject({
    status: 202,
    body: { payment_status: 'verified' },
  })
  expect(await earned()).toBe(before)
})

it('a process asked to end does so with exit code 0', async () => {
  expect(await b.kill('SIGTERM')).toBe(0)
})
