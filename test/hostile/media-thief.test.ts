/**
 * A thief of films and edits: jobs that are polled with the wrong money, with too little, with
 * none, or never at all.
 */
import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PrivateKeyAccount } from 'viem/accounts'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import { call, headerOf, paidBy, payloadOf, type Seen, type Sent } from '../routes/client.ts'
import { openStudio, type Begun, type Studio } from '../routes/studio.ts'

const FLAT = '/api/v1/videos/generations'
const EDITS = '/api/v1/images/image2image'
const film: Sent = { path: FLAT, body: { prompt: 'a stolen film' } }
const PRICE = 402_000n
let studio: Studio<'chain'>
beforeAll(async () => {
  studio = await openStudio({ taps: ['chain'] as const })
})
afterAll(() => studio?.stop())
afterEach(() => {
  studio.shop.taps.chain.answer()
  studio.upstreams.reset()
})

/** A film that is made and stored, and not paid yet. */
async function finished(account?: PrivateKeyAccount): Promise<Begun> {
  const begun = await studio.submit(film, account)
  await studio.finished('videos', begun.job)
  return begun
}

/** What the seller earns while `work` runs. */
async function costOf<T>(work: () => Promise<T>): Promise<{ made: T; cost: bigint }> {
  const before = await studio.shop.earned()
  const made = await work()
  return { made, cost: (await studio.shop.earned()) - before }
}

const statuses = (all: readonly Seen[]): number[] =>
  all.map(({ status }) => status).toSorted((a, b) => a - b)
const signs = (job: any, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => studio.sign({ path: job.poll_url })))

describe('one payment', () => {
  it('VID-021 of fifty fresh ones that poll a film at once is taken, and no other one is spent', async () => {
    const { job } = await finished()
    const headers = await signs(job, 50)
    const { made, cost } = await costOf(() =>
      Promise.all(headers.map(header => studio.poll(job, header))),
    )
    expect([new Set(statuses(made)), cost]).toEqual([new Set([200]), PRICE])
    expect(made.filter(({ body }) => body.payment.status === 'settled')).toHaveLength(1)
    expect((await Promise.all(headers.map(studio.isUsed))).filter(Boolean)).toHaveLength(1)
  })

  it('VID-012 pays for one of two films, whether it submitted one of them or is fresh', async () => {
    for (const isFresh of [false, true]) {
      const [one, two] = [await finished(), await finished()]
      const header = isFresh ? await studio.sign({ path: one.job.poll_url }) : one.header
      const { made, cost } = await costOf(() =>
        Promise.all([one, two, two, one].map(({ job }) => studio.poll(job, header))),
      )
      expect([statuses(made).filter(status => status === 200).length, cost]).toEqual([2, PRICE])
      const given = made.filter(({ status }) => status === 200).map(({ body }) => body.id)
      expect(new Set(given).size).toBe(1)
      for (const { status, body } of made)
        if (status !== 200)
          expect([status, body.code, body.data]).toEqual([402, 'PAYMENT_REPLAY', undefined])
    }
  })

  it('VID-012 of one film, which the chain shows to everybody, does not read another one, however it is spelled', async () => {
    const [one, two] = [await finished(), await finished()]
    for (const { job, header } of [one, two])
      expect((await studio.poll(job, header)).status).toBe(200)
    const { payload, ...rest } = payloadOf(one.header)
    const { signature } = payload
    const v = Number.parseInt(signature.slice(-2), 16) - 27
    const spellings = [
      signature,
      `0x${signature.slice(2).toUpperCase()}`,
      `${signature.slice(0, -2)}0${v}`,
    ]
    for (const spelled of spellings) {
      const header = headerOf({ ...rest, payload: { ...payload, signature: spelled } })
      const { status, body } = await studio.poll(two.job, header)
      expect([status, body.code, body.data]).toEqual([402, 'PAYMENT_REPLAY', undefined])
    }
  })

  it('VID-022 that submitted a film buys nothing else until it is polled, however it is asked', async () => {
    studio.upstreams.set('vendor_c', 'job_hold')
    const { header } = await studio.submit(film)
    const others: Sent[] = [
      film,
      { path: FLAT, body: { prompt: 'another film' } },
      { path: '/api/v1/videos', body: { content: [{ type: 'text', text: 'another film' }] } },
      {
        path: FLAT,
        body: { prompt: 'another film', duration_seconds: 8, resolution: '480p', seed: 1 },
      },
    ]
    const { made, cost } = await costOf(() =>
      Promise.all([...others, ...others].map(sent => studio.pay(sent, header))),
    )
    expect([new Set(made.map(({ status, body }) => `${status} ${body.code}`)), cost]).toEqual([
      new Set(['402 PAYMENT_REPLAY']),
      0n,
    ])
    expect(studio.asked('vendor_c')).toHaveLength(1)
  })
})

