/**
 * Routes whose failures say, in the header of the receipt, that the verified payment was not taken.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OutcomeKind } from '../../runtime/contract.ts'
import { StoreUnavailable } from '../../runtime/store/store.ts'
import type { UpstreamFailure } from '../../runtime/upstream/types.ts'
import { cashCatalog } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  fails,
  gives,
  receiptOf,
  startCashGateway,
  type CashGateway,
  type Seen,
} from '../helpers/cash-gateway.ts'
import { mediaRoutes } from './media-routes.ts'

const JOB = { model: 'first', prompt: 'x' }
let at: CashGateway
beforeEach(async () => {
  at = await startCashGateway(cashWorld(cashCatalog(mediaRoutes)))
})
afterEach(() => at.stop())

const pay = async (path: string, body: unknown = JOB, wallet = 'ann'): Promise<Seen> =>
  at.post(path, body, at.world.cash.wallet(wallet).sign(await at.quote(path, body)))
/** The receipt, which stands in two headers, of a failure of this kind. */
const unpaid = (seen: Seen, reason: OutcomeKind, wallet = 'ann'): void => {
  const payer = at.world.cash.wallet(wallet).address
  expect(receiptOf(seen)).toEqual({
    success: false,
    errorReason: reason,
    transaction: '',
    network: 'eip155:999',
    payer,
  })
  expect(seen.headers.get('x-payment-response')).toBe(seen.headers.get('payment-response'))
  expect(seen.headers.get('x-payment-receipt')).toBeNull()
  expect(at.world.cash.bank.attempts).toEqual([])
}

const kinds: readonly UpstreamFailure['kind'][] = [
  'content_policy',
  'invalid_input',
  'rate_limited',
  'upstream_rejected',
  'upstream_failed',
  'upstream_timeout',
  'not_configured',
]

describe('MUS-037 MUS-039 a failure after the payment was verified', () => {
  it.each(kinds)('%s of the upstream, of a job and of a call that waits', async kind => {
    at.world.vendor.reply = () => fails(kind, { retryAfter: 7, status: 418 })
    for (const [path, body] of [
      ['/songs', JOB],
      ['/tunes', {}],
    ] as const) {
      const seen = await pay(path, body)
      expect(seen.status).toBeGreaterThanOrEqual(400)
      expect(seen.status).not.toBe(402)
      unpaid(seen, kind)
    }
  })

  it('a fault of ours', async () => {
    at.world.vendor.reply = () => {
      throw new Error('a fault')
    }
    const seen = await pay('/tunes', {})
    expect([seen.status, seen.body.error]).toEqual([500, 'Internal server error'])
    unpaid(seen, 'internal')
  })

  it('a store that is away', async () => {
    const { ledger } = at
    const header = at.world.cash.wallet('ann').sign(await at.quote('/tunes', {}))
    ledger.claim = async () => {
      throw new StoreUnavailable('away')
    }
    const seen = await at.post('/tunes', {}, header)
    expect(seen.status).toBe(503)
    unpaid(seen, 'busy')
  })

  it('a route that is suspended', async () => {
    const header = at.world.cash.wallet('ann').sign(await at.quote('/shut/it'))
    const seen = await at.fetch('/shut/it', { headers: { 'x-payment': header } })
    expect(seen.status).toBe(502)
    unpaid(seen, 'refused')
  })

  it('a limit of the wallet', async () => {
    expect(receiptOf(await pay('/few', {})).success).toBe(true)
    const seen = await pay('/few', {})
    expect(seen.status).toBe(429)
    expect(receiptOf(seen)).toMatchObject({ success: false, errorReason: 'limit_exceeded' })
  })

  it('a poll of a wallet that did not buy the job', async () => {
    const submitted = pay('/songs')
    while (at.world.vendor.asked.length === 0) await at.world.clock.settle()
    await at.world.clock.advance(30_000)
    const { poll_url } = (await submitted).body
    const seen = await at.fetch(poll_url, {
      headers: { 'x-payment': at.world.cash.wallet('eve').sign(await at.quote(poll_url)) },
    })
    expect(seen.status).toBe(403)
    unpaid(seen, 'payer_mismatch', 'eve')
  })
})

describe('a reply without a failure receipt', () => {
  it('a refusal before the payment is looked at, and a 404', async () => {
    const header = at.world.cash.wallet('ann').sign(await at.quote('/songs', JOB))
    const seen = [
      await at.post('/songs', { model: 'nothing', prompt: 'x' }, header),
      await at.post('/songs', '{', header),
      await at.fetch('/songs/0123456789abcdef', { headers: { 'x-payment': header } }),
    ]
    expect(seen.map(one => [one.status, receiptOf(one)])).toEqual([
      [400, undefined],
      [400, undefined],
      [404, undefined],
    ])
  })

  it('a 402: the challenge, and a payment that was rejected', async () => {
    const header = at.world.cash
      .wallet('ann')
      .sign(await at.quote('/songs', JOB), { signature: 'forged' })
    const seen = [await at.post('/songs', JOB), await at.post('/songs', JOB, header)]
    expect(seen.map(one => [one.status, receiptOf(one)])).toEqual([
      [402, undefined],
      [402, undefined],
    ])
  })

  it('a settlement that is not known yet: the money may have moved', async () => {
    at.world.vendor.reply = () =>
      gives({ found: 1 }, { assets: [{ url: 'https://vendor.example/1' }], found: 1 })
    at.world.cash.bank.mode = 'unknown'
    for (const [path, body] of [
      ['/songs', JOB],
      ['/tunes', {}],
    ] as const) {
      const seen = await pay(path, body)
      expect([path, seen.status, receiptOf(seen)]).toEqual([path, 503, undefined])
    }
  })

  it('a success, and failures of routes that do not ask for it', async () => {
    at.world.vendor.reply = () =>
      gives({ found: 1 }, { assets: [{ url: 'https://vendor.example/1' }] })
    expect(receiptOf(await pay('/songs')).success).toBe(true)
    at.world.vendor.reply = () => fails()
    expect(receiptOf(await pay('/films'))).toBeUndefined()
  })
})
