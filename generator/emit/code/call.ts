/** Prints one upstream call as an object of small functions. */
import {
  literal,
  name,
  number,
  object,
  objectOf,
  text,
  word,
  type Js,
  type Member,
  type Statement,
} from '../../js/tree.ts'
import { CALL_KEYS, POLL_KEYS } from '../../language/calls.ts'
import { failCodes } from '../../language/formulas.ts'
import type { CallIR, CatalogIR, FailIR, FirstIR, PollIR } from '../../ir.ts'
import {
  CALL,
  CALL_REPLY,
  declare,
  finderFunction,
  functionOf,
  note,
  ownLets,
  returned,
  type Finder,
  type PrintContext,
} from './function.ts'
import { inOrder, keyMembers, type Ranked } from './members.ts'

/** Rules that calls share: the name of their function, and their number. */
export interface SharedRules {
  name: string
  count: number
}

/** The parts of the file around a call that its code needs. */
export interface CallContext {
  ir: CatalogIR
  /** Tables that the file declares once. */
  constants: ReadonlyMap<string, Js>
  /**
   * The member of `give` that holds generated media, from `mirror:` of the routes that make the
   * call.
   */
  media?: string
  /** Returns the name of the constant of an `allow:` list, which calls share. */
  allow(names: readonly string[]): string
  /** The first and the last failure rules that other calls have too. */
  sharedFail(fail: readonly FailIR[]): { first?: SharedRules; last?: SharedRules }
  /** Returns the name of the constant of another call. */
  call(id: string): string
}

/** The members of a call: `id`, `path` and so on. */
export function callMembers(call: CallIR, at: CallContext): Member[] {
  const own = {
    fails: fails(at),
    allow: (names: readonly string[]) => name(at.allow(names)),
    first: ({ call: before, when }: FirstIR) =>
      object({ call: name(at.call(before)), when: when && functionOf(when, site(at, CALL)) }),
    poll: (poll: PollIR) => pollOf(poll, at),
  }
  return inOrder([...facts(call, at), ...keyMembers(CALL_KEYS, call, own, at)])
}

function pollOf(poll: PollIR, at: CallContext): Js {
  const retry: Ranked = [90, 'retry', number(poll.retry)]
  const keys = keyMembers(POLL_KEYS, poll, { fails: fails(at) }, at)
  return objectOf(inOrder([...facts(poll, at), retry, ...keys]))
}

/** The members that every step has. */
function facts(step: CallIR | PollIR, at: CallContext): Ranked[] {
  return [
    [10, 'id', text(step.id)],
    [20, 'upstream', text(step.upstream)],
    [30, 'origin', text(at.ir.at(step.place))],
    [40, 'method', text(step.method)],
    [60, 'holes', step.holes && functionOf(step.holes, site(at, CALL))],
    [140, 'forwards', step.forwards ? word(true) : undefined],
    [260, 'media', step.give && at.media !== undefined ? literal(at.media) : undefined],
  ]
}

const fails = (at: CallContext) => (list: CallIR['fail']) =>
  list.length === 0 ? undefined : failOf(list, at)

function site(
  { constants }: Pick<CallContext, 'constants'>,
  roots: readonly string[],
): PrintContext {
  return { roots, constants }
}

/** `fail` of a step: its own rules, between those that it shares with other calls. */
function failOf(fail: readonly FailIR[], at: CallContext): Js {
  const { first, last } = at.sharedFail(fail)
  const own = fail.slice(first?.count ?? 0, fail.length - (last?.count ?? 0))
  const only = first === undefined ? last : last === undefined ? first : undefined
  if (own.length === 0 && only !== undefined) return name(only.name)
  return failFunction(own, at, { first: first?.name, last: last?.name })
}

/**
 * A function that applies these rules to a reply, after those of the function `first`; if none
 * holds, it returns the result of `last`.
 */
export function failFunction(
  fail: readonly FailIR[],
  at: Pick<CallContext, 'ir' | 'constants'>,
  shared: Pick<Finder, 'first' | 'last'> = {},
): Js {
  const around = site(at, CALL_REPLY)
  const all = [...new Map(fail.flatMap(f => f.lets.map(l => [l.name, l] as const))).values()]
  const ruled = fail.flatMap(failCodes)
  const lets = ownLets({ lets: all, codes: ruled }, around)
  const codes = [...lets.map(l => l.code), ...ruled]
  const rules = fail.flatMap(rule => [note(at.ir.at(rule.place)), ruleOf(rule)])
  const body = [...lets.map(declare), ...rules]
  return finderFunction({ lets: all, codes }, { site: around, body, ...shared })
}

function ruleOf(rule: FailIR): Statement {
  const failure = object({
    as: text(rule.as),
    code: rule.code === undefined ? undefined : text(rule.code),
    details: rule.details?.js,
    retryAfter: rule.retryAfter?.js,
    refusal:
      rule.refusal &&
      object({
        status: number(rule.refusal.status),
        message: rule.refusal.message.js,
        extra: rule.refusal.extra?.js,
      }),
  })
  return { kind: 'if', test: rule.when.js, body: [returned(failure)] }
}
