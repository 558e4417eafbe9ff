/** Trees of JavaScript: what is asked of them, and that their text means the same again. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  freeNames,
  isSame,
  membersRead,
  readsWhole,
  scopeReads,
  typesOf,
} from '../../generator/js/ask.ts'
import { atOnce } from '../../generator/js/change.ts'
import { line } from '../../generator/js/flat.ts'
import { not } from '../../generator/js/negate.ts'
import { print } from '../../generator/js/print.ts'
import {
  literal,
  name,
  objectOf,
  type Js,
  type JsOf,
  type Operator,
  type Statement,
} from '../../generator/js/tree.ts'
import { treeOf, whole } from './parse.ts'

const OPERATORS: readonly Operator[] = ['??', '||', '&&', '===', '<', '+', '-', '*']

/** Trees of every kind, as deep as tests bear. */
const TREES: fc.Arbitrary<Js> = fc.letrec<{ js: Js }>(tie => ({
  js: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom<Js>(
      { kind: 'name', name: 'first_name_of_the_scope' },
      { kind: 'name', name: 'b' },
      { kind: 'text', value: "it's `a` ${text}" },
      { kind: 'number', value: 12345n },
      { kind: 'number', value: 7 },
      { kind: 'word', value: undefined },
    ),
    fc.record({
      kind: fc.constant('binary' as const),
      op: fc.constantFrom(...OPERATORS),
      left: tie('js'),
      right: tie('js'),
    }),
    fc.record({
      kind: fc.constant('unary' as const),
      op: fc.constantFrom('!' as const, '-' as const),
      of: tie('js'),
    }),
    fc.record({
      kind: fc.constant('choice' as const),
      test: tie('js'),
      yes: tie('js'),
      no: tie('js'),
    }),
    fc.record({
      kind: fc.constant('call' as const),
      of: tie('js'),
      args: fc.array(tie('js'), { maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('member' as const), of: tie('js'), name: fc.constant('items') }),
    fc.record({ kind: fc.constant('index' as const), of: tie('js'), key: tie('js') }),
    fc.record({
      kind: fc.constant('array' as const),
      items: fc.array(tie('js'), { maxLength: 3 }),
    }),
    tie('js').map((value): Js => ({
      kind: 'object',
      members: [
        { key: 'a-b', value },
        { key: 'short', value: { kind: 'number', value: 1 } },
        { spread: value },
      ],
    })),
    tie('js').map((gives): Js => ({
      kind: 'arrow',
      takes: { form: 'one', names: ['one'] },
      gives,
    })),
    tie('js').map((hole): Js => ({ kind: 'template', parts: ['has ', hole, '`'] })),
  ),
})).js

/** The tree with rows of `??` grouped to the left, as the language reads them. */
function grouped(js: Js): string {
  const parts = (one: Js): Js[] =>
    one.kind === 'binary' && one.op === '??' ? [...parts(one.left), ...parts(one.right)] : [one]
  return JSON.stringify(js, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`
    if (value === undefined) return '_'
    const one = value as Js | null
    if (typeof one !== 'object' || one?.kind !== 'binary' || one.op !== '??') return value
    return { row: parts(one) }
  })
}

describe('printing', () => {
  it('text read again is the same tree, on one line and on many', () => {
    fc.assert(
      fc.property(TREES, fc.integer({ min: 0, max: 90 }), (js, column) => {
        expect(grouped(treeOf(line(js)))).toBe(grouped(js))
        expect(grouped(treeOf(print(js, { indent: 0, column, tail: 1 })))).toBe(grouped(js))
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['(a || b) && c', '(a || b) && c'],
    ['(a ?? b) && c', '(a ?? b) && c'],
    ['a - (b - c)', 'a - (b - c)'],
    ['-(-a)', '-(-a)'],
    ['(await a).b', '(await a).b'],
    ['x => ({ a: 1 })', 'x => ({ a: 1 })'],
    ['x => ({ a: 1 }).a', 'x => ({ a: 1 }.a)'],
    ['(a ? b : c) ? d : e', '(a ? b : c) ? d : e'],
    ['(x => x)(1)', '(x => x)(1)'],
    ['[...(a ?? b)]', '[...(a ?? b)]'],
    ["({ ['__proto__']: 1, 'a-b': a, b: b })", "{ ['__proto__']: 1, 'a-b': a, b }"],
  ])('%s keeps its brackets', (source, text) => {
    expect(line(treeOf(source))).toBe(text)
  })

  it('stays within 100 columns, texts aside', () => {
    const words = Array.from({ length: 12 }, (_, i) => `'a long word ${i}'`).join(', ')
    const js = treeOf(
      `x.some(i => i === 'q') && [${words}].includes(y) || x.map(i => ({ a: [${words}], more: i.length })).length > 5`,
    )
    const text = print(js, { indent: 2, column: 10, tail: 1 })
    expect(Math.max(...text.split('\n').map(one => one.length))).toBeLessThanOrEqual(100)
    expect(text.split('\n').length).toBeGreaterThan(4)
  })

  it('short values that follow each other share lines, all others have their own', () => {
    const notes = { key: 'noted', value: literal(1), note: 'why' }
    const js = treeOf(
      `({ id: 'a', tags: ['b', 'c'], n: size(x) * 2, f: x => x, of: { a: 1 }, t: 'd', ...rest })`,
    ) as JsOf<'object'>
    const noted = objectOf([...js.members, notes, { key: 'end', value: literal(2) }])
    expect(print(noted, { indent: 0, column: 90, tail: 0 })).toBe(
      [
        '{',
        "  id: 'a', tags: ['b', 'c'], n: size(x) * 2,",
        '  f: x => x,',
        '  of: { a: 1 },',
        "  t: 'd', ...rest,",
        '  noted: 1, // why',
        '  end: 2,',
        '}',
      ].join('\n'),
    )
  })

  it('a function whose value fits below its head is broken there', () => {
    const js = treeOf(`x => ({ a: '${'y'.repeat(60)}', b: [{ c: 1 }] })`)
    const text = print(js, { indent: 2, column: 20, tail: 1 })
    expect(text).toBe(`x =>\n    ({ a: '${'y'.repeat(60)}', b: [{ c: 1 }] })`)
  })

  it('a condition around a single return has no braces', () => {
    const test = treeOf('a_long_name_of_a_condition(body)')
    const value = literal({ status: 400, message: 'x'.repeat(50) })
    const gives = [{ kind: 'if' as const, test, body: [{ kind: 'return' as const, value }] }]
    const js: Js = { kind: 'arrow', takes: { form: 'one', names: ['body'] }, gives }
    expect(whole(js)).toContain(
      `  if (a_long_name_of_a_condition(body))\n    return { status: 400, message: 'xxx`,
    )
  })

  describe('the comment of a statement', () => {
    const returned = { kind: 'return' as const, value: name('x') }
    const printed = (text: string, next: Statement): string => {
      const gives = [{ kind: 'note' as const, text }, next, returned]
      return whole({ kind: 'arrow', takes: { form: 'one', names: ['a'] }, gives })
    }
    const iff = (test: string): Statement => ({ kind: 'if', test: treeOf(test), body: [returned] })

    it('ends its first line if it fits there', () => {
      expect(printed('why', iff('a'))).toContain('\n  if (a) return x // why\n  return x\n')
      const declares: Statement = { kind: 'const', name: 'b', value: name('c') }
      expect(printed('why', declares)).toContain('\n  const b = c // why\n  return x\n')
      const two = { ...iff('a'), body: [declares, returned] }
      expect(printed('why', two as Statement)).toContain('\n  if (a) { // why\n    const b = c\n')
    })

    it('fits up to column 100, and is above what is longer', () => {
      const line = '  if (a) return x // '
      const fits = 'w'.repeat(100 - line.length)
      expect(printed(fits, iff('a'))).toContain(`\n${line}${fits}\n`)
      expect(printed(`${fits}w`, iff('a'))).toContain(`\n  // ${fits}w\n  if (a) return x\n`)
    })

    it('is above a condition of several lines', () => {
      const broken = iff(`a.${'b'.repeat(60)} && a.${'c'.repeat(60)}`)
      expect(printed('why', broken)).toContain(`\n  // why\n  if (a.${'b'.repeat(60)}\n`)
    })
  })

  it('plain values mean the same', () => {
    const value = {
      first: 'x'.repeat(60),
      second: ['y'.repeat(50), { third: 'z,({'.repeat(20) }],
      fourth: 40_000,
    }
    expect(new Function(`return (${whole(literal(value))})`)()).toEqual(value)
  })
})

