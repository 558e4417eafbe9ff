/**
 * Rules about conversations: protocols, streams, rows that step in, calls that are free; what
 * breaks each, and what does not.
 */
import { EXAMPLES, FAIL, FREE, JOBS, KEYS, LOOK, MAKE, PRICE, type Rule } from './edits.ts'
import { edit, file, freeRoute, type Edit } from './small-catalog.ts'

/** The small catalog's call as a conversation, and its route as one that is held in a protocol. */
const TALK = (more = ''): Edit =>
  edit(
    'upstream',
    '      send: { id: =model.id, count: =body.count }\n      give: { made: =reply.made }\n',
    `      protocol: openai_chat\n      send: { id: =model.id, count: =body.count }\n${more}`,
  )
const SPEAK = (more = ''): Edit =>
  edit('routes', '  reply: { made: =result.made }\n', `  protocol: openai_chat\n${more}`)
/** Fields that are not declared are kept. */
const OPEN: Edit = edit('routes', '    model: string!\n', '    ...: forward\n    model: string!\n')
const PASS: Edit = edit(
  'upstream',
  '      send: { id: =model.id, count: =body.count }\n      give: { made: =reply.made }\n',
  '      protocol: openai_responses\n      send: { count: =body.count }\n',
)
/** The same with streams: a flow, a field that asks for them, a call that ends them. */
const LASTS = '      lasts: 60s\n'
const STREAMS: readonly Edit[] = [
  file('flows.yaml', 'stream_or_reply: {}\n'),
  edit('routes', '  flow: inline\n', '  flow: stream_or_reply\n  stream: body.stream\n'),
  edit('routes', '    count: integer', '    stream: boolean = false\n    count: integer'),
]
const QUOTA: Edit = edit(
  'routes',
  '  models:',
  '  pay: { free_quota: { count: [few] } }\n  models:',
)
/** Rows that name others of their table. */
const NEXT = (small: string): readonly Edit[] => [
  edit('models', '  most:', '  next:   row\n  most:'),
  edit('models', '{ rate: 0.01 }', `{ rate: 0.01, next: ${small} }`),
]
const FALLBACK: Edit = edit(
  'routes',
  '  upstream: maker.make\n',
  '  upstream: maker.make\n  fallback: model.next\n',
)
/** Calls for one are free, and counted. */
const FREE_ONE = 'pay: { free: body.count == 1 }'
const FREE_EXAMPLES: Edit = edit(
  'routes',
  EXAMPLES,
  '  examples: [{ model: small, usd: 0 }, { model: small, count: 2, usd: 0.022 }]\n',
)
const LIMIT = (by: string): Edit =>
  file('limits.yaml', `few: { max: 1, per: 1m, by: ${by}, style: reset }\n`)

/** An upstream that free routes call. */
const VIEW = file(
  'upstreams/other.yaml',
  'other:\n  base: https://api.other.example\n  source: other\n  calls:\n' +
    '    look: { get: /look, timeout: 5s, give: { ok: =reply.ok } }\n',
)
const VIEWS = '  upstream: other.look\n'

