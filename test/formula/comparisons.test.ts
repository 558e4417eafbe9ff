/** Conditions with one result for every input, and the ranges of calculated integers. */
import { expect, it } from 'vitest'
import { lowerFormula } from '../../generator/formula/lower.ts'
import { NAMES, text } from './world.ts'

it.each([
  ['body.n >= 1', true],
  ['body.n <= 20', true],
  ['body.n == 11', false],
  ['body.n > 0 && body.n < 11', true],
  ['body.n > 10', false],
  ['body.n * 2 <= 20', true],
  ['has(body.prompt)', true],
  ['!has(body.n)', false],
  ['!body.stream', undefined],
  ['true', true],
  ['body.n == 3', undefined],
  ['has(body.seed)', undefined],
  ['has(reply.x)', undefined],
  ['body.status in ["active", "closed", "archived"]', true],
  ['body.stream || true', true],
  ['body.n > 10 || body.n < 1', false],
  ['body.n > 10 || body.stream', undefined],
  ['body.stream || body.n > 10', undefined],
  ['body.n > 10 && body.stream', false],
  ['body.stream && body.n > 10', false],
  ['body.stream && body.n > 0', undefined],
  ['!(body.n > 10)', true],
  ['size(body.prompt) >= 0', true],
  ['size(body.messages) > 0', true],
  ['fee > 0', true],
  ['fee < 0', false],
  ['body.status in ["active", "closed"]', undefined],
])('%s is the same for every input: %s', (formula, constant) => {
  const { value, problems } = lowerFormula(text(formula), NAMES)
  expect([problems, value?.constant]).toEqual([[], constant])
})

it.each([
  ['body.n + body.n', 2, 20],
  ['body.n - body.n', -9, 9],
  ['body.n * body.n', 1, 100],
  ['(body.n - 5) * (body.n - 5)', -20, 25],
  ['(body.n - 5) * 2 - body.n', -18, 9],
  ['-body.n', -10, -1],
  ['-(body.n - 5)', -5, 4],
  ['size(body.prompt) * body.n', 0, undefined],
  ['0 * size(body.prompt) + body.n', 1, 10],
  ['-size(body.prompt)', undefined, 0],
  ['-size(body.prompt) + 1', undefined, 1],
  ['1 + -size(body.prompt)', undefined, 1],
  ['1 - -size(body.prompt)', 1, undefined],
  ['-size(body.prompt) - 1', undefined, -1],
  ['size(body.prompt) + 1', 1, undefined],
  ['1 - size(body.prompt)', undefined, 1],
  ['-size(body.prompt) * 2', undefined, 0],
  ['body.n - size(body.prompt)', undefined, 10],
  ['body.n + body.timeout', undefined, undefined],
  ['min(body.n, 5)', 1, 5],
  ['max(body.n, 5)', 5, 10],
  ['min(body.n, body.timeout)', undefined, 10],
  ['max(body.n, body.timeout)', 1, undefined],
  ['choose(body.stream, body.n, 20)', 1, 20],
  ['choose(body.stream, body.n, body.timeout)', undefined, undefined],
  ['first(body.seed, body.n)', undefined, undefined],
  ['size(body.messages)', 1, undefined],
  ['9007199254740991 + body.n', undefined, undefined],
])('%s is from %s to %s', (formula, low, high) => {
  const known = (test: string): unknown => {
    const { value, problems } = lowerFormula(text(test), NAMES)
    expect(problems).toEqual([])
    return value!.constant
  }
  const ends = [low, high].map((end, i) => {
    const [reached, passed] = i === 0 ? ['>=', '>'] : ['<=', '<']
    if (end === undefined) return known(`${formula} ${reached} ${i === 0 ? -1_000_000 : 1_000_000}`)
    return [known(`${formula} ${reached} ${end}`), known(`${formula} ${passed} ${end}`)]
  })
  expect(ends).toEqual([low, high].map(end => (end === undefined ? undefined : [true, undefined])))
})
