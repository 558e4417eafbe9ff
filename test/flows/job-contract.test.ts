/**
 * What every flow that makes jobs promises of them, whoever polls, and however often: one charge,
 * or none.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  fails,
  receiptOf,
  startCashGateway,
  until,
  type CashGateway,
  type Seen,
} from '../helpers/cash-gateway.ts'
import {
  docOf,
  EVERY,
  ends,
  finished,
  freshFor,
  jobFlows,
  made,
  pollWith,
  stateOf,
  submits,
  submitted,
  twoSteps,
} from '../helpers/cash-jobs.ts'

const HOUR = 3_600_000
const mirrored = [{ url: 'http://x/1' }]

let at: CashGateway
beforeEach(async () => {
  at = await startCashGateway()
})
afterEach(async () => {
  await at.stop()
})

const bank = () => at.world.cash.bank
const statuses = (all: readonly Seen[]): number[] => all.map(seen => seen.status)

describe.each(jobFlows)('a job of $name', flow => {
  it('IMG-070 VID-001 VID-002 MUS-026 is answered with its id and poll address, uncharged, and its authorization is claimed', async () => {
    const { id, poll, seen } = await submitted(at, flow)
    expect(seen.body).toEqual({
      id,
      object: flow.object,
      status: 'queued',
      model: 'first',
      n: 1,
      price: { amount: '0.053500', currency: 'USD' },
      payment_status: 'verified',
      created: seen.body.created,
      poll_url: poll,
    })
    expect(seen.headers.get('payment-response')).toBeNull()
    expect(bank().attempts).toEqual([])
    expect(await at.store.list('payments', 'claimed of a job', 5)).toHaveLength(1)
  })

  it('PAY-065 VID-019 without polls is never charged, and is removed after two days', async () => {
    const job = await finished(at, flow)
    await at.world.clock.skip(
      48 * HOUR - 1 - (at.world.clock.now() - (await docOf(at, job.key)).created),
    )
    expect((await pollWith(at, job.poll)).status).toBe(402)
    await at.world.clock.advance(1)
    expect([
      (await pollWith(at, job.poll)).status,
      (await pollWith(at, job.poll, job.own)).body,
    ]).toEqual([404, { error: 'Job not found' }])
    expect(bank().attempts).toEqual([])
  }, 60_000)

  it('VID-010 VID-107 MUS-032 polled without a header is 402 with the price of the submit, at the very address of the poll', async () => {
    const { poll, id } = await submitted(at, flow)
    const seen = await pollWith(at, poll)
    const challenge = JSON.parse(
      Buffer.from(seen.headers.get('payment-required')!, 'base64').toString(),
    )
    expect([seen.status, seen.body.job_id, seen.body.model]).toEqual([402, id, 'first'])
    expect([challenge.resource.url, challenge.accepts[0].amount]).toEqual([
      at.url + poll,
      String(flow.price),
    ])
  })

  it('VID-011 MUS-028 MUS-042 polled while it runs answers 202 each time, and uses up no payment header', async () => {
    const job = await submitted(at, flow)
    const fresh = await freshFor(at, job.poll)
    for (const header of [job.own, fresh, job.own]) {
      const seen = await pollWith(at, job.poll, header)
      expect([seen.status, seen.body]).toEqual([
        202,
        {
          id: job.id,
          object: flow.object,
          status: 'in_progress',
          model: 'first',
          payment_status: 'verified',
        },
      ])
    }
    expect(bank().attempts).toEqual([])
  })

  it.each(['own', 'fresh'] as const)(
    'VID-012 VID-013 VID-015 polled once it is completed, with its %s header: settled; later already_settled with the same body',
    async which => {
      const job = await finished(at, flow)
      const header = which === 'own' ? job.own : await freshFor(at, job.poll)
      const first = await pollWith(at, job.poll, header)
      expect([first.status, first.body.data, first.body.payment.status]).toEqual([
        200,
        mirrored,
        'settled',
      ])
      expect(receiptOf(first).transaction).toBe(first.body.payment.tx_hash)
      for (const one of [header, job.own, await freshFor(at, job.poll)]) {
        const seen = await pollWith(at, job.poll, one)
        expect([seen.status, seen.body]).toEqual([
          200,
          { ...first.body, payment: { ...first.body.payment, status: 'already_settled' } },
        ])
      }
      expect([bank().attempts.length, bank().earned()]).toEqual([1, flow.price])
    },
  )

  it('VID-021 MUS-034 PAY-063 polled by 50 at once, with two headers, is settled once, with the same URL for all', async () => {
    const job = await finished(at, flow)
    const fresh = await freshFor(at, job.poll)
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, i) => pollWith(at, job.poll, i % 2 === 0 ? job.own : fresh)),
    )
    expect(statuses(all)).toEqual(Array(50).fill(200))
    expect(all.filter(seen => seen.body.payment.status === 'settled')).toHaveLength(1)
    expect(new Set(all.map(seen => seen.body.data[0].url + seen.body.payment.tx_hash)).size).toBe(1)
    expect([bank().attempts.length, bank().earned()]).toEqual([1, flow.price])
  })

  it('VID-020 MUS-035 PAY-045 polled by another wallet is 403, working or completed, and charges nobody', async () => {
    const job = await submitted(at, flow)
    const bob = await freshFor(at, job.poll, 'bob')
    expect((await pollWith(at, job.poll, bob)).body).toEqual({ error: 'Payment payer mismatch' })
    await ends(at, job)
    expect((await pollWith(at, job.poll, bob)).status).toBe(403)
    expect(bank().attempts).toEqual([])
  })

  it('PAY-045 polled by a wallet without money is 403 too, when it is completed', async () => {
    const job = await finished(at, flow)
    const mallory = await freshFor(at, job.poll, 'mallory')
    at.world.cash.wallet('mallory', 0n)
    const seen = await pollWith(at, job.poll, mallory)
    expect([seen.status, seen.body]).toEqual([403, { error: 'Payment payer mismatch' }])
    expect(bank().attempts).toEqual([])
  })

  it('VID-022 PAY-055 its header sent again is 402 PAYMENT_REPLAY and says where to poll', async () => {
    const job = await submitted(at, flow)
    const seen = await at.post(flow.path, flow.body, job.own)
    expect(seen.status).toBe(402)
    expect(seen.body).toMatchObject({
      code: 'PAYMENT_REPLAY',
      job_id: job.id,
      poll_url: job.poll,
      recoverable: true,
    })
    expect(submits(at)).toBe(1)
  })

  it('VID-016 PAY-062 that finishes after its authorization expired is collected with a fresh signature', async () => {
    const job = await submitted(at, flow)
    at.world.vendor.reply = undefined
    await at.world.clock.advance(600_000)
    // The upstream, or its poll, answers only now.
    at.world.vendor.asked.at(-1)!.answer(made)
    await until(async () => (await stateOf(at, job)) === 'completed')
    const late = await pollWith(at, job.poll, job.own)
    expect([late.status, late.body.code]).toEqual([402, 'PAYMENT_UNFUNDED'])
    const seen = await pollWith(at, job.poll, await freshFor(at, job.poll))
    expect([seen.status, seen.body.payment.status, seen.body.data]).toEqual([
      200,
      'settled',
      mirrored,
    ])
    expect(bank().earned()).toBe(flow.price)
  })

  it('paid by a poll with another authorization can still be polled with the first one', async () => {
    const job = await finished(at, flow)
    expect((await pollWith(at, job.poll, await freshFor(at, job.poll))).status).toBe(200)
    const again = await at.post(flow.path, flow.body, job.own)
    expect(again.body).toMatchObject({
      code: 'PAYMENT_REPLAY',
      details: expect.stringMatching(/poll its poll_url/),
      poll_url: job.poll,
      recoverable: true,
    })
    expect((await pollWith(at, job.poll, job.own)).status).toBe(200)
    expect(bank().earned()).toBe(flow.price)
  })

  it('VID-018 MUS-030 MUS-043 IMG-062 failed by its upstream is 200 failed, not charged, for every header and permanently', async () => {
    const job = await submitted(at, flow)
    await ends(at, job, fails('content_policy', { details: 'not this' }))
    await until(async () => (await at.store.list('payments', 'failed', 1)).length === 1)
    for (const header of [job.own, await freshFor(at, job.poll)]) {
      const seen = await pollWith(at, job.poll, header)
      expect(seen.body).toEqual({
        id: job.id,
        object: flow.object,
        status: 'failed',
        model: 'first',
        error: 'not this',
        payment_status: 'not_charged',
      })
    }
    expect((await at.post(flow.path, flow.body, job.own)).body.code).toBe('PAYMENT_REPLAY')
    expect(bank().attempts).toEqual([])
  })

  it('IMG-073 IMG-074 MUS-044 that stalls past an hour is failed uncharged, and a late success changes nothing', async () => {
    const job = await submitted(at, flow)
    await at.world.clock.advance(HOUR)
    await until(async () => (await stateOf(at, job)) === 'failed')
    at.world.vendor.reply = twoSteps(made)
    at.world.vendor.asked.at(-1)!.answer(made)
    await at.world.clock.advance(2 * EVERY)
    const seen = await pollWith(at, job.poll, await freshFor(at, job.poll))
    expect(seen.body).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^Job stalled/),
      payment_status: 'not_charged',
    })
    expect(bank().attempts).toEqual([])
    expect((await at.gateway.app.inject('/metrics')).body).toContain(
      `farebox_jobs_total{route="post_${flow.path.slice(1)}",end="stalled"} 1`,
    )
  }, 60_000)

  it('IMG-064 ERR-014 whose settlement fails keeps its result; a later poll settles it', async () => {
    const job = await finished(at, flow)
    bank().mode = 'fail'
    const seen = await pollWith(at, job.poll, job.own)
    expect([seen.status, seen.body.error, receiptOf(seen).success]).toEqual([
      402,
      'Payment settlement failed',
      false,
    ])
    bank().mode = 'land'
    const later = await pollWith(at, job.poll, await freshFor(at, job.poll))
    expect([later.status, later.body.payment.status, later.body.data]).toEqual([
      200,
      'settled',
      mirrored,
    ])
    expect(bank().earned()).toBe(flow.price)
  })

  it('whose settlement is not known yet is 503, then already_settled, and moves once', async () => {
    const job = await finished(at, flow)
    bank().mode = 'unknown'
    expect((await pollWith(at, job.poll, job.own)).status).toBe(503)
    bank().mode = 'land'
    const seen = await pollWith(at, job.poll, await freshFor(at, job.poll))
    expect([seen.status, seen.body.payment.status]).toEqual([200, 'already_settled'])
    expect([bank().attempts.length, bank().earned()]).toEqual([1, flow.price])
  })

  it('HEAD and OPTIONS of its poll show the price and never pay; other methods are refused', async () => {
    const job = await finished(at, flow)
    for (const method of ['HEAD', 'OPTIONS']) {
      expect([
        method,
        (await at.fetch(job.poll, { method, headers: { 'x-payment': job.own } })).status,
      ]).toEqual([method, 402])
    }
    expect((await at.fetch(job.poll, { method: 'DELETE' })).status).toBe(405)
    expect(bank().attempts).toEqual([])
  })
})
