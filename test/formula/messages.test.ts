/** What people see of mistakes in paths, lists, JSON, sums and hooks. */
import { describe, expect, it } from 'vitest'
import { attempt } from '../../generator/formula/fail.ts'
import { lowerFormula, lowerPrice } from '../../generator/formula/lower.ts'
import { INTEGER, list, NAMES, record, shown, STRING, text } from './world.ts'
import type { Names } from '../../generator/types.ts'

const MORE: Names = {
  ...NAMES,
  orders: { code: 'orders', type: list(record({ owner: STRING, at: INTEGER, 'x-y': STRING })) },
  counts: {
    code: 'hooks.counts',
    type: { kind: 'hook', takes: [INTEGER], gives: INTEGER, wait: false },
  },
  nothing: {
    code: 'hooks.nothing',
    type: { kind: 'hook', takes: [], gives: INTEGER, wait: false },
  },
}

/** The formula, carets under what is wrong, the code and message, the hint. */
function check(expected: string, lower = lowerFormula): void {
  const source = expected.slice(0, expected.search(/\n *\^/))
  expect(shown(source, lower(text(source), MORE))).toBe(expected)
}

describe('names and members', () => {
  it.each([
    `body.messages.role
^^^^^^^^^^^^^
unknown-field: \`body.messages\` is a list of records and has no members
take one, xs[0], or iterate, xs.map(x, ...)`,
    `model.resolutions[1] == "x"
^^^^^^^^^^^^^^^^^^^^
maybe-absent: model.resolutions[1] may be absent here
prove it, \`has(model.resolutions[1]) && ...\`, or default it, \`first(model.resolutions[1], ...)\``,
    `body.messages.map(msg, msq.role)
                       ^^^
unknown-name: unknown name msq
did you mean \`msg\`?  (here are: msg, body, model, models, fee, margin, minimum, factors, reply, status, payer, orders)`,
    `body.messages.map(m, m(1))
                     ^
unknown-function: unknown function m
here are: has, choose, first, min, max, size, count, filled, least, usd, micro, text, join, iso, time, seconds, whole, scaled, before, after, lower, split, take, zip, didYouMean, host, balanceOf, healthOf, worthOf, estimate, counts, nothing`,
    `orders.where(x == "a")
             ^
unknown-name: unknown name x
here are: owner, at, body, model, models, fee, margin, minimum, factors, reply, status, payer, orders`,
    `model.ratios.mapp(x, x)
             ^^^^
unknown-function: unknown method mapp
did you mean \`map\`?  (one of: all, exists, filter, map, unique, where, startsWith, endsWith, contains)`,
    `body.prompt.startWith("x")
            ^^^^^^^^^
unknown-function: unknown method startWith
did you mean \`startsWith\`?  (one of: all, exists, filter, map, unique, where, startsWith, endsWith, contains)`,
    `model.ratios.size(1)
             ^^^^
unknown-function: unknown method size
one of: all, exists, filter, map, unique, where, startsWith, endsWith, contains`,
    `model.ratios.length()
             ^^^^^^
unknown-function: unknown method length
one of: all, exists, filter, map, unique, where, startsWith, endsWith, contains`,
  ])('%s', expected => check(expected))
})

describe('words without quotes', () => {
  const HERE =
    'here are: body, model, models, fee, margin, minimum, factors, reply, status, payer, orders'
  it.each([
    ['body.status != clsed', 'clsed', 'put it in quotes: "closed"'],
    ['body.status == archived', 'archived', 'put it in quotes: "archived"'],
    ['body.status in ["closed", actve]', 'actve', 'put it in quotes: "active"'],
    ['body.prompt == sunset', 'sunset', 'if the text is meant, put it in quotes: "sunset"'],
    ['reply.x in [sunset]', 'sunset', 'if the text is meant, put it in quotes: "sunset"'],
    ['body.prompt == paye', 'paye', `did you mean \`payer\`?  (${HERE})`],
    ['body.status == sunset', 'sunset', HERE],
    ['body.status in sunset', 'sunset', HERE],
    ['body.n == sunset', 'sunset', HERE],
    ['body.prompt + sunset', 'sunset', HERE],
  ])('%s', (formula, word, hint) => {
    const [problem] = lowerFormula(text(formula), MORE).problems
    expect(problem).toMatchObject({
      code: 'unknown-name',
      message: `unknown name ${word}`,
      hint,
      place: { start: formula.indexOf(word), end: formula.indexOf(word) + word.length },
    })
  })

  it('a variable that is meant is named', () => {
    const formula = 'body.messages.exists(role, body.prompt == rol)'
    expect(lowerFormula(text(formula), MORE).problems[0]!.hint).toMatch(/^did you mean `role`/)
  })
})

