import { describe, expect, it } from 'vitest'
import { line } from '../../generator/js/flat.ts'
import { lowerFormula, prove } from '../../generator/formula/lower.ts'
import { freeNames, helpersOf } from '../../generator/js/ask.ts'
import { treeOf } from '../js/parse.ts'
import { safeName } from '../../generator/formula/code.ts'
import {
  BOOLEAN,
  factor,
  good,
  INTEGER,
  JSON_TYPE,
  NAMES,
  optional,
  record,
  run,
  STRING,
  text,
} from './world.ts'
import type { Names } from '../../generator/types.ts'

const code = (formula: string, names: Names = NAMES): string =>
  line(good(lowerFormula(text(formula), names)).js)

describe('code has the brackets it needs and no others', () => {
  it.each([
    [
      'body.n >= 1 && body.n <= 10 && body.size in model.sizes',
      'body.n >= 1 && body.n <= 10 && Object.hasOwn(model.sizes, body.size)',
    ],
    ['(body.n + 1) * 2 - (3 - body.n)', '(body.n + 1) * 2 - (3 - body.n)'],
    ['(body.n * 2) + 1', 'body.n * 2 + 1'],
    ['-(body.n + 1)', '-(body.n + 1)'],
    ['- -body.n', '-(-body.n)'],
    ['!(body.stream && body.n > 1) || body.stream', '!(body.stream && body.n > 1) || body.stream'],
    ['(body.stream || body.n > 1) && body.stream', '(body.stream || body.n > 1) && body.stream'],
    ['first(body.seed, 1) + 1', '(body.seed ?? 1) + 1'],
    ['first(body.seed, body.options.depth, 7)', 'body.seed ?? body.options?.depth ?? 7'],
    ['choose(body.stream, 1, 2) + 1', '(body.stream ? 1 : 2) + 1'],
    [
      'choose(body.stream, choose(body.n > 1, "a", "b"), "c")',
      "body.stream ? body.n > 1 ? 'a' : 'b' : 'c'",
    ],
    ['!has(body.seed)', 'body.seed === undefined'],
    [
      '!(has(body.seed) && has(body.urls))',
      '!(body.seed !== undefined && body.urls !== undefined)',
    ],
    [
      'body.prompt.startsWith("data:") && body.prompt.contains(body.size)',
      "body.prompt.startsWith('data:') && body.prompt.includes(body.size)",
    ],
    ['filled(body.prompt)', 'filled(body.prompt)'],
    ['size(body.urls) > 2', '(body.urls?.length ?? 0) > 2'],
    ['join(model.resolutions, ", ")', "join(model.resolutions, ', ')"],
    [
      'join(reply.parts.filter(p, p.type == "text").map(p, p.text), "\\n")',
      "join(items(get(reply, 'parts')).filter(p => get(p, 'type') === 'text').map(p => get(p, 'text')), '\\n')",
    ],
    ['join(reply, body.prompt)', 'join(reply, body.prompt)'],
    [
      'size(body.prompt) + size(body.messages) + size(model.seconds)',
      'length(body.prompt) + body.messages.length + model.seconds.size',
    ],
    ['body.n in model.seconds', 'model.seconds.has(body.n)'],
    ['body.size in model.resolutions', 'model.resolutions.includes(body.size)'],
    [
      'body.messages.all(m, m.role == "user" || m.role == "tool")',
      "body.messages.every(m => m.role === 'user' || m.role === 'tool')",
    ],
    [
      'body.messages.filter(m, has(m.name)).map(m, m.role)',
      'body.messages.filter(m => m.name !== undefined).map(m => m.role)',
    ],
    ['models.map(m, m.id)', 'models.rows.map(m => m.id)'],
    ['body.prompt in models', 'models.get(body.prompt) !== undefined'],
    ['model.resolutions[0]', 'need(model.resolutions[0])'],
    [
      'first(body.resolution, model.resolutions[0])',
      'body.resolution ?? need(model.resolutions[0])',
    ],
    ['model.flat > fee', 'need(model.flat) > 1n'],
    ['has(model.flat) && model.flat > 0.5', 'model.flat !== undefined && model.flat > 500n'],
    [
      'body.temperature > 0.5 && body.temperature <= 2',
      'body.temperature > 0.5 && body.temperature <= 2',
    ],
    ['body.n > 0.5', 'BigInt(body.n) * 2n > 1n'],
    ['body.n in [1, 2]', '[1, 2].includes(body.n)'],
    ['body.n in [0.5, 2]', '[1n, 4n].includes(BigInt(body.n) * 2n)'],
    ['usd(fee, 4)', 'text(1n, 1000n, 4)'],
    ['micro(-0.000002)', 'Number(-2n)'],
    ['micro(0.0000021)', 'Number(3n)'],
    ['micro(model.hourly)', 'Number(model.hourly * 10_000n)'],
    ['worthOf(model.hourly * 1.5)', 'hooks.worthOf(model.hourly * 15_000n)'],
    ['worthOf(model.hourly / 3)', 'hooks.worthOf(ceilDiv(model.hourly * 10_000n, 3n))'],
    [
      'before(body.prompt, ":") + after(reply.a, ",")',
      "before(body.prompt, ':') + after(str(get(reply, 'a')), ',')",
    ],
    ['first(seconds(reply.ms), 3) + 1', "(toSeconds(get(reply, 'ms')) ?? 3) + 1"],
    ['time("2026-12-03T00:00:00Z") - 1d', '1_796_169_600'],
    ['first(time(body.prompt), 0) > 5', '(toTime(body.prompt) ?? 0) > 5'],
    ['{ at: time(reply.at) }', "{ at: toTime(str(get(reply, 'at'))) }"],
    ['first(whole(reply.length, 3), 0) > 5', "(toWhole(get(reply, 'length'), 3) ?? 0) > 5"],
    [
      '{ price: scaled(reply.p, reply.e) }',
      "{ price: toScaled(get(reply, 'p'), get(reply, 'e')) }",
    ],
    [
      'zip({ t: reply.t, o: body.urls }).filter(b, b.o != "x")',
      "zip({ t: get(reply, 't'), o: body.urls }).filter(b => b.o !== 'x')",
    ],
    ['{ lasts: seconds(reply.ms) }', "{ lasts: toSeconds(get(reply, 'ms')) }"],
    ['first(body.urls, []) + model.ratios', '[...(body.urls ?? []), ...model.ratios]'],
    [
      'model.ratios + [body.prompt] + reply.more',
      "[...model.ratios, ...[body.prompt], ...items(get(reply, 'more'))]",
    ],
    ['(model.ratios + ["x"]).map(r, r)', "[...model.ratios, ...['x']].map(r => r)"],
    ['text(body.n)', 'String(body.n)'],
    ['"a" + body.prompt', "'a' + body.prompt"],
    ['body.prompt == "it\'s \\n \\"x\\""', "body.prompt === 'it\\'s \\n \"x\"'"],
    [
      '{ a: body.n, "b c": body.seed, __proto__: 1 }',
      "{ a: body.n, 'b c': body.seed, ['__proto__']: 1 }",
    ],
    ['body["prompt"]', 'body.prompt'],
    ['micro(model.hourly / 3)', 'Number(ceilDiv(model.hourly * 10_000n, 3n))'],
    ['body.stream == true', 'body.stream === true'],
    // TypeScript would refuse the second comparison, since it knows the text by then.
    ['body.prompt == "x" && body.prompt == "y"', "body.prompt === 'x' && same(body.prompt, 'y')"],
    ['body.prompt == "x" && body.prompt != "y"', "body.prompt === 'x' && !same(body.prompt, 'y')"],
    ['body.prompt == "x" && body.size == "y"', "body.prompt === 'x' && body.size === 'y'"],
    ['body.messages != [{ role: "a" }]', "!same(body.messages, [{ role: 'a' }])"],
    ['reply == 3', 'same(reply, 3)'],
    ['reply == null', 'reply === null'],
    ['worthOf(body.n)', 'hooks.worthOf(BigInt(body.n) * 1_000_000n)'],
    ['balanceOf(reply.a)', "await hooks.balanceOf(str(get(reply, 'a')))"],
    ['0.5 in reply.xs', "items(get(reply, 'xs')).includes(0.5)"],
    ['fee in reply', 'items(reply).includes(0.001)'],
    ['reply.a in [0.5, 2]', "[0.5, 2].includes(get(reply, 'a'))"],
    ['body.temperature in [0.5]', '[0.5].includes(body.temperature)'],
    ['size(models) + size(model.sizes)', 'models.ids.length + length(model.sizes)'],
    ['model.ratios.size()', 'model.ratios.length'],
    [
      'models.where(id == "a", hourly > 0.5, context > 3)',
      "models.rows.filter(row => row.id === 'a' && row.hourly > 50n && row.context > 3)",
    ],
    ['model.hourly + 0 > 1', 'model.hourly > 100n'],
    ['0 + model.hourly > 1', 'model.hourly > 100n'],
    ['model.hourly - 0 > 1', 'model.hourly > 100n'],
    ['0 - model.hourly > 1', '0n - model.hourly > 100n'],
    ['model.hourly * 0 > 1', '0n > 100n'],
    ['body.timeout * 0 + 1', '1'],
    ['9007199254740991 - 1 + 1', '9_007_199_254_740_991'],
    ['9007199254740991 + 1 > body.n', '9_007_199_254_740_991 + 1 > body.n'],
    ['-9007199254740991 - 1 < body.n', '-9_007_199_254_740_991 - 1 < body.n'],
    ['factors["4K"] == body.n', "at(factors, '4K') === BigInt(body.n) * 4n"],
    ['[model.seconds]', '[model.seconds]'],
    ['text(models) + text(model.flat)', 'say(models.ids) + shortText(need(model.flat), 1000n, 3)'],
    ['text(payer) + text(body.prompt) + text(body.n)', 'say(payer) + body.prompt + String(body.n)'],
  ])('%s', (formula, expected) => {
    expect(code(formula)).toBe(expected)
  })

  it('JSON is read safely, in one call for a path', () => {
    expect(code('reply.data[0].error["x-y"] == "a"')).toBe(
      "get(reply, 'data', 0, 'error', 'x-y') === 'a'",
    )
    expect(code('reply.data.exists(i, i.ok == false)')).toBe(
      "items(get(reply, 'data')).some(i => get(i, 'ok') === false)",
    )
    expect(code('reply.n > 3 && reply.n == 0.5')).toBe(
      "num(get(reply, 'n')) > 3 && get(reply, 'n') === 0.5",
    )
    expect(code('reply.a.startsWith("x")')).toBe("str(get(reply, 'a')).startsWith('x')")
    expect(code('reply.a == reply.b')).toBe("same(get(reply, 'a'), get(reply, 'b'))")
    expect(code('count(reply) + size(reply.x)')).toBe("count(reply) + length(get(reply, 'x'))")
    expect(code('reply.a in ["x", "y"]')).toBe("['x', 'y'].includes(get(reply, 'a'))")
    expect(code('reply.k in model.sizes')).toBe("Object.hasOwn(model.sizes, str(get(reply, 'k')))")
  })

  it('decimals become JSON numbers, sets lists, models their ids', () => {
    const json = (formula: string): string =>
      line(good(lowerFormula(text(formula), NAMES, JSON_TYPE)).js)
    expect(json('model.sizes["1024x1024"]')).toBe("display(at(model.sizes, '1024x1024'), 200n)")
    expect(json('model.flat')).toBe(
      'model.flat === undefined ? undefined : display(model.flat, 1000n)',
    )
    expect(json('model.seconds')).toBe('[...model.seconds]')
    expect(json('models')).toBe('models.ids')
    expect(json('fee')).toBe('0.001')
    expect(json('model.sizes')).toBe('each(model.sizes, x => display(x, 200n))')
    expect(json('[fee, margin]')).toBe('[1n, 1050n].map(x => display(x, 1000n))')
    expect(run(json('[fee, margin]'))).toEqual([0.001, 1.05])
  })
})

