/**
 * The recipes of catalog/README.md change the live catalog and turn no test red: with all of them
 * followed every test of any catalog passes. That each works alone is tested on the frozen catalog.
 * Here those are left out that the live catalog has overtaken, so that whoever changes a price, a
 * row or the margin need not rewrite recipes.
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { networksOf } from '../../generator/emit/facts.ts'
import type { CatalogIR } from '../../generator/ir.ts'
import type { SourceFile } from '../../generator/types.ts'
import { CATALOG, generatedFolder } from '../helpers/catalogs.ts'
import { compile, compileAll } from '../../generator/compile.ts'
import { real } from '../language/overlay.ts'
import { fits, followed, recipes, writes, type Recipe } from '../language/recipes.ts'

const VITEST = resolve('node_modules/vitest/vitest.mjs')
const dir = resolve(`.farebox/recipes-${process.pid}`)
const copy = join(dir, 'catalog')
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** The catalog with these recipes followed, but for those whose lines are not there. */
const followedWhereFit = (all: readonly Recipe[]): SourceFile[] =>
  all.reduce((files, one) => (fits(files, one) ? followed(files, one) : files), real())

/** The recipes that write no line with an error. */
function rightOnes(all: Recipe[]): Recipe[] {
  const files = followedWhereFit(all)
  const errors = compile(files).problems.filter(({ severity }) => severity === 'error')
  const wrong = errors.map(({ place: { file, start } }) => {
    const { text } = files.find(({ path }) => path === file)!
    const from = text.lastIndexOf('\n', start - 1) + 1
    return { file, line: text.slice(from, text.indexOf('\n', start)) }
  })
  return all.filter(recipe => wrong.every(({ file, line }) => !writes(recipe, file, line)))
}

/** Writes a copy of the catalog with all recipes followed. Returns its files. */
function followAll(): SourceFile[] {
  cpSync(CATALOG, copy, { recursive: true })
  const files = followedWhereFit(rightOnes(recipes()))
  for (const { path, text } of files) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  return files
}

/** The default network, and those that a recipe added: the others are as in the live catalog. */
function changedNetworks(before: CatalogIR, after: CatalogIR): string {
  const old = networksOf(before).slice(1)
  return networksOf(after)
    .map(({ name }) => name)
    .filter(name => old.every(one => one.name !== name))
    .join()
}

/**
 * Runs the tests of any catalog with the copy, but for this file. Resolves with what was printed
 * where one fails.
 */
function runLive(networks: string): Promise<string> {
  const { VITEST_POOL_ID: _, VITEST_WORKER_ID: __, GENERATED: ___, ...inherited } = process.env
  const env = {
    ...inherited,
    CATALOG: copy,
    TESTED_NETWORKS: networks,
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
  const { value: before } = compileAll(real(), { only: 'build' })
  const { value: after, problems } = compile(followAll())
  // A warning, such as an amount that is unlike the others, may be meant.
  expect(problems.filter(one => one.severity === 'error')).toEqual([])
  expect(await runLive(changedNetworks(before!, after!))).toBe('')
  rmSync(dirname(generatedFolder(copy)), { recursive: true, force: true })
}, 600_000)
