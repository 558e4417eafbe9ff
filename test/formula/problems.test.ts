import { describe, expect, it } from 'vitest'
import { FORMULA_CODES } from '../../generator/formula/codes.ts'
import { lowerFormula, lowerPrice } from '../../generator/formula/lower.ts'
import {
  BOOLEAN,
  choices,
  INTEGER,
  list,
  NAMES,
  optional,
  record,
  shown,
  STRING,
  text,
  usd,
} from './world.ts'
import type { Names } from '../../generator/types.ts'

/**
 * Written as people see them: the formula, carets under what is wrong, the code and message, the
 * hint.
 */
function check(expected: string, lower: typeof lowerPrice): void {
  const source = expected.slice(0, expected.search(/\n *\^/))
  expect(shown(source, lower(text(source), NAMES))).toBe(expected)
}

describe('names, fields, keys and functions that do not exist', () => {
  it.each([
    `bdy.n
^^^
unknown-name: unknown name bdy
did you mean \`body\`?  (here are: body, model, models, fee, margin, minimum, factors, reply, status, payer)`,
    `body.promt == "x"
     ^^^^^
unknown-field: body has no field promt
did you mean \`prompt\`?  (it has: model, prompt, size, n, timeout, temperature, stream, image_url, seed, resolution, urls, messages, options, status, tools)`,
    `has(body.options) && body.options.slow
                                  ^^^^
unknown-field: body.options has no field slow
it has: fast, depth`,
    `factors["8K"] * fee
        ^^^^
unknown-key: factors has no entry "8K"
did you mean \`4K\`?  (it has: 480p, 720p, 1080p, 4K)`,
    `lenght(body.urls)
^^^^^^
unknown-function: unknown function lenght
write size(x)`,
    `length(body.urls)
^^^^^^
unknown-function: unknown function length
write size(x)`,
    `estimat(body.n, 1)
^^^^^^^
unknown-function: unknown function estimat
did you mean \`estimate\`?`,
    `body.prompt.matches("x")
            ^^^^^^^
unknown-function: unknown method matches
formulas have no patterns; use \`pattern\` in a schema`,
    `body.prompt.x
^^^^^^^^^^^
unknown-field: \`body.prompt\` is a string and has no members`,
    `models.vendorA
^^^^^^
unknown-field: \`models\` is the models table and has no members
iterate over it: models.map(m, ...); the chosen row is \`model\``,
    `balanceOf
^^^^^^^^^
type-mismatch: balanceOf is a hook
call it: balanceOf(...)`,
    `constructor
^^^^^^^^^^^
unknown-name: unknown name constructor
here are: body, model, models, fee, margin, minimum, factors, reply, status, payer`,
    `body.__proto__
     ^^^^^^^^^
unknown-field: body has no field __proto__
it has: model, prompt, size, n, timeout, temperature, stream, image_url, seed, resolution, urls, messages, options, status, tools`,
    `toString(1)
^^^^^^^^
unknown-function: unknown function toString
write text(x)`,
  ])('%s', expected => check(expected, lowerFormula))
})

