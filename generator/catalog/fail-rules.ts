/** The rules of `fail:`: a table of replies that are failures, asked row by row. */
import {
  entriesOf,
  itemsOf,
  problem,
  textAt,
  textOf,
  valueOf,
  type RawMap,
} from '../read/access.ts'
import { optional, report } from './build.ts'
import { leafLowering } from './lower.ts'
import { lower, lowerTest, type FormulaScope } from './scope.ts'
import { neededLets } from './lets.ts'
import type { FailIR } from '../ir.ts'
import type { Code, Raw, Text } from '../types.ts'

/** The `fail:` rules of an upstream or of a step. */
export function failsOf(raw: RawMap, reply: FormulaScope): FailIR[] {
  return itemsOf(valueOf(raw, 'fail')).flatMap(item => {
    const statuses = statusesOf(item)
    const when = failTest(item, statuses)
    if (!when) {
      report(
        reply.build,
        problem('missing-key', item.place, 'this rule of `fail` holds for no reply', {
          hint: 'write `status:` with HTTP statuses, `when:` with a condition, or both',
        }),
      )
      return []
    }
    const test = lowerTest(reply, when)
    if (!test) return []
    const proven = test.holds(reply)
    const leaf = (key: string): Code | undefined => {
      const value = valueOf(item, key)
      return value && lower(proven, leafLowering(value))
    }
    const failure = {
      ...optional('details', leaf('details')),
      ...optional('retryAfter', leaf('retry_after')),
    }
    return [
      {
        lets: neededLets(reply.lets, [test.code, ...Object.values(failure)]),
        when: test.code,
        as: textAt(item, 'as') ?? '',
        ...failure,
        ...optional('code', textAt(item, 'code')),
        ...(statuses.length > 0 ? { statuses } : {}),
        ...(valueOf(item, 'when') ? {} : { isBare: true as const }),
        place: entriesOf(item)[0]!.keyPlace,
      },
    ]
  })
}

/** The statuses of a rule, which writes one or a list. */
function statusesOf(item: Raw): readonly number[] {
  const raw = valueOf(item, 'status')
  const items = raw?.kind === 'list' ? raw.items : raw ? [raw] : []
  return items.map(one => Number(textOf(one)))
}

/** The condition of a rule: its statuses and its `when`, as one formula. */
function failTest(item: Raw, statuses: readonly number[]): Text | undefined {
  const when = valueOf(item, 'when') as { text: Text } | undefined
  if (statuses.length === 0) return when?.text
  const { place } = valueOf(item, 'status')!
  const asked =
    statuses.length === 1 ? `status == ${statuses[0]}` : `status in [${statuses.join(', ')}]`
  if (!when) return { text: asked, place, at: () => place.start }
  const before = `${asked} && (`
  return {
    text: `${before}${when.text.text})`,
    place: when.text.place,
    at: offset => when.text.at(Math.max(0, offset - before.length)),
  }
}
