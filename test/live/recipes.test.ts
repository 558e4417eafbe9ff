/**
 * The recipes of catalog/README.md change the live catalog and turn no test red: each gives a
 * catalog that compiles, and with all of them followed every test of any catalog passes.
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { SourceFile } from '../../generator/types.ts'
import { CATALOG, generatedFolder } from '../helpers/catalogs.ts'
import { compile } from '../../generator/compile.ts'
import { real } from '../language/overlay.ts'
import { batches, followed, recipes, titles } from '../language/recipes.ts'

const VITEST = resolve('node_modules/vitest/vitest.mjs')
const dir = resolve(`.farebox/recipes-${process.pid}`)
const copy = join(dir, 'catalog')
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Warnings, such as an amount that is unlike the others, may be meant. */
it.each(batches().map(batch => [titles(batch), batch] as const))('%s', (_titles, batch) => {
  for (const { steps } of batch) expect(steps.length).toBeGreaterThan(0)
  const { problems } = compile(batch.reduce(followed, real()))
  expect(problems.filter(one => one.severity === 'error')).toEqual([])
})

/** Writes a copy of the catalog with all recipes followed. */
function followAll(): void {
  cpSync(CATALOG, copy, { recursive: true })
  const files = recipes().reduce<SourceFile[]>(followed, real())
  for (const { path, text } of files) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
}

/**
 * Runs the tests of any catalog with the copy, but for this file. Resolves with what was printed
 * where one fails.
 */
function runLive(): Promise<string> {
  const { VITEST_POOL_ID: _, VITEST_WORKER_ID: __, GENERATED: ___, ...inherited } = process.env
  const env = { ...inherited, CATALOG: copy, TEST_REPORT: '', NO_COLOR: '1' }
  const args = [
    VITEST,
    'run',
    '--project',
    'catalog',
    '--exclude',
    'test/live/recipes.test.ts',
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
