/**
 * Finds code that several upstream calls share in the generated files: lists, formulas and failure
 * rules.
 */
import type { CallIR, CatalogIR, FailIR, Let, RouteIR } from '../ir.ts'
import { signature } from '../js/ask.ts'
import { declared } from '../js/print.ts'
import { literal, objectOf, type Js, type Member } from '../js/tree.ts'
import { callMembers, type CallContext } from './code/call.ts'
import { constantTables } from './code/constants.ts'
import { type Imports, imports } from './code/imports.ts'
import { camel } from './code/names.ts'
import type { Facts } from './facts.ts'
import {
  commonStart,
  failOf,
  isSame,
  type SharedFail,
  sharedFails,
  startsWith,
} from './shared-fail.ts'
import { scopeType } from './call-scope.ts'

/** The file of shared code of calls. */
export const SHARED = 'upstreams.shared.ts'

/** The shared code of the files of calls. */
export interface Common {
  ir: CatalogIR
  facts: Facts
  users: ReadonlyMap<string, readonly RouteIR[]>
  constants: ReadonlyMap<string, Js>
  /** The `allow:` lists by their signature. */
  lists: ReadonlyMap<string, AllowList>
  fails: ReadonlyMap<string, SharedFail>
  /** The failure rules with which calls of an upstream begin, by its name. */
  starts: ReadonlyMap<string, readonly FailIR[]>
  /** The formulas that calls share, by scope and member. */
  blocks: ReadonlyMap<string, { first: CallIR; member: BlockName }>
  /** The scope of a call as text; only calls with equal scopes share code. */
  kindOf(call: CallIR): string
}

/** Members of calls that are one formula. */
const BLOCKS = ['query', 'send', 'passes', 'resultWhen', 'give', 'ticket'] as const
type BlockName = (typeof BLOCKS)[number]

/** The fewest lines of a formula that is shared by two calls. */
const LONG = 5

/** Finds the shared code of the catalog's calls. */
export function commonOf(ir: CatalogIR, facts: Facts): Common {
  const users = usersOf(ir)
  const kinds = new Map<CallIR, string>()
  const kindOf = (call: CallIR): string => {
    const at = { ir, facts, path: SHARED, used: imports(), users: users.get(call.id) ?? [] }
    const kind = kinds.get(call) ?? scopeType(call, at).text
    kinds.set(call, kind)
    return kind
  }
  const common = {
    ir,
    facts,
    users,
    constants: constantTables(ir.calls.flatMap(failLets)),
    lists: allowLists(ir.calls),
    fails: sharedFails(ir, kindOf),
    starts: new Map(),
    blocks: new Map(),
    kindOf,
  }
  return { ...common, starts: commonStarts(common), blocks: sharedBlocks(common) }
}

function commonStarts(common: Common): Common['starts'] {
  const { ir } = common
  return new Map(
    ir.upstreams.flatMap(({ name }) => {
      const calls = ir.calls.filter(call => call.upstream === name)
      const lists = calls.flatMap(call =>
        [call.fail, call.poll?.fail ?? []].map(fail => withoutEnd(call, fail, common)),
      )
      const start = commonStart(ir, lists)
      return start === undefined ? [] : [[name, start] as const]
    }),
  )
}

/** The failure rules of a call before those with which other calls end too. */
function withoutEnd(
  call: CallIR,
  fail: readonly FailIR[],
  { ir, fails, kindOf }: Common,
): readonly FailIR[] {
  const shared = failOf(ir, fails, { fail, kind: kindOf(call) })
  return fail.slice(0, fail.length - (shared?.rules.length ?? 0))
}

function sharedBlocks(common: Common): Common['blocks'] {
  const found = new Map<string, { first: CallIR; member: BlockName; users: number }>()
  for (const call of common.ir.calls)
    for (const member of plainMembers(call, common)) {
      if (!isBlockMember(member) || linesOf(member.value) < LONG) continue
      const key = blockKey(call, member, common)
      const { first, users } = found.get(key) ?? { first: call, users: 0 }
      found.set(key, { first, member: member.key, users: users + 1 })
    }
  return new Map([...found].filter(([, { users }]) => users > 1))
}

/** Whether a member is one formula, which calls can share. */
export function isBlockMember(member: Member): member is Member & { key: BlockName; value: Js } {
  return 'key' in member && (BLOCKS as readonly string[]).includes(member.key)
}

