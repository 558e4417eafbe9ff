/**
 * What the tests of pictures and films have in common: a shop whose clock hurries the gateway's
 * questions to its upstreams, one wallet, requests as JSON or as forms, and the steps of a job's
 * life.
 */
import { expect } from 'vitest'
import type { Clock } from '../../runtime/seams.ts'
import type { Store } from '../../runtime/store/store.ts'
import type { SeenCall } from '../../scripts/devnet/upstreams/index.ts'
import type { Buyer } from '../helpers/buyer.ts'
import { call, paidBy, payloadOf, receiptIn, type Seen, type Sent } from './client.ts'
import { sign } from '../../scripts/buyer/pay.ts'
import { startShop, type Shop } from './shop.ts'
import { windClock, type WindClock } from './wind-clock.ts'

/**
 * Pause between two questions of the gateway to an upstream, in ms, and what is left of it here.
 */
const PAUSE = 5000
const HURRIED = 20

/** A clock that also jumps, and on which an upstream is asked again at once. */
export function hurriedClock(): WindClock {
  const clock = windClock()
  const sleep: Clock['sleep'] = (ms, signal) => clock.sleep(ms === PAUSE ? HURRIED : ms, signal)
  return { ...clock, sleep }
}

/** Sends JSON, or a form as an unmodified fetch sends it. */
async function send(url: string, sent: Sent): Promise<Seen> {
  if (!(sent.body instanceof FormData)) return call(url, sent)
  const response = await fetch(url + sent.path, {
    method: 'POST',
    body: sent.body,
    headers: sent.headers,
  })
  const text = await response.text()
  const headers = Object.fromEntries(response.headers)
  const decoded = (name: string): any =>
    headers[name] === undefined ? undefined : payloadOf(headers[name])
  const body: unknown = text.startsWith('{') ? JSON.parse(text) : text
  return {
    status: response.status,
    headers,
    text,
    body,
    challenge: decoded('payment-required'),
    receipt: receiptIn(headers['payment-response']),
  }
}

/**
 * How a studio should be: names of upstreams whose lines are tapped, or `chain` for its node;
 * `pause`: upstreams are not asked sooner.
 */
export interface StudioOptions<Name extends string> {
  taps?: readonly Name[]
  pause?: boolean
}

/** A purchase that was begun: the reply to it, its job where there is one, and what paid for it. */
export interface Begun {
  seen: Seen
  job: any
  header: string
}

type Account = Buyer['account']

/** The steps of a purchase at one gateway. */
function steps(url: string, own: { clock: Clock; account: Account }) {
  const ask = (sent: Sent, headers: Record<string, string> = {}): Promise<Seen> =>
    send(url, { ...sent, headers: { ...sent.headers, ...headers } })

  /** Signs so that the payment lasts, however far the clock was wound. */
  const signFor = async (
    sent: Sent,
    account = own.account,
    changes: object = {},
  ): Promise<string> => {
    const seen = await ask(sent)
    if (seen.challenge === undefined)
      throw new Error(`${seen.status} without a challenge: ${seen.text}`)
    return sign(account, seen.challenge, {
      validBefore: String(Math.floor(own.clock.now() / 1000) + 590),
      ...changes,
    })
  }

  const pay = (sent: Sent, header: string): Promise<Seen> => ask(sent, paidBy(header))
  const poll = (job: any, header?: string): Promise<Seen> =>
    call(url, { path: job.poll_url, headers: header === undefined ? {} : paidBy(header) })

  const begin = async (sent: Sent, account?: Account): Promise<Begun> => {
    const header = await signFor(sent, account)
    const seen = await pay(sent, header)
    return { seen, job: seen.body, header }
  }

  /** Polls until the job is over. */
  const over = async ({ job, header }: Pick<Begun, 'job' | 'header'>): Promise<Seen> => {
    for (;;) {
      const seen = await poll(job, header)
      if (seen.status !== 202) return seen
      await new Promise(resolve => setTimeout(resolve, HURRIED))
    }
  }

  return {
    ask,
    sign: signFor,
    pay,
    poll,
    begin,
    done: over,
    /** Buys and expects a job. */
    submit: async (sent: Sent, account?: Account): Promise<Begun> => {
      const begun = await begin(sent, account)
      expect([begun.seen.status, begun.seen.body.error]).toEqual([202, undefined])
      return begun
    },
    /** What a request costs, in micro-USD. */
    quote: async (sent: Sent): Promise<number> => {
      const { status, text, challenge } = await ask(sent)
      expect([status, status === 402 ? '' : text]).toEqual([402, ''])
      return Number(challenge!.accepts[0]!.amount)
    },
    /** A whole purchase, as far as it goes. */
    buy: async (sent: Sent, account?: Account): Promise<Begun> => {
      const begun = await begin(sent, account)
      return begun.seen.status === 202 ? { ...begun, seen: await over(begun) } : begun
    },
  }
}

/** Opens a shop for pictures and films. */
export async function openStudio<Name extends string = never>(options: StudioOptions<Name> = {}) {
  const clock = options.pause ? windClock() : hurriedClock()
  const shop: Shop<Name> = await startShop({ taps: options.taps, clock })
  const { upstreams, chain, env } = shop.world
  const buyer = await shop.buyer(1_000_000_000n)
  const own = { clock, account: buyer.account }
  const ends =
    (store: () => Store) =>
    (table: string, job: any, status = 'completed'): Promise<void> =>
      expect
        .poll(async () => (await store().get<any>('jobs', `${table}/${job.id}`))?.doc.status, {
          timeout: 15_000,
        })
        .toBe(status)
  const money = async (): Promise<bigint[]> => [await buyer.balance(), await shop.earned()]
  let gateways = 0

  return {
    ...steps(shop.url, own),
    clock,
    shop,
    buyer,
    upstreams,
    money,
    /** Does something that must move no money. */
    free: async <T>(work: () => Promise<T>): Promise<T> => {
      const before = await money()
      const done = await work()
      expect(await money()).toEqual(before)
      return done
    },
    /**
     * What an upstream was asked to do, since its last reset: submits only. All upstreams, when no
     * name is given.
     */
    asked: (name?: string): SeenCall[] =>
      upstreams.calls(name).filter(({ method }) => method === 'POST'),
    /** Waits for a job's end without polling it; `table` is the name of its job store. */
    finished: ends(() => shop.store),
    /** Whether the chain has seen a payment. */
    isUsed: (header: string): Promise<boolean> => {
      const { from, nonce } = payloadOf(header).payload.authorization
      return chain.used(from, nonce)
    },
    /** A gateway with data of its own, which can be closed and opened again at the same address. */
    another: async () => {
      const name = `own-${++gateways}`
      const given = {
        LOG_LEVEL: 'silent',
        DATA_DIR: `${env.DATA_DIR}-${name}`,
        MEDIA_DIR: `${env.MEDIA_DIR}-${name}`,
      }
      let now = await shop.world.open(given, { clock })
      const { url } = now
      return {
        ...steps(url, own),
        url,
        finished: ends(() => now.parts.store),
        close: () => now.close(),
        reopen: async (): Promise<void> => {
          now = await shop.world.open({ ...given, PORT: new URL(url).port }, { clock })
        },
      }
    },
    stop: () => shop.stop(),
  }
}

/** An open studio. */
export type Studio<Name extends string = never> = Awaited<ReturnType<typeof openStudio<Name>>>
