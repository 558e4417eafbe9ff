/** A release names the commit of its code, and says if the code is not exactly that commit's. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commitOf } from '../../scripts/deploy/make.ts'
import { describe as lineOf } from '../../scripts/deploy/names.ts'
import { whoDeploys } from '../../scripts/deploy/person.ts'
import { signedText } from '../../runtime/releases/bundle.ts'
import { tempDir } from '../helpers/store.ts'

let dir: string
let generated: string
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', dir, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
    encoding: 'utf8',
  }).trim()
const write = (path: string, text: string): void => writeFileSync(join(dir, path), text)

beforeAll(() => {
  dir = tempDir('commit')
  generated = join(dir, 'generated')
  mkdirSync(generated)
  git('init', '-q')
  write('.gitignore', 'ignored\n')
  write('generated/index.ts', 'one')
  git('add', '.')
  git('commit', '-qm', 'one')
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

it('has the commit, and a mark while anything in the folder is changed', () => {
  const commit = git('rev-parse', 'HEAD')
  write('notes.txt', 'beside the folder')
  expect(commitOf(generated)).toEqual({ commit })
  const changed = { commit: `${commit}+changes` }
  write('generated/index.ts', 'two')
  expect(commitOf(generated)).toEqual(changed)
  write('generated/index.ts', 'one')
  write('generated/more.ts', 'new')
  expect(commitOf(generated)).toEqual(changed)
  rmSync(join(generated, 'more.ts'))
  write('generated/ignored', 'of no commit')
  expect(commitOf(generated)).toEqual(changed)
  rmSync(join(generated, 'ignored'))
  expect(commitOf(generated)).toEqual({ commit })
})

it('has none outside of a repository', () => {
  expect(commitOf(join(dir, 'nowhere'))).toEqual({})
})

it('is shown with its mark', () => {
  const release: any = {
    hash: 'a'.repeat(64),
    catalog: 'c',
    made: 0,
    commit: `${'b'.repeat(40)}+changes`,
  }
  expect(lineOf({ release, from: 1 } as never)).toMatch(/ {2}commit b{10}\+changes$/)
  release.commit = 'b'.repeat(40)
  expect(lineOf({ release, from: 1 } as never)).toMatch(/ {2}commit b{10}$/)
})

it('names who deploys it: as given, as git knows, or by the login; its signature covers the name', () => {
  const alone = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
  expect(whoDeploys(dir, 'Ada  L.\n', alone)).toEqual({ by: 'Ada L.' })
  expect(whoDeploys(dir, undefined, alone)).toEqual({})
  expect(whoDeploys(dir, '', { ...alone, USER: 'ada' })).toEqual({ by: 'ada' })
  git('config', 'user.name', 'Ada of git')
  expect(whoDeploys(dir, undefined, { ...alone, USER: 'ada' })).toEqual({ by: 'Ada of git' })
  const release: any = { hash: 'a'.repeat(64), catalog: 'c', made: 0, by: 'Ada' }
  expect(lineOf({ release, from: 1 } as never)).toMatch(/Z {2}by Ada$/)
  const texts = [{}, { by: 'Ada' }, { by: 'Bob' }, { forced: 'Ada' }].map(more =>
    signedText({ ...release, by: undefined, ...more }),
  )
  expect(new Set(texts).size).toBe(4)
})