describe('kinds of values that do not go together', () => {
  it.each([
    `body.prompt > 3
^^^^^^^^^^^^^^^
type-mismatch: cannot compare: \`body.prompt\` is a string, \`3\` is an integer`,
    `body.n == "3"
^^^^^^^^^^^^^
always-false: always false: \`body.n\` is an integer, \`"3"\` is "3"
remove the quotes: 3`,
    `body.n <= "50"
^^^^^^^^^^^^^^
type-mismatch: cannot compare: \`body.n\` is an integer, \`"50"\` is "50"
remove the quotes: 50`,
    `body.stream * 0.01
^^^^^^^^^^^
type-mismatch: expected a number to calculate with but \`body.stream\` is true or false
write choose(body.stream, 1, 0)`,
    `body.status == active
               ^^^^^^
unknown-name: unknown name active
put it in quotes: "active"`,
    `reply.status in ["done", queued]
                         ^^^^^^
unknown-name: unknown name queued
if the text is meant, put it in quotes: "queued"`,
    `body.n ≤ 3
       ^
formula-syntax: formulas have no \`≤\`
write \`<=\``,
    `body.n && body.stream
^^^^^^
type-mismatch: expected a condition but \`body.n\` is an integer`,
    `reply.ok && body.stream
^^^^^^^^
type-mismatch: expected a condition but \`reply.ok\` is JSON
JSON may have any type: compare it, \`x == true\``,
    `body.temperature * 2
^^^^^^^^^^^^^^^^
type-mismatch: expected a number to calculate with but \`body.temperature\` is a number
a \`number\` is a float and may only be compared; declare it as \`integer\``,
    `reply.count + 1
^^^^^^^^^^^
type-mismatch: expected a number to calculate with but \`reply.count\` is JSON
JSON may have any type and cannot be used in calculations; declare its type in a schema`,
    `"a" in body.prompt
       ^^^^^^^^^^^
type-mismatch: \`body.prompt\` is a string; nothing is in it
write \`text.contains("part")\``,
    `!body.stream in body.messages
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
always-false: always false: \`!body.stream\` is true or false, \`body.messages\` is a list of records
write !(body.stream in body.messages)`,
    `choose(body.stream, 1, "a")
^^^^^^^^^^^^^^^^^^^^^^^^^^^
type-mismatch: cannot choose between an integer and "a"`,
    `choose(body.stream, 1)
^^^^^^^^^^^^^^^^^^^^^^
wrong-arguments: choose() takes a condition and two values, here are 2 arguments`,
    `body.messages.map(m.role)
^^^^^^^^^^^^^^^^^^^^^^^^^
wrong-arguments: map is written xs.map(x, ...)`,
    `model.sizes.map(s, s)
^^^^^^^^^^^^^^^^^^^^^
wrong-arguments: map is written t.map(key, value, ...)`,
    `balanceOf(3)
          ^
type-mismatch: expected a string but \`3\` is an integer`,
    `time("2026-02-30") > now
     ^^^^^^^^^^^^
wrong-arguments: \`2026-02-30\` is not a time
write a date such as 2026-12-01 (midnight in UTC), or a time such as 2026-12-01T09:00:00Z`,
    `time(body.n) > 5
     ^^^^^^
type-mismatch: expected a string but \`body.n\` is an integer`,
    `time(body.prompt) > 5
^^^^^^^^^^^^^^^^^
maybe-absent: time(body.prompt) may be absent here
default it, \`first(time(body.prompt), ...)\``,
    `healthOf("bsic")
         ^^^^^^
type-mismatch: expected "basic" | "chain" but \`"bsic"\` is "bsic"
did you mean \`basic\`?  (one of: basic, chain)`,
    `body.messages.map(m, balanceOf(m.role))
                     ^^^^^^^^^^^^^^^^^
waiting-hook: balanceOf() waits, and cannot be called for each element
call it in \`let:\``,
    `model.seconds[0]
^^^^^^^^^^^^^^^^
type-mismatch: \`model.seconds\` is a set without an order
test \`x in ...\``,
    `body.prompt < "b"
^^^^^^^^^^^
type-mismatch: \`body.prompt\` is a string and cannot be compared here
texts are compared by == and != only`,
    `body.n == null
^^^^^^^^^^^^^^
always-false: always false: \`body.n\` is an integer, \`null\` is null
test \`has(x)\``,
    `has(body.n > 3)
    ^^^^^^^^^^
wrong-arguments: has() takes a path such as body.image_url`,
    `usd(fee, body.n)
         ^^^^^^
wrong-arguments: usd() takes the number of digits, written here, from 0 to 18`,
    `9007199254740993 > body.n
^^^^^^^^^^^^^^^^
bad-number: 9007199254740993 is too large to be exact
the largest integer is 9007199254740991`,
  ])('%s', expected => check(expected, lowerFormula))

  it('the place wants another kind', () => {
    expect(shown('body.n', lowerFormula(text('body.n'), NAMES, BOOLEAN))).toBe(
      'body.n\n^^^^^^\ntype-mismatch: expected a condition but this is an integer',
    )
    expect(shown('body.n', lowerFormula(text('body.n'), NAMES, STRING))).toBe(
      'body.n\n^^^^^^\ntype-mismatch: expected a string but this is an integer',
    )
    expect(shown('fee', lowerFormula(text('fee'), NAMES, INTEGER))).toBe(
      'fee\n^^^\ntype-mismatch: expected an integer but this is an amount in USD',
    )
  })
})

describe('units', () => {
  it.each([
    `body.n + fee
^^^^^^
unit-mismatch: cannot add USD and a count: \`fee\` is in USD, \`body.n\` is not
multiply the count by a rate`,
    `fee * model.hourly
      ^^^^^^^^^^^^
unit-mismatch: cannot multiply USD by USD: \`model.hourly\` is in USD too`,
    `body.n * margin
^^^^^^^^^^^^^^^
unit-mismatch: a price is an amount in USD; this is a count
multiply it by a rate`,
    `body.prompt
^^^^^^^^^^^
type-mismatch: a price is an amount in USD; this is a string`,
    `fee / body.n
      ^^^^^^
division: divide only by a number written in the formula, so that the result stays exact`,
    `fee / 0
      ^
division: cannot divide by zero`,
    `fee / 0.0
      ^^^
division: cannot divide by zero`,
    `max(body.n, minimum)
    ^^^^^^
unit-mismatch: cannot compare USD and a count: \`minimum\` is in USD, \`body.n\` is not
multiply the count by a rate`,
  ])('%s', expected => check(expected, lowerPrice))

  it('the other side is reported as a second place', () => {
    expect(lowerPrice(text('body.n + fee'), NAMES).problems[0]!.also).toEqual([
      {
        place: { file: 'test.yaml', start: 9, end: 12 },
        label: 'in USD',
      },
    ])
  })
})

