/** Edits of the small catalog that tests of rules share. */
import { edit, file, freeFlow, freeRoute, type Edit } from './small-catalog.ts'

/** A rule with edits that break it, and the nearest that do not. */
export interface Rule {
  code: string
  fires: readonly Edit[]
  silent: readonly Edit[]
}

/** The price and the examples of the small catalog's route. */
export const PRICE = 'price: model.rate * body.count * margin + fee'
export const EXAMPLES =
  '  examples:\n    - { model: small, usd: 0.0115 }\n    - { model: large, count: 2, usd: 0.106 }\n'
/** Other routes beside it, free ones. */
export const FREE = (more: string): readonly Edit[] => [
  freeFlow,
  file('tools/more.routes.yaml', more),
]
/** Rules of `fail:` of its upstream call. */
export const FAIL = (...rules: readonly string[]): Edit =>
  edit(
    'upstream',
    '      timeout: 20s\n',
    `      timeout: 20s\n      fail: [${rules.join(', ')}]\n`,
  )
/** Jobs, as a key of its route, and the edits that give it them. */
export const JOB = `  job:
    object: thing.job
    store: things
    poll: /api/v1/things/{id}
    stall: 1h
    keep: 1h
    inline: 30s
    echo: {}
    accepted: { id: =job.id }
    pending: { id: =job.id }
    failed: { id: =job.id }
`
export const JOBS: readonly Edit[] = [
  edit('routes', '  flow: inline\n', `  flow: hybrid_job\n${JOB}`),
  file('flows.yaml', 'hybrid_job: {}\n'),
]

/** Another route with jobs at the poll path of the first. */
export const TWIN = (job: string): readonly Edit[] => [
  edit(
    'routes',
    EXAMPLES,
    `${EXAMPLES}- route: POST /api/v1/twins\n  summary: Makes twins\n  flow: hybrid_job\n  models: things.models\n` +
      '  body: { model: string!, count: integer 1..10 = 1 }\n  gates:\n    - rule: body.model in models\n      error: 400 Unknown model\n' +
      `  ${PRICE}\n  upstream: maker.make\n  reply: { made: =result.made }\n${job}${EXAMPLES}`,
  ),
]
/** The small catalog's route with its body made of another form, with more lines and fields. */
export const FORM = (more: string, fields = ''): Edit =>
  edit(
    'routes',
    `${EXAMPLES}`,
    `  translate:\n      body: { ${fields}id: string! }\n${more}      give: { model: =body.id }\n` +
      '  examples:\n    - { id: small, usd: 0.0115 }\n',
  )

/** The small catalog's call in two steps. */
export const LATER: Edit = edit(
  'upstream',
  '      give: { made: =reply.made }\n',
  '      ticket: { id: =reply.id }\n' +
    '      poll: { get: "/made/{ticket.id}", every: 1s, timeout: 5s, pending: status == 202, give: { made: =reply.made } }\n',
)
/** Another call of the small catalog, and the small catalog's call with more keys. */
export const WORDS =
  '    words:\n      post: /words\n      timeout: 30s\n      give: { words: =reply.words }\n'
export const MAKE = (more: string, other = ''): Edit =>
  edit('upstream', '    make:\n', `${other}    make:\n${more}`)
/** A hook. */
export const LOOK = (wait: boolean): Edit =>
  file('hooks.yaml', `look: { takes: [string], gives: json, async: ${wait} }\n`)
/** More keys of the small catalog's route. */
export const KEYS = (more: string): Edit =>
  edit('routes', '  flow: inline\n', `  flow: inline\n${more}`)
/** Free routes with a tag each. */
export const TAGGED = (names: string): string =>
  ['things', 'things', ...names.split(', ')]
    .map((name, i) => freeRoute(`tagged${i}`, `  tags: [${name}]\n`))
    .join('')

/** What a call costs us, which is sold by the price of the small catalog. */
export const costs = (cost: string): Edit =>
  edit('routes', PRICE, `${PRICE.replace('price: ', 'price:\n    usd: ')}\n    cost: ${cost}`)
/** Entries of `dated:` of the row `small`. */
export const DATED = (...entries: readonly string[]): Edit =>
  edit('models', 'rate: 0.01 }', `rate: 0.01, dated: [${entries.join(', ')}] }`)
/** More examples. */
export const PROOF = (...examples: readonly string[]): Edit =>
  edit('routes', EXAMPLES, `${EXAMPLES}${examples.map(one => `    - ${one}\n`).join('')}`)

/** The table of the small catalog with other columns and rows. */
export const TABLE = (columns: string, ...rows: readonly string[]): Edit =>
  edit(
    'models',
    'rows:\n  small: { rate: 0.01 }\n  large: { rate: 0.05, most: 5 }\n',
    `${columns}rows:\n${rows.map(row => `  ${row}\n`).join('')}`,
  )
export const SMALL = 'small: { rate: 0.01 }'
export const LARGE = 'large: { rate: 0.05, most: 5 }'
/** More fields of the small catalog's route, which its call sends. */
export const FIELDS = (fields: string, sent: string): readonly Edit[] => [
  edit('routes', '    count: integer', `    ${fields}\n    count: integer`),
  edit('upstream', 'count: =body.count', `count: =body.count, ${sent}`),
]
/** A gate behind those of the small catalog. */
export const GATE = (gate: string): Edit =>
  edit('routes', '  price:', `    - { ${gate} }\n  price:`)
