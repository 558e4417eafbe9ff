/**
 * What a call costs us is the catalog's own knowledge: code computes it, and no document has it.
 */
import { expect, it } from 'vitest'
import { compile } from '../../generator/compile.ts'
import { generate } from '../../generator/generate.ts'
import { PRICE } from '../checks/edits.ts'
import { edit, edited } from '../checks/small-catalog.ts'

/** A number that stands nowhere else. */
const SECRET = '0.00070707'

it('no document says what a call costs us', async () => {
  const files = edited([
    edit(
      'routes',
      PRICE,
      `${PRICE.replace('price: ', 'price:\n    usd: ')}\n    cost: body.count * ${SECRET}`,
    ),
  ])
  const { value, problems } = compile(files)
  expect(problems).toEqual([])
  const made = [...(await generate(value!)).values()]
  expect(made.length).toBeGreaterThan(5)
  const code = made.filter(({ text }) => text.includes('cost:'))
  expect(code.map(({ path }) => path)).toEqual([expect.stringMatching(/\.ts$/)])
  for (const { path, text } of made.filter(one => !code.includes(one))) {
    expect(text, path).not.toMatch(/70707/)
    expect(text, path).not.toMatch(/\bcost\b.*\bbody\b/)
  }
})
