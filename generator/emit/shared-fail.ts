/**
 * Finds failure rules that several calls share: those with which they end, mostly from templates,
 * and those with which they begin, mostly from their upstream.
 */
import { signature } from '../js/ask.ts'
import { failCodes } from '../language/formulas.ts'
import type { CallIR, CatalogIR, FailIR } from '../ir.ts'
import { CALL_REPLY, rootsOf } from './code/function.ts'

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

/** The names that rules may read if calls of any scope share them. */
const OF_ALL: ReadonlySet<string> = new Set(['status', 'reply', 'reply_headers'])

/**
 * The rules with which lists of rules of one upstream begin: those that save the most. Undefined if
 * they share none that any call can have.
 */
export function commonStart(
  ir: CatalogIR,
  lists: readonly (readonly FailIR[])[],
): readonly FailIR[] | undefined {
  const found = new Map<string, { rules: readonly FailIR[]; users: number }>()
  for (const list of lists)
    for (let count = 1; count <= list.length && readsReply(list[count - 1]!); count++) {
      const rules = list.slice(0, count)
      const key = failKey(ir, rules)
      found.set(key, { rules, users: (found.get(key)?.users ?? 0) + 1 })
    }
  const saved = ({ rules, users }: { rules: readonly FailIR[]; users: number }): number =>
    rules.length * (users - 1)
  const [best] = [...found.values()].sort((a, b) => saved(b) - saved(a))
  return best !== undefined && best.users > 1 && saved(best) >= FEWEST - 1 ? best.rules : undefined
}

/** Whether a list of rules begins with these. */
export function startsWith(
  ir: CatalogIR,
  list: readonly FailIR[],
  rules: readonly FailIR[],
): boolean {
  return isSame(ir, list.slice(0, rules.length), rules)
}

/** Whether rules stand at the same places and are the same code. */
export function isSame(ir: CatalogIR, a: readonly FailIR[], b: readonly FailIR[]): boolean {
  return failKey(ir, a) === failKey(ir, b)
}

/** Whether a rule reads nothing but the reply. */
function readsReply(rule: FailIR): boolean {
  const codes = [...failCodes(rule), ...rule.lets.map(one => one.code)]
  return (
    rootsOf(codes, CALL_REPLY, rule.lets).every(root => OF_ALL.has(root)) &&
    !rule.lets.some(one => one.derived)
  )
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
