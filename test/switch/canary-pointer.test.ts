/** A canary from the pointer to the calls: how it begins, ends, and outlives a process. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Route } from '../../runtime/contract.ts'
import type { Releases } from '../../runtime/releases/releases.ts'
import { abortByHand, begin, checkNoCanary, promote } from '../../scripts/deploy/canary.ts'
import { goLive } from '../../scripts/deploy/go-live.ts'
import { checkAlone, joined, percentOf } from '../../scripts/deploy/options.ts'
import { untried } from '../../scripts/deploy/untried.ts'
import { list } from '../../scripts/deploy/outcome.ts'
import type { Made } from '../../scripts/deploy/make.ts'
import { routes } from '../helpers/cash-catalog.ts'
import { allRoutes } from '../helpers/cash-editions.ts'
import { gives, startCashGateway, type CashGateway } from '../helpers/cash-gateway.ts'
import {
  buyTree,
  cashRelease,
  following,
  nameIn,
  releasesIn,
  signer,
  type Following,
} from '../helpers/cash-releases.ts'

const reply: Route['reply'] = c => ({ later: c.result, payment: c.payment })
const changed = allRoutes({ tree: { ...routes.tree!, reply } })

let at: CashGateway
let own: Following
let releases: Releases
let made: Made
beforeEach(async () => {
  at = await startCashGateway()
  at.world.vendor.reply = () => gives({ found: 1 })
  releases = releasesIn(at.world)
  own = following(at)
  await own.follower.look()
  made = cashRelease(at.world, { hash: 'one', list: changed })
})
afterEach(() => at.stop())

/** The process looks when the pointer has changed. */
const how = (): { say(): void } => ({ say: () => void own.follower.look() })

const servedBy = async (name: string, through: CashGateway): Promise<string> => {
  const { status, body } = await buyTree(through, name)
  return status !== 200 ? String(status) : 'later' in body ? 'canary' : 'live'
}

/** Who serves a wallet in a share of 20 %, and one that is not. */
const sides = async (through = at): Promise<string[]> => [
  await servedBy(nameIn(at.world, { ...made, percent: 20 }, true), through),
  await servedBy(nameIn(at.world, { ...made, percent: 20 }, false), through),
]

it('begins for its share, is promoted to all, and is followed by a way back', async () => {
  const began = await begin(releases, { ...made, percent: 20 }, how())
  expect(began.serving).toMatchObject([{ serves: 'built-in', canary: made.release.hash }])
  expect(await sides()).toEqual(['canary', 'live'])
  expect(own.state.canary).toEqual({ hash: made.release.hash, percent: 20 })
  expect((await promote(releases, how())).refused).toEqual([])
  expect(await sides()).toEqual(['canary', 'canary'])
  const { current, history, canary, tried } = (await releases.pointer())!.doc
  expect([current.release, history.length, canary, tried]).toEqual([
    made.release,
    1,
    undefined,
    undefined,
  ])
  await goLive(releases, undefined, how())
  expect(await sides()).toEqual(['live', 'live'])
})

it('is aborted by hand, which says so, and is not what a rollback returns to', async () => {
  await begin(releases, { ...made, percent: 20 }, how())
  await abortByHand(releases, how())
  expect(await sides()).toEqual(['live', 'live'])
  const { history, tried } = (await releases.pointer())!.doc
  expect([history, tried]).toMatchObject([[], [{ release: made.release }]])
  expect(own.state).toMatchObject({
    canary: undefined,
    aborted: { hash: made.release.hash, cause: 'hand', reason: 'aborted by hand' },
  })
  // Its jobs may need it.
  expect(await releases.read(made.release.hash)).toEqual(made.bytes)
  await expect(abortByHand(releases, how())).rejects.toThrow('no canary is on')
  await expect(promote(releases, how())).rejects.toThrow(/^no canary is on; .*: aborted by hand$/)
  await goLive(releases, undefined, how())
  expect(own.state.aborted).toBeUndefined()
})

