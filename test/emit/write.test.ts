/** Writing and drift: only what changed, only what is ours, all or nothing. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { drift } from '../../generator/write/drift.ts'
import { firstHunk } from '../../generator/write/hunk.ts'
import { write } from '../../generator/write/write.ts'
import type { OutFile } from '../../generator/emit/out-file.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'write-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** Files with a manifest of them. */
function files(texts: Record<string, string>): Map<string, OutFile> {
  const manifest = JSON.stringify({
    outputs: Object.fromEntries(Object.keys(texts).map(p => [p, {}])),
  })
  return new Map(
    Object.entries({ ...texts, 'manifest.json': manifest }).map(([path, text]) => [
      path,
      { path, text, from: [] },
    ]),
  )
}

/** Every file below the folder with its text. */
function tree(at = ''): Record<string, string> {
  return Object.fromEntries(
    readdirSync(join(dir, at), { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap(e => {
        const path = at === '' ? e.name : `${at}/${e.name}`
        return e.isDirectory()
          ? Object.entries(tree(path))
          : [[path, readFileSync(join(dir, path), 'utf8')]]
      }),
  )
}

it('writes new files, then only what changed', () => {
  expect(write(files({ 'a.ts': 'a\n', 'b/c.ts': 'c\n' }), dir).written).toEqual([
    'a.ts',
    'b/c.ts',
    'manifest.json',
  ])
  const before = statSync(join(dir, 'a.ts')).ino
  const again = write(files({ 'a.ts': 'a\n', 'b/c.ts': 'changed\n' }), dir)
  expect(again).toEqual({ written: ['b/c.ts'], deleted: [], unchanged: 2 })
  expect(statSync(join(dir, 'a.ts')).ino).toBe(before)
})

it('deletes what an earlier manifest lists and leaves every other file alone', () => {
  write(files({ 'a.ts': 'a\n', 'old/b.ts': 'b\n' }), dir)
  writeFileSync(join(dir, 'mine.txt'), 'hands off')
  expect(write(files({ 'a.ts': 'a\n' }), dir).deleted).toEqual(['old/b.ts'])
  expect(Object.keys(tree())).toEqual(['a.ts', 'manifest.json', 'mine.txt'])
  expect(readdirSync(dir)).not.toContain('old')
})

it('a manifest that points outside the folder deletes nothing there', () => {
  const outside = join(dir, '..', `outside-${process.pid}.txt`)
  writeFileSync(outside, 'keep')
  writeFileSync(
    join(dir, 'manifest.json'),
    JSON.stringify({ outputs: { [`../outside-${process.pid}.txt`]: {}, '/etc/hostname': {} } }),
  )
  expect(write(files({ 'a.ts': 'a\n' }), dir).deleted).toEqual([])
  expect(readFileSync(outside, 'utf8')).toBe('keep')
  rmSync(outside)
})

it('a run that fails leaves the folder byte for byte as it was', () => {
  write(files({ 'a.ts': 'a\n', 'b.ts': 'b\n', 'old.ts': 'old\n' }), dir)
  mkdirSync(join(dir, 'z.ts', 'full'), { recursive: true })
  const before = tree()
  expect(() =>
    write(
      files({ 'a.ts': 'new\n', 'b.ts': 'new\n', 'z.ts': 'cannot be put over a folder\n' }),
      dir,
    ),
  ).toThrow()
  expect(tree()).toEqual(before)
  expect(readdirSync(dir).filter(n => n.startsWith('.staging'))).toEqual([])
})

it('drift names changed, missing and orphaned files, the first difference and the command that mends it', () => {
  write(files({ 'a.ts': '1\n2\n3\n4\n5\n6\n7\n8\n9\n', 'b.ts': 'b\n' }), dir)
  expect(drift(files({ 'a.ts': '1\n2\n3\n4\n5\n6\n7\n8\n9\n', 'b.ts': 'b\n' }), dir)).toMatchObject(
    {
      clean: true,
      changed: [],
      missing: [],
      orphaned: [],
    },
  )
  writeFileSync(join(dir, 'extra.ts'), 'x')
  rmSync(join(dir, 'b.ts'))
  writeFileSync(join(dir, 'a.ts'), '1\n2\n3\n4\nFIVE\n6\n7\n8\n9\n')
  const found = drift(files({ 'a.ts': '1\n2\n3\n4\n5\n6\n7\n8\n9\n', 'b.ts': 'b\n' }), dir)
  expect(found).toMatchObject({
    clean: false,
    changed: ['a.ts'],
    missing: ['b.ts'],
    orphaned: [],
    strays: ['extra.ts'],
    mend: ['npm run generate', `rm ${relative('.', join(dir, 'extra.ts'))}`],
  })
  expect(found.hunk?.split('\n').slice(2)).toEqual([
    '@@ -2,7 +2,7 @@',
    ' 2',
    ' 3',
    ' 4',
    '-FIVE',
    '+5',
    ' 6',
    ' 7',
    ' 8',
  ])
})

it('drift says that the next run deletes files of an earlier one, and no others', () => {
  write(files({ 'a.ts': 'a', 'b.ts': 'b' }), dir)
  const fewer = files({ 'a.ts': 'a' })
  expect(drift(fewer, dir)).toMatchObject({
    changed: ['manifest.json'],
    orphaned: ['b.ts'],
    strays: [],
    mend: ['npm run generate'],
  })
  write(fewer, dir)
  writeFileSync(join(dir, "it's.md"), 'x')
  const path = relative('.', dir)
  expect(drift(fewer, dir).mend).toEqual([`rm '${path}/it'\\''s.md'`])
  write(fewer, dir)
  expect(readdirSync(dir)).toContain("it's.md")
  rmSync(join(dir, "it's.md"))
  expect(drift(fewer, dir)).toMatchObject({ clean: true, mend: [] })
})

it('hunks show what was added and what was removed', () => {
  expect(firstHunk({ path: 'x', before: 'a\nb\n', after: 'a\nb\n' })).toBeUndefined()
  expect(
    firstHunk({ path: 'x', before: 'a\nc\nd\n', after: 'a\nb\nc\nd\n' })?.split('\n').slice(3),
  ).toEqual([' a', '+b', ' c', ' d', ' '])
  expect(firstHunk({ path: 'x', before: 'a\nb\n', after: 'a\n' })).toContain('-b')
})
