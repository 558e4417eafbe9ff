/** Rules about what is sold: rows and their names, defaults, successors, answers, definitions. */
import {
  costs,
  EXAMPLES,
  FIELDS,
  FREE,
  GATE,
  KEYS,
  PRICE,
  SMALL,
  TABLE,
  type Rule,
} from './edits.ts'
import { edit, file, freeRoute, type Edit } from './small-catalog.ts'

/** Rows with a text each. */
const TEXTS = (
  column: string,
  texts: Readonly<Record<string, string>>,
  rules = '',
): readonly Edit[] => [
  TABLE(
    `  ${column}\n${rules}`,
    ...Object.entries(texts).map(([id, text]) => `${id}: { rate: 0.01, ${text} }`),
  ),
  edit('routes', '    - { model: large, count: 2, usd: 0.106 }\n', ''),
]
const names = (more: Readonly<Record<string, string>>): Record<string, string> => ({
  small: 'title: a',
  plain: 'title: p',
  'acme/b': 'title: b',
  'acme/c': 'title: c',
  'acme/d': 'title: d',
  ...more,
})
/** The answer of the small catalog's route. */
const ANSWER = (text: string): Edit => file('answers/a.yaml', `POST /api/v1/things:\n  ${text}\n`)
const MADE =
  'schema: { type: object, properties: { made: { type: array, items: { type: string, enum: [a, b] } } } }'
/** A network that sells some rows. */
const SOLD = (rows: string): Edit =>
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
/** What MCP clients give in place of the body. */
const TOOL_BODY = (fields: string): Edit =>
  edit('routes', '  gates:\n', `  tool_body: ${fields}\n  gates:\n`)
const PROMPT = 'prompt: string!'

