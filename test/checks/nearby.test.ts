/**
 * Rules at their edges: what is proven for some requests only, what stands behind `by:` or `when:`,
 * and each kind of secret.
 */
import { describe, expect, it } from 'vitest'
import { DATED, EXAMPLES, FREE, PRICE } from './edits.ts'
import { codesOf, edit, file, freeFlow, freeRoute, problemsOf, type Edit } from './small-catalog.ts'

const GATES = `  gates:
    - rule: body.model in models
      error: 400 Unknown model {body.model}
    - rule: body.count <= model.most
      error: 400 At most {model.most}
`
/** Other gates for the route of the small catalog, each in the form `{ key: value, ... }`. */
const gates = (...list: string[]): Edit =>
  edit('routes', GATES, `  gates:\n${list.map(one => `    - { ${one} }\n`).join('')}`)
const KNOWN = 'rule: body.model in models, error: 400 Unknown'
const FEW = 'rule: body.count <= model.most, error: 400 Too many'

it('says of `model` in a route without rows that it has no `models:`', () => {
  const view = freeRoute('view', '  gates: [{ rule: model.most > 1, error: 400 Too few }]\n')
  const problems = problemsOf(freeFlow, file('tools/view.routes.yaml', view))
  const problem = problems.find(({ code }) => code === 'too-early')
  expect(problem!.message).toBe('`model` cannot be used here: the route has no `models:`')
})

describe('a gate under `when` proves nothing for the requests that it does not ask', () => {
  it('not the row', () => {
    expect(codesOf(gates(`when: body.count > 1, ${KNOWN}`, FEW))).toContain('too-early')
    expect(codesOf(gates(KNOWN, FEW))).toEqual([])
  })

  const note = [
    edit('routes', '    count:', '    note: string\n    count:'),
    edit('upstream', 'count: =body.count', 'count: =body.count, note: =body.note'),
    edit('routes', EXAMPLES, '  examples: [{ model: small, note: a, usd: 0.0115 }]\n'),
  ]
  const given = 'rule: has(body.note), error: 400 Note'
  const read = 'rule: body.note.startsWith("a"), error: 400 Short'
  it.each([
    ['behind the gate that proves the row', [KNOWN, given, read]],
    ['before it', [given, KNOWN, read]],
  ])('not a field, %s', (_name, list) => {
    const asked = list.map(one => (one === given ? `when: body.count > 1, ${given}` : one))
    expect(codesOf(...note, gates(...asked))).toContain('maybe-absent')
    expect(codesOf(...note, gates(...list))).not.toContain('maybe-absent')
  })

  it('not a field, for checks of the payer', () => {
    const checks = (when: string): Edit[] => [
      ...note,
      edit(
        'routes',
        '  price:',
        `  checks:\n    - { ${when}${given} }\n    - { ${read} }\n  price:`,
      ),
    ]
    expect(codesOf(...checks('when: body.count > 1, '))).toContain('maybe-absent')
    expect(codesOf(...checks(''))).not.toContain('maybe-absent')
  })

  it('not a field of a route in another form', () => {
    const form = (when: string): Edit =>
      edit(
        'routes',
        EXAMPLES,
        '  translate:\n      body: { note: string, id: string! }\n      gates:\n' +
          `        - { ${when}${given} }\n        - { ${read} }\n` +
          '      give: { model: =body.id }\n  examples:\n    - { id: small, note: a, usd: 0.0115 }\n',
      )
    expect(codesOf(form('when: body.id != "small", '))).toEqual(['maybe-absent'])
    expect(codesOf(form(''))).toEqual([])
  })
})

describe('price-negative', () => {
  /** A price per value of a column; `small` is billed `each`, `large` is `flat`. */
  const by = (each: string, flat: string): Edit[] => [
    edit(
      'models',
      '  most:   integer = 10\n',
      '  most:   integer = 10\n  bill: each | flat = flat\n',
    ),
    edit('models', 'small: { rate: 0.01 }', 'small: { rate: 0.01, bill: each }'),
    edit('routes', PRICE, `price:\n    by: model.bill\n    each: ${each}\n    flat: ${flat}`),
    edit('routes', EXAMPLES, '  examples: [{ model: small, usd: 0.008 }]\n'),
  ]
  it('is asked of each price of `by:`, for the rows that it is the price of', () => {
    const subtracts = 'model.rate - body.count * 0.002'
    expect(codesOf(...by(subtracts, 'model.rate'))).toEqual(['price-negative'])
    // At most five of `large`, the only row with this price, are 0.01 less than its rate.
    expect(codesOf(...by('model.rate - 0.002', subtracts))).not.toContain('price-negative')
    expect(codesOf(...by('model.rate - 0.002', 'model.rate - body.count * 0.02'))).toEqual([
      'price-negative',
    ])
  })

  it('counts no bound of a gate under `when`', () => {
    const bound = (when: string): Edit[] => [
      gates(KNOWN, `${when}rule: body.count <= 4, error: 400 Many`),
      edit('routes', PRICE, 'price: model.rate - body.count * 0.002'),
      edit('routes', EXAMPLES, '  examples: [{ model: small, usd: 0.008 }]\n'),
    ]
    expect(codesOf(...bound('when: body.model == "large", '))).toEqual(['price-negative'])
    expect(codesOf(...bound(''))).not.toContain('price-negative')
  })
})

