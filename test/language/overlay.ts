/** Copies of the real catalog with changes, for tests. */
import { compile, readCatalog } from '../../generator/compile.ts'
import { CATALOG } from '../helpers/catalogs.ts'
import type { SourceFile } from '../../generator/types.ts'

/** The real catalog. */
export const real = (): SourceFile[] => readCatalog(CATALOG)

/** The files with others laid over them, by path. */
export function overlaid(files: readonly SourceFile[], over: readonly SourceFile[]): SourceFile[] {
  const all = new Map([...files, ...over].map(file => [file.path, file]))
  return [...all.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The problems of a compilation that are shown, as `code path`, for short expectations. */
export function problemsOf(files: readonly SourceFile[]): string[] {
  return compile(files)
    .problems.filter(problem => !problem.repeats)
    .map(problem => `${problem.code} ${problem.place.file}: ${problem.message}`)
}
