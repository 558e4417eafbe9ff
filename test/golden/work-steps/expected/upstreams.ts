// Code generated from catalog/upstreams/maker.yaml by "npm run generate". DO NOT EDIT.
import type { UpstreamCall, UpstreamSpec } from '../runtime/contract.ts'
import { makerBuy, makerGiveBack, makerLook, makerSearch } from './upstreams/maker.ts'

/** Upstreams. `{key}` in a header stands for the key from the environment. */
export const upstreams: Readonly<Record<string, UpstreamSpec>> = {
  maker: {
    name: 'maker', env: 'MAKER', base: 'https://{account}.maker.example', source: 'maker',
    headers: { 'x-key': '{key}', 'x-project': '{project_id}' },
    settings: ['account', 'project_id'],
    capacity: { concurrency: 32, queue: 512 },
  },
}

/** All calls by `upstream.call`. */
export const calls: Readonly<Record<string, UpstreamCall>> = {
  'maker.search': makerSearch, 'maker.buy': makerBuy, 'maker.give_back': makerGiveBack,
  'maker.look': makerLook,
}
