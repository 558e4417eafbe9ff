import { describe, expect, it } from 'vitest'
import { MAX_DEPTH } from '../../generator/formula/cursor.ts'
import { MAX_LENGTH, parseFormula } from '../../generator/formula/parse.ts'
import { good, shown, text } from './world.ts'
import type { Expr } from '../../generator/formula/expr.ts'

/** The tree with every bracket written. */
function tree(expr: Expr): string {
  switch (expr.kind) {
    case 'binary':
      return `(${tree(expr.left)} ${expr.op} ${tree(expr.right)})`
    case 'not':
      return `!${tree(expr.of)}`
    case 'minus':
      return `-${tree(expr.of)}`
    case 'get':
      return `${tree(expr.of)}.${expr.name}`
    case 'index':
      return `${tree(expr.of)}[${tree(expr.key)}]`
    case 'call':
      return `${expr.of ? `${tree(expr.of)}.` : ''}${expr.name}(${expr.args.map(tree).join(', ')})`
    case 'list':
      return `[${expr.items.map(tree).join(', ')}]`
    case 'map':
      return `{${expr.entries.map(entry => `${entry.key}: ${tree(entry.value)}`).join(', ')}}`
    case 'string':
      return JSON.stringify(expr.value)
    case 'number':
      return expr.text
    case 'seconds':
    case 'boolean':
      return String(expr.value)
    case 'name':
      return expr.name
    default:
      return expr.kind
  }
}

const parsed = (source: string): string => tree(good(parseFormula(text(source))))

describe('precedence', () => {
  it.each([
    ['a || b && c', '(a || (b && c))'],
    ['a && b || c && d', '((a && b) || (c && d))'],
    ['!a && b', '(!a && b)'],
    ['!a.b(c)', '!a.b(c)'],
    ['a + b * c - d', '((a + (b * c)) - d)'],
    ['a - b - c', '((a - b) - c)'],
    ['a * -b', '(a * -b)'],
    ['a + 1 > b * 2 && c', '(((a + 1) > (b * 2)) && c)'],
    ['a in b || c in d', '((a in b) || (c in d))'],
    ['(a == b) == c', '((a == b) == c)'],
    ['a.b[c].d(e, f).g', 'a.b[c].d(e, f).g'],
    ['{ a: 1, "b c": [x, 2], }', '{a: 1, b c: [x, 2]}'],
    ['t.map(k, v, { k: v })', 't.map(k, v, {k: v})'],
    ["'it\\'s' + \"\\u0041\\n\"", '("it\'s" + "A\\n")'],
    ['now + 30d', '(now + 2592000)'],
    ['true && none == null', '(true && (none == null))'],
    [' \n a\t', 'a'],
  ])('%s', (source, expected) => {
    expect(parsed(source)).toBe(expected)
  })
})

it('every node knows its characters', () => {
  const source = 'first(body.n, 3) * fee'
  const spans: string[] = []
  const visit = (expr: Expr): void => {
    spans.push(source.slice(expr.start, expr.end))
    if (expr.kind === 'binary') [expr.left, expr.right].forEach(visit)
    if (expr.kind === 'call') expr.args.forEach(visit)
  }
  visit(good(parseFormula(text(source))))
  expect(spans).toEqual(['first(body.n, 3) * fee', 'first(body.n, 3)', 'body.n', '3', 'fee'])
})

