/** Rules about what is valid and was hardly meant: a wrong digit, a wrong unit, a mistyped word. */
import { costs, DATED, EXAMPLES, FREE, KEYS, PRICE, PROOF, TAGGED, type Rule } from './edits.ts'
import { edit, file, freeRoute, type Edit } from './small-catalog.ts'

/** A rule about the rows. */
const rules = (rule: string): Edit =>
  edit(
    'models',
    'rows:\n',
    `rules: [{ rule: ${rule}, error: 'most is {model.most}', at: most }]\nrows:\n`,
  )
/** A hook that says what a row costs us. */
const WHOLESALE = file('hooks.yaml', 'wholesale: { takes: [string], gives: usd }\n')
/** A price that changes with the count, and an example of it. */
const byCount = (factors: string): Edit =>
  edit(
    'routes',
    PRICE,
    `price: { usd: 'model.rate * choose(body.count > 5, ${factors}) + 0.0015', cost: '0.0001' }`,
  )
/** A price and a cost that read one table. */
const byTable = (cost: string): Edit =>
  edit(
    'routes',
    PRICE,
    `price:\n    usd: model.rate * body.count * factor["a"] * margin + fee\n` +
      `    cost: ${cost} * body.count * factor["a"]\n    tables: { factor: { a: 1, b: 2 } }`,
  )
/** A price with a jump at one of very many counts, for requests of one form. */
const byForm = (form: string): readonly Edit[] => [
  edit('upstream', 'count: =body.count }', 'count: =body.count, form: =body.form }'),
  edit(
    'routes',
    'count: integer 1..10 = 1',
    'count: integer 1..5000 = 1\n    form: a | b | none = b',
  ),
  edit('routes', 'body.count <= model.most', 'body.form != "none"'),
  edit(
    'routes',
    PRICE,
    `price: 'model.rate * choose(body.form == "${form}" && body.count > 1234, 1, body.count) * margin + fee'`,
  ),
]
const FIRST = edit('routes', EXAMPLES, '  examples: [{ model: small, usd: 0.0115 }]\n')
/** A row that no example names. */
const other = (rate: string): Edit =>
  edit('models', 'rows:\n', `rows:\n  other: { rate: ${rate} }\n`)
/** A column by size, with the cell of one row. */
const bySize = (cell: string): Edit =>
  edit(
    'models',
    'rows:\n  small: {',
    `  by_size: usd by size\nrows:\n  small: { by_size: { ${cell} },`,
  )

/** Another network, which sells some rows. */
const OTHER = (rows: string): Edit =>
  file(
    'networks/other.yaml',
    `other:
  kind: evm
  scheme: exact
  chain: eip155:10
  label: other
  only: { things.models: [${rows}] }
  asset: { symbol: USDC, address: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", decimals: 6, name: USD Coin, version: "2" }
`,
  )
const ENDS = edit(
  'models',
  'rate: 0.01 }',
  'rate: 0.01, retired: { since: 2027-01-01, use: large } }',
)
/** A fee that changes on a day. */
const FEE = edit(
  'gateway',
  'fee: 0.001\n',
  'fee: 0.001\ndated: [{ from: 2027-01-01, fee: 0.0015, because: gas }]\n',
)
/** Rows of the form owner/name, the last one with this id. */
const MAKERS = (id: string): readonly Edit[] => [
  edit(
    'models',
    '  small: {',
    '  acme/small: { rate: 0.01 }\n  acme/medium: { rate: 0.01 }\n  small: {',
  ),
  edit('models', '  small: {', '  acme/tiny: {'),
  edit('models', '  large: {', `  ${id}: { rate: 0.05 }\n  acme/large: {`),
  edit('routes', 'model: small', 'model: acme/small'),
  edit('routes', 'model: large', 'model: acme/large'),
]
/** Rows with titles, the last one with this title. */
const TITLED = (title: string): Edit =>
  edit(
    'models',
    'rows:\n  small: {',
    `  title: string\nrows:\n  one: { rate: 0.01, title: One }\n  six: { rate: 0.01, title: Six }\n  two: { rate: 0.01, title: Two }\n` +
      `  three: { rate: 0.01, title: Three }\n  last: { rate: 0.01, title: ${title} }\n  small: { title: Small,`,
  )
/** The tags that routes may have. */
const TAGS = (tags: string): Edit => edit('gateway', 'media:', `tags: { ${tags} }\nmedia:`)
/** Two free views, one of which ends; the other one is sold on these networks. */
const VIEWS = (networks: string): readonly Edit[] => [
  OTHER('small, large'),
  ...FREE(
    freeRoute('views', '  retired: { since: 2027-01-01, use: /api/v1/looks }\n') +
      freeRoute('looks', `  networks: [${networks}]\n`),
  ),
]

