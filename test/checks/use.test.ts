/**
 * The use of a call: what an example says of it, which charge results, and which names `actual` of
 * a price has.
 */
import { describe, expect, it } from 'vitest'
import { compile, compileAll } from '../../generator/compile.ts'
import type { ExampleIR } from '../../generator/ir.ts'
import { EXAMPLES, JOB, JOBS, PRICE, PROOF } from './edits.ts'
import { edit, edited, file, type Edit } from './small-catalog.ts'

/** The small catalog's route, charged by what is made. */
const CHARGED = edit(
  'routes',
  PRICE,
  'price:\n    let: { things: body.count }\n    usd: model.rate * things + fee\n' +
    '    actual: { things: count(result.made) }',
)
/** Its examples. */
const SHOWN = (...examples: readonly string[]): Edit =>
  edit('routes', EXAMPLES, `  examples:\n${examples.map(one => `    - { ${one} }\n`).join('')}`)
/** Messages of the small catalog with edits. */
const messages = (...edits: readonly Edit[]): string[] =>
  compileAll(edited(edits)).problems.map(({ message }) => message)
const exampleOf = (...edits: readonly Edit[]): ExampleIR => {
  const { value, problems } = compile(edited(edits))
  expect(problems).toEqual([])
  return value!.routes[0]!.examples[0]!
}

describe('the use in an example', () => {
  it('is a result or a reply as it is written', () => {
    const { used } = exampleOf(
      CHARGED,
      SHOWN(
        'model: small, count: 3, usd: 0.031, used: { result: { made: [a, 2] }, reply: { id: 7 } }, actual: 0.021',
        'model: large, usd: 0.051',
      ),
    )
    expect(used).toMatchObject({ result: { made: ['a', 2] }, reply: { id: 7 }, actual: 21_000n })
    expect(used).not.toHaveProperty('usage')
  })

  it('is a number of tokens of each kind, which is 0 unless it is written', () => {
    const { used } = exampleOf(
      ...TALK('{ tokens: usage.input + usage.output + usage.reasoning }'),
      SHOWN(
        'model: small, count: 9, usd: 0.091, used: { input: 1, output: 2, reasoning: 1 }, actual: 0.041',
        'model: large, usd: 0.051',
      ),
    )
    expect(used!.usage).toEqual({ input: 1, cached: 0, written: 0, output: 2, reasoning: 1 })
    expect(Object.keys(used!).sort()).toEqual(['actual', 'place', 'usage'])
  })

  it.each(['1.5', 'x1', '1x', '-1', '[1]'])('is no number of tokens: %s', output => {
    expect(
      messages(CHARGED, SHOWN(`model: small, usd: 0.011, used: { output: "${output}" }`)),
    ).toContain('this must be a number of tokens')
  })

  it('is not part of an example without it', () => {
    expect(exampleOf()).not.toHaveProperty('used')
  })
})

describe('an amount of an example', () => {
  const INVALID = (text: string): string => `\`${text}\` is not an amount such as 0.05`
  const DIGITS = 'an exact price has at most six digits after the point'

  it.each<[string, string]>([
    ['+1', INVALID('+1')],
    ['.5', INVALID('.5')],
    ['5.', INVALID('5.')],
    ['1e3', INVALID('1e3')],
    ['0x10', INVALID('0x10')],
    ['.inf', INVALID('.inf')],
    ['0.0115001', DIGITS],
  ])('is not %s', (amount, message) => {
    expect(messages(PROOF(`{ model: small, usd: ${amount} }`))).toEqual([message])
    expect(
      messages(CHARGED, PROOF(`{ model: small, used: { result: {} }, actual: ${amount} }`)),
    ).toContain(message)
  })

  it('has as many digits as there are micro-USD', () => {
    expect(exampleOf(edit('routes', 'usd: 0.0115 }', 'usd: 0.011500 }')).expect).toEqual({
      micro: 11_500n,
    })
    const dear = edit('models', 'rate: 0.01 }', 'rate: 12 }')
    const large = edit('routes', 'small, usd: 0.0115 }', 'small, usd: 12.601 }')
    expect(exampleOf(dear, large).expect).toEqual({ micro: 12_601_000n })
    const rounded = edit('routes', 'usd: 0.0115 }', 'about: 0.01150000 }')
    expect(exampleOf(rounded).expect).toEqual({ about: { num: 23n, den: 2000n } })
  })
})

/** The small catalog's route as a conversation, charged by its use. */
const TALK = (actual: string, call = '      protocol: openai_chat\n'): readonly Edit[] => [
  edit('upstream', '      give: { made: =reply.made }\n', call),
  edit('routes', '  reply: { made: =result.made }\n', '  protocol: openai_chat\n'),
  edit(
    'routes',
    PRICE,
    `price:\n    let: { tokens: body.count }\n    usd: model.rate * tokens + fee\n    actual: ${actual}`,
  ),
]
const UNSEEN = '`actual` sees the request, the reply of the upstream, and `usage`'
const SPOKEN =
  'of a route that streams or speaks a protocol, `actual` sees only the request and `usage`'
const NO_USAGE = 'no call of this route has a `protocol` whose upstream reports it'

