/**
 * `check`: reads the catalog, reports its problems, and reports prices that are far from those of
 * the last commit. Writes nothing.
 */
import { amountsText } from '../examples/amounts.ts'
import { datesFarAway } from '../checks/dated-far.ts'
import { promotionsOver, promotionsThatEnd } from '../checks/promotion-ends.ts'
import { flatten } from '../compile.ts'
import { guarded } from '../plan/guard.ts'
import { rewritten } from '../plan/past.ts'
import { onSale, removals, written, type Names } from '../plan/removed.ts'
import { orderProblems } from '../problems/order.ts'
import type { CatalogIR } from '../ir.ts'
import type { AmountKind, Problem, SourceFile } from '../types.ts'
import { build, committed, earlier, type Built, type Earlier } from './earlier.ts'
import { FAILED, OK, USAGE, type Misuse, type Options, type Terminal } from './options.ts'
import { dayText } from './day.ts'
import { isWarned, run, summary, type Review } from './run.ts'

/** The catalog of the last comparison; `watch` compares many times with one commit. */
let kept: { commit: string; built: Built } | undefined

function builtOnce(before: Earlier): Built {
  const { commit } = before
  if (commit !== undefined && kept?.commit === commit) return kept.built
  const built = build(before)
  if (commit !== undefined) kept = { commit, built }
  return built
}

/** The advice for wrong amounts. */
const fixesText = (wrong: readonly AmountKind[]): string =>
  'if the new prices are intended, `npm run examples -- --write` writes ' + amountsText(wrong)

/** Returns exit code 0 if the catalog has no error and, with `--strict`, no warning. */
export function check(options: Options, terminal: Terminal): number {
  const review = reviewOf(options, terminal)
  if ('misuse' in review) {
    terminal.err(`${review.misuse}\n`)
    return USAGE
  }
  const result = run(options, terminal, review)
  if (options.format === 'pretty' && result.wrong.length > 0)
    terminal.out(`\n${fixesText(result.wrong)}\n`)
  if (options.format === 'pretty' && options.at !== undefined && result.built)
    terminal.out(`${result.errors > 0 ? '\n' : ''}${dayText(result.built, options.at)}`)
  if (options.format === 'pretty')
    terminal.out(`${result.errors + result.warnings > 0 ? '\n' : ''}${summary(result)}\n`)
  return result.catalog && !isWarned(result, options) ? OK : FAILED
}

/** The additional findings of `check`, beside the problems of the catalog itself. */
export function reviewOf(options: Options, terminal: Terminal): Review | Misuse {
  const { against } = options
  const before = against === undefined ? undefined : earlier(options.catalog, against)
  if (before && 'misuse' in before) return before
  const now = terminal.now()
  return (problems, files, catalog) => {
    const against = before ?? committed(options.catalog)
    const built = against && builtOnce(against)
    const old = built && 'catalog' in built ? built.catalog : undefined
    const found = [
      ...(old ? compared(problems, old, { files, catalog, at: options.at, now }) : problems),
      ...(catalog && built && 'firstError' in built
        ? [notCompared(catalog, against!.name, built.firstError)]
        : []),
      ...(catalog ? promotions(catalog, options.at ?? now) : []),
      ...(catalog ? datesFarAway(catalog, now) : []),
    ]
    return old || found.length > problems.length ? orderProblems(found) : problems
  }
}

/** The warning that prices are not compared, because the earlier catalog has errors. */
function notCompared({ gateway }: CatalogIR, name: string, firstError: string): Problem {
  return {
    code: 'not-compared',
    severity: 'warning',
    place: gateway.place,
    message:
      `prices are not compared, because the catalog of ${name} itself has errors; the first is ` +
      firstError,
    hint: 'compare with an earlier commit: `npm run check -- --against HEAD~1`',
  }
}

/** The problems, with those of the changes since an earlier catalog. */
function compared(
  problems: readonly Problem[],
  old: CatalogIR,
  {
    files,
    catalog,
    at,
    now,
  }: {
    files: readonly SourceFile[]
    catalog: CatalogIR | undefined
    at: number | undefined
    now: number
  },
): Problem[] {
  const names = catalog ? onSale(catalog) : namesIn(files)
  const removed = names ? removals(old, names, now) : []
  if (!catalog) return [...problems, ...removed]
  const past = rewritten(old, catalog, now)
  return [...guarded(problems, old, catalog, at), ...removed, ...past]
}

/** The error of a family whose last row was deleted; all names are known nevertheless. */
const UNUSED = 'unused'

function namesIn(files: readonly SourceFile[]): Names | undefined {
  const flat = flatten(files, UNUSED).value
  return flat && written(flat, files)
}

const promotions = (catalog: CatalogIR, at: number): Problem[] => [
  ...promotionsThatEnd(catalog, at),
  ...promotionsOver(catalog, at),
]
