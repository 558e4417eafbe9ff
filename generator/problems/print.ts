/** Prints problems in three formats: for people, for programs, and as GitHub's annotations. */
import { locator } from '../read/lines.ts'
import { pretty, shown, type PrintOptions } from './pretty.ts'
import type { Problem, SourceFile } from '../types.ts'

/** A format of printed problems. */
export type Format = 'pretty' | 'json' | 'github'
/** All formats. */
export const FORMATS: readonly Format[] = ['pretty', 'json', 'github']

/** Problems as text in a format; `''` if there are none (`[]` in JSON). */
export function printProblems(
  problems: readonly Problem[],
  files: readonly SourceFile[],
  options: PrintOptions & { format?: Format } = {},
): string {
  if (options.format === 'json') return json(problems, files, options)
  if (options.format === 'github') return github(problems, files, options)
  return problems.length === 0 ? '' : pretty(problems, files, options)
}

function json(
  problems: readonly Problem[],
  files: readonly SourceFile[],
  options: PrintOptions,
): string {
  const find = locator(files)
  const spot = (file: string, start: number, end: number): object => {
    const from = find(file, start)
    const to = find(file, end)
    return {
      file: shown(file, options),
      line: from.line,
      col: from.col,
      endLine: to.line,
      endCol: to.col,
    }
  }
  return `${JSON.stringify(
    problems.map(({ place, also, fix, ...rest }) => ({
      ...spot(place.file, place.start, place.end),
      ...rest,
      fix: fix && { ...spot(fix.place.file, fix.place.start, fix.place.end), usd: fix.usd },
      also: also?.map(second => ({
        ...spot(second.place.file, second.place.start, second.place.end),
        label: second.label,
      })),
    })),
    null,
    2,
  )}\n`
}

function github(
  problems: readonly Problem[],
  files: readonly SourceFile[],
  options: PrintOptions,
): string {
  const find = locator(files)
  return problems
    .map(problem => {
      const { file, start, end } = problem.place
      const from = find(file, start)
      const to = find(file, end)
      const endColumn = to.line === from.line ? `,endColumn=${Math.max(to.col, from.col + 1)}` : ''
      const also = (problem.also ?? []).map(second => {
        const { line, col } = find(second.place.file, second.place.start)
        return `${second.label}: ${shown(second.place.file, options)}:${line}:${col}`
      })
      const text = [problem.message, ...(problem.hint ? [problem.hint] : []), ...also].join('\n')
      const spot = `file=${property(shown(file, options))},line=${from.line},col=${from.col}${endColumn}`
      return `::${problem.severity} ${spot},title=${property(problem.code)}::${data(text)}\n`
    })
    .join('')
}

/** Escapes of GitHub's workflow commands. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
