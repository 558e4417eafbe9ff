/**
 * No result, no charge: whatever an upstream does, nothing moves unless the caller has what was
 * sold.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { wants, type Answer, type Buyer, type Wanted } from '../helpers/buyer.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { jobOf } from '../hostile/strangers.ts'

let shop: TestGateway
let buyer: Buyer
beforeAll(async () => {
  shop = await startGateway()
  buyer = await shop.buyer()
})
afterAll(() => shop?.stop())
afterEach(() => shop.upstreams.reset())

/** Buys and expects that no money moved and that the chain has not seen the authorization. */
async function unpaid(wanted: Wanted): Promise<Answer & { header: string }> {
  const before = [await buyer.balance(), await shop.earned()]
  const header = await buyer.header(wanted)
  const answer = await buyer.send(wanted, header)
  expect([await buyer.balance(), await shop.earned()]).toEqual(before)
  const { authorization } = JSON.parse(Buffer.from(header, 'base64').toString()).payload
  expect(await shop.chain.used(authorization.from, authorization.nonce)).toBe(false)
  expect(answer.receipt?.success ?? false).toBe(false)
  return { ...answer, header }
}

const model = (id: string): Wanted => ({ ...wants.image, body: { ...wants.image.body, model: id } })
const families = [
  ['vendor_a', 'vendorA/image-1'],
  ['vendor_b', 'vendorB/image-fast'],
  ['vendor_c', 'vendorC/imagine-image'],
  ['vendor_e', 'vendorE/image-4'],
] as const

describe.each(families)('image upstream %s', (upstream, id) => {
  it.each([
    ['fail', 500],
    ['rate_limit', 429],
    ['refuse', 400],
    ['empty', 500],
    ['garbage', 500],
    ['reset', 500],
  ] as const)(
    'IMG-080 IMG-081 IMG-082 PAY-003 %s is answered %i and moves nothing',
    async (mode, status) => {
      shop.upstreams.set(upstream, mode)
      const answer = await unpaid(model(id))
      expect(answer.status).toBe(status)
      expect(answer.body).toMatchObject({
        error: {
          400: 'Content policy violation',
          429: 'Rate limit exceeded',
          500: 'Image generation failed',
        }[status],
      })
    },
  )

  it('IMG-078 a prompt that its moderation refuses is 400 Content policy violation and moves nothing', async () => {
    const answer = await unpaid({
      ...wants.image,
      body: { model: id, prompt: 'something forbidden' },
    })
    expect([answer.status, answer.body.error]).toEqual([400, 'Content policy violation'])
  })
})

describe('an upstream limit', () => {
  it('IMG-080 is reported with Retry-After and the family that ran out', async () => {
    shop.upstreams.set('vendor_a', { mode: 'rate_limit', retry_after: 13 })
    const { headers, body } = await unpaid(wants.image)
    expect([headers.get('retry-after'), headers.get('x-ratelimit-source')]).toEqual([
      '13',
      'vendorA',
    ])
    expect(body).toMatchObject({ code: 'RATE_LIMITED', source: 'vendorA', retry_after_seconds: 13 })
  })
})

describe('prediction data and RPC', () => {
  it('an upstream that fails is 502, and the same signed header buys when it works again', async () => {
    shop.upstreams.set('predex', 'fail')
    const failed = await unpaid(wants.pm)
    expect([failed.status, failed.body.error]).toEqual([502, 'Upstream provider error'])
    shop.upstreams.reset('predex')
    const before = await shop.earned()
    expect((await buyer.send(wants.pm, failed.header)).status).toBe(200)
    expect((await shop.earned()) - before).toBe(8500n)
  })

  it('PM-055 parameters that the upstream refuses are passed on with its words, for free', async () => {
    const answer = await unpaid({ method: 'GET', path: '/api/v1/pm/markets/search' })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      error: 'Bad Request',
      status: 422,
      details: { detail: [{ type: 'missing', loc: ['query', 'q'] }] },
    })
  })

  it.each([
    [
      'PM-058',
      '/venue-a/wallets/profiles?addresses=' +
        Array(21)
          .fill('0x' + 'ab'.repeat(20))
          .join(','),
      422,
    ],
    ['PM-060', '/venue-a/markets?search=ab', 422],
    ['PM-060', `/venue-a/markets?search=${'a'.repeat(101)}`, 422],
    ['PM-061', '/venue-a/markets?status=open', 422],
    ['PM-062', '/venue-a/markets?sort=price', 422],
    ['PM-063', '/venue-a/markets?limit=101', 422],
    ['PM-067', '/venue-b/markets?status=active', 422],
    ['PM-071', '/venue-b/markets?sort=liquidity', 422],
    ['PM-072', '/venue-b/markets?limit=0', 422],
    ['PM-073', '/exchange/candles/DOGEUSDT', 404],
    ['PM-074', '/exchange/candles/BTCUSDT?interval=2m', 422],
    ['PM-077', '/exchange/candles/BTCUSDT?limit=1501', 422],
  ] as const)('%s %s is refused with %i, for free', async (_id, path, status) => {
    const answer = await unpaid({ method: 'GET', path: `/api/v1/pm${path}` })
    expect([answer.status, answer.body.error]).toEqual([status, 'Bad Request'])
  })

  it('PM-083 a suspended endpoint answers 402 unpaid and 502 paid, for free', async () => {
    const answer = await unpaid({ method: 'GET', path: '/api/v1/pm/sports/games' })
    expect(answer.status).toBe(502)
  })

  it.each(['fail', 'garbage', 'reset', 'empty'] as const)(
    'RPC-031 a node that answers with %s moves nothing',
    async mode => {
      shop.upstreams.set('nodes', mode)
      expect((await unpaid(wants.rpc)).status).toBe(502)
    },
  )
})

