/** Prints one upstream call as an object of small functions. */
import { CALL_KEYS, POLL_KEYS } from '../../language/calls.ts'
import type { Block, CallIR, CatalogIR, FailIR, FirstIR, PollIR } from '../../ir.ts'
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
import { object, quote } from './literal.ts'
import type { Member } from './braces.ts'
import { type Around, inOrder, keyMembers, ranked, type Ranked } from './members.ts'

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
  const own = {
    fails: fails(at, IN),
    allow: at.allow,
    first: ({ call: before, when }: FirstIR) =>
      object({ call: at.call(before), when: when && functionText(when, site(at, CALL, IN)) }),
    poll: (poll: PollIR) => pollText(poll, at),
  }
  return inOrder([...facts(call, at, IN), ...keyMembers(CALL_KEYS, call, own, around(at, IN))])
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

function around(at: Pick<CallSite, 'helper' | 'constants'>, indent: string): Around {
  return { indent, helper: at.helper, constants: at.constants }
}

function site(
  at: Pick<CallSite, 'helper' | 'constants'>,
  roots: readonly string[],
  indent: string,
): Site {
  return { ...around(at, indent), roots }
}

/** A formula of a call as a function of its own. */
export function blockText(block: Block, at: Pick<CallSite, 'helper' | 'constants'>): string {
  return functionText(block, site(at, CALL_REPLY, ''))
}

/** `fail` of a step: its own rules, then those that it shares with other calls. */
function failText(fail: readonly FailIR[], at: CallSite, indent: string): string {
  const shared = at.sharedFail(fail)
  const own = shared === undefined ? fail : fail.slice(0, -shared.count)
  if (own.length === 0) return shared!.name
  return failFunction(own, at, { indent, last: shared?.name })
}

/** A function that judges a reply by these rules; where none holds, `last` has the last word. */
export function failFunction(
  fail: readonly FailIR[],
  at: Pick<CallSite, 'ir' | 'helper' | 'constants'>,
  { indent, last }: { indent: string; last?: string | undefined },
): string {
  const where = site(at, CALL_REPLY, indent)
  const lets = ownLets(
    [...new Map(fail.flatMap(f => f.lets.map(l => [l.name, l] as const))).values()],
    where,
  )
  const codes = [
    ...lets.map(l => l.code),
    ...fail.flatMap(f => [f.when, f.details, f.retryAfter]),
  ].filter(c => c !== undefined)
  noteHelpers(codes, where)
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
