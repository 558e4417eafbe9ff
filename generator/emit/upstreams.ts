/** Emits `generated/upstreams.ts`: the suppliers, and one typed constant per call. */
import type { Block, CallIR, CatalogIR, Code, RouteIR } from '../types.ts'
import { constant, lines } from './code/file.ts'
import { functionText, noteHelpers, parameter, REPLY, rootsOf, SCOPE, type Site } from './code/function.ts'
import { type Imports, imports } from './code/imports.ts'
import { layout } from './code/layout.ts'
import { key, laidOut, number, object, quote } from './code/literal.ts'
import { camel, modelsPath, rowName } from './code/names.ts'
import { braces } from './code/route.ts'
import { typeText } from './code/type-text.ts'
import { type Emitter, type Facts, sharedFiles } from './facts.ts'
import { sorted } from './out-file.ts'
import { REQUESTS } from './requests.ts'

/** One file: `upstreams`, a constant for each call, and `calls` by id. */
export const emitUpstreams: Emitter = function* (ir, facts) {
  const used = imports()
  used.type('../runtime/contract.ts', 'UpstreamSpec')
  used.type('../runtime/contract.ts', 'UpstreamCall')
  const users = usersOf(ir)
  const calls = ir.calls.map((call) => callText(call, { ir, facts, used, users: users.get(call.id) ?? [] }))
  const specs = ir.upstreams.map(({ place, ...spec }) => `  ${key(spec.name)}: ${laidOut(spec, '  ', spec.name.length + 3)},`)
  const body = [
    constant({
      doc: 'Suppliers. `{key}` in a header stands for the key from the environment.',
      name: 'upstreams',
      type: 'Readonly<Record<string, UpstreamSpec>>',
      text: lines('{', specs),
    }),
    ...calls,
    constant({
      doc: 'All calls by `upstream.call`.',
      name: 'calls',
      type: 'Readonly<Record<string, UpstreamCall>>',
      text: layout(object(ir.calls.map((c) => [c.id, camel(c.id)] as const)), '', 70),
    }),
  ]
  const from = [...ir.upstreams.map((u) => u.place.file), ...ir.calls.map((c) => c.place.file), ...sharedFiles(ir)]
  yield facts.print('upstreams.ts', from, [...used.list(), ...body.map((t) => `\n${t}`)])
}

function usersOf(ir: CatalogIR): Map<string, RouteIR[]> {
  const users = new Map<string, RouteIR[]>()
  for (const route of ir.routes)
    for (const id of route.calls) {
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
  users: readonly RouteIR[]
}

function callText(call: CallIR, around: Around): string {
  const site: Site = { indent: '  ', roots: SCOPE, helper: (name) => around.used.value('../runtime/formula.ts', name) }
  const reply: Site = { ...site, roots: REPLY }
  const text = (block: Block | undefined, at = site) => (block === undefined ? undefined : functionText(block, at))
  const body = braces(
    [
      ['id', quote(call.id)],
      ['upstream', quote(call.upstream)],
      ['origin', quote(around.ir.at(call.place))],
      ['method', quote(call.method)],
      ['path', text(call.path)],
      ['holes', text(call.holes)],
      ['timeout', number(call.timeout)],
      ['retry', String(call.retry)],
      ['repeat', text(call.repeat)],
      ['query', typeof call.query === 'string' ? quote(call.query) : text(call.query)],
      ['send', typeof call.send === 'string' ? quote(call.send) : text(call.send)],
      ['fail', call.fail.length === 0 ? undefined : failText(call, reply, around.ir)],
      ['passes', text(call.passes, reply)],
      ['give', text(call.give, reply)],
    ],
    '',
  )
  const type = `UpstreamCall<${scopeText(call, around)}>`
  return constant({ doc: `${call.method} of ${call.upstream}.`, name: camel(call.id), type, text: body })
}

function failText(call: CallIR, site: Site, ir: CatalogIR): string {
  const codes = call.fail.flatMap((f) => [f.when, f.details]).filter((c) => c !== undefined)
  noteHelpers(codes, site)
  const inner = site.indent + '  '
  const rules = call.fail.flatMap((rule) => {
    const answer = object({ as: quote(rule.as), details: rule.details?.code })
    const line = `${inner}if (${layout(rule.when.code, inner, 6)}) return ${answer}`
    const shown = line.split('\n').every((l) => l.length <= 140)
      ? line
      : `${inner}if (${layout(rule.when.code, inner, 6)}) {\n${inner}  return ${layout(answer, `${inner}  `, 8)}\n${inner}}`
    return [`${inner}// ${ir.at(rule.place)}`, shown]
  })
  return `${parameter(rootsOf(codes, site.roots))} => {\n${rules.join('\n')}\n${inner}return undefined\n${site.indent}}`
}

/** The scope of a call: that of the routes which make it, as far as its formulas look. */
function scopeText(call: CallIR, { ir, facts, used, users }: Around): string {
  const roots = new Set(rootsOf(codesOf(call), SCOPE))
  const scope = used.type('./hooks.ts', 'Call')
  if (!['body', 'path', 'query', 'model', 'models'].some((root) => roots.has(root))) return `${scope}<any, any, any, any>`
  const request = (name: string | undefined) => (name === undefined ? 'undefined' : used.type(`./${REQUESTS}`, name))
  const union = (root: string, types: readonly string[]) => (roots.has(root) ? sorted(types).join(' | ') || 'any' : 'any')
  const body = union(
    'body',
    users.map((r) => request(facts.requests.body(r))),
  )
  const path = union(
    'path',
    users.map((r) => typeText(r.pathType)),
  )
  const query = union(
    'query',
    users.map((r) => {
      const name = facts.requests.query(r)
      return name === undefined ? 'any' : request(name)
    }),
  )
  const tables = ir.tables.filter((t) => users.some((r) => r.table === t.name))
  const model = roots.has('model') || roots.has('models')
  const row = model ? sorted(tables.map((t) => used.type(`./${modelsPath(t.family)}`, rowName(t.name)))).join(' | ') || 'any' : 'any'
  return `${scope}<${[body, path, row, query].join(', ')}>`
}

function codesOf(call: CallIR): Code[] {
  const blocks = [
    call.path,
    call.holes,
    call.repeat,
    call.give,
    call.passes,
    typeof call.query === 'string' ? undefined : call.query,
    typeof call.send === 'string' ? undefined : call.send,
  ]
  return [
    ...blocks.flatMap((b) => (b === undefined ? [] : [...b.lets.map((l) => l.code), b.code])),
    ...call.fail.flatMap((f) => [f.when, ...(f.details === undefined ? [] : [f.details])]),
  ]
}
