// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
import type { Catalog } from '../runtime/contract.ts'
import { equitiesModels } from './data/equities.models.ts'
import { envelopes } from './errors.ts'
import { gateway, limits, networks } from './gateway.ts'
import { imagesModels } from './media/images.models.ts'
import { musicModels } from './media/music.models.ts'
import { speechModels } from './media/speech.models.ts'
import { videosModels } from './media/videos.models.ts'
import { voicesModels } from './media/voices.models.ts'
import { records } from './records.ts'
import { routes } from './routes.ts'
import { chatModels } from './text/chat.models.ts'
import { rpcModels } from './tools/rpc.models.ts'
import { sandboxModels } from './tools/sandbox.models.ts'
import { calls, upstreams } from './upstreams.ts'

/** The whole catalog, as the runtime serves it. */
export const catalog: Catalog = {
  hash: '1829629bd62735889f18a159a0d910792e79c8326d6f2b07afc428ca7f44510c', gateway, networks,
  tables: {
    'equities.models': equitiesModels, 'images.models': imagesModels, 'music.models': musicModels,
    'speech.models': speechModels, 'videos.models': videosModels, 'voices.models': voicesModels,
    'chat.models': chatModels, 'rpc.models': rpcModels, 'sandbox.models': sandboxModels,
  },
  upstreams, calls, envelopes, limits, records, routes,
}
