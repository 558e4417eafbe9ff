/** Documents in a folder: their versions, and files that are not of this gateway. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFolder } from '../../runtime/releases/folder.ts'
import type { Documents } from '../../runtime/releases/releases.ts'

const IN = 'gateway.catalogs'
const DAY = 86_400_000
let dir: string
let now: number
let folder: Documents
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'farebox-folder-'))
  now = 1_000_000
  folder = createFolder(dir, { now: () => now })
})
afterEach(() => rmSync(dir, { recursive: true }))

const insert = (doc: unknown, more: object = {}): Promise<boolean> =>
  folder.commit([{ do: 'insert', in: IN, key: 'a/b', doc, tag: 't', ...more }])
const replace = (version: number, doc: unknown): Promise<boolean> =>
  folder.commit([{ do: 'replace', in: IN, key: 'a/b', version, doc }])
const remove = (): Promise<boolean> => folder.commit([{ do: 'remove', in: IN, key: 'a/b' }])
const get = async (): Promise<unknown> => (await folder.get(IN, 'a/b'))?.doc

it('does not reuse the version number of a removed document', async () => {
  await insert('old')
  const { version } = (await folder.get(IN, 'a/b'))!
  expect(await remove()).toBe(true)
  expect([await get(), await folder.list(IN, 't', 9)]).toEqual([undefined, []])
  expect(await insert('new')).toBe(true)
  expect(await replace(version, 'late')).toBe(false)
  expect(await get()).toBe('new')
})

it('does not reuse the version number of an expired document', async () => {
  await insert('old', { expires: now + 10 })
  const { version } = (await folder.get(IN, 'a/b'))!
  now += 10
  expect([await get(), await insert('new')]).toEqual([undefined, true])
  expect(await replace(version, 'late')).toBe(false)
})

it('lets an expired version hide what a crash left, and removes both a day later', async () => {
  await insert('new', { expires: now + 10 })
  writeFileSync(join(dir, 'a%2Fb.0.json'), JSON.stringify({ doc: 'left', tag: 't' }))
  now += 10
  expect([await get(), await get(), await folder.list(IN, 't', 9)]).toEqual([
    undefined,
    undefined,
    [],
  ])
  now += DAY
  expect([await get(), readdirSync(dir)]).toEqual([undefined, []])
})

it('refuses a change based on a version that was replaced twice', async () => {
  await insert(1)
  await replace(1, 2)
  const slow = createFolder(dir, {
    now: () => {
      // It has read the second version. Two changes of others, the third version is gone again.
      writeFileSync(join(dir, 'a%2Fb.4.json'), JSON.stringify({ doc: 4, tag: 't' }))
      rmSync(join(dir, 'a%2Fb.2.json'), { force: true })
      return now
    },
  })
  const late = { do: 'replace', in: IN, key: 'a/b', version: 2, doc: 'late' } as const
  expect(await slow.commit([late])).toBe(false)
  expect(await get()).toBe(4)
})

it('passes over stray files, and takes a damaged one for a version without a document', async () => {
  for (const name of ['%.1.json', '.1.json', 'x.json', '%E0%A4.2.json', `y.${'9'.repeat(99)}.json`])
    writeFileSync(join(dir, name), '{}')
  expect([await get(), await folder.list(IN, 't', 9)]).toEqual([undefined, []])
  await insert('whole')
  for (const text of ['', 'null', '{"doc":', '7']) {
    writeFileSync(join(dir, 'a%2Fb.5.json'), text)
    expect(await folder.get(IN, 'a/b')).toEqual({ doc: undefined, tag: '', version: 5 })
  }
  expect(await replace(5, 'mended')).toBe(true)
  expect(await get()).toBe('mended')
})