/** One entry a rule and mistake. */
export const SLIP_RULES: readonly Rule[] = [
  {
    code: 'network-kind',
    fires: [edit('network', 'chain: eip155:8453', 'chain: solana:8453')],
    silent: [edit('network', 'chain: eip155:8453', 'chain: eip155:10')],
  },
  {
    code: 'network-kind',
    fires: [edit('network', ', name: USD Coin', '')],
    silent: [edit('network', 'name: USD Coin', 'name: US Dollar')],
  },
  {
    code: 'network-kind',
    fires: [edit('network', 'scheme: exact', 'scheme: exact\n  on_request: [exact]')],
    silent: [edit('network', 'scheme: exact', 'scheme: exact\n  on_request: [upto]')],
  },
  {
    code: 'token',
    fires: [edit('network', 'decimals: 6', 'decimals: 18')],
    silent: [edit('network', 'symbol: USDC', 'symbol: EURC')],
  },
  {
    code: 'token',
    fires: [edit('network', '02913"', '02912"')],
    silent: [
      edit(
        'network',
        '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
      ),
    ],
  },
  {
    // Small letters are no checksum, so that a wrong digit is not noticed.
    code: 'token',
    fires: [
      edit(
        'network',
        '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        '0x833589fcd6edb6e08f4c7c32d4f71b54bda02912',
      ),
    ],
    silent: [
      edit(
        'network',
        '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        '0x4200000000000000000000000000000000000006',
      ),
    ],
  },
  {
    code: 'promotion-long',
    fires: [
      DATED('{ from: 2026-12-01, until: 2027-12-08, discount: 10 %, because: a week }'),
      PROOF('{ model: small, at: 2026-12-01, usd: 0.01045 }'),
    ],
    silent: [
      DATED('{ from: 2026-12-01, until: 2027-12-01, discount: 10 %, because: a year }'),
      PROOF('{ model: small, at: 2026-12-01, usd: 0.01045 }'),
    ],
  },
  {
    code: 'row-id',
    fires: MAKERS('huge'),
    silent: MAKERS('acme/huge'),
  },
  {
    code: 'row-id',
    fires: MAKERS('Acme/huge'),
    silent: MAKERS('apex/huge'),
  },
  {
    code: 'copied-row',
    fires: [TITLED('Two')],
    silent: [TITLED('Four')],
  },
  {
    code: 'large-body',
    fires: [edit('gateway', 'body: 1MiB', 'body: 129MiB')],
    silent: [edit('gateway', 'body: 1MiB', 'body: 128MiB')],
  },
  {
    code: 'large-body',
    fires: [edit('routes', 'price:', 'body_limit: 1GiB\n  price:')],
    silent: [edit('routes', 'price:', 'body_limit: 1MiB\n  price:')],
  },
  {
    code: 'short-time',
    fires: [edit('upstream', 'timeout: 20s', 'timeout: 20ms')],
    silent: [edit('upstream', 'timeout: 20s', 'timeout: 500ms')],
  },
  {
    code: 'short-time',
    fires: [edit('upstream', 'timeout: 20s', 'timeout: 20000s')],
    silent: [edit('upstream', 'timeout: 20s', 'timeout: 90s')],
  },
  {
    code: 'row-rule',
    fires: [rules('model.most > 5')],
    silent: [rules('model.most >= 5')],
  },
  {
    code: 'row-price',
    fires: [other('0.3'), KEYS('  row_prices: { other: 0.0325 }\n')],
    silent: [other('0.03')],
  },
  {
    code: 'dated-jump',
    fires: [
      edit(
        'models',
        'rate: 0.01 }',
        'rate: 0.01, dated: [{ from: 2027-01-01, rate: 0.1, because: more }] }',
      ),
    ],
    silent: [
      DATED('{ from: 2027-01-01, rate: 0.019, because: more }'),
      PROOF('{ model: small, at: 2027-01-01, usd: 0.02095 }'),
    ],
  },
  {
    code: 'dated-example',
    fires: [DATED('{ from: 2027-01-01, rate: 0.012, because: more }')],
    silent: [
      DATED('{ from: 2027-01-01, rate: 0.012, because: more }'),
      PROOF('{ model: small, at: 2027-02-01, usd: 0.0136 }'),
    ],
  },
  {
    // The example of one entry proves no other one, and a refused one proves none.
    code: 'dated-example',
    fires: [
      DATED(
        '{ from: 2027-01-01, until: 2027-02-01, discount: 10 %, because: cheap }',
        '{ from: 2027-02-01, rate: 0.012, because: more }',
      ),
      PROOF(
        '{ model: small, at: 2027-02-01, usd: 0.0136 }',
        '{ model: small, count: 11, at: 2027-01-01, refused: 400 }',
      ),
    ],
    // Only prices need one.
    silent: [DATED('{ from: 2027-01-01, most: 9, because: less }')],
  },
  {
    // A number of gateway.yaml is proven at any route that it changes.
    code: 'dated-example',
    fires: [FEE],
    silent: [FEE, PROOF('{ model: large, at: 2027-01-01, usd: 0.054 }')],
  },
  {
    code: 'successor',
    fires: [ENDS, OTHER('small')],
    silent: [ENDS, OTHER('small, large')],
  },
  {
    code: 'successor',
    fires: [ENDS, OTHER('small')],
    silent: [ENDS, OTHER('large')],
  },
  { code: 'successor', fires: VIEWS('base'), silent: VIEWS('base, other') },
  {
    code: 'below-cost',
    fires: [costs('0.0116 * body.count')],
    silent: [costs('0.0105 * body.count')],
  },
  {
    code: 'below-cost',
    fires: [
      costs('0.0105 * body.count'),
      edit('gateway', 'margin:', 'margin_floor: 1.05\nmargin:'),
    ],
    silent: [costs('0.01 * body.count'), edit('gateway', 'margin:', 'margin_floor: 1.05\nmargin:')],
  },
  {
    code: 'falling-price',
    fires: [byCount('0.5, 1'), FIRST],
    silent: [byCount('2, 1'), FIRST],
  },
  {
    // The cost asks a hook whose result the examples do not give.
    code: 'below-cost',
    fires: [costs('wholesale(body.model)'), WHOLESALE],
    silent: [
      costs('wholesale(body.model)'),
      WHOLESALE,
      edit('routes', '  examples:\n', '  given: { wholesale: 0.001 }\n  examples:\n'),
    ],
  },
  {
    // The cost reads a table of the price.
    code: 'below-cost',
    fires: [byTable('0.0116')],
    silent: [byTable('0.0105')],
  },
  {
    // One count among ten, without a cost.
    code: 'falling-price',
    fires: [
      edit(
        'routes',
        PRICE,
        `${PRICE.replace('body.count', 'choose(body.count == 7, 1, body.count)')}`,
      ),
    ],
    silent: [
      edit(
        'routes',
        PRICE,
        `${PRICE.replace('body.count', 'choose(body.count == 7, 7, body.count)')}`,
      ),
    ],
  },
  {
    // A count that is compared, far from the ends, with one of several choices.
    code: 'falling-price',
    fires: byForm('a'),
    silent: byForm('none'),
  },
  {
    code: 'odd-size',
    fires: [bySize('1x1: 0.3, 2x2: 0.2')],
    silent: [bySize('1x1: 0.2, 2x2: 0.2')],
  },
  {
    code: 'odd-size',
    fires: [bySize('1x1: 0.2, 2 x 2: 0.2')],
    silent: [bySize('1x1: 0.2, other size: 0.2')],
  },
  {
    code: 'odd-size',
    fires: [bySize('600x100: 0.2')],
    silent: [bySize('500x100: 0.2')],
  },
  {
    code: 'unknown-row',
    fires: [edit('routes', 'model: string!', 'model: string = smal')],
    silent: [edit('routes', 'model: string!', 'model: string = small')],
  },
  {
    code: 'unknown-row',
    fires: [
      edit('routes', 'model: string!', 'model: string = small'),
      edit('network', '  label: base\n', '  label: base\n  only: { things.models: [large] }\n'),
    ],
    silent: [
      edit('routes', 'model: string!', 'model: string = small'),
      edit(
        'network',
        '  label: base\n',
        '  label: base\n  only: { things.models: [small, large] }\n',
      ),
    ],
  },
  {
    code: 'unknown-tag',
    fires: [TAGS('things: Things.'), ...FREE(freeRoute('views', '  tags: [thigns]\n'))],
    silent: [TAGS('things: Things.'), ...FREE(freeRoute('views', '  tags: [things]\n'))],
  },
  {
    code: 'near-word',
    fires: FREE(TAGGED('things, thigns')),
    silent: FREE(TAGGED('things, goods')),
  },
]
