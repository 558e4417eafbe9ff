/** Rules about rows and fields at their edges: what other networks sell, what names a schema. */
import {
  costs,
  DATED,
  EXAMPLES,
  FIELDS,
  FORM,
  FREE,
  GATE,
  JOBS,
  KEYS,
  LARGE,
  LOOK,
  PRICE,
  SMALL,
  TABLE,
  type Rule,
} from './edits.ts'
import { edit, file, freeRoute, type Edit } from './small-catalog.ts'

/** The network sells only this row; all others are still checked. */
const ONLY = edit(
  'network',
  '  label: base\n',
  '  label: base\n  only: { things.models: [small] }\n',
)
/** The example of the row `large`. */
const WITHOUT_LARGE = edit('routes', '    - { model: large, count: 2, usd: 0.106 }\n', '')
/** A paid GET route. */
const VIEW = (path: string, more: string): readonly Edit[] => [
  edit('upstream', '  calls:\n', '  calls:\n    one: { get: /one, timeout: 5s }\n'),
  file(
    'tools/more.routes.yaml',
    `- route: GET ${path}\n  summary: Makes one\n  flow: inline\n  upstream: maker.one\n  reply: { ok: true }\n${more}`,
  ),
]
/** A schema. */
const SCHEMA = file('schemas/a.yaml', 'one_text: { type: string }\n')
/** Another envelope of errors for the small catalog's route. */
const ENVELOPE = (challenge: string): readonly Edit[] => [
  file(
    'errors/more.yaml',
    `more:\n  like: native\n  payment_required: { status: 402, body: ${challenge} }\n`,
  ),
  KEYS('  errors: more\n'),
]
/** Rows of which the first one ends, on a network that sells all but its successor. */
const ENDS = TABLE(
  '',
  'small: { rate: 0.01, retired: { since: 2027-01-01, use: large } }',
  LARGE,
  ...['c', 'd', 'e', 'f', 'g', 'h', 'i'].map(id => `${id}: { rate: 0.02 }`),
)
const SOLD = file(
  'networks/other.yaml',
  `other:
  kind: evm
  scheme: exact
  chain: eip155:10
  label: other
  only: { things.models: [small, c, d, e, f, g, h, i] }
  asset: { symbol: USDC, address: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", decimals: 6, name: USD Coin, version: "2" }
`,
)
/** Three prices of each row. */
const THREE = (...rows: readonly string[]): readonly Edit[] => [
  TABLE(
    '  out: usd\n  more: usd\n',
    ...rows.map((row, i) => `${['small', 'large', 'c', 'd', 'e'][i]!}: { ${row} }`),
  ),
  WITHOUT_LARGE,
]
const USUAL = 'rate: 0.01, out: 0.02, more: 0.02'

