/** Emits `generated/upstreams.ts` and below `upstreams/` one typed constant per call. */
import { codesOfCall } from '../catalog/call-codes.ts'
import type { Block, CallIR, CatalogIR, Let, RouteIR } from '../ir.ts'
import { braces, type Member } from './code/braces.ts'
import { blockText, callMembers, type CallSite, failFunction } from './code/call.ts'
import { constantTables, constantTexts } from './code/constants.ts'
import { constant } from './code/file.ts'
import { CALL_REPLY, rootsOf } from './code/function.ts'
import { type Imports, imports } from './code/imports.ts'
import { layout } from './code/layout.ts'
import { filled, laidOut, literal, object } from './code/literal.ts'
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
    if (calls.length > 0) yield supplierFile(calls, common)
  }
  yield listFile(ir, facts)
}

/** What the files of calls have in common. */
interface Common {
  ir: CatalogIR
  facts: Facts
  users: ReadonlyMap<string, readonly RouteIR[]>
  constants: ReadonlyMap<string, string>
  /** Names of the `allow:` lists by their text. */
  lists: ReadonlyMap<string, string>
  fails: ReadonlyMap<string, SharedFail>
  /** Calls whose formulas are shared, by scope, member and text. */
  blocks: ReadonlyMap<string, { first: CallIR; member: BlockName }>
}

/** Members of calls that are one formula. */
const BLOCKS = ['query', 'send', 'passes', 'resultWhen', 'give', 'ticket'] as const
type BlockName = (typeof BLOCKS)[number]

/** Lines from which a formula is worth a name when two calls have it. */
const LONG = 5

function commonOf(ir: CatalogIR, facts: Facts): Common {
  const users = usersOf(ir)
  const kindOf = (call: CallIR) => kindText(call, { ir, facts, users: users.get(call.id) ?? [] })
  const common = {
    ir,
    facts,
    users,
    constants: constantTables(ir.calls.flatMap(failLets)),
    lists: allowLists(ir.calls),
    fails: sharedFails(ir, kindOf),
    blocks: new Map(),
  }
  return { ...common, blocks: sharedBlocks(common) }
}

/** The scope of a call as text, by which calls are told apart. */
function kindText(call: CallIR, at: Omit<ScopeSite, 'used' | 'path'>): string {
  return scopeText(call, { ...at, path: SHARED, used: imports() })
}

function sharedBlocks(common: Common): Common['blocks'] {
  const found = new Map<string, { first: CallIR; member: BlockName; users: number }>()
  for (const call of common.ir.calls)
    for (const [member, text] of plainMembers(call, common)) {
      if (!BLOCKS.includes(member as BlockName) || text!.split('\n').length < LONG) continue
      const key = blockKey(call, [member, text], common)
      const known = found.get(key)
      found.set(
        key,
        known === undefined
          ? { first: call, member: member as BlockName, users: 1 }
          : { ...known, users: known.users + 1 },
      )
    }
  return new Map([...found].filter(([, { users }]) => users > 1))
}

function blockKey(call: CallIR, [member, text]: Member, common: Common): string {
  const { ir, facts, users } = common
  return [kindText(call, { ir, facts, users: users.get(call.id) ?? [] }), member, text].join('\n')
}

/** The members of a call, printed for no file. */
function plainMembers(call: CallIR, common: Common): Member[] {
  return callMembers(call, callSite(call, common, imports()))
}

function callSite(call: CallIR, common: Common, used: Imports): CallSite {
  const { ir, facts, constants, lists, fails } = common
  const users = common.users.get(call.id) ?? []
  const kind = kindText(call, { ir, facts, users })
  return {
    ir,
    constants,
    helper: name => used.value('../../runtime/formula.ts', name),
    media: users.find(route => route.mirror !== undefined && route.calls.includes(call.id))?.mirror,
    allow: names => used.value(`../${SHARED}`, lists.get(literal(names))!),
    sharedFail: fail => {
      const shared = failOf(ir, fails, { fail, kind })
      if (shared === undefined) return undefined
      const name = used.value(`../${SHARED}`, sharedName(shared.first, 'fail'))
      return { name, count: shared.rules.length }
    },
    call: camel,
  }
}