describe('what the code says about itself', () => {
  it('the names it reads and the helpers it calls', () => {
    const lowered = good(
      lowerFormula(text('at > 1 || first(body.seed, min(status, 3)) in model.seconds'), {
        ...NAMES,
        at: { code: 'at_', type: { kind: 'integer' } },
      }),
    )
    expect(lowered.uses).toEqual(['at_', 'body', 'model', 'status'])
    expect([...helpersOf(lowered.js)]).toEqual(['min'])
    expect(lowered.wait).toBe(false)
  })

  it('a gate on the picked id proves the row, and reads nothing else', () => {
    const gate = good(lowerFormula(text('body.model in models'), NAMES, BOOLEAN))
    expect(gate).toMatchObject({
      js: treeOf('model !== undefined'),
      provesModel: true,
      uses: ['model'],
      proves: ['model'],
    })
    expect(good(lowerFormula(text('body.prompt in models'), NAMES)).provesModel).toBeUndefined()
    expect(
      good(lowerFormula(text('body.model in models || body.stream'), NAMES)).provesModel,
    ).toBeUndefined()
    expect(good(lowerFormula(text('!(body.model in models)'), NAMES)).provesModel).toBeUndefined()
    expect(good(lowerFormula(text('body.stream && body.model in models'), NAMES)).provesModel).toBe(
      true,
    )
  })

  it('a hook that waits is awaited', async () => {
    const held = good(lowerFormula(text('balanceOf(body.model) > fee'), NAMES))
    expect(held).toMatchObject({
      js: treeOf('(await hooks.balanceOf(body.model)) > 1000n'),
      wait: true,
      uses: ['body', 'hooks'],
    })
    const scope = { hooks: { balanceOf: async () => 1001n }, body: { model: 'x' } }
    expect(await run(`(async () => ${line(held.js)})()`, scope)).toBe(true)
  })

  it('what a condition proves holds for what follows it', () => {
    const gate = good(lowerFormula(text('has(body.image_url) && has(body.options.depth)'), NAMES))
    expect(gate.proves).toEqual(['body', 'body.image_url', 'body.options', 'body.options.depth'])
    const proves = (formula: string) => good(lowerFormula(text(formula), NAMES)).proves
    expect(proves('!(!has(body.seed) || body.stream)')).toEqual(['body', 'body.seed'])
    expect(proves('has(model.ratios[body.n + 1])')).toEqual(['model', 'model.ratios'])
    expect(proves('has(reply.a[0])')).toEqual(['reply.a[0]'])
    const after = prove(NAMES, gate.proves!)
    expect(code('body.image_url.startsWith("x")', after)).toBe(
      "need(body.image_url).startsWith('x')",
    )
    expect(code('body.options.depth + 1', after)).toBe('need(need(body.options).depth) + 1')
    expect(lowerFormula(text('body.image_url.startsWith("x")'), NAMES).problems[0]!.code).toBe(
      'maybe-absent',
    )
  })

  it('a fact from outside a walk is made known to TypeScript inside it', () => {
    expect(code('has(body.seed) && body.messages.exists(m, size(m.role) > body.seed)')).toBe(
      'body.seed !== undefined && body.messages.some(m => length(m.role) > need(body.seed))',
    )
  })

  it('nothing that it does not know', () => {
    const known = ['js', 'type', 'uses', 'wait', 'place', 'source']
    expect(Object.keys(good(lowerFormula(text('body.n + 1'), NAMES)))).toEqual(known)
    expect(Object.keys(good(lowerFormula(text('body.n > 1'), NAMES)))).toEqual(known)
  })

  it('an optional result says so', () => {
    expect(good(lowerFormula(text('body.seed'), NAMES)).optional).toBe(true)
    expect(good(lowerFormula(text('choose(body.stream, body.n, none)'), NAMES))).toMatchObject({
      optional: true,
      js: treeOf('body.stream ? body.n : undefined'),
    })
    expect(good(lowerFormula(text('first(body.seed, 3)'), NAMES)).optional).toBeUndefined()
  })
})

