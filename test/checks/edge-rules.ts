/** More rules at their edges: several tables, networks and routes that one entry concerns. */
import {
  costs,
  JOBS,
  MAKE,
  WORDS,
  EXAMPLES,
  FIELDS,
  GATE,
  KEYS,
  LARGE,
  PRICE,
  SMALL,
  TABLE,
  type Rule,
} from './edits.ts'
import { edit, file, type Edit } from './small-catalog.ts'

const WITHOUT_LARGE = edit('routes', '    - { model: large, count: 2, usd: 0.106 }\n', '')
/** Another network of the gateway, whose token has a long name. */
const LONG = (listed: string, name: number): readonly Edit[] => [
  edit('gateway', 'networks: [base]', `networks: [${listed}]`),
  file(
    'networks/other.yaml',
    `other:\n  kind: evm\n  scheme: exact\n  chain: eip155:10\n  label: other\n` +
      `  asset: { symbol: USDC, address: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", decimals: 6, name: "${'x'.repeat(name)}", version: "2" }\n`,
  ),
]
/** A second table and a route that sells it; `first` in the order of files. */
const SECOND = (table: string, example: string, more = ''): readonly Edit[] => [
  file('tools/first.models.yaml', table),
  edit(
    'upstream',
    '  calls:\n',
    '  calls:\n    one: { post: /one, timeout: 5s, send: { id: =model.id } }\n' + more,
  ),
  file(
    'tools/first.routes.yaml',
    '- route: POST /api/v1/first\n  summary: Makes one\n  flow: inline\n  models: first.models\n  body: { model: string! }\n' +
      '  gates: [{ rule: body.model in models, error: 400 Unknown }]\n  price: model.rate + fee\n' +
      `  upstream: maker.one\n  reply: { made: =result }\n  examples: [${example}]\n`,
  ),
]
const ROWS = (rows: readonly string[], columns = 'rate: usd!'): string =>
  `columns:\n  ${columns}\nrows:\n${rows.map(row => `  ${row}\n`).join('')}`
const FIRST = (cells = 'rate: 0.01', columns?: string, more?: string): readonly Edit[] =>
  SECOND(
    ROWS([`small: { ${cells} }`, 'other: { rate: 0.02 }'], columns),
    '{ model: other, usd: 0.021 }',
    more,
  )
const MORE = 'dated: [{ from: 2027-01-01, rate: 0.012, because: more }]'
/** Rows of one owner, each with cells. */
const OWNED = (columns: string, ...cells: readonly string[]): readonly Edit[] => [
  TABLE(columns, SMALL, LARGE, ...cells.map((cell, i) => `r${i}: { rate: 0.02, ${cell} }`)),
]
const TITLES = ['a', 'b', 'c', 'd', 'e'].map(title => `title: ${title}`)
/** A price by a column, of which one has a cost. */
const BY = (cost: string): readonly Edit[] => [
  edit('models', '  most:', '  bill: each | flat = each\n  most:'),
  edit('models', 'rate: 0.05,', 'rate: 0.05, bill: flat,'),
  edit(
    'routes',
    PRICE,
    `price:\n    by: model.bill\n    each: model.rate * body.count * margin + fee\n` +
      `    flat: { usd: model.rate * body.count * margin + fee, cost: ${cost} }`,
  ),
]
const OUT = [
  'out: 0.02, more: 0.02',
  'out: 0.02, more: 0.02',
  'out: 0.02, more: 0.02',
  'out: 0.02, more: 0.02',
]
const CALL = '    fixed: { get: /fixed, timeout: 5s }\n'
/** Routes of the same file as those of `SECOND`, with fixed prices of which one differs. */
const FIXED = (last: string): Edit =>
  edit(
    'tools/first.routes.yaml',
    '- route: POST /api/v1/first\n',
    ['0.01', '0.01', '0.01', last]
      .map(
        (price, i) =>
          `- route: GET /api/v1/f${i}\n  summary: Makes one\n  flow: inline\n  price: ${price}\n  upstream: maker.fixed\n  reply: { ok: true }\n`,
      )
      .join('') + '- route: POST /api/v1/first\n',
  )
const HOOK = file('hooks.yaml', 'look: { takes: [string], gives: integer }\n')