export const SALE_RULES: readonly Rule[] = [
  {
    // Rows of another owner may have the same name, and so may a row that is retired.
    code: 'copied-row',
    fires: TEXTS('title: string', names({ 'acme/e': 'title: b', 'acme/f': 'title: f' })),
    silent: TEXTS(
      'title: string',
      names({
        'apex/b': 'title: b',
        'acme/f': 'title: c, retired: { since: 2027-01-01, use: acme/c }',
      }),
    ),
  },
  {
    // Four of five different texts show that rows have a text of their own, three do not.
    code: 'copied-row',
    fires: TEXTS(
      'title: string',
      names({
        'acme/e': 'title: e',
        'acme/f': 'title: f',
        'acme/g': 'title: g',
        'acme/i': 'title: b',
        'acme/j': 'title: c',
      }),
    ),
    silent: TEXTS(
      'title: string',
      names({
        'acme/e': 'title: e',
        'acme/f': 'title: f',
        'acme/g': 'title: b',
        'acme/h': 'title: c',
      }),
    ),
  },
  {
    // A table with few rows.
    code: 'copied-row',
    fires: TEXTS('title: string', names({ 'acme/f': 'title: b' })),
    silent: TEXTS('title: string', names({ 'acme/d': 'title: b' })),
  },
  {
    // A default in the query, and an alias.
    code: 'unknown-row',
    fires: [
      edit('routes', 'POST /api/v1/things', 'GET /api/v1/things'),
      KEYS('  pick: query.model\n'),
      edit('routes', '  body:\n', '  query:\n'),
      edit('routes', 'model: string!', 'model: string = smal'),
      edit('routes', 'body.model in models', 'query.model in models'),
      edit('routes', '{body.model}', '{query.model}'),
      edit('routes', 'body.count <=', 'query.count <='),
      edit('routes', PRICE, PRICE.replace('body', 'query')),
      edit('upstream', 'body.count', 'query.count'),
    ],
    silent: [
      edit('routes', 'model: string!', 'model: string = TINY'),
      edit('models', SMALL, 'small: { rate: 0.01, aliases: [tiny] }'),
    ],
  },
  {
    // A row that is retired already.
    code: 'unknown-row',
    fires: [
      edit('routes', 'model: string!', 'model: string = Tiny'),
      edit(
        'models',
        SMALL,
        `${SMALL}\n  old: { rate: 0.01, aliases: [tiny], retired: { use: small } }`,
      ),
    ],
    silent: [edit('routes', 'model: string!', 'model: string = large')],
  },
  {
    // The row that could be used instead.
    code: 'successor',
    fires: [
      TABLE(
        '',
        'small: { rate: 0.01, retired: { since: 2027-01-01, use: large } }',
        'large: { rate: 0.05, most: 5 }',
        'c: { rate: 0.02 }',
        'd: { rate: 0.02 }',
      ),
      SOLD('small, c, d'),
    ],
    silent: [
      TABLE(
        '',
        'small: { rate: 0.01, retired: { since: 2027-01-01, use: large } }',
        'large: { rate: 0.05, most: 5 }',
        'c: { rate: 0.02 }',
        'd: { rate: 0.02 }',
      ),
      SOLD('small, c, large'),
    ],
  },
  {
    // A value that is not one of the words of its field.
    code: 'answer-example',
    fires: [ANSWER(`example: { made: [a, c] }\n  ${MADE}`)],
    silent: [ANSWER(`example: { made: [a, b] }\n  ${MADE}`)],
  },
  {
    code: 'tool-body',
    fires: [
      ...FIELDS(PROMPT, 'prompt: =body.prompt'),
      edit('routes', EXAMPLES, '  examples: [{ model: small, prompt: a, usd: 0.0115 }]\n'),
      TOOL_BODY('{ model: string!, zzzzzzzz: string, count: integer = 11 }'),
    ],
    silent: [
      ...FIELDS(PROMPT, 'prompt: =body.prompt'),
      edit('routes', EXAMPLES, '  examples: [{ model: small, prompt: a, usd: 0.0115 }]\n'),
      TOOL_BODY('{ model: string!, prompt: string = a cat }'),
    ],
  },
  {
    // Fields that are not declared are passed on.
    code: 'tool-body',
    fires: [TOOL_BODY('{ model: string!, colour: string }')],
    silent: [
      edit('routes', '    model: string!\n', '    ...: forward\n    model: string!\n'),
      TOOL_BODY('{ model: string!, colour: string }'),
    ],
  },
  {
    // A condition that never holds.
    code: 'constant-gate',
    fires: [GATE('when: body.count > 10, rule: model.most > 3, error: 400 Few')],
    silent: [GATE('when: body.count > 9, rule: model.most > 3, error: 400 Few')],
  },
  {
    code: 'constant-gate',
    fires: [GATE('when: 1 > 2, rule: model.most > 30, error: 400 Few')],
    silent: [],
  },
  {
    code: 'payment-keys',
    fires: [KEYS('  pay: { free: body.count < 1 }\n')],
    silent: [],
  },
  {
    code: 'payment-keys',
    fires: [KEYS('  pay: { redeliver: 0s }\n')],
    silent: [KEYS('  pay: { redeliver: 1s }\n')],
  },
  ...['pay: { free: "true" }', 'settle: { unpaid: 3 }'].map(key => ({
    code: 'payment-keys',
    fires: FREE(freeRoute('a', `  ${key}\n`)),
    silent: [] as readonly Edit[],
  })),
  {
    // Schemas that other schemas, answers and hooks name.
    code: 'unused',
    fires: [
      file(
        'schemas/a.yaml',
        'one_text: { type: string }\ntexts: { type: array, items: { $ref: one_text } }\n',
      ),
    ],
    silent: [
      file(
        'schemas/a.yaml',
        'one_text: { type: string }\ntexts: { type: object, properties: { made: { anyOf: [{ type: array, items: { $ref: one_text } }] } } }\n',
      ),
      ANSWER('example: { made: [a] }\n  schema: { $ref: texts }'),
    ],
  },
  {
    code: 'unused',
    fires: [
      file('tools/other.models.yaml', 'columns:\n  rate: usd!\nrows:\n  a: { rate: 0.01 }\n'),
    ],
    silent: [],
  },
  { code: 'unused', fires: [file('flows.yaml', 'inline: {}\nfree: {}\n')], silent: [] },
  ...[
    // A long text and a long list in the request that is shown, and shorter ones.
    [41, '[a, b, c, d]'],
    [40, '[a, b, c]'],
  ].map(([size, words]) => ({
    code: 'below-cost',
    fires: [
      ...FIELDS('prompt: string!', 'prompt: =body.prompt'),
      ...FIELDS('words: string[]!', 'words: =body.words'),
      costs('0.0116 * body.count'),
      edit(
        'routes',
        EXAMPLES,
        `  examples: [{ model: small, prompt: ${'x'.repeat(Number(size))}, words: ${words}, usd: 0.0115 }]\n`,
      ),
    ],
    silent: [] as readonly Edit[],
  })),
  {
    // A cost among choices: only one count of one choice is sold too cheaply.
    code: 'below-cost',
    fires: [
      ...FIELDS('form: a | b = a', 'form: =body.form'),
      costs('choose(body.form == "b" && body.count == 4, 0.2, 0.001)'),
    ],
    silent: [
      ...FIELDS('form: a | b = a', 'form: =body.form'),
      costs('choose(body.form == "b" && body.count == 4, 0.041, 0.001)'),
    ],
  },
  {
    // A route without rows.
    code: 'below-cost',
    fires: [
      edit('upstream', '  calls:\n', '  calls:\n    one: { post: /one, timeout: 5s }\n'),
      file(
        'tools/more.routes.yaml',
        '- route: POST /api/v1/p\n  summary: Makes one\n  flow: inline\n  price: { usd: 0.01, cost: 0.0101 }\n  upstream: maker.one\n  reply: { ok: true }\n',
      ),
    ],
    silent: [
      edit('upstream', '  calls:\n', '  calls:\n    one: { post: /one, timeout: 5s }\n'),
      file(
        'tools/more.routes.yaml',
        '- route: POST /api/v1/p\n  summary: Makes one\n  flow: inline\n  price: { usd: 0.01, cost: 0.01 }\n  upstream: maker.one\n  reply: { ok: true }\n',
      ),
    ],
  },
]
