/**
 * Edits that take longer than the inline window: jobs in the store of image generation, polled
 * there, settled once.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { picture } from '../../scripts/devnet/upstreams/png.ts'
import { uri } from '../hooks/pictures.ts'
import { call, type Seen, type Sent } from './client.ts'
import { openStudio, type Begun, type Studio } from './studio.ts'

let studio: Studio
beforeAll(async () => {
  studio = await openStudio()
})
afterAll(() => studio?.stop())
afterEach(() => studio.upstreams.reset())

const cat = picture('cat', 64, 64)
const path = '/api/v1/images/image2image'
const edit: Sent = { path, body: { prompt: 'add a hat', image: uri(cat) } }
const PRICE = 64_000n
const POLLS = '/api/v1/images/generations'

/**
 * Sends an edit whose upstream is held; `answer` comes when the clock is wound or the upstream
 * released.
 */
async function held(
  sent = edit,
  at: Pick<Studio, 'sign' | 'pay'> = studio,
): Promise<{ header: string; answer: Promise<Seen> }> {
  const header = await at.sign(sent)
  const before = studio.asked('vendor_a').length
  studio.upstreams.set('vendor_a', 'hold')
  const answer = at.pay(sent, header)
  await expect.poll(() => studio.asked('vendor_a').length, { timeout: 45_000 }).toBe(before + 1)
  return { header, answer }
}

/** A job whose upstream is held. */
async function slow(sent?: Sent, at?: Pick<Studio, 'sign' | 'pay'>): Promise<Begun> {
  const { header, answer } = await held(sent, at)
  await studio.clock.wind(30_000)
  const seen = await answer
  expect(seen.status).toBe(202)
  return { seen, job: seen.body, header }
}

/** The same, finished and stored, but not polled. */
async function done(): Promise<Begun> {
  const begun = await slow()
  studio.upstreams.release('vendor_a')
  await studio.finished('images', begun.job)
  return begun
}

describe('an edit that is not done within 30 s', () => {
  it('EDIT-043 EDIT-044 EDIT-045 is a 202 then and not before, with all that is needed to collect it, and no charge', async () => {
    const sent = { path, body: { ...(edit.body as object), n: 2, size: '1536x1024' } }
    await studio.free(async () => {
      const { answer } = await held(sent)
      let seen: Seen | undefined
      void answer.then(one => (seen = one))
      await studio.clock.wind(15_000)
      await studio.ask(edit)
      expect(seen).toBeUndefined()
      await studio.clock.wind(15_000)
      const { status, body: job, headers } = await answer
      expect([status, headers['payment-response'], headers['x-payment-receipt']]).toEqual([
        202,
        undefined,
        undefined,
      ])
      expect(job).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        object: 'image.edit.job',
        status: 'queued',
        model: 'vendorA/image-2',
        size: '1536x1024',
        n: 2,
        price: { amount: '0.253000', currency: 'USD' },
        payment_status: 'verified',
        created: expect.any(Number),
        poll_url: `${POLLS}/${job.id}`,
        poll_instructions: expect.stringContaining('2 to 5 seconds'),
      })
    })
  })

  it('EDIT-046 EDIT-047 EDIT-048 EDIT-050 EDIT-052 is polled while it is worked on, and settled by the first poll that finds it done', async () => {
    const before = await studio.buyer.balance()
    const begun = await slow()
    const { job, header } = begun
    await studio.clock.wind(60_000)
    for (const one of [header, header, await studio.sign({ path: job.poll_url })]) {
      const { status, body } = await studio.poll(job, one)
      expect([status, body]).toEqual([
        202,
        {
          id: job.id,
          object: 'image.edit.job',
          status: 'in_progress',
          model: 'vendorA/image-2',
          payment_status: 'verified',
          note: expect.stringMatching(/\S/),
        },
      ])
    }
    expect(await studio.buyer.balance()).toBe(before)
    studio.upstreams.release('vendor_a')
    const first = await studio.done(begun)
    expect(first.body).toEqual({
      id: job.id,
      created: job.created,
      data: [
        {
          url: expect.stringMatching(/\/media\/[0-9a-f]{64}\.png$/),
          source_url: 'data:image/png',
          backed_up: true,
        },
      ],
      price: { amount: '0.064000', currency: 'USD' },
      payment: {
        status: 'settled',
        tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        network: 'base',
      },
    })
    expect([first.receipt?.success, first.headers['x-payment-receipt']]).toEqual([
      true,
      first.body.payment.tx_hash,
    ])
    expect(before - (await studio.buyer.balance())).toBe(PRICE)
    const file = await fetch(first.body.data[0].url)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
    const again = await studio.poll(job, header)
    expect(again.body).toEqual({
      ...first.body,
      payment: { ...first.body.payment, status: 'already_settled' },
    })
    expect([before - (await studio.buyer.balance()), studio.asked('vendor_a').length]).toEqual([
      PRICE,
      1,
    ])
  })

  it('EDIT-047 EDIT-058 ERR-019 its polls: 402 with its price without payment, 403 for another wallet, 404 for an unknown job', async () => {
    const { job, header } = await done()
    const asked = await studio.poll(job)
    expect([asked.status, asked.body.error, asked.body.job_id, asked.body.model]).toEqual([
      402,
      'Payment Required',
      job.id,
      'vendorA/image-2',
    ])
    expect(asked.challenge).toMatchObject({
      resource: { url: studio.shop.url + job.poll_url },
      accepts: [{ amount: '64000' }],
    })
    const other = await studio.shop.buyer()
    const theirs = await studio.poll(job, await studio.sign({ path: job.poll_url }, other.account))
    expect([theirs.status, theirs.body]).toEqual([403, { error: 'Payment payer mismatch' }])
    const unknown = await studio.poll({ poll_url: `${POLLS}/${'0'.repeat(32)}` }, header)
    expect([unknown.status, unknown.body]).toEqual([404, { error: 'Job not found' }])
    expect((await call(studio.shop.url, { path: `${path}/${job.id}` })).status).toBe(404)
    const fresh = await studio.sign({ path: job.poll_url })
    expect((await studio.poll(job, fresh)).body.payment.status).toBe('settled')
    expect([
      await studio.isUsed(fresh),
      await studio.isUsed(header),
      await other.balance(),
    ]).toEqual([true, false, 10_000_000n])
  })

  it('EDIT-052 EDIT-047 polls at the same time settle it once', async () => {
    const before = await studio.buyer.balance()
    const { job, header } = await done()
    const fresh = await Promise.all(
      Array.from({ length: 4 }, () => studio.sign({ path: job.poll_url })),
    )
    const all = await Promise.all(
      [...fresh, ...Array<string>(8).fill(header)].map(one => studio.poll(job, one)),
    )
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
    expect(all.filter(({ body }) => body.payment.status === 'settled')).toHaveLength(1)
    expect(before - (await studio.buyer.balance())).toBe(PRICE)
  })

  it('EDIT-058 its submit sent again names the job, and works on nothing', async () => {
    const { job, header } = await done()
    const again = await studio.pay(edit, header)
    expect(again.status).toBe(402)
    expect(again.body).toMatchObject({
      error: 'Payment verification failed',
      code: 'PAYMENT_REPLAY',
      job_id: job.id,
      poll_url: job.poll_url,
      recoverable: true,
    })
    expect(studio.asked('vendor_a')).toHaveLength(1)
  })

  it('EDIT-046 EDIT-052 EDIT-054 one that fails then is reported with 200, never charged', async () => {
    await studio.free(async () => {
      const begun = await slow()
      studio.upstreams.release('vendor_a', 'fail')
      const seen = await studio.done(begun)
      expect([seen.status, seen.body]).toEqual([
        200,
        {
          id: begun.job.id,
          object: 'image.edit.job',
          status: 'failed',
          model: 'vendorA/image-2',
          error: expect.stringMatching(/\S/),
          payment_status: 'not_charged',
          note: expect.stringMatching(/\S/),
        },
      ])
      expect((await studio.poll(begun.job, begun.header)).body).toEqual(seen.body)
      expect(await studio.isUsed(begun.header)).toBe(false)
    })
  })

  it('EDIT-043 EDIT-055 a slow model has 600 s, and is given up then, for free', async () => {
    await studio.free(async () => {
      const { job } = await slow()
      await studio.clock.wind(530_000)
      const header = await studio.sign({ path: job.poll_url })
      expect((await studio.poll(job, header)).body.status).toBe('in_progress')
      await studio.clock.wind(50_000)
      expect((await studio.done({ job, header })).body).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('600 s'),
        payment_status: 'not_charged',
      })
    })
  })
})

