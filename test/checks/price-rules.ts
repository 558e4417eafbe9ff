/** Rules about prices and their rows: amounts that stand out, rows that nobody can buy. */
import {
  EXAMPLES,
  FIELDS,
  FREE,
  GATE,
  LARGE,
  PRICE,
  PROOF,
  SMALL,
  TABLE,
  type Rule,
} from './edits.ts'
import { edit, file, freeRoute, type Edit } from './small-catalog.ts'

/** Two prices of each row. */
const PAIRS = (...pairs: readonly (readonly [string, number, number])[]): readonly Edit[] => [
  TABLE('  out: usd\n', ...pairs.map(([id, rate, out]) => `${id}: { rate: ${rate}, out: ${out} }`)),
  edit('routes', '    - { model: large, count: 2, usd: 0.106 }\n', ''),
]
/** Prices by size, of the rows a, b, c and more. */
const SIZES = (...cells: readonly string[]): readonly Edit[] => [
  TABLE(
    '  at: usd by size\n',
    SMALL,
    LARGE,
    ...cells.map((cell, i) => `r${i}: { rate: 0.02, at: { ${cell} } }`),
  ),
]
/** Prices by size of one row. */
const SIZE = (cell: string): Edit =>
  TABLE('  at: usd by size\n', `small: { rate: 0.01, at: { ${cell} } }`, LARGE)
/** Paid routes without rows, `/api/v1/p0` and so on, at these prices. */
const AT = (...prices: readonly string[]): readonly Edit[] => [
  edit('upstream', '  calls:\n', '  calls:\n    one: { post: /one, timeout: 5s }\n'),
  file(
    'tools/more.routes.yaml',
    prices
      .map(
        (price, i) =>
          `- route: POST /api/v1/p${i}\n  summary: Makes one\n  flow: inline\n  price: ${price}\n` +
          '  upstream: maker.one\n  reply: { ok: true }\n',
      )
      .join(''),
  ),
]
/** Another price of the small catalog's route, with the examples that prove it. */
const PRICED = (price: string, ...examples: readonly string[]): readonly Edit[] => [
  edit('routes', PRICE, `price: ${price}`),
  edit('routes', EXAMPLES, `  examples:\n${examples.map(one => `    - ${one}\n`).join('')}`),
]
/** Words of a column of four rows. */
const WORDS = (...words: readonly string[]): Edit =>
  TABLE(
    '  kinds: strings\n',
    SMALL,
    LARGE,
    ...words.map((list, i) => `r${i}: { rate: 0.02, kinds: [${list}] }`),
  )
const PATHS = (path: string): readonly Edit[] => FREE(freeRoute('a').replace('/api/v1/a', path))

/** A promotion of the small catalog's route from 2026-12-01 on, and an example of its price. */
const PROMOTED = (entry: string, usd: string): readonly Edit[] => [
  edit(
    'routes',
    PRICE,
    `price:\n    usd: ${PRICE.slice('price: '.length)}\n    dated: [{ from: 2026-12-01, ${entry}, because: launch }]`,
  ),
  PROOF(`{ model: small, at: 2026-12-01, usd: ${usd} }`),
]

