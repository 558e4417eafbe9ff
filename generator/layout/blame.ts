/**
 * Blames the indentation of one line for the errors of a file, where another one would make the file
 * right.
 */
import { buildCatalog } from '../catalog/catalog.ts'
import { ROUTE_KEYS } from '../language/routes.ts'
import { readAll, shapeAll } from '../passes.ts'
import { hasErrors, orderProblems } from '../problems/order.ts'
import { parse } from '../read/document.ts'
import { resolve } from '../resolve/resolve.ts'
import { kindOf } from '../shape/kinds.ts'
import { shapeFile } from '../shape/shape.ts'
import type { Problem, SourceFile } from '../types.ts'
import { misaligned, swallowed } from './realign.ts'

const KEYS_OF_ROUTES: ReadonlySet<string> = new Set(Object.keys(ROUTE_KEYS))

/**
 * The problems, with one in place of all errors of a file that come from the indentation of one
 * line.
 */
export function blameLayout(files: readonly SourceFile[], problems: readonly Problem[]): Problem[] {
  const errors = orderProblems(problems).filter(({ severity }) => severity === 'error')
  const found = files.flatMap(file => {
    const first = errors.find(({ place }) => place.file === file.path)
    return first
      ? (misaligned(file, first, text => isRightWith(files, { ...file, text })) ?? [])
      : []
  })
  const mended = new Set(found.map(({ place }) => place.file))
  const others = problems.filter(
    ({ place, severity }) => severity !== 'error' || !mended.has(place.file),
  )
  return [...others, ...found]
}

/** The problems, with one in place of all errors of a routes file whose key stands in a map above. */
export function blameSwallowed(files: readonly SourceFile[], problems: Problem[]): Problem[] {
  const isRoutes = (path: string): boolean => kindOf(path)?.kind === 'routes'
  const first = orderProblems(problems).find(
    ({ severity, place }) => severity === 'error' && isRoutes(place.file),
  )
  const file = files.find(({ path }) => path === first?.place.file)
  if (first === undefined || file === undefined) return problems
  const isRight = (text: string): boolean => {
    const documents = readAll(files.filter(one => one !== file))
    const own = parse({ ...file, text })
    const shaped = shapeAll([...documents.value, own.value])
    if (hasErrors([...own.problems, ...shaped.problems])) return false
    const flat = resolve(shaped.value)
    return !hasErrors(flat.problems) && !hasErrors(buildCatalog(flat.value, files).problems)
  }
  const found = swallowed(file, first, { keys: KEYS_OF_ROUTES, isRight })
  const warnings = problems.filter(({ severity }) => severity !== 'error')
  return found ? [...warnings, found] : problems
}

/** Whether a file has no errors of its text, its shape and its names in a catalog. */
function isRightWith(files: readonly SourceFile[], changed: SourceFile): boolean {
  const document = parse(changed)
  if (hasErrors(document.problems) || hasErrors(shapeFile(document.value).problems)) return false
  const documents = readAll(files.filter(({ path }) => path !== changed.path))
  const shaped = shapeAll([...documents.value, document.value])
  if (hasErrors([...documents.problems, ...shaped.problems])) return true
  return !resolve(shaped.value).problems.some(
    ({ place, severity }) => severity === 'error' && place.file === changed.path,
  )
}