export const EDGE_RULES: readonly Rule[] = [
  {
    // The network with the longest head is named, of those that the gateway and the route sell on.
    code: 'challenge-size',
    fires: LONG('base, other', 2600),
    silent: [...LONG('base, other', 2600), KEYS('  networks: [base]\n')],
  },
  { code: 'challenge-size', fires: LONG('other, base', 2600), silent: [] },
  {
    // Another table may have a row of the same id.
    code: 'dated-example',
    fires: FIRST(`rate: 0.01, ${MORE}`),
    silent: [
      ...SECOND(
        ROWS([`small: { rate: 0.01, ${MORE} }`]),
        '{ model: small, usd: 0.011 }, { model: small, at: 2027-01-01, usd: 0.013 }',
      ),
    ],
  },
  {
    // Neither an example of another day nor one that is refused is written again.
    code: 'dated-example',
    fires: [
      edit('models', 'rate: 0.01 }', `rate: 0.01, ${MORE} }`),
      edit(
        'routes',
        EXAMPLES,
        '  examples:\n    - { model: small, count: 0, refused: 400 }\n    - { model: small, at: 2026-12-01, usd: 0.0115 }\n' +
          '    - model: small\n      count: 10\n      usd: 0.106\n',
      ),
    ],
    silent: [],
  },
  {
    code: 'dated-example',
    fires: [
      edit(
        'routes',
        PRICE,
        `price:\n    usd: ${PRICE.slice(7)}\n    dated: [{ from: 2027-01-01, usd: model.rate * body.count + fee, because: less }]`,
      ),
      edit(
        'routes',
        EXAMPLES,
        '  examples:\n    - { model: small, count: 0, refused: 400 }\n    - { model: small, at: 2026-12-01, usd: 0.0115 }\n' +
          '    - { model: small, count: 10, usd: 0.106 }\n    - { model: large, usd: 0.0535 }\n',
      ),
    ],
    silent: [],
  },
  {
    code: 'odd-size',
    fires: [...FIRST('rate: 0.01, at: { 1x1: 0.2, 2x2: 0.1 }', 'rate: usd!\n  at: usd by size')],
    // Sizes of equal pixels, and columns that hold no prices.
    silent: [
      TABLE(
        '  at: usd by size\n  many: integer by size\n  word: usd\n',
        'small: { rate: 0.01, at: { 10x20: 0.2, 20x10: 0.1 }, many: { 1x1: 2, 2x2: 1 }, word: 0.1 }',
        LARGE,
      ),
    ],
  },
  {
    // A family's text is one text; the cells of a column with a rule are compared by it.
    code: 'copied-row',
    fires: OWNED('  title: string\n', ...TITLES, 'title: a'),
    silent: OWNED(
      '  title: string\nfamilies:\n  all: { title: all }\n',
      ...TITLES.slice(1),
      'like: all',
      'like: all',
    ),
  },
  {
    code: 'copied-row',
    fires: OWNED('  title: string\n', ...TITLES, 'title: e'),
    silent: OWNED(
      "  title: string = y\nrules: [{ rule: size(model.title) < 9, error: 'a', at: title }]\n",
      ...TITLES,
      'title: e',
    ),
  },
  {
    code: 'copied-row',
    fires: OWNED('  size: string\n', ...TITLES.map(one => one.replace('title', 'size')), 'size: e'),
    silent: OWNED(
      '  size: integer\n',
      'size: 1',
      'size: 2',
      'size: 3',
      'size: 4',
      'size: 5',
      'size: 5',
    ),
  },
  { code: 'below-cost', fires: BY('0.0536 * body.count'), silent: BY('0.05 * body.count') },
  {
    // A value of the route through which a gate reads a column.
    code: 'row-refused',
    fires: [
      KEYS('  let: { most: model.most }\n'),
      GATE('rule: body.count < most, error: 400 Too many'),
      edit('models', 'most: 5', 'most: 1'),
      WITHOUT_LARGE,
    ],
    silent: [
      KEYS('  let: { most: model.most }\n'),
      GATE('rule: body.count < most, error: 400 Too many'),
    ],
  },
  {
    // A price that needs the result of a hook for one row only.
    code: 'row-refused',
    fires: [
      HOOK,
      edit('routes', PRICE, "price: 'choose(model.rate > 0.01, look(body.model), 1) * 0.01'"),
      edit('routes', EXAMPLES, '  examples: [{ model: small, usd: 0.01 }]\n'),
    ],
    silent: [
      HOOK,
      edit('routes', PRICE, "price: 'choose(model.rate > 0.01, look(body.model), 1) * 0.01'"),
      edit('routes', EXAMPLES, '  examples: [{ model: small, look: 3, usd: 0.01 }]\n'),
    ],
  },
  {
    // Examples that are refused first, and a route that is not sold.
    code: 'row-refused',
    fires: [
      ...FIELDS('size: string!', 'size: =body.size'),
      GATE('rule: body.size != "x", error: 400 Size?'),
      GATE('rule: model.rate < 0.05, error: 400 Too dear'),
      edit(
        'routes',
        EXAMPLES,
        '  examples: [{ model: small, size: x, refused: 400 }, { model: small, size: m, usd: 0.0115 }]\n',
      ),
    ],
    silent: [
      ...FIELDS('size: string!', 'size: =body.size'),
      GATE('rule: body.size != "x", error: 400 Size?'),
      GATE('rule: model.rate < 0.06, error: 400 Too dear'),
      edit(
        'routes',
        EXAMPLES,
        '  examples: [{ model: small, size: x, refused: 400 }, { model: small, size: m, usd: 0.0115 }]\n',
      ),
    ],
  },
  {
    // On a network that does not sell the route, no default is missing.
    code: 'unknown-row',
    fires: [
      ...LONG('base', 9),
      edit(
        'networks/other.yaml',
        '  label: other\n',
        '  label: other\n  only: { things.models: [large] }\n',
      ),
      edit('routes', 'model: string!', 'model: string = small'),
    ],
    silent: [
      ...LONG('base', 9),
      edit(
        'networks/other.yaml',
        '  label: other\n',
        '  label: other\n  only: { things.models: [large] }\n',
      ),
      edit('routes', 'model: string!', 'model: string = small'),
      KEYS('  networks: [base]\n'),
    ],
  },
  {
    // A fallback that only some requests reach.
    code: 'fallback',
    fires: [
      edit('models', '  most:', '  next: row\n  word: string\n  most:'),
      edit(
        'models',
        SMALL,
        'small: { rate: 0.01, word: a, next: large }\n  other: { rate: 0.02, word: b, next: small }',
      ),
      edit(
        'routes',
        '  upstream: maker.make\n',
        '  upstream: maker.make\n  fallback: model.next\n',
      ),
      GATE('rule: has(model.word), error: 400 No word'),
      WITHOUT_LARGE,
    ],
    silent: [
      edit('models', '  most:', '  next: row\n  word: string\n  most:'),
      edit(
        'models',
        SMALL,
        'small: { rate: 0.01, word: a, next: large }\n  other: { rate: 0.02, word: b, next: small }',
      ),
      edit(
        'routes',
        '  upstream: maker.make\n',
        '  upstream: maker.make\n  fallback: model.next\n',
      ),
      GATE('when: body.count > 1, rule: has(model.word), error: 400 No word'),
      WITHOUT_LARGE,
    ],
  },
  {
    // A ratio of two prices, of which one is zero or missing in some rows.
    code: 'magnitude',
    fires: OWNED('  out: usd\n  more: usd\n', ...OUT, 'out: 0.02, more: 0.15'),
    silent: OWNED(
      '  out: usd\n  more: usd\n',
      ...OUT,
      'out: 0, more: 0.02',
      'more: 0.02',
      'out: 0.02, more: 0',
    ),
  },
  {
    // Prices by row have no part in the median of their file.
    code: 'magnitude',
    fires: [...FIRST('rate: 0.02', undefined, CALL), FIXED('1.1')],
    silent: [
      ...SECOND(
        ROWS(['small: { rate: 2 }', 'other: { rate: 2 }']),
        '{ model: other, usd: 2.001 }',
        CALL,
      ),
      FIXED('0.01'),
    ],
  },
  {
    // All fields of an open body may be meant for the upstream.
    code: 'unused-field',
    fires: [edit('routes', '    count:', '    colour: string\n    count:')],
    silent: [
      edit('routes', '    count:', '    colour: string\n    count:'),
      edit('routes', '    model: string!\n', '    ...: forward\n    model: string!\n'),
    ],
  },
  {
    // The spread of the call, not of the one before it; and of the body, not of a part of it.
    code: 'open-send',
    fires: [
      edit('routes', '    model: string!\n', '    ...: forward\n    model: string!\n'),
      MAKE('      first: words\n', WORDS),
      edit('upstream', 'send: { id: =model.id, count: =body.count }', 'send: { ...: =body }'),
    ],
    silent: [
      edit(
        'routes',
        '    model: string!\n',
        '    ...: forward\n    model: string!\n    more: json!\n',
      ),
      MAKE('      first: words\n', WORDS),
      edit(
        'upstream',
        'send: { id: =model.id, count: =body.count }',
        'send: { ...: =body.more, count: =body.count }',
      ),
      edit('routes', EXAMPLES, '  examples: [{ model: small, more: { a: 1 }, usd: 0.0115 }]\n'),
    ],
  },
  {
    // What a job answers at once.
    code: 'answer-example',
    fires: [...JOBS, file('answers/a.yaml', 'POST /api/v1/things: { example: 1 }\n')],
    silent: [
      file(
        'answers/a.yaml',
        'POST /api/v1/things: { example: { made: [] }, schema: { properties: { made: { type: array } } } }\n',
      ),
    ],
  },
  {
    // Of two routes that sell the row, the one with the shorter example.
    code: 'dated-example',
    fires: [
      edit('models', 'rate: 0.01 }', `rate: 0.01, ${MORE} }`),
      edit(
        'upstream',
        '  calls:\n',
        '  calls:\n    one: { post: /one, timeout: 5s, send: { id: =model.id, text: =body.prompt } }\n',
      ),
      file(
        'tools/a.routes.yaml',
        '- route: POST /api/v1/first\n  summary: Makes one\n  flow: inline\n  models: things.models\n  body: { model: string!, prompt: string! }\n' +
          '  gates: [{ rule: body.model in models, error: 400 Unknown }]\n  price: model.rate + fee\n' +
          '  upstream: maker.one\n  reply: { made: =result }\n  examples:\n    - { model: small, prompt: a, usd: 0.011 }\n',
      ),
    ],
    silent: [],
  },
  {
    // A cost of another amount is no reason.
    code: 'below-cost',
    fires: [costs('0.0115 * body.count + 0.000001')],
    silent: [costs('0.0105 * body.count + 0.001')],
  },
]