describe('before it is paid', () => {
  it('VID-006 VID-019 no reply about a finished film reveals its address', async () => {
    const { job, header } = await finished()
    const [stranger, poor] = [await studio.shop.buyer(), await studio.shop.buyer(0n)]
    const other = await studio.sign({ path: job.poll_url }, stranger.account)
    const unfunded = await studio.sign({ path: job.poll_url }, poor.account)
    const [path] = job.poll_url.split('?')
    const asked: Sent[] = [
      ...['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE'].map(method => ({
        method,
        path: job.poll_url,
      })),
      ...['HEAD', 'OPTIONS', 'POST'].map(method => ({
        method,
        path: job.poll_url,
        headers: paidBy(header),
      })),
      ...[other, unfunded, 'x', ''].map(one => ({ path: job.poll_url, headers: paidBy(one) })),
      { path: job.poll_url, headers: { 'payment-signature': header, 'x-payment': other } },
      { path, headers: paidBy(header) },
      { path: job.poll_url.replace('/generations', ''), headers: paidBy(header) },
      { path: `${FLAT}/..%2fgenerations/${job.id}`, headers: paidBy(header) },
      { path: '/metrics' },
      { path: '/media/' },
      { ...film, headers: paidBy(header) },
    ]
    const { made, cost } = await costOf(() =>
      Promise.all(asked.map(sent => call(studio.shop.url, sent))),
    )
    expect([
      cost,
      made.map(({ status }, i) => status === 200 && asked[i]!.path !== '/metrics'),
    ]).toEqual([0n, asked.map(() => false)])
    const visible = made.map(({ text, headers }) => text + JSON.stringify(headers)).join('\n')
    const [given] = (await studio.poll(job, header)).body.data
    for (const secret of [given.url.split('/').at(-1), given.source_url, given.request_id])
      expect(visible).not.toContain(secret)
  })

  it('EDIT-049 the picture of an edit whose payment does not land is not given, neither as its data nor by its address', async () => {
    const thief = await studio.shop.buyer()
    const sent: Sent = {
      path: EDITS,
      body: {
        model: 'vendorA/image-1',
        prompt: 'a hat',
        image: `data:image/png;base64,${picture('a', 8, 8).toString('base64')}`,
      },
    }
    const header = await studio.sign(sent, thief.account)
    vanish(() => studio.shop.world.chain.fund(thief.account.address, -10_000_000n))
    const { made, cost } = await costOf(() => studio.pay(sent, header))
    expect([made.status, cost]).toEqual([402, 0n])
    expect(made.text).not.toMatch(/data:image|\/media\//)
  })
})

/** Does something just before the first transaction is sent. */
function vanish(what: () => Promise<unknown>): void {
  let isDone = false
  studio.shop.taps.chain.answer(async ({ body }) => {
    if (isDone || !body.includes('eth_sendRawTransaction')) return undefined
    isDone = true
    await what()
    return undefined
  })
}

/** Cancels an authorization on the chain, as its wallet may at any time. */
async function cancel(header: string, account: PrivateKeyAccount): Promise<void> {
  const { spec, chain } = studio.shop.world
  const { nonce } = payloadOf(header).payload.authorization
  const signature = await account.signTypedData({
    domain: {
      name: spec.asset.name,
      version: spec.asset.version,
      chainId: chain.chainId,
      verifyingContract: spec.asset.address as `0x${string}`,
    },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: account.address, nonce },
  })
  const abi = parseAbi([
    'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
  ])
  await chain.transact(
    spec.asset.address,
    encodeFunctionData({ abi, args: [account.address, nonce, signature] }),
  )
}

