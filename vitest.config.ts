import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { CATALOG, FROZEN, generatedFolder } from './test/helpers/catalogs.ts'
import { redirect } from './test/helpers/redirect.mjs'

// Real chains, stores and gateways are started per file by test/helpers; files run in parallel, the
// tests within a file in order. TEST_REPORT names a file for the results as JSON, from which
// .ci/run makes its closing line.
const report = process.env.TEST_REPORT

/** The longest files, which would otherwise keep one core waiting at the end. */
const LONGEST = [
  'test/live/recipes.test.ts',
  'test/crash/crash.test.ts',
  'test/language/typos.test.ts',
  'test/scripts/start.test.ts',
]

/**
 * What must hold for any catalog. All other tests are about the specification, or about no catalog.
 */
const ANY_CATALOG = [
  'test/live/**/*.test.ts',
  'test/docs/documents.test.ts',
  'test/docs/schemas.test.ts',
  'test/scripts/readme.test.ts',
]

/** Begins with the longest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      LONGEST.some(path => moduleId.endsWith(path))
    return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))]
  }
}

/** Tests that sell the catalog of a folder; its generated code is made before the first of them. */
function project(
  name: string,
  catalog: string,
  files: { include: string[]; exclude?: string[] },
): TestProjectInlineConfiguration {
  const folder = generatedFolder(catalog)
  const setup = {
    globalSetup: ['test/helpers/setup.ts'],
    env: { CATALOG: catalog, GENERATED: folder },
  }
  return {
    extends: true,
    plugins: catalog === 'catalog' ? [] : [redirect(folder)],
    test: { name, ...files, ...setup },
  }
}

export default defineConfig({
  test: {
    projects: [
      project('specification', FROZEN, { include: ['test/**/*.test.ts'], exclude: ANY_CATALOG }),
      project('catalog', CATALOG, { include: ANY_CATALOG }),
    ],
    // Long enough for a machine that is busy with other things: they only end what hangs.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
})
