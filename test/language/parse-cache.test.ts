import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readCatalog } from '../../generator/compile.ts'
import { parse, readFile, useParseCache } from '../../generator/read/document.ts'
import { openParseCache } from '../../generator/read/parse-cache.ts'
import type { Raw } from '../../generator/types.ts'
import { CATALOG } from '../helpers/catalogs.ts'

const folder = mkdtempSync(join(tmpdir(), 'parse-cache-'))
const path = join(folder, 'parsed.json')
afterAll(() => rmSync(folder, { recursive: true }))

const file = (text: string) => ({ path: 'a.yaml', text })
const rawOf = (text: string): Raw => parse(file(text)).value.raw!

/** A value with its places and documents, and the place of each character of its texts. */
function shown(raw: Raw): unknown {
  if (raw.kind === 'list') return { ...raw, items: raw.items.map(shown) }
  if (raw.kind === 'map') {
    return { ...raw, entries: raw.entries.map(one => ({ ...one, value: shown(one.value) })) }
  }
  const { text, place, at } = raw.text
  const places = Array.from({ length: text.length + 1 }, (_, offset) => at(offset))
  return { ...raw, text: { text, place, places } }
}

test('the next command knows what all files of the catalog were read as', () => {
  const files = readCatalog(CATALOG)
  const first = openParseCache(path, '1')
  const read = files.map(one => ({ one, raw: parse(one).value.raw! }))
  for (const { one, raw } of read) first.put(one, raw)
  first.save()

  const next = openParseCache(path, '1')

  for (const { one, raw } of read) expect(shown(next.get(one)!), one.path).toEqual(shown(raw))
})

test.each([
  ['a plain scalar of two lines', 'a: one\n  two\nb: 1\n'],
  ['quoted texts', 'a: "x\\u0041\\n y"\nb: \'it\'\'s\'\n"c d": ""\n'],
  ['blocks', 'a: |\n  one\n   two\nb: >-\n  three\n  four\n'],
  ['numbers as they are written', 'a: 0.10\nb: 0x1F\nc: 1e3\nd: -0.0\n'],
  ['nothing', 'a:\nb: ~\nc: null\nd: { e: , f: }\ng: ""\n'],
  ['a flow with comments', '## All of it.\na: { b: 1, c: [x, "y"] } ## Published.\n'],
])('%s is the same', (_, text) => {
  const cache = openParseCache(path, 'same')
  cache.put(file(text), rawOf(text))
  const known = cache.get(file(text))
  if (known) expect(shown(known)).toEqual(shown(rawOf(text)))
  expect(known === undefined).toBe(text.includes('-0.0'))
})

test('another path has its own places', () => {
  const cache = openParseCache(path, 'paths')
  cache.put(file('a: 1\n'), rawOf('a: 1\n'))
  expect(cache.get({ path: 'b.yaml', text: 'a: 1\n' })?.place.file).toBe('b.yaml')
})

test('what another version has kept is not used', () => {
  const first = openParseCache(path, '1')
  first.put(file('a: 1\n'), rawOf('a: 1\n'))
  first.save()
  expect(openParseCache(path, '1').get(file('a: 1\n'))).toBeDefined()
  expect(openParseCache(path, '2').get(file('a: 1\n'))).toBeUndefined()
})

test('a damaged cache is an empty one', () => {
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, -5))
  expect(openParseCache(path, '1').get(file('a: 1\n'))).toBeUndefined()
})

test('the files that were used last are kept', () => {
  const texts = Array.from({ length: 501 }, (_, i) => `a: ${i}\n`)
  const first = openParseCache(path, 'many')
  for (const text of texts) first.put(file(text), rawOf(text))
  first.get(file('a: 0\n'))
  first.save()
  const next = openParseCache(path, 'many')
  const lost = texts.filter(text => next.get(file(text)) === undefined)
  expect(lost).toEqual(['a: 1\n'])
})

test('a file is kept once it is read, and no text that is only tried', () => {
  const cache = openParseCache(path, 'tried')
  useParseCache(cache)
  parse(file('a: tried\n'))
  readFile(file('a: read\n'))
  readFile(file('a: { wrong: 1, wrong: 2 }\n'))
  const texts = ['a: tried\n', 'a: read\n', 'a: { wrong: 1, wrong: 2 }\n']
  expect(texts.map(text => cache.get(file(text)) !== undefined)).toEqual([false, true, false])
})
