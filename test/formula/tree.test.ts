import { describe, expect, it } from 'vitest'
import { line } from '../../generator/js/flat.ts'
import { lowerMessage } from '../../generator/notation/message.ts'
import { lowerTree } from '../../generator/notation/tree.ts'
import {
  good,
  JSON_TYPE,
  list,
  NAMES,
  optional,
  record,
  run,
  shown,
  STRING,
  text,
  yaml,
} from './world.ts'
import type { Names } from '../../generator/types.ts'

const EXTRA: Names = {
  ...NAMES,
  echo: {
    code: 'echo',
    type: record({ a: STRING, b: optional(STRING) }),
  },
  maybe: { code: 'maybe', type: record({ a: STRING }), optional: true },
  rates: { code: 'rates', type: { kind: 'table', of: STRING } },
  tags: { code: 'tags', type: list(STRING) },
}
const tree = (source: string, messages = false) => lowerTree(yaml(source), EXTRA, { messages })
const code = (source: string, messages = false): string => line(good(tree(source, messages)).js)
const message = (source: string): string => line(good(lowerMessage(text(source), EXTRA)).js)

describe('trees', () => {
  it('literals stay, leaves with = are formulas, keys are safe', () => {
    expect(
      code(
        '{ a: 1, b: 0.10, c: text, d: true, e: null, f: [x, =body.n], g: { "h i": =body.seed }, __proto__: 1, "=k": 2 }',
      ),
    ).toBe(
      "{ a: 1, b: 0.1, c: 'text', d: true, e: null, f: ['x', body.n], g: { 'h i': body.seed }, ['__proto__']: 1, '=k': 2 }",
    )
    expect(code('a: "==x"')).toBe("{ a: '=x' }")
    expect(code('a: "{x}"')).toBe("{ a: '{x}' }")
    expect(code('{ status: =status, tags: =tags }')).toBe('{ status, tags }')
    expect(code('=body.n + 1')).toBe('body.n + 1')
  })

  it('decimals become numbers for display, sets lists', () => {
    expect(
      code('{ a: =model.hourly, b: =model.seconds, c: "=usd(fee, 6)", d: =fee, e: =models }'),
    ).toBe(
      '{ a: display(model.hourly, 100n), b: [...model.seconds], c: text(1n, 1000n, 6), d: 0.001, e: models.ids }',
    )
    expect(run('{ a: display(15n, 200n), b: text(1n, 1000n, 6) }')).toEqual({
      a: 0.075,
      b: '0.001000',
    })
  })

  it('spreads records, tables and JSON in order; what is absent spreads nothing', () => {
    expect(code('{ a: 1, ...: =reply, b: 2 }')).toBe('{ a: 1, ...members(reply), b: 2 }')
    expect(
      run(code('{ a: 1, c: 3, ...: =reply, b: 2 }'), { reply: { a: 9, b: 9, __x: 1 } }),
    ).toEqual({ a: 9, c: 3, b: 2, __x: 1 })
    for (const reply of [undefined, null, 'text', [1, 2], 3])
      expect(run(code('{ a: 1, ...: =reply }'), { reply })).toEqual({ a: 1 })
    expect(run(code('{ ...: =maybe, b: 1 }'), { maybe: undefined })).toEqual({ b: 1 })
    expect(code('...: =rates')).toBe('{ ...rates }')
  })

  it('a key that is surely overridden is left out; none removes', () => {
    expect(code('{ a: 1, b: 2, ...: =echo }')).toBe('{ b: 2, ...echo }')
    expect(code('{ ...: =echo, a: =none }')).toBe('{ ...echo, a: undefined }')
    expect(
      JSON.stringify(run(code('{ ...: =echo, a: =none }'), { echo: { a: 'x', b: 'y' } })),
    ).toBe('{"b":"y"}')
  })

  it('has a type, so that what follows is checked', () => {
    expect(good(tree('{ a: =body.n, c: x, ...: =echo, d: =none }')).type).toMatchObject({
      kind: 'record',
      fields: {
        a: { type: STRING },
        b: { type: STRING, optional: true },
        c: { type: { kind: 'string', choices: ['x'] } },
      },
    })
    const type = good(tree('{ n: =body.n, seed: =body.seed, rate: =fee }')).type as any
    expect(type.fields).toMatchObject({
      n: { type: { kind: 'integer' } },
      seed: { optional: true },
      rate: { type: { kind: 'number' } },
    })
    expect(good(tree('{ ...: =reply }')).type).toEqual(JSON_TYPE)
  })

  it('lists the names, helpers and hooks of all leaves', () => {
    const lowered = good(
      tree('{ a: =body.n, b: [=reply.x], c: "=balanceOf(body.model)", ...: =reply.y }'),
    )
    expect(lowered).toMatchObject({
      uses: ['body', 'hooks', 'reply'],
      wait: true,
    })
  })

  it('every faulty leaf is a problem at its own characters', () => {
    const source = '{ a: =bdy.n, b: [=body.promt], ...: body, c: "=body.n +" }'
    const { problems } = tree(source)
    expect(
      problems.map(problem => [problem.code, source.slice(problem.place.start, problem.place.end)]),
    ).toEqual([
      ['unknown-name', 'bdy'],
      ['unknown-field', 'promt'],
      ['bad-tree', 'body'],
      ['formula-syntax', ''],
    ])
    expect(tree('...: =body.prompt').problems[0]).toMatchObject({
      code: 'bad-tree',
      message: 'only records, tables and JSON objects can be spread',
    })
    expect(tree('a: .inf').problems[0]!.code).toBe('bad-number')
  })

  it('places are right inside folded and quoted text', () => {
    const source = 'data: >-\n  =body.messages.map(m,\n  { a: m.rle })\n'
    const { place, message } = tree(source).problems[0]!
    expect([source.slice(place.start, place.end), message]).toEqual(['rle', 'm has no field rle'])
    const quoted = `x: '=body.prompt == ''a'' && bdy'`
    const found = tree(quoted).problems[0]!.place
    expect(quoted.slice(found.start, found.end)).toBe('bdy')
  })
})