describe('names of the catalog cannot break the code', () => {
  it('variables that hide a helper, a word of the language or a name that is read are renamed', () => {
    expect(code('body.messages.map(get, get.role)')).toBe('body.messages.map(get_ => get_.role)')
    expect(code('body.messages.map(class, class.role)')).toBe(
      'body.messages.map(class_ => class_.role)',
    )
    expect(code('body.messages.map(hooks, hooks.role)')).toBe(
      'body.messages.map(hooks_ => hooks_.role)',
    )
    expect(code('body.messages.map(body, body.role)')).toBe('body.messages.map(body => body.role)')
    expect(code('body.messages.map(a, body.messages.map(a, a.role))')).toBe(
      'body.messages.map(a => body.messages.map(a => a.role))',
    )
    const names: Names = { ...NAMES, alias: { code: 'row.x', type: STRING } }
    expect(code('body.messages.filter(row, row.role == alias)', names)).toBe(
      'body.messages.filter(row_ => row_.role === row.x)',
    )
  })

  it('safeName and freeNames', () => {
    expect([
      safeName('text'),
      safeName('await'),
      safeName('size'),
      safeName('a', new Set(['a', 'a_'])),
    ]).toEqual(['text_', 'await_', 'size', 'a__'])
    expect([...freeNames(treeOf("c.body.x + at(model.y, 'z.w') + [...list]"))]).toEqual([
      'c',
      'model',
      'list',
    ])
  })

  it('inherited properties are never seen', () => {
    const scope = {
      body: JSON.parse('{ "size": "constructor", "__proto__": { "x": 1 } }'),
      model: { sizes: { s: 1n } },
      reply: JSON.parse('{ "a": { "b": 1 } }'),
    }
    expect(run(code('body.size in model.sizes'), scope)).toBe(false)
    expect(run(code('reply.constructor'), scope)).toBeUndefined()
    expect(run(code('reply.a.toString == null'), scope)).toBe(false)
    expect(() => run(code('model.sizes[body.size]'), scope)).toThrow('no entry "constructor"')
    expect(run("{ ['__proto__']: 1 }")).toHaveProperty(['__proto__'], 1)
    const names: Names = {
      t: { code: 't', type: { kind: 'table', of: STRING, open: true } },
      r: { code: 'r', type: record({ a: STRING }) },
    }
    expect(run(code('first(t["constructor"], "none")', names), { t: {} })).toBe('none')
  })

  it('what may be absent stays absent in a choice of amounts, and first() finds it so', () => {
    const names: Names = {
      o: { code: 'o', type: record({ a: optional(INTEGER), b: optional(factor(100n)) }) },
      on: { code: 'on', type: BOOLEAN },
    }
    const value = (formula: string, o: object, on: boolean): unknown =>
      run(code(formula, names), { o, on })
    expect(value('choose(on, o.a, o.b)', {}, true)).toBeUndefined()
    expect(value('choose(on, o.a, o.b)', {}, false)).toBeUndefined()
    expect(value('choose(on, o.a, 0.25)', { a: 3 }, true)).toBe(12n)
    expect(value('first(choose(on, o.a, o.b), 0.5)', {}, true)).toBe(50n)
    expect(value('first(choose(on, o.a, o.b), 0.5)', { b: 7n }, false)).toBe(7n)
  })
})
