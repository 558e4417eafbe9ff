/** Rates changes of prices. */
import type { GuardIR } from '../ir.ts'
import { usd } from '../examples/money.ts'
import type { Effect, Finding, Level } from './types.ts'

/** The rise of a price, or the rise that would undo its cut; 1 is a rise of 100 %. */
export function rise(factor: number): number {
  return Math.max(factor, 1 / factor) - 1
}

/**
 * The level of a change: allowed, a warning, or blocked. A price from or to zero is always blocked.
 */
export function levelOf(factor: number | undefined, { warn, block }: GuardIR): Level {
  if (factor === undefined) return 'block'
  const by = rise(factor) + 1e-9
  return by >= block ? 'block' : by >= warn ? 'warn' : 'allow'
}

/** The factor up or down from which `check` reports a price. */
export const JUMP = 2

/**
 * Whether a finding needs an entry in accepted.yaml: the plan blocks it, or `check` reports it.
 */
export function needsEntry(finding: Finding): boolean {
  const { level, id, factor, accepted } = finding
  if (accepted !== undefined) return false
  const isPrice = /^price-(raised|lowered)$/.test(id) && isJump(factor)
  return level === 'block' || isPrice || (id === 'constant-changed' && isReported(finding))
}

const isJump = (factor = 1): boolean => rise(factor) + 1e-9 >= JUMP - 1

/** Whether `check` reports a number of gateway.yaml; of one with a date only a jump. */
const isReported = ({ subject, old, new: now }: Finding): boolean =>
  !/ from \d{4}-\S+$/.test(subject) || isJump(Number(now) / Number(old) || undefined)

/** The factor by which an effect changes the price of a request. */
export function factorOfEffect(effect: Effect): number | undefined {
  return effect.old && effect.new ? Number(effect.new) / Number(effect.old) : undefined
}

/** The factors of effects from the least to the most. */
export function factors(effects: readonly Effect[]): number[] {
  return effects.flatMap(one => factorOfEffect(one) ?? []).toSorted((a, b) => a - b)
}

/** The factor that is farthest from one. */
export function farthest(effects: readonly Effect[]): number | undefined {
  return factors(effects).reduce<number | undefined>(
    (most, one) => (most === undefined || rise(one) > rise(most) ? one : most),
    undefined,
  )
}

/** `+12.5 %` */
export function percent(factor: number): string {
  const by = (factor - 1) * 100
  const size = Math.abs(by)
  const text =
    size >= 0.1
      ? size.toFixed(size >= 100 ? 0 : 1).replace(/\.0$/, '')
      : String(Number(size.toPrecision(1)))
  return `${by < 0 ? '-' : '+'}${text} %`
}

/** `10 times as much`, `a tenth`, or `+12 %` where it is less than twice as much. */
export function howMuch(factor: number): string {
  const times = Math.max(factor, 1 / factor)
  if (times < 1.995) return percent(factor)
  const count = times >= 10 ? String(Math.round(times)) : String(Number(times.toFixed(1)))
  if (factor < 1) return `${count} times less`
  return count === '2' ? 'twice as much' : `${count} times as much`
}

/** `0.05`, or `0.01 to 0.5` of several amounts. */
export function span(amounts: readonly (bigint | undefined)[]): string | undefined {
  const known = amounts.flatMap(one => one ?? []).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const [least, most] = [known[0], known.at(-1)]
  if (least === undefined || most === undefined) return undefined
  return least === most ? usd(least) : `${usd(least)} to ${usd(most)}`
}
