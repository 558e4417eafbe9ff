// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import { display } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { GetThingsValues } from './lists.requests.ts'
import type { ThingsRow } from './things.models.ts'

/** GET /api/v1/things: All things */
export const getThings: Route<Call<undefined, {}, ThingsRow, any, GetThingsValues>> = {
  id: 'get_things', origin: 'catalog/tools/lists.routes.yaml:1', family: 'tools/lists',
  method: 'GET', path: '/api/v1/things', aliases: [], prefix: '', summary: 'All things', tags: [],
  flow: 'free', networks: ['base'], envelope: 'native', challenge: 'after_gates', discovery: 'none',
  table: 'things.models', authorization: 300_000, bodyLimit: 1_048_576,
  values: {
    listed: ({ models }) => models.rows.map(m => ({
      id: m.id, kind: 'thing',
      tags: ['plain', m.id],
      price: { usd: display(m.rate, 1_000_000n), most: m.most },
      sold: true,
    })),
    first: ({ values }) => values.listed.filter(one => one.id === 'small'),
  },
  reply: ({ values }) => ({ list: values.listed, first: values.first }),
  fixed: ['reply'],
}
