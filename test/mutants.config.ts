/**
 * The tests of one folder for mutation runs (`npm run mutate`). Stryker drives this configuration
 * in place of `vitest.config.ts`, whose projects and global setup would run once per mutant. The
 * environment names the tests (MUTATE_TESTS, globs with blanks between), the catalog and the folder
 * of its generated code.
 */
import { defineConfig } from 'vitest/config'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { redirect } from './helpers/redirect.mjs'

/**
 * Fails the tests of a file whose `beforeAll` fails. Vitest only skips them, and Stryker, which
 * reads the states of tests but not of files, would take the mutant for one that nobody noticed.
 */
class FailsWithItsHook implements Reporter {
  #tasks: Vitest['state']['idMap'] | undefined

  onInit(vitest: Vitest): void {
    this.#tasks = vitest.state.idMap
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const failed = modules.filter(module => module.state() === 'failed')
    for (const { id } of failed.flatMap(module => [...module.children.allTests('skipped')]))
      this.#tasks!.get(id)!.result = { state: 'fail' }
  }
}

export default defineConfig({
  plugins: [redirect(process.env.GENERATED!)],
  test: {
    include: (process.env.MUTATE_TESTS ?? '').split(' '),
    testTimeout: 20_000,
    hookTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
    reporters: [new FailsWithItsHook()],
  },
})
