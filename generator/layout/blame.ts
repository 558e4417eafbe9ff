/**
 * Reports one line's indentation instead of a file's errors, if another indentation makes the file
 * valid.
 */
import { buildCatalog } from '../catalog/catalog.ts'
import { ROUTE_KEYS } from '../language/routes.ts'
import { readAll, shapeAll } from '../passes.ts'
import { hasErrors, orderProblems } from '../problems/order.ts'
import { parse } from '../read/document.ts'
import { lineOf, lineStarts } from '../read/lines.ts'
import { resolve } from '../resolve/resolve.ts'
import { kindOf } from '../shape/kinds.ts'
import { shapeFile } from '../shape/shape.ts'
import type { Place, Problem, SourceFile } from '../types.ts'
import { misaligned, swallowed } from './realign.ts'

const KEYS_OF_ROUTES: ReadonlySet<string> = new Set(Object.keys(ROUTE_KEYS))

/** The most wrong indentations to look for in a file. */
const MOST = 8
const MISSPELT: ReadonlySet<string> = new Set(['unknown-key', 'unknown-column'])

/** The problems, with one for each wrongly indented line instead of the errors that it causes. */
export function blameLayout(files: readonly SourceFile[], problems: readonly Problem[]): Problem[] {
  const errors = orderProblems(problems).filter(({ severity }) => severity === 'error')
  const found = files.flatMap(file =>
    blamed(
      files,
      file,
      errors.filter(({ place }) => place.file === file.path),
    ),
  )
  const mended = new Set(found.map(({ place }) => place.file))
  const others = problems.filter(
    ({ place, severity }) => severity !== 'error' || !mended.has(place.file),
  )
  return [...others, ...found]
}

/** The wrong indentations of a file, found one after the other, and the remaining errors. */
function blamed(
  files: readonly SourceFile[],
  file: SourceFile,
  errors: readonly Problem[],
): Problem[] {
  const found: Problem[] = []
  let text = file.text
  let left = errors
  while (left.length > 0 && found.length < MOST) {
    const now = { ...file, text }
    const mended = firstOf(left.slice(0, MOST), (_, i) =>
      // The first error may have another cause than the lines of the others.
      misaligned(now, [...left.slice(i), ...left.slice(0, i)], by =>
        errorsWith(files, { ...file, text: by }),
      ),
    )
    if (mended === undefined) break
    found.push(inFile(file, text, mended.problem))
    text = mended.text
    left = mended.errors
  }
  // If errors other than misspelt names remain, the first guess may have been wrong.
  if (left.some(({ code }) => !MISSPELT.has(code))) return []
  return found.length === 0 ? [] : [...found, ...left.map(one => inFile(file, text, one))]
}

/** The first result that is not undefined. */
function firstOf<T, R>(
  all: readonly T[],
  find: (one: T, i: number) => R | undefined,
): R | undefined {
  for (const [i, one] of all.entries()) {
    const found = find(one, i)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The problem at its place in the file; `text` differs from the file only in the indentation of
 * lines.
 */
function inFile(file: SourceFile, text: string, problem: Problem): Problem {
  if (text === file.text) return problem
  const [own, other] = [file.text, text].map(one => ({ starts: lineStarts(one), text: one }))
  const indent = (of: string, start: number): number => of.slice(start).search(/[^ \t]/)
  const moved = (place: Place): Place => {
    if (place.file !== file.path) return place
    const [start, end] = [place.start, place.end].map(offset => {
      const line = lineOf(other!.starts, offset)
      const [to, from] = [own!.starts[line]!, other!.starts[line]!]
      const by = indent(own!.text, to) - indent(text, from)
      return Math.max(to, to + offset - from + by)
    })
    return { ...place, start: start!, end: end! }
  }
  const also = problem.also?.map(one => ({ ...one, place: moved(one.place) }))
  return { ...problem, place: moved(problem.place), ...(also ? { also } : {}) }
}

/**
 * The problems, with one instead of all errors of a routes file whose key is swallowed by the map
 * above it.
 */
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
    const now = files.map(one => (one === file ? { ...file, text } : one))
    return !hasErrors(flat.problems) && !hasErrors(buildCatalog(flat.value, now).problems)
  }
  const found = swallowed(file, first, { keys: KEYS_OF_ROUTES, isRight })
  const warnings = problems.filter(({ severity }) => severity !== 'error')
  return found ? [...warnings, found] : problems
}

/** The errors of a changed file in its catalog: of its text, its shape and its names. */
function errorsWith(files: readonly SourceFile[], changed: SourceFile): readonly Problem[] {
  const errorsOf = (problems: readonly Problem[]): readonly Problem[] =>
    orderProblems(problems).filter(
      ({ place, severity }) => severity === 'error' && place.file === changed.path,
    )
  const document = parse(changed)
  if (hasErrors(document.problems)) return errorsOf(document.problems)
  const own = shapeFile(document.value)
  if (hasErrors(own.problems)) return errorsOf(own.problems)
  const documents = readAll(files.filter(({ path }) => path !== changed.path))
  const shaped = shapeAll([...documents.value, document.value])
  if (hasErrors([...documents.problems, ...shaped.problems])) return []
  return errorsOf(resolve(shaped.value).problems)
}
