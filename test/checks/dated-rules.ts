/** Rules about prices with dates. */
import { costs, DATED, EXAMPLES, LARGE, PROOF, SMALL, TABLE, type Rule } from './edits.ts'
import { edit, file, type Edit } from './small-catalog.ts'

const PROMOTION = 'from: 2026-12-01, until: 2026-12-08, because: a week'

export const DATED_RULES: readonly Rule[] = [
  {
    // A discount of a row does not lower what the upstream charges.
    code: 'below-cost',
    fires: [
      costs('model.rate * body.count'),
      DATED(`{ ${PROMOTION}, discount: 10 % }`),
      PROOF('{ model: small, at: 2026-12-01, usd: 0.01045 }'),
    ],
    silent: [
      costs('model.rate * body.count'),
      DATED(`{ ${PROMOTION}, discount: 4 % }`),
      PROOF('{ model: small, at: 2026-12-01, usd: 0.01108 }'),
    ],
  },
  {
    code: 'promotion-small',
    fires: [
      DATED(`{ ${PROMOTION}, discount: 0.9 % }`),
      PROOF('{ model: small, at: 2026-12-01, usd: 0.011406 }'),
    ],
    silent: [
      DATED(`{ ${PROMOTION}, discount: 1 % }`),
      PROOF('{ model: small, at: 2026-12-01, usd: 0.011395 }'),
    ],
  },
]

const MORE = 'from: 2027-01-01, because: more'
/** A dated price of a row, which no example proves; and the examples of the route. */
const UNPROVEN = (row: string, examples: string): readonly Edit[] => [
  TABLE('', ...[SMALL, LARGE].map(one => one.replace(/^\w+/, id => (id === 'small' ? row : id)))),
  edit('models', 'rate: 0.01 }', `rate: 0.01, dated: [{ ${MORE}, rate: 0.012 }] }`),
  edit('routes', EXAMPLES, `  examples:${examples}`),
]
/** The same, with an example that proves it. */
const PROVEN = (row: string): readonly Edit[] =>
  UNPROVEN(
    row,
    ` [{ model: ${row}, at: 2027-01-01, usd: 0.0136 }, { model: large, usd: 0.0535 }]\n`,
  )
/** A dated price of a route. */
const DATED_ROUTE = (path: string, more: string, keys = 'usd: 0.01'): readonly Edit[] => [
  edit('upstream', '  calls:\n', '  calls:\n    one: { post: /one, timeout: 5s }\n'),
  file(
    'tools/more.routes.yaml',
    `- route: POST ${path}\n  summary: Makes one\n  flow: inline\n` +
      `  price: { ${keys}, dated: [{ ${MORE}, usd: 0.012 }] }\n` +
      `  upstream: maker.one\n  reply: { ok: true }\n${more}`,
  ),
]

