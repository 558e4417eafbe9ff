/** Makes the table of prices before and after. */
import { usd } from '../examples/money.ts'
import { factorOfEffect, percent, rise } from './levels.ts'
import type { Effect, Finding } from './types.ts'

/** The cells of a line: route, row, request, price before and after, and the change. */
export type Line = readonly [string, string, string, string, string, string]

/** The lines of a finding, those with the largest change first, and the number of all lines. */
export function linesOf(
  { effects, subject }: Finding,
  most: number,
): { lines: Line[]; all: number } {
  const rows = new Set(effects.map(one => one.model))
  const isNamed = rows.size === 1 && subject.startsWith([...rows][0] ?? '\0')
  const sorted = effects.toSorted((a, b) => movedBy(b) - movedBy(a))
  // The line with the largest change of each route comes first: otherwise many rows of one route
  // would hide the others.
  const firsts = sorted.filter(
    (one, i) => sorted.findIndex(other => other.endpoint === one.endpoint) === i,
  )
  const lines = [...new Set([...firsts, ...sorted])].slice(0, most).map((one): Line => {
    const factor = factorOfEffect(one)
    const by = factor === undefined ? '' : percent(factor)
    const model = isNamed ? '' : (one.model ?? '')
    return [one.endpoint, model, one.what, money(one.old), money(one.new), by]
  })
  return { lines, all: effects.length }
}

const money = (micro: bigint | undefined): string => (micro === undefined ? '' : usd(micro))

const movedBy = (effect: Effect): number => rise(factorOfEffect(effect) ?? 1)