describe('a payment that goes away', () => {
  it('PAY-061 canceled between its verification and its settlement gives no film; another payment can buy the film', async () => {
    const thief = await studio.shop.buyer()
    const { job, header } = await finished(thief.account)
    vanish(() => cancel(header, thief.account))
    const { made, cost } = await costOf(async () => [
      await studio.poll(job, header),
      await studio.poll(job, header),
    ])
    expect([made.map(({ status, body }) => [status, body.data]), cost]).toEqual([
      [
        [402, undefined],
        [402, undefined],
      ],
      0n,
    ])
    await studio.clock.wind(3_600_000) // the wallet is not trusted for a while
    expect(
      (
        await costOf(async () =>
          studio.poll(job, await studio.sign({ path: job.poll_url }, thief.account)),
        )
      ).cost,
    ).toBe(PRICE)
  })

  it('PAY-063 whose end is not known blocks every other one: polls are 503 until it is known, and then one is charged', async () => {
    const { job, header } = await finished()
    const others = await signs(job, 4)
    const { made, cost } = await costOf(async () => {
      // The transaction is mined, but the gateway never hears of it.
      studio.shop.taps.chain.answer(({ body }) =>
        /eth_getTransactionReceipt|eth_getLogs|authorizationState|e94a0102/.test(body)
          ? { status: 500, body: '{}' }
          : undefined,
      )
      const first = studio.poll(job, header)
      await expect.poll(() => studio.isUsed(header)).toBe(true)
      const blocked = Promise.all(others.map(one => studio.poll(job, one)))
      for (let i = 0; i < 40; i++) await studio.clock.wind(5000)
      const seen = [await first, ...(await blocked)]
      studio.shop.taps.chain.answer()
      return [seen, await Promise.all(others.map(one => studio.poll(job, one)))]
    })
    expect([statuses(made[0]!), statuses(made[1]!), cost]).toEqual([
      Array(5).fill(503),
      Array(4).fill(200),
      PRICE,
    ])
    expect(await Promise.all(others.map(studio.isUsed))).toEqual(Array(4).fill(false))
  })
})

describe('a gateway that ends', () => {
  it('VID-012 VID-021 at any step of a film that is stolen at every one: the upstream works once, one payment is taken', async () => {
    const own = await studio.another()
    const thief = await studio.shop.buyer()
    studio.upstreams.set('vendor_c', 'job_hold')
    const { made, cost } = await costOf(async () => {
      const begun = await own.submit(film)
      const again = async (): Promise<Seen[]> => {
        await own.close()
        await own.reopen()
        const stolen = await own.sign({ path: begun.job.poll_url }, thief.account)
        return Promise.all([
          own.poll(begun.job, stolen),
          own.poll(begun.job),
          own.pay(film, begun.header),
        ])
      }
      const all = await again()
      expect((await own.poll(begun.job, begun.header)).status).toBe(202)
      studio.upstreams.orderJobs('vendor_c', 'finish')
      await own.finished('videos', begun.job)
      all.push(...(await again()))
      const headers = [
        begun.header,
        ...(await Promise.all([0, 1, 2].map(() => own.sign({ path: begun.job.poll_url })))),
      ]
      const paid = await Promise.all(headers.map(header => own.poll(begun.job, header)))
      expect(statuses(paid)).toEqual([200, 200, 200, 200])
      all.push(...(await again()))
      return all
    })
    expect([made.map(({ status }) => status), cost]).toEqual([
      [403, 402, 402, 403, 402, 402, 403, 402, 402],
      PRICE,
    ])
    for (const { body } of made) expect(body.data).toBeUndefined()
    expect(studio.asked('vendor_c')).toHaveLength(1)
    await own.close()
  }, 60_000)
})

describe('an unpaid job', () => {
  const inputs = async (): Promise<number> => {
    const kept = await Promise.all(
      ['completed', 'failed'].map(status => studio.shop.store.list<any>('jobs', status, 10_000)),
    )
    const apart = await Promise.all(
      kept.flat().map(({ key }) => studio.shop.store.get('results', `${key}#input`)),
    )
    return (
      kept.flat().filter(({ stored }) => stored.doc.input !== undefined).length +
      apart.filter(one => one !== undefined).length
    )
  }

  it('EDIT-032 EDIT-057 does not stay in the store: an edit of 2 MB that its upstream refuses leaves nothing of it, however often it is sent', async () => {
    const image = `data:image/png;base64,${Buffer.concat([picture('a', 8, 8), Buffer.alloc(1_500_000)]).toString('base64')}`
    const sent: Sent = { path: EDITS, body: { model: 'vendorA/image-1', prompt: 'a hat', image } }
    const header = await studio.sign(sent)
    studio.upstreams.set('vendor_a', 'refuse')
    const { made, cost } = await costOf(async () => [
      await studio.pay(sent, header),
      await studio.pay(sent, header),
      await studio.pay(sent, header),
    ])
    expect([statuses(made), cost, await inputs()]).toEqual([[400, 400, 400], 0n, 0])
    studio.upstreams.reset()
    expect((await studio.pay(sent, header)).status).toBe(200)
    expect(await inputs()).toBe(0)
  })

  it("is limited by the wallet's balance: an uncollected film counts until it is removed", async () => {
    const thief = await studio.shop.buyer(PRICE)
    const order = async (): Promise<number> => {
      const validBefore = String(Math.floor(studio.clock.now() / 1000) + 8)
      return (await studio.pay(film, await studio.sign(film, thief.account, { validBefore })))
        .status
    }
    expect([await order(), await order()]).toEqual([202, 402])
    await studio.clock.wind(9000)
    expect(await order()).toBe(402)
  })
})
