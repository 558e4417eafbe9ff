/**
 * What every family that passes its upstream's replies on has to do when there is none: pass
 * refusals on, report failures, charge nothing, and accept the same payment later.
 */
import { describe, expect, it } from 'vitest'
import type { Behaviour, Mode } from '../../scripts/devnet/upstreams/index.ts'
import { call, paidBy, signed, type Seen, type Sent } from './client.ts'
import { useDataDesk, type DataDesk } from './data-desk.ts'
import { windClock } from './wind-clock.ts'

/** One family: a request that works, what it costs, and how its upstream is called. */
export interface Family {
  upstream: string
  /** The name that a rate-limited caller reads. */
  source: string
  sent: Sent
  micro: bigint
  /** Ms that the upstream has to answer. */
  timeout: number
  /** Statuses about the gateway's own account at the upstream, which callers do not see. */
  account: readonly number[]
  /** What a caller reads when the upstream does not answer in time; 500 unless written. */
  late?: { status: number; error: string }
  /** Ids of the requirements, by what they are about. */
  ids?: { timeout?: string }
}

const UNAVAILABLE = {
  error: 'Upstream provider error',
  message: 'The upstream could not answer. Nothing was charged.',
  details: expect.stringMatching(/\S/),
}
const MESSAGE = expect.stringMatching(/^The upstream answered \d{3} .*\. Nothing was charged\.$/)

/** Registers the tests of a family. */
export function testFailures(family: Family): void {
  const clock = windClock()
  const desk = useDataDesk(family.upstream, clock)
  describe('refusals of the upstream', () => testRefusals(family, desk))
  describe('failures of the upstream', () => testFaults(family, desk))
  describe('no answer', () => testTimeout(family, desk, clock))
}

function testRefusals({ sent, account, source }: Family, desk: DataDesk): void {
  it.each([400, 404, 405, 409, 410, 422, 451])(
    'ERR3-010 ERR3-011 %i is passed on with its body, and costs nothing',
    async status => {
      const details = { error: 'that is wrong', nested: { why: [1] } }
      desk.answer({ status, body: JSON.stringify(details) })
      const { status: given, body } = await desk.refused(sent)
      expect([given, body]).toEqual([
        status,
        { error: 'Bad Request', message: MESSAGE, status, details },
      ])
    },
  )

  it('ERR3-010 a refusal that is not JSON is passed on as text', async () => {
    desk.answer({ status: 400, body: 'not like that', headers: { 'content-type': 'text/plain' } })
    expect((await desk.refused(sent)).body).toEqual({
      error: 'Bad Request',
      message: MESSAGE,
      status: 400,
      details: 'not like that',
    })
  })

  it.each([402, ...account])(
    'ERR3-013 %i, which is about our account there, is 502 in our words, and costs nothing',
    async status => {
      desk.answer({ status, body: '{"error":"secret of the account"}' })
      const seen = await desk.refused(sent)
      expect([seen.status, seen.body]).toEqual([502, UNAVAILABLE])
      expect(seen.text).not.toContain('secret')
    },
  )

  it('LIM-016 LIM-018 its capacity is 429 with the time to wait, and costs nothing', async () => {
    desk.answer({ status: 429, body: '{}', headers: { 'retry-after': '9' } })
    const { status, body, headers } = await desk.refused(sent)
    expect([status, headers['retry-after'], headers['x-ratelimit-source'], body.code]).toEqual([
      429,
      '9',
      source,
      'RATE_LIMITED',
    ])
  })
}

function testFaults({ upstream, sent, micro }: Family, desk: DataDesk): void {
  it.each<[string, Mode | Behaviour]>([
    ['500', { mode: 'fail', status: 500 }],
    ['503', { mode: 'fail', status: 503 }],
    ['a broken connection', 'reset'],
    ['nothing', 'empty'],
    ['a web page', 'garbage'],
    ['half of an answer', 'cut'],
    ['an answer that cannot be read', 'malformed'],
  ])(
    'ERR3-013 ERR3-002 %s is 502, costs nothing, and the same payment buys when it works again',
    async (_what, behaviour) => {
      desk.shop.world.upstreams.set(upstream, behaviour)
      const seen = await desk.refused(sent)
      expect([seen.status, seen.body]).toEqual([502, UNAVAILABLE])
      desk.shop.world.upstreams.reset()
      const before = await desk.buyer.balance()
      const again = await call(desk.shop.url, { ...sent, headers: paidBy(seen.header) })
      expect([again.status, before - (await desk.buyer.balance())]).toEqual([200, micro])
      const third = await call(desk.shop.url, { ...sent, headers: paidBy(seen.header) })
      expect([third.status, third.body.code]).toEqual([402, 'PAYMENT_REPLAY'])
    },
  )

  it('a slow answer is an answer', async () => {
    desk.shop.world.upstreams.set(upstream, { mode: 'slow', ms: 300 })
    await desk.costs(micro, sent)
  })
}

function testTimeout(
  { sent, timeout, ids, late = { status: 500, error: 'Internal server error' } }: Family,
  desk: DataDesk,
  clock: ReturnType<typeof windClock>,
): void {
  it(`${ids?.timeout ?? ''} ERR3-015 within ${timeout / 1000} s is ${late.status} ${late.error}, costs nothing, and the same payment buys later`, async () => {
    const header = await signed(desk.shop.url, desk.buyer.account, sent)
    const release = desk.tap.hold()
    let seen: Seen | undefined
    await desk.free(async () => {
      const asked = call(desk.shop.url, { ...sent, headers: paidBy(header) })
      void asked.then(one => (seen = one))
      await expect.poll(() => desk.tap.seen.length).toBe(1)
      await clock.wind(timeout - 5000)
      await new Promise(resolve => setTimeout(resolve, 50))
      expect(seen).toBeUndefined()
      await clock.wind(5000)
      const { status, body, receipt } = await asked
      expect([status, body.error, receipt]).toEqual([late.status, late.error, undefined])
    })
    release()
    expect((await call(desk.shop.url, { ...sent, headers: paidBy(header) })).status).toBe(200)
  })
}
