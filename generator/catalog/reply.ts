/** Builds the answer of a route: cache, headers, status, reply. */
import { itemsOf, valueOf, type RawMap } from '../read/access.ts'
import { CACHE_KEYS } from '../language/answer-parts.ts'
import { choice, object, word, type Js } from '../js/tree.ts'
import { constantsOf } from './constants.ts'
import { treeLowering } from './lower.ts'
import { LATE_NAMES, REPLY_NAMES } from './names.ts'
import { readFormulas, readPlain } from './read-keys.ts'
import { block, lower, lowerTest, withNames, type FormulaScope, withConstants } from './scope.ts'
import { neededLets } from './lets.ts'
import type { Block, CacheIR } from '../ir.ts'
import type { Code, Names, Raw, Text } from '../types.ts'

/** The names of the reply: those of the route's payment, result and cache. */
export function replyNames(route: {
  paid: boolean
  cached: boolean
  result?: readonly string[]
  upstream: boolean
}): Names {
  return {
    ...(route.paid
      ? { payer: LATE_NAMES.payer, price: LATE_NAMES.price, payment: LATE_NAMES.payment }
      : {}),
    ...(route.cached ? { cache: LATE_NAMES.cache } : {}),
    ...(route.upstream
      ? { result: { type: resultType(route.result), code: 'result', optional: true, need: true } }
      : {}),
  }
}

function resultType(members: readonly string[] | undefined): Names[string]['type'] {
  if (!members) return { kind: 'json', from: 'result' }
  return {
    kind: 'record',
    fields: Object.fromEntries(
      members.map(name => [name, { type: { kind: 'json', from: `result.${name}` } }]),
    ),
  }
}

/** Builds `cache:`. */
export function cacheOf(raw: RawMap, from: FormulaScope): CacheIR | undefined {
  const { build } = from
  const scope = withConstants(from, constantsOf(valueOf(raw, 'tables'), build.problems))
  const test = lowerTest(scope, (valueOf(raw, 'when') as { text: Text }).text)
  const when = test && { lets: neededLets(scope.lets, [test.code]), code: test.code }
  const proven = test ? test.holds(scope) : scope
  const parts = {
    ...readPlain(CACHE_KEYS, raw, build.problems),
    ...readFormulas(CACHE_KEYS, raw, { hit: proven, replied: withNames(proven, REPLY_NAMES) }),
  }
  const { key, for: time } = parts
  return when && key && time !== undefined ? { ...parts, when, key, for: time } : undefined
}

/** Builds `headers:`: a map, or a list of maps each with a condition. */
export function headersOf(raw: Raw, scope: FormulaScope): Block | undefined {
  if (raw.kind === 'map') return block(scope, treeLowering(raw, true))
  return casesOf(raw, scope, {
    member: 'send',
    join: cases => ({
      kind: 'object',
      members: cases.map(({ test, given }) => ({ spread: choice(test.js, given.js, object({})) })),
    }),
  })
}

/** `instead:`: the first reply whose condition holds. */
export function insteadOf(raw: Raw | undefined, scope: FormulaScope): Block | undefined {
  return (
    raw &&
    casesOf(raw, scope, {
      member: 'reply',
      join: cases =>
        cases.reduceRight<Js>(
          (rest, { test, given }) => choice(test.js, given.js, rest),
          word(undefined),
        ),
    })
  )
}

/** A condition, and the tree that it selects. */
interface Case {
  test: Code
  given: Code
}

/** A list of trees with conditions as one expression. */
function casesOf(
  raw: Raw,
  scope: FormulaScope,
  { member, join }: { member: string; join: (cases: readonly Case[]) => Js },
): Block | undefined {
  const cases = itemsOf(raw).flatMap((item): Case[] => {
    const when = valueOf(item, 'when') as { text: Text }
    const test = lowerTest(scope, when.text)
    const given = test && lower(test.holds(scope), treeLowering(valueOf(item, member)!, true))
    return test && given ? [{ test: test.code, given }] : []
  })
  if (cases.length < itemsOf(raw).length) return undefined
  const codes = cases.flatMap(({ test, given }) => [test, given])
  const code: Code = {
    js: join(cases),
    type: { kind: 'json' },
    uses: [...new Set(codes.flatMap(one => one.uses))].sort(),
    wait: codes.some(one => one.wait),
    place: raw.place,
  }
  return { lets: neededLets(scope.lets, [code]), code }
}

/** Whether a reply is the same for every caller of a network, so that it is built once. */
export function isFixed(reply: Block): boolean {
  return [...reply.lets.map(one => one.code), reply.code].every(
    code =>
      !code.wait &&
      code.uses.every(name => FIXED.has(name) || reply.lets.some(one => one.name === name)),
  )
}

/** Names with the same value for every caller. Numbers of the gateway are literals in code. */
const FIXED = new Set(['models', 'lists', 'network'])
