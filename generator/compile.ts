/**
 * The compiler's front end: turns catalog files into the checked catalog or its problems. Runs the
 * passes in order, without side effects.
 */
import { blameConstants } from './blamed-constants.ts'
import { buildCatalog } from './catalog/catalog.ts'
import { unaccepted } from './checks/accepted.ts'
import { checkCatalog } from './checks/checks.ts'
import { runExamples } from './examples/run.ts'
import { confirmed } from './examples/suspect.ts'
import { independent } from './independent.ts'
import { blameLayout, blameSwallowed } from './layout/blame.ts'
import { hasErrors, orderProblems } from './problems/order.ts'
import { readAll, shapeAll } from './passes.ts'
import { resolve } from './resolve/resolve.ts'
import type { Flat } from './resolve/flat.ts'
import type { CatalogIR } from './ir.ts'
import type { Checked, Problem, SourceFile } from './types.ts'

export { readCatalog } from './read/catalog-dir.ts'

/**
 * Compiles a catalog: read, shape, resolve, build, check, examples. Reports every problem of the
 * earliest pass that finds an error, problems of later passes that do not follow from it, and all
 * warnings. If there is an error, the value is undefined. `now`, in Unix seconds, decides which
 * times are in the future.
 */
export function compile(
  files: readonly SourceFile[],
  now?: number,
): Checked<CatalogIR | undefined> {
  const { value, problems, isRight } = compileAll(files, { now })
  return {
    value: isRight ? value : undefined,
    problems: value && !isRight ? confirmed(problems, value, builtFrom) : problems,
  }
}

/**
 * Compiles like `compile`, but also returns a catalog whose only errors are in examples. `only:
 * 'build'` skips rules and examples, for a catalog that was checked before. `at` checks the catalog
 * at one instant (Unix ms) instead of the list and each of its dates.
 */
export function compileAll(
  files: readonly SourceFile[],
  { only, now, at }: { only?: 'build'; now?: number | undefined; at?: number | undefined } = {},
): Checked<CatalogIR | undefined> & { isRight: boolean } {
  const problems: Problem[] = []
  const passed = <T>(step: Checked<T>, isText = false): T | undefined => {
    problems.push(...(isText ? blameLayout(files, step.problems) : step.problems))
    return hasErrors(step.problems) ? undefined : step.value
  }
  const end = (value: CatalogIR | undefined, isRight: boolean) => ({
    value,
    problems: orderProblems(problems),
    isRight,
  })
  const read = readAll(files)
  const shaped = shapeAll(rightOf(read))
  const isShaped = passed(both(read, shaped), true) !== undefined
  const flat = isShaped ? passed(resolve(shaped.value), true) : undefined
  if (!flat) {
    problems.push(...independent(rightOf(shaped), files, problems))
    return end(undefined, false)
  }
  const built = buildCatalog(flat, files, now)
  const blamed = blameConstants(files, flat, blameSwallowed(files, built.problems))
  const catalog = passed({ ...built, problems: blamed })
  if (!catalog || only) return end(catalog, catalog !== undefined)
  const found = unaccepted(checkCatalog(catalog, flat, at), catalog.accepted)
  const checked = passed({ value: catalog, problems: found })
  if (!checked) return end(undefined, false)
  return end(checked, passed({ value: checked, problems: runExamples(checked, at) }) !== undefined)
}

/** The catalog of files, without rules and examples; undefined if it cannot be built. */
export const builtFrom = (files: readonly SourceFile[]): CatalogIR | undefined =>
  compileAll(files, { only: 'build' }).value

/** The files in which a pass has found no error. */
function rightOf<T extends { path: string }>({ value, problems }: Checked<T[]>): T[] {
  const errors = problems.filter(({ severity }) => severity === 'error')
  const wrong = new Set(errors.map(({ place }) => place.file))
  return value.filter(({ path }) => !wrong.has(path))
}

/** Two passes as one, with the value of the second. */
const both = <T>(first: Checked<unknown>, second: Checked<T>): Checked<T> => ({
  value: second.value,
  problems: [...first.problems, ...second.problems],
})

/**
 * Fills in the families and templates of a catalog, with the place of every value. Parses no
 * formula. Errors of the code `but` do not matter.
 */
export function flatten(files: readonly SourceFile[], but?: string): Checked<Flat | undefined> {
  const documents = readAll(files)
  const shaped = hasErrors(documents.problems) ? undefined : shapeAll(documents.value)
  const flat = shaped && !hasErrors(shaped.problems) ? resolve(shaped.value) : undefined
  const problems = [documents, shaped, flat].flatMap(step => step?.problems ?? [])
  const isWrong = hasErrors(problems.filter(({ code }) => code !== but))
  return { value: isWrong ? undefined : flat?.value, problems }
}
