/**
 * Reports a number of `constants:` that is written as a text, such as `10%` or `"0.06"`, at its
 * line, instead of the errors of the formulas that calculate with it.
 */
import { buildCatalog } from './catalog/catalog.ts'
import { readAll, shapeAll } from './passes.ts'
import { decimalOf, decimalText, reduced } from './formula/decimal.ts'
import { resolve } from './resolve/resolve.ts'
import { entriesOf, problem, valueOf } from './read/access.ts'
import type { Flat } from './resolve/flat.ts'
import type { Decimal, Problem, RawEntry, SourceFile } from './types.ts'

/**
 * The problems, with one at each such constant instead of the errors that are gone if it is a
 * number.
 */
export function blameConstants(
  files: readonly SourceFile[],
  flat: Flat,
  problems: Problem[],
): Problem[] {
  let left = problems
  let mended = files
  const found: Problem[] = []
  // From the last one to the first, because a change moves everything behind it.
  for (const entry of entriesOf(valueOf(flat.gateway.value, 'constants')).toReversed()) {
    const number = numberOf(entry)
    if (number === undefined || errorsOf(left).length === 0) continue
    const changed = withNumber(mended, entry, number)
    const now = errorsIn(changed)
    if (now.length >= errorsOf(left).length) continue
    mended = changed
    left = left.filter(one => one.severity !== 'error' || now.some(other => isSame(one, other)))
    found.push(wrong(entry, number))
  }
  return [...left, ...found]
}

function errorsOf(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter(({ severity }) => severity === 'error')
}

/** Whether two compilations, whose gateway.yaml differs in one number, report the same. */
function isSame(a: Problem, b: Problem): boolean {
  return a.code === b.code && a.message === b.message && a.place.file === b.place.file
}

function wrong({ key, value }: RawEntry, number: string): Problem {
  const written = value.kind === 'scalar' ? value.text.text : ''
  const isQuoted = /^-?[\d.]+$/.test(written)
  return problem(
    'bad-number',
    value.place,
    `\`${key}\` is a text here, and formulas calculate with it`,
    { hint: isQuoted ? `remove the quotes: ${written}` : `write ${number}` },
  )
}

/** The number that a text stands for; undefined for other texts and for numbers. */
function numberOf({ value }: RawEntry): string | undefined {
  if (value.kind !== 'scalar' || typeof value.value !== 'string') return undefined
  const [, sign, digits, unit] = WRITTEN.exec(value.text.text) ?? []
  if (digits === undefined) return undefined
  const isThousands = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(digits)
  const plain = isThousands ? digits.replaceAll(',', '') : digits.replace(',', '.')
  if (!/^\d+(?:\.\d+)?$/.test(plain)) return undefined
  const { num, den } = decimalOf(`${sign}${plain}`)
  const by = UNITS[unit!.toLowerCase()] ?? { num: 1n, den: 1n }
  return decimalText(reduced(num * by.num, den * by.den))
}

const WRITTEN = /^(-?)\$?(\d[\d.,]*) ?(%|k|ct|cents?|usd|\$|)$/i

/** The factors of units; without a unit it is 1. */
const UNITS: Readonly<Record<string, Decimal>> = {
  '%': { num: 1n, den: 100n },
  ct: { num: 1n, den: 100n },
  cent: { num: 1n, den: 100n },
  cents: { num: 1n, den: 100n },
  k: { num: 1000n, den: 1n },
}

/** The files with the constant as a number. */
function withNumber(
  files: readonly SourceFile[],
  { value }: RawEntry,
  number: string,
): readonly SourceFile[] {
  const { file, start, end } = value.place
  return files.map(one =>
    one.path === file
      ? { ...one, text: `${one.text.slice(0, start)}${number}${one.text.slice(end)}` }
      : one,
  )
}

/** The errors that building a catalog finds. */
function errorsIn(files: readonly SourceFile[]): readonly Problem[] {
  const flat = resolve(shapeAll(readAll(files).value).value)
  return errorsOf([...flat.problems, ...buildCatalog(flat.value, files).problems])
}
