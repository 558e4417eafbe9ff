/** What customers pay before and after, as rows of a table. */
import { usd } from '../examples/money.ts'
import { factorOfEffect, percent, rise } from './levels.ts'
import type { Effect, Finding } from './types.ts'

/** The cells of a row: route, row, request, price before and after, and by how much it moves. */
export type Line = readonly [string, string, string, string, string, string]

/** The lines of a finding, those that move most first, and how many there are in all. */
export function linesOf(
  { effects, subject }: Finding,
  most: number,
): { lines: Line[]; all: number } {
  const rows = new Set(effects.map(one => one.model))
  const isNamed = rows.size === 1 && subject.startsWith([...rows][0] ?? '\0')
  const sorted = effects.toSorted((a, b) => movedBy(b) - movedBy(a))
  // The one that moves most of each route first: many rows of one route would hide the others.
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
