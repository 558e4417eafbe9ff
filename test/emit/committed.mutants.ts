/**
 * What `npm run generate -- --check` compares, for mutation runs: the committed files, and those
 * that the sources make in the process of the test, where mutants are active. CI runs the command
 * itself, so the whole suite needs no test of it.
 */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compileAll, readCatalog } from '../../generator/compile.ts'
import { generate } from '../../generator/generate.ts'

it('generates the committed files of the catalog', async () => {
  const { value: ir } = compileAll(readCatalog('catalog'), { only: 'build' })
  for (const [path, { text }] of await generate(ir!)) {
    // A difference in a file of a megabyte takes long to print.
    if (text !== readFileSync(`generated/${path}`, 'utf8'))
      expect.unreachable(`generated/${path} differs`)
  }
}, 120_000)
