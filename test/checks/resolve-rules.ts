/** Rules about how files refer to each other: names, families, prefixes, named gates. */
import { FREE, LARGE, MAKE, SMALL, TABLE, WORDS, type Rule } from './edits.ts'
import { edit, file, type Edit } from './small-catalog.ts'

/** Free routes below a prefix. */
const BELOW = (prefix: string, lines: string, more = ''): readonly Edit[] =>
  FREE(`- prefix: ${prefix}\n  flow: free\n${more}  reply: { ok: true }\n  routes:\n${lines}`)
const VIEW = '{ summary: A view }'
/** A free view that is an entry of a file. */
const ENTRY = (keys: string): readonly Edit[] =>
  FREE(`- ${keys}\n  summary: A view\n  flow: free\n  reply: { ok: true }\n`)
/** A free route with named gates, of which a template has one. */
const NAMED = (gates: string): readonly Edit[] => [
  ...FREE(`- route: GET /view\n  like: gated\n  gates: { ${gates} }\n`),
  file(
    'templates.yaml',
    'gated:\n  flow: free\n  summary: A view\n  reply: { ok: true }\n  query: { text: string = a }\n' +
      '  gates: { first: { rule: query.text != "b", error: 400 Not b } }\n',
  ),
]
const GATE = 'rule: query.text != "c"'
/** A row that takes cells of a family. */
const FAMILY = (family: string, row: string): Edit =>
  TABLE(`  name: string\nfamilies:\n  ${family}\n`, SMALL, LARGE, row)

/** Two paid routes below a prefix, whose price has a date; the second one with more keys. */
const PRICED = (more: string, first = ''): readonly Edit[] => [
  edit('upstream', '  calls:\n', '  calls:\n    one: { post: /one, timeout: 5s }\n'),
  file(
    'tools/more.routes.yaml',
    '- prefix: /api/v1\n  flow: inline\n  upstream: maker.one\n  reply: { ok: true }\n' +
      '  price: { usd: 0.01, dated: [{ from: 2027-01-01, usd: 0.012, because: more }] }\n' +
      `  routes:\n    POST /a: { summary: Makes one${first} }\n    POST /b:\n      summary: Makes one\n    ${more}\n`,
  ),
]