/** The line that proves a dated price is written like an example that is there. */
export const DATED_EXAMPLE_RULES: readonly Rule[] = [
  // The example of another row, whose name needs quotes or not.
  ...['on', 'a.b+c', 'acme/small', '2d'].map(row => ({
    code: 'dated-example',
    fires: UNPROVEN(
      row,
      '\n    - { model: large, count: 2, usd: 0.106 }\n    - { "model": "large", usd: 0.0535 }\n',
    ),
    silent: PROVEN(JSON.stringify(row)),
  })),
  // Of several examples the shortest, and none that is refused or has a date.
  {
    code: 'dated-example',
    fires: UNPROVEN(
      'small',
      '\n    - { model: nobody, refused: 400 }\n    - { model: small, at: 2026-12-01, usd: 0.0115 }\n' +
        '    - { model: small, count: 2, usd: 0.022 }\n    - { usd: 0.0325, model: small, count: 3 }\n    - { model: large, usd: 0.0535 }\n',
    ),
    silent: PROVEN('small'),
  },
  // Two examples on one line, of which each names its row.
  {
    code: 'dated-example',
    fires: UNPROVEN(
      'small',
      '   [{ model: large, usd: 0.0535 }, { usd: 0.022, model: small, count: 2 }]\n',
    ),
    silent: PROVEN('small'),
  },
  // No example names the row.
  {
    code: 'dated-example',
    fires: UNPROVEN(
      'small',
      '\n    - { model: nobody, refused: 400 }\n    - model: large\n      usd: 0.0535\n',
    ),
    silent: PROVEN('small'),
  },
  // A row that is retired on that day, and one that is retired a day later.
  {
    code: 'dated-example',
    fires: [
      edit(
        'models',
        'rate: 0.01 }',
        `rate: 0.01, retired: { since: 2027-01-01, use: large }, dated: [{ ${MORE}, rate: 0.012 }] }`,
      ),
    ],
    silent: [
      edit(
        'models',
        'rate: 0.01 }',
        `rate: 0.01, retired: { since: 2027-01-02, use: large }, dated: [{ ${MORE}, rate: 0.012 }] }`,
      ),
      PROOF('{ model: small, at: 2027-01-01, usd: 0.0136 }'),
    ],
  },
  // Routes without examples, with and without values in the path.
  {
    code: 'dated-example',
    fires: DATED_ROUTE('/api/v1/one', ''),
    silent: DATED_ROUTE('/api/v1/one', '  examples: [{ at: 2027-01-01, usd: 0.012 }]\n'),
  },
  {
    code: 'dated-example',
    fires: DATED_ROUTE('/api/v1/one/{id}/{name}', ''),
    silent: DATED_ROUTE(
      '/api/v1/one/{id}',
      '  examples: [{ path: { id: "1" }, at: 2027-01-01, usd: 0.012 }]\n',
    ),
  },
  {
    code: 'dated-example',
    fires: DATED_ROUTE(
      '/api/v1/one/{id}',
      '  query: { text: string }\n  examples:\n    - path: { id: a }\n      query: { text: b }\n      usd: 0.01\n',
    ),
    silent: DATED_ROUTE('/api/v1/one/{id}', '  suspended: 502 Not now\n'),
  },
  // Before an example of the day after it, but not of the day of its end.
  {
    code: 'dated-example',
    fires: [
      DATED('{ from: 2027-01-01, until: 2027-02-01, rate: 0.012, because: more }'),
      PROOF('{ model: small, at: 2027-02-01, usd: 0.0115 }'),
    ],
    silent: [
      DATED('{ from: 2027-01-01, until: 2027-02-01, rate: 0.012, because: more }'),
      PROOF('{ model: small, at: "2027-01-31T23:59:59Z", usd: 0.0136 }'),
    ],
  },
  // Prices of a map that the dated map leaves out.
  {
    code: 'dated-jump',
    fires: [
      TABLE(
        '  at: usd by size\n',
        'small: { rate: 0.01, at: { s: 0.01, m: 0.02, l: 0.03 } }',
        LARGE,
      ),
      edit('models', 'l: 0.03 } }', `l: 0.03 }, dated: [{ ${MORE}, at: { s: 0.012 } }] }`),
    ],
    silent: [
      TABLE(
        '  at: usd by size\n',
        'small: { rate: 0.01, at: { s: 0.01, m: 0.02, l: 0.03 } }',
        LARGE,
      ),
      edit(
        'models',
        'l: 0.03 } }',
        `l: 0.03 }, dated: [{ ${MORE}, at: { s: 0.012, m: 0.02, l: 0.03 } }] }`,
      ),
    ],
  },
  // Several prices of one entry, and a discount.
  {
    code: 'dated-jump',
    fires: [
      TABLE(
        '  at: usd by size\n',
        'small: { rate: 0.01, at: { s: 0.01, m: 0.02, l: 0.03 } }',
        LARGE,
      ),
      edit(
        'models',
        'l: 0.03 } }',
        `l: 0.03 }, dated: [{ ${MORE}, at: { s: 0.02, m: 0.002, l: 0.031 } }] }`,
      ),
    ],
    silent: [
      TABLE(
        '  at: usd by size\n',
        'small: { rate: 0.01, at: { s: 0.01, m: 0.02, l: 0.03 } }',
        LARGE,
      ),
      edit(
        'models',
        'l: 0.03 } }',
        `l: 0.03 }, dated: [{ ${MORE}, at: { s: 0.0199, m: 0.0101, l: 0.03 } }] }`,
      ),
    ],
  },
  {
    code: 'dated-jump',
    fires: [
      DATED(`{ ${PROMOTION}, discount: 50 % }`),
      PROOF('{ model: small, at: 2026-12-01, usd: 0.00625 }'),
    ],
    silent: [
      DATED(`{ ${PROMOTION}, discount: 49 % }`),
      PROOF('{ model: small, at: 2026-12-01, usd: 0.006355 }'),
    ],
  },
]