describe('questions', () => {
  it('free names leave out members, keys and parameters, where they are bound', () => {
    const js = treeOf(
      '[models.rows.map(m => ({ id: m.id, price: first(m.sizes, body.size), x: { y: now } })), m, `a ${query.b}`]',
    )
    expect([...freeNames(js)].sort()).toEqual(['body', 'first', 'm', 'models', 'now', 'query'])
  })
  it('which members of a name are read, and whether all of it is', () => {
    const js = treeOf("get(body, 'a', 0) + body.b?.c + length(get(body, 'd'))")
    expect(membersRead(js, 'body')).toEqual(['a', 'b', 'd'])
    expect(readsWhole(js, 'body')).toBe(false)
    expect(readsWhole(treeOf('count(body)'), 'body')).toBe(true)
    expect(readsWhole(treeOf("get(body, 'a', size(body))"), 'body')).toBe(true)
  })
  it('what a function of statements declares is its own, what it takes of the scope is known', () => {
    const js: Js = {
      kind: 'arrow',
      takes: { form: 'one', names: ['c'] },
      gives: [
        { kind: 'members', names: ['body', 'query'], of: name('c') },
        { kind: 'const', name: 'own', value: treeOf('body.n + outer') },
        { kind: 'return', value: { kind: 'as', of: treeOf('({ own, query })'), type: 'Shape' } },
      ],
    }
    expect([...freeNames(js)]).toEqual(['outer'])
    expect([...scopeReads(js)]).toEqual(['body', 'query'])
    expect(typesOf(js)).toEqual(['Shape'])
  })
  it('whether two are the same', () => {
    expect(isSame(treeOf('a.b === (1n)'), treeOf('a.b===1n'))).toBe(true)
    expect(isSame(treeOf('a.b === 1n'), treeOf('a.b === 1'))).toBe(false)
    expect(isSame(treeOf('a.b'), treeOf('a?.b'))).toBe(false)
  })
  it('what waits no longer does', () => {
    expect(line(atOnce(treeOf('(await f(x)) + (await g(await h()))')))).toBe('f(x) + g(h())')
  })
})

describe('negation', () => {
  it.each([
    ['a.b', '!a.b'],
    ['!has(a)', 'has(a)'],
    ['a && b', '!(a && b)'],
    ['!(a && b)', 'a && b'],
    ['!a && b', '!(!a && b)'],
    ['a === b', 'a !== b'],
    ['a !== b || c', '!(a !== b || c)'],
    ['a < b', '!(a < b)'],
    ['a === b && c === d', '!(a === b && c === d)'],
    ["xs.some(m => m.role !== 'x')", "!xs.some(m => m.role !== 'x')"],
    ["a.b === 'x === y'", "a.b !== 'x === y'"],
    ['f(a === b) === g(c)', 'f(a === b) !== g(c)'],
  ])('of %s is %s', (source, text) => {
    expect(line(not(treeOf(source)))).toBe(text)
  })
})
