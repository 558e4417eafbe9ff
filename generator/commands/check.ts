/**
 * `check`: reads the catalog and reports what is wrong with it, and which prices are far from those
 * of the last commit. Writes nothing.
 */
import { catalogAt } from '../catalog/in-time.ts'
import { promotionsOver, promotionsThatEnd } from '../checks/promotion-ends.ts'
import { compileAll } from '../compile.ts'
import { guarded } from '../plan/guard.ts'
import { orderProblems } from '../problems/order.ts'
import type { CatalogIR } from '../ir.ts'
import { committed, earlier, type Earlier } from './earlier.ts'
import { FAILED, OK, USAGE, type Options, type Terminal } from './options.ts'
import { dayText } from './day.ts'
import { isWarned, run, summary, type Review } from './run.ts'

/** The earlier catalog of the last check; `watch` checks many times against one commit. */
let kept: { commit: string; catalog: CatalogIR | undefined } | undefined

function built(before: Earlier | undefined): CatalogIR | undefined {
  if (before === undefined) return undefined
  const { commit, files } = before
  if (commit !== undefined && kept?.commit === commit) return kept.catalog
  const catalog = compileAll(files, { only: 'build' }).value
  if (commit !== undefined) kept = { commit, catalog }
  return catalog
}

/** Exit code 0 where the catalog has no error, and with `--strict` no warning. */
export function check(options: Options, terminal: Terminal): number {
  const { catalog, against } = options
  const before = against === undefined ? undefined : earlier(catalog, against)
  if (before && 'misuse' in before) {
    terminal.err(`${before.misuse}\n`)
    return USAGE
  }
  const review: Review = (problems, now) => {
    const old = built(before ?? committed(catalog))
    const at = options.at ?? terminal.now()
    const ends = [...promotionsThatEnd(now, at), ...promotionsOver(now, at)]
    const all = [...(old ? compared(problems, old, now) : problems), ...ends]
    return old || ends.length > 0 ? orderProblems(all) : problems
  }
  const compared = (problems: Parameters<Review>[0], old: CatalogIR, now: CatalogIR) =>
    options.at === undefined
      ? guarded(problems, old, now)
      : guarded(problems, catalogAt(old, options.at), catalogAt(now, options.at))
  const result = run(options, terminal, review)
  if (options.format === 'pretty' && options.at !== undefined && result.catalog)
    terminal.out(dayText(result.catalog, options.at))
  if (options.format === 'pretty')
    terminal.out(`${result.errors + result.warnings > 0 ? '\n' : ''}${summary(result)}\n`)
  return result.catalog && !isWarned(result, options) ? OK : FAILED
}
