/** Long code files are split: no part is long, and each imports what it uses from those before. */
import { expect, it } from 'vitest'
import { constantText, type Constant } from '../../generator/emit/code/file.ts'
import { imports } from '../../generator/emit/code/imports.ts'
import type { Facts } from '../../generator/emit/facts.ts'
import { filesOf } from '../../generator/emit/split-file.ts'
import { literal, name, objectOf } from '../../generator/js/tree.ts'

/** A constant of about `lines` lines that uses other constants. */
function long(constant: string, lines: number, uses: readonly string[] = []): Constant {
  const words = Array.from({ length: lines }, (_, i) => ({
    key: `member_${i}`,
    value: literal('a text that fills a line of its own, because it is as long as a line may be'),
  }))
  const members = [...words, ...uses.map(one => ({ key: one, value: name(one) }))]
  return { constant, value: objectOf(members) }
}

const facts = {
  print: (path: string, from: string[], statements: unknown[]) => ({
    path,
    from,
    text: JSON.stringify(statements),
  }),
} as unknown as Facts

const split = (shared: Constant[], own: Constant[]) =>
  filesOf({ path: 'media/clips.ts', from: [], used: imports(), shared, own }, facts)

it('a file that is short enough is one', () => {
  expect(split([long('a', 20)], [long('b', 20, ['a'])]).map(({ path }) => path)).toEqual([
    'media/clips.ts',
  ])
})

it('a file is split if it would have more than 360 lines, counting those between constants', () => {
  const lines = (one: Constant) => constantText(one).split('\n').length + 1
  const first = long('a', 200)
  const size = 360 - lines(first) - (lines(long('b', 10)) - 10)
  expect(lines(first) + lines(long('b', size))).toBe(360)
  expect(split([], [first, long('b', size)])).toHaveLength(1)
  expect(split([], [first, long('b', size + 1)]).map(({ path }) => path)).toEqual([
    'media/clips.ts',
    'media/clips.2.ts',
  ])
})

it('shared declarations are on top, and each file imports those that it uses', () => {
  const files = split([long('a', 200), long('b', 200, ['a'])], [long('c', 100, ['b'])])
  expect(files.map(({ path }) => path)).toEqual([
    'media/clips.shared.ts',
    'media/clips.shared.2.ts',
    'media/clips.ts',
  ])
  expect(files.map(({ text }) => text.match(/\.\/clips[\w.]+/g))).toEqual([
    null,
    ['./clips.shared.ts'],
    ['./clips.shared.2.ts'],
  ])
})

it('no file has nothing', () => {
  const files = split([], [long('a', 200), long('b', 200)])
  expect(files.map(({ path }) => path)).toEqual(['media/clips.ts', 'media/clips.2.ts'])
})

it('the first file gives the declarations of those that follow', () => {
  const files = split([long('a', 10)], [long('b', 200), long('c', 200, ['a'])])
  expect(files.map(({ path, text }) => [path, text.match(/\.\/clips[\w.]+/g)])).toEqual([
    ['media/clips.shared.ts', null],
    ['media/clips.ts', ['./clips.2.ts']],
    ['media/clips.2.ts', ['./clips.shared.ts']],
  ])
  expect(files[1]!.text).toContain("export * from './clips.2.ts'")
})