describe('what is not a formula', () => {
  it.each([
    `a > 3 ? 1 : 2
      ^
formula-syntax: formulas have no \`? :\`
write \`choose(test, a, b)\``,
    `a % 2
  ^
formula-syntax: formulas have no \`%\`
write a factor, such as \`* 1.05\` for 5 % more`,
    `a = 2
  ^
formula-syntax: a formula cannot assign
compare with \`==\``,
    `a === 2
  ^^^
formula-syntax: formulas have no \`===\`
write \`==\` or \`!=\``,
    `a & b
  ^
formula-syntax: formulas have no \`&\`
write \`&&\``,
    `a and b
  ^^^
formula-syntax: unexpected \`and\`
write \`&&\``,
    `not a
^^^
formula-syntax: formulas have no \`not\`
write \`!\``,
    `a =~ "x"
  ^^
formula-syntax: formulas have no patterns
use \`pattern\` in a schema, or startsWith, endsWith, contains`,
    `a ?? b
  ^^
formula-syntax: formulas have no \`??\`
write \`first(a, b)\``,
    `a?.b
 ^^
formula-syntax: formulas have no \`?.\`
write \`has(a) && a.b ...\`, or \`first(a.b, default)\``,
    `1 < a < 3
      ^
formula-syntax: comparisons cannot be chained
write \`a < b && b < c\``,
    `0,05 * a
^^^^
bad-number: 0,05 is not a number
decimals are written with a point: 0.05; write a blank between two numbers`,
    `max(1,5 * a, b)
    ^^^
bad-number: 1,5 is not a number
decimals are written with a point: 1.5; write a blank between two numbers`,
    `0.1,5 * a
^^^^^
bad-number: 0.1,5 is not a number
a number has one point and no comma; write a blank between two numbers`,
    `a / 1,000
    ^^^^^
bad-number: 1,000 is not a number
write 1000, or 1.000 where the comma is a decimal one; write a blank between two numbers`,
    `a / 1,000,000
    ^^^^^^^^^
bad-number: 1,000,000 is not a number
write 1000000; write a blank between two numbers`,
    `1_000 * a
^^^^^
bad-number: 1_000 is not a number
write the digits without underscores`,
    `1e6 * a
^^^
bad-number: 1e6 is not a number
numbers have no exponents; write all digits`,
    `.5 * a
^^
formula-syntax: a number needs a digit before the point
write 0.5`,
    `5. * a
^^
bad-number: 5. is not a number
write digits on both sides of the point`,
    `2x
^^
bad-number: 2x is not a number
a name cannot begin with a digit; a text needs quotes`,
    `"abc
^
formula-syntax: this text has no closing quote`,
    `"a\\qc"
  ^^
formula-syntax: \`\\q\` is not an escape
offered are \\n \\t \\r \\\\ \\' \\" and \\u0041`,
    `“a”
^
formula-syntax: these are typographic quotes
use ' or "`,
    `a.
  ^
formula-syntax: expected a name after \`.\` but found the end of the formula`,
    `xs.0.b
  ^^
formula-syntax: positions are written in brackets
write xs[0]`,
    `a."b c"
  ^^^^^
formula-syntax: expected a name after \`.\` but found \`"b c"\`
write names with other characters as x["name"]`,
    `min(a, b
        ^
formula-syntax: expected \`)\` but found the end of the formula`,
    `a +
   ^
formula-syntax: expected a value but found the end of the formula`,
    `{ a: 1, a: 2 }
        ^
formula-syntax: \`a\` is repeated here`,
    `{ [a]: 1 }
  ^
formula-syntax: expected a key but found \`[\`
a map is written { name: value, "other name": value }`,
    `a // b
  ^^
formula-syntax: a formula cannot contain comments
put the comment on its own line, after \`#\``,
    `a; b
 ^
formula-syntax: a formula is a single expression
name parts of it with \`let:\``,
    `a b
  ^
formula-syntax: unexpected \`b\``,
    `a "and" b
  ^^^^^
formula-syntax: unexpected \`"and"\``,
    `in + 1
^^
formula-syntax: expected a value but found \`in\``,
    `x => x
  ^^
formula-syntax: formulas have no \`=>\`
write \`xs.map(x, ...)\``,
  ])('%s', expected => {
    const source = expected.slice(0, expected.search(/\n *\^/))
    expect(shown(source, parseFormula(text(source)))).toBe(expected)
  })

  it('an empty one', () => {
    expect(shown('  ', parseFormula(text('  ')))).toBe(
      '  \n^^\nformula-syntax: this formula is empty',
    )
  })
})

it.each([
  ['10n', 'every number is exact; leave out the n'],
  ['10nn', 'every number is exact; leave out the n'],
  ['10min', expect.not.stringContaining('leave out the n')],
])('%s is no number', (source, hint) => {
  expect(parseFormula(text(source)).problems[0]).toMatchObject({ hint })
})

