/** Emits `generated/upstreams.ts`: the suppliers, and one typed constant per call. */
import { codesOfCall } from '../catalog/call-codes.ts'
import type { CallIR, CatalogIR, Let, RouteIR } from '../ir.ts'
import { literal as literalOf, name, object, type Js } from '../js/tree.ts'
import { callOf } from './code/call.ts'
import { constantStatements, constantTables } from './code/constants.ts'
import type { Constant } from './code/file.ts'
import { CALL_REPLY, rootsOf } from './code/function.ts'
import { type Imports, imports } from './code/imports.ts'
import { literal } from './code/literal.ts'
import { camel, modelsPath, rowName } from './code/names.ts'
import { recordText, typeText } from './code/type-text.ts'
import { type Emitter, type Facts, sharedFiles } from './facts.ts'
import { sorted } from './out-file.ts'
import { REQUESTS } from './requests.ts'

/** One file: `upstreams`, a constant for each call, and `calls` by id. */
export const emitUpstreams: Emitter = function* (ir, facts) {
  const used = imports()
  used.type('../runtime/contract.ts', 'UpstreamSpec')
  used.type('../runtime/contract.ts', 'UpstreamCall')
  const users = usersOf(ir)
  const constants = constantTables(ir.calls.flatMap(failLets))
  const lists = allowLists(ir.calls)
  const calls = inOrder(ir.calls).map(call =>
    callConstant(call, { ir, facts, used, constants, lists, users: users.get(call.id) ?? [] }),
  )
  const specs = ir.upstreams.map(({ place, ...spec }) => [spec.name, spec] as const)
  const body: Constant[] = [
    {
      doc: 'Suppliers. `{key}` in a header stands for the key from the environment.',
      constant: 'upstreams',
      type: 'Readonly<Record<string, UpstreamSpec>>',
      value: literalOf(Object.fromEntries(specs)),
    },
    ...constantStatements(constants, name => used.value('../runtime/formula.ts', name)),
    ...[...lists.values()].map(({ constant, names }) => ({
      doc: 'Members of requests that may reach the upstream.',
      constant,
      type: 'readonly string[]',
      value: literalOf(names),
    })),
    ...calls,
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
  yield facts.print('upstreams.ts', from, [...used.list(), ...body])
}

/** What the rules about failures need: calls that take them from each other share it. */
function failLets(call: CallIR): Let[] {
  return [...call.fail, ...(call.poll?.fail ?? [])].flatMap(rule => rule.lets)
}

interface AllowList {
  constant: string
  names: readonly string[]
}

/** The constants of `allow:` lists by their text, each named after the first call that has it. */
function allowLists(calls: readonly CallIR[]): Map<string, AllowList> {
  const lists = new Map<string, AllowList>()
  for (const { id, allow } of calls) {
    const key = allow && literal(allow)
    if (key !== undefined && !lists.has(key))
      lists.set(key, { constant: `${camel(id)}Allow`, names: allow! })
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

interface Around {
  ir: CatalogIR
  facts: Facts
  used: Imports
  constants: ReadonlyMap<string, Js>
  lists: ReadonlyMap<string, AllowList>
  users: readonly RouteIR[]
}

function callConstant(call: CallIR, around: Around): Constant {
  const value = callOf(call, {
    ir: around.ir,
    constants: around.constants,
    helper: name => around.used.value('../runtime/formula.ts', name),
    media: around.users.find(route => route.mirror !== undefined && route.calls.includes(call.id))
      ?.mirror,
    allow: names => around.lists.get(literal(names))!.constant,
    call: camel,
  })
  const type = { of: 'UpstreamCall', arg: scopeText(call, around) }
  return { doc: `${call.method} of ${call.upstream}.`, constant: camel(call.id), type, value }
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
function scopeText(call: CallIR, { ir, facts, used, users }: Around): string {
  const roots = new Set(rootsOf(codesOfCall(call), CALL_REPLY))
  const scope = used.type('./hooks.ts', 'Call')
  const own = ownText(call, roots)
  if (!['body', 'path', 'query', 'model', 'models'].some(root => roots.has(root)))
    return `${scope}<any, any, any, any>${own}`
  const request = (name: string | undefined) =>
    name === undefined ? 'undefined' : used.type(`./${REQUESTS}`, name)
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
    ? sorted(tables.map(t => used.type(`./${modelsPath(t.family)}`, rowName(t.name)))).join(
        ' | ',
      ) || 'any'
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
