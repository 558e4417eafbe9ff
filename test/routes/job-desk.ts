/**
 * What the tests of jobs have in common: a shop with held upstreams, a clock to wind, one wallet,
 * and the steps of a job's life.
 */
import { expect } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { call, paidBy, payloadOf, signed, type Seen, type Sent } from './client.ts'
import { startShop, type Shop } from './shop.ts'
import { windClock } from './wind-clock.ts'

/** The lines that are tapped. */
export type Line = 'vendor_a' | 'vendor_d' | 'chain'

export const PATH = '/api/v1/images/generations'
/** Always a job, at this price in micro-USD. */
export const slow: Sent = {
  path: PATH,
  body: { model: 'vendorD/image-5-pro', prompt: 'a red fox', size: '2048x2048' },
}
export const PRICE = 95_500n
/** Answered at once unless its upstream takes long. */
export const quick: Sent = { path: PATH, body: { model: 'vendorA/image-2', prompt: 'a red fox' } }

/** How a job is handed in: its upstream waits until `release`, when `held`. */
export interface SubmitOptions {
  held?: boolean
  sent?: Sent
  account?: Buyer['account']
}

/** Opens a shop for jobs. */
export async function openJobDesk() {
  const clock = windClock()
  const shop: Shop<Line> = await startShop({
    taps: ['vendor_a', 'vendor_d', 'chain'] as const,
    clock,
  })
  const buyer = await shop.buyer(100_000_000n)
  let open = (): void => undefined

  /** Makes an upstream wait until `release`. */
  const hold = (line: Line): void => {
    open = shop.taps[line].hold()
  }

  /** Signs so that the payment lasts, however far the clock was wound. */
  const sign = (account: Buyer['account'], sent: Sent): Promise<string> =>
    signed(shop.url, account, sent, { validBefore: String(Math.floor(clock.now() / 1000) + 600) })

  const poll = (job: any, header?: string): Promise<Seen> =>
    call(shop.url, { path: job.poll_url, headers: header === undefined ? {} : paidBy(header) })

  const submit = async (
    options: SubmitOptions = {},
  ): Promise<{ job: any; header: string; seen: Seen }> => {
    const { held = false, sent = slow, account = buyer.account } = options
    const before = shop.taps.vendor_d.seen.length
    if (held) hold('vendor_d')
    const header = await sign(account, sent)
    const seen = await call(shop.url, { ...sent, headers: paidBy(header) })
    expect(seen.status).toBe(202)
    if (held) await expect.poll(() => shop.taps.vendor_d.seen.length).toBeGreaterThan(before)
    return { job: seen.body, header, seen }
  }

  /** Polls until the job is over. */
  const over = async (job: any, header: string): Promise<Seen> => {
    const seen = await poll(job, header)
    return seen.status === 202 ? over(job, header) : seen
  }

  /**
   * Sends a quick one whose upstream is held, so that it becomes a job only when the clock is
   * wound.
   */
  const begin = async (header: string): Promise<{ answer: Promise<Seen> }> => {
    const calls = shop.taps.vendor_a.seen.length
    hold('vendor_a')
    const answer = call(shop.url, { ...quick, headers: paidBy(header) })
    await expect.poll(() => shop.taps.vendor_a.seen.length).toBe(calls + 1)
    return { answer }
  }

  return {
    clock,
    shop,
    buyer,
    hold,
    release: () => open(),
    sign,
    poll,
    submit,
    done: over,
    begin,
    /** Waits until the picture is made and stored; nothing is settled by that. */
    finished: (job: any): Promise<void> =>
      expect
        .poll(async () => (await shop.store.get<any>('jobs', `images/${job.id}`))?.doc.status)
        .toBe('completed'),
    /** Whether the chain has seen a payment. */
    isUsed: (header: string): Promise<boolean> => {
      const { from, nonce } = payloadOf(header).payload.authorization
      return shop.world.chain.used(from, nonce)
    },
    /** Buys something else, so that an authorization is spent. */
    spend: async (): Promise<string> => {
      const sent: Sent = {
        path: '/api/v1/rpc/eth',
        body: { jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [{}] },
      }
      const header = await sign(buyer.account, sent)
      expect((await call(shop.url, { ...sent, headers: paidBy(header) })).status).toBe(200)
      return header
    },
    /** Lets everything go and makes the upstreams behave again. */
    tidy: (): void => {
      open()
      shop.world.upstreams.reset()
    },
    stop: () => shop.stop(),
  }
}

export type JobDesk = Awaited<ReturnType<typeof openJobDesk>>
