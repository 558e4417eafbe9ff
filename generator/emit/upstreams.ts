/** Emits `generated/upstreams.ts` and below `upstreams/` one typed constant per call. */
import { formulasOfCall } from '../catalog/call-codes.ts'
import type { Block, CallIR, CatalogIR, Let, RouteIR } from '../ir.ts'
import { signature } from '../js/ask.ts'
import { declared } from '../js/print.ts'
import { literal, name, object, objectOf, type Js, type Member, type Type } from '../js/tree.ts'
import { callMembers, type CallContext, failFunction } from './code/call.ts'
import { constantStatements, constantTables } from './code/constants.ts'
import type { Constant } from './code/file.ts'
import { CALL_REPLY, functionOf, rootsOf } from './code/function.ts'
import { type Imports, imports } from './code/imports.ts'
import { neededBy } from './code/needed.ts'
import { camel, importPath, modelsPath, rowName } from './code/names.ts'
import { recordText, typeText } from './code/type-text.ts'
import { type Emitter, type Facts, sharedFiles } from './facts.ts'
import { type OutFile, sorted } from './out-file.ts'
import { failOf, type SharedFail, sharedFails } from './shared-fail.ts'

/** Where the suppliers and the list of all calls are, below the generated folder. */
const UPSTREAMS = 'upstreams.ts'
/** Where that is which several calls share. */
const SHARED = 'upstreams.shared.ts'

/** The file of a call. */
export function callPath(ir: CatalogIR, id: string): string {
  return `upstreams/${ir.calls.find(call => call.id === id)!.upstream}.ts`
}

/**
 * One file with the suppliers and all `calls` by id, one per supplier with its calls, and one with
 * what calls of several suppliers share.
 */
export const emitUpstreams: Emitter = function* (ir, facts) {
  const common = commonOf(ir, facts)
  yield* sharedFile(common)
  for (const { name } of ir.upstreams) {
    const calls = inOrder(ir.calls).filter(call => call.upstream === name)
    if (calls.length > 0) yield upstreamFile(calls, common)
  }
  yield listFile(ir, facts)
}

/** What the files of calls have in common. */
interface Common {
  ir: CatalogIR
  facts: Facts
  users: ReadonlyMap<string, readonly RouteIR[]>
  constants: ReadonlyMap<string, Js>
  /** The `allow:` lists by their signature. */
  lists: ReadonlyMap<string, AllowList>
  fails: ReadonlyMap<string, SharedFail>
  /** Calls whose formulas are shared, by scope and member. */
  blocks: ReadonlyMap<string, { first: CallIR; member: BlockName }>
  /** The scope of a call as text, by which calls are told apart. */
  kindOf(call: CallIR): string
}

/** Members of calls that are one formula. */
const BLOCKS = ['query', 'send', 'passes', 'resultWhen', 'give', 'ticket'] as const
type BlockName = (typeof BLOCKS)[number]

/** Lines from which a formula is worth a name when two calls have it. */
const LONG = 5

function commonOf(ir: CatalogIR, facts: Facts): Common {
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
    blocks: new Map(),
    kindOf,
  }
  return { ...common, blocks: sharedBlocks(common) }
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

function isBlockMember(member: Member): member is Member & { key: BlockName; value: Js } {
  return 'key' in member && (BLOCKS as readonly string[]).includes(member.key)
}

const linesOf = (value: Js): number => declared('', value).split('\n').length

function blockKey(call: CallIR, member: Member, common: Common): string {
  return `${common.kindOf(call)}\n${signature(objectOf([member]))}`
}

/** The members of a call, printed for no file. */
function plainMembers(call: CallIR, common: Common): Member[] {
  return callMembers(call, callSite(call, common, imports()))
}

function callSite(call: CallIR, common: Common, used: Imports): CallContext {
  const { ir, constants, lists, fails } = common
  const users = common.users.get(call.id) ?? []
  const kind = common.kindOf(call)
  return {
    ir,
    constants,
    media: users.find(route => route.mirror !== undefined && route.calls.includes(call.id))?.mirror,
    allow: names => used.value(`../${SHARED}`, lists.get(listKey(names))!.constant),
    sharedFail: fail => {
      const shared = failOf(ir, fails, { fail, kind })
      if (shared === undefined) return undefined
      const own = used.value(`../${SHARED}`, sharedName(shared.first, 'fail'))
      return { name: own, count: shared.rules.length }
    },
    call: camel,
  }
}

function sharedName(call: CallIR, member: string): string {
  return `${camel(call.id)}${member[0]!.toUpperCase()}${member.slice(1)}`
}