describe('secret', () => {
  const long = (letter: string, times: number): string => letter.repeat(times)
  it.each([
    ['an API key', `sk-${long('a', 20)}`],
    ['an API key of a test account', `pk_test_${long('a', 20)}`],
    ['an AWS key', `AKIA${long('Q', 16)}`],
    ['a GitHub token', `ghp_${long('a', 30)}`],
    ['a Slack token', `xoxb-${long('1', 10)}`],
    ['a Google API key', `AIza${long('b', 35)}`],
    ['a private key in a file', '-----BEGIN EC PRIVATE KEY-----'],
    ['a private key of a wallet', `0x${long('1f', 32)}`],
    ['a signed token', `eyJ${long('a', 10)}.${long('b', 10)}.${long('c', 10)}`],
    ['a bearer credential', `Bearer ${long('d', 16)}`],
    ['a basic credential', `Basic ${long('d', 16)}`],
    ['a user name and password', 'https://me:password@'],
  ])('%s', (_name, text) => {
    const line = (words: string): Edit => edit('routes', '  flow:', `  # ${words}\n  flow:`)
    expect(codesOf(line(text))).toEqual(['secret'])
    expect(codesOf(line(text.slice(0, -8)))).toEqual([])
  })

  it('is not the public id or hash that a name announces', () => {
    const line = (words: string): Edit => edit('routes', '  flow:', `  # ${words}\n  flow:`)
    const key = `0x${long('1f', 32)}`
    for (const name of ['condition_id', 'tx_hash'])
      expect(codesOf(line(`${name}: "${key}"`)), name).toEqual([])
    expect(codesOf(line(`id_key: "${key}"`))).toEqual(['secret'])
  })
})

it('bad-path: nothing is sold below the path of media, nor at that of metrics', () => {
  const at = (path: string) => codesOf(...FREE(freeRoute('a').replace('/api/v1/a', path)))
  for (const path of ['/media', '/media/a', '/media/{id}', '/metrics'])
    expect(at(path), path).toEqual(['bad-path'])
  for (const path of ['/mediax', '/metrics/a']) expect(at(path), path).toEqual([])
})

it('magnitude: a rate far below those of all other rows', () => {
  const last = (rate: string): Edit =>
    edit(
      'models',
      '  large: { rate: 0.05, most: 5 }',
      '  large: { rate: 0.05, most: 5 }\n  c: { rate: 0.02 }\n  d: { rate: 0.02 }\n' +
        `  e: { rate: ${rate} }`,
    )
  expect(codesOf(last('0.0002'))).toEqual(['magnitude'])
  expect(codesOf(last('0.002'))).toEqual(['magnitude'])
  expect(codesOf(last('0.003'))).toEqual([])
})

it('accepted.yaml: a warning that is meant is accepted by its message, and its entry by no other', () => {
  const rows = (rate: string): Edit =>
    edit(
      'models',
      '  large: { rate: 0.05, most: 5 }',
      '  large: { rate: 0.05, most: 5 }\n  c: { rate: 0.02 }\n  d: { rate: 0.02 }\n' +
        `  e: { rate: ${rate} }`,
    )
  const [found] = problemsOf(rows('0.0002'))
  const entry = /add to accepted\.yaml: (- .*)$/.exec(found!.hint!)![1]!
  const accepted = file('accepted.yaml', entry.replace('WHY', 'a tiny model'))
  expect(problemsOf(rows('0.0002'), accepted)).toEqual([])
  expect(codesOf(rows('0.0001'), accepted).sort()).toEqual(['accepted-warning', 'magnitude'])
  expect(codesOf(accepted)).toEqual(['accepted-warning'])
})

it('constant-gate: the same rule under another `when` refuses others', () => {
  const some = `when: body.count > 3, ${FEW}`
  expect(codesOf(gates(KNOWN, some, FEW))).toEqual([])
  expect(codesOf(gates(KNOWN, some, `when: body.count > 2, ${FEW}`))).toEqual([])
  expect(codesOf(gates(KNOWN, some, some))).toEqual(['constant-gate'])
  expect(codesOf(gates(KNOWN, FEW, some))).toEqual(['constant-gate'])
})

