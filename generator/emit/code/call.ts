/** Prints one upstream call as an object of small functions. */
import type { Block, CallIR, CatalogIR, FailIR, PollIR } from '../../ir.ts'
import {
  CALL,
  CALL_REPLY,
  functionText,
  letLine,
  noteHelpers,
  ownLets,
  parameter,
  rootsOf,
  type Site,
} from './function.ts'
import { layout, WIDTH } from './layout.ts'
import { literal, number, object, quote } from './literal.ts'
import { braces, type Member } from './braces.ts'

/** What a call's text needs of the file around it. */
export interface CallSite {
  ir: CatalogIR
  helper(name: string): void
  /** Tables that the file declares once. */
  constants: ReadonlyMap<string, string>
  /**
   * The member of `give` that holds generated media, as the routes that make the call say
   * (`mirror:`).
   */
  media?: string
  /** Names the constant of an `allow:` list, which calls take from each other. */
  allow(names: readonly string[]): string
  /** The last rules about failures that other calls have too: their function and their number. */
  sharedFail(fail: readonly FailIR[]): { name: string; count: number } | undefined
  /** Names the constant of another call. */
  call(id: string): string
}

const IN = '  '

/** The members of a call that it has: `id`, `path` and so on. */
export function callMembers(call: CallIR, at: CallSite): Member[] {
  const { before, after } = printers(at, IN)
  const own: Member[] = [
    ['first', firstText(call, at)],
    ['repeat', before(call.repeat)],
    ['ticket', after(call.ticket)],
    ['poll', call.poll && pollText(call.poll, at)],
  ]
  return [
    ...target(call, at, IN),
    ...own.slice(0, 2),
    ...exchange(call, at, IN),
    ...own.slice(2),
  ].filter(([, text]) => text !== undefined)
}

function pollText(poll: PollIR, at: CallSite): string {
  const inner = IN + IN
  const { after } = printers(at, inner)
  const own: Member[] = [
    ['every', number(poll.every)],
    ['pending', after(poll.pending)],
  ]
  return braces([...target(poll, at, inner), ...own, ...exchange(poll, at, inner)], IN)
}

/** Where a step goes. */
function target(step: CallIR | PollIR, at: CallSite, indent: string): Member[] {
  const { before } = printers(at, indent)
  return [
    ['id', quote(step.id)],
    ['upstream', quote(step.upstream)],
    ['origin', quote(at.ir.at(step.place))],
    ['method', quote(step.method)],
    ['path', before(step.path)],
    ['holes', before(step.holes)],
    ['timeout', number(step.timeout)],
    ['lasts', step.lasts === undefined ? undefined : number(step.lasts)],
    ['retry', String(step.retry)],
  ]
}

/** What a step sends and what its reply means. */
function exchange(step: CallIR | PollIR, at: CallSite, indent: string): Member[] {
  const { before, after } = printers(at, indent)
  return [
    ['forwards', step.forwards && 'true'],
    ['query', typeof step.query === 'string' ? quote(step.query) : before(step.query)],
    ['send', typeof step.send === 'string' ? quote(step.send) : before(step.send)],
    ['allow', step.allow && at.allow(step.allow)],
    ['sendAs', step.sendAs && quote(step.sendAs)],
    ['files', step.files && literal(step.files)],
    ['protocol', step.protocol && quote(step.protocol)],
    ['bytes', step.bytes === true ? 'true' : undefined],
    ['fail', step.fail.length === 0 ? undefined : failText(step, at, indent)],
    ['passes', after(step.passes)],
    ['give', after(step.give)],
    ['resultWhen', after(step.resultWhen)],
    ['media', step.give && at.media && quote(at.media)],
  ]
}

function firstText(call: CallIR, at: CallSite): string | undefined {
  const { first } = call
  if (first === undefined) return undefined
  return object({ call: at.call(first.call), when: printers(at, IN).before(first.when) })
}

/** Printers of what a step reads before its reply, and after it. */
function printers(at: CallSite, indent: string) {
  const print = (roots: readonly string[]) => (block: Block | undefined) =>
    block === undefined ? undefined : functionText(block, site(at, roots, indent))
  return { before: print(CALL), after: print(CALL_REPLY) }
}

function site(
  at: Pick<CallSite, 'helper' | 'constants'>,
  roots: readonly string[],
  indent: string,
): Site {
  return { indent, roots, helper: at.helper, constants: at.constants }
}

/** A formula of a call as a function of its own. */
export function blockText(block: Block, at: Pick<CallSite, 'helper' | 'constants'>): string {
  return functionText(block, site(at, CALL_REPLY, ''))
}

/** `fail` of a step: its own rules, then those that it shares with other calls. */
function failText(step: CallIR | PollIR, at: CallSite, indent: string): string {
  const shared = at.sharedFail(step.fail)
  const own = shared === undefined ? step.fail : step.fail.slice(0, -shared.count)
  if (own.length === 0) return shared!.name
  return failFunction(own, at, { indent, last: shared?.name })
}

/** A function that judges a reply by these rules; where none holds, `last` has the last word. */
export function failFunction(
  fail: readonly FailIR[],
  at: Pick<CallSite, 'ir' | 'helper' | 'constants'>,
  { indent, last }: { indent: string; last?: string | undefined },
): string {
  const around = site(at, CALL_REPLY, indent)
  const lets = ownLets(
    [...new Map(fail.flatMap(f => f.lets.map(l => [l.name, l] as const))).values()],
    around,
  )
  const codes = [
    ...lets.map(l => l.code),
    ...fail.flatMap(f => [f.when, f.details, f.retryAfter]),
  ].filter(c => c !== undefined)
  noteHelpers(codes, around)
  const inner = indent + IN
  const rules = fail.flatMap(rule => [`${inner}// ${at.ir.at(rule.place)}`, failLine(rule, inner)])
  const first = lets.map(l => letLine(l, inner))
  const read = parameter(rootsOf(codes, CALL_REPLY, lets))
  const [head, end] =
    last === undefined
      ? [[`${read} => {`], 'undefined']
      : [['c => {', `${inner}const ${read.slice(1, -1)} = c`], `${last}(c)`]
  return [...head, ...first, ...rules, `${inner}return ${end}`, `${indent}}`].join('\n')
}

function failLine(rule: FailIR, inner: string): string {
  const answer = object({
    as: quote(rule.as),
    code: rule.code && quote(rule.code),
    details: rule.details?.code,
    retryAfter: rule.retryAfter?.code,
  })
  const head = `${inner}if (${layout(rule.when.code, inner, 6)})`
  const line = `${head} return ${answer}`
  if (line.split('\n').every(l => l.length <= WIDTH)) return line
  return `${head} {\n${inner}  return ${layout(answer, `${inner}  `, 8)}\n${inner}}`
}
