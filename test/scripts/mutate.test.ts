/** `npm run mutate` knows folders and tests by name, and they move. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, it } from 'vitest'
import { FOLDERS } from '../../scripts/mutate/folders.ts'

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function each(pattern: string): string[] {
  const [, before, words, after] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? []
  return words === undefined ? [pattern] : words.split(',').map(word => before! + word + after!)
}

function exists(path: string): boolean {
  const name = basename(path)
  if (!name.startsWith('*')) return existsSync(path)
  return readdirSync(dirname(path)).some(file => file.endsWith(name.slice(1)))
}

it.each(Object.entries(FOLDERS))('mutates %s, which exists, as do its tests', (folder, tests) => {
  expect([folder, ...tests.flatMap(each)].filter(path => !exists(path))).toEqual([])
})
