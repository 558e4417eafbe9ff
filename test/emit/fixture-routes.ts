/**
 * A small catalog as the front end would give it, by hand: one table, a job, a passthrough, a free
 * view with a hook.
 */
import type { Block, EnvelopeIR, GateIR, InputIR, RouteIR } from '../../generator/ir.ts'
import { freeNames } from '../../generator/js/ask.ts'
import { treeOf } from '../js/parse.ts'
import type { Code, Place, Type } from '../../generator/types.ts'

export const ROUTES = 'catalog/media/pictures.routes.yaml'
export const TEXT =
  '# pictures\n- route: POST /pictures\n  price: model.rates[body.size] * body.n\n'
export const place = (file: string, start = 0, end = start + 1): Place => ({ file, start, end })
export const here = place(ROUTES, 11, 20)

/** Lowered code as the formula compiler would print it. */
export function code(text: string, type: Type = { kind: 'json' }, more: Partial<Code> = {}): Code {
  const js = treeOf(text)
  return { js, type, uses: [...freeNames(js)].sort(), wait: false, place: here, ...more }
}
export const block = (text: string, type?: Type, more?: Partial<Code>): Block => ({
  lets: [],
  code: code(text, type, more),
})
export const STRING: Type = { kind: 'string' }
const record = (fields: Record<string, Type>): Type => ({
  kind: 'record',
  fields: Object.fromEntries(Object.entries(fields).map(([k, type]) => [k, { type }])),
})

export const rates: Type = { kind: 'table', of: { kind: 'decimal', den: 1000n, usd: true } }
export const rowType = record({ id: STRING, title: STRING, rates, upstream: STRING })

const body: InputIR = {
  schema: {
    type: 'object',
    required: ['model'],
    properties: {
      model: { type: 'string', description: 'one of the model ids' },
      size: { type: 'string', default: 'small', description: 'the size' },
      n: { type: 'integer', minimum: 1, maximum: 4, default: 1 },
      extra: { description: 'anything' },
    },
  },
  unknown: 'ignore',
  unchecked: false,
  place: here,
  type: {
    kind: 'record',
    fields: {
      model: { type: STRING },
      size: { type: STRING },
      n: { type: { kind: 'integer' } },
      extra: { type: { kind: 'json' }, optional: true },
    },
  },
}

const gate = (rule: string, message: string, provesModel = false): GateIR => ({
  lets: [],
  rule: code(rule, { kind: 'boolean' }),
  status: 400,
  message: code(message, STRING),
  provesModel,
  place: here,
})

const OUTCOMES = [
  'invalid_json',
  'invalid_body',
  'too_large',
  'refused',
  'not_found',
  'wrong_method',
  'limit_exceeded',
  'payment_required',
  'free',
  'payment_invalid',
  'payment_replay',
  'settlement_failed',
  'settlement_pending',
  'payer_mismatch',
  'job_not_found',
  'content_policy',
  'invalid_input',
  'rate_limited',
  'upstream_rejected',
  'upstream_failed',
  'upstream_timeout',
  'not_configured',
  'busy',
  'internal',
] as const
const STATUS: Record<string, number> = {
  refused: 0,
  not_found: 404,
  wrong_method: 405,
  limit_exceeded: 429,
  settlement_pending: 503,
  payer_mismatch: 403,
  job_not_found: 404,
  upstream_failed: 502,
}

export function envelope(): EnvelopeIR {
  const outcomes = OUTCOMES.map(kind => {
    const status =
      kind === 'refused'
        ? 'status ?? 400'
        : String(STATUS[kind] ?? (/payment|free|settlement_failed/.test(kind) ? 402 : 400))
    return [
      kind,
      {
        status: code(status, { kind: 'integer' }),
        body: code(`{ error: '${kind}', message }`, record({ error: STRING })),
        place: place('catalog/errors/native.yaml', kind.length),
      },
    ]
  })
  return {
    name: 'native',
    outcomes: Object.fromEntries(outcomes) as EnvelopeIR['outcomes'],
    place: place('catalog/errors/native.yaml'),
  }
}

const common = {
  place: here,
  family: 'media/pictures',
  aliases: [],
  prefix: '',
  tags: ['pictures'],
  networks: ['main', 'test'],
  envelope: 'native',
  challenge: 'after_gates',
  authorization: 300_000,
  bodyLimit: 1024,
  pathType: { kind: 'record', fields: {} },
  gates: [],
  calls: [],
  fixed: false,
  values: [],
  examples: [],
  keys: {},
} as const