it('serves more wallets when its share grows, and none less', async () => {
  await begin(releases, { ...made, percent: 20 }, how())
  await at.world.clock.advance(1000)
  const again = cashRelease(at.world, { hash: 'one', list: changed }, content => ({
    ...content,
    documents: { ...content.documents, 'other.json': '{}' },
  }))
  await begin(releases, { ...again, percent: 99.9 }, how())
  expect((await releases.pointer())!.doc.canary).toMatchObject({
    release: made.release,
    percent: 99.9,
  })
  expect(await releases.read(again.release.hash)).toBeUndefined()
  expect(await sides()).toEqual(['canary', 'canary'])
})

it('must end before another catalog can begin or go live', async () => {
  await begin(releases, { ...made, percent: 20 }, how())
  const other = cashRelease(at.world, { hash: 'two', list: changed })
  const beginning = begin(releases, { ...other, percent: 20 }, how())
  await expect(beginning).rejects.toThrow('another canary is on')
  expect(await releases.read(other.release.hash)).toBeUndefined()
  await expect(checkNoCanary(releases, false)).rejects.toThrow('a canary is on')
  await promote(releases, how())
  const twice = begin(releases, { ...made, percent: 20 }, how())
  await expect(twice).rejects.toThrow('this catalog is live already')
})

it('is not promoted if it was aborted at the same time', async () => {
  await begin(releases, { ...made, percent: 20 }, how())
  const { point, pointer } = releases
  const racing: Releases = {
    ...releases,
    point: async (...args) => {
      releases.point = point
      await abortByHand({ ...releases, pointer }, how())
      return point(...args)
    },
  }
  await expect(promote(racing, how())).rejects.toThrow('the canary has ended meanwhile')
  expect(await sides()).toEqual(['live', 'live'])
})

describe('a process', () => {
  let second: CashGateway | undefined
  afterEach(async () => {
    await second?.gateway.close()
    second = undefined
  })
  const start = async (): Promise<Following> => {
    second = await startCashGateway(at.world, { settings: { instance: 'two' } })
    const other = following(second, 'two')
    await other.follower.look()
    return other
  }

  it('that starts while a canary is on serves it to the same wallets', async () => {
    await begin(releases, { ...made, percent: 20 }, how())
    const other = await start()
    expect([await sides(), await sides(second)]).toEqual([
      ['canary', 'live'],
      ['canary', 'live'],
    ])
    expect(other.state.canary?.percent).toBe(20)
  })

  it('that starts after one was aborted knows why, and keeps it for its jobs', async () => {
    await begin(releases, { ...made, percent: 20 }, how())
    await abortByHand(releases, how())
    const other = await start()
    expect(await sides(second)).toEqual(['live', 'live'])
    expect(other.state.aborted?.cause).toBe('hand')
    expect(second!.gateway.catalogs.editions.earlier()).toMatchObject([
      { context: { catalog: { hash: 'one' } }, isTrial: true },
    ])
  })

  it('that refuses the release goes on, says why, and so it is aborted', async () => {
    const bad = cashRelease(at.world, { hash: 'one', list: changed }, content => ({
      ...content,
      contract: 99,
    }))
    const { refused } = await begin(releases, { ...bad, percent: 99.9 }, how())
    expect(refused).toMatchObject([{ serves: 'built-in', refused: { check: 'contract' } }])
    expect(await sides()).toEqual(['live', 'live'])
    const { canary, aborted } = (await releases.pointer())!.doc
    expect([canary, aborted?.cause]).toEqual([undefined, 'refused'])
    expect(own.state.aborted?.reason).toMatch(/^one refuses it: contract: /)
  })

  it('that refuses it while nobody watches serves all wallets what is live', async () => {
    const bad = cashRelease(at.world, { hash: 'one', list: changed }, content => ({
      ...content,
      contract: 99,
    }))
    await releases.put(bad.release, bad.bytes)
    await releases.tryOut(await releases.pointer(), { release: bad.release, percent: 99.9 })
    await own.follower.look()
    expect(await sides()).toEqual(['live', 'live'])
    expect(own.state.refused?.reason).toMatch(/^contract: /)
    expect(own.state.canary).toBeUndefined()
  })
})

