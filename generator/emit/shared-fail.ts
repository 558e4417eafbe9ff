/** Finds failure rules with which several calls end, mostly from templates. */
import { signature } from '../js/ask.ts'
import type { CallIR, CatalogIR, FailIR } from '../ir.ts'

/** Fewer rules are not worth a function of their own. */
const FEWEST = 3

/** The rules with which these calls end, and the first call that has them. */
export interface SharedFail {
  first: CallIR
  rules: readonly FailIR[]
  users: readonly CallIR[]
}

/**
 * The longest common ends of the rule lists of two or more calls. Only calls with equal `kindOf`
 * share rules, because their formulas have the same scope.
 */
export function sharedFails(
  ir: CatalogIR,
  kindOf: (call: CallIR) => string,
): ReadonlyMap<string, SharedFail> {
  const found = new Map<string, SharedFail>()
  for (const call of ir.calls)
    for (let from = 0; from + FEWEST <= call.fail.length; from++) {
      const rules = call.fail.slice(from)
      const key = `${kindOf(call)}\n${failKey(ir, rules)}`
      const known = found.get(key)
      found.set(key, {
        first: known?.first ?? call,
        rules,
        users: [...(known?.users ?? []), call],
      })
    }
  return new Map([...found].filter(([, { users }]) => users.length > 1))
}

/** The longest shared end of a call's rules; undefined if it shares none. */
export function failOf(
  ir: CatalogIR,
  all: ReadonlyMap<string, SharedFail>,
  { fail, kind }: { fail: readonly FailIR[]; kind: string },
): SharedFail | undefined {
  for (let from = 0; from + FEWEST <= fail.length; from++) {
    const shared = all.get(`${kind}\n${failKey(ir, fail.slice(from))}`)
    if (shared !== undefined) return shared
  }
  return undefined
}

/** A key that is equal for rules with the same places and the same code. */
function failKey(ir: CatalogIR, rules: readonly FailIR[]): string {
  return rules.map(rule => ruleKey(ir, rule)).join('\n')
}

const keys = new WeakMap<FailIR, string>()

function ruleKey(ir: CatalogIR, rule: FailIR): string {
  const key = keys.get(rule) ?? `${ir.at(rule.place, true)} ${signature(rule.when.js)}`
  keys.set(rule, key)
  return key
}
