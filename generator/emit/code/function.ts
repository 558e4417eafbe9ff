/**
 * Makes small functions of the scope from lowered formulas, for printing and for running examples.
 */
import * as formula from '../../../runtime/formula.ts'
import type { Block, Let } from '../../ir.ts'
import type { Formulas } from '../../language/formulas.ts'
import type { Code } from '../../types.ts'
import { directLets } from '../../catalog/lets.ts'
import { freeNames, isSame } from '../../js/ask.ts'
import { withMembers } from '../../js/change.ts'
import { binary, call, name, word, type Js, type Statement } from '../../js/tree.ts'

/** Members of the scope that a formula may read before and during the work. */
export const SCOPE = [
  'route',
  'body',
  'query',
  'path',
  'model',
  'models',
  'lists',
  'network',
  'now',
  'hooks',
  'payer',
  'price',
  'job',
  'payment',
  'result',
  'usage',
  'read',
  'fetched',
  'transfer',
  'cache',
  'requested',
  'request_headers',
  'values',
  'call',
  'steps',
] as const
/** The members after the upstream has answered. */
export const REPLY = [...SCOPE, 'status', 'reply', 'reply_headers'] as const
/**
 * Further members for a call's formulas: the result of the call before it, the ticket of its
 * submit, the file of its reply.
 */
export const CALL = [...SCOPE, 'args', 'settings', 'ticket', 'earlier'] as const
/** The members for a call's formulas after the reply. */
export const CALL_REPLY = [...CALL, 'status', 'reply', 'reply_headers', 'reply_body'] as const
/** The members for an envelope's formulas. */
export const OUTCOME = [
  'route',
  'status',
  'message',
  'code',
  'details',
  'issues',
  'extra',
  'limit',
  'challenge',
  'price',
  'payment_info',
  'payer',
  'source',
  'retry_after',
  'upstream',
] as const

/** Names that `runtime/formula.ts` exports. */
export const HELPERS: ReadonlySet<string> = new Set(Object.keys(formula))

/** The surroundings of a function: the names of its scope, and constants outside of it. */
export interface PrintContext {
  roots: readonly string[]
  /** Tables that the file declares once; functions do not declare their lets again. */
  constants?: ReadonlyMap<string, Js>
  /** Whether derived lets are declared like others, because the scope has no `values`. */
  isInline?: boolean
}

/** The members of the scope that these codes read, in the order of the scope. */
export function rootsOf(
  codes: readonly Code[],
  roots: readonly string[],
  lets: readonly Let[] = [],
): string[] {
  const own = new Set(lets.map(l => l.name))
  const used = new Set<string>()
  for (const code of codes) for (const one of freeNames(code.js)) if (!own.has(one)) used.add(one)
  return roots.filter(root => used.has(root))
}

/**
 * The lets that a function of these codes declares: not those that are constants of the file or
 * computed once per call.
 */
export function ownLets(
  { lets, codes }: Formulas,
  { constants, isInline }: PrintContext,
): readonly Let[] {
  return (isInline ? lets : directLets(lets, codes).filter(l => !l.derived)).filter(l => {
    const constant = constants?.get(l.name)
    return constant === undefined || !isSame(constant, l.code.js)
  })
}

/** The body of a function, in which derived lets are read as `values.name`. */
function withValues<T extends Js | readonly Statement[]>(
  body: T,
  lets: readonly Let[],
  { isInline }: PrintContext,
): T {
  const derived = isInline ? [] : lets.filter(l => l.derived).map(l => l.name)
  return derived.length === 0 ? body : withMembers(body, 'values', new Set(derived))
}

/**
 * `({ body }) => ...` for one formula: an expression without lets, otherwise `const`s and a return.
 */
export function functionOf(block: Block, site: PrintContext): Js {
  const { lets, code } = block
  const own = ownLets({ lets, codes: [code] }, site)
  return scopeFunction(
    { lets, codes: [...own.map(l => l.code), code] },
    {
      site,
      gives: own.length > 0 ? bodyOf(own, code) : code.js,
    },
  )
}

/** The function `({ names }) => ...` over the scope members that a value or statements read. */
export function scopeFunction(
  { lets, codes }: Formulas,
  { site, gives }: { site: PrintContext; gives: Js | readonly Statement[] },
): Js {
  const body = withValues(gives, lets, site)
  const takes = { form: 'members' as const, names: namesRead(body, site) }
  return { kind: 'arrow', takes, gives: body, waits: codes.some(c => c.wait) }
}

/** The names of the scope that the body of a function reads, in their order. */
function namesRead(gives: Js | readonly Statement[], { roots }: PrintContext): string[] {
  const names = freeNames({ kind: 'arrow', takes: { form: 'list', names: [] }, gives })
  return roots.filter(root => names.has(root))
}

/** The statements of a function, and the functions that it asks before and after them. */
export interface Finder {
  site: PrintContext
  body: readonly Statement[]
  first?: string | undefined
  last?: string | undefined
}

/**
 * A function whose statements return a value if they find one, such as a refusal. What the function
 * `first` finds comes before it. If nothing is found, it returns the result of the function `last`,
 * or undefined.
 */
export function finderFunction(of: Formulas, { site, body: own, first, last }: Finder): Js {
  if (first === undefined && last === undefined)
    return scopeFunction(of, { site, gives: [...own, returned(word(undefined))] })
  const scope = name('c')
  const body = withValues(own, of.lets, site)
  const names = namesRead(body, site)
  const members: Statement[] = names.length === 0 ? [] : [{ kind: 'members', names, of: scope }]
  const asked = first === undefined ? [] : foundBy(call(name(first), [scope]))
  const otherwise = last === undefined ? word(undefined) : call(name(last), [scope])
  return {
    kind: 'arrow',
    takes: { form: 'one', names: ['c'] },
    gives: [...asked, ...members, ...body, returned(otherwise)],
    waits: of.codes.some(c => c.wait),
  }
}

/** Returns what a call finds, unless that is undefined. */
function foundBy(value: Js): Statement[] {
  const found = name('found')
  const test = binary('!==', found, word(undefined))
  return [
    { kind: 'const', name: 'found', value },
    { kind: 'if', test, body: [returned(found)] },
  ]
}

/** The lets as `const`s, and the formula as the returned value. */
export function bodyOf(lets: readonly Let[], code: Code): Statement[] {
  return [...lets.map(declare), returned(code.js)]
}

/** One let as a `const`. */
export const declare = ({ name: own, code }: Let): Statement => ({
  kind: 'const',
  name: own,
  value: code.js,
})

/** `return value`. */
export const returned = (value: Js): Statement => ({ kind: 'return', value })

/** A comment line. */
export const note = (text: string): Statement => ({ kind: 'note', text })
