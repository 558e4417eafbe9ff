/**
 * What strangers can make a gateway carry: values to parse, documents to keep, questions to its
 * node, memory of its callers.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { effort } from '../helpers/effort.ts'
import { expiryOf } from '../../runtime/payments/ledger/retention.ts'
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import type { Store } from '../../runtime/store/store.ts'
import { createCache } from '../../runtime/store/memory.ts'
import { remember } from '../../runtime/hooks/remember.ts'
import { newBuyer, wants, type Buyer, type Wanted } from '../helpers/buyer.ts'
import { tickUntil } from '../helpers/cash-gateway.ts'
import { manualClock } from '../helpers/clock.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { startProxy, type NodeProxy } from '../payments/node-proxy.ts'
import { jobOf, knock, open, post, records, seal, serves, until } from './strangers.ts'

let shop: TestGateway
let proxy: NodeProxy
/**
 * A gateway in the same world that asks its node through the proxy. Its clock stands still, so that
 * it asks nothing on its own and forgets no answer, however busy the machine is.
 */
let url: string
let buyer: Buyer
let inputsRead = 0

/** The store, counting what is read of the inputs of jobs. */
const counting = (store: Store): Store => ({
  ...store,
  get: (collection, key) => {
    if (collection === 'results' && key.endsWith('#input')) inputsRead += 1
    return store.get(collection, key)
  },
})

const clock = manualClock(Date.now())
beforeAll(async () => {
  shop = await startGateway({ assemble: { replace: ({ store }) => ({ store: counting(store) }) } })
  proxy = await startProxy(shop.chain.url)
  const { env } = shop.world
  url = (
    await shop.world.open(
      { RPC_URL: proxy.url, DATA_DIR: `${env.DATA_DIR}-proxy`, LOG_LEVEL: 'silent' },
      { clock },
    )
  ).url
  buyer = await shop.buyer()
})
afterAll(async () => {
  await shop?.stop()
  await proxy?.stop()
})
beforeEach(() => shop.upstreams.reset())

describe('bodies', () => {
  it('of 30 MB of text are read and quoted, and others are served meanwhile', async () => {
    const heavy = post(
      shop.url + wants.image.path,
      JSON.stringify({ ...wants.image.body, ignored: 'x'.repeat(30_000_000) }),
    )
    await serves(shop.url)
    expect((await heavy).status).toBe(402)
  })

  // Parsing holds the event loop: 32 MiB of `{},` or of short names take 5 to 7 s and a gigabyte,
  // before any payment (runtime/input/json.ts:14; the limit counts bytes only). Counting the
  // separators first, and refusing more than 100,000, takes 20 ms.
  it.each([
    ['lists', '[],'],
    ['objects', '{},'],
    ['nested lists', '[[[[[]]]]],'],
    ['names', ''],
  ])('of a million small values (%s) are refused before they are parsed', async (_, unit) => {
    const many =
      unit === ''
        ? Array.from({ length: 500_000 }, (_, i) => `"${i.toString(36)}":1`).join(',')
        : unit.repeat(unit.length > 5 ? 200_000 : 1_000_000).slice(0, -1)
    const body = `{"model":"vendorA/image-1","prompt":"x","y":${unit === '' ? `{${many}}` : `[${many}]`}}`
    expect((await post(shop.url + wants.image.path, body)).status).toBe(400)
  })

  it('with a prompt of a million characters are refused', async () => {
    expect(
      (
        await post(
          shop.url + wants.image.path,
          JSON.stringify({ ...wants.image.body, prompt: 'x'.repeat(1_000_000) }),
        )
      ).status,
    ).toBe(400)
  })
})

describe('polls', () => {
  // Whatever a poll says of a job stands in the job itself; what it was asked for may be 30 MB.
  it('that pay nothing do not make the gateway read what the job was asked for', async () => {
    const { body: job } = await buyer.send(
      { ...wants.job, body: { ...wants.job.body, prompt: 'x'.repeat(30_000) } },
      await buyer.header(wants.job),
    )
    await until(async () => (await jobOf(shop, job.id)).status === 'completed')
    inputsRead = 0
    for (let i = 0; i < 5; i++) expect((await fetch(shop.url + job.poll_url)).status).toBe(402)
    expect(inputsRead).toBe(0)
  })

  it('of ids that are none or unknown are 404, whatever payment comes with them', async () => {
    for (const id of [
      'x',
      '0'.repeat(7),
      '0'.repeat(65),
      'ABCDEF0123456789',
      '../jobs',
      '%00',
      '0'.repeat(32),
    ]) {
      const { status } = await fetch(`${shop.url}/api/v1/images/generations/${id}`, {
        headers: { 'payment-signature': 'e30=' },
      })
      expect(status).toBe(404)
    }
  })
})