describe('functions of other languages', () => {
  it.each([
    ['exist(body.seed)', 'write has(x), or xs.exists(x, ...)'],
    ['exists(body.seed)', 'write x.exists(...)'],
    ['round(fee)', 'prices are rounded up once, at the end'],
    ['sizes(model)', 'did you mean `size`?'],
    ['balance(payer)', 'did you mean `balanceOf`?'],
  ])('%s', (formula, hint) => {
    const [problem] = lowerFormula(text(formula), MORE).problems
    expect(problem).toMatchObject({ code: 'unknown-function', hint })
  })

  it.each([
    ['first(body.seed)', 'first() takes two values or more, here is 1 argument'],
    ['min()', 'min() takes two numbers or more, here are no arguments'],
    ['has(body, model)', 'has() takes a path, here are 2 arguments'],
  ])('%s', (formula, message) => {
    expect(lowerFormula(text(formula), MORE).problems).toMatchObject([
      { code: 'wrong-arguments', message },
    ])
  })
})

describe('comparisons', () => {
  it.each([
    `"1.25" == body.n
^^^^^^^^^^^^^^^^
always-false: always false: \`"1.25"\` is "1.25", \`body.n\` is an integer
remove the quotes: 1.25`,
    `body.n == "a5"
^^^^^^^^^^^^^^
always-false: always false: \`body.n\` is an integer, \`"a5"\` is "a5"
compare with a value that occurs, or remove the comparison`,
    `body.n == "5a"
^^^^^^^^^^^^^^
always-false: always false: \`body.n\` is an integer, \`"5a"\` is "5a"
compare with a value that occurs, or remove the comparison`,
    `body.stream == "5"
^^^^^^^^^^^^^^^^^^
always-false: always false: \`body.stream\` is true or false, \`"5"\` is "5"
compare with a value that occurs, or remove the comparison`,
    `null != body.prompt
^^^^^^^^^^^^^^^^^^^
always-false: always true: \`null\` is null, \`body.prompt\` is a string
test \`has(x)\``,
    `factors == model.sizes
^^^^^^^
type-mismatch: \`factors\` is a table of decimals and cannot be compared here`,
    `reply != model.sizes
         ^^^^^^^^^^^
type-mismatch: \`model.sizes\` is a table of amounts in USD and cannot be compared here`,
    `model == model
^^^^^
type-mismatch: \`model\` is a record and cannot be compared here`,
  ])('%s', expected => check(expected))
})

