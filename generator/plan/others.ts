/** Finds the parts of a route that differ although no other finding is about them. */
import type { PriceIR, RouteIR } from '../ir.ts'
import { membersOf } from '../language/key.ts'
import { ROUTE_KEYS } from '../language/routes.ts'
import type { TextOf, Texts } from './fingerprint.ts'
import type { RuleChange } from './rules.ts'

/** Facts of a route that no key has as its member, with the names of their keys. */
const FACTS = {
  limit: 'limit',
  values: 'let',
  operation: 'operation',
  tool: 'tool',
  answer: 'answer',
  polled: 'polled',
  serviceAnswer: 'service_answer',
  toolBody: 'tool_body',
} as const

/** Parts with findings of their own. */
const ELSEWHERE = new Set(['summary', 'tags', 'flow', 'errors', 'gates', 'checks', 'fields'])

/** Parts that break no caller where no other finding is about them. */
const HARMLESS = new Set([
  'pay.authorization',
  'pay.free_quota',
  'networks',
  'aliases',
  'body',
  'query',
  'operation',
  'answer',
  'polled',
  'service_answer',
  'tool_body',
])

/**
 * The differences that remain after `known`. Other findings are about the parts `elsewhere`;
 * `isPriced`: other findings show the prices.
 */
export function otherChanges(
  old: RouteIR,
  now: RouteIR,
  {
    known,
    elsewhere,
    isPriced,
    texts: [before, after],
  }: {
    known: readonly RuleChange[]
    elsewhere: readonly string[]
    isPriced: boolean
    texts: Texts
  },
): RuleChange[] {
  const isKnown = (part: string): boolean => {
    if (elsewhere.includes(part)) return true
    const begins = (name: string): boolean => known.some(({ id }) => id.startsWith(name))
    if (part === 'body' || part === 'query') return begins('request-')
    if (part === 'reply' || part === 'job') return begins('reply-')
    if (part === 'pay.authorization') return begins('authorization-')
    if (part === 'networks') return begins('route-network-')
    return false
  }
  const [was, is] = [partsOf(old, before, isPriced), partsOf(now, after, isPriced)]
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
    part => was.get(part) !== is.get(part) && !isKnown(part),
  )
  return (['warn', 'allow'] as const).flatMap(level => {
    const own = changed.filter(part => HARMLESS.has(part) === (level === 'allow'))
    if (own.length === 0) return []
    return [{ id: 'route-changed' as const, path: own.join(', '), level, said: SOMETHING }]
  })
}

/** Marks the message of a part that has no finding of its own. */
export const SOMETHING = 'something else changed'

/** The parts of a route as texts, by the names of their keys. */
function partsOf(route: RouteIR, text: TextOf, isPriced: boolean): Map<string, string> {
  const textOf = (value: unknown): string =>
    typeof value === 'object' && value !== null ? text(value) : JSON.stringify(value)
  const found = new Map<string, string>()
  for (const { path, value } of membersOf(ROUTE_KEYS, route)) {
    if (ELSEWHERE.has(path)) continue
    if (path === 'translate') found.set('translate.give', textOf(route.translate!.give))
    else if (path === 'price') found.set(path, textOf(comparable(route.price!, isPriced)))
    else found.set(path, textOf(value))
  }
  for (const [member, name] of Object.entries(FACTS)) {
    const value = route[member as keyof typeof FACTS]
    if (value !== undefined) found.set(name, textOf(value))
  }
  return found
}

/**
 * A price without its lines, which follow from its amounts. If requests show its amounts, without
 * these and their parts.
 */
function comparable({ by, tables, arms, ...others }: PriceIR, isPriced: boolean): object {
  return isPriced
    ? { ...others, arms: arms.map(({ value, actual, cost }) => ({ value, actual, cost })) }
    : { ...others, by, tables, arms: arms.map(({ lines: _, ...arm }) => arm) }
}
