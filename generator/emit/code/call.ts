/** One upstream call as an object of small functions. */
import {
  literal,
  name,
  object,
  text,
  word,
  number,
  type Js,
  type Statement,
} from '../../js/tree.ts'
import type { Block, CallIR, CatalogIR, FailIR, PollIR } from '../../ir.ts'
import {
  CALL,
  CALL_REPLY,
  declare,
  functionOf,
  note,
  ownLets,
  returned,
  scoped,
  type Site,
} from './function.ts'
import { braces, type Member } from './route.ts'

/** What a call needs of the file around it. */
export interface CallSite {
  ir: CatalogIR
  helper(name: string): void
  /** Tables that the file declares once. */
  constants: ReadonlyMap<string, Js>
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

/** `{ id: ..., path: ..., ... }`. */
export function callOf(step: CallIR, at: CallSite): Js {
  const { before, after } = functions(at)
  return braces([
    ...target(step, at),
    ['first', firstOf(step, at)],
    ['repeat', before(step.repeat)],
    ...exchange(step, at),
    ['ticket', after(step.ticket)],
    ['poll', step.poll && pollOf(step.poll, at)],
  ])
}

function pollOf(poll: PollIR, at: CallSite): Js {
  return braces([
    ...target(poll, at),
    ['every', number(poll.every)],
    ['pending', functions(at).after(poll.pending)],
    ...exchange(poll, at),
  ])
}

/** Where a step goes. */
function target(step: CallIR | PollIR, at: CallSite): Member[] {
  const { before } = functions(at)
  return [
    ['id', text(step.id)],
    ['upstream', text(step.upstream)],
    ['origin', text(at.ir.at(step.place))],
    ['method', text(step.method)],
    ['path', before(step.path)],
    ['holes', before(step.holes)],
    ['timeout', number(step.timeout)],
    ['lasts', step.lasts === undefined ? undefined : number(step.lasts)],
    ['retry', number(step.retry)],
  ]
}

/** What a step sends and what its reply means. */
function exchange(step: CallIR | PollIR, at: CallSite): Member[] {
  const { before, after } = functions(at)
  return [
    ['forwards', step.forwards && word(true)],
    ['query', typeof step.query === 'string' ? text(step.query) : before(step.query)],
    ['send', typeof step.send === 'string' ? text(step.send) : before(step.send)],
    ['allow', step.allow && name(at.allow(step.allow))],
    ['sendAs', step.sendAs && text(step.sendAs)],
    ['files', step.files && literal(step.files)],
    ['protocol', step.protocol && text(step.protocol)],
    ['bytes', step.bytes === true ? word(true) : undefined],
    ['fail', step.fail.length === 0 ? undefined : failOf(step, at)],
    ['passes', after(step.passes)],
    ['give', after(step.give)],
    ['resultWhen', after(step.resultWhen)],
    ['media', step.give && at.media !== undefined ? text(at.media) : undefined],
  ]
}

function firstOf({ first }: CallIR, at: CallSite): Js | undefined {
  if (first === undefined) return undefined
  return object({ call: name(at.call(first.call)), when: functions(at).before(first.when) })
}

/** Functions of what a step reads before its reply, and after it. */
function functions(at: CallSite) {
  const make = (roots: readonly string[]) => (block: Block | undefined) =>
    block && functionOf(block, site(at, roots))
  return { before: make(CALL), after: make(CALL_REPLY) }
}

function site(at: CallSite, roots: readonly string[]): Site {
  return { roots, helper: at.helper, constants: at.constants }
}

/** The first rule that holds says which failure a reply is. */
function failOf(step: CallIR | PollIR, at: CallSite): Js {
  const around = site(at, CALL_REPLY)
  const lets = ownLets(
    [...new Map(step.fail.flatMap(f => f.lets.map(l => [l.name, l] as const))).values()],
    around,
  )
  const codes = [
    ...lets.map(l => l.code),
    ...step.fail.flatMap(f => [f.when, f.details, f.retryAfter]),
  ].filter(c => c !== undefined)
  const rules = step.fail.flatMap(rule => [note(at.ir.at(rule.place)), ruleOf(rule)])
  const gives = [...lets.map(declare), ...rules, returned(word(undefined))]
  return scoped(codes, lets, { site: around, gives })
}

function ruleOf(rule: FailIR): Statement {
  const failure = object({
    as: text(rule.as),
    code: rule.code === undefined ? undefined : text(rule.code),
    details: rule.details?.js,
    retryAfter: rule.retryAfter?.js,
  })
  return { kind: 'if', test: rule.when.js, body: [returned(failure)] }
}
