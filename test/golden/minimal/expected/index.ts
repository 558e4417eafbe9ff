// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { Catalog } from '../runtime/contract.ts'
import { envelopes } from './errors.ts'
import { gateway, limits, networks } from './gateway.ts'
import { routes } from './routes.ts'
import { thingsModels } from './tools/things.models.ts'
import { calls, upstreams } from './upstreams.ts'

/** The whole catalog, as the runtime serves it. */
export const catalog: Catalog = {
  hash: 'a2108acc72fb4b333718ab75f283c1b0f8731b25e4af07bda6ad14060492cebc', gateway, networks,
  tables: { 'things.models': thingsModels },
  upstreams, calls, envelopes, limits, routes,
}
