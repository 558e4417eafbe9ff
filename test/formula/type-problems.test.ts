/** What people see of a value of the wrong type: its place, its own words, and what to write. */
import { describe, expect, it } from 'vitest'
import { lowerFormula, lowerPrice, prove } from '../../generator/formula/lower.ts'
import { BOOLEAN, factor, good, INTEGER, NAMES, run, shown, STRING, text } from './world.ts'
import type { Type } from '../../generator/types.ts'

/** The formula, carets under what is wrong, the code and message, the hint. */
function check(expected: string, lower: typeof lowerPrice): void {
  const source = expected.slice(0, expected.search(/\n *\^/))
  expect(shown(source, lower(text(source), NAMES))).toBe(expected)
}

describe('what can be looked for in what', () => {
  it.each([
    `model in models
^^^^^
type-mismatch: a model is named by a string; this is a record`,
    `body.n in models
^^^^^^
type-mismatch: a model is named by a string; this is an integer`,
    `body.n in model.sizes
^^^^^^
type-mismatch: the keys of model.sizes are strings; this is an integer`,
    `body.temperature in model.seconds
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
type-mismatch: \`body.temperature\` is a number, the list holds an integer`,
    `fee in model.seconds
^^^^^^^^^^^^^^^^^^^^
type-mismatch: \`fee\` is an amount in USD, the list holds an integer`,
    `body.n in model.ratios
^^^^^^^^^^^^^^^^^^^^^^
always-false: always false: \`body.n\` is an integer, \`model.ratios\` is a list of strings
compare with a value that occurs, or remove the comparison`,
    `factors in body.messages
^^^^^^^^^^^^^^^^^^^^^^^^
always-false: always false: \`factors\` is a table of decimals, \`body.messages\` is a list of records
compare with a value that occurs, or remove the comparison`,
    `body.n in body.status
          ^^^^^^^^^^^
type-mismatch: \`body.status\` is "active" | "closed" | "archived"; nothing is in it
write \`text.contains("part")\``,
    `body.status in model.seconds
^^^^^^^^^^^^^^^^^^^^^^^^^^^^
always-false: always false: \`body.status\` is "active" | "closed" | "archived", \`model.seconds\` is a list of integers
compare with a value that occurs, or remove the comparison`,
  ])('%s', expected => check(expected, lowerFormula))
})

describe('methods', () => {
  it.each([
    `body.prompt.contains()
^^^^^^^^^^^^^^^^^^^^^^
wrong-arguments: contains() takes one text`,
    `body.prompt.contains("a", "b")
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
wrong-arguments: contains() takes one text`,
    `model.ratios.contains("a")
             ^^^^^^^^
type-mismatch: \`model.ratios\` is a list
write \`x in xs\``,
    `body.prompt.map(x, x)
^^^^^^^^^^^
type-mismatch: \`body.prompt\` is a string and has no elements`,
    `factors.filter(k, v, v > 1)
        ^^^^^^
unknown-function: a table has no filter()
write t.map(key, value, ...)`,
    `factors.unique(k, v, k)
        ^^^^^^
unknown-function: a table has no unique()
write t.map(key, value, ...)`,
    `factors.map(x, x)
^^^^^^^^^^^^^^^^^
wrong-arguments: map is written t.map(key, value, ...)`,
    `model.ratios.map(x)
^^^^^^^^^^^^^^^^^^^
wrong-arguments: map is written xs.map(x, ...)`,
    `model.ratios.map(x + 1, x)
                 ^^^^^
wrong-arguments: expected a name: xs.map(x, ...)`,
    `model.ratios.where(x == 1)
^^^^^^^^^^^^^^^^^^^^^^^^^^
wrong-arguments: where() tests conditions on the fields of records
write xs.filter(x, ...)`,
    `body.messages.where()
^^^^^^^^^^^^^^^^^^^^^
wrong-arguments: where() tests conditions on the fields of records
write xs.filter(x, ...)`,
    `body.messages.where(role)
                    ^^^^
type-mismatch: expected a condition but \`role\` is a string`,
    `body.n.size()
^^^^^^
type-mismatch: \`body.n\` is an integer and has no size`,
  ])('%s', expected => check(expected, lowerFormula))
})