function sharedName(call: CallIR, member: string): string {
  return `${camel(call.id)}${member[0]!.toUpperCase()}${member.slice(1)}`
}

/** The calls of one supplier. */
function supplierFile(calls: readonly CallIR[], common: Common): OutFile {
  const { ir, facts, constants } = common
  const path = callPath(ir, calls[0]!.id)
  const used = imports()
  used.type('../../runtime/contract.ts', 'UpstreamCall')
  for (const name of constants.keys()) used.value(`../${SHARED}`, name)
  const texts = calls.map(call => callConstant(call, common, { path, used }))
  const from = [...calls.map(call => call.place.file), ...sharedFiles(ir)]
  const statements = texts.map(text => `\n${text}`)
  return facts.print(path, from, [...used.list(texts.join('\n')), ...statements])
}

function callConstant(
  call: CallIR,
  common: Common,
  { path, used }: { path: string; used: Imports },
): string {
  const members = callMembers(call, callSite(call, common, used)).map((member): Member => {
    const shared = common.blocks.get(blockKey(call, member, common))
    if (shared === undefined) return member
    return [member[0], used.value(`../${SHARED}`, sharedName(shared.first, shared.member))]
  })
  const { ir, facts, users } = common
  const scope = scopeText(call, { ir, facts, path, used, users: users.get(call.id) ?? [] })
  return constant({
    doc: `${call.method} of ${call.upstream}.`,
    name: camel(call.id),
    type: `UpstreamCall<${scope}>`,
    text: braces(members, ''),
  })
}

/** Tables, lists and formulas that several calls use. */
function sharedFile(common: Common): OutFile[] {
  const { ir, facts, users, constants, lists } = common
  const used = imports()
  const helper = (name: string) => used.value('../runtime/formula.ts', name)
  used.type('../runtime/contract.ts', 'UpstreamCall')
  const typeOf = (call: CallIR, member: string) => {
    const at = { ir, facts, path: SHARED, used, users: users.get(call.id) ?? [] }
    return `NonNullable<UpstreamCall<${scopeText(call, at)}>['${member}']>`
  }
  const fails = usedFails(common).map(({ first, rules }) =>
    constant({
      doc: `The last rules about failures of ${first.id} and other calls.`,
      name: sharedName(first, 'fail'),
      type: typeOf(first, 'fail'),
      text: failFunction(rules, { ir, helper, constants }, { indent: '' }),
    }),
  )
  const blocks = [...common.blocks.values()].map(({ first, member }) =>
    constant({
      doc: `\`${member}\` of ${first.id} and other calls.`,
      name: sharedName(first, member),
      type: typeOf(first, member),
      text: blockText(first[member] as Block, { helper, constants }),
    }),
  )
  const allow = [...lists].map(([text, name]) =>
    constant({
      doc: 'Members of requests that may reach the upstream.',
      name,
      type: 'readonly string[]',
      text: filled(text),
    }),
  )
  const tables = constantTexts(constants, helper).map(text => `export ${text}`)
  const texts = [...tables, ...allow, ...blocks, ...fails]
  const from = [...ir.calls.map(call => call.place.file), ...sharedFiles(ir)]
  const statements = texts.map(text => `\n${text}`)
  if (texts.length === 0) return []
  return [facts.print(SHARED, from, [...used.list(texts.join('\n')), ...statements])]
}

