/** Compiles a folder and prints the problems, for check, generate and watch. */
import { counted } from '../problems/counted.ts'
import { builtFrom, compileAll, readCatalog } from '../compile.ts'
import { changesOf } from '../examples/fix.ts'
import { confirmed } from '../examples/suspect.ts'
import { hasErrors } from '../problems/order.ts'
import { printProblems } from '../problems/print.ts'
import type { CatalogIR } from '../ir.ts'
import type { AmountKind, Problem, SourceFile } from '../types.ts'
import type { Options, Terminal } from './options.ts'

/**
 * The compiled catalog; undefined if it has errors, which are already printed. `seconds` is the
 * duration.
 */
export interface Run {
  catalog?: CatalogIR
  /** The compiled catalog, also if it has errors that let it be built. */
  built?: CatalogIR | undefined
  files: readonly SourceFile[]
  errors: number
  warnings: number
  /** The kinds of all wrong amounts of examples and of rows. */
  wrong: readonly AmountKind[]
  seconds: number
}

/** Reviews the problems of a catalog, which may not have been built, and may add more. */
export type Review = (
  problems: readonly Problem[],
  files: readonly SourceFile[],
  catalog: CatalogIR | undefined,
) => readonly Problem[]

/** Reads and compiles a folder. Throws if it cannot be read. */
export function run(options: Options, terminal: Terminal, review?: Review): Run {
  const start = performance.now()
  const files = readCatalog(options.catalog)
  const { value, problems: found } = compileAll(files, {
    now: Math.floor((options.at ?? terminal.now()) / 1000),
    at: options.at,
  })
  const reviewed = review ? review(found, files, value) : found
  const problems = value ? confirmed(reviewed, value, builtFrom) : reviewed
  const shown = problems.filter(one => options.all || !one.summed)
  const seconds = (performance.now() - start) / 1000
  const printed = printProblems(shown, files, {
    format: options.format,
    color: terminal.color,
    root: options.catalog,
  })
  if (printed !== '') terminal.out(printed)
  const errors = shown.filter(one => one.severity === 'error').length
  return {
    ...(value && !hasErrors(problems) ? { catalog: value } : {}),
    built: value,
    files,
    errors,
    warnings: shown.length - errors,
    wrong: changesOf(problems, files).changes.map(one => one.of),
    seconds,
  }
}

/** Whether warnings make the command fail. */
export const isWarned = ({ warnings }: Run, { strict }: Options): boolean => strict && warnings > 0

/** `160 routes, 50 models, 12 upstreams: no problems (0.41 s)` */
export function summary(result: Run): string {
  const time = `(${result.seconds.toFixed(2)} s)`
  const warned = result.warnings > 0 ? `, ${counted(result.warnings, 'warning')}` : ''
  if (!result.catalog)
    return (
      `${counted(result.files.length, 'file')}: ` +
      `${counted(result.errors, 'problem')}${warned} ${time}`
    )
  const { routes, tables, upstreams } = result.catalog
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0)
  const held = [
    counted(routes.length, 'route'),
    counted(rows, 'model'),
    counted(upstreams.length, 'upstream'),
  ]
  return `${held.join(', ')}: no problems${warned} ${time}`
}
