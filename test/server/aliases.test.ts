/**
 * Aliases of a route that fill holes of its path, as the compiler reads them and as they are
 * served.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile, readCatalog } from '../../generator/compile.ts'
import type { Route } from '../../runtime/contract.ts'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import { cashWorld, startCashGateway, type CashGateway } from '../helpers/cash-gateway.ts'
import { overlaid } from '../language/overlay.ts'

const golden = (name: string) => readCatalog(`test/golden/${name}/catalog`)
const compiled = compile(overlaid(golden('_base'), golden('aliases'))).value!
const { aliases, path } = compiled.routes.find(route => route.aliases.length > 0)!

const prices: Route = {
  ...routes.hello!,
  id: 'get_prices',
  origin: 'aliases:1',
  path,
  aliases,
  reply: c => ({ chain: c.path.chain, symbol: c.path.symbol }),
  fixed: undefined,
}

let at: CashGateway
beforeAll(async () => {
  at = await startCashGateway(cashWorld(cashCatalog([prices])))
})
afterAll(() => at.stop())

describe('an alias', () => {
  it.each([
    ['GET', '/api/v1/base/price/usdc', { chain: 'base', symbol: 'usdc' }],
    ['GET', '/api/v1/price/base/usdc', { chain: 'base', symbol: 'usdc' }],
    ['GET', '/api/v1/eth/price/usdc', { chain: 'ethereum', symbol: 'usdc' }],
    ['POST', '/api/v1/bitcoin', { chain: 'bitcoin', symbol: 'btc' }],
  ])('%s %s is the route with its holes filled', async (method, address, body) => {
    const seen = await at.fetch(address, { method })
    expect([seen.status, seen.body]).toEqual([200, body])
  })

  it('answers HEAD as the GET that it stands for', async () => {
    expect((await at.fetch('/api/v1/eth/price/usdc', { method: 'HEAD' })).status).toBe(200)
  })
})
