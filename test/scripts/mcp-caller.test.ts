/** The bridge's caller: a payment that was signed buys one result, whatever happens on the way. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openBook } from '../../scripts/mcp/book.ts'
import { connect } from '../../scripts/mcp/bridge.ts'
import type { Options } from '../../scripts/mcp/connection.ts'
import { makeCaller, type Caller } from '../../scripts/mcp/caller.ts'
import { makePurse } from '../../scripts/mcp/purse.ts'
import { wants } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'

const PRICE = 22_000n
const IMAGE = {
  name: 'call',
  arguments: {
    tool: 'images.generate',
    arguments: { ...(wants.image.body as object), model: 'vendorA/image-1' },
  },
}

let shop: TestGateway
let remote: Client
let dir: string
let path: string
const key = generatePrivateKey()
const address = () => new URL('/mcp', shop.url)

beforeAll(async () => {
  shop = await startGateway()
  await shop.chain.fund(privateKeyToAccount(key).address, 10_000_000n)
  remote = await connect(address())
  dir = mkdtempSync(join(tmpdir(), 'farebox-caller-'))
})
afterAll(async () => {
  await remote?.close()
  await shop?.stop()
  rmSync(dir, { recursive: true, force: true })
})
let books = 0
beforeEach(() => {
  path = join(dir, `${books++}.jsonl`)
  shop.upstreams.reset()
})

/** A caller of the gateway. Its first paid connections are lost: each fails as `losses` say. */
function caller(losses: readonly ('before' | 'after')[] = [], now = () => Date.now()): Caller {
  const left = [...losses]
  let ids = 0
  const purse = makePurse({
    wallet: privateKeyToAccount(key),
    book: openBook(path),
    limits: { most: 1_000_000n, day: 5_000_000n },
    now,
    newId: () => `${path} ${ids++}`,
  })
  const open = async (): Promise<Client> => {
    const loss = left.shift()
    if (loss === 'before') throw new TypeError('fetch failed')
    const client = await connect(address())
    if (loss === 'after') {
      const { request } = client
      client.request = (async (...args: Parameters<typeof request>) => {
        await request.apply(client, args)
        throw new TypeError('fetch failed')
      }) as never
    }
    return client
  }
  return makeCaller({ remote, connect: open, purse, pauses: [0, 0], now })
}

const states = (): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => (JSON.parse(line) as { state: string }).state)

/** Options of a client that stays, and those of one that can leave. */
const stays = (): Options => ({ signal: new AbortController().signal })

/** What was earned while something was done. */
async function earnedBy(work: () => Promise<void>): Promise<bigint> {
  const before = await shop.earned()
  await work()
  return (await shop.earned()) - before
}

const urlOf = (result: any): string => result.structuredContent?.data?.[0]?.url

it('gives the result of a call whose client has left to the same call', async () => {
  const at = caller()
  shop.upstreams.set('vendor_a', { mode: 'hold', times: 1 })
  const earned = await earnedBy(async () => {
    const gone = new AbortController()
    const first = at.call(IMAGE, { signal: gone.signal })
    await expect.poll(() => shop.upstreams.calls('vendor_a').length).toBeGreaterThan(0)
    gone.abort()
    const again = at.call(IMAGE, stays())
    shop.upstreams.release('vendor_a')
    expect(urlOf(await again)).toContain('/media/')
    await first
  })
  expect([earned, states()]).toEqual([PRICE, ['claimed', 'paid']])
})

it('keeps a result that nobody waited for until it is asked for again', async () => {
  const at = caller()
  shop.upstreams.set('vendor_a', { mode: 'hold', times: 1 })
  const before = shop.upstreams.calls('vendor_a').length
  const earned = await earnedBy(async () => {
    const gone = new AbortController()
    const first = at.call(IMAGE, { signal: gone.signal })
    await expect.poll(() => shop.upstreams.calls('vendor_a').length).toBeGreaterThan(before)
    gone.abort()
    shop.upstreams.release('vendor_a')
    await first
    expect(urlOf(await at.call(IMAGE, stays()))).toContain('/media/')
  })
  expect([earned, states()]).toEqual([PRICE, ['claimed', 'paid']])
})