describe('entries', () => {
  it.each([
    `body.n[0]
^^^^^^^^^
type-mismatch: \`body.n\` is an integer and has no entries`,
    `body[body.prompt]
^^^^^^^^^^^^^^^^^
type-mismatch: \`body\` is a record and has no entries
write the name itself: .name or ["name"]`,
    `model.ratios["a"]
             ^^^
type-mismatch: expected a position but this is "a"`,
    `reply[body.stream]
      ^^^^^^^^^^^
type-mismatch: expected a name or a position but this is true or false`,
    `factors[body.n]
        ^^^^^^
type-mismatch: the keys of factors are strings; this is an integer`,
    `factors[body.status]
        ^^^^^^^^^^^
unknown-key: factors has no entry "active" or "closed" or "archived"
it has: 480p, 720p, 1080p, 4K`,
    `model.seconds[0]
^^^^^^^^^^^^^^^^
type-mismatch: \`model.seconds\` is a set without an order
test \`x in ...\``,
    `body.messages[-1]
              ^^
type-mismatch: positions start at 0`,
    `model.flat.x
^^^^^^^^^^
unknown-field: \`model.flat\` is an amount in USD and has no members`,
    `models.rows
^^^^^^
unknown-field: \`models\` is the models table and has no members
iterate over it: models.map(m, ...); the chosen row is \`model\``,
    `none.x
^^^^
unknown-field: \`none\` is none and has no members`,
  ])('%s', expected => check(expected, lowerFormula))
})

describe('functions', () => {
  it.each([
    `size(model)
     ^^^^^
type-mismatch: \`model\` is a record and has no size`,
    `count(fee)
      ^^^
type-mismatch: count() takes JSON; this is an amount in USD
write size(x)`,
    `count(models)
      ^^^^^^
type-mismatch: count() takes JSON; this is the models table
write size(x)`,
    `filled(body.n)
       ^^^^^^
type-mismatch: filled() takes JSON or a text; this is an integer
write has(x) or size(x)`,
    `iso(body.prompt)
    ^^^^^^^^^^^
type-mismatch: iso() takes Unix seconds; this is a string`,
    `seconds(fee)
        ^^^
type-mismatch: seconds() takes milliseconds of JSON; this is an amount in USD`,
    `whole(fee, 2)
      ^^^
type-mismatch: whole() takes a JSON number; this is an amount in USD`,
    `whole(reply.n, "2")
               ^^^
type-mismatch: the digits must be an integer; this is "2"`,
    `scaled(fee, reply.d)
       ^^^
type-mismatch: scaled() takes JSON; this is an amount in USD`,
    `scaled(reply.n, fee)
                ^^^
type-mismatch: scaled() takes JSON; this is an amount in USD`,
    `didYouMean("a", body.n)
                ^^^^^^
type-mismatch: didYouMean() takes models, a table or a list of texts; this is an integer`,
    `didYouMean("a", model.seconds)
                ^^^^^^^^^^^^^
type-mismatch: didYouMean() takes models, a table or a list of texts; this is a list of integers`,
    `least(body.prompt)
      ^^^^^^^^^^^
type-mismatch: least() takes a table of numbers; this is a string`,
    `least(model.seconds)
      ^^^^^^^^^^^^^
type-mismatch: least() takes a table of numbers; this is a list of integers`,
    `least(model.ratios)
      ^^^^^^^^^^^^
type-mismatch: least() takes a table of numbers; this is a list of strings`,
    `micro(body.n)
      ^^^^^^
unit-mismatch: micro() takes an amount in USD; \`body.n\` is a count`,
    `usd(fee, 19)
         ^^
wrong-arguments: usd() takes the number of digits, written here, from 0 to 18`,
    `join(body.messages, ",")
     ^^^^^^^^^^^^^
type-mismatch: join() takes a list of strings; \`body.messages\` is a list of records
write each element as text: join(xs.map(x, text(x)), ", ")`,
    `join(model.ratios, 1)
                   ^
type-mismatch: expected a string but \`1\` is an integer`,
    `text(fee / 3)
     ^^^^^^^
type-mismatch: \`fee / 3\` has no finite decimal form
write the number of digits: usd(x, 6)`,
    `text(models.map(m, m.hourly))
     ^^^^^^^^^^^^^^^^^^^^^^^
type-mismatch: a list of amounts in USD cannot be written as text`,
    `map(body.urls)
^^^
unknown-function: unknown function map
write x.map(...)`,
    `fee(1)
^^^
unknown-function: fee is not a function
here are: has, choose, first, min, max, size, count, filled, least, usd, micro, text, join, iso, time, seconds, whole, scaled, before, after, lower, split, take, zip, didYouMean, host, balanceOf, healthOf, worthOf, estimate`,
  ])('%s', expected => check(expected, lowerFormula))
})

