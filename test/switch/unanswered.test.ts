/** A store that does not answer for a moment says nothing about a release: it is tried again. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Route } from '../../runtime/contract.ts'
import { lookAtStart } from '../../runtime/follow.ts'
import { StoreUnavailable } from '../../runtime/store/store.ts'
import { routes } from '../helpers/cash-catalog.ts'
import { allRoutes } from '../helpers/cash-editions.ts'
import { startCashGateway, until, type CashGateway } from '../helpers/cash-gateway.ts'
import { manualClock } from '../helpers/clock.ts'
import { cashRelease, following, releasesIn } from '../helpers/cash-releases.ts'

let at: CashGateway
beforeEach(async () => {
  at = await startCashGateway()
})
afterEach(() => at.stop())

/** A release with another price of the tree, in the store and live. */
async function releaseAt(hash: string, amount: bigint): Promise<string> {
  const price = { micro: () => amount, decimals: 6, identify: false } as const
  const list = allRoutes({ tree: { ...routes.tree!, price } as Route })
  const { release, bytes } = cashRelease(at.world, { hash, list })
  const releases = releasesIn(at.world)
  await releases.put(release, bytes)
  await releases.point(await releases.pointer(), release)
  return release.hash
}

/** A follower whose next read of a release finds no store. */
function followerWithout(hash: string) {
  let isAway = true
  const releases = releasesIn(at.world)
  const read: typeof releases.read = async wanted => {
    if (wanted !== hash || !isAway) return releases.read(wanted)
    isAway = false
    throw new StoreUnavailable('Redis did not answer')
  }
  return following(at, 'one', { ...releases, read })
}

const priceNow = async (): Promise<unknown> => (await at.quote('/tree', { text: 'oak' })).amount

it.each(['a process that runs', 'a process that starts'])('by %s', async which => {
  if (which === 'a process that starts') await releaseAt('one', 5_000n)
  const hash = await releaseAt('two', 9_100n)
  const { follower, state } = followerWithout(hash)
  await expect(follower.look()).rejects.toThrow('Redis did not answer')
  expect(state.refused).toBeUndefined()
  await follower.look()
  expect([String(await priceNow()), state.refused]).toEqual(['9100', undefined])
})

it('by a process that keeps an earlier release for its open quotes', async () => {
  const earlier = await releaseAt('one', 5_000n)
  await releaseAt('two', 9_100n)
  const { follower } = followerWithout(earlier)
  await expect(follower.look()).rejects.toThrow('Redis did not answer')
  await follower.look()
  const hashes = at.gateway.catalogs.all().map(one => one.context.catalog.hash)
  expect(hashes).toEqual(expect.arrayContaining(['two', 'one']))
})

/**
 * A process that starts, and finds no store `times` times when it reads the pointer, then again.
 */
function starting(times: number) {
  const releases = releasesIn(at.world)
  const left = { pointer: times, read: times }
  const awayAt = (what: 'pointer' | 'read'): void => {
    if (left[what]-- > 0) throw new StoreUnavailable('Redis did not answer')
  }
  const { follower } = following(at, 'one', {
    ...releases,
    pointer: async () => (awayAt('pointer'), releases.pointer()),
    read: async hash => (awayAt('read'), releases.read(hash)),
  })
  const { observe } = at.gateway.catalogs.current().context
  // A clock of its own, on which nothing else waits.
  const clock = manualClock()
  const began = clock.now()
  const started = lookAtStart(follower, { clock, observe })
  let isOver = false
  const over = (): void => void (isOver = true)
  started.then(over, over)
  const wind = async (): Promise<number> => {
    await until(() => isOver || clock.sleepers() > 0)
    if (isOver) return clock.now() - began
    await clock.advance(100)
    return wind()
  }
  return { started, wind }
}

it('at the start, for the pointer and for the release', async () => {
  await releaseAt('one', 9_100n)
  const { started, wind } = starting(3)
  expect(await wind()).toBe(3_000)
  await started
  expect(String(await priceNow())).toBe('9100')
})

it('but not for longer than ten seconds', async () => {
  await releaseAt('one', 9_100n)
  const { started, wind } = starting(1_000)
  const refused = expect(started).rejects.toThrow('Redis did not answer')
  expect(await wind()).toBe(10_000)
  await refused
})