describe('comparisons with one answer', () => {
  it.each([
    `body.resolution == "8K"
^^^^^^^^^^^^^^^^^^^^^^^
always-false: always false: \`body.resolution\` is "480p" | "720p" | "1080p" | "4K", never "8K"
did you mean "4K"?`,
    `body.status != "opn"
^^^^^^^^^^^^^^^^^^^^
always-false: always true: \`body.status\` is "active" | "closed" | "archived", never "opn"
compare with a value that occurs, or remove the comparison`,
    `body.status in ["active", "close"]
                          ^^^^^^^
always-false: \`body.status\` is "active" | "closed" | "archived", never "close"
did you mean "closed"?`,
  ])('%s', expected => check(expected, lowerFormula))
})

describe('values that may be absent', () => {
  it.each([
    `body.seed > 0
^^^^^^^^^
maybe-absent: body.seed may be absent here
prove it, \`has(body.seed) && ...\`, or default it, \`first(body.seed, ...)\``,
    `has(body.seed) || body.seed > 0
                  ^^^^^^^^^
maybe-absent: body.seed may be absent here
prove it, \`has(body.seed) && ...\`, or default it, \`first(body.seed, ...)\``,
    `body.options.fast && body.stream
^^^^^^^^^^^^
maybe-absent: body.options may be absent here
prove it, \`has(body.options) && ...\`, or default it, \`first(body.options, ...)\``,
    `model.ratios[0] == "1:1"
^^^^^^^^^^^^^^^
maybe-absent: model.ratios[0] may be absent here
prove it, \`has(model.ratios[0]) && ...\`, or default it, \`first(model.ratios[0], ...)\``,
    `first(body.seed, body.options.depth) > 2
                 ^^^^^^^^^^^^
maybe-absent: body.options may be absent here
prove it, \`has(body.options) && ...\`, or default it, \`first(body.options, ...)\``,
    `payer == "0x"
^^^^^
maybe-absent: payer may be absent here
prove it, \`has(payer) && ...\`, or default it, \`first(payer, ...)\``,
    `body.messages.exists(m, m.name == "x")
                        ^^^^^^
maybe-absent: m.name may be absent here
prove it, \`has(m.name) && ...\`, or default it, \`first(m.name, ...)\``,
    `first(body.n + 1, body.seed)
      ^^^^^^^^^^
wrong-arguments: \`body.n + 1\` is always present, so first() never returns a later value
remove it`,
    `first(none, body.seed)
      ^^^^
wrong-arguments: \`none\` is never present, so first() never returns it
remove it`,
  ])('%s', expected => check(expected, lowerFormula))

  it.each([
    'has(body.seed) && body.seed > 0',
    '!has(body.seed) || body.seed > 0',
    'choose(has(body.seed), body.seed, 3) > 2',
    'choose(!has(body.seed), 3, body.seed) > 2',
    'has(body.seed) && has(body.image_url) && (body.seed > 3 || body.image_url == "x")',
    '!(has(body.seed) && has(body.image_url)) || body.seed > 3 && body.image_url == "x"',
    '(!has(body.seed) || !has(body.image_url)) || body.seed > 3',
    'has(body.options.depth) && body.options.depth > 2 && body.options.fast',
    'first(body.options.depth, 3) > 2',
    'size(body.urls) == 0',
    'has(body.resolution) && body.resolution == "4K"',
    'has(payer) && payer.startsWith("0x")',
    'model.resolutions[0] == "x"',
    'body.messages[0].role == "user"',
    'has(model.ratios[0]) && model.ratios[0] == "1:1"',
    'reply.a.b.c == 3',
    '(has(body.seed) && body.stream || has(body.seed)) && body.seed > 1',
    'body.messages.exists(m, has(m.name) && m.name == "x")',
    'has(body.seed) && body.messages.exists(m, size(m.role) > body.seed)',
  ])('is fine: %s', formula => {
    expect(lowerFormula(text(formula), NAMES).problems).toEqual([])
  })
})

/** The names that the examples of the explanations use. */
const EXPLAINED: Names = {
  fee: NAMES.fee!,
  factor: NAMES.factors!,
  model: { code: 'model', type: record({ price: usd(100n), rate: usd(100n) }) },
  body: {
    code: 'body',
    type: record({
      n: INTEGER,
      prompt: STRING,
      messages: list(STRING),
      resolution: choices('720p', '4K'),
      seed: optional(INTEGER),
      fast: BOOLEAN,
    }),
  },
}

it('every code is explained with a bad example that gives it and a good one that does not', () => {
  for (const [code, help] of Object.entries(FORMULA_CODES)) {
    expect(help.means).toMatch(/^[A-Z].*\.$/)
    if (
      [
        'formula-limit',
        'bad-field',
        'bad-number',
        'bad-duration',
        'bad-size',
        'bad-tree',
        'bad-message',
        'waiting-hook',
      ].includes(code)
    )
      continue
    const lower = help.good.includes('fee') ? lowerPrice : lowerFormula
    expect([code, lower(text(help.good), EXPLAINED).problems[0]?.message]).toEqual([
      code,
      undefined,
    ])
    expect([code, lower(text(help.bad), EXPLAINED).problems[0]?.code]).toEqual([code, code])
  }
})