export const make: RouteIR = {
  ...common,
  id: 'post_pictures',
  method: 'POST',
  path: '/pictures',
  summary: 'Make pictures',
  flow: 'hybrid_job',
  discovery: 'challenge',
  table: 'pictures.models',
  pick: block('body.model', STRING),
  body,
  aliases: [{ method: 'POST', path: '/v0/pictures' }],
  gates: [
    gate(
      'models.get(body.model) !== undefined',
      '`Unknown model ${body.model}. Available - ${say(models.ids)}`',
      true,
    ),
    {
      ...gate('half < 5 && Object.hasOwn(model.rates, body.size)', "'no such size'"),
      when: code("body.size !== 'any'", { kind: 'boolean' }),
      lets: [{ name: 'half', code: code('body.n * 0.5', { kind: 'number' }) }],
    },
  ],
  price: {
    arms: [
      {
        lets: [],
        micro: code(
          'ceilDiv((at(model.rates, body.size) * BigInt(body.n) * 105n + 100n) * 1000n, 100n)',
          { kind: 'decimal', den: 1n },
          {
            place: place(ROUTES, 47, 74),
            source: 'model.rates[body.size] * body.n * margin + fee',
          },
        ),
        place: here,
      },
    ],
    tables: [],
    decimals: 6,
    identify: false,
    show: block('{ each: display(at(model.rates, body.size), 1000n) }'),
    place: here,
  },
  calls: ['maker.make'],
  upstream: block('model.upstream', STRING),
  mirror: 'assets',
  reply: block('{ id: job?.id, data: result?.assets, price, payment }', record({ id: STRING })),
  job: {
    object: 'picture.job',
    store: 'pictures',
    poll: '/pictures/{id}',
    inline: 30_000,
    stall: 3_600_000,
    keep: 7_200_000,
    echo: block('{ model: body.model }'),
    accepted: block("{ id: job?.id, status: 'queued' }", record({ id: STRING, status: STRING })),
    pending: block('{ id: job?.id }', record({ id: STRING })),
    failed: block('{ error: job?.error }', record({ error: STRING })),
  },
  values: [],
  examples: [
    {
      body: { model: 'maker/one' },
      hooks: {},
      expect: { micro: 22_000n },
      expectPlace: here,
      place: here,
    },
    {
      body: { model: 'ONE', size: 'large', n: 2, other: 1 },
      hooks: {},
      expect: { micro: 85_000n },
      expectPlace: here,
      place: here,
    },
    {
      body: { model: 'maker/none' },
      hooks: {},
      expect: { refused: 400 },
      expectPlace: here,
      place: here,
    },
    {
      body: { model: 'maker/one', n: 9 },
      hooks: {},
      expect: { refused: 400 },
      expectPlace: here,
      place: here,
    },
  ],
}

export const read: RouteIR = {
  ...common,
  id: 'get_read_name',
  method: 'GET',
  path: '/read/{name}',
  prefix: '/read',
  summary: 'Read one',
  flow: 'inline',
  discovery: 'challenge',
  challenge: 'before_gates',
  pathType: record({ name: STRING }),
  calls: ['maker.read'],
  upstream: block("'maker.read'", STRING),
  reply: 'verbatim',
  query: {
    schema: {
      type: 'object',
      properties: { limit: { type: 'integer', default: 20, description: 'how many' } },
    },
    unknown: 'forward',
    unchecked: true,
    type: record({}),
    place: here,
  },
  price: {
    arms: [
      {
        lets: [],
        micro: code('8500n', { kind: 'decimal', den: 1n }, { source: '0.0085' }),
        place: here,
      },
    ],
    tables: [],
    decimals: 4,
    identify: false,
    place: here,
  },
}

export const list: RouteIR = {
  ...common,
  id: 'get_pictures_models',
  method: 'GET',
  path: '/pictures/models',
  summary: 'Models',
  flow: 'free',
  discovery: 'free',
  table: 'pictures.models',
  limit: 'lists',
  reply: {
    lets: [
      {
        name: 'held',
        code: code("await hooks.held('x')", { kind: 'decimal', den: 1n }, { wait: true }),
      },
    ],
    code: code(
      '{ held: display(held, 1n), data: models.rows.map((m) => ({ id: m.id, title: m.title })) }',
      record({ held: { kind: 'number' } }),
    ),
  },
}
