/** Web searches that cannot be made. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalog } from '../../generated/index.ts'
import { assemble, type Assembled } from '../../runtime/assemble.ts'
import { readSettings } from '../../runtime/settings/read.ts'
import { call, paidBy, signed } from './client.ts'
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

  /** Asks for a search without and with a payment; returns both statuses and errors. */
  async function refused({ url }: Assembled): Promise<unknown[]> {
    const { account, balance } = await shop.buyer()
    const before = await balance()
    const asked = await call(url, SEARCH)
    const headers = paidBy(await signed(shop.url, account, SEARCH))
    const paid = await call(url, { ...SEARCH, headers })
    expect([await balance(), paid.receipt]).toEqual([before, undefined])
    return [asked.status, asked.body.error, paid.status, paid.body.error]
  }

  it('ERR3-014 a gateway without the key is 503, free', async () => {
    const closed = await shop.world.open({ ...own('unkeyed'), EXA_KEY: '' })
    const error = 'Service not configured'
    expect(await refused(closed)).toEqual([402, 'Payment Required', 503, error])
  })

  it('ERR3-014 a search that is paused is 503 before it asks for a payment', async () => {
    const routes = catalog.routes.map(route =>
      route.path === SEARCH.path
        ? { ...route, suspended: { status: 503, message: 'Web search is paused' } }
        : route,
    )
    const read = readSettings(own('paused'), catalog)
    if ('problems' in read) throw new Error(read.problems.join('\n'))
    const paused = await assemble({ ...catalog, routes }, read.settings)
    try {
      const error = 'Web search is paused'
      expect(await refused(paused)).toEqual([503, error, 503, error])
    } finally {
      await paused.close()
    }
  })
})
