/**
 * Generates a catalog for a preview, also where its examples have other prices than its formulas,
 * and says what it changes for customers.
 */
import { earlier } from '../../generator/commands/earlier.ts'
import { builtFrom, compileAll, readCatalog } from '../../generator/compile.ts'
import { generate } from '../../generator/generate.ts'
import type { CatalogIR } from '../../generator/ir.ts'
import { planOf } from '../../generator/plan/plan.ts'
import { planText } from '../../generator/plan/text.ts'
import { shown } from '../../generator/problems/pretty.ts'
import { printProblems } from '../../generator/problems/print.ts'
import { write } from '../../generator/write/write.ts'

/**
 * The result as text for people: what is wrong, what differs from the last commit (`''` if nothing
 * does, or there is none), and whether the files are written.
 */
export interface Generated {
  problems: string
  changes: string
  written: boolean
}

/** Compiles the folder `catalog` and writes the files to `out`. */
export async function generatePreview(catalog: string, out: string): Promise<Generated> {
  const files = readCatalog(catalog)
  const { value, problems } = compileAll(files)
  const printed = printProblems(problems, files, { root: catalog })
  if (!value) return { problems: printed, changes: '', written: false }
  write(await generate(value), out)
  return { problems: printed, changes: changesOf(catalog, value), written: true }
}

/** Letters of a line of the plan. */
const COLUMNS = 110

/** The plan against the last commit. */
function changesOf(catalog: string, now: CatalogIR): string {
  const before = earlier(catalog, 'HEAD')
  if ('misuse' in before) return ''
  const old = builtFrom(before.files)
  if (!old) return ''
  const made = planOf(old, now, { today: Date.now() })
  if (made.findings.length === 0) return ''
  return planText(made, {
    color: false,
    columns: COLUMNS,
    compared: `${catalog} against ${before.name}`,
    at: ({ place }) => place && shown(now.at(place), { root: catalog }),
  })
}
