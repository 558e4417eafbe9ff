/** A canary whose calls fail more often than those of the live catalog is aborted by itself. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UpstreamCall } from '../../runtime/contract.ts'
import { createHealth } from '../../runtime/hooks/health.ts'
import type { Releases } from '../../runtime/releases/releases.ts'
import type { Pointer } from '../../runtime/releases/types.ts'
import { createEndCounts, type Ends } from '../../runtime/sales/ends.ts'
import type { SaleOutcome } from '../../runtime/sales/types.ts'
import { abortByHand, begin } from '../../scripts/deploy/canary.ts'
import type { Made } from '../../scripts/deploy/make.ts'
import { routes } from '../helpers/cash-catalog.ts'
import { allRoutes } from '../helpers/cash-editions.ts'
import {
  fails,
  gives,
  startCashGateway,
  tickUntil,
  until,
  type CashGateway,
} from '../helpers/cash-gateway.ts'
import {
  buyTree,
  cashRelease,
  following,
  nameIn,
  releasesIn,
  type Following,
} from '../helpers/cash-releases.ts'

let at: CashGateway
let own: Following
let releases: Releases
let made: Made

/** The process looks when the pointer has changed. */
const how = { say: () => void own.follower.look() }

describe('a canary that fails', () => {
  /** The canary's calls fail, the live catalog's do not. */
  const failing = (): void => {
    at.world.vendor.reply = ({ id }) => (id === 'vendor.new' ? fails() : gives({ found: 1 }))
  }
  const spec = routes.tree!.upstream as () => UpstreamCall
  const other = (): UpstreamCall => ({ ...spec(), id: 'vendor.new' })
  const bounds = { calls: 4, factor: 2, points: 5 }

  beforeEach(async () => {
    at = await startCashGateway()
    Object.assign(at.gateway.catalogs.current().context.catalog.gateway, { canary: bounds })
    failing()
    releases = releasesIn(at.world)
    own = following(at)
    await own.follower.look()
    made = cashRelease(at.world, {
      hash: 'one',
      list: allRoutes({ tree: { ...routes.tree!, upstream: other } }),
    })
    await begin(releases, { ...made, percent: 20 }, how)
  })

  afterEach(() => at.stop())

  const statusOf = async (is: boolean, skip = 0): Promise<number> =>
    (await buyTree(at, nameIn(at.world, { ...made, percent: 20, skip }, is))).status
  /** So many calls of the canary, which fail, of so many wallets. */
  const failTimes = async (count: number, wallets = count): Promise<void> => {
    for (let n = 0; n < count; n++) expect(await statusOf(true, n % wallets)).toBe(500)
  }
  const nextReport = async (): Promise<void> => {
    await at.world.clock.advance(5_001)
    await own.follower.look()
  }
  const aborted = async (): Promise<Pointer['aborted']> => (await releases.pointer())!.doc.aborted

  it('is aborted by itself, which its health, its metrics and the pointer say', async () => {
    await failTimes(3)
    await nextReport()
    expect(await aborted()).toBeUndefined()
    await failTimes(1)
    expect(await statusOf(false)).toBe(200)
    await nextReport()
    expect(await aborted()).toMatchObject({
      hash: made.release.hash,
      cause: 'failures',
      reason: '4 of 4 (100.0 %) of its calls failed, 0 of 1 (0.0 %) of those of the live catalog',
    })
    await own.follower.look()
    expect(await statusOf(true)).toBe(200)
    expect(own.state).toMatchObject({ canary: undefined, aborted: { cause: 'failures' } })
    const metrics = await at.gateway.catalogs.current().context.observe.metrics()
    expect(metrics).toContain(
      `farebox_canary_aborted{release="${made.release.hash.slice(0, 12)}",cause="failures"} 1`,
    )
    const health = createHealth({
      ...at.gateway.catalogs.current().context,
      process: own.state,
      region: '',
      upstreams: { health: () => [] },
    })
    expect(await health('basic')).toMatchObject({
      canary_aborted: {
        release: made.release.hash.slice(0, 12),
        reason: expect.stringMatching(/^4 of 4/),
      },
    })
  })

  it('goes on while fewer than three wallets have seen it fail', async () => {
    await failTimes(6, 2)
    await nextReport()
    expect(await aborted()).toBeUndefined()
    expect(await statusOf(true, 2)).toBe(500)
    await nextReport()
    expect((await aborted())?.reason).toMatch(/^7 of 7 \(100.0 %\)/)
  })

  it('goes on while the live catalog fails as often', async () => {
    at.world.vendor.reply = () => fails()
    await failTimes(4)
    for (let n = 0; n < 2; n++) expect(await statusOf(false)).toBe(500)
    await nextReport()
    expect(await aborted()).toBeUndefined()
    const metrics = await at.gateway.catalogs.current().context.observe.metrics()
    expect(metrics).toContain('farebox_canary_calls{side="canary",end="failed"} 4')
    expect(metrics).toContain('farebox_canary_calls{side="live",end="failed"} 2')
    expect(metrics).toMatch(/farebox_canary_share_percent\{release="\w{12}"\} 20/)
  })

  it('is aborted for what all processes have counted together', async () => {
    await failTimes(2, 1)
    const wallets = ['0xone', '0xtwo']
    const figures = { canary: { calls: 2, failed: 2, wallets }, live: { calls: 0, failed: 0 } }
    const report = { instance: 'two', generation: 1, serves: 'built-in', catalog: 'test', figures }
    await releases.report({ ...report, canary: 'another release' })
    await nextReport()
    expect(await aborted()).toBeUndefined()
    await releases.report({ ...report, canary: made.release.hash })
    await nextReport()
    expect((await aborted())?.cause).toBe('failures')
  })

  it('fails also by what it cannot price, and by payments that fail', async () => {
    expect(countsOf('failed', 'upstream_rejected')).toEqual({ calls: 1, failed: 1 })
    expect(countsOf('unpaid', 'payment_refused')).toEqual({ calls: 1, failed: 1 })
    expect(countsOf('charged')).toEqual({ calls: 1, failed: 0 })
    expect(countsOf('failed', 'content_policy')).toEqual({ calls: 0, failed: 0 })
    expect(countsOf('rejected', 'payment_invalid')).toEqual({ calls: 0, failed: 0 })
    await abortByHand(releases, how)
    const broken = (): never => {
      throw new Error('a fault')
    }
    const tree = { ...routes.tree!, fixed: [], gates: broken }
    made = cashRelease(at.world, { hash: 'two', list: allRoutes({ tree }) })
    await begin(releases, { ...made, percent: 20 }, how)
    expect(await statusOf(true)).toBe(200)
    const { ends } = at.gateway.catalogs.current().context
    const { address } = at.world.cash.wallet(nameIn(at.world, { ...made, percent: 20 }, true))
    expect(ends!.of('two')).toEqual({ calls: 1, failed: 1, wallets: [address] })
  })

  it('fails also by a fault after its price', async () => {
    await abortByHand(releases, how)
    const checks = (): never => {
      throw new Error('a fault')
    }
    const tree = { ...routes.tree!, checks }
    made = cashRelease(at.world, { hash: 'two', list: allRoutes({ tree }) })
    await begin(releases, { ...made, percent: 20 }, how)
    expect(await statusOf(true)).toBe(500)
    const { ends } = at.gateway.catalogs.current().context
    const { address } = at.world.cash.wallet(nameIn(at.world, { ...made, percent: 20 }, true))
    expect(ends!.of('two')).toEqual({ calls: 1, failed: 1, wallets: [address] })
  })

  it('does not fail by repeats that wait for their first call', async () => {
    const { cash, clock, vendor } = at.world
    delete vendor.reply
    const wallet = cash.wallet(nameIn(at.world, { ...made, percent: 20 }, true))
    const header = wallet.sign(await at.quote('/tree', {}))
    const first = at.post('/tree', {}, header)
    await until(() => vendor.asked.length === 1)
    expect((await tickUntil(clock, at.post('/tree', {}, header))).status).toBe(503)
    vendor.asked[0]!.answer(gives({ found: 1 }))
    expect((await first).status).toBe(200)
    const { ends } = at.gateway.catalogs.current().context
    expect(ends!.of('one')).toEqual({ calls: 1, failed: 0 })
  })

  it('begins its counts anew when it begins again', async () => {
    await failTimes(3)
    await abortByHand(releases, how)
    await nextReport()
    await begin(releases, { ...made, percent: 20 }, how)
    await failTimes(1)
    await nextReport()
    expect(await aborted()).toBeUndefined()
    await failTimes(6, 2)
    await nextReport()
    expect(await aborted()).toBeUndefined()
  })
})

const countsOf = (outcome: SaleOutcome, reason?: string): Ends => {
  const counts = createEndCounts()
  counts.note({ catalog: 'x', outcome, ...(reason === undefined ? {} : { reason }) })
  return counts.of('x')
}
