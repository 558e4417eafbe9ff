/** A discount makes the formula of a price longer, and formulas have a longest length. */
import { expect, it } from 'vitest'
import { PRICE, PROOF } from './edits.ts'
import { edit, problemsOf } from './small-catalog.ts'

const WEEK = 'from: 2026-12-01, until: 2026-12-08, discount: 10 %, because: a week'
const FORMULA = PRICE.slice('price: '.length)

/** The messages about a route with a discount whose formula has so many characters. */
function messages(length: number): string[] {
  const [first, ...others] = FORMULA.split(' ')
  const blanks = ' '.repeat(1 + length - FORMULA.length)
  const usd = `${first}${blanks}${others.join(' ')}`
  return problemsOf(
    edit('routes', PRICE, `price:\n    usd: ${usd}\n    dated: [{ ${WEEK} }]`),
    PROOF('{ model: small, at: 2026-12-07, usd: 0.01035 }'),
  ).map(({ message, hint }) => (hint === undefined ? message : `${message}: ${hint}`))
}

const TOO_LONG = 'this formula is too long for a discount: name a part of it with `let:`'

// `(` and `) * 0.9` are added to the formula.
it.each([
  [3992, []],
  [3993, [TOO_LONG]],
  [4000, [TOO_LONG]],
  [4001, ['a formula has at most 4000 characters, this has 4001: name parts of it with `let:`']],
])('a formula of %i characters', (length, wanted) => {
  expect([...new Set(messages(length))]).toEqual(wanted)
})
