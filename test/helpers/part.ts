/**
 * The part of a catalog that a change concerns: it compiles in a tenth of the time. What only other
 * routes use is reported as unused there.
 */
import { compile } from '../../generator/compile.ts'
import type { Problem, SourceFile } from '../../generator/types.ts'

/**
 * The catalog with the routes and answers of some files or folders only, named below `catalog/`.
 */
export function withRoutes(
  files: readonly SourceFile[],
  ...places: readonly string[]
): SourceFile[] {
  const isKept = (path: string): boolean => places.some(one => path.startsWith(`catalog/${one}`))
  const kept = files.filter(({ path }) => !path.endsWith('.routes.yaml') || isKept(path))
  const families = new Set(kept.map(({ path }) => /(\w+)\.routes\.yaml$/.exec(path)?.[1]))
  return kept.filter(({ path }) => {
    const family = /^catalog\/answers\/(\w+)\.yaml$/.exec(path)?.[1]
    return family === undefined || families.has(family)
  })
}

/** The folder that alone uses a file; none for a file that routes of several folders use. */
const folderOf = (path: string): string | undefined =>
  /^catalog\/(.+\/).+\.(?:routes|models)\.yaml$/.exec(path)?.[1]

/** What is reported of a folder's part of the unchanged catalog. */
const known = new Map<string, ReadonlySet<string>>()

function knownOf(files: readonly SourceFile[], folder: string): ReadonlySet<string> {
  const found =
    known.get(folder) ??
    new Set(compile(withRoutes(files, folder)).problems.map(({ message }) => message))
  known.set(folder, found)
  return found
}

/**
 * The problems of a catalog in which a file was changed: those that the routes in the file's folder
 * have since, or, if there is no error, those of all routes, whose examples are run, too.
 * `unchanged` is the same in all calls.
 */
export function problemsOfPart(
  files: readonly SourceFile[],
  { unchanged, path }: { unchanged: readonly SourceFile[]; path: string },
): readonly Problem[] {
  const folder = folderOf(path)
  const before = folder && knownOf(unchanged, folder)
  const since = before
    ? compile(withRoutes(files, folder)).problems.filter(({ message }) => !before.has(message))
    : []
  return since.some(({ severity }) => severity === 'error') ? since : compile(files).problems
}
