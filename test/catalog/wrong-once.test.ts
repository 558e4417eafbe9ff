/** A wrong formula is reported once, wherever it is: what needs it is not built, or checked. */
import { expect, it } from 'vitest'
import { readCatalog } from '../../generator/compile.ts'
import { FORM, JOBS, PRICE } from '../checks/edits.ts'
import { edit, file, freeFlow, freeRoute, problemsOf, type Edit } from '../checks/small-catalog.ts'

const golden = (name: string): Edit[] =>
  readCatalog(`test/golden/${name}/catalog`).map(({ path, text }) =>
    file(path.replace('catalog/', ''), text),
  )
/** Another line of the route, its price, its upstream call and its table. */
const route = (text: string): Edit[] => [edit('routes', '  price:', `  ${text}\n  price:`)]
const price = (text: string): Edit[] => [
  edit('routes', PRICE, `price:\n    usd: ${PRICE.slice('price: '.length)}\n    ${text}`),
]
const call = (text: string): Edit[] => [
  edit('upstream', '      give:', `      ${text}\n      give:`),
]
const table = (text: string): Edit[] => [edit('models', 'rows:', `${text}\nrows:`)]
/** An edit of a golden case. */
const other = (name: string, path: string, text: string, by: string): Edit[] => [
  ...golden(name),
  edit(path, text, by),
]
const job = (text: string): Edit[] => [...JOBS, edit('routes', 'echo: {}', `echo: {}\n    ${text}`)]
const view = (text: string): Edit[] => [
  freeFlow,
  file('tools/views.routes.yaml', freeRoute('views', text)),
]
const [STEPS, PHONE] = ['routes', 'people/phone.routes.yaml']
const AREA = 'area: =body.area }'

it.each<[string, readonly Edit[]]>([
  ['a rule', route('  - { rule: oops, error: 400 No }')],
  ['the condition of a rule', route('  - { when: oops, rule: body.count > 1, error: 400 No }')],
  ['the message of a rule', route('  - { rule: body.count < 9, error: "400 {oops}" }')],
  ['the body of a rule', route('  - { rule: body.count < 9, error: 400 No, body: { a: =oops } }')],
  ['the condition of a header', route('headers: [{ when: oops, send: { x-a: b } }]')],
  ['a header with a condition', route('headers: [{ when: body.count > 1, send: { x-a: =oops } }]')],
  ['a header', route('headers: { x-a: =oops }')],
  ['the condition of a reply', route('instead: [{ when: oops, reply: { a: b } }]')],
  ['a reply with a condition', route('instead: [{ when: body.count > 1, reply: { a: =oops } }]')],
  ['a reply', [edit('routes', '=result.made', '=oops')]],
  ['a status', route('status: oops')],
  ['a charge', route('charge_if: oops')],
  ['the condition of a cache', route('cache: { when: oops, key: =body.model, for: 1m }')],
  ['the key of a cache', route('cache: { when: body.count > 1, key: =oops, for: 1m }')],
  ['a choice of the row', route('pick: oops')],
  ['a choice of the call', [edit('routes', 'upstream: maker.make', 'upstream: =oops')]],
  ['a fallback', route('fallback: oops')],
  ['a value', route('let: { a: oops }')],
  ['a view', view('  views: { all: { each: a in oops, show: { a: =a } } }\n')],
  ['the rule of a check', route('checks: [{ rule: oops, error: 403 No }]')],
  ['a price', [edit('routes', PRICE, 'price: oops')]],
  ['a cost', price('cost: oops')],
  ['units', price('units: { things: oops }')],
  ['what is shown of a price', price('show: { a: =oops }')],
  ['a value of a price', price('let: { a: oops }')],
  ['the formula of a rate', [edit('routes', PRICE, 'price: { by: oops, a: 1, b: 2 }')]],
  [
    'a translation',
    [FORM(''), edit('routes', 'give: { model: =body.id }', 'give: { model: =oops }')],
  ],
  ['the send of a call', [edit('upstream', '=body.count', '=oops')]],
  ['the give of a call', [edit('upstream', '=reply.made', '=oops')]],
  ['the path of a call', [edit('upstream', '/make', '/make/{oops}')]],
  ['the query of a call', call('query: { a: =oops }')],
  ['a header of a call', call('headers: { x-a: =oops }')],
  ['the condition of a failure', call('fail: [{ when: oops, as: upstream_failed }]')],
  ['the message of a failure', call('fail: [{ status: 404, error: "404 {oops}" }]')],
  [
    'the details of a failure',
    call('fail: [{ status: 404, as: upstream_failed, details: =oops }]'),
  ],
  ['a pass', call('pass_when: oops')],
  ['a rule of rows', table('rules: [{ rule: oops, error: No }]')],
  ['the message of a rule of rows', table('rules: [{ rule: model.rate > 0, error: "{oops}" }]')],
  ['the echo of a job', [...JOBS, edit('routes', 'echo: {}', 'echo: { a: =oops }')]],
  ['a signed value', job('signed: { a: =oops }')],
  [
    'the condition of a refusal',
    other('work-steps', STEPS!, 'count(found.things) + count(wider.things) == 0', 'oops'),
  ],
  ['the message of a refusal', other('work-steps', STEPS!, 'No {model.id}', 'No {oops}')],
  [
    'the body of a refusal',
    other('work-steps', STEPS!, `body: { ${AREA}`, 'body: { area: =oops }'),
  ],
  ['the argument of a step', other('work-steps', STEPS!, AREA, 'area: =oops }')],
  ['the list of a step', other('work-steps', STEPS!, "'=first(body.names, [])'", '=oops')],
  [
    'the condition of a step',
    other('work-steps', STEPS!, 'when: count(found.things) == 0 }', 'when: oops }'),
  ],
  [
    'the undo of a step',
    other('work-steps', STEPS!, 'with: { label: =call.id } } }', 'with: { label: =oops } } }'),
  ],
  ['what steps give', other('work-steps', STEPS!, 'more: =count(found.things)', 'more: =oops')],
  [
    'the key of a read',
    other('records', PHONE!, 'key: =body.phoneNumber }\n  checks', 'key: =oops }\n  checks'),
  ],
  ['the wallet of a list', other('records', PHONE!, 'of: =path.address', 'of: =oops')],
  ['the length of a list', other('records', PHONE!, 'skip: =body.skip', 'skip: =oops')],
  ['the key of a change', other('records', PHONE!, 'key: "old {body.phoneNumber}"', 'key: =oops')],
  [
    'a value of a change',
    other('records', PHONE!, "label: '', renewals: 0", 'label: =oops, renewals: 0'),
  ],
])('%s', (_name, edits) => {
  const found = problemsOf(...edits).map(({ code, message }) => `${code}: ${message}`)
  expect(found).toEqual(['unknown-name: unknown name oops'])
})
