// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { Catalog } from '../runtime/contract.ts'
import { envelopes } from './errors.ts'
import { gateway, limits, networks } from './gateway.ts'
import { routes } from './routes.ts'
import { thingsModels } from './tools/things.models.ts'
import { calls, upstreams } from './upstreams.ts'

/** The whole catalog, as the runtime serves it. */
export const catalog: Catalog = {
  hash: 'ec1487fd8d961841da45d07c55192be78e5e32f764eb76cd1800ba6e2732e5c2', gateway, networks,
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
    { since: 1_796_688_000_000, folder: 'dated/2026-12-08', files: [] },
    {
      since: 1_798_761_600_000, folder: 'dated/2027-01-01',
      files: [
        'openapi.patch.json', 'openapi.full.patch.json', 'x402.patch.json', 'pricing.patch.json',
        'llms.txt.patch.json', 'llms-full.txt.patch.json', 'tools.patch.json',
      ],
    },
    {
      since: 1_801_440_000_000, folder: 'dated/2027-02-01',
      files: [
        'openapi.patch.json', 'openapi.full.patch.json', 'x402.patch.json', 'pricing.patch.json',
        'llms.txt.patch.json', 'llms-full.txt.patch.json', 'tools.patch.json',
        'agent-card.patch.json',
      ],
    },
  ],
}
