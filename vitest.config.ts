import { defineConfig } from 'vitest/config'

// Real chains, stores and gateways are started per file by test/helpers; files run in parallel, the tests within a file in order.
// TEST_REPORT names a file for the results as JSON, from which .ci/run makes its closing line.
const report = process.env.TEST_REPORT

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: 'forks',
    maxWorkers: 2,
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
})
