// Code generated from catalog/upstreams/maker.yaml by "npm run generate". DO NOT EDIT.
import type { UpstreamCall, UpstreamSpec } from '../runtime/contract.ts'
import { makerLook, makerMake } from './upstreams/maker.ts'

/** Upstreams. `{key}` in a header stands for the key from the environment. */
export const upstreams: Readonly<Record<string, UpstreamSpec>> = {
  maker: {
    name: 'maker', env: 'MAKER', base: 'https://api.maker.example', source: 'maker',
    headers: { 'x-key': '{key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
}

/** All calls by `upstream.call`. */
export const calls: Readonly<Record<string, UpstreamCall>> = {
  'maker.make': makerMake, 'maker.look': makerLook,
}