it('EDIT-049 EDIT-052 an edit that was answered at once can be polled too, and gives its stored picture', async () => {
  const { seen, header } = await studio.buy(edit)
  expect(seen.body.data[0].url).toMatch(/^data:image\/png;base64,/)
  const polled = await studio.poll({ poll_url: `${POLLS}/${seen.body.id}` }, header)
  expect([polled.status, polled.body.payment]).toEqual([
    200,
    { ...seen.body.payment, status: 'already_settled' },
  ])
  const { url, source_url, backed_up } = polled.body.data[0]
  expect([source_url, backed_up]).toEqual(['data:image/png', true])
  const stored = Buffer.from(await (await fetch(url)).arrayBuffer())
  expect(`data:image/png;base64,${stored.toString('base64')}`).toBe(seen.body.data[0].url)
})

describe('a gateway that ends meanwhile', () => {
  it('EDIT-052 an edit from a form is done by the next one, with the same files', async () => {
    const gateway = await studio.another()
    const body = new FormData()
    body.append('image', new File([new Uint8Array(cat)], 'cat.png', { type: 'image/png' }))
    body.append('prompt', 'add a hat')
    const begun = await slow({ path, body }, gateway)
    await gateway.close()
    studio.upstreams.set('vendor_a', 'ok')
    await gateway.reopen()
    const seen = await gateway.done(begun)
    expect([seen.status, seen.body.payment.status, seen.body.data[0].backed_up]).toEqual([
      200,
      'settled',
      true,
    ])
    const [first, second] = studio.asked('vendor_a').map(one => JSON.parse(one.body))
    expect(second).toEqual(first)
    await gateway.close()
  })

  it('EDIT-052 one that nobody finished within an hour has stalled, and costs nothing', async () => {
    const gateway = await studio.another()
    await studio.free(async () => {
      const { job } = await slow(edit, gateway)
      await gateway.close()
      await studio.clock.wind(3_600_000)
      await gateway.reopen()
      const seen = await gateway.poll(job, await gateway.sign({ path: job.poll_url }))
      expect([seen.status, seen.body.status, seen.body.payment_status]).toEqual([
        200,
        'failed',
        'not_charged',
      ])
      expect(seen.body.error).toMatch(/^Job stalled/)
      await gateway.close()
    })
  })
})