export const RESOLVE_RULES: readonly Rule[] = [
  {
    code: 'duplicate-name',
    fires: [
      file('schemas/a.yaml', 'one: { type: string }\n'),
      file('schemas/b.yaml', 'one: { type: string }\n'),
    ],
    silent: [],
  },
  {
    code: 'duplicate-name',
    fires: [
      file('other/things.models.yaml', 'columns:\n  rate: usd!\nrows:\n  a: { rate: 0.01 }\n'),
    ],
    silent: [],
  },
  // A name that nobody has defined.
  {
    code: 'unknown-family',
    fires: [FAMILY('one: { rate: 0.02 }', 'c: { like: on }')],
    silent: [FAMILY('one: { rate: 0.02 }', 'c: { like: one }')],
  },
  {
    code: 'unknown-template',
    fires: FREE('- route: GET /view\n  like: gatd\n'),
    silent: NAMED(''),
  },
  {
    code: 'unknown-envelope',
    fires: [file('errors/more.yaml', 'more: { like: nativ }\n')],
    silent: [],
  },
  {
    // An envelope has its own outcomes, and those of the one that it is like.
    code: 'missing-outcome',
    fires: [
      edit('errors', '  busy: { status: 503, body: { error: busy } }\n  internal', '  internal'),
      file(
        'errors/more.yaml',
        'more: { like: native, busy: { status: 503, body: { error: busy } } }\n',
      ),
    ],
    silent: [],
  },
  {
    code: 'unknown-call',
    fires: [MAKE('      like: maker.word\n', WORDS)],
    silent: [MAKE('      first: words\n', WORDS)],
  },
  {
    code: 'unused',
    fires: [FAMILY('one: { rate: 0.02 }\n  two: { like: one, rate: 0.03 }', 'c: { like: one }')],
    silent: [FAMILY('one: { rate: 0.02 }\n  two: { like: one, rate: 0.03 }', 'c: { like: two }')],
  },
  {
    code: 'unknown-column',
    fires: [FAMILY('one: { rate: 0.02, retired: { use: small } }', 'c: { like: one }')],
    silent: [
      FAMILY('one: { rate: 0.02 }', 'c: { like: one, retired: { since: 2027-01-01, use: small } }'),
    ],
  },
  {
    code: 'unknown-column',
    fires: [FAMILY('one: { rat: 0.02 }', 'c: { rate: 0.02, like: one, colourful: red }')],
    silent: [FAMILY('one: { rate: 0.02 }', 'c: { rate: 0.03, like: one }')],
  },
  // An entry of a routes file is one route, or a prefix with routes.
  ...[
    'prefix: /a',
    'routes: { /a: A view }',
    'route: GET /a\n  prefix: /b',
    'route: GET /a\n  routes: { /b: A view }',
  ].map(keys => ({
    code: 'bad-entry',
    fires: ENTRY(keys),
    silent: ENTRY('prefix: /a\n  routes: { /b: A view }'),
  })),
  {
    code: 'bad-path',
    fires: ENTRY('route: GET /a/:id/:name'),
    silent: ENTRY('route: GET /a/{id}/{name}'),
  },
  // A whole path below its prefix.
  {
    code: 'bad-path',
    fires: BELOW('/api/v1/things', `    /api/v1/things/all: ${VIEW}\n`),
    silent: BELOW('/api/v1/things', `    /all: ${VIEW}\n    /apis: ${VIEW}\n`),
  },
  {
    code: 'bad-path',
    fires: BELOW('/api/v1/things', `    /api/v2/all: ${VIEW}\n`),
    silent: BELOW('/api/v1/things', `    /v2/api/all: A view\n`),
  },
  // A named gate that no template completes.
  {
    code: 'missing-key',
    fires: NAMED(`second: { ${GATE} }, third: { error: 400 No }`),
    silent: NAMED(`second: { ${GATE}, error: 400 Not c }`),
  },
  {
    code: 'missing-key',
    fires: NAMED('first: { code: A }, frist: { code: B }'),
    silent: NAMED('first: { error: 404 No }'),
  },
  {
    // The gates of a template and those of the route are both tested.
    code: 'constant-gate',
    fires: NAMED('second: { rule: query.text != "b", error: 400 Again }'),
    silent: NAMED(`second: { ${GATE}, error: 400 Not c }`),
  },
  {
    // The amount of a line is its own, without the dates of the prefix; other keys are added to it.
    code: 'dated-example',
    fires: PRICED('  price: { decimals: 6 }', ', price: { usd: 0.02, decimals: 4 }'),
    silent: PRICED('  price: { decimals: 6, usd: 0.03 }', ', price: { usd: 0.02 }'),
  },
  {
    // Routes that have all keys from their prefix are a list.
    code: 'bad-path',
    fires: BELOW('/api', '    - /a/:id\n    - POST /api/b\n', '  summary: A view\n'),
    silent: BELOW('/api', '    - /a/{id}\n    - POST /b\n', '  summary: A view\n'),
  },
  {
    // A price of a prefix is proven by any of its routes, best by one that has an example.
    code: 'dated-example',
    fires: PRICED('  examples: [{ usd: 0.01 }]'),
    silent: PRICED('  examples: [{ usd: 0.01 }, { at: 2027-01-01, usd: 0.012 }]'),
  },
  {
    // Blanks before the name do not hide what is sent.
    code: 'open-send',
    fires: [
      edit('routes', '    model: string!\n', '    ...: forward\n    model: string!\n'),
      edit('upstream', 'send: { id: =model.id, count: =body.count }', 'send: { ...: "=  body" }'),
    ],
    silent: [],
  },
  {
    // Other segments may be the same.
    code: 'bad-path',
    fires: ENTRY('route: GET /a/{id}/{id}'),
    silent: ENTRY('route: GET /a/a/{id}'),
  },
]
