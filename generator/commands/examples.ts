/**
 * `examples`: lists amounts of examples that differ from the formulas; with `--write` it writes the
 * correct numbers into the files and changes nothing else.
 */
import { counted } from '../problems/counted.ts'
import { amountsText } from '../examples/amounts.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileAll, readCatalog } from '../compile.ts'
import { changed, changesOf, type Change } from '../examples/fix.ts'
import { placeWriter } from '../read/lines.ts'
import { printProblems } from '../problems/print.ts'
import { shown } from '../problems/pretty.ts'
import type { Problem, SourceFile } from '../types.ts'
import { reviewOf } from './check.ts'
import { FAILED, OK, USAGE, type Options, type Terminal } from './options.ts'
import type { Review } from './run.ts'

/**
 * The charge by use is checked only once the quote is right, so the amounts need several rounds.
 */
const ROUNDS = 4

/**
 * Returns exit code 0 if all amounts are right or were written; 1 if some are wrong or there are
 * other errors.
 */
export function examples(options: Options, terminal: Terminal): number {
  const review = reviewOf(options, terminal)
  if ('misuse' in review) {
    terminal.err(`${review.misuse}\n`)
    return USAGE
  }
  const before = readCatalog(options.catalog)
  const found = rounds(before, { review, now: terminal.now() })
  if (found.others.length > 0) {
    const print = { color: terminal.color, root: options.catalog }
    terminal.err(printProblems(found.others, found.files, print))
    terminal.err(`\nnothing is written: first fix ${counted(found.others.length, 'other error')}\n`)
    return FAILED
  }
  if (found.changes.length === 0) {
    terminal.out('all examples have the price that the formulas give\n')
    return OK
  }
  terminal.out(listed(found.changes, before, options))
  if (!options.write) return FAILED
  for (const file of found.files)
    if (file.text !== before.find(({ path }) => path === file.path)!.text)
      writeFileSync(join(options.catalog, file.path.replace(/^catalog\//, '')), file.text)
  return OK
}

interface Found {
  /** The files with the new amounts. */
  files: readonly SourceFile[]
  changes: readonly Change[]
  /** Errors that no change of an amount fixes. */
  others: readonly Problem[]
}

function rounds(before: readonly SourceFile[], at: { review: Review; now: number }): Found {
  let files = before
  const changes: Change[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { value, problems } = compileAll(files, { now: Math.floor(at.now / 1000) })
    // The changes since the last commit do not depend on the examples.
    const all = round === 0 ? at.review(problems, files, value) : problems
    const { changes: more, others } = changesOf(all, files)
    if (others.length > 0) return { files, changes, others }
    if (more.length === 0) break
    changes.push(...more)
    files = changed(files, more)
  }
  return { files, changes, others: [] }
}

/** A line for each change, and the next step. */
function listed(
  changes: readonly Change[],
  files: readonly SourceFile[],
  options: Options,
): string {
  const at = placeWriter(files)
  const lines = changes.map(({ place, key, old, usd }) => {
    const more = Number(old) > 0 ? `  ${percent(Number(usd) / Number(old) - 1)}` : ''
    return `${shown(at(place), { root: options.catalog })}: ${key} ${old} -> ${usd}${more}\n`
  })
  const amounts = amountsText(changes.map(one => one.of))
  const next = options.write
    ? `${amounts} written; \`npm run plan\` shows what customers pay`
    : `${amounts} to change: \`npm run examples -- --write\` writes ${changes.length === 1 ? 'it' : 'them'}`
  return `${lines.join('')}\n${next}\n`
}

function percent(share: number): string {
  const rounded = Number((share * 100).toPrecision(3))
  return `${rounded > 0 ? '+' : ''}${rounded} %`
}
