/**
 * The codes of problems in formulas, messages, fields and literals: their meaning, with a bad and a
 * good example.
 */

/** The text that `explain` prints for a code. */
export interface CodeHelp {
  means: string
  bad: string
  good: string
}

const table = {
  'formula-syntax': {
    means: 'The text is not a formula.',
    bad: 'body.n > 3 ? 1 : 2',
    good: 'choose(body.n > 3, 1, 2)',
  },
  'formula-limit': {
    means: 'The formula is too long or nested too deeply to be read.',
    bad: '((((((... 101 brackets',
    good: 'let: { part: ... }',
  },
  'unknown-name': {
    means: 'This formula has no such name.',
    bad: 'modle.price',
    good: 'model.price',
  },
  'unknown-field': {
    means: 'The value has no member of this name.',
    bad: 'body.prompy',
    good: 'body.prompt',
  },
  'unknown-function': {
    means: 'No function, method or hook has this name.',
    bad: 'length(body.messages)',
    good: 'size(body.messages)',
  },
  'unknown-key': {
    means: 'The table has no entry with this key.',
    bad: 'factor["8K"]',
    good: 'factor["4K"]',
  },
  'wrong-arguments': {
    means: 'The arguments of the function are wrong.',
    bad: 'choose(body.fast, 2)',
    good: 'choose(body.fast, 2, 1)',
  },
  'type-mismatch': {
    means: 'The types of the values do not match, or another type is needed here.',
    bad: 'body.prompt > 3',
    good: 'size(body.prompt) > 3',
  },
  'unit-mismatch': {
    means: 'Dollars and a count are mixed, or a price is not in dollars.',
    bad: 'body.n + fee',
    good: 'body.n * model.rate + fee',
  },
  division: {
    means: 'Only a number written in the formula can be a divisor, so that the result stays exact.',
    bad: 'fee / body.n',
    good: 'fee / 1000',
  },
  'always-false': {
    means:
      'The comparison has the same result for every input: it is always false, or always true.',
    bad: 'body.resolution == "8K"',
    good: 'body.resolution == "4K"',
  },
  'maybe-absent': {
    means: 'The value may be absent here; test it or give a default first.',
    bad: 'body.seed > 0',
    good: '!has(body.seed) || body.seed > 0',
  },
  'bad-field': {
    means: 'The field or column is not written as `<type>[!] [min..max] [= default]`.',
    bad: 'integer 10..1',
    good: 'integer 1..10 = 1',
  },
  'bad-number': { means: 'The text is not an exact decimal.', bad: '0,05', good: '0.05' },
  'bad-duration': { means: 'The text is not a duration.', bad: '30 seconds', good: '30s' },
  'bad-size': { means: 'The text is not a size in bytes.', bad: '1MB', good: '1MiB' },
  'bad-tree': { means: 'The mapping cannot be built.', bad: '...: body', good: '...: =body' },
  'bad-message': {
    means: 'The message has a hole that is not a formula.',
    bad: 'Unknown model {}',
    good: 'Unknown model {body.model}',
  },
  'waiting-hook': {
    means: 'A hook that waits is used where waiting is not possible.',
    bad: 'xs.map(x, balanceOf(x))',
    good: 'let: { held: balanceOf(query.address) }',
  },
} as const satisfies Record<string, CodeHelp>

/** A code of this part of the generator. */
export type FormulaCode = keyof typeof table

/** Every code with its help, in the order of the documentation. */
export const FORMULA_CODES: Readonly<Record<FormulaCode, CodeHelp>> = table
