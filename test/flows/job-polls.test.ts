/** Polls of jobs: who pays, when, and for what. */
import { describe, expect, it } from 'vitest'
import { fails, receiptOf, requirementsOf, until } from '../helpers/cash-gateway.ts'
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

const ann = () => at.world.cash.wallet('ann')

/** A job whose work is done and that nobody has paid for. */
async function finished(): Promise<{ id: string; own: string }> {
  const { id, own } = await submitted()
  at.world.vendor.asked[0]!.answer(success)
  await until(async () => (await status(id)) === 'completed')
  return { id, own }
}

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

  it('without a payment, of a job that costs more than X-Max-Price: 412 without a challenge', async () => {
    const { id, own } = await finished()
    const ask = (headers: Record<string, string>) => at.fetch(`/images/${id}`, { headers })
    const refused = await ask({ 'x-max-price': '0.041' })
    expect([refused.status, refused.headers.get('payment-required')]).toEqual([412, null])
    expect((await ask({ 'x-max-price': '0.042' })).status).toBe(402)
    const paid = await ask({ 'x-max-price': '0.041', 'payment-signature': own })
    expect(paid.status).toBe(200)
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
    await until(() => at.facts.filter(({ outcome }) => outcome === 'accepted').length === 5)
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
    await until(() => at.facts.filter(({ outcome }) => outcome === 'ok').length === 3)
  })

  it('a completed job whose result is gone is not found, and costs nothing', async () => {
    const { id, own } = await finished()
    await at.store.commit([{ do: 'remove', in: 'results', key: `images/${id}` }])
    const seen = await poll(id, own)
    expect([seen.status, seen.body]).toEqual([404, { error: 'Job not found' }])
    expect(bank().attempts).toEqual([])
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
    await until(() => at.facts.filter(({ outcome }) => outcome === 'failed').length === 2)
  })

  it('a job that failed says why in text, also if its upstream gave an object', async () => {
    const { id, own } = await submitted()
    const details = { code: 'no_luck' }
    at.world.vendor.asked[0]!.answer(fails('upstream_failed', { details: details as never }))
    await until(async () => (await status(id)) === 'failed')
    expect((await poll(id, own)).body.error).toBe('{"code":"no_luck"}')
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

  const AGAIN = /The finished job keeps its result: poll again/
  it('a payment that cannot be settled now is refused with what to do; an invalid one is not', async () => {
    const { id, own } = await finished()
    const asked = requirementsOf(await poll(id))
    const forged = await poll(id, ann().sign(asked, { signature: 'forged' }))
    expect([forged.body.code, AGAIN.test(forged.text)]).toEqual(['PAYMENT_INVALID', false])
    await at.world.clock.advance(600_000)
    const late = await poll(id, own)
    expect([late.body.code, AGAIN.test(late.text)]).toEqual(['PAYMENT_UNFUNDED', true])
  })

  it.each([
    ['that the gateway never saw', false],
    ['whose purchase failed', true],
  ])('a paid result is not given for an expired signature %s', async (_, isKnown) => {
    const { id, own } = await finished()
    await poll(id, own)
    const late = ann().sign(requirementsOf(await poll(id)))
    at.world.vendor.reply = () => fails()
    // A route with the same price, whose submit waits.
    if (isKnown) expect((await at.post('/clips', slow, late)).status).toBe(500)
    await at.world.clock.advance(600_000)
    const seen = await poll(id, late)
    expect([seen.status, seen.text.includes('http://x/1')]).toEqual([402, false])
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
