/**
 * What is made of several formulas, such as a gate with its message, holds the constants that any
 * of them reads, and the names of all.
 */
import { expect, it } from 'vitest'
import { readCatalog } from '../../generator/compile.ts'
import type { Block, CatalogIR, Let } from '../../generator/ir.ts'
import { JOBS, PRICE } from '../checks/edits.ts'
import { edit, file, type Edit } from '../checks/small-catalog.ts'
import { catalogOf } from '../plan/small.ts'

const golden = (name: string): Edit[] =>
  readCatalog(`test/golden/${name}/catalog`).map(({ path, text }) =>
    file(path.replace('catalog/', ''), text),
  )
/** Two lists among the constants of gateway.yaml. */
const LISTS = edit(
  'gateway',
  'fee: 0.001',
  'constants: { ones: [small, large], twos: [small, tiny] }\nfee: 0.001',
)
const ONE = '(body.model in ones)'
const TWO = '(body.model in twos)'

/** Another line of the route of the small catalog. */
const line = (text: string): Edit => edit('routes', '  price:', `  ${text}\n  price:`)
const gate = (text: string): Edit => line(`  - { ${text} }`)
/** Another line of its price. */
const priced = (text: string): Edit =>
  edit('routes', PRICE, `price:\n    usd: ${PRICE.slice('price: '.length)}\n    ${text}`)
const route = (catalog: CatalogIR) => catalog.routes[0]!
const last = (catalog: CatalogIR) => route(catalog).gates.at(-1)!
const lines = (catalog: CatalogIR) => route(catalog).price!.arms[0]!.lines!

/** How it is written, and where it is in the catalog. */
type Written = [string, readonly Edit[], (catalog: CatalogIR) => { lets: readonly Let[] }]

it.each<Written>([
  ['a rule', [gate(`rule: ${ONE} || ${TWO}, error: 400 No`)], last],
  ['a gate and its message', [gate(`rule: ${ONE}, error: '400 {text(${TWO})}'`)], last],
  ['a gate and its condition', [gate(`when: ${ONE}, rule: ${TWO}, error: 400 No`)], last],
  ['a gate and its body', [gate(`rule: ${ONE}, error: 400 No, body: { two: '=${TWO}' }`)], last],
  [
    'the condition of a cache',
    [line(`cache: { when: '${ONE} && ${TWO}', key: =body.model, for: 1m }`)],
    catalog => route(catalog).cache!.when,
  ],
  [
    'a rule of `fail`, and the time to wait',
    [
      edit(
        'upstream',
        '      give:',
        `      fail: [{ when: '${ONE}', as: upstream_failed, ` +
          `retry_after: '=choose(${TWO}, 1, 2)' }]\n      give:`,
      ),
    ],
    catalog => catalog.calls[0]!.fail[0]!,
  ],
  [
    'a rule of `fail` and its message',
    [
      edit(
        'upstream',
        '      give:',
        `      fail: [{ when: '${ONE}', error: '409 {text(${TWO})}' }]\n      give:`,
      ),
    ],
    catalog => catalog.calls[0]!.fail[0]!,
  ],
  [
    'a rule of rows',
    [
      edit(
        'models',
        'rows:',
        'rules:\n  - { rule: model.id in ones || model.id in twos, error: No }\nrows:',
      ),
    ],
    catalog => catalog.tables[0]!.rules[0]!.rule,
  ],
  [
    'a refusal among steps, with its message and its body',
    [
      ...golden('work-steps'),
      edit(
        'routes',
        "error: '404 No {model.id} available', code: none_left, body: { area: =body.area }",
        `error: '404 {text(${ONE})}', body: { two: '=${TWO}' }`,
      ),
    ],
    catalog => {
      const step = route(catalog).work!.find(one => 'refuse' in one)!
      return (step as { refuse: { lets: readonly Let[] } }).refuse
    },
  ],
])('%s', (_name, edits, find) => {
  const { lets } = find(catalogOf([LISTS, ...edits]))
  expect(lets.map(one => one.name)).toEqual(['ones', 'twos'])
})

it.each<[string, readonly Edit[], (catalog: CatalogIR) => Block, string[]]>([
  [
    'headers with conditions',
    [line(`headers: [{ when: '${ONE}', send: { x-one: "=text(${TWO})" } }]`)],
    catalog => route(catalog).headers!,
    ['body', 'ones', 'twos'],
  ],
  [
    'replies with conditions',
    [line(`instead: [{ when: '${TWO}', reply: { one: '=${ONE}' } }]`)],
    catalog => route(catalog).instead!,
    ['body', 'ones', 'twos'],
  ],
  [
    'units',
    [priced(`units: { twos: 'choose(${TWO}, 1, 2)', ones: 'choose(${ONE}, 1, 2)' }`)],
    catalog => route(catalog).price!.units!,
    ['body', 'ones', 'twos'],
  ],
  [
    'the lines of a price',
    [
      edit(
        'routes',
        PRICE,
        `price: 'choose(${TWO}, 0.1, 0.2) * body.count + choose(${ONE}, 1, 2)'`,
      ),
    ],
    lines,
    ['body', 'ones', 'twos'],
  ],
  [
    'the signed values of a job',
    [
      ...JOBS,
      edit('routes', 'echo: {}', `echo: {}\n    signed: { one: '=${ONE}', two: '=${TWO}' }`),
    ],
    catalog => route(catalog).job!.signed!,
    ['body', 'ones', 'twos'],
  ],
  [
    'the changes of records',
    [
      ...golden('records'),
      edit(
        'people/phone.routes.yaml',
        "label: '', renewals: 0",
        "label: '=text(body.phoneNumber in ones)', " +
          "renewals: '=choose(body.phoneNumber in twos, 1, 2)'",
      ),
    ],
    catalog => catalog.routes.find(one => one.path.endsWith('/buy'))!.effects!,
    ['body', 'payer', 'network', 'now', 'result', 'ones', 'twos'],
  ],
])('%s', (_name, edits, find, uses) => {
  const { lets, code } = find(catalogOf([LISTS, ...edits]))
  expect(lets.map(one => one.name)).toEqual(['ones', 'twos'])
  expect(code.uses).toEqual(uses)
})
