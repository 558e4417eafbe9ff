/**
 * The tests of one folder for mutation runs (`npm run mutate`). Stryker drives this configuration
 * in place of `vitest.config.ts`, whose projects and global setup would run once per mutant. The
 * environment names the tests (MUTATE_TESTS, globs with blanks between), the catalog and the folder
 * of its generated code.
 */
import { defineConfig } from 'vitest/config'
import { redirect } from './helpers/redirect.mjs'

export default defineConfig({
  plugins: [redirect(process.env.GENERATED!)],
  test: {
    include: (process.env.MUTATE_TESTS ?? '').split(' '),
    testTimeout: 20_000,
    hookTimeout: 20_000,
    reporters: [],
  },
})