describe('the names of `actual`', () => {
  const actual = (formula: string, ...edits: readonly Edit[]): string[] =>
    messages(
      edit(
        'routes',
        PRICE,
        `price:\n    let: { things: body.count }\n    usd: model.rate * things + fee\n    actual: { things: '${formula}' }`,
      ),
      ...edits,
    ).filter(message => !/example/.test(message))
  const unknown = (name: string, why: string): string => `\`${name}\` cannot be used here: ${why}`

  it('are the request, the row, the result and the reply', () => {
    for (const formula of [
      'body.count',
      'model.most',
      'count(result.made)',
      'first(whole(reply.made, 0), 0)',
      'choose(status == 200, 1, 2)',
    ])
      expect(actual(formula), formula).toEqual([])
  })

  it.each(['payer', 'price', 'payment', 'job', 'cache'])('are not `%s`', name => {
    expect(actual(`choose(has(${name}), 1, 2)`)).toContain(unknown(name, UNSEEN))
  })

  it('are `usage` only where each call has a protocol', () => {
    expect(actual('usage.output')).toEqual([unknown('usage', NO_USAGE)])
    const spoken = edit(
      'upstream',
      '      give: { made: =reply.made }\n',
      '      protocol: openai_chat\n',
    )
    const replied = edit('routes', '{ made: =result.made }', 'verbatim')
    expect(actual('usage.output', spoken, replied)).toEqual([])
    const other = edit(
      'upstream',
      '    make:\n',
      '    other: { post: /other, timeout: 5s, give: { made: =reply.made } }\n    make:\n',
    )
    const either = edit(
      'routes',
      'upstream: maker.make',
      `upstream: '=choose(body.count > 1, "maker.make", "maker.other")'`,
    )
    expect(actual('usage.output', spoken, replied, other, either)).toContain(
      unknown('usage', NO_USAGE),
    )
  })

  const UPSTREAM = "it is the upstream's, so known in `fail`, `pass_when`, `give`, `ticket` and"

  it('of a route with steps are its steps and the members of its result, and no use', () => {
    const steps: readonly Edit[] = [
      edit('upstream', '{ id: =model.id, count: =body.count }', '{ id: =kind, count: =number }'),
      edit(
        'upstream',
        '    make:\n',
        '    make:\n      takes: { kind: string, number: integer }\n',
      ),
      edit(
        'routes',
        '  upstream: maker.make\n',
        '  work: [one: { call: maker.make, with: { kind: =model.id, number: =body.count } }]\n  give: { made: =one.made }\n',
      ),
    ]
    expect(actual('count(result.made) + count(one.made)', ...steps)).toEqual([])
    expect(actual('count(result.other)', ...steps)).toEqual(['result has no field other'])
    expect(actual('usage.output', ...steps)).toEqual([unknown('usage', NO_USAGE)])
    expect(actual('count(reply.made)', ...steps)[0]).toContain(unknown('reply', UPSTREAM))
  })

  it('are the members of the result that its call gives, and none without a call', () => {
    expect(actual('count(result.other)')).toEqual(['result has no field other'])
    const called = '  upstream: maker.make\n  reply: { made: =result.made }\n'
    const early = 'the route has no `upstream:`'
    expect(actual('count(result.made)', edit('routes', called, '  reply: { ok: true }\n'))).toEqual(
      [unknown('result', early)],
    )
  })

  it.each(['result', 'reply', 'status', 'reply_headers'])(
    'of a conversation are not `%s`',
    name => {
      expect(messages(...TALK(`{ tokens: 'choose(has(${name}), 1, 2)' }`))).toContain(
        unknown(name, SPOKEN),
      )
      expect(messages(...TALK('{ tokens: usage.output }'))).not.toContain(unknown(name, SPOKEN))
    },
  )

  it.each(['hybrid_job', 'polled_job'])('are none in a %s, which is charged its quote', flow => {
    const job = [
      edit('routes', '  flow: inline\n', `  flow: ${flow}\n${JOB}`),
      file('flows.yaml', `${flow}: {}\n`),
    ]
    expect(actual('count(result.made)', ...job)).toContain('a job is charged its quote')
    expect(messages(...JOBS)).toEqual([])
  })
})

describe('the values that `actual` replaces', () => {
  /** Problems of `actual`, of a price with three values of which `usd` reads one. */
  const replacing = (actual: string, lets = ''): [string, string | undefined][] =>
    compileAll(
      edited([
        edit(
          'routes',
          PRICE,
          `${lets}  price:\n    let: { things: body.count, spare: 1, more: spare + 1 }\n    usd: model.rate * things + fee\n    actual: { ${actual} }`.trimStart(),
        ),
      ]),
    )
      .problems.filter(({ code }) => code === 'actual')
      .map(({ message, hint }) => [message, hint])

  it('are values that the formula uses, also through others', () => {
    const unused = 'replace a value that it uses'
    expect(replacing('spare: 2')).toEqual([['`usd` does not use `spare`', unused]])
    expect(replacing('more: 2')).toEqual([['`usd` does not use `more`', unused]])
    const through = edit(
      'routes',
      PRICE,
      'price:\n    let: { spare: 1, things: body.count * spare }\n' +
        '    usd: model.rate * things + fee\n    actual: { spare: 2 }',
    )
    expect(messages(through).filter(one => one.includes('does not use'))).toEqual([])
  })

  it('are not those of the route, of which the price makes its own', () => {
    const lets = 'let: { wanted: body.count, other: 1 }\n'
    const outer = (name: string): [string, string] => [
      `\`${name}\` is not a value of this price`,
      "`actual` replaces values of the price's own `let`; name it there, e.g. " +
        `\`let: { used_${name}: ${name} }\`, and use that in \`usd\``,
    ]
    expect(replacing('wanted: 2', lets)).toEqual([outer('wanted')])
    expect(replacing('other: 2', lets)).toEqual([outer('other')])
    expect(replacing('thing: 2')).toEqual([
      [
        '`thing` is not a value of this price',
        'did you mean `things`?  (one of: things, spare, more)',
      ],
    ])
  })
})
