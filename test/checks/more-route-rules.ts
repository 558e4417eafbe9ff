/** More rules that each look at a catalog that was built. */
import { EXAMPLES, FAIL, FREE, JOBS, LATER, LOOK, MAKE, PRICE, WORDS, type Rule } from './edits.ts'
import { edit, file, freeRoute, type Edit } from './small-catalog.ts'

/** What MCP clients give in place of the body. */
const TOOL_BODY = (fields: string): Edit =>
  edit('routes', '  gates:\n', `  tool_body: ${fields}\n  gates:\n`)

/** A gate after those of the small catalog, whose model ids have at most 20 characters. */
const LAST_GATE = (gate: string): readonly Edit[] => [
  edit('routes', 'string!', 'string! ..20'),
  edit('routes', '  price:', `    - { ${gate} }\n  price:`),
]

/** One entry a rule and mistake. */
export const MORE_RULES: readonly Rule[] = [
  {
    code: 'constant-gate',
    fires: [edit('routes', 'rule: body.count <= model.most', 'rule: body.count <= 10')],
    silent: [edit('routes', 'rule: body.count <= model.most', 'rule: body.count <= 9')],
  },
  {
    code: 'constant-gate',
    fires: [edit('routes', 'rule: body.count <= model.most', 'rule: body.count > 10')],
    silent: [],
  },
  {
    code: 'constant-gate',
    fires: [
      edit(
        'routes',
        '  price:',
        '    - { rule: body.count <= model.most, error: 400 Again }\n  price:',
      ),
    ],
    silent: [
      edit(
        'routes',
        '  price:',
        '    - { rule: body.count < model.most, error: 400 Again }\n  price:',
      ),
    ],
  },
  // The limits of a field refuse the same before.
  {
    code: 'constant-gate',
    fires: LAST_GATE('rule: size(body.model) <= 20, error: 400 Too long'),
    silent: LAST_GATE('rule: size(body.model) <= 19, error: 400 Too long'),
  },
  {
    code: 'constant-gate',
    fires: LAST_GATE('when: size(body.model) > 20, rule: body.model != "small", error: 400 Odd'),
    silent: LAST_GATE('when: size(body.model) > 19, rule: body.model != "small", error: 400 Odd'),
  },
  {
    code: 'no-example',
    fires: [edit('routes', EXAMPLES, '  examples: [{ model: none, refused: 400 }]\n')],
    silent: [edit('routes', EXAMPLES, '  examples: [{ model: small, usd: 0.0115 }]\n')],
  },
  {
    code: 'authorization-short',
    fires: [edit('routes', '  flow: inline\n', '  flow: inline\n  pay: { authorization: 25s }\n')],
    silent: [edit('routes', '  flow: inline\n', '  flow: inline\n  pay: { authorization: 26s }\n')],
  },
  {
    code: 'authorization-short',
    fires: [edit('upstream', 'timeout: 20s', 'timeout: 100s\n      retry: 2')],
    silent: [edit('upstream', 'timeout: 20s', 'timeout: 97s\n      retry: 2')],
  },
  // 20 s of the call, 30 s of the one before it, 6 s of slack.
  {
    code: 'authorization-short',
    fires: [
      MAKE('      first: words\n', WORDS),
      edit('routes', '  flow: inline\n', '  flow: inline\n  pay: { authorization: 55s }\n'),
    ],
    silent: [
      MAKE('      first: words\n', WORDS),
      edit('routes', '  flow: inline\n', '  flow: inline\n  pay: { authorization: 56s }\n'),
    ],
  },
  // The result of two steps may come at any time of the inline window, 30 s.
  {
    code: 'authorization-short',
    fires: [
      LATER,
      ...JOBS,
      edit('routes', '  flow: hybrid_job\n', '  flow: hybrid_job\n  pay: { authorization: 35s }\n'),
    ],
    silent: [
      LATER,
      ...JOBS,
      edit('routes', '  flow: hybrid_job\n', '  flow: hybrid_job\n  pay: { authorization: 36s }\n'),
    ],
  },
  { code: 'two-step', fires: [LATER], silent: [LATER, ...JOBS] },
  { code: 'unused', fires: [MAKE('', WORDS)], silent: [MAKE('      first: words\n', WORDS)] },
  {
    code: 'unused-field',
    fires: [
      edit('routes', '    model: string!\n', '    model: string!\n    theme: string\n'),
      MAKE('      first: words\n', WORDS),
    ],
    silent: [
      edit('routes', '    model: string!\n', '    model: string!\n    theme: string\n'),
      MAKE(
        '      first: words\n',
        WORDS.replace('      give', '      send: { theme: =body.theme }\n      give'),
      ),
    ],
  },
  {
    code: 'waiting-hook',
    fires: [LOOK(true), edit('upstream', 'post: /make', 'post: /make/{look(body.model)}')],
    silent: [LOOK(false), edit('upstream', 'post: /make', 'post: /make/{look(body.model)}')],
  },
  {
    code: 'waiting-hook',
    fires: [
      LOOK(true),
      MAKE('      let: { seen: look(body.model) }\n'),
      edit('upstream', '{ made: =reply.made }', '{ made: =seen }'),
    ],
    silent: [
      LOOK(true),
      MAKE('      let: { seen: look(body.model) }\n'),
      edit('upstream', '{ id: =model.id,', '{ id: =model.id, seen: =seen.a,'),
    ],
  },
  {
    code: 'row-refused',
    fires: [
      edit('models', 'most: 5', 'most: 0'),
      edit('routes', '    - { model: large, count: 2, usd: 0.106 }\n', ''),
    ],
    silent: [
      edit('models', 'most: 5', 'most: 1'),
      edit('routes', '    - { model: large, count: 2, usd: 0.106 }\n', ''),
    ],
  },
  {
    code: 'row-refused',
    fires: [
      edit('models', '  most:   integer = 10\n', '  most:   integer = 10\n  maker:  string = ""\n'),
      edit('models', 'small: { rate: 0.01 }', 'small: { rate: 0.01, maker: us }'),
      edit(
        'routes',
        '    - rule: body.count',
        '    - { rule: model.maker != "", error: 400 Not here }\n    - rule: body.count',
      ),
      edit('routes', '    - { model: large, count: 2, usd: 0.106 }\n', ''),
    ],
    // A gate that asks for a column says itself which rows are sold.
    silent: [
      edit('models', '  most:   integer = 10\n', '  most:   integer = 10\n  maker:  string\n'),
      edit('models', 'small: { rate: 0.01 }', 'small: { rate: 0.01, maker: us }'),
      edit(
        'routes',
        '    - rule: body.count',
        '    - { rule: has(model.maker), error: 400 Not here }\n    - rule: body.count',
      ),
      edit('routes', '    - { model: large, count: 2, usd: 0.106 }\n', ''),
    ],
  },
  {
    code: 'challenge-size',
    fires: [edit('routes', 'summary: Makes things', `summary: ${'long '.repeat(80)}`)],
    silent: [edit('routes', 'summary: Makes things', `summary: ${'long '.repeat(40)}`)],
  },
  {
    code: 'waiting-hook',
    fires: [
      file('hooks.yaml', 'look: { takes: [string], gives: integer, async: true }\n'),
      edit('routes', PRICE, 'price: model.rate * look(body.model)'),
    ],
    silent: [
      file('hooks.yaml', 'look: { takes: [string], gives: integer }\n'),
      edit('routes', PRICE, 'price: model.rate * look(body.model)'),
      edit('routes', EXAMPLES, '  examples: [{ model: small, look: 2, usd: 0.02 }]\n'),
    ],
  },
  {
    code: 'secret',
    fires: [edit('upstream', '"{key}"', '"sk-live-abcdefghijklmnopqrstuvwx"')],
    silent: [edit('upstream', '"{key}"', '"Bearer {key}"')],
  },
  { code: 'secret', fires: [edit('upstream', 'https://api', 'https://me:pass@api')], silent: [] },
  {
    code: 'discovery',
    fires: [edit('routes', '  flow: inline\n', '  flow: inline\n  discovery: free\n')],
    silent: [edit('routes', '  flow: inline\n', '  flow: inline\n  discovery: none\n')],
  },
  {
    code: 'idle-fail',
    fires: [
      FAIL(
        '{ status: [408, 504], as: upstream_timeout }',
        '{ status: 504, when: has(reply.a), as: rate_limited }',
      ),
    ],
    silent: [
      FAIL(
        '{ status: 504, when: has(reply.a), as: rate_limited }',
        '{ status: [408, 504], as: upstream_timeout }',
      ),
    ],
  },
  {
    code: 'idle-fail',
    fires: [
      FAIL('{ when: has(reply.a), as: rate_limited }', '{ when: has(reply.a), as: invalid_input }'),
    ],
    silent: [
      FAIL('{ when: has(reply.a), as: rate_limited }', '{ when: has(reply.b), as: invalid_input }'),
    ],
  },
  {
    code: 'idle-fail',
    fires: [FAIL('{ when: body.count > 10, as: invalid_input }')],
    silent: [FAIL('{ when: body.count > 9, as: invalid_input }')],
  },
  {
    code: 'discovery',
    fires: FREE(freeRoute('a', '  discovery: challenge\n')),
    silent: FREE(freeRoute('a', '  discovery: free\n')),
  },
  ...[
    '{ count: integer = 2 }',
    '{ model: string!, number: integer }',
    '{ model: string!, count: integer = 11 }',
    '{ model: string!, count: string = "2" }',
  ].map(fields => ({
    code: 'tool-body',
    fires: [TOOL_BODY(fields)],
    silent: [TOOL_BODY('{ model: string = small, count: integer = 2 }')],
  })),
]
