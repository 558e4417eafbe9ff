// Code generated from catalog/fetched/rates.yaml by "npm run generate". DO NOT EDIT.
import type { FetchedTable } from '../runtime/contract.ts'

/** Fetched tables, whose rows come from upstreams. */
export const fetched: Readonly<Record<string, FetchedTable>> = {
  rates: {
    name: 'rates', call: 'bank.rates', rows: 'rates', key: 'currency',
    columns: {
      currency: { is: 'string', needed: true },
      usd: { is: 'usd', needed: true },
      kind: { is: 'string', among: ['coin', 'note'] },
      digits: { is: 'integer' },
    },
    every: 600_000, atMost: 86_400_000, most: 10_000, definition: 'e7ff74893e20e48f',
    with: () => ({ base: 'USD' }),
  },
}