it('constant-gate: a constant that is another one later may refuse later', () => {
  const limit = edit('gateway', 'fee: 0.001\n', 'fee: 0.001\nconstants: { longest: 20 }\n')
  const later = edit(
    'gateway',
    'longest: 20 }',
    'longest: 20 }\ndated: [{ from: 2027-01-01, constants: { longest: 19 }, because: short }]',
  )
  const short = edit('routes', 'string!', 'string! ..20')
  const rule = gates(KNOWN, FEW, 'rule: size(body.model) <= longest, error: 400 Too long')
  expect(codesOf(limit, short, rule)).toEqual(['constant-gate'])
  expect(codesOf(limit, later, short, rule)).not.toContain('constant-gate')
})

it('type-mismatch: says how a value that may be absent is sent as a text', () => {
  const field = edit('routes', 'count: integer', 'size: integer\n    count: integer')
  const hints = (text: string) =>
    problemsOf(
      field,
      edit('upstream', '      send:', `      query: { n: ${text} }\n      send:`),
    ).map(({ hint }) => hint)
  expect(hints('=body.size')).toEqual(['write =choose(has(body.size), text(body.size), none)'])
  expect(hints('=body.count')).toEqual(['write =text(body.count)'])
  expect(hints('5')).toEqual(['write "5"'])
  expect(hints('null')).toEqual(['write =none to leave it out'])
})

describe('an example of a dated price', () => {
  const LATER = DATED('{ from: 2027-01-01, rate: 0.012, because: more }')
  const hintOf = (...edits: Edit[]) =>
    problemsOf(LATER, ...edits).find(({ code }) => code === 'dated-example')!.hint
  const WRITES = ', and let `npm run examples -- --write` write its price: '
  const examples = (text: string): Edit => edit('routes', EXAMPLES, `  examples:${text}\n`)
  const AT = 'POST /api/v1/things'

  it.each([
    ['in a list', '\n    - { model: small, usd: 0.0115 }', 'to the end of', '- { model: small,'],
    [
      'on one line',
      ' [{ model: small, usd: 0.0115 }]',
      'inside the brackets of',
      '{ model: small,',
    ],
    [
      'of another row, whose name is in a text too',
      '\n    - { note: large, model: "large", usd: 0.0535 }',
      'to the end of',
      '- { note: large, model: small,',
    ],
    [
      'on several lines',
      '\n    - model: small\n      usd: 0.0115',
      'to the end of',
      '- { body: {"model":"small"},',
    ],
  ])('is written like one %s', (_, text, where, line) => {
    const note = edit('routes', '    model: string!', '    note: string\n    model: string!')
    expect(hintOf(note, examples(text))).toBe(
      `add one ${where} the examples of ${AT}${WRITES}${line} at: 2027-01-01, usd: 0 }`,
    )
  })

  it('is not asked for after the retirement of its row', () => {
    const both = edit(
      'models',
      'rate: 0.01,',
      'rate: 0.01, retired: { since: 2026-12-01, use: large },',
    )
    const problem = problemsOf(LATER, both).find(({ code }) => code === 'dated-example')!
    expect(problem.message).toBe(
      'this price of small begins on 2027-01-01, and small is retired from 2026-12-01 on',
    )
  })
})

it('says of a default that is a retired row what replaces it', () => {
  const problems = problemsOf(
    edit('routes', 'model: string!', 'model: string = small'),
    edit('models', 'rate: 0.01 }', 'rate: 0.01, retired: { since: 2026-12-01, use: large } }'),
  )
  expect(problems.find(({ code }) => code === 'unknown-row')).toMatchObject({
    message: 'the default of `model` is small, which is retired from 2026-12-01 on',
    hint: 'write another default, such as its successor large',
  })
})

describe('unused', () => {
  const HOOK = file('hooks.yaml', 'extra: { takes: [string], gives: usd }\n')
  const READS = 'choose(body.count == 9, extra(body.model), model.rate)'
  it.each([
    [
      'of a date',
      `usd: "${PRICE.slice(7)}", dated: [{ from: 2027-01-01, usd: "${READS}", because: x }]`,
    ],
    ['of the list', `usd: "${READS}", dated: [{ from: 2027-01-01, usd: fee, because: x }]`],
  ])('a hook that only the price %s reads is used', (_when, price) => {
    expect(codesOf(HOOK)).toEqual(['unused'])
    expect(codesOf(HOOK, edit('routes', PRICE, `price: { ${price} }`))).not.toContain('unused')
  })
})