/** Rules of the check pass. */
export const CONVERSATION_RULES: readonly Rule[] = [
  { code: 'route-protocol', fires: [SPEAK()], silent: [SPEAK(), TALK()] },
  {
    code: 'route-protocol',
    fires: [SPEAK(), PASS],
    silent: [edit('routes', '{ made: =result.made }', 'verbatim'), PASS],
  },
  { code: 'route-protocol', fires: [SPEAK('  reply: verbatim\n'), TALK()], silent: [] },
  {
    code: 'route-protocol',
    fires: [SPEAK(), TALK(), edit('routes', '  upstream: maker.make\n', '')],
    silent: [],
  },
  {
    code: 'protocol',
    fires: [SPEAK(), TALK('      give: { made: =reply.made }\n')],
    silent: [SPEAK(), TALK()],
  },
  { code: 'protocol', fires: [SPEAK(), TALK('      bytes: true\n')], silent: [] },
  {
    code: 'protocol',
    fires: [
      SPEAK(),
      TALK(),
      edit('upstream', 'send: { id: =model.id, count: =body.count }', 'send: verbatim'),
    ],
    silent: [
      edit('routes', '{ made: =result.made }', 'verbatim'),
      PASS,
      edit('upstream', 'send: { count: =body.count }', 'send: verbatim'),
    ],
  },
  {
    code: 'protocol',
    fires: [
      SPEAK(),
      TALK(),
      edit('upstream', '      send: { id: =model.id, count: =body.count }\n', ''),
    ],
    silent: [],
  },
  {
    code: 'protocol',
    fires: [SPEAK(), TALK(), edit('upstream', 'post: /make', 'get: /make')],
    silent: [],
  },
  {
    code: 'open-send',
    fires: [
      OPEN,
      edit(
        'upstream',
        'send: { id: =model.id, count: =body.count }',
        'send: { ...: =body, id: =model.id }',
      ),
    ],
    silent: [
      OPEN,
      edit(
        'upstream',
        'send: { id: =model.id, count: =body.count }',
        'send: { ...: =body, id: =model.id }\n      allow: [id, count]',
      ),
    ],
  },
  {
    code: 'open-send',
    fires: [
      OPEN,
      edit('upstream', 'send: { id: =model.id, count: =body.count }', 'send: { ...: =body }'),
    ],
    silent: [
      edit('upstream', 'send: { id: =model.id, count: =body.count }', 'send: { ...: =body }'),
    ],
  },
  {
    code: 'stream',
    fires: [SPEAK(), TALK(), ...STREAMS.slice(2), KEYS('  stream: body.stream\n')],
    silent: [SPEAK(), TALK(LASTS), ...STREAMS],
  },
  {
    code: 'stream',
    fires: [SPEAK(), TALK(LASTS), ...STREAMS, edit('routes', '  stream: body.stream\n', '')],
    silent: [],
  },
  { code: 'stream', fires: [SPEAK(), TALK(), ...STREAMS], silent: [] },
  { code: 'stream', fires: STREAMS, silent: [] },
  {
    code: 'lasts',
    fires: [SPEAK(), TALK('      lasts: 19s\n'), ...STREAMS],
    silent: [SPEAK(), TALK('      lasts: 20s\n'), ...STREAMS],
  },
  { code: 'lasts', fires: [MAKE(LASTS)], silent: [SPEAK(), TALK(LASTS)] },
  { code: 'fallback', fires: [...NEXT('small'), FALLBACK], silent: [...NEXT('large'), FALLBACK] },
  {
    code: 'fallback',
    fires: [
      edit(
        'routes',
        '  upstream: maker.make\n',
        '  upstream: maker.make\n  fallback: \'"large"\'\n',
      ),
    ],
    silent: [
      edit(
        'routes',
        '  upstream: maker.make\n',
        '  upstream: maker.make\n  fallback: choose(model.id == "large", none, "large")\n',
      ),
    ],
  },
  {
    code: 'fallback',
    fires: [
      ...NEXT('large, word: a'),
      FALLBACK,
      edit('models', '  most:', '  word:   string\n  most:'),
      edit('routes', '  price:', '    - { rule: has(model.word), error: 400 Not here }\n  price:'),
      edit('routes', '    - { model: large, count: 2, usd: 0.106 }\n', ''),
    ],
    silent: [
      ...NEXT('large, word: a'),
      FALLBACK,
      edit('models', '  most:', '  word:   string\n  most:'),
      edit('models', 'most: 5 }', 'most: 5, word: b }\n  other: { rate: 0.03 }'),
      edit('routes', '  price:', '    - { rule: has(model.word), error: 400 Not here }\n  price:'),
    ],
  },
  { code: 'fallback', fires: [...NEXT('large'), FALLBACK, ...JOBS], silent: [...JOBS] },
  // The row that steps in has 20 s of its own: 40 s of work, 6 s of slack.
  {
    code: 'authorization-short',
    fires: [...NEXT('large'), FALLBACK, KEYS('  pay: { authorization: 45s }\n')],
    silent: [...NEXT('large'), FALLBACK, KEYS('  pay: { authorization: 46s }\n')],
  },
  // However long a stream lasts, it is settled in time.
  {
    code: 'authorization-short',
    fires: [
      SPEAK(),
      TALK('      lasts: 20m\n'),
      ...STREAMS,
      edit('upstream', 'timeout: 20s', 'timeout: 295s'),
    ],
    silent: [
      SPEAK(),
      TALK('      lasts: 20m\n'),
      ...STREAMS,
      edit('upstream', 'timeout: 20s', 'timeout: 294s'),
    ],
  },
  {
    code: 'free-unlimited',
    fires: [KEYS(`  ${FREE_ONE}\n`), FREE_EXAMPLES],
    silent: [
      KEYS(`  ${FREE_ONE}\n  limit: { count: [few], when: body.count == 1 }\n`),
      FREE_EXAMPLES,
      LIMIT('ip'),
    ],
  },
  {
    code: 'free-unlimited',
    fires: [KEYS(`  ${FREE_ONE}\n  limit: few\n`), FREE_EXAMPLES, LIMIT('payer')],
    silent: [KEYS(`  ${FREE_ONE}\n  limit: few\n`), FREE_EXAMPLES, LIMIT('ip')],
  },
  {
    code: 'free-unlimited',
    fires: [...FREE(freeRoute('a', VIEWS)), VIEW],
    silent: [...FREE(freeRoute('a', `${VIEWS}  limit: few\n`)), VIEW, LIMIT('ip')],
  },
  {
    code: 'free-quota',
    fires: [KEYS('  pay: { free_quota: { count: [few] } }\n'), LIMIT('client')],
    silent: [KEYS('  pay: { free_quota: { count: [few] } }\n'), LIMIT('ip')],
  },
  {
    // A stream is settled when it ends, so a signed payment cannot be left open.
    code: 'free-quota',
    fires: [SPEAK(), TALK(LASTS), ...STREAMS, QUOTA, LIMIT('payer')],
    silent: [SPEAK(), TALK(LASTS), ...STREAMS, QUOTA, LIMIT('ip')],
  },
  {
    code: 'payment-keys',
    fires: [...FREE(freeRoute('a', '  settle: { on_failure: serve }\n'))],
    silent: [KEYS('  settle: { on_failure: serve }\n')],
  },
  {
    code: 'payment-keys',
    fires: [...FREE(freeRoute('a', '  pay: { redeliver: 5m }\n'))],
    silent: [KEYS('  pay: { redeliver: 5m }\n')],
  },
  {
    code: 'payment-keys',
    fires: [KEYS('  pay: { redeliver: 61m }\n')],
    silent: [KEYS('  pay: { redeliver: 60m }\n')],
  },
  {
    code: 'payment-keys',
    fires: [...FREE(freeRoute('a', '  checks: [{ rule: route.path != "", error: 403 No }]\n'))],
    silent: [KEYS('  checks: [{ rule: payer != "", error: 403 No }]\n')],
  },
  {
    code: 'payment-keys',
    fires: [
      ...JOBS,
      edit(
        'routes',
        '  flow: hybrid_job\n',
        '  flow: hybrid_job\n  settle: { on_failure: serve }\n',
      ),
    ],
    silent: [],
  },
  {
    code: 'payment-keys',
    fires: [KEYS('  pay: { free: body.count >= 1 }\n  limit: few\n'), LIMIT('ip')],
    silent: [],
  },
  {
    code: 'no-example',
    fires: [
      KEYS(`  ${FREE_ONE}\n  limit: few\n`),
      LIMIT('ip'),
      edit('routes', EXAMPLES, '  examples: [{ model: small, usd: 0 }]\n'),
    ],
    silent: [KEYS(`  ${FREE_ONE}\n  limit: few\n`), LIMIT('ip'), FREE_EXAMPLES],
  },
  // What costs nothing because nothing is asked is no mistake in the price.
  {
    code: 'price-zero',
    fires: [edit('routes', PRICE, 'price: (body.count - 1) * model.rate')],
    silent: [
      edit('routes', PRICE, 'price: (body.count - 1) * model.rate'),
      KEYS(`  ${FREE_ONE}\n  limit: few\n`),
      LIMIT('ip'),
      edit(
        'routes',
        EXAMPLES,
        '  examples: [{ model: small, usd: 0 }, { model: small, count: 2, usd: 0.01 }]\n',
      ),
    ],
  },
  {
    code: 'waiting-hook',
    fires: [LOOK(true), edit('upstream', 'post: /make', 'post: /make/{look(body.model)}')],
    silent: [LOOK(true), KEYS('  checks: [{ rule: look(payer) == "x", error: 403 No }]\n')],
  },
  {
    code: 'waiting-hook',
    fires: [
      LOOK(true),
      KEYS('  pay: { free: look(body.model) == "x" }\n  limit: few\n'),
      LIMIT('ip'),
    ],
    silent: [],
  },
  {
    code: 'unused',
    fires: [LIMIT('ip')],
    silent: [LIMIT('ip'), KEYS('  limit: { count: [few], when: body.count == 1 }\n')],
  },
  {
    // A rule of which another one matches some statuses, and not all.
    code: 'idle-fail',
    fires: [FAIL('{ status: 500, as: rate_limited }', '{ status: [500], as: invalid_input }')],
    silent: [
      FAIL('{ status: 500, as: rate_limited }', '{ status: [500, 501], as: invalid_input }'),
    ],
  },
  {
    code: 'constant-gate',
    fires: [KEYS('  checks: [{ rule: body.count <= 10, error: 403 No }]\n')],
    silent: [KEYS('  checks: [{ rule: payer != "", error: 403 No }]\n')],
  },
]

/** Rules of the build pass. */
export const CONVERSATION_BUILD_RULES: readonly Rule[] = [
  { code: 'unknown-row', fires: NEXT('larg'), silent: [...NEXT('large'), FALLBACK] },
  {
    code: 'unknown-row',
    fires: [edit('models', '  most:', '  next:   row = larg\n  most:')],
    silent: [],
  },
  { code: 'fallback', fires: [KEYS('  fallback: body.model\n')], silent: [] },
  { code: 'fallback', fires: FREE(freeRoute('a', '  fallback: route.path\n')), silent: [] },
  {
    code: 'unknown-limit',
    fires: [LIMIT('ip'), KEYS('  limit: { count: [fewer], when: body.count == 1 }\n')],
    silent: [],
  },
]
