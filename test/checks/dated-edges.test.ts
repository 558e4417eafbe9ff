/** Dated prices of 0, numbers that formulas do not accept, and what is the same at a date. */
import { expect, it } from 'vitest'
import { catalogAt, isAsListed } from '../../generator/catalog/in-time.ts'
import { versionOf } from '../../generator/catalog/route-versions.ts'
import { compile } from '../../generator/compile.ts'
import { DATED, EXAMPLES, PRICE, PROOF } from './edits.ts'
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

it('a number that an upstream call reads is reported once, at its own entry, with its readers', () => {
  const constants = 'constants: { longest: 3 }\n'
  const reads = edit('upstream', '      send: {', '      send: { most: =longest,')
  const entries = [
    '{ from: 2027-01-01, fee: 0.002, because: x }',
    '{ from: 2027-02-01, constants: { longest: 4 }, because: x }',
    '{ from: 2027-03-01, margin: 1.06, because: x }',
  ]
  const dated = `dated: [${entries.join(', ')}]\n`
  const change = edit('gateway', 'fee: 0.001\n', `fee: 0.001\n${constants}${dated}`)
  const [problem, ...others] = found('dated', reads, change)
  expect(others).toEqual([])
  expect(problem!.message).toBe(
    'the upstream call maker.make reads `longest`, and cannot follow dates',
  )
  const { text } = edited([change]).find(one => one.path === problem!.place.file)!
  expect(text.slice(problem!.place.start)).toMatch(/^from: 2027-02-01/)
})

it('an envelope that reads a dated number is named, with its place', () => {
  const constants = 'constants: { unread: 400 }\n'
  const reads = edit('errors', 'invalid_json: { status: 400', 'invalid_json: { status: =unread')
  const change = edit(
    'gateway',
    'fee: 0.001\n',
    `fee: 0.001\n${constants}dated: [{ from: 2027-01-01, constants: { unread: 422 }, because: x }]\n`,
  )
  const [problem, ...others] = found('dated', reads, change)
  expect(others).toEqual([])
  expect(problem).toMatchObject({
    message: 'the envelope native reads `unread`, and cannot follow dates',
    also: [{ place: { file: 'catalog/errors/native.yaml' } }],
  })
})

it.each([
  ['extra_usd: 0.003', 'write `constants: { extra_usd: .. }`'],
  ['extra_eur: 0.003', 'numbers: fee, margin, minimum, constants, from, until, because, discount'],
])('a constant directly in an entry: %s', (number, hint) => {
  const [problem] = found(
    'unknown-column',
    inGateway(`from: 2027-01-01, ${number}`, 'constants: { extra_usd: 0.002 }\n'),
  )
  expect(problem!.hint).toContain(hint)
})

it('an example after the retirement of its row says so, unless it expects the refusal', () => {
  const retired = edit(
    'models',
    'rate: 0.01 }',
    'rate: 0.01, retired: { since: 2027-02-01, use: large } }',
  )
  const on = (day: string, expect: string): Edit => PROOF(`{ model: small, at: ${day}, ${expect} }`)
  expect(found('example-refused', retired, on('2027-01-31', 'usd: 0.0115'))).toEqual([])
  expect(found('example-refused', retired, on('2027-02-01', 'refused: 400'))).toEqual([])
  const [problem, ...others] = found('example-refused', retired, on('2027-02-01', 'usd: 0.0115'))
  expect(others).toEqual([])
  expect(problem).toMatchObject({
    message: 'this example is on 2027-02-01, but small is retired from 2027-02-01 on',
    also: [{ label: 'the retirement' }],
  })
})

it.each([
  [
    'the day after it',
    '2026-12-08',
    '0.01108',
    'this is the price on 2026-12-01, not on 2026-12-08: write',
  ],
  // An old price is rather wrong than the day.
  [
    'its days, with the list price',
    '2026-12-02',
    '0.0115',
    'if the new price is intended, write it here',
  ],
])('the price of a promotion on %s gets the right advice', (_when, day, price, hint) => {
  const [problem, ...others] = found(
    'example-price',
    PROMOTION,
    PROOF(`{ model: small, at: ${day}, usd: ${price} }`),
  )
  expect(others).toEqual([])
  expect(problem!.hint).toContain(hint)
  expect(problem!.fix === undefined).toBe(hint.startsWith('this'))
})

it('a route whose only example names a row that will be retired needs one that stays', () => {
  const retired = edit(
    'models',
    'rate: 0.01 }',
    'rate: 0.01, retired: { since: 2027-02-01, use: large } }',
  )
  const only = edit('routes', EXAMPLES, '  examples:\n    - { model: small, usd: 0.0115 }\n')
  expect(found('no-example', only)).toEqual([])
  expect(found('no-example', retired, only)).toMatchObject([
    { hint: expect.stringContaining('their row will be retired') },
  ])
})
