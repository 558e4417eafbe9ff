/** Literals of the catalog's plain values: durations in ms, sizes in bytes, exact decimals. */
import { valueOf } from '../read/access.ts'
import { parseBytes, parseDecimal, parseDuration } from '../notation/literals.ts'
import type { Decimal, Problem, Raw } from '../types.ts'

/** A duration in ms; undefined if the key is absent or invalid, which is reported. */
export function durationAt(
  raw: Raw | undefined,
  key: string,
  problems: Problem[],
): number | undefined {
  const value = valueOf(raw, key)
  if (value?.kind !== 'scalar') return undefined
  const read = parseDuration(value.text)
  problems.push(...read.problems)
  return read.value
}

/** A size in bytes. */
export function bytesAt(
  raw: Raw | undefined,
  key: string,
  problems: Problem[],
): number | undefined {
  const value = valueOf(raw, key)
  if (value?.kind !== 'scalar') return undefined
  const read = parseBytes(value.text)
  problems.push(...read.problems)
  return read.value
}

/** An exact decimal; 0 if it is absent or invalid. */
export function decimalAt(raw: Raw | undefined, key: string, problems: Problem[]): Decimal {
  const value = valueOf(raw, key)
  if (value?.kind !== 'scalar') return { num: 0n, den: 1n }
  const read = parseDecimal(value.text)
  problems.push(...read.problems)
  return read.value ?? { num: 0n, den: 1n }
}
