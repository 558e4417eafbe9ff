/**
 * The price guard of `check`: reports prices far from those of an earlier catalog, and changed
 * numbers of gateway.yaml, each once and at its line.
 */
import { amountsText } from '../examples/amounts.ts'
import { readInstant } from '../../runtime/lib/instant.ts'
import { catalogAt, LIST } from '../catalog/in-time.ts'
import { SUM_HINT, withoutSuspect } from '../examples/cause.ts'
import { runExamples } from '../examples/run.ts'
import type { CatalogIR } from '../ir.ts'
import type { AmountKind, Place, Problem } from '../types.ts'
import { accept, entryText } from './accept.ts'
import { compare, type Comparison } from './compare.ts'
import { between } from './constants.ts'
import { howMuch, JUMP } from './levels.ts'
import { numbersOf } from './numbers.ts'
import type { ChangedRow } from './rows.ts'
import { pricesOf } from './plan.ts'
import type { Finding } from './types.ts'

/** The factor from which a change is an error, and not only a warning. */
const WRONG = 10

/**
 * The problems of a catalog, and those of its prices compared with an earlier catalog. Examples
 * that are wrong because of a number of gateway.yaml are summed up at that number. With `at`, both
 * catalogs are those of an instant (Unix ms).
 */
export function guarded(
  problems: readonly Problem[],
  old: CatalogIR,
  now: CatalogIR,
  at = LIST,
): Problem[] {
  const compared = compare(catalogAt(old, at), catalogAt(now, at), at)
  const found = accept(pricesOf(compared), old, acceptedBy(now, at)).findings
  // What the comparison finds is certain, so nothing is guessed.
  const certain = withoutSuspect(problems).map(one => atChangedCell(one, compared))
  const blamed = blame(certain, compared)
  const own = found.flatMap(one => {
    const wrong = blamed.amounts.get(one.subject) ?? []
    if (one.id === 'constant-changed') {
      // The examples matter only once the jump is accepted.
      const found = { ...one, place: entryAt(now, one.subject, at) ?? one.place }
      const jump = constantJump(found)
      return jump.length > 0 ? jump : constantProblem(found, wrong)
    }
    return one.accepted === undefined ? priceProblem(one, now) : []
  })
  return [...blamed.problems, ...own]
}

/**
 * The catalog at an instant, whose entries also accept changes that are accepted from an earlier
 * day on.
 */
function acceptedBy(now: CatalogIR, at: number): CatalogIR {
  const holding = now.accepted.flatMap(one => {
    const [, subject, day = ''] = /^(.+) from (\d{4}-\S+)$/s.exec(one.subject) ?? []
    const since = readInstant(day)
    return subject !== undefined && since !== undefined && since <= at ? [{ ...one, subject }] : []
  })
  return holding.length === 0 ? now : { ...now, accepted: [...now.accepted, ...holding] }
}

/** The entry that gives a number of gateway.yaml another value at an instant. */
function entryAt({ gateway }: CatalogIR, name: string, at: number): Place | undefined {
  const { dated = [] } = gateway
  const then = dated.find(({ from, until = Infinity }) => from <= at && at < until)
  const [list, own] = [gateway, then?.gateway].map(one => one && numbersOf(one)[name])
  if (then === undefined || list === undefined || own === undefined) return undefined
  return list.num * own.den === own.num * list.den ? undefined : then.place
}

const fallback = ({ gateway }: CatalogIR): Place => gateway.place

function priceProblem(finding: Finding, now: CatalogIR): Problem[] {
  const { factor, subject, place = fallback(now) } = finding
  const isGone = finding.new === '0'
  const times = factor === undefined ? undefined : Math.max(factor, 1 / factor) + 1e-9
  if (times !== undefined && times < JUMP) return []
  return [
    {
      code: 'price-jump',
      severity: isGone || (times !== undefined && times >= WRONG) ? 'error' : 'warning',
      place,
      message: `${subject} ${movedText(finding)}`,
      hint: `if it is intended, add to catalog/accepted.yaml: ${entryText(finding)}`,
    },
  ]
}

/** `went from 0.05 to 0.5 USD, 10 times as much`; a column may also be no amount of money. */
function movedText({ id, old = '', new: now = '', factor, message }: Finding): string {
  if (id === 'price-dropped') return `is free now; it cost ${old} USD`
  if (id === 'price-added') return `costs ${now} USD now; it was free`
  if (factor === undefined) return `went from ${old} to ${now}`
  const isSpan = `${old}${now}`.includes(' to ')
  return isSpan
    ? `cost ${old} USD, and now ${now} USD: up to ${howMuch(factor)}`
    : `went from ${old} to ${now}${message.includes(`${now} USD`) ? ' USD' : ''}, ${howMuch(factor)}`
}

