/** `check`: reads the catalog and reports what is wrong with it. Writes nothing. */
import { FAILED, OK, type Options, type Terminal } from './options.ts'
import { isWarned, run, summary } from './run.ts'

/** Exit code 0 where the catalog has no error, and with `--strict` no warning. */
export function check(options: Options, terminal: Terminal): number {
  const result = run(options, terminal)
  if (options.format === 'pretty')
    terminal.out(`${result.errors + result.warnings > 0 ? '\n' : ''}${summary(result)}\n`)
  return result.catalog && !isWarned(result, options) ? OK : FAILED
}
