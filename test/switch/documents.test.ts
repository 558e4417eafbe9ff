/** Documents of a release say when it was made. */
import { expect, it } from 'vitest'
import { allRoutes } from '../helpers/cash-editions.ts'
import { startCashGateway } from '../helpers/cash-gateway.ts'
import { cashRelease, following, releasesIn } from '../helpers/cash-releases.ts'

it('a document says when its release was made, not when it went live', async () => {
  const at = await startCashGateway()
  const own = following(at)
  await own.follower.look()
  const documents = { 'document.json': '{"lastUpdated":"{document.updated}"}' }
  const releases = releasesIn(at.world)
  const release = { hash: 'one', list: allRoutes() }
  const made = cashRelease(at.world, release, content => ({ ...content, documents }))
  const when = new Date(at.world.clock.now()).toISOString()
  await at.world.clock.advance(3_600_000)
  await releases.put(made.release, made.bytes)
  await releases.point(await releases.pointer(), made.release)
  await own.follower.look()
  const { body } = await at.fetch('/document.json')
  await at.stop()
  expect(body).toEqual({ lastUpdated: when })
})
