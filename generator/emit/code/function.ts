/**
 * Prints lowered formulas as small named functions, and the same text as something that can be run
 * for examples.
 */
import * as formula from '../../../runtime/formula.ts'
import type { Block, Let } from '../../ir.ts'
import type { Code } from '../../types.ts'
import { layout } from './layout.ts'
import { freeNames, pieces, type Piece } from './scan.ts'

/** Members of the scope that a formula may read before and while a call is served. */
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
  'cache',
  'requested',
  'request_headers',
] as const
/** The scope once the upstream has answered. */
export const REPLY = [...SCOPE, 'status', 'reply', 'reply_headers'] as const
/**
 * What a call's formulas read besides: what the call before it gave, the ticket of its submit, the
 * file of its reply.
 */
export const CALL = [...SCOPE, 'ticket', 'earlier'] as const
/** What they read of its answer, too. */
export const CALL_REPLY = [...CALL, 'status', 'reply', 'reply_headers', 'reply_body'] as const
/** What an envelope's formulas read. */
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

/**
 * Where a function is printed: its indent, the names of its scope, constants that stand outside it,
 * and what hears of helpers.
 */
export interface Site {
  indent: string
  roots: readonly string[]
  /** Tables that the file declares once; their lets are not printed again. */
  constants?: ReadonlyMap<string, string>
  helper?(name: string): void
}

/** Scope members that these codes read, in the order of the scope. */
export function rootsOf(
  codes: readonly Code[],
  roots: readonly string[],
  lets: readonly Let[] = [],
): string[] {
  const own = new Set(lets.map(l => l.name))
  const used = new Set<string>()
  for (const code of codes)
    for (const name of freeNames(code.code)) if (!own.has(name)) used.add(name)
  return roots.filter(root => used.has(root))
}

/** Tells the file which helpers these codes call. */
export function noteHelpers(codes: readonly Code[], site: Site): void {
  if (site.helper === undefined) return
  for (const code of codes)
    for (const name of freeNames(code.code))
      if (HELPERS.has(name) && !site.roots.includes(name)) site.helper(name)
}

/** Lets that are printed inside a function: those that the file does not hold as constants. */
export function ownLets(lets: readonly Let[], site: Site): readonly Let[] {
  return lets.filter(l => site.constants?.get(l.name) !== l.code.code)
}

/**
 * `(c) => ...` for one formula: an expression where it needs no lets, otherwise a block of `const`s
 * and a return.
 */
export function functionText(block: Block, site: Site): string {
  const lets = ownLets(block.lets, site)
  const codes = [...lets.map(l => l.code), block.code]
  noteHelpers(codes, site)
  const names = rootsOf(codes, site.roots, lets)
  const start = codes.some(c => c.wait) ? 'async ' : ''
  if (lets.length > 0)
    return `${start}${parameter(names)} => {\n${bodyLines(lets, block.code, site.indent + '  ').join('\n')}\n${site.indent}}`
  const expression = layout(
    parenthesized(block.code.code),
    site.indent,
    start.length + parameter(names).length + 14,
  )
  return `${start}${parameter(names)} => ${expression}`
}

/** `({ body, model })`, or `()` where nothing is read. */
export function parameter(names: readonly string[]): string {
  return names.length === 0 ? '()' : `({ ${names.join(', ')} })`
}

/** The lets as `const` lines and the formula as the returned one. */
export function bodyLines(lets: readonly Let[], code: Code, indent: string): string[] {
  return [...lets.map(l => letLine(l, indent)), `${indent}return ${layout(code.code, indent, 7)}`]
}

/** One let as a line. */
export function letLine(l: Let, indent: string): string {
  return `${indent}const ${l.name} = ${layout(l.code.code.replace(/^\((await [\w.]+\([^()]*\))\)$/, '$1'), indent, 9 + l.name.length)}`
}

/** An expression as an arrow function's body. */
function parenthesized(code: string): string {
  return code.startsWith('{') ? `(${code})` : code
}

/** The negation of a condition, without needless parentheses. */
export function not(code: string): string {
  if (/^![\w$.]+(\([^()]*\))?$/.test(code)) return code.slice(1)
  const sign = comparison(code)
  if (sign !== undefined) {
    const [left, right] = [code.slice(0, sign.start).trim(), code.slice(sign.start + 3).trim()]
    if (isSimple(left) && isSimple(right))
      return `${left} ${sign.text === '===' ? '!==' : '==='} ${right}`
  }
  return isSimple(code) ? `!${code}` : `!(${code})`
}

/** The `===` or `!==` that stands outside all brackets. */
function comparison(code: string): Piece | undefined {
  let depth = 0
  return pieces(code).find(({ text }) => {
    if ('([{'.includes(text)) depth++
    else if (')]}'.includes(text)) depth--
    return depth === 0 && (text === '===' || text === '!==')
  })
}

function isSimple(code: string): boolean {
  let depth = 0
  for (const char of code.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, '_')) {
    if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) depth--
    else if (depth === 0 && !/[\w$.]/.test(char)) return false
  }
  return true
}
