/** One result, one charge: whatever is sent twice, at once, or again. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { wants, type Answer, type Buyer, type Wanted } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { jobOf } from '../hostile/strangers.ts'

let shop: TestGateway
let buyer: Buyer
beforeAll(async () => {
  shop = await startGateway({ latency: { vendor_a: 100, predex: 100, vendor_d: 200 } })
  buyer = await shop.buyer()
})
afterAll(() => shop?.stop())
beforeEach(() => shop.upstreams.reset())

const many = <T>(count: number, one: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, one))

/** How many transfers to the seller a wallet has made. */
async function transfers(): Promise<number> {
  const topic = (address: string) => '0x' + address.slice(2).toLowerCase().padStart(64, '0')
  const logs = await shop.chain.rpc<unknown[]>('eth_getLogs', [
    {
      fromBlock: '0x0',
      address: shop.world.spec.asset.address,
      topics: [
        '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
        topic(buyer.account.address),
        topic(shop.world.payTo),
      ],
    },
  ])
  return logs.length
}

it.each([
  ['prediction data', wants.pm, 'predex', 8500n],
  ['an image', wants.image, 'vendor_a', 22_000n],
] as const)(
  'PAY-043 50 identical signed requests for %s are one transfer and one call of the upstream',
  async (_, wanted, upstream, price) => {
    const [before, earned] = [await transfers(), await shop.earned()]
    const header = await buyer.header(wanted)
    const answers = await many(50, () => buyer.send(wanted, header))
    expect(answers.filter(answer => answer.status === 200).length).toBeGreaterThanOrEqual(1)
    for (const answer of answers.filter(one => one.status !== 200)) {
      expect([answer.status, answer.body.code]).toEqual([402, 'PAYMENT_REPLAY'])
    }
    expect(shop.upstreams.calls(upstream)).toHaveLength(1)
    expect((await transfers()) - before).toBe(1)
    expect((await shop.earned()) - earned).toBe(price)
  },
)

it('PAY-042 PAY-044 a paid header sent again for the same thing or another one is 402 PAYMENT_REPLAY and moves nothing', async () => {
  const header = await buyer.header(wants.rpc)
  expect((await buyer.send(wants.rpc, header)).status).toBe(200)
  const earned = await shop.earned()
  const others: Wanted[] = [wants.rpc, { ...wants.rpc, path: '/api/v1/rpc/base' }]
  for (const wanted of others)
    expect(await buyer.send(wanted, header)).toMatchObject({
      status: 402,
      body: { code: 'PAYMENT_REPLAY' },
    })
  expect(await shop.earned()).toBe(earned)
})

it('PAY-058 PAY-063 IMG-076 50 polls at once on a finished job are one transfer and 50 correct answers', async () => {
  const [before, earned] = [await transfers(), await shop.earned()]
  const header = await buyer.header(wants.job)
  const { status, body: job } = await buyer.send(wants.job, header)
  expect(status).toBe(202)
  const poll: Wanted = { method: 'GET', path: job.poll_url }
  await expect.poll(async () => (await jobOf(shop, job.id)).status).toBe('completed')
  const fresh = await many(25, () => buyer.header(poll))
  const answers = await Promise.all(
    [...fresh, ...Array<string>(25).fill(header)].map(one => buyer.send(poll, one)),
  )
  expect(answers.map(answer => answer.status)).toEqual(Array(50).fill(200))
  const [first] = answers as [Answer]
  for (const { body } of answers) {
    expect(body).toMatchObject({
      id: job.id,
      data: first.body.data,
      payment: { tx_hash: first.body.payment.tx_hash },
    })
    expect(['settled', 'already_settled']).toContain(body.payment.status)
  }
  expect((await transfers()) - before).toBe(1)
  expect((await shop.earned()) - earned).toBe(48_250n)
})

it('PAY-055 a replay of a submit points at the job it paid for', async () => {
  const header = await buyer.header(wants.job)
  const { body: job } = await buyer.send(wants.job, header)
  const again = await buyer.send(wants.job, header)
  expect(again).toMatchObject({
    status: 402,
    body: { code: 'PAYMENT_REPLAY', job_id: job.id, poll_url: job.poll_url, recoverable: true },
  })
  await expect.poll(() => shop.upstreams.calls('vendor_d').map(call => call.status)).toEqual([200])
})

it('30 different purchases at once are 30 transfers of the right amounts', async () => {
  const [before, earned] = [await transfers(), await shop.earned()]
  const answers = await many(30, async () => buyer.send(wants.pm, await buyer.header(wants.pm)))
  expect(answers.map(answer => answer.status)).toEqual(Array(30).fill(200))
  expect(new Set(answers.map(answer => answer.receipt!.payer.toLowerCase()))).toEqual(
    new Set([buyer.account.address.toLowerCase()]),
  )
  expect((await shop.earned()) - earned).toBe(30n * 8500n)
  expect((await transfers()) - before).toBe(30)
})