describe('questions to the node', () => {
  const asked = async (work: () => Promise<unknown>): Promise<number> => {
    proxy.calls.clear()
    await work()
    return [...proxy.calls.values()].reduce((sum, count) => sum + count, 0)
  }

  it('gives no refund for unpaid, unreadable, mispriced or forged payments', async () => {
    const stranger = await newBuyer(url, shop.chain)
    const good = open(await stranger.header(wants.pm))
    const other = open(await (await newBuyer(url, shop.chain)).header(wants.pm))
    // The node is asked once who it is. The clock runs on if the chain takes its time to settle.
    await tickUntil(clock, stranger.send(wants.pm, seal(good)))
    const bad = [
      {},
      { ...good, x402Version: 1 },
      { ...good, accepted: { ...good.accepted, amount: '1' } },
    ]
    expect(
      await asked(async () => {
        for (const payment of bad) await stranger.send(wants.pm, seal(payment))
      }),
    ).toBe(0)
    for (const wanted of [wants.pm, wants.image, wants.rpc])
      expect(await asked(() => stranger.ask(wanted))).toBe(0)
    const stolen = structuredClone(other)
    stolen.payload.authorization.from = good.payload.authorization.from
    // A key may belong to a contract wallet, so one question is owed to it: is there a contract?
    expect(await asked(() => stranger.send(wants.pm, seal(stolen)))).toBeLessThanOrEqual(1)
  })

  it('are at most two for a promise that turns out to be worth nothing', async () => {
    const poor = await newBuyer(url, shop.chain, 0n)
    const header = await poor.header(wants.pm)
    expect(
      await asked(async () => {
        for (let i = 0; i < 5; i++) await poor.send(wants.pm, header)
      }),
    ).toBeLessThanOrEqual(10)
  })

  it('about balances are kept for a moment, and asked once for many who want the same', async () => {
    const get = () =>
      fetch(`${url}/api/v1/balance?address=${buyer.account.address}`, {
        headers: { 'cf-connecting-ip': '10.1.1.1' },
      })
    expect(await asked(() => Promise.all(Array.from({ length: 30 }, get)))).toBe(1)
    expect(
      await asked(() =>
        Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/api/v1/health/overview`))),
      ),
    ).toBeLessThanOrEqual(6)
  })
})

describe('what is kept of payments', () => {
  const refusedByUpstream: Wanted = { method: 'GET', path: '/api/v1/pm/markets/search' }
  const never = String(2n ** 255n)
  const record = (state: PaymentRecord['state']): PaymentRecord =>
    ({ state, payload: { payload: { authorization: { validBefore: never } } } }) as PaymentRecord

  it('a released claim is forgotten, however long its authorization lives', () => {
    expect(expiryOf(record('released'), 0)).toBeLessThanOrEqual(24 * 3_600_000)
  })

  it('so is a failed one: the token itself remembers what was used', () => {
    expect(expiryOf(record('failed'), 0)).toBeLessThanOrEqual(31 * 24 * 3_600_000)
  })

  it('a settled one is', () => {
    expect(expiryOf(record('settled'), 0)).toBeLessThanOrEqual(31 * 24 * 3_600_000)
  })

  it('members of a payment that mean nothing are not stored', async () => {
    const payment = open(await buyer.header(refusedByUpstream))
    payment.payload.padding = 'x'.repeat(20_000)
    expect((await buyer.send(refusedByUpstream, seal(payment))).status).toBe(422)
    const kept = (await records(shop)).find(({ key }) =>
      key.endsWith(payment.payload.authorization.nonce),
    )
    expect(kept?.state).toBe('released')
    expect(JSON.stringify(kept?.payload).length).toBeLessThan(4000)
  })

  it('nothing is kept of what was never verified', async () => {
    const before = (await records(shop)).length
    const poor = await shop.buyer(0n)
    for (let i = 0; i < 20; i++) await poor.send(wants.pm, await poor.header(wants.pm))
    expect((await records(shop)).length).toBe(before)
  })
})

describe('memory of callers', () => {
  it("answers that are remembered by a caller's words are at most a thousand", async () => {
    let asked = 0
    const question = remember({ clock: manualClock(), ms: 60_000 }, async key => {
      asked += 1
      return key
    })
    for (let i = 0; i < 3000; i++) await question(`0x${i}`)
    await question('0x0')
    await question('0x2999')
    expect(asked).toBe(3001)
  })

  it('hot reads are dropped beyond their limit, oldest first', () => {
    const cache = createCache(manualClock(), 1_000_000)
    for (let i = 0; i < 5000; i++) cache.put(`k${i}`, Buffer.alloc(1000), 60_000)
    const kept = Array.from({ length: 5000 }, (_, i) => cache.get(`k${i}`)).filter(
      value => value !== undefined,
    )
    expect([kept.length <= 1000, cache.get('k4999') !== undefined]).toEqual([true, true])
  })

  it('a thousand strangers with a thousand Hosts and paths leave the gateway as fast as before', async () => {
    const time = async (): Promise<number> => {
      const started = effort()
      for (let i = 0; i < 20; i++) await fetch(shop.url + wants.pm.path)
      return effort() - started
    }
    await time()
    const before = await time()
    for (let i = 0; i < 1000; i += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          knock(shop.url, `GET /api/v1/pm/venue-a/wallet/${'w'.repeat(500)}${i + n}`, [
            `Host: h${i + n}.example`,
          ]),
        ),
      )
    }
    expect(await time()).toBeLessThan(before * 20 + 500)
  })
})
