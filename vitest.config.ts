import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Real chains, stores and gateways are started per file by test/helpers; files run in parallel, the tests within a file in order.
// TEST_REPORT names a file for the results as JSON, from which .ci/run makes its closing line.
const report = process.env.TEST_REPORT

/** The longest files, which would otherwise keep one core waiting at the end. */
const LONGEST = ['test/crash/crash.test.ts', 'test/language/typos.test.ts', 'test/scripts/start.test.ts', 'test/language/recipes.test.ts']

/** Begins with the longest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => LONGEST.some(path => moduleId.endsWith(path))
    return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
})