/**
 * A number of gateway.yaml that changes prices and is ten times as high or low, mostly with a wrong
 * decimal point.
 */
function constantJump(finding: Finding): Problem[] {
  const { subject, old, new: now, place, accepted, effects } = finding
  if (accepted !== undefined || effects.length === 0) return []
  if (Number(old) === 0 || Number(now) === 0) return []
  const factor = Number(now) / Number(old)
  if (Math.max(factor, 1 / factor) + 1e-9 < WRONG) return []
  return [
    {
      code: 'price-jump',
      severity: 'error',
      place: place!,
      message: `\`${subject}\` went from ${old} to ${now}, ${howMuch(factor)}`,
      hint: `if it is intended, add to catalog/accepted.yaml: ${entryText(finding)}`,
    },
  ]
}

function constantProblem(finding: Finding, wrong: readonly AmountKind[]): Problem[] {
  const isWrong = wrong.length > 0
  if (!isWrong && finding.accepted !== undefined) return []
  const { subject, old, new: now, message, place, effects } = finding
  const moved = message.slice(message.indexOf(': ') + 2)
  const what = effects.length === 0 ? moved : `changes the prices of ${moved}`
  const said = `\`${subject}\` went from ${old} to ${now} and ${what}`
  const are = wrong.length === 1 ? 'is' : 'are'
  return [
    {
      code: isWrong ? 'example-price' : 'price-constant',
      severity: isWrong ? 'error' : 'warning',
      sum: true,
      place: place!,
      message: isWrong ? `${said}; ${amountsText(wrong)} ${are} wrong now` : said,
      hint: isWrong
        ? SUM_HINT
        : `\`npm run plan\` shows what customers pay; if it is intended, add to ` +
          `catalog/accepted.yaml: ${entryText(finding)}`,
    },
  ]
}

interface Blamed {
  problems: Problem[]
  /** The kinds of the amounts that each number makes wrong. */
  amounts: ReadonlyMap<string, readonly AmountKind[]>
}

/** Finds the examples that are right with the old numbers of gateway.yaml. */
function blame(problems: readonly Problem[], { now, constants }: Comparison): Blamed {
  const wrong = problems.filter(one => ['example-price', 'row-price'].includes(one.code))
  if (wrong.length === 0 || constants.length === 0)
    return { problems: [...problems], amounts: new Map() }
  const amounts = new Map<string, readonly AmountKind[]>()
  const explained = new Set<Problem>()
  // Tries each number alone, then all numbers together.
  for (const some of [...constants.map(one => [one]), constants]) {
    const before = between(now.ir, some)?.[0]
    if (before === undefined) continue
    const left = new Set(runExamples(before).map(keyOf))
    const own = wrong.filter(one => !explained.has(one) && !left.has(keyOf(one)))
    for (const one of own) explained.add(one)
    amounts.set(some[0]!.name, [...(amounts.get(some[0]!.name) ?? []), ...kindsOf(own)])
  }
  const all = problems.map(one => (explained.has(one) ? { ...one, summed: true as const } : one))
  return { problems: all, amounts }
}

/** The kinds of the amounts that fix problems; several routes may share one. */
const kindsOf = (problems: readonly Problem[]): AmountKind[] => [
  ...new Map(problems.flatMap(one => (one.fix ? [[keyOf(one), one.fix.of]] : []))).values(),
]

/** The problem of an example, at the cell of its row that was changed, if one was. */
function atChangedCell(one: Problem, { rows }: Comparison): Problem {
  const also = one.also?.map(part => {
    const changed = rows.changed.find(
      ({ id, row }) => part.label === `row ${id}` && part.place.file === row.place.file,
    )
    const place = changed && changedPlace(changed)
    return place ? { ...part, place } : part
  })
  return also ? { ...one, also } : one
}

/** The place of the first number of a row that was changed, preferably of an amount. */
function changedPlace({ row, cells }: ChangedRow): Place | undefined {
  const numbers = cells.filter(one => one.new?.number !== undefined)
  const cell = numbers.find(one => one.new!.isMoney) ?? numbers[0]
  return cell && row.places[cell.path.split('.')[0]!]
}

/** Names what a problem is about. Several lists of prices may have a problem at one row. */
function keyOf({ place, fix }: Problem): string {
  const { file, start } = fix?.place ?? place
  return `${file}:${start}`
}