describe('signs of other languages', () => {
  it.each<[string, string, string, string | undefined]>([
    ['a ≥ 3', '≥', 'formulas have no `≥`', 'write `>=`'],
    ['a × b', '×', 'formulas have no `×`', 'write `*`'],
    ['a – b', '–', 'formulas have no `–`', 'write `-`'],
    ['a !== b', '!==', 'formulas have no `!==`', 'write `==` or `!=`'],
    ['a => 3', '=>', 'formulas have no `=>`', 'write `>=`'],
    ['a =< 3', '=<', 'formulas have no `=<`', 'write `<=`'],
    ['a > = 3', '> =', 'formulas have no `> =`', 'write `>=` without a blank'],
    ['a ! = 3', '! =', 'formulas have no `! =`', 'write `!=` without a blank'],
    ['xs.map(x => x)', '=>', 'formulas have no `=>`', 'write `xs.map(x, ...)`'],
    ['a ** 2', '**', 'formulas have no powers', undefined],
    ['a | b', '|', 'formulas have no `|`', 'write `||`'],
    ['a <> b', '<>', 'formulas have no `<>`', 'write `!=`'],
    ['a++', '++', 'formulas have no `++`', 'a formula cannot assign'],
    ['a += 1', '+=', 'formulas have no `+=`', 'a formula cannot assign'],
    ['[...a]', '...', '`...` is not allowed inside a formula', 'spread in the tree: `...: =x`'],
    ['$5 * a', '$', 'a number has no currency sign', expect.stringContaining('amounts are in USD')],
    ['`a`', '`', 'formulas have no ```', 'texts are written in single or double quotes'],
    ['a @ b', '@', 'a formula cannot contain "@"', undefined],
    ['a + 3 cents', 'cents', 'unexpected `cents`', 'amounts are in USD: 0.3 cents are 0.003'],
    [
      'a * (3 percent)',
      'percent',
      'expected `)` but found `percent`',
      expect.stringContaining('%'),
    ],
    ['(a or b)', 'or', 'expected `)` but found `or`', 'write `||`'],
  ])('%s', (source, wrong, message, hint) => {
    const [problem] = parseFormula(text(source)).problems
    const start = source.indexOf(wrong)
    expect(problem).toMatchObject({ message, place: { start, end: start + wrong.length } })
    expect(problem!.hint).toEqual(hint)
  })

  it.each(['"a ≥ b ** c"', "'$5 # %'", 'a - -b', 'a.b - 1', 'a == -1', '!a == !b'])(
    '%s has none',
    source => {
      expect(parseFormula(text(source)).problems).toEqual([])
    },
  )
})

describe('limits', () => {
  const problem = (source: string): string | undefined =>
    parseFormula(text(source)).problems[0]?.code

  it('of length, depth and chains are reported, and reached without a stack overflow', () => {
    expect(problem('a'.repeat(MAX_LENGTH + 1))).toBe('formula-limit')
    expect(problem('('.repeat(MAX_DEPTH + 1) + 'a' + ')'.repeat(MAX_DEPTH + 1))).toBe(
      'formula-limit',
    )
    expect(problem('!'.repeat(1000) + 'a')).toBe('formula-limit')
    expect(problem(Array(1200).fill('a').join('+'))).toBe('formula-limit')
    expect(problem('a' + '.b'.repeat(1500))).toBe('formula-limit')
    expect(problem('['.repeat(2000))).toBe('formula-limit')
  })

  it.each<[string, (count: number) => string]>([
    [
      `a formula has at most ${MAX_LENGTH} characters, this has ${MAX_LENGTH + 1}`,
      count => 'a'.repeat(count - MAX_DEPTH + MAX_LENGTH),
    ],
    [`more than ${MAX_DEPTH} members in a row`, count => `a${'.b'.repeat(count)}`],
    [`more than ${MAX_DEPTH} operators in a row`, count => `a${' + a'.repeat(count)}`],
    [
      `this is nested more than ${MAX_DEPTH} deep`,
      count => `${'('.repeat(count - 1)}a${')'.repeat(count - 1)}`,
    ],
  ])('are the most that is taken: %s', (message, formula) => {
    const found = (count: number) => parseFormula(text(formula(count))).problems
    expect(found(MAX_DEPTH)).toEqual([])
    const [problem] = found(MAX_DEPTH + 1)
    expect(problem).toMatchObject({ code: 'formula-limit', message })
    const isSplit = !message.includes('members')
    expect(problem!.hint).toBe(isSplit ? 'name parts of it with `let:`' : undefined)
  })

  it('leave room for real formulas', () => {
    expect(problem('('.repeat(60) + 'a' + ')'.repeat(60))).toBeUndefined()
    expect(problem(Array(100).fill('a').join(' + '))).toBeUndefined()
  })
})
