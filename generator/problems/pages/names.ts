/** Codes of names and tables: names must exist and be unique, and rows must fit their columns. */
import type { CodePages } from '../page.ts'

const unknown = (what: string, bad: string, good: string): CodePages[string] => ({
  title: `There is no ${what} of this name.`,
  why: 'The message names the nearest one, with the place where it is defined.',
  bad,
  good,
})

/** Pages about missing and repeated names. */
export const NAME_PAGES: CodePages = {
  'unknown-template': unknown('template', 'like: free_veiw', 'like: free_view'),
  'unknown-family': unknown('family of rows', 'like: makerX', 'like: makerA'),
  'unknown-envelope': unknown('error envelope', 'errors: nativ', 'errors: native'),
  'unknown-limit': unknown('limit', 'limit: metdata', 'limit: metadata'),
  'unknown-record': unknown(
    'record',
    'read: { mine: { record: numbres, of: =payer } }',
    'read: { mine: { record: numbers, of: =payer } }',
  ),
  'unknown-network': unknown('network', 'networks: [bse]', 'networks: [base]'),
  'unknown-upstream': unknown('upstream', 'upstream: suplier.read', 'upstream: upstream.read'),
  'unknown-call': unknown('upstream call', 'upstream: upstream.raed', 'upstream: upstream.read'),
  'unknown-table': unknown('models file', 'models: image.models', 'models: images.models'),
  'unknown-row': unknown(
    'row',
    'only: { images.models: [acme/paint-9] }',
    'only: { images.models: [acme/paint-1] }',
  ),
  'unknown-route': unknown(
    'route that answers',
    'GET /api/v1/thing: { example: { id: 7 } }',
    'GET /api/v1/things: { example: { id: 7 } }',
  ),
  'unknown-schema': unknown('schema', 'body: rpc_bdy', 'body: rpc_body'),
  'unknown-field': unknown(
    'field',
    'fields: { imge_url: { needs: [prompt] } }',
    'fields: { image_url: { needs: [prompt] } }',
  ),
  'unknown-column': unknown('column', 'edit_image: 4', 'edit_images: 4'),
  'unknown-arm': unknown(
    'value of `by`',
    'price: { by: model.billing, per_secnd: ... }',
    'price: { by: model.billing, per_second: ... }',
  ),
  'unknown-name': unknown('name that this formula can see', 'modle.price', 'model.price'),
  'duplicate-name': {
    title: 'A name is defined twice.',
    why: 'Definitions of one kind share one namespace, even across files.',
    bad: 'images: { like: native }\nimages: { like: other }',
    good: 'images: { like: native }',
  },
  'duplicate-id': {
    title: 'Two rows have the same id or alias.',
    why: 'Ids and aliases of a file are one namespace, and callers may write them in any case.',
    bad: 'base: { name: Base }\nbnb: { name: BNB, aliases: [Base] }',
    good: 'base: { name: Base }\nbnb: { name: BNB, aliases: [bsc] }',
  },
  'name-taken': {
    title: 'A name is already used.',
    why: 'A `let:` value cannot replace `body`, `model`, `fee`, a hook or another value.',
    bad: 'let: { fee: 0.01 }',
    good: 'let: { our_fee: 0.01 }',
  },
  'like-loop': {
    title: '`like:` or `$ref:` leads back to itself.',
    why: 'A chain of references must end.',
    bad: 'a: { like: b }\nb: { like: a }',
    good: 'a: { flow: free }\nb: { like: a }',
  },
  dated: {
    title: 'A dated price is not valid.',
    why:
      'An entry of `dated:` has a start, an end, a reason, and the columns that change; or ' +
      'it has a `discount` on all prices of the row, which makes it a promotion and needs ' +
      'an end. Prices of one row must not overlap, and neither must its promotions; a ' +
      'promotion may overlap with a price. `dated:` of a route has the same keys; that of ' +
      'gateway.yaml changes its numbers and has no discounts.',
    bad:
      'dated:\n  - { from: 2026-12-08, until: 2026-12-01, discount: 20 %, because: launch ' +
      'week }',
    good:
      'dated:\n  - { from: 2026-12-01, until: 2026-12-08, discount: 20 %, because: launch ' +
      'week }',
  },
  retired: {
    title: 'The retirement of a row or route is not valid.',
    why:
      'The refusal of a retired model names its successor, so `use` is the id of a row that ' +
      'is sold, or the method and path of a route that is; `since` is the day from which it ' +
      'is refused.',
    bad: 'small: { rate: 0.01, retired: { since: 2027-02-30, use: small } }',
    good: 'small: { rate: 0.01, retired: { since: 2027-02-28, use: large } }',
  },
  'promotion-ends': {
    title: 'A promotion ends soon, and the catalog does not confirm this.',
    why:
      'From `until` on the list price holds again. Some days before (`promotion_notice` in ' +
      'gateway.yaml) the check fails, so that somebody decides what follows. `then: list` ' +
      'records this decision. Only `check` reports this, for today or the day of `--at`.',
    bad:
      '- { from: 2026-12-01, until: 2026-12-08, discount: 20 %, because: launch week }   # ' +
      'on 6 December',
    good:
      '- { from: 2026-12-01, until: 2026-12-08, discount: 20 %, because: launch week, then: ' +
      'list }',
  },
  'promotion-over': {
    title: 'A promotion is over.',
    why:
      'It no longer changes a price; a new promotion of this kind mostly has the wrong ' +
      'year. This is a warning: remove the entry and the examples of its days, or correct ' +
      'its dates. Only `check` reports this, for today or the day of `--at`. Dated prices ' +
      'in the past may stay.',
    bad:
      '- { from: 2025-12-01, until: 2025-12-08, discount: 20 %, because: launch week }   # ' +
      'in November 2026',
    good: '- { from: 2026-12-01, until: 2026-12-08, discount: 20 %, because: launch week }',
  },
  'bad-cell': {
    title: 'The type of a cell differs from that of its column.',
    why: 'The column defines the type of its cells; money is a plain number with a point.',
    bad: 'sizes: { 1024x1024: "0.05" }',
    good: 'sizes: { 1024x1024: 0.05 }',
  },
  'missing-cell': {
    title: 'A row lacks a column that every row needs.',
    why: 'The column is marked with `!`. Write the cell in the row or in its family.',
    bad: 'columns: { host: string! }\nrows: { base: {} }',
    good: 'columns: { host: string! }\nrows: { base: { host: base-mainnet } }',
  },
  'no-value-in-row': {
    title: 'A formula reads a column that has no value in some row.',
    why:
      'Formulas are checked for each row. Give the row a value, give the column a default, ' +
      'or test `has(model.x)`.',
    bad: 'usd: model.usd_per_second * body.seconds   # and a row without usd_per_second',
    good: 'by: model.billing\nper_second: model.usd_per_second * body.seconds',
  },
  'missing-entry': {
    title: 'An allowed value has no entry in a table of a look-up.',
    why:
      'A caller with this value would get an error instead of a price. Add the entry to the ' +
      'table of the row, or do not allow the value.',
    bad:
      'resolutions: [720p, 4K]\nusd_at: { 720p: 0.07 }      # price: ' +
      'model.usd_at[body.resolution] * seconds',
    good: 'resolutions: [720p, 4K]\nusd_at: { 720p: 0.07, 4K: 0.28 }',
  },
  'unproven-key': {
    title: 'A look-up in a table is not proven to find an entry.',
    why:
      'Callers may send any text, and a text without an entry would cause an error. Test ' +
      'the key in a gate before, or in the same formula with `choose`, or declare choices ' +
      'of the field that are all in the table.',
    bad: 'price: { usd: model.sizes[body.size] + fee }',
    good:
      'gates:\n  - { rule: body.size in model.sizes, error: 400 Invalid size }\nprice: { ' +
      'usd: model.sizes[body.size] + fee }',
  },
  'too-early': {
    title: 'A name is used before it exists.',
    why:
      'For example `payer` is known once the payment is verified, `model` after the gate ' +
      'that tests `in models`.',
    bad: 'gates: [{ rule: isKnown(payer), error: 403 Not for this wallet }]',
    good: 'checks: [{ rule: isKnown(payer), error: 403 Not for this wallet }]',
  },
  'submit-only': {
    title: 'The answer to a poll reads the request.',
    why:
      'A poll has no request, because it may come days later and reach another process. ' +
      '`pending`, `failed`, `completed` and `challenge` of a job, and `reply`, `status` and ' +
      '`headers` of its route, may read route, network, now, payer, price, job, result and ' +
      'payment. `job.echo` stores values of the request at the submit.',
    bad: 'job:\n  pending: { model: =body.model }',
    good: 'job:\n  echo: { model: =body.model }\n  pending: { model: =job.echo.model }',
  },
  'call-differs': {
    title: 'Routes that make the same upstream call give it values of different types.',
    why: 'A call is written once and must read the same types from each route that makes it.',
    bad: '# a sends body.n: integer, b sends body.n: string',
    good: '# the same field in both, or two calls',
  },
  'missing-outcome': {
    title: 'An error envelope lacks an outcome.',
    why: 'Each envelope answers every kind of outcome; `like:` takes the rest from another.',
    bad: 'mine: { refused: { status: =status, body: { error: =message } } }',
    good: 'mine:\n  like: native\n  refused: { status: =status, body: { error: =message } }',
  },
}