/** The calls of one supplier. */
function upstreamFile(calls: readonly CallIR[], common: Common): OutFile {
  const { ir, facts, constants } = common
  const path = callPath(ir, calls[0]!.id)
  const used = imports()
  used.type('../../runtime/contract.ts', 'UpstreamCall')
  for (const own of constants.keys()) used.value(`../${SHARED}`, own)
  const body = calls.map(call => callConstant(call, common, { path, used }))
  const from = [...calls.map(call => call.place.file), ...sharedFiles(ir)]
  return facts.print(path, from, [...neededBy(path, body, [used]), ...body])
}

function callConstant(
  call: CallIR,
  common: Common,
  { path, used }: { path: string; used: Imports },
): Constant {
  const members = callMembers(call, callSite(call, common, used)).map((member): Member => {
    const isBlock = isBlockMember(member)
    const shared = isBlock ? common.blocks.get(blockKey(call, member, common)) : undefined
    if (shared === undefined) return member
    const own = used.value(`../${SHARED}`, sharedName(shared.first, shared.member))
    return { key: shared.member, value: name(own) }
  })
  const { ir, facts, users } = common
  const arg = scopeType(call, { ir, facts, path, used, users: users.get(call.id) ?? [] })
  return {
    doc: `${call.method} of ${call.upstream}.`,
    constant: camel(call.id),
    type: { of: 'UpstreamCall', arg },
    value: objectOf(members),
  }
}

/** Tables, lists and formulas that several calls use. */
function sharedFile(common: Common): OutFile[] {
  const { ir, facts, constants, lists } = common
  const used = imports()
  used.type('../runtime/contract.ts', 'UpstreamCall')
  const tables = constantStatements(constants).map(one => ({ ...one, isOwn: false }))
  const allow = [...lists.values()].map(({ constant, names }) => ({
    doc: 'Members of requests that may reach the upstream.',
    constant,
    type: 'readonly string[]',
    value: literal(names),
  }))
  const body = [...tables, ...allow, ...sharedFormulas(common, used)]
  const from = [...ir.calls.map(call => call.place.file), ...sharedFiles(ir)]
  if (body.length === 0) return []
  return [facts.print(SHARED, from, [...neededBy(SHARED, body, [used]), ...body])]
}

function sharedFormulas(common: Common, used: Imports): Constant[] {
  const { ir, facts, users, constants } = common
  const typed = (call: CallIR, member: string) => {
    const at = { ir, facts, path: SHARED, used, users: users.get(call.id) ?? [] }
    const type = { before: 'NonNullable<', of: 'UpstreamCall', arg: scopeType(call, at) }
    return { constant: sharedName(call, member), type: { ...type, after: `['${member}']>` } }
  }
  const blocks = [...common.blocks.values()].map(({ first, member }) => ({
    doc: `\`${member}\` of ${first.id} and other calls.`,
    ...typed(first, member),
    value: functionOf(first[member] as Block, { roots: CALL_REPLY, constants }),
  }))
  const fails = usedFails(common).map(({ first, rules }) => ({
    doc: `The last rules about failures of ${first.id} and other calls.`,
    ...typed(first, 'fail'),
    value: failFunction(rules, { ir, constants }),
  }))
  return [...blocks, ...fails]
}

/** The shared ends of rules that a call really ends with, each once. */
function usedFails({ ir, fails, kindOf }: Common): SharedFail[] {
  const all = ir.calls.flatMap(call => {
    const kind = kindOf(call)
    return [call.fail, call.poll?.fail ?? []].map(fail => failOf(ir, fails, { fail, kind }))
  })
  return [...new Set(all.filter(one => one !== undefined))]
}

/** The suppliers, and all calls by id. */
function listFile(ir: CatalogIR, facts: Facts): OutFile {
  const used = imports()
  used.type('../runtime/contract.ts', 'UpstreamSpec')
  used.type('../runtime/contract.ts', 'UpstreamCall')
  for (const { id } of ir.calls) used.value(`./${callPath(ir, id)}`, camel(id))
  const specs = ir.upstreams.map(({ place, ...spec }) => [spec.name, spec] as const)
  const body: Constant[] = [
    {
      doc: 'Suppliers. `{key}` in a header stands for the key from the environment.',
      constant: 'upstreams',
      type: 'Readonly<Record<string, UpstreamSpec>>',
      value: literal(Object.fromEntries(specs)),
    },
    {
      doc: 'All calls by `upstream.call`.',
      constant: 'calls',
      type: 'Readonly<Record<string, UpstreamCall>>',
      value: object(Object.fromEntries(ir.calls.map(c => [c.id, name(camel(c.id))]))),
    },
  ]
  const from = [
    ...ir.upstreams.map(u => u.place.file),
    ...ir.calls.map(c => c.place.file),
    ...sharedFiles(ir),
  ]
  return facts.print(UPSTREAMS, from, [...used.list(), ...body])
}

