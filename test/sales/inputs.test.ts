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
        mode: { enum: ['fast', 'best'] },
        meta: { type: 'object', additionalProperties: true },
        parts: { type: 'array', items: { anyOf: [{ properties: { seconds: {} } }, true] } },
      },
    },
  },
} as const

/** What is noted of a scope at places. */
const noted = (scope: object, ...places: string[]): unknown =>
  noteInputs(route, scope as never, places)

it('has numbers, answers and words of the catalog, and no other texts', () => {
  const body = { n: 2, mode: 'fast', meta: null, text: 'my diary', rate: 2n, on: true }
  const places = ['body.n', 'body.mode', 'body.text', 'body.rate', 'body.on', 'body.none', 'now']
  expect(noted({ body, now: 7 }, ...places)).toEqual({
    'body.n': 2,
    'body.mode': 'fast',
    'body.text': '?',
    'body.rate': '2n',
    'body.on': true,
    'body.none': null,
    now: 7,
  })
  expect(noted({ model: { sizes: { big: 1n } }, body: { size: 'big' } }, 'body.size')).toEqual({
    'body.size': 'big',
  })
})

it('has the length of a list and what is read of its elements', () => {
  const body = { parts: [{ seconds: 5, text: 'my diary' }, { seconds: 7 }] }
  expect(noted({ body }, 'body.parts.length', 'body.parts.*.seconds')).toEqual({
    'body.parts.length': 2,
    'body.parts.0.seconds': 5,
    'body.parts.1.seconds': 7,
  })
  for (const one of [undefined, 3, 'my diary'])
    expect(noted({ body: { parts: one } }, 'body.parts.length')).toEqual({
      'body.parts': { undefined: null, number: 3, string: '?' }[typeof one as string],
    })
})

it('has a whole value if its names are those of the catalog', () => {
  expect(noted({ body: { meta: { n: 3, seconds: [1, 2] } } }, 'body.meta')).toEqual({
    'body.meta.n': 3,
    'body.meta.seconds.length': 2,
    'body.meta.seconds.0': 1,
    'body.meta.seconds.1': 2,
  })
  for (const meta of [{ 'my diary': 1, n: 3 }, { n: 1, ['k'.repeat(100_000)]: 1 }, {}])
    expect(noted({ body: { meta } }, 'body.meta')).toEqual({ 'body.meta': '?' })
})

it('has nothing of other parts of the scope', () => {
  expect(noted({ hooks: { rate: 5 } }, 'hooks.rate')).toEqual({ 'hooks.rate': '?' })
})

it('has so many that a line stays small', () => {
  const parts = Array.from({ length: 70 }, () => ({ seconds: 1 }))
  const found = noted({ body: { parts } }, 'body.parts.*.seconds') as object
  expect(Object.keys(found)).toHaveLength(65)
  expect(found).toMatchObject({ more: '?' })
  const deep = Array.from({ length: 10 }, () => 'w'.repeat(60)).join('.')
  expect(noted({ reply: {} }, `reply.${deep}`)).toEqual({ more: '?' })
})

it('is chosen by a function where it depends on the row', () => {
  const scope = { model: { id: 'a' }, body: { n: 4 } }
  const reads = (c: any): string[] => (c.model.id === 'a' ? ['body.n'] : [])
  expect(noteInputs(route, scope as never, reads)).toEqual({ 'body.n': 4 })
  expect(noteInputs(route, { ...scope, model: { id: 'b' } } as never, reads)).toBeUndefined()
})

it.each(['__proto__', 'constructor', 'prototype', 'toString'])('"%s" is no place', name => {
  const reply = JSON.parse(`{"${name}": {"polluted": 1}}`)
  const place = `reply.${name}.polluted`
  if (name !== 'prototype') expect(noted({ reply }, place)).toEqual({ [place]: '?' })
  if (name === 'toString') return
  const networks = { n: { name: 'n', label: 'n', chain: 'n', asset: { symbol: 'x' }, only: {} } }
  const routes = [{ id: 'r', price: { micro: () => 10n, decimals: 6 } }]
  const catalog = { hash: 'c', routes, networks, tables: {} } as never
  const inputs = { [`body.${name}.polluted`]: 1 }
  const line = { outcome: 'charged', route: 'r', quoted: '10', charged: '10', catalog: 'c', inputs }
  expect(recompute(catalog, 'n', line as unknown as SaleLine)).toHaveProperty('impossible')
  expect({}).not.toHaveProperty('polluted')
  expect(Object).not.toHaveProperty('polluted')
})
