/** Jobs: the inline window, polls, stalls, and one settlement whoever asks for it. */
import { describe, expect, it } from 'vitest'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import { cashWorld, fails, startCashGateway, until } from '../helpers/cash-gateway.ts'
import {
  at,
  bank,
  body,
  header,
  poll,
  slow,
  status,
  submitted,
  success,
  useGateway,
} from './jobs-desk.ts'

useGateway()

describe('the inline window', () => {
  it('IMG-071 IMG-049 IMG-057 work that ends within it is answered 200, settled in this response only', async () => {
    at.world.vendor.reply = () => success
    const seen = await at.post('/images', body, await header())
    expect(seen.status).toBe(200)
    expect(seen.body).toMatchObject({
      data: [{ url: 'http://x/1' }],
      price: { amount: '0.053500', currency: 'USD' },
      payment: { status: 'settled', network: 'cash' },
    })
    expect(seen.body.created).toBe(Math.floor(at.world.clock.now() / 1000))
    expect(bank().attempts).toHaveLength(1)
  })

  it('IMG-036 IMG-070 IMG-040..048 work that takes longer is answered 202 at 30 s, uncharged, and goes on', async () => {
    const own = await header()
    const answer = at.post('/images', body, own)
    await until(() => at.world.vendor.asked.length === 1)
    await at.world.clock.advance(29_999)
    expect(await Promise.race([answer, at.world.clock.settle().then(() => 'waiting')])).toBe(
      'waiting',
    )
    await at.world.clock.advance(1)
    const seen = await answer
    expect(seen.status).toBe(202)
    const { id } = seen.body
    expect(seen.body).toEqual({
      id,
      object: 'image.generation.job',
      status: 'queued',
      model: 'first',
      n: 1,
      price: { amount: '0.053500', currency: 'USD' },
      payment_status: 'verified',
      created: Math.floor(at.world.clock.now() / 1000) - 30,
      poll_url: `/images/${id}`,
    })
    expect([seen.headers.get('x-payment-receipt'), seen.headers.get('payment-response')]).toEqual([
      null,
      null,
    ])
    expect(bank().attempts).toEqual([])
    at.world.vendor.asked[0]!.answer(success)
    await until(async () => (await status(id)) === 'completed')
    expect((await poll(id, own)).body.data).toEqual([{ url: 'http://x/1' }])
  })

  it('IMG-037 a model that is always asynchronous is answered 202 even when its upstream is done at once', async () => {
    at.world.vendor.reply = () => success
    const { id, seen } = await submitted()
    expect(seen.body.model).toBe('Second/Slow')
    await until(async () => (await status(id)) === 'completed')
    expect(bank().attempts).toEqual([])
  })

  it('IMG-039 IMG-050 PAY-057 a fast result is a job too: its id polls, and a replay of its header names it', async () => {
    at.world.vendor.reply = () => success
    const own = await header()
    const seen = await at.post('/images', body, own)
    const again = await poll(seen.body.id, own)
    expect(again.status).toBe(200)
    expect(again.body).toEqual({
      ...seen.body,
      payment: { ...seen.body.payment, status: 'already_settled' },
    })
    const replay = await at.post('/images', body, own)
    expect(replay.status).toBe(402)
    expect(replay.body).toMatchObject({
      code: 'PAYMENT_REPLAY',
      job_id: seen.body.id,
      poll_url: `/images/${seen.body.id}`,
      recoverable: true,
    })
  })

  it('IMG-081 a failure within it names the job, and the job is failed uncharged', async () => {
    at.world.vendor.reply = () => fails('upstream_failed')
    const own = await header()
    const seen = await at.post('/images', body, own)
    expect(seen.status).toBe(500)
    expect(await status(seen.body.job_id)).toBe('failed')
    expect(await at.store.list<any>('payments', 'released', 10)).toHaveLength(1)
  })

  it('PAY-057 a request that is repeated meanwhile names the same job when it fails', async () => {
    const own = await header()
    const both = Promise.all([at.post('/images', body, own), at.post('/images', body, own)])
    await until(() => at.world.vendor.asked.length === 1)
    await at.world.clock.settle()
    at.world.vendor.asked[0]!.answer(fails('upstream_failed'))
    const seen = await both
    expect(seen.map(one => one.status).sort()).toEqual([500, 503])
    const [first, again] = seen.map(one => one.body)
    expect(again.job_id).toBe(first.job_id)
    expect(await status(first.job_id)).toBe('failed')
  })

  it('a caller that hangs up stops nothing: the job goes on and can be polled', async () => {
    const stop = new AbortController()
    const own = await header()
    const gone = fetch(`${at.url}/images`, {
      method: 'POST',
      signal: stop.signal,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-payment': own },
    }).catch(() => 'gone')
    await until(() => at.world.vendor.asked.length === 1)
    stop.abort()
    expect(await gone).toBe('gone')
    at.world.vendor.asked[0]!.answer(success)
    await until(async () => (await at.store.list('jobs', 'completed', 1)).length === 1)
    const [job] = await at.store.list<any>('jobs', 'completed', 1)
    expect((await poll(job!.stored.doc.id, own)).status).toBe(200)
    expect(bank().attempts).toHaveLength(1)
  })
})

it('PAY-055 a replay of a submit names the job that it paid for, from the moment of the claim', async () => {
  const { id, own } = await submitted()
  const seen = await at.post('/images', slow, own)
  expect([seen.status, seen.body.job_id, seen.body.poll_url, seen.body.recoverable]).toEqual([
    402,
    id,
    `/images/${id}`,
    true,
  ])
  expect(at.world.vendor.asked).toHaveLength(1)
})

it('a body too large for the job document is stored separately and still polls', async () => {
  const own = await header({ ...slow, prompt: 'x'.repeat(3500) })
  const job = { ...routes.job!, bodyLimit: 100_000 }
  const wide = await startCashGateway(cashWorld(cashCatalog([job])))
  try {
    const large = { ...slow, prompt: 'x'.repeat(50_000) }
    const paid = wide.world.cash.wallet('ann').sign(await wide.quote('/images', large))
    const seen = await wide.post('/images', large, paid)
    expect(seen.status).toBe(202)
    expect(
      (await wide.fetch(`/images/${seen.body.id}`, { headers: { 'x-payment': paid } })).body.model,
    ).toBe('Second/Slow')
  } finally {
    await wide.stop()
  }
  expect(own).toBeTruthy()
})