/** What the rules about failures need: calls that take them from each other share it. */
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

interface ScopeSite {
  ir: CatalogIR
  facts: Facts
  path: string
  used: Imports
  users: readonly RouteIR[]
}

/** All calls, each behind the one that is made before it. */
function inOrder(calls: readonly CallIR[]): readonly CallIR[] {
  const byId = new Map(calls.map(call => [call.id, call]))
  return [
    ...new Set(
      calls.flatMap(call => [
        ...(call.first === undefined ? [] : [byId.get(call.first.call)!]),
        call,
      ]),
    ),
  ]
}

/** The names of the scope that the functions of a call read. */
function readBy(call: CallIR): ReadonlySet<string> {
  const formulas = formulasOfCall(call)
  const lets = formulas.flatMap(one => one.lets)
  const derived = new Set(lets.filter(one => one.derived).map(one => one.name))
  const codes = formulas.flatMap(({ lets, codes }) => [
    ...lets.filter(one => !one.derived).map(one => one.code),
    ...codes,
  ])
  const roots = rootsOf(codes, CALL_REPLY)
  const isDerived = codes.some(code => code.uses.some(name => derived.has(name)))
  return new Set(isDerived ? [...roots, 'values'] : roots)
}

/** The scope of a call: that of the routes which make it, as far as its formulas look. */
function scopeType(call: CallIR, { ir, facts, path: file, used, users }: ScopeSite): Type {
  const roots = readBy(call)
  const scope = used.type(importPath(file, 'hooks.ts'), 'Call')
  const uses = [scope]
  const typed = (from: string, own: string) => {
    uses.push(own)
    return used.type(importPath(file, from), own)
  }
  const request = (own: string | undefined, usual: string) =>
    own === undefined ? usual : typed(facts.requests.pathOf(own), own)
  const union = (names: readonly string[], types: () => readonly string[]) =>
    names.some(one => roots.has(one)) ? sorted(types()).join(' | ') || 'any' : 'any'
  const tables = ir.tables.filter(t => users.some(r => r.table === t.name))
  const parts = [
    union(['body'], () => users.map(r => request(facts.requests.body(r), 'undefined'))),
    union(['path'], () => users.map(r => typeText(r.pathType))),
    union(['model', 'models'], () => tables.map(t => typed(modelsPath(t.family), rowName(t.name)))),
    union(['query'], () => users.map(r => request(facts.requests.query(r), 'any'))),
    ...(roots.has('values')
      ? [union(['values'], () => users.map(r => request(facts.requests.values(r), '{}')))]
      : []),
  ]
  return { text: `${scope}<${parts.join(', ')}>${ownText(call, roots, ir)}`, uses }
}

/** The arguments of a call as a type. */
function argumentsText(takes: Readonly<Record<string, string>>): string {
  const fields = Object.entries(takes).map(([name, written]) => {
    const kind = written.replace('?', '') as 'string'
    return [name, { type: { kind }, ...(written.endsWith('?') ? { optional: true } : {}) }] as const
  })
  return recordText(Object.fromEntries(fields))
}

/** The settings of a call's upstream as a type. */
function settingsText(call: CallIR, ir: CatalogIR): string {
  const { settings = [] } = ir.upstreams.find(({ name }) => name === call.upstream)!
  const field = { type: { kind: 'string' } as const }
  return recordText(Object.fromEntries(settings.map(name => [name, field])))
}

/**
 * What a call's formulas read of its own ticket and file, of which the contract knows only that
 * they are there.
 */
function ownText(call: CallIR, roots: ReadonlySet<string>, ir: CatalogIR): string {
  const kept = call.ticket?.code.type
  const json = (name: string) => [name, { type: { kind: 'json' as const } }] as const
  const ticket =
    kept?.kind === 'record'
      ? recordText(Object.fromEntries(Object.keys(kept.fields).map(json)))
      : 'any'
  // The call that is made first gets the same arguments.
  const passesOn = call.first !== undefined && call.takes !== undefined
  const members = [
    ...(passesOn || roots.has('args') ? [`args: ${argumentsText(call.takes ?? {})}`] : []),
    ...(roots.has('settings') ? [`settings: ${settingsText(call, ir)}`] : []),
    ...(roots.has('ticket') ? [`ticket: ${ticket}`] : []),
    ...(roots.has('reply_body') ? ['reply_body?: any'] : []),
  ]
  return members.length === 0 ? '' : ` & { ${members.join('; ')} }`
}