describe('hooks', () => {
  it.each([
    `balanceOf()
^^^^^^^^^^^
wrong-arguments: balanceOf() takes a string, here are no arguments`,
    `balanceOf(payer, 1)
^^^^^^^^^^^^^^^^^^^
wrong-arguments: balanceOf() takes a string, here are 2 arguments`,
    `estimate(1)
^^^^^^^^^^^
wrong-arguments: estimate() takes JSON, JSON, here is 1 argument`,
    `healthOf("basik")
         ^^^^^^^
type-mismatch: expected "basic" | "chain" but \`"basik"\` is "basik"
did you mean \`basic\`?  (one of: basic, chain)`,
    `healthOf(body.status)
         ^^^^^^^^^^^
type-mismatch: expected "basic" | "chain" but \`body.status\` is "active" | "closed" | "archived"`,
    `healthOf(body.prompt)
         ^^^^^^^^^^^
type-mismatch: expected "basic" | "chain" but \`body.prompt\` is a string`,
    `worthOf(body.prompt)
        ^^^^^^^^^^^
type-mismatch: expected an amount in USD but \`body.prompt\` is a string`,
    `model.ratios.map(x, balanceOf(x))
                    ^^^^^^^^^^^^
waiting-hook: balanceOf() waits, and cannot be called for each element
call it in \`let:\``,
  ])('%s', expected => check(expected, lowerFormula))
})

describe('comparisons', () => {
  it.each([
    `body.n == none
          ^^^^
type-mismatch: \`none\` cannot be compared
test \`has(x)\``,
    `none != body.n
^^^^
type-mismatch: \`none\` cannot be compared
test \`has(x)\``,
    `"a" < body.prompt
^^^
type-mismatch: \`"a"\` is "a" and cannot be compared here
texts are compared by == and != only`,
    `model.seconds == model.seconds
^^^^^^^^^^^^^
type-mismatch: \`model.seconds\` is a list of integers and cannot be compared here`,
    `models.map(m, m.hourly) == models.map(m, m.hourly)
^^^^^^^^^^^^^^^^^^^^^^^
type-mismatch: \`models.map(m, m.hourly)\` is a list of amounts in USD and cannot be compared here`,
    `body.prompt == null
^^^^^^^^^^^^^^^^^^^
always-false: always false: \`body.prompt\` is a string, \`null\` is null
test \`has(x)\``,
    `body.n != body.prompt
^^^^^^^^^^^^^^^^^^^^^
always-false: always true: \`body.n\` is an integer, \`body.prompt\` is a string
compare with a value that occurs, or remove the comparison`,
  ])('%s', expected => check(expected, lowerFormula))
})

describe('choices', () => {
  it.each([
    `choose(body.stream, model.ratios, model.seconds)
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
type-mismatch: cannot choose between a list of strings and a list of integers`,
    `choose(body.stream, body.temperature, body.n)
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
type-mismatch: cannot choose between a number and an integer`,
    `choose(body.stream, model, body)
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
type-mismatch: cannot choose between a record and a record`,
    `choose(body.stream, factors, model.sizes)
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
type-mismatch: cannot choose between a table of decimals and a table of amounts in USD`,
    `choose(body.stream, models, body.n)
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
type-mismatch: cannot choose between the models table and an integer`,
    `choose(body.stream, balanceOf, body.n)
                    ^^^^^^^^^
type-mismatch: balanceOf is a hook
call it: balanceOf(...)`,
  ])('%s', expected => check(expected, lowerFormula))
})

