/**
 * Parses literals of the catalog: exact decimals, durations, sizes in bytes, ranges. Common
 * mistakes get a hint.
 */
import { decimalOf } from '../formula/decimal.ts'
import { attempt, fail } from '../formula/fail.ts'
import type { FormulaCode } from '../formula/codes.ts'
import type { Checked, Decimal, Text } from '../types.ts'

const DECIMAL = /^-?\d+(\.\d+)?$/
const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}
const SIZES: Readonly<Record<string, number>> = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 }

/** `1.05` as 21 over 20, exactly. */
export function parseDecimal(text: Text): Checked<Decimal | undefined> {
  return attempt(text, () =>
    DECIMAL.test(text.text)
      ? decimalOf(text.text)
      : wrong(text, {
          code: 'bad-number',
          what: 'an exact decimal',
          hint: numberHint(text.text),
        }),
  )
}

/** The hint for a text that is not a number. */
export function numberHint(text: string): string {
  if (/^-?\d+,\d+$/.test(text))
    return `decimals are written with a point: ${text.replace(',', '.')}`
  if (/^-?[\d_]+(\.[\d_]+)?$/.test(text) && text.includes('_'))
    return `write the digits without underscores: ${text.replaceAll('_', '')}`
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text))
    return `write the digits without commas: ${text.replaceAll(',', '')}`
  if (/^-?[\d.]+e[+-]?\d+$/i.test(text)) return 'numbers have no exponents; write all digits'
  if (/^-?\.\d+$/.test(text)) return `a number begins with a digit: ${text.replace('.', '0.')}`
  if (/^-?\d+\.$/.test(text)) return `a number ends with a digit: ${text.slice(0, -1)}`
  if (/^[$€]|[$€]$/.test(text)) return 'write only the number; money is in USD'
  if (text.startsWith('+')) return 'remove the plus'
  if (text.endsWith('%')) return 'write the factor, e.g. 1.05'
  return 'write digits, with a point where needed, e.g. 0.05'
}

/** `30s`, `1h`, `48h` in ms. */
export function parseDuration(text: Text): Checked<number | undefined> {
  return attempt(text, () => {
    const [, digits, unit] = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text.text) ?? []
    if (digits !== undefined) return Number(digits) * UNITS[unit!]!
    const hint = /^\d+$/.test(text.text)
      ? `say the unit: ${text.text}s`
      : 'write a whole number and ms, s, m, h or d, e.g. 30s'
    return wrong(text, { code: 'bad-duration', what: 'a duration', hint })
  })
}

/** `1MiB` in bytes. */
export function parseBytes(text: Text): Checked<number | undefined> {
  return attempt(text, () => {
    const [, digits, unit] = /^(\d{1,9})(B|KiB|MiB|GiB)$/.exec(text.text) ?? []
    if (digits !== undefined) return Number(digits) * SIZES[unit!]!
    const [, kind] = /^\d+\s*([kmg])i?b?$/i.exec(text.text) ?? []
    const binary =
      kind && `sizes are binary: ${text.text.replace(/\D.*$/, '')}${kind.toUpperCase()}iB`
    const hint = binary || 'write a whole number and B, KiB, MiB or GiB, e.g. 1MiB'
    return wrong(text, { code: 'bad-size', what: 'a size', hint })
  })
}

/** A range `from..to`; one of its ends may be left out. */
export interface Range {
  from?: number
  to?: number
}

/**
 * Parses a range, stopping at a mistake; for use inside `attempt`. Ends are numbers as written in
 * `source`, which starts at `start`.
 */
export function rangeOf(source: string, start: number, whole: boolean): Range {
  const [low = '', high = ''] = source.split('..')
  const end = (part: string, at: number): number | undefined => {
    if (part === '') return undefined
    if ((whole ? /^-?\d+$/ : DECIMAL).test(part) && Number.isFinite(Number(part)))
      return Number(part)
    const hint = whole && DECIMAL.test(part) ? 'write a whole number' : numberHint(part)
    return fail(
      { start: at, end: at + part.length },
      { code: 'bad-number', message: `\`${part}\` is not a valid bound`, hint },
    )
  }
  const [from, to] = [end(low, start), end(high, start + low.length + 2)]
  const span = { start, end: start + source.length }
  if (from === undefined && to === undefined)
    fail(span, {
      code: 'bad-field',
      message: 'this range has no bounds',
      hint: 'write 1..10, 1.. or ..10',
    })
  if (from !== undefined && to !== undefined && from > to)
    fail(span, {
      code: 'bad-field',
      message: `this range is empty: ${from} is more than ${to}`,
      hint: `write ${to}..${from}`,
    })
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

function wrong(
  text: Text,
  { code, what, hint }: { code: FormulaCode; what: string; hint: string },
): never {
  return fail(
    { start: 0, end: text.text.length },
    {
      code,
      message: `${text.text === '' ? 'nothing' : `\`${text.text}\``} is not ${what}`,
      hint,
    },
  )
}
