/** Lowers the rules of `fail:`: a table of replies that are failures, tested in order. */
import {
  entriesOf,
  entryOf,
  itemsOf,
  problem,
  textAt,
  textOf,
  valueOf,
  type RawMap,
} from '../read/access.ts'
import { optional, report } from './build.ts'
import { leafLowering, treeLowering } from './lower.ts'
import { lower, lowerTest, type FormulaScope } from './scope.ts'
import { sliceText } from '../formula/fail.ts'
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
        problem('missing-key', item.place, 'this rule of `fail` matches no reply', {
          hint: 'write `status:` with HTTP statuses, `when:` with a condition, or both',
        }),
      )
      return []
    }
    checkSuccess(item, statuses, reply)
    const test = lowerTest(reply, when)
    if (!test) return []
    const proven = test.holds(reply)
    checkAnswer(item, reply)
    const leaf = (key: string): Code | undefined => {
      const value = valueOf(item, key)
      return value && lower(proven, leafLowering(value))
    }
    const failure = {
      ...optional('details', leaf('details')),
      ...optional('retryAfter', leaf('retry_after')),
    }
    const refusal = refusalOf(item, proven)
    const written = [...Object.values(failure), refusal?.message, refusal?.extra]
    const codes = [test.code, ...written.filter(code => code !== undefined)]
    return [
      {
        lets: neededLets(reply.lets, codes),
        when: test.code,
        as: textAt(item, 'as') ?? kindOf(refusal?.status ?? 0),
        ...failure,
        ...optional('refusal', refusal),
        ...optional('code', textAt(item, 'code')),
        ...(statuses.length > 0 ? { statuses } : {}),
        ...(valueOf(item, 'when') ? {} : { isBare: true as const }),
        place: entriesOf(item)[0]!.keyPlace,
      },
    ]
  })
}

/** The kind of outcome under which a refusal counts in metrics and sales. */
const kindOf = (status: number): string => (status < 500 ? 'upstream_rejected' : 'upstream_failed')

/** The statuses of replies with a result. */
const SUCCESSES: ReadonlySet<number> = new Set([200, 201, 202])

/** Reports a rule that makes every success a failure. */
function checkSuccess(item: Raw, statuses: readonly number[], { build }: FormulaScope): void {
  const success = statuses.find(status => SUCCESSES.has(status))
  if (success === undefined || valueOf(item, 'when')) return
  const message = `every reply with the status ${success} would be a failure`
  const hint = 'write in `when:` which of them are, e.g. `when: has(reply.error)`'
  report(build, problem('bad-entry', valueOf(item, 'status')!.place, message, { hint }))
}

/** A rule may not answer with 402, because callers would pay again. */
const PAYMENT_REQUIRED = '402'

/** Reports a rule without an answer, or with two. */
function checkAnswer(item: Raw, { build }: FormulaScope): void {
  const [as, error] = [entryOf(item, 'as'), entryOf(item, 'error')]
  if (!as === !error) {
    const hint = '`as` names an outcome; `error: 404 No such symbol` refuses as a gate does'
    const message = as ? '`as` and `error` are two answers' : 'a rule needs `as` or `error`'
    report(build, problem('bad-entry', error?.keyPlace ?? item.place, message, { hint }))
    return
  }
  const unfit = error ? ['details', 'retry_after'] : ['body']
  for (const entry of unfit.flatMap(key => entryOf(item, key) ?? [])) {
    const hint = error
      ? 'write the text for callers in the message or in `body`'
      : 'write `error:` with a status and a message, in place of `as`'
    const message = `\`${entry.key}\` has no effect beside \`${error ? 'error' : 'as'}\``
    report(build, problem('bad-entry', entry.keyPlace, message, { hint }))
  }
  if (!textOf(error?.value)?.startsWith(PAYMENT_REQUIRED)) return
  const hint = 'callers sign another payment after a 402; write e.g. 409'
  const message = 'a refusal of an upstream cannot be a 402'
  report(build, problem('bad-entry', error!.value.place, message, { hint }))
}

/** `error` and `body` of a rule. */
function refusalOf(item: Raw, scope: FormulaScope): FailIR['refusal'] {
  const error = valueOf(item, 'error')
  if (error?.kind !== 'scalar') return undefined
  const message = lower(scope, { kind: 'message', text: sliceText(error.text, 4) })
  const body = valueOf(item, 'body')
  const extra = body && lower(scope, treeLowering(body))
  if (!message) return undefined
  return { status: Number(error.text.text.slice(0, 3)), message, ...optional('extra', extra) }
}

/** The statuses of a rule, written as one or as a list. */
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
  const statusTest =
    statuses.length === 1 ? `status == ${statuses[0]}` : `status in [${statuses.join(', ')}]`
  if (!when) return { text: statusTest, place, at: () => place.start }
  const before = `${statusTest} && (`
  return {
    text: `${before}${when.text.text})`,
    place: when.text.place,
    at: offset => when.text.at(Math.max(0, offset - before.length)),
  }
}