export const PRICE_RULES: readonly Rule[] = [
  {
    // Below the median.
    code: 'magnitude',
    fires: [
      TABLE('', SMALL, LARGE, 'c: { rate: 0.02 }', 'd: { rate: 0.02 }', 'e: { rate: 0.0001 }'),
    ],
    silent: [
      TABLE('', SMALL, LARGE, 'c: { rate: 0.02 }', 'd: { rate: 0.02 }', 'e: { rate: 0.0021 }'),
    ],
  },
  {
    // Exactly five times the highest of the others; what is free has no part in it.
    code: 'magnitude',
    fires: [
      TABLE(
        '  more: usd\n',
        SMALL,
        LARGE,
        'c: { rate: 0.02, more: 0 }',
        'd: { rate: 0.25, more: 0 }',
        'e: { rate: 0.02, more: 0 }',
        'f: { rate: 0.02, more: 0 }',
      ),
    ],
    silent: [
      TABLE(
        '  more: usd\n',
        SMALL,
        LARGE,
        'c: { rate: 0.02, more: 0 }',
        'd: { rate: 0.24, more: 0 }',
        'e: { rate: 0.02, more: 0 }',
        'f: { rate: 0.02, more: 0 }',
      ),
    ],
  },
  {
    // Exactly a fifth of the lowest.
    code: 'magnitude',
    fires: [TABLE('', SMALL, LARGE, 'c: { rate: 0.02 }', 'd: { rate: 0.002 }')],
    silent: [TABLE('', SMALL, LARGE, 'c: { rate: 0.02 }', 'd: { rate: 0.0021 }')],
  },
  {
    // A row with a column that no other row has is of a kind of its own.
    code: 'magnitude',
    fires: [TABLE('  flat: usd\n', SMALL, LARGE, 'c: { rate: 0.02 }', 'd: { rate: 0.3 }')],
    silent: [
      TABLE('  flat: usd\n', SMALL, LARGE, 'c: { rate: 0.02 }', 'd: { rate: 0.3, flat: 0.1 }'),
    ],
  },
  {
    // Amounts by size are compared with those of the same size, if enough rows have it.
    code: 'magnitude',
    fires: SIZES('s: 0.01, l: 0.1', 's: 0.01, l: 0.1', 's: 0.01, l: 0.1', 's: 0.05, l: 0.1'),
    silent: SIZES('s: 0.01, l: 0.1', 's: 0.01, l: 0.1', 's: 0.01, l: 0.1', 's: 0.04, l: 0.1'),
  },
  {
    code: 'magnitude',
    fires: PAIRS(
      ['small', 0.01, 0.02],
      ['large', 0.01, 0.02],
      ['c', 0.01, 0.02],
      ['d', 0.0125, 0.0019],
      ['e', 0.02, 0],
    ),
    silent: PAIRS(
      ['small', 0.01, 0.02],
      ['large', 0.01, 0.02],
      ['c', 0.01, 0.02],
      ['d', 0.0125, 0.0125],
      ['e', 0.02, 0],
    ),
  },
  {
    code: 'magnitude',
    fires: AT('0.01', '0.01', '0.01', '0.01', '1.01', '0.00009'),
    silent: AT('0.01', '0.01', '0.01', '0.01', '1.00', '0.0001'),
  },
  {
    code: 'odd-size',
    fires: [SIZE('100x100: 0.2, 200x200: 0.02, 300x300: 0.4, 400x400: 0.5')],
    silent: [SIZE('100x100: 0.2, 200x200: 0.2, 300x300: 0.4, 400x400: 0.5')],
  },
  {
    code: 'odd-size',
    fires: [SIZE('480p: 0.2, 1080p: 0.1, 720p: 0.3')],
    silent: [SIZE('480p: 0.2, 1080p: 0.4, 720p: 0.3, 60pt: 0.9, mp4: 0.1')],
  },
  {
    code: 'odd-size',
    fires: [SIZE('100x100: 0.1, 200 X 200: 0.2, 300*300: 0.3, 400by400: 0.4, "500 , 500": 0.5')],
    silent: [SIZE('100x100: 0.1, 100x100 mono: 0.05, wide 16x9: 0.2')],
  },
  {
    code: 'odd-size',
    fires: [SIZE('100x100mono: 0.1, 200x200 mono: 0.2')],
    silent: [SIZE('100x100 mono: 0.1, 200x200 mono: 0.2')],
  },
  {
    // No size of this table is written otherwise.
    code: 'odd-size',
    fires: [SIZE('100x200: 0.1, 200 x 300: 0.2')],
    silent: [SIZE('100 x 200: 0.1, 200 x 300: 0.2')],
  },
  {
    code: 'near-word',
    fires: [WORDS('video', 'video', 'video', 'vidoe')],
    silent: [WORDS('video', 'video', 'video', 'audio')],
  },
  {
    // Two words of the same letters, of which two neighbours are swapped.
    code: 'near-word',
    fires: [WORDS('video, other', 'vidoe')],
    silent: [WORDS('video, other', 'voide')],
  },
  {
    code: 'near-word',
    fires: [WORDS('video', 'video', 'video', 'vide')],
    // Another first letter, a number, and words of three letters.
    silent: [WORDS('video, 720p, cat', 'video, 720p, cat', 'video, 720p, cat', 'rideo, 480p, car')],
  },
  {
    // Two gates of which the second refuses a row.
    code: 'row-refused',
    fires: [
      GATE('rule: body.count < model.most, error: 400 Too many'),
      edit('models', 'most: 5', 'most: 1'),
      edit('routes', '    - { model: large, count: 2, usd: 0.106 }\n', ''),
    ],
    silent: [
      GATE('rule: body.count < model.most, error: 400 Too many'),
      edit('models', 'most: 5', 'most: 2'),
      edit('routes', '    - { model: large, count: 2, usd: 0.106 }\n', ''),
    ],
  },
  {
    // A default that no row accepts.
    code: 'row-refused',
    fires: [
      ...FIELDS('size: string = s', 'size: =body.size'),
      TABLE(
        '  sizes: strings!\n',
        'small: { rate: 0.01, sizes: [m] }',
        'large: { rate: 0.05, sizes: [l], most: 5 }',
      ),
      GATE('rule: body.size in model.sizes, error: "400 No size {body.size}"'),
      edit('routes', EXAMPLES, '  examples: [{ model: small, size: m, usd: 0.0115 }]\n'),
    ],
    silent: [
      ...FIELDS('size: string = s', 'size: =body.size'),
      TABLE(
        '  sizes: strings!\n',
        'small: { rate: 0.01, sizes: [s, m] }',
        'large: { rate: 0.05, sizes: [s], most: 5 }',
      ),
      GATE('rule: body.size in model.sizes, error: "400 No size {body.size}"'),
    ],
  },
  {
    // A price that is below zero wherever it is computed.
    code: 'price-negative',
    fires: PRICED('0.01 - 0.02', '{ model: small, usd: 0.01 }'),
    silent: PRICED('0.02 - 0.01', '{ model: small, usd: 0.01 }'),
  },
  {
    // What a price only negates is of the request too.
    code: 'price-negative',
    fires: [
      ...FIELDS('hd: boolean = false', 'hd: =body.hd'),
      ...PRICED('"choose(!body.hd, 0.01 - 0.02, 0.02)"', '{ model: small, hd: true, usd: 0.02 }'),
    ],
    silent: [
      ...FIELDS('hd: boolean = false', 'hd: =body.hd'),
      ...PRICED('"choose(!body.hd, 0.02 - 0.01, 0.02)"', '{ model: small, usd: 0.01 }'),
    ],
  },
  {
    // A value that the price uses, and a route without rows.
    code: 'price-negative',
    fires: [
      edit(
        'upstream',
        '  calls:\n',
        '  calls:\n    one: { post: /one, timeout: 5s, send: { n: =body.n } }\n',
      ),
      file(
        'tools/more.routes.yaml',
        '- route: POST /api/v1/p\n  summary: Makes one\n  flow: inline\n  body: { n: integer -1..9 = 1 }\n' +
          '  price: { let: { all: body.n * 0.01 }, usd: all + 0.005 }\n  upstream: maker.one\n' +
          '  reply: { ok: true }\n  examples: [{ n: 1, usd: 0.015 }]\n',
      ),
    ],
    silent: [
      edit(
        'upstream',
        '  calls:\n',
        '  calls:\n    one: { post: /one, timeout: 5s, send: { n: =body.n } }\n',
      ),
      file(
        'tools/more.routes.yaml',
        '- route: POST /api/v1/p\n  summary: Makes one\n  flow: inline\n  body: { n: integer 0..9 = 1 }\n' +
          '  price: { let: { all: body.n * 0.01 }, usd: all + 0.005 }\n  upstream: maker.one\n' +
          '  reply: { ok: true }\n  examples: [{ n: 1, usd: 0.015 }]\n',
      ),
    ],
  },
  {
    // A number without a lower bound, in a list of the request.
    code: 'price-negative',
    fires: [
      ...FIELDS('from: integer', 'from: =body.from'),
      ...PRICED('model.rate * (first(body.from, 1) - 1) + fee', '{ model: small, usd: 0.001 }'),
    ],
    silent: [
      ...FIELDS('from: integer 1..9', 'from: =body.from'),
      ...PRICED('model.rate * (first(body.from, 1) - 1) + fee', '{ model: small, usd: 0.001 }'),
    ],
  },
  {
    code: 'challenge-size',
    fires: [
      file(
        'networks/other.yaml',
        'other:\n  kind: evm\n  scheme: exact\n  on_request: [upto]\n  chain: eip155:10\n  label: other\n  asset: { symbol: USDC, address: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", decimals: 6, name: USD Coin, version: "2" }\n',
      ),
      edit('routes', 'summary: Makes things', `summary: ${'long '.repeat(80)}`),
    ],
    silent: [],
  },
  ...[
    ['/api/v1/things/', '/api/v1/things'],
    ['/api//v1', '/api/v1'],
    ['/api/{id/more', '/api/{id}/more'],
    ['/api/things-{id}', '/api/things/{id}'],
    ['/api/a,b', '/api/a.b'],
    ['/api/{id}/{id}', '/api/{id}/{name}'],
    ['/api/{1d}', '/api/{id}'],
    ['/media/a', '/medias/a'],
  ].map(([wrong, right]) => ({ code: 'bad-path', fires: PATHS(wrong!), silent: PATHS(right!) })),
  // Promotions of a route.
  {
    code: 'promotion-long',
    fires: PROMOTED('until: 2027-12-03, discount: 10 %', '0.01035'),
    silent: PROMOTED('until: 2027-12-02, discount: 10 %', '0.01035'),
  },
  {
    code: 'promotion-small',
    fires: PROMOTED('until: 2026-12-08, discount: 0.5 %', '0.011443'),
    silent: PROMOTED('until: 2026-12-08, discount: 10 %', '0.01035'),
  },
  {
    // Each row that a rule refuses.
    code: 'row-rule',
    fires: [TABLE("rules: [{ rule: model.rate < 0.01, error: 'too dear' }]\n", SMALL, LARGE)],
    silent: [TABLE("rules: [{ rule: model.rate < 0.06, error: 'too dear' }]\n", SMALL, LARGE)],
  },
]
