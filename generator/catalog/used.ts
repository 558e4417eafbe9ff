/** Builds the declared use in an example: `used`, and the resulting charge, `actual`. */
import { entriesOf, entryOf, problem, textOf, toJson, valueOf } from '../read/access.ts'
import { suggestion } from '../problems/suggest.ts'
import { decimalOf } from '../formula/decimal.ts'
import { report, type LoweringContext } from './build.ts'
import type { UsageFacts } from '../../runtime/contract.ts'
import type { UsedIR } from '../ir.ts'
import type { Decimal, Raw, RawEntry } from '../types.ts'

/** The keys of an example about its use. */
export const USED = ['used', 'actual']

const NOTHING: UsageFacts = { input: 0, cached: 0, written: 0, output: 0, reasoning: 0 }
const COUNTS = Object.keys(NOTHING)
const REPLIES = ['result', 'reply']

/** The use in an example; undefined if it has none or is invalid. */
export function usedOf(raw: Raw, build: LoweringContext): UsedIR | undefined {
  const [used, actual] = [entryOf(raw, 'used'), entryOf(raw, 'actual')]
  const first = used ?? actual
  if (!first) return undefined
  const wrong = (message: string, hint: string): undefined =>
    void report(build, problem('bad-entry', first.keyPlace, message, { hint }))
  if (!used) return wrong('`actual` needs `used`', 'write the use: `used: { output: 120 }`')
  if (valueOf(raw, 'refused')) return wrong('a refused request uses nothing', 'remove it')
  const micro = actual && microOf(actual.value, build)
  if (actual && micro === undefined) return undefined
  return {
    ...membersOf(used, build),
    ...(micro === undefined ? {} : { actual: micro }),
    place: { ...(actual ?? used).keyPlace, end: (actual ?? used).value.place.end },
  }
}

function membersOf(used: RawEntry, build: LoweringContext): Omit<UsedIR, 'place' | 'actual'> {
  const entries = entriesOf(used.value)
  const allowed = [...COUNTS, ...REPLIES]
  for (const { key, keyPlace } of entries)
    if (!allowed.includes(key))
      report(
        build,
        problem('unknown-key', keyPlace, `unknown key \`${key}\` in \`used\``, {
          hint: suggestion(key, allowed, 'allowed'),
        }),
      )
  const counts = entries.filter(({ key }) => COUNTS.includes(key))
  const numbers = counts.map(({ key, value }) => [key, countOf(value, build)] as const)
  const given = entries.filter(({ key }) => REPLIES.includes(key))
  return {
    ...(counts.length > 0 ? { usage: { ...NOTHING, ...Object.fromEntries(numbers) } } : {}),
    ...Object.fromEntries(given.map(({ key, value }) => [key, toJson(value)])),
  }
}

function countOf(value: Raw, build: LoweringContext): number {
  const text = textOf(value) ?? ''
  if (!/^\d+$/.test(text))
    report(build, problem('bad-number', value.place, 'this must be a number of tokens'))
  return Number(text)
}

/** An amount in USD, to the written digits; undefined if it is invalid, after reporting it. */
export function amountOf(value: Raw, build: LoweringContext): Decimal | undefined {
  const text = textOf(value) ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return decimalOf(text)
  report(build, problem('bad-number', value.place, `\`${text}\` is not an amount such as 0.05`))
  return undefined
}

/** An exact amount in whole micro-USD; undefined if it is invalid, after reporting it. */
export function microOf(value: Raw, build: LoweringContext, hint?: string): bigint | undefined {
  const amount = amountOf(value, build)
  if (!amount) return undefined
  if (1_000_000n % amount.den === 0n) return amount.num * (1_000_000n / amount.den)
  const message = 'an exact price has at most six digits after the point'
  report(build, problem('bad-number', value.place, message, hint === undefined ? {} : { hint }))
  return undefined
}
