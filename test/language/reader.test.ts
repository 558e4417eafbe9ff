/**
 * Reading YAML: values keep their source and the place of every character; `##` is documentation.
 */
import { describe, expect, it } from 'vitest'
import { entryOf, valueOf } from '../../generator/read/access.ts'
import { readCatalog } from '../../generator/compile.ts'
import { readFile } from '../../generator/read/document.ts'
import type { Raw } from '../../generator/types.ts'

let serial = 0
const read = (text: string): Raw => readFile({ path: `reader-${serial++}.yaml`, text }).value.raw!

describe('texts know where their characters stand', () => {
  it.each([
    ['plain', 'key: body.n > 3', 'body.n > 3'],
    ['plain on two lines', 'key: body.n\n  > 3', 'body.n > 3'],
    ['single quotes', "key: 'it''s body.n'", "it's body.n"],
    ['double quotes', 'key: "a \\"b\\" \\u0041 body.n"', 'a "b" A body.n'],
    ['folded', 'key: >-\n  choose(body.n,\n  1, 2)\n', 'choose(body.n, 1, 2)'],
    ['literal', 'key: |\n  a\n  body.n\n', 'a\nbody.n\n'],
  ])('%s', (_name, source, text) => {
    const value = valueOf(read(source), 'key')!
    if (value.kind !== 'scalar') throw new Error('not a scalar')
    expect(value.text.text).toBe(text)
    const body = text.indexOf('body')
    if (body >= 0) expect(source.slice(value.text.at(body), value.text.at(body + 4))).toBe('body')
    for (let i = 1; i <= text.length; i++)
      expect(value.text.at(i)).toBeGreaterThanOrEqual(value.text.at(i - 1))
  })

  it('a number keeps its source', () => {
    expect(valueOf(read('fee: 0.10'), 'fee')).toMatchObject({ value: 0.1, text: { text: '0.10' } })
  })

  it('keys that look like numbers or prototypes are plain keys', () => {
    const raw = read('{ 1024: a, constructor: b, __proto__: c }')
    expect(entryOf(raw, '1024')?.value).toMatchObject({ value: 'a' })
    expect(entryOf(raw, '__proto__')?.value).toMatchObject({ value: 'c' })
    expect(entryOf(raw, 'toString')).toBeUndefined()
  })
})

describe('`##` is published, `#` is not', () => {
  it.each([
    ['behind the value', 'a: 1   ## one\nb: 2', 'one'],
    ['above', '# private\n## one\n## more\na: 1', undefined],
    ['above, inside a map', 'x:\n  ## one\n  ## more\n  a: 1', 'one more'],
    ['on deeper lines below', 'x:\n  a: 1   ## one\n           ## more\n  b: 2', 'one more'],
    ['behind a map of one', 'a: { a: 1 }   ## one', 'one'],
    ['not above, one column deeper', 'x:\n   ## one\n  a: 1', undefined],
    ['not above, of what stands between', 'x:\n  ## one\n  b: 2\n  a: 1', undefined],
    ['not below, at the same column', 'x:\n  a: 1   ## one\n  ## more\n  b: 2', 'one'],
    ['not below, one column deeper', 'x:\n  a: 1   ## one\n   ## more\n  b: 2', 'one'],
    ['not below, two columns deeper', 'x:\n  a: 1   ## one\n    ## more\n  b: 2', 'one'],
    ['below, three columns deeper', 'x:\n  a: 1   ## one\n     ## more\n  b: 2', 'one more'],
    ['not below what has none behind it', 'x:\n  a: 1\n       ## more\n  b: 2', undefined],
    ['private', 'a: 1   # one', undefined],
    ['inside a text', 'a: "x ## y"', undefined],
  ])('%s', (_name, text, doc) => {
    const raw = read(text)
    const outer = valueOf(raw, 'x') ?? raw
    expect((entryOf(outer, 'a') ?? entryOf(raw, 'a'))?.doc).toBe(doc)
  })
})

describe('size', () => {
  it('20,000 lines are read in linear time', () => {
    const lines = (count: number): string =>
      Array.from({ length: count }, (_, i) => `  /r${i}/{id}: Route ${i}   ## number ${i}`).join(
        '\n',
      )
    const cpu = (count: number): number => {
      const text = `routes:\n${lines(count)}\n`
      const start = process.cpuUsage()
      read(text)
      const { user, system } = process.cpuUsage(start)
      return user + system
    }
    cpu(2_000)
    // Ten times the lines may take at most thirty times as long: quadratic work would take a
    // hundred times. The least of several, because anything else that the machine does adds to it.
    const most = 30 * Math.max(5_000, Math.min(cpu(2_000), cpu(2_000), cpu(2_000)))
    const isLinear = (): boolean => cpu(20_000) < most
    expect(isLinear() || isLinear() || isLinear()).toBe(true)
  }, 120_000)
})

it('a catalog is read in code point order, under the same paths however it is named', () => {
  const files = readCatalog('test/golden/_base/catalog')
  const paths = files.map(file => file.path)
  expect(paths[0]).toBe('catalog/errors/native.yaml')
  expect([...paths].sort()).toEqual(paths)
  for (const dir of ['./test/golden/_base/catalog', 'test//golden/../golden/_base/catalog/'])
    expect(readCatalog(dir)).toEqual(files)
})
