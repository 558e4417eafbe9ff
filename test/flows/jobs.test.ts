/** Jobs: the inline window, polls, stalls, and one settlement whoever asks for it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  fails,
  gives,
  receiptOf,
  requirementsOf,
  startCashGateway,
  until,
  type CashGateway,
  type Seen,
} from '../helpers/cash-gateway.ts'

const body = { model: 'first', prompt: 'a cat', quality: 'unknown fields are dropped' }
const slow = { model: 'second/slow', prompt: 'a cat', n: 2 }
const success = gives({}, { assets: [{ url: 'http://x/1' }] })

let at: CashGateway
beforeEach(async () => {
  at = await startCashGateway()
})
afterEach(async () => {
  await at.stop()
})

const ann = () => at.world.cash.wallet('ann')
const bank = () => at.world.cash.bank
const poll = (id: string, header?: string): Promise<Seen> =>
  at.fetch(
    `/images/${id}`,
    header === undefined ? {} : { headers: { 'payment-signature': header } },
  )
const header = async (wanted: unknown = body, name = 'ann'): Promise<string> =>
  at.world.cash.wallet(name).sign(await at.quote('/images', wanted))
const status = async (id: string): Promise<string> =>
  (await at.store.get<any>('jobs', `images/${id}`))!.doc.status

/** Submits a job that answers 202 and gives its id, with the header that paid for it. */
async function submitted(): Promise<{ id: string; own: string; seen: Seen }> {
  const own = await header(slow)
  const seen = await at.post('/images', slow, own)
  expect(seen.status).toBe(202)
  await until(async () => (await status(seen.body.id)) !== 'queued')
  await until(() => at.world.vendor.asked.some(asked => asked.scope.job?.id === seen.body.id))
  return { id: seen.body.id, own, seen }
}

