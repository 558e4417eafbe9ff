/** The first problem of the catalog with a change, as its reader sees it. */
import { readCatalog } from '../../generator/compile.ts'
import { CATALOG } from '../helpers/catalogs.ts'
import { problemsOfPart } from '../helpers/part.ts'
import { locator } from '../../generator/read/lines.ts'
import { edited, type Edit } from '../checks/small-catalog.ts'

const real = readCatalog(CATALOG)

/** The first problem: its code, the text under the caret, what is said, and the remedy. */
export function firstProblem(change: Edit): {
  code: string
  caret: string
  line: string
  message: string
  hint: string | undefined
} {
  const files = edited([change], real)
  const path = 'in' in change ? change.in : change.write
  const [first] = problemsOfPart(files, { unchanged: real, path })
  const { code, place, message, hint } = first!
  const text = files.find(one => one.path === place.file)!.text
  const { line } = locator(files)(place.file, place.start)
  return {
    code,
    caret: text.slice(place.start, place.end),
    line: text.split('\n')[line - 1]!.trim(),
    message,
    hint,
  }
}

/** A change of the catalog, and what is said of it. */
export type Case = [name: string, change: Edit, wanted: Partial<ReturnType<typeof firstProblem>>]
