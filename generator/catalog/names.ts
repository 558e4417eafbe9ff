/**
 * Lists the names of formulas at each point of a call, and the hints for names that are used before
 * they exist.
 */
import type { Field, Names, Type } from '../types.ts'

const STRING: Type = { kind: 'string' }
const INTEGER: Type = { kind: 'integer' }
const COUNT: Type = { kind: 'integer', min: 0 }
const JSON_TYPE: Type = { kind: 'json' }

function record(fields: Readonly<Record<string, Type>>, optional: readonly string[] = []): Type {
  const field = (name: string, type: Type): Field => ({
    type,
    ...(optional.includes(name) ? { optional: true } : {}),
  })
  const all = Object.entries(fields).map(([name, type]) => [name, field(name, type)] as const)
  return { kind: 'record', fields: Object.fromEntries(all) }
}

const ROUTE = record({
  method: { kind: 'string', choices: ['GET', 'POST'] },
  path: STRING,
  pattern: STRING,
  summary: STRING,
  rest: STRING,
  search: STRING,
  origin: STRING,
})
const PRICE = record({ amount: STRING, currency: STRING })
const JOB = (echo: Type): Type =>
  record(
    {
      id: STRING,
      object: STRING,
      status: { kind: 'string', choices: ['queued', 'in_progress', 'completed', 'failed'] },
      created: INTEGER,
      poll_url: STRING,
      error: STRING,
      echo,
    },
    ['error'],
  )
const PAYMENT = record({
  status: { kind: 'string', choices: ['settled', 'already_settled'] },
  tx_hash: STRING,
  network: STRING,
})

/** Names in the scope of every formula of a call. */
export const CALL_NAMES: Names = {
  route: { type: ROUTE, code: 'route' },
  network: {
    type: record({ name: STRING, label: STRING, asset: STRING, chain: STRING, treasury: STRING }),
    code: 'network',
  },
  now: { type: INTEGER, code: 'now' },
}

/** Names of the request besides its values. None of them is stored with a job. */
export const REQUEST_NAMES: Names = {
  request_headers: { type: { kind: 'table', of: STRING, open: true }, code: 'request_headers' },
}

/**
 * Names of replies and of job views, by the features of the route. Absent values vanish from the
 * reply.
 */
export const LATE_NAMES = {
  payer: { type: STRING, code: 'payer', optional: true },
  price: { type: PRICE, code: 'price', optional: true },
  payment: { type: PAYMENT, code: 'payment', optional: true },
  cache: {
    type: record({ state: { kind: 'string', choices: ['HIT', 'MISS', 'BYPASS'] } }),
    code: 'cache',
    optional: true,
    need: true,
  },
} satisfies Names

/**
 * `job`, with the members that its `echo` stores. They were stored as JSON, so their type is JSON.
 */
export function jobNames(echo: Type): Names {
  const member = (name: string): [string, Type] => [name, { kind: 'json', from: `echo.${name}` }]
  const kept =
    echo.kind === 'record'
      ? record(Object.fromEntries(Object.keys(echo.fields).map(member)))
      : JSON_TYPE
  return { job: { type: JOB(kept), code: 'job', optional: true, need: true } }
}

/** Identifies a call of an upstream. Each time that a payment is claimed, the id is a new one. */
export const MADE_NAMES: Names = { call: { type: record({ id: STRING }), code: 'call' } }

/** The arguments of an upstream call, by its `takes`. */
export function argumentNames(takes: Readonly<Record<string, Field>>): Names {
  return Object.fromEntries(
    Object.entries(takes).map(([name, field]) => [name, { ...field, code: `args.${name}` }]),
  )
}

/** Names of an upstream's reply. */
export const REPLY_NAMES: Names = {
  status: { type: INTEGER, code: 'status' },
  reply: { type: JSON_TYPE, code: 'reply' },
  reply_headers: { type: { kind: 'table', of: STRING, open: true }, code: 'reply_headers' },
}

/** The tokens that a conversation used, for `actual` of its price. */
export const USAGE_NAMES: Names = {
  usage: {
    type: record(
      Object.fromEntries(
        ['input', 'cached', 'written', 'output', 'reasoning'].map(name => [name, COUNT]),
      ),
    ),
    code: 'usage',
  },
}

/** The bytes of a reply that is a file. */
export const BYTES_NAMES: Names = { reply_body: { type: JSON_TYPE, code: 'reply_body' } }

/** The result of the call that was made first; absent if it was not made. */
export const EARLIER_NAMES: Names = { earlier: { type: JSON_TYPE, code: 'earlier' } }

/** The members that a submit stored for its poll. */
export function ticketNames(members: readonly string[]): Names {
  const type = members.includes('...')
    ? JSON_TYPE
    : record(Object.fromEntries(members.map(name => [name, JSON_TYPE])))
  return { ticket: { type, code: 'ticket' } }
}

/** Why `model` and `models` are unknown in a route without rows. */
export const NO_MODELS = 'the route has no `models:`'

/** Why `result` is unknown in a route that makes no call. */
export const NO_UPSTREAM = 'the route has no `upstream:`'

/** When names exist, for hints about formulas that read them too early. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  payer: 'it is known once the payment is verified, so in `checks`, `headers` and `reply`',
  requested:
    'it is the requested row, before another one replaced it, so known in `headers` of ' +
    'routes with `fallback`',
  price: 'it is known once the gates have passed, so in `headers`, `reply` and `job`',
  payment: 'it is known once the payment is settled, so in `reply`',
  job: 'it exists in the views of `job`, and in `reply` of routes with jobs',
  result: 'it is known once the upstream has answered, so in `headers` and `reply`',
  usage: 'it is the use of a conversation, so known in `actual` of its price',
  cache: 'it exists in `headers` and `reply` of routes with `cache`',
  status:
    "it is the upstream's, so known in `fail`, `pass_when`, `give`, `ticket` and `pending` " +
    'of upstreams, and in `charge_if` and `keep_when` of routes without `work`',
  reply:
    "it is the upstream's, so known in `fail`, `pass_when`, `give`, `ticket` and `pending` " +
    'of upstreams, and in `charge_if` and `keep_when` of routes without `work`',
  reply_headers:
    "they are the upstream's, so known in `fail`, `pass_when`, `give`, `ticket` and " +
    '`pending` of upstreams',
  call: 'it is known in upstream calls and in their `with`',
  reply_body: 'it is the file in the reply of an upstream, so known in calls with `bytes: true`',
  ticket: 'it was stored by the submit of an upstream call, so known in its `poll`',
  earlier: 'it is the result of a `first` call of an upstream, so known in the call after it',
  request_headers: "they are the caller's, so known where there is a request",
  model: 'it exists after the gate that tests whether the picked id is `in models`',
  models: NO_MODELS,
  body: 'the route has no `body:`',
  query: 'the route has no `query:`',
  path: 'the path has no {holes}',
}