const linesOf = (value: Js): number => declared('', value).split('\n').length

/** A key that is equal for members with the same code and scope. */
export function blockKey(call: CallIR, member: Member, common: Common): string {
  return `${common.kindOf(call)}\n${signature(objectOf([member]))}`
}

/** The members of a call, printed without a file. */
function plainMembers(call: CallIR, common: Common): Member[] {
  return callMembers(call, callSite(call, common, imports()))
}

/** The context for printing the members of a call. */
export function callSite(call: CallIR, common: Common, used: Imports): CallContext {
  const { ir, constants, lists, fails, starts } = common
  const users = common.users.get(call.id) ?? []
  const kind = common.kindOf(call)
  return {
    ir,
    constants,
    media: users.find(route => route.mirror !== undefined && route.calls.includes(call.id))?.mirror,
    allow: names => used.value(`../${SHARED}`, lists.get(listKey(names))!.constant),
    sharedFail: fail => {
      const end = failOf(ir, fails, { fail, kind })
      const own = end && used.value(`../${SHARED}`, sharedName(end.first, 'fail'))
      const start = starts.get(call.upstream)
      const isCommon = start && startsWith(ir, withoutEnd(call, fail, common), start)
      return {
        ...(isCommon && { first: { name: startName(call.upstream, ir), count: start.length } }),
        ...(end && { last: { name: own!, count: end.rules.length } }),
      }
    },
    call: camel,
  }
}

/** The name of a formula that calls share, after the first call that has it. */
export function sharedName(call: CallIR, member: string): string {
  return `${camel(call.id)}${member[0]!.toUpperCase()}${member.slice(1)}`
}

/**
 * The name of the failure rules with which calls of an upstream begin, with `_` if a call or its
 * own rules have it.
 */
export function startName(upstream: string, { calls }: CatalogIR): string {
  const name = `${camel(upstream)}CommonFail`
  const isTaken = calls.some(call => [camel(call.id), sharedName(call, 'fail')].includes(name))
  return isTaken ? `${name}_` : name
}

/**
 * The shared failure rules with which calls actually end, each once; `last` are those that are
 * the end of these too.
 */
export function usedFails(common: Common): (SharedFail & { last?: SharedFail })[] {
  const { ir, fails, kindOf } = common
  const all = ir.calls.flatMap(call => {
    const kind = kindOf(call)
    return [call.fail, call.poll?.fail ?? []].map(fail => failOf(ir, fails, { fail, kind }))
  })
  const used = [...new Set(all.filter(one => one !== undefined))]
  return used.map(one => ({ ...one, last: longest(used.filter(isEndOf(one, common))) }))
}

/** Whether shared rules are the end of more rules that calls of the same scope share. */
function isEndOf({ first, rules }: SharedFail, { ir, kindOf }: Common) {
  return (other: SharedFail): boolean =>
    other.rules.length < rules.length &&
    kindOf(other.first) === kindOf(first) &&
    isSame(ir, rules.slice(-other.rules.length), other.rules)
}

const longest = (fails: readonly SharedFail[]): SharedFail | undefined =>
  [...fails].sort((a, b) => b.rules.length - a.rules.length)[0]

/** The lets of failure rules; calls with the same rules share them. */
function failLets(call: CallIR): Let[] {
  return [...call.fail, ...(call.poll?.fail ?? [])].flatMap(rule => rule.lets)
}

/** An `allow:` list, named after the first call that has it. */
interface AllowList {
  constant: string
  names: readonly string[]
}

const listKey = (names: readonly string[]): string => signature(literal(names))

function allowLists(calls: readonly CallIR[]): Map<string, AllowList> {
  const lists = new Map<string, AllowList>()
  for (const { id, allow } of calls)
    if (allow !== undefined && !lists.has(listKey(allow)))
      lists.set(listKey(allow), { constant: `${camel(id)}Allow`, names: allow })
  return lists
}

function usersOf(ir: CatalogIR): Map<string, RouteIR[]> {
  const users = new Map<string, RouteIR[]>()
  const first = new Map(
    ir.calls.flatMap(call =>
      call.first === undefined ? [] : [[call.id, call.first.call] as const],
    ),
  )
  for (const route of ir.routes)
    for (const id of new Set(route.calls.flatMap(own => [own, first.get(own) ?? own]))) {
      const list = users.get(id)
      if (list === undefined) users.set(id, [route])
      else list.push(route)
    }
  return users
}
