/** Comparisons: which have one result for every input, and what numbers of each kind compare as. */
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
  ['true', true],
  ['body.n == 3', undefined],
  ['has(body.seed)', undefined],
  ['has(reply.x)', undefined],
  ['body.status in ["active", "closed", "archived"]', true],
  ['body.stream || true', true],
  ['size(body.prompt) >= 0', true],
  ['size(body.messages) > 0', true],
  ['fee > 0', true],
  ['fee < 0', false],
  ['body.status in ["active", "closed"]', undefined],
  ['body.n < 1', false],
  ['body.n < 2', undefined],
  ['body.n <= 1', undefined],
  ['body.n <= 0', false],
  ['body.n >= 10', undefined],
  ['body.n >= 11', false],
  ['body.n > 9', undefined],
  ['body.n != 11', true],
  ['body.n != 10', undefined],
  ['0 == body.n', false],
  ['0 < body.n', true],
  ['2 == 2', true],
  ['2 != 2', false],
  ['body.n == body.timeout', undefined],
  ['fee == 0.001', true],
  ['fee != 0.001', false],
  ['fee <= 0.001', true],
  ['fee >= 0.002', false],
  ['fee > 0.001', false],
  ['fee < 0.002', true],
  ['fee < model.hourly', undefined],
])('%s is the same for every input: %s', (formula, constant) => {
  const { value, problems } = lowerFormula(text(formula), NAMES)
  expect([problems, value?.constant]).toEqual([[], constant])
})
