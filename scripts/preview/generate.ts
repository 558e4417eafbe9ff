/** Generates a catalog for a preview, also where its examples have other prices than its formulas. */
import { compileAll, readCatalog } from '../../generator/compile.ts'
import { generate } from '../../generator/generate.ts'
import { printProblems } from '../../generator/problems/print.ts'
import { write } from '../../generator/write/write.ts'

/** What came of it: what is wrong, for people, and whether the files are written. */
export interface Generated {
  problems: string
  written: boolean
}

/** Compiles the folder `catalog` and writes the files to `out`. */
export async function generatePreview(catalog: string, out: string): Promise<Generated> {
  const files = readCatalog(catalog)
  const { value, problems } = compileAll(files)
  const printed = printProblems(problems, files, { root: catalog })
  if (!value) return { problems: printed, written: false }
  write(await generate(value), out)
  return { problems: printed, written: true }
}
