/** Sorts problems in the same order on every machine. */
import { byCodePoint } from '../read/catalog-dir.ts'
import type { Problem } from '../types.ts'

/** Sorts by file, place, severity and code, sums last, and drops repeated problems. */
export function orderProblems(problems: readonly Problem[]): Problem[] {
  const sorted = [...problems].sort(
    (a, b) =>
      Number(a.sum === true) - Number(b.sum === true) ||
      byCodePoint(a.place.file, b.place.file) ||
      a.place.start - b.place.start ||
      a.place.end - b.place.end ||
      Number(b.severity === 'error') - Number(a.severity === 'error') ||
      byCodePoint(a.code, b.code) ||
      byCodePoint(a.message, b.message),
  )
  const seen = new Set<string>()
  return sorted.filter(problem => {
    const key = `${problem.place.file}\n${problem.place.start}\n${problem.place.end}\n${problem.code}\n${problem.message}`
    return seen.has(key) ? false : seen.add(key)
  })
}

/** Whether the problems contain an error. Warnings do not stop the run. */
export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(problem => problem.severity === 'error')
}
