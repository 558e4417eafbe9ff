/** Web searches that cannot be made. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../../generated/index.ts'
import { assemble, type Assembled } from '../../runtime/assemble.ts'
import { readSettings } from '../../runtime/settings/read.ts'
import { bought, call } from './client.ts'
import { testFailures } from './passthrough-failures.ts'
import { startShop, type Shop } from './shop.ts'

const SEARCH = { path: '/api/v1/websearch/search', body: { query: 'agents that pay' } }

testFailures({
  upstream: 'exa',
  source: 'exa',
  sent: SEARCH,
  micro: 11_000n,
  timeout: 30_000,
  account: [401, 403],
  ids: { timeout: 'WEB-026' },
})

describe('a search that is not sold now', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await startShop()
  })
  afterAll(() => shop?.stop())

  /** The environment of another gateway, with a store of its own. */
  const own = (name: string): Record<string, string> => ({
    ...shop.world.env,
    LOG_LEVEL: 'silent',
    DATA_DIR: `${shop.world.env.DATA_DIR}-${name}`,
    MEDIA_DIR: `${shop.world.env.MEDIA_DIR}-${name}`,
  })

  /** Pays for a search, which must cost nothing; returns its status and error. */
  async function refused({ url }: Assembled): Promise<unknown[]> {
    expect((await call(url, SEARCH)).status).toBe(402)
    const { account, balance } = await shop.buyer()
    const before = await balance()
    const { status, body, receipt } = await bought(url, account, SEARCH)
    expect([await balance(), receipt]).toEqual([before, undefined])
    return [status, body.error]
  }

  it('ERR3-014 a gateway without the key is 503, free', async () => {
    const closed = await shop.world.open({ ...own('unkeyed'), EXA_KEY: '' })
    expect(await refused(closed)).toEqual([503, 'Service not configured'])
  })

  it('ERR3-014 a search that is paused is 503, free', async () => {
    const routes = catalog.routes.map(route =>
      route.path === SEARCH.path
        ? { ...route, suspended: { status: 503, message: 'Web search is paused' } }
        : route,
    )
    const read = readSettings(own('paused'), catalog)
    if ('problems' in read) throw new Error(read.problems.join('\n'))
    const paused = await assemble({ ...catalog, routes }, read.settings)
    try {
      expect(await refused(paused)).toEqual([503, 'Web search is paused'])
    } finally {
      await paused.close()
    }
  })
})