describe('numbers', () => {
  it.each([
    `fee - body.n
      ^^^^^^
unit-mismatch: cannot subtract USD and a count: \`fee\` is in USD, \`body.n\` is not
multiply the count by a rate`,
    `body.n > fee
^^^^^^
unit-mismatch: cannot compare USD and a count: \`fee\` is in USD, \`body.n\` is not
multiply the count by a rate`,
    `choose(body.stream, fee, body.n)
                         ^^^^^^
unit-mismatch: cannot choose between USD and a count: \`fee\` is in USD, \`body.n\` is not
multiply the count by a rate`,
    `usd(fee, 1.5)
         ^^^
wrong-arguments: usd() takes the number of digits, written here, from 0 to 18`,
    `usd(fee, -1)
         ^^
wrong-arguments: usd() takes the number of digits, written here, from 0 to 18`,
    `model.hourly > body.temperature
^^^^^^^^^^^^
type-mismatch: \`model.hourly\` is an amount in USD and cannot be compared here
an exact decimal cannot be compared with a float; compare with an integer or a number written here`,
    `body.temperature == model.hourly
                    ^^^^^^^^^^^^
type-mismatch: \`model.hourly\` is an amount in USD and cannot be compared here
an exact decimal cannot be compared with a float; compare with an integer or a number written here`,
    `reply.x > model.hourly
          ^^^^^^^^^^^^
type-mismatch: \`model.hourly\` is an amount in USD and cannot be compared here
an exact decimal cannot be compared with a float; compare with an integer or a number written here`,
    `body.prompt * 2
^^^^^^^^^^^
type-mismatch: expected a number to calculate with but \`body.prompt\` is a string`,
    `2 * body.stream
    ^^^^^^^^^^^
type-mismatch: expected a number to calculate with but \`body.stream\` is true or false
write choose(body.stream, 1, 0)`,
    `-body.stream
 ^^^^^^^^^^^
type-mismatch: expected a number to calculate with but \`body.stream\` is true or false`,
    `body.prompt + 1
^^^^^^^^^^^
type-mismatch: expected a number to calculate with but \`body.prompt\` is a string`,
    `body.prompt + body.urls
^^^^^^^^^^^
type-mismatch: expected a number to calculate with but \`body.prompt\` is a string`,
    `model.seconds + model.seconds
^^^^^^^^^^^^^
type-mismatch: expected a number to calculate with but \`model.seconds\` is a list of integers`,
    `reply.a + reply.b
^^^^^^^
type-mismatch: expected a number to calculate with but \`reply.a\` is JSON
JSON may have any type and cannot be used in calculations; declare its type in a schema`,
  ])('%s', expected => check(expected))

  it('a price that may be absent is none', () => {
    check(
      `body.seed * fee
^^^^^^^^^
maybe-absent: body.seed may be absent here
prove it, \`has(body.seed) && ...\`, or default it, \`first(body.seed, ...)\``,
      lowerPrice,
    )
  })
})

describe('lists, choices and JSON', () => {
  it.each([
    `model.hourly in reply
^^^^^^^^^^^^
type-mismatch: an exact decimal cannot be searched in JSON`,
    `reply.a in [model.hourly]
           ^^^^^^^^^^^^^^
type-mismatch: this list can only contain numbers written here`,
    `body.prompt in body
               ^^^^
type-mismatch: \`body\` is a record; nothing is in it
test \`has(x.name)\``,
    `body.prompt in body.n
               ^^^^^^
type-mismatch: \`body.n\` is an integer; nothing is in it`,
    `first(body.seed, body.urls, "a")
                 ^^^^^^^^^^^^^^
type-mismatch: cannot choose between a list of strings and "a"`,
    `first(body.seed, body.urls)
      ^^^^^^^^^^^^^^^^^^^^
type-mismatch: cannot choose between an integer and a list of strings`,
    `models == models
^^^^^^^^^^^^^^^^
always-false: always false: \`models\` is the models table, \`models\` is the models table
compare with a value that occurs, or remove the comparison`,
    `[none, 1]
 ^^^^
maybe-absent: none may be absent here
prove it, \`has(none) && ...\`, or default it, \`first(none, ...)\``,
    `iso(payer)
    ^^^^^
maybe-absent: payer may be absent here
prove it, \`has(payer) && ...\`, or default it, \`first(payer, ...)\``,
  ])('%s', expected => check(expected))
})

describe('hooks', () => {
  it.each([
    `counts(reply.a)
       ^^^^^^^
type-mismatch: expected an integer but \`reply.a\` is JSON`,
    `counts(fee)
       ^^^
type-mismatch: expected an integer but \`fee\` is an amount in USD`,
    `nothing(1)
^^^^^^^^^^
wrong-arguments: nothing() takes nothing, here is 1 argument`,
    `worthOf(body.temperature)
        ^^^^^^^^^^^^^^^^
type-mismatch: expected an amount in USD but \`body.temperature\` is a number`,
    `worthOf(reply.a)
        ^^^^^^^
type-mismatch: expected an amount in USD but \`reply.a\` is JSON`,
  ])('%s', expected => check(expected))
})

it('an exception that is no mistake of the formula is no problem of it', () => {
  const broken = (): never => {
    throw new RangeError('a fault of the compiler')
  }
  expect(() => attempt(text('1'), broken)).toThrow(RangeError)
})
