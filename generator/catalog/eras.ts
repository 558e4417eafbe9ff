/** Builds the eras of gateway.yaml: the times in which its `dated:` changes numbers. */
import { DATED_GATEWAY, DATED_NUMBERS } from '../language/dated-gateway.ts'
import { comparable } from './table-rows.ts'
import { entriesOf, entryOf, problem, textOf, valueOf } from '../read/access.ts'
import { suggestion } from '../problems/suggest.ts'
import { decimalOf } from '../formula/decimal.ts'
import { mapOf, merge, without } from '../resolve/merge.ts'
import { datedEntries, reportOverlaps, type DatedEntry } from './dated.ts'
import type { LoweringContext } from './build.ts'
import type { Def } from '../resolve/flat.ts'
import type { Problem, RawEntry } from '../types.ts'

/** A time in which the same entries hold, and the names of formulas in that time. */
export interface Era {
  from: number
  until: number
  entries: readonly DatedEntry[]
  build: LoweringContext
}

/** The eras of gateway.yaml; `contextOf` makes the lowering context for a gateway. */
export function erasOf(
  gateway: Def,
  contextOf: (gateway: Def) => LoweringContext,
  problems: Problem[],
): Era[] {
  const constants = numbersIn(gateway)
  const entries = datedEntries(valueOf(gateway.value, 'dated'), {
    shape: DATED_GATEWAY,
    known: DATED_NUMBERS,
    word: 'number',
    remedy: name => (constants.includes(name) ? `write \`constants: { ${name}: .. }\`` : undefined),
    noDiscount: 'the prices of a row or a route',
    mayOverlap: true,
    problems,
  })
  checkNumbers(gateway, entries, problems)
  const edges = [...new Set(entries.flatMap(one => [one.from, one.until]))].sort((a, b) => a - b)
  return edges.slice(0, -1).flatMap((from, i): Era[] => {
    const now = entries.filter(one => one.from <= from && from < one.until)
    if (now.length === 0) return []
    return [{ from, until: edges[i + 1]!, entries: now, build: contextOf(gatewayIn(gateway, now)) }]
  })
}

/** The names of the constants that are numbers; only these have dates. */
const numbersIn = (gateway: Def): readonly string[] =>
  entriesOf(valueOf(gateway.value, 'constants'))
    .filter(({ value }) => isNumber(textOf(value)))
    .map(({ key }) => key)

const isNumber = (text: string | undefined): boolean => /^-?\d+(\.\d+)?$/.test(text ?? '')

/** The gateway with the values of its entries at that time. */
function gatewayIn(gateway: Def, entries: readonly DatedEntry[]): Def {
  const list = without(gateway.value, ['dated'])
  const value = entries.reduce((all, { cells }) => merge(all, mapOf(cells, all)), list)
  return { ...gateway, value }
}

/** The numbers of an entry, by their names in formulas. */
export const numbersOf = ({ cells }: DatedEntry): readonly RawEntry[] =>
  cells.flatMap(cell => (cell.key === 'constants' ? entriesOf(cell.value) : [cell]))

/**
 * Checks that a dated number exists in the list, differs from it, and is written once for each
 * time.
 */
function checkNumbers(gateway: Def, all: readonly DatedEntry[], problems: Problem[]): void {
  reportConstants(gateway, all, problems)
  reportUnchanged(gateway, all, problems)
  const named = new Map<string, DatedEntry[]>()
  for (const entry of all)
    for (const { key } of numbersOf(entry)) named.set(key, [...(named.get(key) ?? []), entry])
  for (const entries of named.values()) reportOverlaps(entries, { problems })
}

/** Reports dated constants that the list lacks, or has with decimals where these have none. */
function reportConstants(gateway: Def, all: readonly DatedEntry[], problems: Problem[]): void {
  const constants = valueOf(gateway.value, 'constants')
  for (const { cells } of all)
    for (const { key, keyPlace, value } of cells.flatMap(cell => entriesOf(cell.value))) {
      const list = textOf(valueOf(constants, key))
      if (list === undefined || !isNumber(list))
        problems.push(
          problem('dated', keyPlace, `there is no number \`${key}\` among the constants`, {
            hint: suggestion(key, numbersIn(gateway), 'numbers') ?? 'only numbers have dates',
          }),
        )
      else if (list.includes('.') !== textOf(value)!.includes('.'))
        problems.push(
          problem(
            'dated',
            value.place,
            `\`${key}\` is ${list} in the list: write ` +
              `${list.includes('.') ? 'decimals here too' : 'a whole number here too'}`,
          ),
        )
    }
}

/** Reports dated numbers that equal those of the list. */
function reportUnchanged(gateway: Def, all: readonly DatedEntry[], problems: Problem[]): void {
  const constants = valueOf(gateway.value, 'constants')
  for (const { key, value } of all.flatMap(numbersOf)) {
    const list = textOf(entryOf(gateway.value, key)?.value ?? valueOf(constants, key)) ?? ''
    const isSame =
      /^\d/.test(list) && comparable(decimalOf(list)) === comparable(decimalOf(textOf(value)!))
    if (isSame)
      problems.push(
        problem('dated', value.place, `\`${key}\` equals the list`, {
          hint: 'remove it, or write the number of that time',
        }),
      )
  }
}
