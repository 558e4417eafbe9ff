/** Which values of fields a table lists, for routes whose requests come in another form. */
import { describe, expect, it } from 'vitest'
import { listedFields } from '../../generator/emit/openapi/choices.ts'
import type { CatalogIR, GateIR, RouteIR } from '../../generator/ir.ts'
import { code, fixture } from './fixture.ts'
import { block } from './fixture-routes.ts'

const ir = fixture()
const [make] = ir.routes as [RouteIR]
const [known] = make.gates as [GateIR]
const MODELS = { values: ['maker/one', 'one', 'maker/two'], table: 'pictures.models' }
const gate = (rule: string, more: Partial<GateIR> = {}): GateIR => ({
  ...known,
  rule: code(rule),
  provesModel: false,
  ...more,
})
const lists = (more: object, of: CatalogIR = ir): Record<string, unknown> =>
  Object.fromEntries(
    listedFields(of, { ...make, gates: [known], ...more } as RouteIR, of.networks[0]!),
  )

describe('a listed field', () => {
  const translated = (give: string) => lists({ translate: { gates: [], give: block(give) } })

  it('is one that callers write themselves', () => {
    expect(lists({})).toEqual({ 'body.model': MODELS })
    expect(translated('{ model: body.model }')).toEqual({ 'body.model': MODELS })
    expect(translated('{ size: body.size, model: body.model }')).toEqual({ 'body.model': MODELS })
  })

  it.each([
    ['is named otherwise', '{ model: body.name }'],
    ['comes from elsewhere', '{ model: query.model }'],
    ['is made of several', '{ model: body.model + body.size }'],
    ['goes into another one', '{ name: body.model }'],
    ['is among all others', '{ ...body }'],
    ['is in a form that is made as a whole', 'body'],
  ])('is not one that %s', (_name, give) => expect(translated(give)).toEqual({}))

  it('may be in the query, whatever becomes of the body', () => {
    const pick = block('query.model')
    const translate = { gates: [], give: block('{}') }
    expect(lists({ pick, translate })).toEqual({ 'query.model': MODELS })
  })

  it('is none without a gate that proves the row, always', () => {
    expect(lists({ gates: [] })).toEqual({})
    expect(lists({ gates: [{ ...known, provesModel: false }] })).toEqual({})
    expect(lists({ gates: [{ ...known, when: code('body.n') }] })).toEqual({})
    expect(lists({ pick: undefined })).toEqual({})
  })
})

describe('the values of a column', () => {
  const column = (rule: string, more: Partial<GateIR> = {}) => {
    const { 'body.model': _, ...others } = lists({ gates: [known, gate(rule, more)] })
    return others
  }
  const SIZES = { values: ['small', 'large'] }

  it.each<[string, object]>([
    ['Object.hasOwn(model.rates, body.size)', { 'body.size': SIZES }],
    ['Object.hasOwn(model.rates, query.size)', { 'query.size': SIZES }],
    ['body.size === undefined || Object.hasOwn(model.rates, body.size)', { 'body.size': SIZES }],
    ['body.size !== undefined || Object.hasOwn(model.rates, body.size)', {}],
    ['body.size === 1 || Object.hasOwn(model.rates, body.size)', {}],
    ['body.size === undefined && Object.hasOwn(model.rates, body.size)', {}],
    ['Object.hasOwn(model.rates, path.size)', {}],
    ['Object.hasOwn(body.rates, body.size)', {}],
    ['Object.keys(model.rates, body.size)', {}],
    ['hasOwn(model.rates, body.size)', {}],
    ['Object.hasOwn(model.title, body.size)', {}],
    ['Object.hasOwn(model.none, body.size)', {}],
    ['model.rates.includes(body.size)', { 'body.size': SIZES }],
    ['model.rates.has(body.size)', {}],
  ])('are those of %s', (rule, wanted) => expect(column(rule)).toEqual(wanted))

  it('are none of a rule that holds for some calls', () => {
    const rule = 'Object.hasOwn(model.rates, body.size)'
    expect(column(rule, { when: code('body.n') })).toEqual({})
  })

  it('are the texts of lists, each once', () => {
    const [table] = ir.tables
    const rows = [['a', 'b'], ['b', 3, 'c'], null].map((tags, i) => ({
      ...table!.rows[0]!,
      id: `${i}`,
      cells: { tags },
    }))
    const of = { ...ir, tables: [{ ...table!, rows }] } as unknown as CatalogIR
    const gates = [known, gate('model.tags.includes(body.tag)')]
    expect(lists({ gates }, of)['body.tag']).toEqual({ values: ['a', 'b', 'c'] })
  })
})