describe('messages', () => {
  it.each([
    [
      'Unknown model {body.model}. Available models - {models}',
      '`Unknown model ${body.model}. Available models - ${say(models.ids)}`',
    ],
    ['no holes', "'no holes'"],
    ['{body.n} of {model.resolutions}', '`${body.n} of ${say(model.resolutions)}`'],
    ['{body.seed}', '`${say(body.seed)}`'],
    ['{model.hourly} USD', '`${shortText(model.hourly, 100n, 2)} USD`'],
    ['{usd(fee, 4)}', '`${text(1n, 1000n, 4)}`'],
    ['{reply.error.message}', "`${say(get(reply, 'error', 'message'))}`"],
    ['{{literal}} {body.n}', '`{literal} ${body.n}`'],
    ['{{}}', "'{}'"],
    ['a ` $x ${body.n} \\', '`a \\` $x $${body.n} \\\\`'],
    ['{choose(body.stream, "}", \'{\')}', "`${body.stream ? '}' : '{'}`"],
    ['', "''"],
  ])('%s', (source, expected) => {
    expect(message(source)).toBe(expected)
  })

  it('reads well', () => {
    expect(
      run(message('{models}; {model.seconds}; {model.sizes}; [{body.seed}]; {body.stream}'), {
        models: { ids: ['a', 'b'] },
        model: { seconds: new Set([4, 8]), sizes: { s: 1n, m: 2n } },
        body: { stream: false },
      }),
    ).toBe('a, b; 4, 8; s, m; []; false')
  })

  it('in trees that have them', () => {
    expect(code('{ a: "at most {status} bytes", b: plain, c: "{{x}}" }', true)).toBe(
      "{ a: `at most ${status} bytes`, b: 'plain', c: '{x}' }",
    )
  })

  it.each([
    `Unknown {}
        ^^
bad-message: this hole is empty
write {{}} for braces in the text`,
    `Unknown {body.n
        ^
bad-message: this hole is not closed
write {{ for a brace in the text`,
    `Unknown {bdy.n} x
         ^^^
unknown-name: unknown name bdy
did you mean \`body\`?  (here are: body, model, models, fee, margin, minimum, factors, reply, status, payer, echo, maybe, rates, tags)`,
  ])('%s', expected => {
    const source = expected.slice(0, expected.search(/\n *\^/))
    expect(shown(source, lowerMessage(text(source), EXTRA))).toBe(expected)
  })
})
