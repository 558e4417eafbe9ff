/** Prints one upstream call as an object of small functions. */
import type { Block, CallIR, CatalogIR, PollIR } from '../../ir.ts'
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
import { layout } from './layout.ts'
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
  /** Names the constant of another call. */
  call(id: string): string
}

const IN = '  '

/** `{ id: ..., path: ..., ... }` over several lines. */
export function callText(call: CallIR, at: CallSite): string {
  const { before, after } = printers(at, IN)
  const own: Member[] = [
    ['first', firstText(call, at)],
    ['repeat', before(call.repeat)],
    ['ticket', after(call.ticket)],
    ['poll', call.poll && pollText(call.poll, at)],
  ]
  return braces(
    [...target(call, at, IN), ...own.slice(0, 2), ...exchange(call, at, IN), ...own.slice(2)],
    '',
  )
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

function site(at: CallSite, roots: readonly string[], indent: string): Site {
  return { indent, roots, helper: at.helper, constants: at.constants }
}

function failText(step: CallIR | PollIR, at: CallSite, indent: string): string {
  const around = site(at, CALL_REPLY, indent)
  const lets = ownLets(
    [...new Map(step.fail.flatMap(f => f.lets.map(l => [l.name, l] as const))).values()],
    around,
  )
  const codes = [
    ...lets.map(l => l.code),
    ...step.fail.flatMap(f => [f.when, f.details, f.retryAfter]),
  ].filter(c => c !== undefined)
  noteHelpers(codes, around)
  const inner = indent + IN
  const rules = step.fail.flatMap(rule => {
    const answer = object({
      as: quote(rule.as),
      code: rule.code && quote(rule.code),
      details: rule.details?.code,
      retryAfter: rule.retryAfter?.code,
    })
    const line = `${inner}if (${layout(rule.when.code, inner, 6)}) return ${answer}`
    const shown = line.split('\n').every(l => l.length <= 140)
      ? line
      : `${inner}if (${layout(rule.when.code, inner, 6)}) {\n${inner}  return ${layout(answer, `${inner}  `, 8)}\n${inner}}`
    return [`${inner}// ${at.ir.at(rule.place)}`, shown]
  })
  const first = lets.map(l => letLine(l, inner))
  return `${parameter(rootsOf(codes, CALL_REPLY, lets))} => {\n${[...first, ...rules].join('\n')}\n${inner}return undefined\n${indent}}`
}