/** The shared ends of rules that a call really ends with, each once. */
function usedFails({ ir, facts, users, fails }: Common): SharedFail[] {
  const all = ir.calls.flatMap(call => {
    const kind = kindText(call, { ir, facts, users: users.get(call.id) ?? [] })
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
  const specs = ir.upstreams.map(({ place, ...spec }): Member => {
    const members = Object.entries(spec).map(([name, value]): Member => [
      name,
      laidOut(value, '    ', name.length + 3),
    ])
    return [spec.name, braces(members, '  ')]
  })
  const body = [
    constant({
      doc: 'Suppliers. `{key}` in a header stands for the key from the environment.',
      name: 'upstreams',
      type: 'Readonly<Record<string, UpstreamSpec>>',
      text: braces(specs, ''),
    }),
    constant({
      doc: 'All calls by `upstream.call`.',
      name: 'calls',
      type: 'Readonly<Record<string, UpstreamCall>>',
      text: layout(object(ir.calls.map(c => [c.id, camel(c.id)] as const)), '', 70),
    }),
  ]
  const from = [
    ...ir.upstreams.map(u => u.place.file),
    ...ir.calls.map(c => c.place.file),
    ...sharedFiles(ir),
  ]
  return facts.print(UPSTREAMS, from, [...used.list(), ...body.map(t => `\n${t}`)])
}

/** What the rules about failures need: calls that take them from each other share it. */
function failLets(call: CallIR): Let[] {
  return [...call.fail, ...(call.poll?.fail ?? [])].flatMap(rule => rule.lets)
}

/** The constants of `allow:` lists by their text, each named after the first call that has it. */
function allowLists(calls: readonly CallIR[]): Map<string, string> {
  const lists = new Map<string, string>()
  for (const { id, allow } of calls) {
    const text = allow && literal(allow)
    if (text !== undefined && !lists.has(text)) lists.set(text, `${camel(id)}Allow`)
  }
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

/** The scope of a call: that of the routes which make it, as far as its formulas look. */
function scopeText(call: CallIR, { ir, facts, path: file, used, users }: ScopeSite): string {
  const roots = new Set(rootsOf(codesOfCall(call), CALL_REPLY))
  const scope = used.type(importPath(file, 'hooks.ts'), 'Call')
  const own = ownText(call, roots)
  if (!['body', 'path', 'query', 'model', 'models'].some(root => roots.has(root)))
    return `${scope}<any, any, any, any>${own}`
  const request = (name: string | undefined) =>
    name === undefined
      ? 'undefined'
      : used.type(importPath(file, facts.requests.pathOf(name)), name)
  const union = (root: string, types: readonly string[]) =>
    roots.has(root) ? sorted(types).join(' | ') || 'any' : 'any'
  const body = union(
    'body',
    users.map(r => request(facts.requests.body(r))),
  )
  const path = union(
    'path',
    users.map(r => typeText(r.pathType)),
  )
  const query = union(
    'query',
    users.map(r => {
      const name = facts.requests.query(r)
      return name === undefined ? 'any' : request(name)
    }),
  )
  const tables = ir.tables.filter(t => users.some(r => r.table === t.name))
  const model = roots.has('model') || roots.has('models')
  const row = model
    ? sorted(
        tables.map(t => used.type(importPath(file, modelsPath(t.family)), rowName(t.name))),
      ).join(' | ') || 'any'
    : 'any'
  return `${scope}<${[body, path, row, query].join(', ')}>${own}`
}

/**
 * What a call's formulas read of its own ticket and file, of which the contract knows only that
 * they are there.
 */
function ownText(call: CallIR, roots: ReadonlySet<string>): string {
  const kept = call.ticket?.code.type
  const json = (name: string) => [name, { type: { kind: 'json' as const } }] as const
  const ticket =
    kept?.kind === 'record'
      ? recordText(Object.fromEntries(Object.keys(kept.fields).map(json)))
      : 'any'
  const members = [
    ...(roots.has('ticket') ? [`ticket: ${ticket}`] : []),
    ...(roots.has('reply_body') ? ['reply_body?: any'] : []),
  ]
  return members.length === 0 ? '' : ` & { ${members.join('; ')} }`
}
