// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { Catalog } from '../runtime/contract.ts'
import { envelopes } from './errors.ts'
import { gateway, limits, networks } from './gateway.ts'
import { imagesModels } from './media/images.models.ts'
import { routes } from './routes.ts'
import { rpcModels } from './tools/rpc.models.ts'
import { calls, upstreams } from './upstreams.ts'

/** The whole catalog, as the runtime serves it. */
export const catalog: Catalog = {
  hash: '863d372d1f55ff2c82486f83a089a3b36d193b64436c08add351d685420516c5',
  gateway,
  networks,
  tables: {
    'images.models': imagesModels,
    'rpc.models': rpcModels,
  },
  upstreams,
  calls,
  envelopes,
  limits,
  routes,
}
