/**
 * A small catalog written by hand, with one route of each kind, for tests of the runtime by itself.
 */
import type { Catalog, Route } from '../../runtime/contract.ts'
import { native, other } from './cash-envelopes.ts'
import type { Model } from './cash-members.ts'
import { routes } from './cash-routes.ts'

export { routes } from './cash-routes.ts'

/** The catalog of these routes. */
export function cashCatalog(list: readonly Route[] = Object.values(routes)): Catalog {
  const asset = {
    symbol: 'CASH',
    address: '0x00000000000000000000000000000000000ca5e0',
    decimals: 6,
    name: 'Cash',
    version: '1',
  }
  const network = {
    name: 'cash',
    kind: 'evm',
    scheme: 'exact',
    chain: 'eip155:999',
    label: 'cash',
    asset,
    only: {},
  } as const
  const rows: Model[] = [
    { id: 'first', price: 53_500n, aliases: ['one'] },
    { id: 'Second/Slow', price: 21_000n, slow: true },
  ]
  return {
    hash: 'test',
    calls: {},
    routes: list,
    gateway: {
      name: 'Test',
      summary: 'Test',
      media: '/media',
      metrics: '/metrics',
      slack: 6000,
      envelope: 'native',
    },
    networks: {
      cash: network,
      small: { ...network, name: 'small', only: { models: ['Second/Slow'] } },
    },
    tables: { models: { name: 'models', rows } },
    upstreams: {
      vendor: {
        name: 'vendor',
        env: 'VENDOR',
        base: 'http://vendor',
        source: 'vendor',
        headers: {},
        capacity: { concurrency: 100, queue: 1000 },
      },
    },
    envelopes: { native, other },
    limits: {
      few: { name: 'few', max: 3, per: 3_600_000, by: 'ip', style: 'reset' },
      wallet: { name: 'wallet', max: 1, per: 60_000, by: 'payer', style: 'full' },
    },
  }
}
