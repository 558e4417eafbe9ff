/**
 * Tries whether a number of gateway.yaml can be behind wrong prices: with another value of it, no
 * example that is right now may become wrong.
 */
import { decimalText, reduced } from '../formula/decimal.ts'
import type { CatalogIR } from '../ir.ts'
import { numbersOf } from '../plan/numbers.ts'
import type { Decimal, Problem, SourceFile } from '../types.ts'
import { withoutSuspect } from './cause.ts'
import { runExamples } from './run.ts'

/**
 * The problems; without the blame of a number if an example that reads it is right. Whoever changes
 * a number makes all examples wrong that read it. `build` makes a catalog of files, or undefined.
 */
export function confirmed(
  problems: readonly Problem[],
  ir: CatalogIR,
  build: (files: SourceFile[]) => CatalogIR | undefined,
): Problem[] {
  const sum = problems.find(one => one.suspect !== undefined)
  const other = sum && withOther(ir, sum)
  const moved = other && build(other)
  if (!moved) return [...problems]
  const wrong = new Set(problems.filter(isAmount).map(keyOf))
  const isBlamed = runExamples(moved).every(one => !isAmount(one) || wrong.has(keyOf(one)))
  return isBlamed ? [...problems] : withoutSuspect(problems)
}

const isAmount = (one: Problem): boolean => one.code === 'example-price' && !one.sum && !one.repeats

const keyOf = ({ place }: Problem): string => `${place.file}:${place.start}`

/** The files with another value of the number; undefined if the catalog has no such number. */
function withOther(ir: CatalogIR, { suspect, place }: Problem): SourceFile[] | undefined {
  const now = numbersOf(ir.gateway)[suspect!]
  if (now === undefined) return undefined
  const other = `${suspect}: ${decimalText(moreThan(now))}`
  return ir.sources.map(({ path, text }) =>
    path === place.file
      ? { path, text: text.slice(0, place.start) + other + text.slice(place.end) }
      : { path, text },
  )
}

/** A number that is a tenth higher, so that it moves the amounts that it moves at all. */
const moreThan = ({ num, den }: Decimal): Decimal =>
  num === 0n ? { num: 1n, den: 10n } : reduced(num * 11n, den * 10n)