/** A job whose work is done and that nobody has paid for. */
async function finished(): Promise<{ id: string; own: string }> {
  const { id, own } = await submitted()
  at.world.vendor.asked[0]!.answer(success)
  await until(async () => (await status(id)) === 'completed')
  return { id, own }
}

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

  it('IMG-037 a model that is always asynchronous is answered 202 even when its supplier is done at once', async () => {
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

describe('polls', () => {
  it('PAY-046 IMG-063 without a payment: 402 with the challenge of this job', async () => {
    const { id } = await submitted()
    const seen = await poll(id)
    expect(seen.status).toBe(402)
    expect(seen.body).toMatchObject({
      error: 'Payment Required',
      job_id: id,
      model: 'Second/Slow',
      price: { amount: '0.042000', currency: 'USD' },
    })
    const challenge = JSON.parse(
      Buffer.from(seen.headers.get('payment-required')!, 'base64').toString(),
    )
    expect(challenge.accepts[0]).toMatchObject({ amount: '42000', maxTimeoutSeconds: 600 })
    expect(challenge.resource.url).toBe(`${at.url}/images/${id}`)
    expect(seen.body.accepts).toEqual(challenge.accepts)
  })

  it('IMG-059 IMG-072 PAY-058 PAY-060 unfinished: 202 as often as it is asked, with the same header, which stays unused', async () => {
    const { id, own } = await submitted()
    const fresh = ann().sign(requirementsOf(await poll(id)))
    for (const one of [own, fresh, own, fresh]) {
      const seen = await poll(id, one)
      expect(seen.status).toBe(202)
      expect(seen.body).toEqual({
        id,
        object: 'image.generation.job',
        status: 'in_progress',
        model: 'Second/Slow',
        payment_status: 'verified',
      })
    }
    expect(bank().attempts).toEqual([])
  })

  it('IMG-060 IMG-061 PAY-059 the first poll that sees it completed settles with its own authorization; later ones pay nothing', async () => {
    const { id, own } = await finished()
    const fresh = ann().sign(requirementsOf(await poll(id)))
    const first = await poll(id, fresh)
    expect(first.status).toBe(200)
    expect(first.body.payment.status).toBe('settled')
    expect(receiptOf(first).transaction).toBe(first.body.payment.tx_hash)
    expect(bank().attempts).toEqual([
      expect.stringContaining(
        JSON.parse(Buffer.from(fresh, 'base64').toString()).payload.authorization.nonce,
      ),
    ])
    for (const one of [own, fresh, ann().sign(requirementsOf(await poll(id)))]) {
      const seen = await poll(id, one)
      expect(seen.status).toBe(200)
      expect(seen.body).toEqual({
        ...first.body,
        payment: { ...first.body.payment, status: 'already_settled' },
      })
      expect(seen.headers.get('x-payment-receipt')).toBe(first.body.payment.tx_hash)
    }
    expect(bank().attempts).toHaveLength(1)
    expect(bank().earned()).toBe(42_000n)
  })

  it('PAY-063 IMG-076 of 50 polls at once one is settled, all others already_settled, with the same data', async () => {
    const { id, own } = await finished()
    const fresh = ann().sign(requirementsOf(await poll(id)))
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, i) => poll(id, i % 2 === 0 ? own : fresh)),
    )
    expect(all.every(seen => seen.status === 200)).toBe(true)
    expect(all.filter(seen => seen.body.payment.status === 'settled')).toHaveLength(1)
    expect(
      new Set(all.map(seen => JSON.stringify(seen.body.data) + seen.body.payment.tx_hash)).size,
    ).toBe(1)
    expect(bank().attempts).toHaveLength(1)
    expect(bank().earned()).toBe(42_000n)
  })

  it('IMG-077 a poll that races the inline settlement never makes a second one', async () => {
    const own = await header()
    bank().mode = 'held'
    const answer = at.post('/images', body, own)
    await until(() => at.world.vendor.asked.length === 1)
    const [job] = await at.store.list<any>('jobs', 'in_progress', 1)
    at.world.vendor.asked[0]!.answer(success)
    await until(() => bank().attempts.length === 1)
    const racing = poll(job!.stored.doc.id, own)
    const other = poll(job!.stored.doc.id, ann().sign(await at.quote('/images', body)))
    await at.world.clock.settle()
    bank().letGo()
    const seen = await Promise.all([answer, racing, other])
    expect(seen.map(one => one.status)).toEqual([200, 200, 200])
    expect(seen.map(one => one.body.payment.status)).toEqual([
      'settled',
      'already_settled',
      'already_settled',
    ])
    expect(bank().attempts).toHaveLength(1)
  })

  it('PAY-045 IMG-065 another wallet is 403, also when the job is done, and pays nothing', async () => {
    const { id } = await finished()
    const seen = await poll(id, at.world.cash.wallet('bob').sign(requirementsOf(await poll(id))))
    expect([seen.status, seen.body]).toEqual([403, { error: 'Payment payer mismatch' }])
    expect(bank().attempts).toEqual([])
    expect(await at.store.list('payments', 'claimed of a job', 10)).toHaveLength(1)
  })

  it('IMG-069 a poll whose payment does not verify is 402 and reveals no result', async () => {
    const { id } = await finished()
    const seen = await poll(id, ann().sign(requirementsOf(await poll(id)), { signature: 'forged' }))
    expect([seen.status, seen.body.code]).toEqual([402, 'PAYMENT_INVALID'])
    expect(seen.headers.get('payment-required')).toBeTruthy()
    expect(seen.text).not.toContain('http://x/1')
  })

  it('PAY-061 an authorization that something else has claimed cannot settle a job', async () => {
    const first = await submitted()
    const second = await submitted()
    for (const asked of at.world.vendor.asked) asked.answer(success)
    await until(
      async () =>
        (await status(first.id)) === 'completed' && (await status(second.id)) === 'completed',
    )
    const seen = await poll(first.id, second.own)
    expect([seen.status, seen.body.code, seen.body.job_id]).toEqual([
      402,
      'PAYMENT_REPLAY',
      second.id,
    ])
    expect(bank().attempts).toEqual([])
  })

  it('IMG-066 an unknown id is 404 with and without a payment, whatever it looks like', async () => {
    const own = await header()
    for (const id of ['0123456789abcdef', 'x', '..%2f..', '%00', 'a'.repeat(300)]) {
      expect((await poll(id)).status).toBe(404)
      expect((await poll(id, own)).status).toBe(404)
    }
    expect((await poll('0123456789abcdef')).body).toEqual({ error: 'Job not found' })
  })

  it('IMG-062 PAY-064 a failed job is 200, not charged, for ever; its authorization stays used', async () => {
    const { id, own } = await submitted()
    at.world.vendor.asked[0]!.answer(fails('upstream_failed', { details: 'no luck' }))
    await until(async () => (await at.store.list('payments', 'failed', 1)).length === 1)
    for (const one of [own, ann().sign(requirementsOf(await poll(id)))]) {
      const seen = await poll(id, one)
      expect(seen.status).toBe(200)
      expect(seen.body).toEqual({
        id,
        object: 'image.generation.job',
        status: 'failed',
        model: 'Second/Slow',
        error: 'no luck',
        payment_status: 'not_charged',
      })
    }
    expect((await at.post('/images', slow, own)).body).toMatchObject({
      code: 'PAYMENT_REPLAY',
      job_id: id,
    })
    expect(bank().attempts).toEqual([])
  })

  it('IMG-073 IMG-074 a job that is unfinished after an hour is failed uncharged, and a late success changes nothing', async () => {
    const { id, own } = await submitted()
    await at.world.clock.advance(3_600_000)
    await until(async () => (await status(id)) === 'failed')
    const fresh = ann().sign(requirementsOf(await poll(id)))
    expect((await poll(id, fresh)).body).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^Job stalled/),
      payment_status: 'not_charged',
    })
    at.world.vendor.asked[0]!.answer(success)
    await at.world.clock.advance(10_000)
    expect((await poll(id, fresh)).body.status).toBe('failed')
    expect((await poll(id, own)).body.status).toBe('failed')
    expect(bank().attempts).toEqual([])
  })

  it('PAY-065 a job that nobody polls is never charged, and is forgotten after two days', async () => {
    const { id } = await finished()
    await at.world.clock.advance(172_800_000)
    expect((await poll(id)).status).toBe(404)
    expect(bank().attempts).toEqual([])
  }, 60_000)

  it('IMG-064 ERR-014 a failed settlement is 402 and keeps the result; a later poll settles', async () => {
    const { id, own } = await finished()
    bank().mode = 'fail'
    const seen = await poll(id, own)
    expect([seen.status, seen.body.error]).toEqual([402, 'Payment settlement failed'])
    expect(receiptOf(seen)).toMatchObject({ success: false })
    bank().mode = 'land'
    const later = await poll(id, ann().sign(requirementsOf(await poll(id))))
    expect([later.status, later.body.payment.status]).toEqual([200, 'settled'])
    expect(bank().earned()).toBe(42_000n)
  })

  it('a settlement that is not known is 503; the next poll finds out, and nothing moves twice', async () => {
    const { id, own } = await finished()
    bank().mode = 'unknown'
    const fresh = ann().sign(requirementsOf(await poll(id)))
    const seen = await poll(id, own)
    expect([seen.status, seen.body.code]).toEqual([503, 'SETTLEMENT_PENDING'])
    const pending = await Promise.race([
      poll(id, fresh),
      (async () => {
        await at.world.clock.advance(60_000)
        return poll(id, own)
      })(),
    ])
    expect(pending.status).toBe(503)
    bank().mode = 'land'
    const found = await poll(id, fresh)
    expect([found.status, found.body.payment.status]).toEqual([200, 'already_settled'])
    expect(bank().attempts).toHaveLength(1)
    expect(bank().earned()).toBe(42_000n)
  })

  it('IMG-067 PAY-062 a lapsed authorization does not settle a completed job; a fresh one does', async () => {
    const { id, own } = await finished()
    await at.world.clock.advance(600_000)
    const late = await poll(id, own)
    expect([late.status, late.body.code]).toEqual([402, 'PAYMENT_UNFUNDED'])
    const seen = await poll(id, ann().sign(requirementsOf(late)))
    expect([seen.status, seen.body.payment.status]).toEqual([200, 'settled'])
  })

  it('a paid result can be collected by a wallet that holds nothing any more', async () => {
    const { id, own } = await finished()
    await poll(id, own)
    bank().balances.set(ann().address, 0n)
    const broke = at.world.cash.wallet('ann', 0n)
    const seen = await poll(id, broke.sign(requirementsOf(await poll(id))))
    expect([seen.status, seen.body.payment.status]).toEqual([200, 'already_settled'])
  })

  it('HEAD and OPTIONS of a poll ask and never pay; other methods are refused', async () => {
    const { id, own } = await finished()
    for (const method of ['HEAD', 'OPTIONS']) {
      const seen = await at.fetch(`/images/${id}`, { method, headers: { 'x-payment': own } })
      expect([method, seen.status]).toEqual([method, 402])
    }
    expect((await at.fetch(`/images/${id}`, { method: 'DELETE' })).status).toBe(405)
    expect(bank().attempts).toEqual([])
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

it('a body too large for the job document is kept apart and still polls', async () => {
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