export const ROW_RULES: readonly Rule[] = [
  {
    code: 'row-refused',
    fires: [ONLY, edit('models', 'most: 5', 'most: 0'), WITHOUT_LARGE],
    silent: [ONLY, edit('models', 'most: 5', 'most: 1'), WITHOUT_LARGE],
  },
  {
    // A gate that reads two columns.
    code: 'row-refused',
    fires: [GATE('rule: model.most > 5 || model.rate < 0.05, error: 400 No'), WITHOUT_LARGE],
    silent: [GATE('rule: model.most > 5 || model.rate <= 0.05, error: 400 No')],
  },
  {
    // Each row is refused by another gate.
    code: 'row-refused',
    fires: [
      ...FIELDS('size: string = s', 'size: =body.size'),
      GATE('rule: body.size != "s" || model.rate > 0.01, error: 400 Not small'),
      GATE('rule: body.size != "s" || model.most > 5, error: 400 Not large'),
      edit(
        'routes',
        EXAMPLES,
        '  examples: [{ model: nobody, refused: 400 }, { model: small, size: m, usd: 0.0115 }]\n',
      ),
    ],
    silent: [
      ...FIELDS('size: string = m', 'size: =body.size'),
      GATE('rule: body.size != "s" || model.rate > 0.01, error: 400 Not small'),
      GATE('rule: body.size != "s" || model.most > 5, error: 400 Not large'),
    ],
  },
  {
    // The only row of a table.
    code: 'row-refused',
    fires: [
      ...FIELDS('size: string = s', 'size: =body.size'),
      TABLE('  sizes: strings!\n', 'small: { rate: 0.01, sizes: [m] }'),
      GATE('rule: body.size in model.sizes, error: 400 No such size'),
      edit('routes', EXAMPLES, '  examples: [{ model: small, size: m, usd: 0.0115 }]\n'),
    ],
    silent: [],
  },
  {
    // No default is to blame: the gate reads a field without one.
    code: 'row-refused',
    fires: [
      ...FIELDS('size: string', 'size: =body.size'),
      GATE('rule: has(body.size) && body.size != "", error: 400 Size?'),
      edit('routes', EXAMPLES, '  examples: [{ model: small, size: m, usd: 0.0115 }]\n'),
    ],
    silent: [...FIELDS('size: string', 'size: =body.size')],
  },
  {
    code: 'below-cost',
    fires: [ONLY, costs('choose(model.rate > 0.01, 0.06, 0.001)'), WITHOUT_LARGE],
    silent: [ONLY, costs('choose(model.rate > 0.01, 0.05, 0.001)'), WITHOUT_LARGE],
  },
  {
    code: 'fallback',
    fires: [
      ONLY,
      edit('models', '  most:', '  next:   row\n  most:'),
      edit('models', 'most: 5', 'next: large, most: 5'),
      edit(
        'routes',
        '  upstream: maker.make\n',
        '  upstream: maker.make\n  fallback: model.next\n',
      ),
      WITHOUT_LARGE,
    ],
    silent: [
      ONLY,
      edit('models', '  most:', '  next:   row\n  most:'),
      edit('models', 'most: 5', 'next: small, most: 5'),
      edit(
        'routes',
        '  upstream: maker.make\n',
        '  upstream: maker.make\n  fallback: model.next\n',
      ),
      WITHOUT_LARGE,
    ],
  },
  {
    code: 'row-rule',
    fires: [
      ONLY,
      WITHOUT_LARGE,
      edit(
        'models',
        'rows:\n',
        "rules: [{ rule: model.rate < 0.05, error: 'too dear: {model.rate}' }]\nrows:\n",
      ),
    ],
    silent: [
      ONLY,
      WITHOUT_LARGE,
      edit(
        'models',
        'rows:\n',
        "rules: [{ rule: model.rate < 0.06, error: 'too dear: {model.rate}' }]\nrows:\n",
      ),
    ],
  },
  {
    code: 'dated-example',
    fires: [
      ONLY,
      WITHOUT_LARGE,
      edit(
        'models',
        'most: 5 }',
        'most: 5, dated: [{ from: 2027-01-01, rate: 0.06, because: more }] }',
      ),
    ],
    silent: [ONLY, DATED('{ from: 2027-01-01, most: 9, because: less }'), WITHOUT_LARGE],
  },
  // The row of an example is written in its place, with the result of a hook.
  ...['nova', 'demon', 'true'].map(row => ({
    code: 'dated-example',
    fires: [
      TABLE(
        '',
        SMALL,
        `${row}: { rate: 0.02, dated: [{ from: 2027-01-01, rate: 0.03, because: more }] }`,
      ),
      LOOK(false),
      GATE('rule: look(body.model) != "x", error: 400 No'),
      edit(
        'routes',
        EXAMPLES,
        '  examples:\n    - {model: small, look: y, usd: 0.0115 }\n    - { model: small, look: y, usd: 0.0115, }\n    - model: small\n      look: y\n      usd: 0.0115\n',
      ),
    ],
    silent: [] as readonly Edit[],
  })),
  {
    // A network that does not sell the route refuses nothing.
    code: 'successor',
    fires: [ENDS, SOLD],
    silent: [ENDS, SOLD, KEYS('  networks: [base]\n')],
  },
  {
    // Two ratios of one row are reported once.
    code: 'magnitude',
    fires: THREE(
      USUAL,
      USUAL,
      USUAL,
      'rate: 0.02, out: 0.0057, more: 0.0058',
      'rate: 0.01, out: 0',
    ),
    silent: THREE(USUAL, USUAL, USUAL, 'rate: 0.02, out: 0.007, more: 0.007', 'rate: 0.01, out: 0'),
  },
  {
    code: 'magnitude',
    fires: THREE(
      USUAL,
      USUAL,
      USUAL,
      'rate: 0.003, out: 0.04, more: 0.04',
      'rate: 0.003, out: 0.04, more: 0.04',
    ),
    silent: THREE(USUAL, USUAL, USUAL, 'rate: 0.004, out: 0.04, more: 0.04'),
  },
  ...[
    '-model.rate * 0.1 + 0.001',
    'model.rate + max(body.count - 9, 0 - body.count) * 0.1',
    'model.rate * (body.count - 5) / 2',
  ].map(price => ({
    code: 'price-negative',
    fires: [edit('routes', PRICE, `price: ${price}`), WITHOUT_LARGE],
    silent: [] as readonly Edit[],
  })),
  {
    // A count of zero.
    code: 'price-zero',
    fires: [
      edit('routes', 'integer 1..10', 'integer 0..10'),
      edit('routes', PRICE, 'price: model.rate * body.count'),
    ],
    silent: [edit('routes', 'integer 1..10', 'integer 0..10')],
  },
  ...[
    '  price: query.n * 0.01\n  query: { n: integer 1..9 = 1 }\n',
    '  price: choose(path.id == "a", 0.01, 0.02)\n',
    '  price: { let: { a: path.id }, usd: \'choose(a == "a", 0.01, 0.02)\' }\n',
  ].map(price => ({
    code: 'no-example',
    fires: VIEW('/api/v1/one/{id}', price),
    silent: VIEW('/api/v1/one/{id}', '  price: 0.01\n'),
  })),
  {
    code: 'no-accepts',
    fires: [
      ...ENVELOPE('{ error: =message }'),
      edit('errors', ', accepts: =challenge.accepts', ''),
    ],
    silent: [...ENVELOPE('=challenge')],
  },
  {
    code: 'no-accepts',
    fires: ENVELOPE('{ ...: =extra }'),
    silent: ENVELOPE('{ ...: =challenge }'),
  },
  {
    // Free routes have no 402.
    code: 'no-accepts',
    fires: [edit('errors', ', accepts: =challenge.accepts', '')],
    silent: [
      file(
        'errors/more.yaml',
        'more:\n  like: native\n  payment_required: { status: 402, body: { error: =message } }\n',
      ),
      ...FREE(freeRoute('a', '  errors: more\n')),
    ],
  },
  {
    code: 'discovery',
    fires: [
      KEYS('  document: pricing.json\n'),
      edit('routes', '  reply: { made: =result.made }\n', ''),
    ],
    silent: FREE('- route: GET /view\n  summary: A view\n  flow: free\n  document: pricing.json\n'),
  },
  // What names a schema.
  {
    code: 'unused',
    fires: [SCHEMA],
    silent: [SCHEMA, ...FREE(freeRoute('a', '  query: { text: one_text }\n'))],
  },
  {
    code: 'unused',
    fires: [SCHEMA, FORM('')],
    silent: [
      SCHEMA,
      FORM('', 'text: one_text, '),
      edit('routes', 'give: { model: =body.id }', "give: { model: '=first(body.text, body.id)' }"),
    ],
  },
  // A field that nothing reads, where no field is read one by one.
  {
    code: 'unused-field',
    fires: [edit('routes', '    count:', '    colour: string\n    count:')],
    silent: [
      edit('routes', '    count:', '    colour: string\n    count:'),
      KEYS('  suspended: 502 Not now\n'),
    ],
  },
  {
    code: 'unused-field',
    fires: [edit('routes', '    count:', '    colour: string\n    count:')],
    silent: [
      edit('routes', '    count:', '    colour: string\n    count:'),
      edit('upstream', 'send: { id: =model.id, count: =body.count }', 'send: verbatim'),
    ],
  },
  // The reply of a poll.
  {
    code: 'answer-example',
    fires: [
      ...JOBS,
      file(
        'answers/a.yaml',
        'GET /api/v1/things/{id}:\n  example: { made: 1 }\n  schema: { type: object, properties: { made: { type: array } } }\n',
      ),
    ],
    silent: [
      ...JOBS,
      file(
        'answers/a.yaml',
        'GET /api/v1/things/{id}:\n  example: { made: [], on: never, x: 1 }\n  schema: { type: object, properties: { made: { type: array }, on: { type: string, format: date } } }\n',
      ),
    ],
  },
]
