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
    why: 'Definitions of one kind share one namespace, also over several files.',
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
    title: 'A name already means something here.',
    why: 'A `let:` value cannot hide `body`, `model`, `fee`, a hook or another value.',
    bad: 'let: { fee: 0.01 }',
    good: 'let: { our_fee: 0.01 }',
  },
  'like-loop': {
    title: '`like:` or `$ref:` leads back to itself.',
    why: 'A chain must end.',
    bad: 'a: { like: b }\nb: { like: a }',
    good: 'a: { flow: free }\nb: { like: a }',
  },
  dated: {
    title: 'A dated price cannot hold as it is written.',
    why:
      'An entry of `dated:` says from when it holds, until when, why, and the columns that ' +
      'change; or a `discount` on all prices of the row, which ' +
      'is a promotion and has an end. Prices of one row do not overlap, and neither do its ' +
      'promotions; a promotion may lie over another price. ' +
      'The price of a route has `dated:` with the same words, and gateway.yaml has it for ' +
      'its numbers, without discounts.',
    bad:
      'dated:\n  - { from: 2026-12-08, until: 2026-12-01, discount: 20 %, because: launch ' +
      'week }',
    good:
      'dated:\n  - { from: 2026-12-01, until: 2026-12-08, discount: 20 %, because: launch ' +
      'week }',
  },
  retired: {
    title: 'A row or route cannot be retired as it is written.',
    why:
      'The refusal of a retired model names another one to use, so `use` is the id of a row ' +
      'that is sold, or the method and path of a route that is; `since` is the day from ' +
      'which on it is refused.',
    bad: 'small: { rate: 0.01, retired: { since: 2027-02-30, use: small } }',
    good: 'small: { rate: 0.01, retired: { since: 2027-02-28, use: large } }',
  },
  'promotion-ends': {
    title: 'A promotion ends soon, and nothing says that this is meant.',
    why:
      'From `until` on the list price holds again. Some days before (`promotion_notice` in ' +
      'gateway.yaml) the check fails, so that somebody decides. ' +
      'An entry with `then: list` has decided. Only `check` asks, by the day of today or ' +
      'of `--at`.',
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
      'It changes no price any more, and a promotion that is new has mostly the wrong ' +
      'year. A warning: remove the entry, and the examples of its days, ' +
      'or correct its dates. Only `check` asks, by the day of today or of `--at`. Prices ' +
      'that are over may stay.',
    bad:
      '- { from: 2025-12-01, until: 2025-12-08, discount: 20 %, because: launch week }   # ' +
      'in November 2026',
    good: '- { from: 2026-12-01, until: 2026-12-08, discount: 20 %, because: launch week }',
  },
  'bad-cell': {
    title: "A cell is not of its column's type.",
    why: 'The column says what its cells are; money is a plain number with a point.',
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
    title: 'A formula reads a column that some row has no value for.',
    why:
      'Formulas are checked for each row. Give the row a value, give the column a default, ' +
      'or ask `has(model.x)`.',
    bad: 'usd: model.usd_per_second * body.seconds   # and a row without usd_per_second',
    good: 'by: model.billing\nper_second: model.usd_per_second * body.seconds',
  },
  'missing-entry': {
    title: 'A value that is accepted has no entry in a table in which it is looked up.',
    why:
      'A caller who sends it would get an error instead of a price. Each row is looked at: ' +
      'give its table the entry, or do not offer the value.',
    bad:
      'resolutions: [720p, 4K]\nusd_at: { 720p: 0.07 }      # price: ' +
      'model.usd_at[body.resolution] * seconds',
    good: 'resolutions: [720p, 4K]\nusd_at: { 720p: 0.07, 4K: 0.28 }',
  },
  'unproven-key': {
    title: 'Nothing proves that a table has the entry that is looked up.',
    why:
      'Any text could be asked for, and one that the table lacks would end in an error. ' +
      'Ask for it in a gate before, in the same formula with ' +
      '`choose`, or give the field choices that are all in the table.',
    bad: 'price: { usd: model.sizes[body.size] + fee }',
    good:
      'gates:\n  - { rule: body.size in model.sizes, error: 400 Invalid size }\nprice: { ' +
      'usd: model.sizes[body.size] + fee }',
  },
  'too-early': {
    title: 'A name is used before it exists.',
    why:
      'For example `payer` is known once the payment is verified, `model` after the gate ' +
      'that asks `in models`.',
    bad: 'gates: [{ rule: isKnown(payer), error: 403 Not for this wallet }]',
    good: 'checks: [{ rule: isKnown(payer), error: 403 Not for this wallet }]',
  },
  'submit-only': {
    title: 'What a poll answers reads the request.',
    why:
      'A poll comes without the request, perhaps days later and to another process. ' +
      '`pending`, `failed`, `completed` and `challenge` of a job, ' +
      'and `reply`, `status` and `headers` of its route, see route, network, now, payer, ' +
      'price, job, result and payment. What they repeat ' +
      'of the request is kept by `job.echo` at the submit.',
    bad: 'job:\n  pending: { model: =body.model }',
    good: 'job:\n  echo: { model: =body.model }\n  pending: { model: =job.echo.model }',
  },
  'call-differs': {
    title: 'Routes that make the same upstream call give it different things.',
    why: 'A call is written once and must read the same from each route that makes it.',
    bad: '# a sends body.n: integer, b sends body.n: string',
    good: '# the same field in both, or two calls',
  },
  'missing-outcome': {
    title: 'An error envelope does not say how some outcome looks.',
    why: 'Each envelope answers every kind of outcome; `like:` takes the rest from another.',
    bad: 'mine: { refused: { status: =status, body: { error: =message } } }',
    good: 'mine:\n  like: native\n  refused: { status: =status, body: { error: =message } }',
  },
}
