/** Rules that are checked while a catalog is built. */
import { DATED, FAIL, FREE, KEYS, PRICE, PROOF, type Rule } from './edits.ts'
import { edit, file, type Edit } from './small-catalog.ts'

/** A free route that answers with the keys. */
const view = (keys: string): readonly Edit[] =>
  FREE(`- route: GET /view\n  summary: A view\n  flow: free\n${keys}`)

/** A list of models of the upstream, with a column. */
const LISTED = (column: string): Edit =>
  edit(
    'upstream',
    '  calls:\n',
    `  lists: [{ get: /models, models: data, match: { id: id }, columns: { ${column} } }]\n  calls:\n`,
  )

/** Rules of the build pass: they need every definition, and stop what would follow from them. */
export const BUILD_RULES: readonly Rule[] = [
  {
    code: 'missing-key',
    fires: [FAIL('{ as: invalid_input }')],
    silent: [FAIL('{ status: 400, as: invalid_input }')],
  },
  {
    code: 'formula-syntax',
    fires: [LISTED('rate: price.each * size(price)')],
    silent: [LISTED(`rate: '(first(price.each, price.flat) + fee["per-call"]) / 1000'`)],
  },
  {
    code: 'missing-key',
    fires: view('  document: security.txt\n'),
    silent: [
      ...view('  document: security.txt\n'),
      edit('gateway', 'name: Shop', 'name: Shop\ncontact: mailto:security@shop.example'),
    ],
  },
  {
    code: 'bad-entry',
    fires: view('  reply: { ok: true }\n  document_html: index.html\n'),
    silent: view('  document: contents.json\n  document_html: index.html\n'),
  },
  {
    // All callers who ask for an address get the same document.
    code: 'too-early',
    fires: view('  document: pricing.json\n  document_at: request_headers["x-at"]\n'),
    silent: view('  document: pricing.json\n  query: { at: string }\n  document_at: query.at\n'),
  },
  {
    code: 'duplicate-id',
    fires: [
      edit(
        'models',
        '  large: { rate: 0.05, most: 5 }',
        '  large: { rate: 0.05, most: 5, aliases: [SMALL] }',
      ),
    ],
    silent: [
      edit(
        'models',
        '  large: { rate: 0.05, most: 5 }',
        '  large: { rate: 0.05, most: 5, aliases: [big] }',
      ),
    ],
  },
  {
    code: 'missing-outcome',
    fires: [edit('errors', '  busy: { status: 503, body: { error: busy } }\n', '')],
    silent: [],
  },
  {
    code: 'unknown-row',
    fires: [
      edit('network', '  label: base\n', '  label: base\n  only: { things.models: [smal] }\n'),
    ],
    silent: [
      edit(
        'network',
        '  label: base\n',
        '  label: base\n  only: { things.models: [small, large] }\n',
      ),
    ],
  },
  {
    code: 'unknown-table',
    fires: [
      edit('network', '  label: base\n', '  label: base\n  only: { thing.models: [small] }\n'),
    ],
    silent: [],
  },
  { code: 'unknown-network', fires: [edit('gateway', '[base]', '[base, other]')], silent: [] },
  {
    code: 'unknown-envelope',
    fires: [edit('gateway', 'errors: native', 'errors: other')],
    silent: [],
  },
  { code: 'unknown-upstream', fires: [edit('routes', 'maker.make', 'taker.make')], silent: [] },
  { code: 'unknown-call', fires: [edit('routes', 'maker.make', 'maker.take')], silent: [] },
  {
    code: 'unknown-schema',
    fires: [
      edit(
        'routes',
        '  body:\n    model: string!\n    count: integer 1..10 = 1\n',
        '  body: things\n',
      ),
    ],
    silent: [],
  },
  { code: 'unknown-schema', fires: [file('schemas/a.yaml', 'a: { $ref: b }\n')], silent: [] },
  {
    code: 'unknown-route',
    fires: [file('answers/a.yaml', 'POST /api/v1/thing: { example: 1 }\n')],
    silent: [file('answers/a.yaml', 'POST /api/v1/things: { example: { made: [] } }\n')],
  },
  {
    code: 'like-loop',
    fires: [file('schemas/a.yaml', 'a: { type: array, items: { $ref: a } }\n')],
    silent: [],
  },
  {
    code: 'no-price',
    fires: [
      edit('models', '  most:', '  billing: each | flat = each\n  most:'),
      edit('models', '0.05,', '0.05, billing: flat,'),
      edit(
        'routes',
        PRICE,
        'price: { by: model.billing, each: model.rate * body.count * margin + fee }',
      ),
    ],
    silent: [
      edit('models', '  most:', '  billing: each | flat = each\n  most:'),
      edit(
        'routes',
        PRICE,
        'price: { by: model.billing, each: model.rate * body.count * margin + fee }',
      ),
    ],
  },
  {
    // An entry that is no map is only that.
    code: 'wrong-type',
    fires: [DATED('soon')],
    silent: [
      DATED('{ from: 2027-01-01, rate: 0.012, because: more }'),
      PROOF('{ model: small, at: 2027-01-01, usd: 0.0136 }'),
    ],
  },
  { code: 'not-served-yet', fires: [KEYS('  settle: { when: accepted }\n')], silent: [] },
  {
    code: 'unknown-field',
    fires: [
      file(
        'records/a.yaml',
        'numbers: { key: number, fields: { owner: wallet!, ends: time! }, lease: until, keep: 37d }\n',
      ),
    ],
    silent: [
      file(
        'records/a.yaml',
        'numbers: { key: number, fields: { owner: wallet!, ends: time! }, lease: ends, keep: 37d }\n',
      ),
    ],
  },
]
