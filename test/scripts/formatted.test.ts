/** The results that `scripts/formatted.ts` keeps never change what a document is. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { formatted } from '../../scripts/formatted.ts'

const folder = mkdtempSync(join(tmpdir(), 'formatted-'))
afterAll(() => rmSync(folder, { recursive: true }))

const format = (text: string) => formatted('a/b.yaml', text, 'yaml', folder)
const file = join(folder, 'a-b.yaml.json')

test('formats, and gives the kept result only for the text that it is of', async () => {
  expect(await format('a:   1')).toBe('a: 1\n')
  expect(readdirSync(folder)).toEqual(['a-b.yaml.json'])
  expect(await format('a:   1')).toBe('a: 1\n')
  expect(await format('a:   2')).toBe('a: 2\n')
})

test('formats again what is kept and damaged', async () => {
  expect(await format('a:   3')).toBe('a: 3\n')
  writeFileSync(file, readFileSync(file, 'utf8').replace('a: 3', 'a: 4'))
  expect(await format('a:   3')).toBe('a: 3\n')
  writeFileSync(file, 'no JSON')
  expect(await format('a:   3')).toBe('a: 3\n')
})

test('takes what is kept', async () => {
  await format('a:   5')
  const kept = readFileSync(file, 'utf8')
  await format('a:   6')
  writeFileSync(file, kept)
  expect(await format('a:   5')).toBe('a: 5\n')
  expect(readFileSync(file, 'utf8')).toBe(kept)
})
