/** Prints the type of the scope that the functions of an upstream call read. */
import { formulasOfCall } from '../catalog/call-codes.ts'
import type { CallIR, CatalogIR, RouteIR } from '../ir.ts'
import type { Type } from '../js/tree.ts'
import { CALL_REPLY, rootsOf } from './code/function.ts'
import type { Imports } from './code/imports.ts'
import { importPath, modelsPath, rowName } from './code/names.ts'
import { recordText, typeText } from './code/type-text.ts'
import type { Facts } from './facts.ts'
import { sorted } from './out-file.ts'

/** The file in which the type is written, and the routes that make the call. */
export interface ScopeTarget {
  ir: CatalogIR
  facts: Facts
  path: string
  used: Imports
  users: readonly RouteIR[]
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

/** The scope of a call: the scopes of its routes, limited to the names that its formulas read. */
export function scopeType(call: CallIR, { ir, facts, path: file, used, users }: ScopeTarget): Type {
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

/** The type of a call's own ticket and file, which the contract only declares to exist. */
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
