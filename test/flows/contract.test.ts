/**
 * What every paid flow promises, run over each of them: no result, no charge; one result, one
 * charge.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  fails,
  gives,
  receiptOf,
  requirementsOf,
  startCashGateway,
  takes,
  until,
  type CashGateway,
} from '../helpers/cash-gateway.ts'
import {
  bought,
  docOf,
  hasTicket,
  jobFlows,
  made,
  nextPoll,
  pollWith,
  twoSteps,
} from '../helpers/cash-jobs.ts'

const inline = {
  name: 'inline',
  path: '/tree',
  body: { text: 'hi' },
  price: 2000n,
  steps: 1,
  store: undefined,
  success: gives({ found: 1 }, { found: 1 }),
} as const
const flows = [inline, ...jobFlows.map(flow => ({ ...flow, success: made }))]

let at: CashGateway
beforeEach(async () => {
  at = await startCashGateway()
})
afterEach(async () => {
  await at.stop()
})

describe.each(flows)(
  'a call of flow $name',
  ({ name: flow, path, body, price, steps, store, success }) => {
    const paid = async (name = 'ann', balance?: bigint): Promise<string> =>
      at.world.cash.wallet(name, balance).sign(await at.quote(path, body))
    const bank = () => at.world.cash.bank
    const vendor = () => at.world.vendor
    const claims = async () => [
      ...(await at.store.list('payments', 'claimed', 10)),
      ...(await at.store.list('payments', 'claimed of a job', 10)),
    ]
    const succeed = () => {
      vendor().reply = asked => {
        expect(bank().attempts).toEqual([])
        return steps === 2 ? twoSteps(success)(asked) : success
      }
    }
    /** The whole purchase: polled where the submit is no more than accepted. */
    const buy = (header: string) => bought(at, { path, body, steps, store }, header)
    /** How the submit that is served is answered. */
    const served = flow.startsWith('polled') ? 202 : 200

    it('PAY-005 PAY-021 unpaid is answered 402 with the challenge, and no upstream hears of it', async () => {
      const seen = await at.post(path, body)
      expect(seen.status).toBe(402)
      expect(seen.body).toMatchObject({ x402Version: 2, error: 'Payment Required' })
      expect(requirementsOf(seen).amount).toBe(String(price))
      expect(vendor().asked).toEqual([])
    })

    it('PAY-003 PAY-038 PAY-039 PAY-040 PAY-041 a result is settled once, after the work, and answered with its receipt', async () => {
      const header = await paid()
      succeed()
      const seen = await buy(header)
      expect(seen.status).toBe(200)
      const receipt = receiptOf(seen)
      expect(receipt).toEqual({
        success: true,
        transaction: [...bank().landed.values()][0],
        network: 'eip155:999',
        payer: at.world.cash.wallet('ann').address,
      })
      expect(seen.headers.get('x-payment-receipt')).toBe(receipt.transaction)
      expect(seen.headers.get('x-payment-response')).toBe(seen.headers.get('payment-response'))
      expect(seen.headers.get('cache-control')).toContain('private')
      expect(bank().earned()).toBe(price)
      expect(seen.body.payment).toEqual({
        status: 'settled',
        tx_hash: receipt.transaction,
        network: 'cash',
      })
    })

    it('PAY-002 ERR-002 a bad signature is 402 PAYMENT_INVALID, does no work and claims nothing', async () => {
      const requirements = await at.quote(path, body)
      const seen = await at.post(
        path,
        body,
        at.world.cash.wallet('ann').sign(requirements, { signature: 'forged' }),
      )
      expect(seen.status).toBe(402)
      expect(seen.body).toMatchObject({
        error: 'Payment verification failed',
        code: 'PAYMENT_INVALID',
      })
      expect(seen.headers.get('payment-required')).toBeTruthy()
      expect(vendor().asked).toEqual([])
      expect(await claims()).toEqual([])
    })

    it('PAY-066 a payment for another amount is refused', async () => {
      const requirements = await at.quote(path, body)
      const seen = await at.post(
        path,
        body,
        at.world.cash.wallet('ann').sign(requirements, { value: String(price + 1n) }),
      )
      expect([seen.status, seen.body.code]).toEqual([402, 'PAYMENT_INVALID'])
    })

    it('ERR-009 ERR-010 an empty wallet and a lapsed authorization are PAYMENT_UNFUNDED, and the nonce is not claimed (PAY-068)', async () => {
      const poor = await at.post(path, body, await paid('poor', 1n))
      expect([poor.status, poor.body.code]).toEqual([402, 'PAYMENT_UNFUNDED'])
      const late = at.world.cash
        .wallet('ann')
        .sign(await at.quote(path, body), { validBefore: '1' })
      expect((await at.post(path, body, late)).body.code).toBe('PAYMENT_UNFUNDED')
      expect(await claims()).toEqual([])
    })

    it('ERR-012 a bank that cannot be asked is PAYMENT_VERIFICATION_UNAVAILABLE; the same header works later', async () => {
      const header = await paid()
      bank().down = true
      const seen = await at.post(path, body, header)
      expect([seen.status, seen.body.code]).toEqual([402, 'PAYMENT_VERIFICATION_UNAVAILABLE'])
      bank().down = false
      succeed()
      expect((await buy(header)).status).toBe(200)
    })

    it('PAY-042 a used authorization is 402 PAYMENT_REPLAY with the challenge and does no work', async () => {
      const header = await paid()
      succeed()
      await buy(header)
      await until(
        async () =>
          (await at.store.list<any>('payments', 'settled', 10))[0]?.stored.doc.kept === undefined,
      )
      const again = await at.post(path, body, header)
      expect([again.status, again.body.code]).toEqual([402, 'PAYMENT_REPLAY'])
      expect(again.headers.get('payment-required')).toBeTruthy()
      expect(vendor().asked).toHaveLength(steps)
      expect(bank().attempts).toHaveLength(1)
    })

    it('PAY-043 of 50 identical calls at once one is served, all others are PAYMENT_REPLAY; the work is done once', async () => {
      const header = await paid()
      const calls = Array.from({ length: 50 }, () => at.post(path, body, header))
      await until(() => vendor().asked.length > 0)
      succeed()
      vendor().asked[0]!.answer(steps === 2 ? takes({ job: 't1' }) : success)
      if (steps === 2) await until(() => hasTicket(at, store!)).then(() => nextPoll(at, success))
      const all = await Promise.all(calls)
      expect(all.filter(seen => seen.status === served)).toHaveLength(1)
      const others = all
        .filter(seen => seen.status !== served)
        .map(seen => `${seen.status} ${seen.body.code}`)
      // Between two steps the clock moves on, and who has waited for a moment then is asked to come
      // again.
      const allowed =
        steps === 2 ? ['402 PAYMENT_REPLAY', '503 SETTLEMENT_PENDING'] : ['402 PAYMENT_REPLAY']
      expect(others.filter(said => !allowed.includes(said))).toEqual([])
      if (served === 202) {
        const { id, poll_url: poll } = all.find(seen => seen.status === served)!.body
        await until(async () => (await docOf(at, `${store}/${id}`)).status === 'completed')
        expect((await pollWith(at, poll, header)).status).toBe(200)
      }
      expect(vendor().asked).toHaveLength(steps)
      expect(bank().attempts).toHaveLength(1)
      expect(bank().earned()).toBe(price)
    })

    it('PAY-044 an authorization claimed by one endpoint is a replay at every other one', async () => {
      const header = await paid()
      succeed()
      await buy(header)
      const seen = await at.fetch('/pm/read/1', { headers: { 'x-payment': header } })
      expect([seen.status, seen.body.code]).toEqual([402, 'PAYMENT_REPLAY'])
    })

    it('ERR-018 IMG-078 IMG-080 IMG-081 IMG-082 a failed upstream is answered by its kind, charges nothing, and frees the header', async () => {
      const header = await paid()
      const kinds = [
        [fails('content_policy'), 400],
        [fails('rate_limited', { retryAfter: 7 }), 429],
        [fails('upstream_failed'), 500],
        [fails('upstream_timeout'), 500],
        [fails('not_configured'), 503],
        [fails('invalid_input', { code: 'TOO_DARK' }), 400],
      ] as const
      for (const [failure, status] of kinds) {
        vendor().reply = () => failure
        const seen = await at.post(path, body, header)
        expect(seen.status).toBe(status)
        if (status === 400) expect(seen.body.code).toBe(failure.code)
        if (status === 429)
          expect([
            seen.headers.get('retry-after'),
            seen.headers.get('x-ratelimit-source'),
            seen.body.code,
          ]).toEqual(['7', 'vendor', 'RATE_LIMITED'])
        expect(bank().attempts).toEqual([])
      }
      succeed()
      expect((await buy(header)).status).toBe(200)
      expect(bank().earned()).toBe(price)
    })

    it('ERR-013 a settlement that failed for certain is 402, gives no result, and says so in PAYMENT-RESPONSE', async () => {
      const header = await paid()
      succeed()
      bank().mode = 'fail'
      const seen = await buy(header)
      expect([seen.status, seen.body.error]).toEqual([402, 'Payment settlement failed'])
      expect(receiptOf(seen)).toMatchObject({
        success: false,
        errorReason: 'transfer amount exceeds balance',
        network: 'eip155:999',
      })
      expect(seen.headers.get('payment-required')).toBeTruthy()
      expect(seen.text).not.toContain('http://x/1')
      expect(bank().earned()).toBe(0n)
    })

    it('a settlement whose end is not known is 503 with Retry-After, never 402', async () => {
      const header = await paid()
      succeed()
      bank().mode = 'unknown'
      const seen = await buy(header)
      expect([seen.status, seen.body.code, seen.headers.get('retry-after')]).toEqual([
        503,
        'SETTLEMENT_PENDING',
        '5',
      ])
    })

    it('PAY-067 a call refused by a gate does not claim its authorization', async () => {
      const header = await paid()
      expect((await at.post(path, '{"text": 1, "model": 1}', header)).status).toBe(400)
      succeed()
      expect((await buy(header)).status).toBe(200)
    })

    it('a fault inside the gateway is answered without its text, and the header can be sent again', async () => {
      const header = await paid()
      vendor().reply = () => {
        throw new Error('secret of the inside')
      }
      const seen = await at.post(path, body, header)
      expect(seen.status).toBe(500)
      expect(seen.text).not.toContain('secret')
      succeed()
      expect((await buy(header)).status).toBe(200)
    })
  },
)
