/**
 * Rules that each look at a catalog that was built: what breaks them, and what is right beside it.
 */
import { EXAMPLES, FORM, FREE, JOB, JOBS, PRICE, TWIN, type Rule } from './edits.ts'
import { MORE_RULES } from './more-route-rules.ts'
import { edit, file, freeRoute } from './small-catalog.ts'

const ACTUAL_PRICE =
  'price: { let: { things: body.count }, usd: "max(model.rate * things * margin, minimum) + fee", actual: { things: count(result.made) } }'

/** One entry a rule and mistake. */
export const RULES: readonly Rule[] = [
  {
    code: 'duplicate-route',
    fires: FREE(freeRoute('a/{id}') + freeRoute('a/{name}')),
    silent: FREE(freeRoute('a/{id}') + freeRoute('a/{id}/more') + freeRoute('a/b')),
  },
  {
    code: 'duplicate-route',
    fires: FREE(freeRoute('a') + freeRoute('b', '  aliases: [GET /api/v1/a]\n')),
    silent: FREE(freeRoute('a') + freeRoute('b', '  aliases: [POST /api/v1/a]\n')),
  },
  {
    code: 'duplicate-operation',
    fires: FREE(
      freeRoute('a', '  operation: things.list\n') + freeRoute('b', '  operation: things.list\n'),
    ),
    silent: FREE(
      freeRoute('a', '  operation: things.list\n') + freeRoute('b', '  operation: things.get\n'),
    ),
  },
  {
    code: 'duplicate-operation',
    fires: FREE(freeRoute('a', '  tool: balance\n') + freeRoute('b', '  tool: balance\n')),
    silent: FREE(freeRoute('a', '  tool: balance\n') + freeRoute('b', '  tool: funds\n')),
  },
  {
    code: 'duplicate-operation',
    fires: FREE(freeRoute('a', '  tool: search\n')),
    silent: FREE(freeRoute('a', '  tool: balance\n')),
  },
  {
    code: 'get-body',
    fires: FREE(freeRoute('a', '  body: { text: string }\n')),
    silent: FREE(freeRoute('a', '  query: { text: string }\n')),
  },
  { code: 'bad-path', fires: FREE(freeRoute('a/*/b')), silent: FREE(freeRoute('a/*')) },
  {
    code: 'bad-path',
    fires: FREE(freeRoute('a').replace('/api/v1/a', '/metrics')),
    silent: FREE(freeRoute('metrics')),
  },
  {
    code: 'poll-path',
    fires: [
      ...JOBS,
      file('flows.yaml', 'hybrid_job: {}\nfree: {}\n'),
      file('tools/more.routes.yaml', freeRoute('things/{thing}')),
    ],
    silent: JOBS,
  },
  {
    code: 'poll-path',
    fires: [...JOBS, ...TWIN(JOB + '    signed: { count: =body.count }\n')],
    silent: [...JOBS, ...TWIN(JOB)],
  },
  {
    code: 'constant-gate',
    fires: [FORM('      gates: [{ rule: "true || body.id == body.id", error: 400 None }]\n')],
    silent: [FORM('      gates: [{ rule: body.id != "", error: 400 None }]\n')],
  },
  {
    code: 'actual-example',
    fires: [edit('routes', PRICE, ACTUAL_PRICE)],
    silent: [
      edit('routes', PRICE, ACTUAL_PRICE),
      edit('routes', 'usd: 0.0115 }', 'usd: 0.0115, used: { result: {} }, actual: 0.002 }'),
    ],
  },
  {
    code: 'answer-example',
    fires: [file('answers/a.yaml', 'POST /api/v1/things: { example: 1 }\n')],
    silent: [file('answers/a.yaml', 'POST /api/v1/things: { example: { made: [] } }\n')],
  },
  { code: 'unused-field', fires: [FORM('', 'other: string, ')], silent: [FORM('')] },
  {
    code: 'discovery',
    fires: [
      edit(
        'routes',
        '  flow: inline\n',
        '  flow: inline\n  discovery: none\n  discovery_show: { all: =models }\n',
      ),
    ],
    silent: [
      edit('routes', '  flow: inline\n', '  flow: inline\n  discovery_show: { all: =models }\n'),
    ],
  },
  {
    code: 'unused',
    fires: [file('limits.yaml', 'most: { max: 1, per: 1m, by: ip, style: reset }\n')],
    silent: [
      file('limits.yaml', 'most: { max: 1, per: 1m, by: ip, style: reset }\n'),
      edit('routes', '  flow: inline\n', '  flow: inline\n  limit: most\n'),
    ],
  },
  {
    // Replies without a route have the envelope of gateway.yaml.
    code: 'unused',
    fires: [file('errors/plain.yaml', 'plain: { like: native }\n')],
    silent: [
      file('errors/plain.yaml', 'plain: { like: native }\n'),
      edit('gateway', 'errors: native', 'errors: plain'),
      edit('routes', '  flow: inline\n', '  flow: inline\n  errors: native\n'),
    ],
  },
  {
    code: 'unused',
    fires: [file('templates.yaml', 'paid: { flow: inline }\n')],
    silent: [
      file('templates.yaml', 'paid: { flow: inline }\n'),
      edit('routes', '  flow: inline\n', '  like: paid\n'),
    ],
  },
  {
    code: 'unused',
    fires: [file('hooks.yaml', 'look: { takes: [string], gives: boolean }\n')],
    silent: [
      file('hooks.yaml', 'look: { takes: [string], gives: boolean }\n'),
      edit(
        'routes',
        '  gates:\n',
        '  gates:\n    - { when: has(body.count), rule: look(body.model), error: 400 No }\n',
      ),
      edit('routes', EXAMPLES, EXAMPLES.replaceAll(', usd', ', look: true, usd')),
    ],
  },
  {
    code: 'unused',
    fires: [edit('upstream', '    make:\n', '    test: { get: /test, timeout: 1s }\n    make:\n')],
    silent: [],
  },
  {
    code: 'unused',
    fires: [file('schemas/a.yaml', 'name_text: { type: string }\n')],
    silent: [
      file('schemas/a.yaml', 'name_text: { type: string }\n'),
      edit('routes', 'model: string!', 'model: name_text!'),
    ],
  },
  {
    code: 'unused',
    fires: [file('errors/more.yaml', 'more: { like: native }\n')],
    silent: [
      file('errors/more.yaml', 'more: { like: native }\n'),
      edit('routes', '  flow: inline\n', '  flow: inline\n  errors: more\n'),
    ],
  },
  {
    code: 'unused-field',
    fires: [edit('routes', '    count:', '    colour: string\n    count:')],
    silent: [
      edit('routes', '    count:', '    colour: string\n    count:'),
      edit('upstream', 'count: =body.count', 'count: =body.count, colour: =body.colour'),
    ],
  },
  {
    code: 'no-price',
    fires: [edit('routes', `  ${PRICE}\n`, ''), edit('routes', EXAMPLES, '')],
    silent: FREE(freeRoute('a')),
  },
  { code: 'no-price', fires: FREE(freeRoute('a', '  price: 0.01\n')), silent: [] },
  {
    code: 'price-zero',
    fires: [
      edit('models', '0.01 ', '0 '),
      edit('routes', PRICE, 'price: model.rate * body.count'),
      edit('routes', EXAMPLES, '  examples: [{ model: large, usd: 0.05 }]\n'),
    ],
    silent: [
      edit('models', '0.01 ', '0 '),
      edit('routes', PRICE, 'price: { usd: model.rate * body.count, identify: true }'),
      edit('routes', EXAMPLES, '  examples: [{ model: large, usd: 0.05 }]\n'),
    ],
  },
  {
    code: 'price-negative',
    fires: [
      edit('routes', PRICE, 'price: model.rate - body.count * 0.002'),
      edit('routes', EXAMPLES, '  examples: [{ model: small, usd: 0.008 }]\n'),
    ],
    silent: [
      edit('routes', PRICE, 'price: model.rate + body.count * 0.002 - 0.01'),
      edit('routes', EXAMPLES, '  examples: [{ model: small, usd: 0.002 }]\n'),
    ],
  },
  {
    code: 'price-negative',
    fires: [
      edit('routes', PRICE, 'price: model.rate - body.count * 0.002'),
      edit('routes', EXAMPLES, '  examples: [{ model: small, usd: 0.008 }]\n'),
    ],
    silent: [
      edit('routes', PRICE, 'price: max(model.rate + body.count * 0.002 - 0.06, 0.001)'),
      edit('routes', EXAMPLES, '  examples: [{ model: small, usd: 0.001 }]\n'),
    ],
  },
  {
    code: 'magnitude',
    fires: [
      edit(
        'models',
        '  large: { rate: 0.05, most: 5 }',
        '  large: { rate: 0.05, most: 5 }\n  c: { rate: 0.02 }\n  d: { rate: 0.02 }\n  e: { rate: 20 }',
      ),
    ],
    silent: [
      edit(
        'models',
        '  large: { rate: 0.05, most: 5 }',
        '  large: { rate: 0.05, most: 5 }\n  c: { rate: 0.02 }\n  d: { rate: 0.02 }\n  e: { rate: 0.24 }',
      ),
    ],
  },
  ...MORE_RULES,
  {
    code: 'no-accepts',
    fires: [edit('errors', 'accepts: =challenge.accepts', 'x402Version: 2')],
    silent: [edit('errors', 'accepts: =challenge.accepts', '...: =challenge')],
  },
]
