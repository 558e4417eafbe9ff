// Code generated from catalog/upstreams/ by "npm run generate". DO NOT EDIT.
import type { UpstreamCall, UpstreamSpec } from '../runtime/contract.ts'
import { bankChange, bankRates } from './upstreams/bank.ts'
import { makerMake } from './upstreams/maker.ts'

/** Upstreams. `{key}` in a header stands for the key from the environment. */
export const upstreams: Readonly<Record<string, UpstreamSpec>> = {
  bank: {
    name: 'bank', env: 'BANK', base: 'https://api.bank.example', source: 'bank',
    headers: { 'x-key': '{key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
  maker: {
    name: 'maker', env: 'MAKER', base: 'https://api.maker.example', source: 'maker',
    headers: { 'x-key': '{key}' },
    capacity: { concurrency: 32, queue: 512 },
  },
}

/** All calls by `upstream.call`. */
export const calls: Readonly<Record<string, UpstreamCall>> = {
  'bank.rates': bankRates, 'bank.change': bankChange, 'maker.make': makerMake,
}
