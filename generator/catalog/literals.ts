/** Literals of the catalog's plain values: durations in ms, sizes in bytes, exact decimals. */
import { valueOf } from '../read/access.ts'
import { parseBytes, parseDecimal, parseDuration } from '../notation/literals.ts'
import type { Checked, Decimal, Problem, Raw, Text } from '../types.ts'

/** The parsed text of a key; undefined if the key is absent or invalid, which is reported. */
function parsedAt<T>(
  raw: Raw | undefined,
  key: string,
  { parse, problems }: { parse: (text: Text) => Checked<T | undefined>; problems: Problem[] },
): T | undefined {
  const value = valueOf(raw, key)
  if (value?.kind !== 'scalar') return undefined
  const read = parse(value.text)
  problems.push(...read.problems)
  return read.value
}

/** A duration in ms; undefined if the key is absent or invalid, which is reported. */
export const durationAt = (
  raw: Raw | undefined,
  key: string,
  problems: Problem[],
): number | undefined => parsedAt(raw, key, { parse: parseDuration, problems })

/** A size in bytes; undefined if the key is absent or invalid, which is reported. */
export const bytesAt = (
  raw: Raw | undefined,
  key: string,
  problems: Problem[],
): number | undefined => parsedAt(raw, key, { parse: parseBytes, problems })

/** An exact decimal; 0 if it is absent or invalid, which is reported. */
export const decimalAt = (raw: Raw | undefined, key: string, problems: Problem[]): Decimal =>
  parsedAt(raw, key, { parse: parseDecimal, problems }) ?? { num: 0n, den: 1n }