it('buys anew when the result that nobody waited for is old', async () => {
  const time = { passed: 0 }
  const at = caller([], () => Date.now() + time.passed)
  shop.upstreams.set('vendor_a', { mode: 'hold', times: 1 })
  const before = shop.upstreams.calls('vendor_a').length
  const earned = await earnedBy(async () => {
    const gone = new AbortController()
    const first = at.call(IMAGE, { signal: gone.signal })
    await expect.poll(() => shop.upstreams.calls('vendor_a').length).toBeGreaterThan(before)
    gone.abort()
    shop.upstreams.release('vendor_a')
    await first
    time.passed = 11 * 60_000
    expect(urlOf(await at.call(IMAGE, stays()))).toContain('/media/')
  })
  expect(earned).toBe(2n * PRICE)
})

it('does not pass on the progress token of its client, which another connection has given', async () => {
  const call = { ...IMAGE, _meta: { progressToken: 7 } }
  const sent: any[] = []
  const { request } = remote
  remote.request = ((asked: unknown, ...rest: [never, never]) => {
    sent.push(asked)
    return request.call(remote, asked as never, ...rest)
  }) as never
  await caller()
    .call(call, stays())
    .finally(() => (remote.request = request))
  expect(sent[0].params._meta).toEqual({})
})

it.each([[['before']], [['before', 'before']]] as const)(
  'sends the same payment again when the connection is lost %j it was sent',
  async losses => {
    const earned = await earnedBy(async () => {
      expect(urlOf(await caller(losses).call(IMAGE, stays()))).toContain('/media/')
    })
    expect([earned, states()]).toEqual([PRICE, ['claimed', 'paid']])
  },
)

it('says that a payment was sent when the gateway cannot be reached, and uses it later', async () => {
  const at = caller(['before', 'before', 'before'])
  const earned = await earnedBy(async () => {
    const lost = await at.call(IMAGE, stays())
    expect([lost.isError, JSON.stringify(lost.content)]).toEqual([
      true,
      expect.stringContaining('Call again with the same arguments'),
    ])
    expect(urlOf(await at.call(IMAGE, stays()))).toContain('/media/')
  })
  expect([earned, states()]).toEqual([PRICE, ['claimed', 'paid']])
})

it('polls the job of a call whose result was sent and did not arrive', async () => {
  const earned = await earnedBy(async () => {
    const result = await caller(['after']).call(IMAGE, stays())
    expect(result.isError ?? false).toBe(false)
  })
  expect([earned, states()]).toEqual([PRICE, ['claimed', 'paid']])
})

it('says that a call without a job was paid for, and does not note it as unpaid', async () => {
  const arguments_ = { tool: 'rpc.call', arguments: { network: 'base', method: 'eth_chainId' } }
  const earned = await earnedBy(async () => {
    const result = await caller(['after']).call({ name: 'call', arguments: arguments_ }, stays())
    expect([result.isError, JSON.stringify(result.content)]).toEqual([
      true,
      expect.stringContaining('was already paid for'),
    ])
  })
  expect([earned, states()]).toEqual([4000n, ['claimed']])
})

it('buys twice what is asked for twice at the same time', async () => {
  const at = caller()
  const earned = await earnedBy(async () => {
    const both = await Promise.all([at.call(IMAGE, stays()), at.call(IMAGE, stays())])
    for (const one of both) expect(urlOf(one)).toContain('/media/')
  })
  expect(earned).toBe(2n * PRICE)
})

it('polls a job with the payment that bought it, also through another tool and after a restart', async () => {
  shop.upstreams.set('vendor_c', { mode: 'job_hold' })
  const video = { prompt: 'a paper boat', model: 'vendorC/imagine-video' }
  const bought: any = await caller().call(
    { name: 'call', arguments: { tool: 'videos.generate', arguments: video, wait_seconds: 0 } },
    stays(),
  )
  const { poll } = bought.structuredContent
  expect(typeof poll).toBe('string')
  const polls = { poll, tool: 'videos.generate', wait_seconds: 0 }
  await caller().call({ name: 'call', arguments: polls }, stays())
  expect(states().filter(state => state === 'claimed')).toHaveLength(1)
})