describe('a job', () => {
  const finish = async (job: any, header: string): Promise<Answer> => {
    const answer = await buyer.send({ method: 'GET', path: job.poll_url }, header)
    return answer.status === 202 ? finish(job, header) : answer
  }

  it.each(['fail', 'refuse', 'empty', 'garbage', 'rate_limit'] as const)(
    'PAY-064 IMG-062 that ends with %s is reported as failed, not charged',
    async mode => {
      shop.upstreams.set('vendor_d', mode)
      const submitted = await unpaid(wants.job)
      expect(submitted.status).toBe(202)
      const before = await shop.earned()
      const ended = await finish(submitted.body, submitted.header)
      expect(ended.status).toBe(200)
      expect(ended.body).toMatchObject({
        id: submitted.body.id,
        status: 'failed',
        payment_status: 'not_charged',
        error: expect.any(String),
      })
      expect(await shop.earned()).toBe(before)
    },
  )

  it('PAY-065 that finishes and is never asked for is never charged', async () => {
    const before = await shop.earned()
    const header = await buyer.header(wants.job)
    const submitted = await buyer.send(wants.job, header)
    expect(submitted.status).toBe(202)
    await expect.poll(async () => (await jobOf(shop, submitted.body.id)).status).toBe('completed')
    // Settlements are sent in order: what comes after this one has nothing of the job before it.
    await (await shop.buyer()).buy(wants.pm)
    expect((await shop.earned()) - before).toBe(8500n)
    const { authorization } = JSON.parse(Buffer.from(header, 'base64').toString()).payload
    expect(await shop.chain.used(authorization.from, authorization.nonce)).toBe(false)
  })

  it('PAY-045 PAY-046 IMG-065 is bound to its wallet: another wallet gets 403, nobody 402', async () => {
    const header = await buyer.header(wants.job)
    const { body: job } = await buyer.send(wants.job, header)
    const other = await shop.buyer()
    const poll: Wanted = { method: 'GET', path: job.poll_url }
    const stranger = await other.send(poll, await other.header(poll))
    expect([stranger.status, stranger.body]).toEqual([403, { error: 'Payment payer mismatch' }])
    expect((await other.send(poll)).status).toBe(402)
    expect((await finish(job, header)).body.payment.status).toBe('settled')
  })
})

describe('refusals before any work', () => {
  it.each([
    ['a poor wallet', {}, 'PAYMENT_UNFUNDED'],
    ['too little', { value: '1' }, 'PAYMENT_INVALID'],
    ['too much', { value: '22001' }, 'PAYMENT_INVALID'],
    ['another recipient', { to: '0x000000000000000000000000000000000000dEaD' }, 'PAYMENT_INVALID'],
    ['an expired authorization', { validBefore: '1700000000' }, 'PAYMENT_UNFUNDED'],
  ] as const)('PAY-002 PAY-068 %s is refused before any work', async (what, changes, code) => {
    const wallet = what === 'a poor wallet' ? await shop.buyer(0n) : buyer
    const { status, body, headers } = await wallet.send(
      wants.image,
      await wallet.header(wants.image, changes),
    )
    expect([status, body.code]).toEqual([402, code])
    expect(headers.get('payment-required')).toBeTruthy()
    expect(shop.upstreams.calls('vendor_a')).toEqual([])
  })
})

describe('a picture that could not be copied', () => {
  it('IMG-052 IMG-053 is delivered with the address of the upstream, and paid', async () => {
    shop.upstreams.set('vendor_e', 'lost')
    const before = await shop.earned()
    const { status, body } = await buyer.buy(wants.urlImage)
    expect(status).toBe(200)
    expect(body.data[0]).toMatchObject({
      backed_up: false,
      url: expect.stringContaining(shop.upstreams.env.VENDOR_E_URL!),
    })
    expect((await shop.earned()) - before).toBe(16_750n)
  })
})
