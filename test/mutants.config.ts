/**
 * The tests of one folder for mutation runs (`npm run mutate`). Stryker drives this configuration
 * in place of `vitest.config.ts`, whose projects and global setup would run once per mutant. The
 * environment names the tests (MUTATE_TESTS, globs with blanks between), the catalog and the folder
 * of its generated code.
 */
import { defineConfig } from 'vitest/config'
import {
  BaseSequencer,
  type Reporter,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from 'vitest/node'
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

/** Whether a test is only listed for mutation runs, because it takes long. */
const isSlow = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('.mutants.ts')

/** Begins with the tests of the suite: a mutant that one of them notices needs no other. */
class SlowLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => Number(isSlow(a)) - Number(isSlow(b)))
  }
}

export default defineConfig({
  plugins: [redirect(process.env.GENERATED!)],
  test: {
    include: (process.env.MUTATE_TESTS ?? '').split(' '),
    testTimeout: 20_000,
    hookTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
    sequence: { sequencer: SlowLast },
    reporters: [new FailsWithItsHook()],
  },
})
