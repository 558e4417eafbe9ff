/**
 * The recipes of catalog/README.md change the live catalog and turn no test red: with all of them
 * followed every test of any catalog passes. That each works alone is tested on the frozen catalog.
 * Here those are left out that the live catalog has overtaken, so that whoever changes a price, a
 * row or the margin need not rewrite recipes.
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { SourceFile } from '../../generator/types.ts'
import { CATALOG, generatedFolder } from '../helpers/catalogs.ts'
import { compile } from '../../generator/compile.ts'
import { real } from '../language/overlay.ts'
import { fits, followed, recipes, writes, type Recipe } from '../language/recipes.ts'

const VITEST = resolve('node_modules/vitest/vitest.mjs')
const dir = resolve(`.farebox/recipes-${process.pid}`)
const copy = join(dir, 'catalog')
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** The catalog with recipes followed, but for those whose lines are not there; and the others. */
function followedWhereFit(all: readonly Recipe[]): { files: SourceFile[]; fitting: Recipe[] } {
  let files = real()
  const fitting = all.filter(one => {
    if (!fits(files, one)) return false
    files = followed(files, one)
    return true
  })
  return { files, fitting }
}

/** The recipes that write no line with an error. */
function rightOnes(all: Recipe[]): Recipe[] {
  const { files } = followedWhereFit(all)
  const errors = compile(files).problems.filter(({ severity }) => severity === 'error')
  const wrong = errors.map(({ place: { file, start } }) => {
    const { text } = files.find(({ path }) => path === file)!
    const from = text.lastIndexOf('\n', start - 1) + 1
    return { file, line: text.slice(from, text.indexOf('\n', start)) }
  })
  return all.filter(recipe => wrong.every(({ file, line }) => !writes(recipe, file, line)))
}

/**
 * Writes a copy of the catalog with all recipes followed. Fails if the live catalog has overtaken
 * more than a third of them, because little would be tested then.
 */
function followAll(): void {
  const all = recipes()
  const { files, fitting } = followedWhereFit(rightOnes(all))
  expect(fitting.length).toBeGreaterThanOrEqual((all.length * 2) / 3)
  cpSync(CATALOG, copy, { recursive: true })
  for (const { path, text } of files) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
}

/** The networks of the live catalog: no recipe changes them. */
const oldNetworks = (): string =>
  readdirSync(join(CATALOG, 'networks'))
    .map(file => basename(file, '.yaml'))
    .join()

/**
 * Runs the tests of any catalog with the copy, but for this file. Resolves with what was printed
 * where one fails, or where the copy has errors. A warning, such as an amount that is unlike the
 * others, may be meant.
 */
function runLive(): Promise<string> {
  const { VITEST_POOL_ID: _, VITEST_WORKER_ID: __, GENERATED: ___, ...inherited } = process.env
  const env = {
    ...inherited,
    CATALOG: copy,
    SKIPPED_NETWORKS: oldNetworks(),
    RUNS: '0.1',
    TEST_REPORT: '',
    NO_COLOR: '1',
  }
  const args = [
    VITEST,
    'run',
    '--project',
    'catalog',
    '--exclude',
    'test/live/recipes.test.ts',
    // The form of documents does not depend on what the recipes add.
    '--exclude',
    'test/docs/**',
    '--maxWorkers',
    '1',
    '--no-isolate',
  ]
  return new Promise(done => {
    execFile(process.execPath, args, { env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      done(error ? `${stdout}\n${stderr}` : ''),
    )
  })
}

it('with all of them followed, the tests of any catalog pass', async () => {
  followAll()
  expect(await runLive()).toBe('')
  rmSync(dirname(generatedFolder(copy)), { recursive: true, force: true })
}, 600_000)
