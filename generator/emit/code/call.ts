/** Prints one upstream call as an object of small functions. */
import { CALL_KEYS, POLL_KEYS } from '../../language/calls.ts'
import type { CallIR, CatalogIR, FirstIR, PollIR } from '../../ir.ts'
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
import { object, quote } from './literal.ts'
import { type Around, keyMembers, ranked, type Ranked } from './members.ts'

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
  const own = {
    fails: fails(at, IN),
    allow: at.allow,
    first: ({ call: before, when }: FirstIR) =>
      object({ call: at.call(before), when: when && functionText(when, site(at, CALL, IN)) }),
    poll: (poll: PollIR) => pollText(poll, at),
  }
  return ranked([...facts(call, at, IN), ...keyMembers(CALL_KEYS, call, own, around(at, IN))], '')
}

function pollText(poll: PollIR, at: CallSite): string {
  const inner = IN + IN
  const own = { fails: fails(at, inner) }
  const retry: Ranked = [90, 'retry', String(poll.retry)]
  return ranked(
    [...facts(poll, at, inner), retry, ...keyMembers(POLL_KEYS, poll, own, around(at, inner))],
    IN,
  )
}

/** What a step has whatever is written. */
function facts(step: CallIR | PollIR, at: CallSite, indent: string): Ranked[] {
  return [
    [10, 'id', quote(step.id)],
    [20, 'upstream', quote(step.upstream)],
    [30, 'origin', quote(at.ir.at(step.place))],
    [40, 'method', quote(step.method)],
    [60, 'holes', step.holes && functionText(step.holes, site(at, CALL, indent))],
    [140, 'forwards', step.forwards && 'true'],
    [260, 'media', step.give && at.media && quote(at.media)],
  ]
}

const fails = (at: CallSite, indent: string) => (list: CallIR['fail']) =>
  list.length === 0 ? undefined : failText(list, at, indent)

function around(at: CallSite, indent: string): Around {
  return { indent, helper: at.helper, constants: at.constants }
}

function site(at: CallSite, roots: readonly string[], indent: string): Site {
  return { ...around(at, indent), roots }
}

function failText(rules: CallIR['fail'], at: CallSite, indent: string): string {
  const where = site(at, CALL_REPLY, indent)
  const lets = ownLets(
    [...new Map(rules.flatMap(f => f.lets.map(l => [l.name, l] as const))).values()],
    where,
  )
  const codes = [
    ...lets.map(l => l.code),
    ...rules.flatMap(f => [f.when, f.details, f.retryAfter]),
  ].filter(c => c !== undefined)
  noteHelpers(codes, where)
  const inner = indent + IN
  const shown = rules.flatMap(rule => {
    const answer = object({
      as: quote(rule.as),
      code: rule.code && quote(rule.code),
      details: rule.details?.code,
      retryAfter: rule.retryAfter?.code,
    })
    const line = `${inner}if (${layout(rule.when.code, inner, 6)}) return ${answer}`
    const text = line.split('\n').every(l => l.length <= 140)
      ? line
      : `${inner}if (${layout(rule.when.code, inner, 6)}) {\n${inner}  return ${layout(answer, `${inner}  `, 8)}\n${inner}}`
    return [`${inner}// ${at.ir.at(rule.place)}`, text]
  })
  const first = lets.map(l => letLine(l, inner))
  return `${parameter(rootsOf(codes, CALL_REPLY, lets))} => {\n${[...first, ...shown].join('\n')}\n${inner}return undefined\n${indent}}`
}
