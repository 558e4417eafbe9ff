/** `check`: reads the catalog and reports what is wrong with it. Writes nothing. */
import { promotionsThatEnd } from '../checks/promotion-ends.ts'
import { FAILED, OK, type Options, type Terminal } from './options.ts'
import { run, summary } from './run.ts'

/** Exit code 0 where the catalog has no error. */
export function check(options: Options, terminal: Terminal): number {
  const now = options.at ?? terminal.now()
  const result = run(options, terminal, catalog => promotionsThatEnd(catalog, now))
  if (options.format === 'pretty')
    terminal.out(`${result.errors + result.warnings > 0 ? '\n' : ''}${summary(result)}\n`)
  return result.errors === 0 ? OK : FAILED
}
