/** Emits `generated/upstreams.ts`: the suppliers, and one typed constant per call. */
import { codesOfCall } from '../catalog/call-codes.ts'
import type { CallIR, CatalogIR, Let, RouteIR } from '../ir.ts'
import { callText } from './code/call.ts'
import { constantTables, constantTexts } from './code/constants.ts'
import { constant, lines } from './code/file.ts'
import { CALL_REPLY, rootsOf } from './code/function.ts'
import { type Imports, imports } from './code/imports.ts'
import { layout } from './code/layout.ts'
import { key, laidOut, literal, object } from './code/literal.ts'
import { camel, modelsPath, rowName } from './code/names.ts'
import { recordText, typeText } from './code/type-text.ts'
import { type Emitter, type Facts, sharedFiles } from './facts.ts'
import { sorted } from './out-file.ts'

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
  const specs = ir.upstreams.map(
    ({ place, ...spec }) => `  ${key(spec.name)}: ${laidOut(spec, '  ', spec.name.length + 3)},`,
  )
  const body = [
    constant({
      doc: 'Suppliers. `{key}` in a header stands for the key from the environment.',
      name: 'upstreams',
      type: 'Readonly<Record<string, UpstreamSpec>>',
      text: lines('{', specs),
    }),
    ...constantTexts(constants, name => used.value('../runtime/formula.ts', name)),
    ...[...lists].map(([text, name]) =>
      constant({
        doc: 'Members of requests that may reach the upstream.',
        name,
        type: 'readonly string[]',
        text: layout(text, '', 70),
      }),
    ),
    ...calls,
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
  yield facts.print('upstreams.ts', from, [...used.list(), ...body.map(t => `\n${t}`)])
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

interface Around {
  ir: CatalogIR
  facts: Facts
  used: Imports
  constants: ReadonlyMap<string, string>
  lists: ReadonlyMap<string, string>
  users: readonly RouteIR[]
}

function callConstant(call: CallIR, around: Around): string {
  const text = callText(call, {
    ir: around.ir,
    constants: around.constants,
    helper: name => around.used.value('../runtime/formula.ts', name),
    media: around.users.find(route => route.mirror !== undefined && route.calls.includes(call.id))
      ?.mirror,
    allow: names => around.lists.get(literal(names))!,
    call: camel,
  })
  const type = `UpstreamCall<${scopeText(call, around)}>`
  return constant({ doc: `${call.method} of ${call.upstream}.`, name: camel(call.id), type, text })
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
    name === undefined ? 'undefined' : used.type(`./${facts.requests.pathOf(name)}`, name)
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