describe('prices', () => {
  it.each([
    `body.prompt
^^^^^^^^^^^
type-mismatch: a price is an amount in USD; this is a string`,
    `body.n
^^^^^^
unit-mismatch: a price is an amount in USD; this is a count
multiply it by a rate`,
    `model.seconds
^^^^^^^^^^^^^
type-mismatch: a price is an amount in USD; this is a list of integers`,
    `reply.x
^^^^^^^
type-mismatch: a price is an amount in USD; this is JSON`,
  ])('%s', expected => check(expected, lowerPrice))
})

describe('a value where a type is expected', () => {
  const values = {
    body: { n: 3, temperature: 0.5, prompt: 'a fox', status: 'active' },
    model: { hourly: 250n },
    reply: { n: 5, name: 'fox' },
  }
  it.each<[string, Type, unknown]>([
    ['reply.name', STRING, 'fox'],
    ['reply.n', STRING, ''],
    ['body.n', factor(1n), 3n],
    ['body.n', { kind: 'number' }, 3],
    ['model.hourly', { kind: 'number' }, 2.5],
    ['body.temperature', { kind: 'json' }, 0.5],
    ['model.hourly', { kind: 'json' }, 2.5],
    ['body.status', { kind: 'string', choices: ['active', 'closed', 'archived'] }, 'active'],
    ['body.n', INTEGER, 3],
  ])('%s (%#)', (formula, type, wanted) => {
    expect(run(good(lowerFormula(text(formula), NAMES, type)), values)).toEqual(wanted)
  })

  it.each<[string, Type, string, string?]>([
    ['body.n', STRING, 'expected a string but this is an integer'],
    ['body.prompt', INTEGER, 'expected an integer but this is a string'],
    ['body.n', BOOLEAN, 'expected a condition but this is an integer'],
    [
      'reply.n',
      BOOLEAN,
      'expected a condition but this is JSON',
      'JSON may have any type: compare it, `x == true`',
    ],
    [
      'body.status',
      { kind: 'string', choices: ['active'] },
      'expected "active" but this is "active" | "closed" | "archived"',
    ],
  ])('%s has another type (%#)', (formula, type, message, hint) => {
    const [problem] = lowerFormula(text(formula), NAMES, type).problems
    expect(problem).toMatchObject({ code: 'type-mismatch', message })
    expect(problem!.hint).toBe(hint)
  })
})

describe('what a condition has proven', () => {
  const codes = (formula: string, paths: readonly string[]): string[] =>
    lowerFormula(text(formula), prove(NAMES, paths)).problems.map(({ code }) => code)

  it.each([
    ['payer.startsWith("a")', 'payer'],
    ['body.seed + 1', 'body.seed'],
    ['body.urls.exists(x, x == "a")', 'body.urls'],
  ])('%s needs no other proof than that of %s', (formula, path) => {
    expect(codes(formula, [])).toEqual(['maybe-absent'])
    expect(codes(formula, [path])).toEqual([])
  })

  it('is a field of a field only where both are proven', () => {
    const formula = 'body.options.depth + 1'
    expect(codes(formula, ['body.options.depth'])).toEqual(['maybe-absent'])
    expect(codes(formula, ['body.options', 'body.options.depth'])).toEqual([])
  })

  it('proves no other field, no element, and nothing of names that do not exist', () => {
    const paths = ['body.seed', 'body.urls[0]', 'other', 'other.a', 'body.none', 'fee.a']
    expect(codes('body.urls.exists(x, x == "a")', paths)).toEqual(['maybe-absent'])
    expect(Object.keys(prove(NAMES, paths))).toEqual(Object.keys(NAMES))
  })
})
