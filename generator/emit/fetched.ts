/** Emits `generated/fetched.ts`: the fetched tables, whose rows come from upstreams. */
import { createHash } from 'node:crypto'
import { literal, object, objectOf, type Js } from '../js/tree.ts'
import { comparableText } from '../plan/fingerprint.ts'
import type { CatalogIR, FetchedIR } from '../ir.ts'
import type { Constant } from './code/file.ts'
import { functionOf } from './code/function.ts'
import { imports } from './code/imports.ts'
import { typeText } from './code/type-text.ts'
import type { Emitter } from './facts.ts'

/** The file of the fetched tables. */
export const fetchedFile = (...[ir, facts]: Parameters<Emitter>) => {
  const used = imports()
  used.type('../runtime/contract.ts', 'FetchedTable')
  const tables = ir.fetched.map(table => [table.name, tableOf(table, ir)])
  const fetched: Constant = {
    doc: 'Fetched tables, whose rows come from upstreams.',
    constant: 'fetched',
    type: 'Readonly<Record<string, FetchedTable>>',
    value: object(Object.fromEntries(tables)),
  }
  const from = ir.fetched.map(({ place }) => place.file)
  return facts.print('fetched.ts', from, [...used.list(), fetched])
}

/** The type of all fetched tables in formulas; undefined if there are none. */
export function fetchedType({ fetched }: CatalogIR): string | undefined {
  if (fetched.length === 0) return undefined
  return `{ ${fetched.map(({ name, type }) => `${name}: ${typeText(type)}`).join('; ')} }`
}

function tableOf(table: FetchedIR, ir: CatalogIR): Js {
  const { with: args, type: _, place: _place, ...facts } = table
  const plain = literal({ ...facts, definition: definitionOf(table, ir) })
  if (args === undefined || plain.kind !== 'object') return plain
  const value = functionOf(args, { roots: ['network', 'now'] })
  return objectOf([...plain.members, { key: 'with', value }])
}

/** A hash of everything that determines the rows. */
function definitionOf(table: FetchedIR, { calls, upstreams }: CatalogIR): string {
  const call = calls.find(one => one.id === table.call)!
  const upstream = upstreams.find(one => one.name === call.upstream)!
  const { capacity: _, ...source } = upstream
  const text = [table, call, source].map(comparableText).join('\n')
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
