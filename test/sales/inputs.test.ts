/** What is noted of the inputs of a price has names of the catalog, and nothing of its caller's. */
import { expect, it } from 'vitest'
import type { SaleLine } from '../../runtime/sales/types.ts'
import { noteInputs } from '../../runtime/sales/inputs.ts'
import { recompute } from '../../scripts/reports/recompute.ts'

const route = {
  body: {
    unknown: 'forward',
    schema: {
      type: 'object',
      properties: {
        n: { type: 'integer' },
        meta: { type: 'object', additionalProperties: true },
        parts: { type: 'array', items: { anyOf: [{ properties: { seconds: {} } }, true] } },
      },
    },
  },
} as const

/** The inputs of a price that is computed from a scope. */
const noted = (scope: object, price: (c: any) => unknown): unknown =>
  noteInputs(route, scope as never, price).inputs

it('has declared members, in lists too', () => {
  const body = { n: 2, parts: [{ seconds: 5 }, { seconds: 7 }] }
  const sum = (c: any) => c.body.n + c.body.parts.map((one: any) => one.seconds).length
  expect(noted({ body }, sum)).toEqual({
    'body.n': 2,
    'body.parts.length': 2,
    'body.parts.0.seconds': 5,
    'body.parts.1.seconds': 7,
  })
})

it.each<[string, (c: any) => unknown]>([
  ['by name', c => c.body.meta['my diary']],
  ['by a list of values', c => Object.values(c.body.meta).length],
  ['by a list of names', c => Object.keys(c.body.meta).length],
])('withholds members that the schema does not declare, read %s', (_, read) => {
  const body = { meta: { 'my diary': 1, n: 3, ['k'.repeat(100_000)]: 1 } }
  expect(noted({ body }, read)).toEqual({ 'body.meta': '?' })
})

it('withholds members of replies that are listed, and names that are no words', () => {
  const reply = { used: 3, 'my diary': 4, diary: 5 }
  expect(noted({ reply }, c => c.reply.used)).toEqual({ 'reply.used': 3 })
  expect(noted({ reply }, c => c.reply['my diary'])).toEqual({ reply: '?' })
  expect(noted({ reply }, c => Object.values(c.reply).length)).toEqual({ reply: '?' })
  expect(noted({ values: { a: { diary: 1 } } }, c => c.values.a.diary)).toEqual({ 'values.a': '?' })
})

it('withholds places that are too long', () => {
  let reply: unknown = 1
  for (let i = 0; i < 10; i++) reply = { ['w'.repeat(60)]: reply }
  const read = (c: any): unknown => {
    let at = c.reply
    while (typeof at === 'object') at = at['w'.repeat(60)]
    return at
  }
  expect(noted({ reply }, read)).toEqual({ more: '?' })
})

it.each(['__proto__', 'constructor', 'prototype'])('"%s" is no place', name => {
  const reply = JSON.parse(`{"${name}": {"polluted": 1}}`)
  expect(noted({ reply }, c => c.reply[name].polluted)).toEqual({ reply: '?' })
  const networks = { n: { name: 'n', label: 'n', chain: 'n', asset: { symbol: 'x' }, only: {} } }
  const routes = [{ id: 'r', price: { micro: () => 10n, decimals: 6 } }]
  const catalog = { hash: 'c', routes, networks, tables: {} } as never
  const inputs = { [`body.${name}.polluted`]: 1 }
  const line = { outcome: 'charged', route: 'r', quoted: '10', charged: '10', catalog: 'c', inputs }
  expect(recompute(catalog, 'n', line as unknown as SaleLine)).toHaveProperty('impossible')
  expect({}).not.toHaveProperty('polluted')
  expect(Object).not.toHaveProperty('polluted')
})
