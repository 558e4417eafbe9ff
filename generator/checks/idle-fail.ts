/** Finds rules of `fail:` that no reply reaches. */
import { fault, type Check } from './check.ts'
import { isSame } from '../js/ask.ts'
import type { FailIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** Refuses rules that never hold, and rules after an earlier one that takes all their replies. */
export const idleFail: Check = {
  code: 'idle-fail',
  run: catalog => {
    const lists = catalog.calls.flatMap(call => [call.fail, call.poll?.fail ?? []])
    const found = lists.flatMap(rules =>
      rules.flatMap((rule, i) => [...never(rule), ...taken(rule, rules.slice(0, i))]),
    )
    // Calls of one upstream share its rules, and routes may share a call.
    return [...new Map(found.map(one => [`${one.place.file} ${one.place.start}`, one])).values()]
  },
}

function never({ when, place }: FailIR): Problem[] {
  return when.constant === false
    ? [fault('idle-fail', place, 'this rule of `fail` never holds', { hint: 'remove the rule' })]
    : []
}

function taken(rule: FailIR, earlier: readonly FailIR[]): Problem[] {
  const first = earlier.find(one => takesAll(one, rule))
  if (!first) return []
  return [
    fault('idle-fail', rule.place, 'an earlier rule of `fail` matches every reply of this one', {
      hint: 'remove one of them, or put the narrower one first',
      also: [{ place: first.place, label: 'the earlier rule' }],
    }),
  ]
}

/** Whether a rule holds wherever a later rule does. */
function takesAll(one: FailIR, later: FailIR): boolean {
  if (one.when.constant === true || isSame(one.when.js, later.when.js)) return true
  const own = one.statuses ?? []
  return one.isBare === true && later.statuses?.every(status => own.includes(status)) === true
}