it('the command accepts a percentage above 0 and below 100, and only one action', () => {
  expect(['5', '0.25', '99.9'].map(percentOf)).toEqual([5, 0.25, 99.9])
  const why = {
    '0': 'no wallet would try it',
    '100': '100 % is not a canary: "npm run deploy" without --canary serves them all',
    '101': '100 % is not a canary',
    '-5': '"-5" is no such number',
    '5%': '"5%" is no such number',
    '5.123': '"5.123" is no such number',
    '': '"" is no such number',
  }
  for (const [wrong, words] of Object.entries(why))
    expect(() => percentOf(wrong)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(`100, such as 5 or 0.5; ${words}`),
      }),
    )
  expect(joined(['--canary', '-1', '--wait', '5'])).toEqual(['--canary=-1', '--wait', '5'])
  expect(joined(['--canary', '--list'])).toEqual(['--canary', '--list'])
  expect(() => checkAlone({ canary: '5', promote: false })).not.toThrow()
  expect(() => checkAlone({ canary: '5', promote: true })).toThrow(/--canary and --promote/)
})

describe('the warning of what a canary cannot try', () => {
  const dearer = { ...routes.tree!, price: { micro: () => 3100n, decimals: 6, identify: false } }
  const warning = async (made: Made): Promise<string[]> =>
    untried(releases, (await releases.pointer())?.doc, made, { signer, network: 'cash' })
  const release = (hash: string, list: readonly Route[]): Made =>
    cashRelease(at.world, { hash, list })

  it('names the prices that differ, new endpoints and other durations', async () => {
    await releases.put(made.release, made.bytes)
    await goLive(releases, made.release, how())
    expect(await warning(made)).toEqual([])
    expect(await warning(release('two', allRoutes()))).toEqual([])
    const found = await warning(release('two', allRoutes({ tree: dearer })))
    expect(found[0]).toMatch(
      /^Warning: .* the live catalog serves these \(1 of \d+ example prices differ\):$/,
    )
    expect(found.slice(1, -1)).toEqual(['  post_tree  0.002 -> 0.0031 USD'])
    expect(found.at(-1)).toMatch(/the canary serves no call: .* deploy without --canary\.$/)
    const fresh = { ...dearer, id: 'post_bush', path: '/bush' }
    const longer = { ...routes.tree!, authorization: 600_000 }
    expect(
      (await warning(release('two', allRoutes({ fresh, tree: longer })))).slice(1, -1),
    ).toEqual([
      '  post_bush  new: not sold by the live catalog',
      '  post_tree  the signed authorization lasts for another time',
    ])
  })

  it('says so in general if what is live is in no release', async () => {
    const [first, second] = await warning(made)
    expect(first).toMatch(/^Warning: a canary does not try new prices\./)
    expect(second).toContain('"npm run plan" names them')
  })

  it('is not repeated when the share changes', async () => {
    await begin(releases, { ...made, percent: 20 }, how())
    expect(await warning(made)).toEqual([])
  })
})

it('the list says what is on and what was aborted', async () => {
  const lines: string[] = []
  await begin(releases, { ...made, percent: 20 }, how())
  await list(releases, line => void lines.push(line))
  const short = made.release.hash.slice(0, 12)
  expect(lines[1]).toContain(`${short}  canary for 20 % of the wallets`)
  expect(lines.at(-1)).toBe(
    `one serves built-in (catalog test), and ${short} to the wallets of the canary`,
  )
  await abortByHand(releases, how())
  lines.length = 0
  await list(releases, line => void lines.push(line))
  expect(lines[1]).toMatch(/aborted as a canary at .*: aborted by hand$/)
})
