// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { Catalog } from '../runtime/contract.ts'
import { envelopes } from './errors.ts'
import { gateway, limits, networks } from './gateway.ts'
import { routes } from './routes.ts'
import { thingsModels } from './tools/things.models.ts'
import { calls, upstreams } from './upstreams.ts'

/** The whole catalog, as the runtime serves it. */
export const catalog: Catalog = {
  hash: 'ea0ee857063624a60804cdd750ce5703047a4ee0c96fdcba65e265b9957c7696', gateway, networks,
  tables: { 'things.models': thingsModels },
  upstreams, calls, envelopes, limits, routes,
  dates: [
    {
      since: 1_796_083_200_000, folder: 'dated/2026-12-01',
      files: [
        'openapi.patch.json', 'openapi.full.patch.json', 'x402.patch.json', 'pricing.patch.json',
        'llms.txt.patch.json', 'llms-full.txt.patch.json', 'tools.patch.json',
      ],
    },
    {
      since: 1_796_428_800_000, folder: 'dated/2026-12-05',
      files: [
        'openapi.patch.json', 'openapi.full.patch.json', 'x402.patch.json', 'pricing.patch.json',
        'llms.txt.patch.json', 'llms-full.txt.patch.json', 'tools.patch.json',
      ],
    },
    {
      since: 1_796_688_000_000, folder: 'dated/2026-12-08',
      files: [
        'openapi.patch.json', 'openapi.full.patch.json', 'x402.patch.json', 'pricing.patch.json',
        'llms.txt.patch.json', 'llms-full.txt.patch.json', 'tools.patch.json',
      ],
    },
  ],
}
