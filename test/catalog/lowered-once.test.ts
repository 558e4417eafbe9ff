/** Formulas are compiled once for all that write them in one place; wrong ones are tried again. */
import { expect, it } from 'vitest'
import { loweredOnce } from '../../generator/catalog/lowered-once.ts'
import type { Lowering } from '../../generator/catalog/lower.ts'
import type { Checked, Code, Names } from '../../generator/types.ts'

const FILE = 'catalog/tools/once.routes.yaml'

/** A formula in a file. */
const formula = (text: string): Lowering => ({
  kind: 'formula',
  text: { text, place: { file: FILE, start: 0, end: text.length }, at: offset => offset },
})
const named = (...all: string[]): Names =>
  Object.fromEntries(all.map(name => [name, { type: { kind: 'integer' }, code: name }]))
/** The formula in a compilation with these names; files have the same text in all of them. */
const compiled = (text: string, names: Names): Checked<Code | undefined> =>
  loweredOnce([{ path: FILE, text }])(formula(text), names)

it('a right formula is the same code, whatever names it does not read', () => {
  const first = compiled('count + 1', named('count'))
  expect(first.problems).toEqual([])
  expect(compiled('count + 1', named('count', 'size'))).toBe(first)
})

it('a wrong name gets the hint of the names that are there now', () => {
  const hint = (names: Names) => compiled('cuont + 1', names).problems.map(one => one.hint)
  expect(hint(named('count'))).toEqual([expect.stringContaining('count')])
  expect(hint(named('cont'))).toEqual([expect.stringContaining('cont')])
})
