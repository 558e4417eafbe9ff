/** Dated prices of 0, numbers that formulas do not accept, and what is the same at a date. */
import { expect, it } from 'vitest'
import { catalogAt, isAsListed } from '../../generator/catalog/in-time.ts'
import { versionOf } from '../../generator/catalog/route-versions.ts'
import { compile } from '../../generator/compile.ts'
import { DATED, PRICE } from './edits.ts'
import { edit, edited, file, problemsOf, type Edit } from './small-catalog.ts'

const inGateway = (entry: string, constants = ''): Edit =>
  edit('gateway', 'fee: 0.001\n', `fee: 0.001\n${constants}dated: [{ ${entry}, because: x }]\n`)
const found = (code: string, ...edits: readonly Edit[]) =>
  problemsOf(...edits).filter(one => one.code === code)

it.each<[string, Edit, string]>([
  ['row', DATED('{ from: 2027-01-01, rate: 0, because: x }'), 'small rate goes from 0.01 to 0 USD'],
  ['fee', inGateway('from: 2027-01-01, fee: 0'), 'fee goes from 0.001 to 0'],
])('a dated price of 0 is an error: %s', (_what, change, words) => {
  const [problem, ...others] = found('dated-jump', change)
  expect(others).toEqual([])
  expect(problem).toMatchObject({
    severity: 'error',
    message: `${words} on 2027-01-01, which charges nothing`,
  })
})

it('a dated number with which a formula is wrong is an error at its entry', () => {
  const constants = 'constants: { extra_usd: 0.002 }\n'
  const reads = edit('routes', PRICE, PRICE.replace('+ fee', '+ extra_usd'))
  const dated = (value: string): Edit =>
    inGateway(`from: 2027-01-01, constants: { extra_usd: ${value} }`, constants)
  expect(found('dated', reads, dated('0.003'))).toEqual([])
  const [problem, ...others] = found('dated', reads, dated('0.0'))
  expect(others).toEqual([])
  expect(problem!.place.file).toBe('catalog/gateway.yaml')
  expect(problem!.message).toMatch(/^from 2027-01-01, a formula is wrong: .*count/)
  expect(problem!.also![0]!.place.file).toBe('catalog/tools/things.routes.yaml')
})

it.each([
  ['the list', 'usd: model.rate * extra, dated: [{ from: 2027-01-01, usd: fee, because: x }]'],
  ['a date', 'usd: fee, dated: [{ from: 2027-01-01, usd: model.rate * extra, because: x }]'],
])('a field that only the price of %s reads is used', (_when, price) => {
  const field = edit('routes', '    count: ', '    extra: integer 1..3 = 1\n    count: ')
  const paid = price.replace('extra', 'body.extra * body.count')
  expect(found('unused-field', field)).toHaveLength(1)
  expect(found('unused-field', field, edit('routes', PRICE, `price: { ${paid} }`))).toEqual([])
})

const DAY = Date.parse('2026-12-03')
const AFTER = Date.parse('2027-02-01')
const PROMOTION = DATED('{ from: 2026-12-01, until: 2026-12-08, discount: 4 %, because: a week }')
const RETIRED = edit('models', 'rows:\n', 'rows:\n  old: { rate: 0.01, retired: { use: small } }\n')

it.each<[string, readonly Edit[]]>([
  ['a promotion', [PROMOTION]],
  ['a promotion, beside a row that is retired', [PROMOTION, RETIRED]],
])('after %s, the catalog is as listed', (_what, edits) => {
  const list = compile(edited(edits)).value!
  const [route] = list.routes
  const at = (day: number) => catalogAt(list, day)
  expect(isAsListed(at(DAY), { list, at: DAY })).toBe(false)
  expect(isAsListed(at(AFTER), { list, at: AFTER })).toBe(true)
  expect(versionOf(at(DAY), route!)).not.toBe(versionOf(list, route!))
  expect(versionOf(at(AFTER), route!)).toBe(versionOf(list, route!))
})

it('a number of gateway.yaml that no route reads leaves the routes as listed, not the catalog', () => {
  const list = compile(
    edited([
      edit('routes', PRICE, PRICE.replace(' + fee', ' + 0.001')),
      inGateway('from: 2027-01-01, fee: 0.0011'),
    ]),
  ).value!
  const then = catalogAt(list, AFTER)
  expect(versionOf(then, then.routes[0]!)).toBe(versionOf(list, list.routes[0]!))
  expect(isAsListed(then, { list, at: AFTER })).toBe(false)
})

it.each(['.inf', '.nan', '1e400'])('an example of null is refused after one of %s', number => {
  const answer = (value: string): Edit =>
    file(
      'answers/things.yaml',
      `POST /api/v1/things:
  schema: { properties: { made: { type: number } } }
  example: { made: ${value} }
`,
    )
  problemsOf(answer(number))
  expect(found('answer-example', answer('null'))).toHaveLength(1)
})
