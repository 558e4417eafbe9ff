/** Rules about mistakes that would go to customers or upstreams as they stand. */
import type { Rule } from './edits.ts'
import { edit, file, type Edit } from './small-catalog.ts'

const SEND = 'send: { id: =model.id, count: =body.count }'
const send = (fields: string): Edit => edit('upstream', SEND, `send: { ${fields} }`)
const own = (keys: string): Edit => edit('upstream', SEND, `${SEND}\n      ${keys}`)
const header = (text: string): Edit => edit('upstream', 'headers: { x-key: "{key}" }', text)
const fail = (rule: string): Edit =>
  edit('upstream', '      give:', `      fail: [{ ${rule}, as: upstream_failed }]\n      give:`)
const gate = (status: string): Edit =>
  edit('routes', 'error: 400 Unknown model', `error: ${status} Unknown model`)
const count = (type: string): Edit => edit('routes', 'count: integer 1..10 = 1', `count: ${type}`)
const rule = edit('routes', 'body.count <= model.most', 'model.most > 0')
/** A route without a table that sells one thing. */
const single = (fields: string, price: string): Edit =>
  file(
    'tools/more.routes.yaml',
    `- route: POST /api/v1/more
  summary: Makes more
  flow: inline
  body: { text: string!, ${fields} }
  price: ${price}
  upstream: maker.more
  reply: { made: =result.made }
  examples: [{ text: x, usd: 0.011 }]
`,
  )
/** The call of that route. */
const more = (fields: string): Edit =>
  edit(
    'upstream',
    '  calls:\n',
    `  calls:
    more: { post: /more, timeout: 20s, send: { ${fields} }, give: { made: =reply.made } }
`,
  )
/** A table that callers choose from by the words of a field. */
const kinds = (words: string): readonly Edit[] => [
  file(
    'tools/more.models.yaml',
    'columns:\n  rate: usd!\nrows:\n  a: { rate: 0.01 }\n  b: { rate: 0.01 }\n',
  ),
  edit(
    'upstream',
    '  calls:\n',
    '  calls:\n    more: { post: /more, timeout: 20s, send: { kind: =model.id }, give: { made: =reply.made } }\n',
  ),
  file(
    'tools/more.routes.yaml',
    `- route: POST /api/v1/more
  summary: Makes more
  flow: inline
  models: more.models
  pick: body.kind
  body: { kind: ${words} ! }
  price: model.rate + fee
  upstream: maker.more
  reply: { made: =result.made }
  gates: [{ rule: body.kind in models, error: 400 Unknown kind }]
  examples: [{ kind: a, usd: 0.011 }]
`,
  ),
]

export const SILENT_RULES: readonly Rule[] = [
  {
    code: 'type-mismatch',
    fires: [own('query: { n: =body.count }')],
    silent: [own('query: { n: =text(body.count), size: "20", none: =none }')],
  },
  {
    code: 'type-mismatch',
    fires: [own('headers: { X-N: 5 }')],
    silent: [own('headers: { X-N: "5", X-Count: =text(body.count), X-Call: =call.id }')],
  },
  {
    code: 'bad-entry',
    fires: [own('headers: { Content-Type: text/plain }')],
    silent: [own('headers: { Accept: text/plain }')],
  },
  {
    code: 'bad-entry',
    fires: [own('repeat: =body.count\n      headers: { X-Key: =call.id }')],
    silent: [own('repeat: =body.count\n      headers: { X-Key: =body.model }')],
  },
  {
    code: 'bad-value',
    fires: [own('headers: { X-Note: "a – b" }')],
    silent: [own('headers: { X-Note: "a - b ü" }')],
  },
  {
    code: 'secret',
    fires: [own('headers: { X-Api-Key: abc }')],
    silent: [own('headers: { X-Api-Key: =body.model, X-Author: us }')],
  },
  {
    code: 'secret',
    fires: [own('query: { appid: 8f7d6a5b4c3d2e1f0a9b8c7d }')],
    silent: [
      own('query: { token: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", n: v20261128beta1 }'),
    ],
  },
  {
    code: 'secret',
    fires: [own('query: { api_key: abc }')],
    silent: [own('query: { api_key: =body.model, key: name, token: USDC }')],
  },
  {
    code: 'secret',
    fires: [edit('upstream', 'post: /make', 'post: /v1/8f7d6a5b4c3d2e1f0a9b8c7d/make')],
    silent: [
      edit('upstream', 'post: /make', 'post: /v1/6f1c2b0a-1b2c-4d5e-8f90-a1b2c3d4e5f6/make'),
    ],
  },
  {
    code: 'secret',
    fires: [edit('upstream', 'maker.example', 'maker.example/8f7d6a5b4c3d2e1f0a9b8c7d')],
    silent: [edit('upstream', 'maker.example', 'maker.example/generate-content-20261128')],
  },
  {
    code: 'bad-name',
    fires: [own('headers: { "X Author": us }')],
    silent: [own('headers: { X-Author: us }')],
  },
  {
    code: 'bad-tree',
    fires: [send('id: model')],
    silent: [send('id: "model", count: =body.count')],
  },
  {
    code: 'bad-tree',
    fires: [send('id: "about {model.id}", count: =body.count')],
    silent: [send('id: "about {it} {{model}}", count: =body.count')],
  },
  {
    code: 'bad-tree',
    fires: [send('id: "{ model }", count: =body.count')],
    silent: [send('id: "=={model}", count: =body.count')],
  },
  {
    code: 'bad-entry',
    fires: [edit('routes', 'reply: { made: =result.made }', 'reply: verbatum')],
    silent: [edit('routes', 'reply: { made: =result.made }', 'reply: verbatim')],
  },
  {
    code: 'bad-entry',
    fires: [fail('status: 200')],
    silent: [fail('status: 200, when: has(reply.error)')],
  },
  { code: 'bad-entry', fires: [gate('402')], silent: [gate('403')] },
  {
    code: 'bad-message',
    fires: [header('headers: { x-key: =key }')],
    silent: [header('headers: { x-key: "{key}", x-version: v2 }')],
  },
  {
    code: 'bad-message',
    fires: [header('headers: { x-key: $MAKER_KEY }')],
    silent: [header('headers: { x-key: "{key}", x-filter: $all }')],
  },
  {
    code: 'secret',
    fires: [header('headers: { Authorization: Bearer abc }')],
    silent: [header('headers: { x-key: "{key}", x-author: us, x-token-type: bearer }')],
  },
  {
    code: 'price-negative',
    fires: [count('integer = 1'), rule],
    silent: [count('integer 0..10 = 1'), rule],
  },
  {
    // A condition does not calculate with the number.
    code: 'price-negative',
    fires: [count('integer = 1'), rule],
    silent: [
      count('integer = 1'),
      rule,
      edit('routes', 'model.rate * body.count', 'choose(body.count > 0, 2, 1) * model.rate'),
      edit('routes', 'usd: 0.0115', 'usd: 0.022'),
    ],
  },
  {
    code: 'paid-unsent',
    fires: [
      single('hd: boolean = false', 'choose(body.hd, 0.02, 0.01) + fee'),
      more('text: =body.text'),
    ],
    silent: [
      single('hd: boolean = false', 'choose(body.hd, 0.02, 0.01) + fee'),
      more('text: =body.text, hd: =body.hd'),
    ],
  },
  { code: 'row-chosen', fires: kinds('a | c'), silent: kinds('a | b') },
]
