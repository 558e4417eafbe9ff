/** Prints the scope types of the formulas of routes. */
import type { CatalogIR, RouteIR } from '../ir.ts'
import type { Type } from '../js/tree.ts'
import type { Imports } from './code/imports.ts'
import { importPath, modelsPath, rowName } from './code/names.ts'
import { typeText } from './code/type-text.ts'
import type { Facts } from './facts.ts'
import { sorted } from './out-file.ts'

/** The file for which types are printed: its path and its imports. */
export interface ScopeContext {
  ir: CatalogIR
  facts: Facts
  path: string
  used: Imports
}

/**
 * The parts of a scope as types, in the order of `Call`, and the tables that a reply lists: `lists`
 * is empty, or follows the type of the scope.
 */
export interface ScopeParts {
  body: Type
  path: Type
  row: Type
  query: Type
  values: Type
  lists: Type
}

const UNCHECKED = 'unchecked'
const NOTHING: Type = { text: '', uses: [] }

/** The defaults of parts that need not be written. */
const DEFAULTS = {
  body: 'undefined',
  path: '{}',
  row: 'never',
  query: UNCHECKED,
  values: '{}',
} as const

/** The members of the scope in which a formula reads a part. */
export const READ_AS: Readonly<Record<keyof ScopeParts, readonly string[]>> = {
  body: ['body'],
  path: ['path'],
  row: ['model', 'models', 'requested'],
  query: ['query'],
  values: ['values'],
  lists: ['lists'],
}

/** A type of the language itself, which no file imports. */
const plain = (text: string): Type => ({ text, uses: [] })

/** The parts of a route's scope; `body` is the type of its body, or of the form it comes in. */
export function scopeParts(route: RouteIR, body: string | undefined, at: ScopeContext): ScopeParts {
  const { ir, facts, path, used } = at
  const request = (name: string | undefined, usual: string): Type =>
    name === undefined
      ? plain(usual)
      : imported(used.type(importPath(path, facts.requests.pathOf(name)), name))
  const table = ir.tables.find(t => t.name === route.table)
  return {
    body: request(body, DEFAULTS.body),
    path: plain(typeText(route.pathType)),
    row: table === undefined ? plain(DEFAULTS.row) : imported(rowOf(table, at)),
    query: request(facts.requests.query(route), UNCHECKED),
    values: request(facts.requests.values(route), DEFAULTS.values),
    lists: listsType(route, at),
  }
}

const imported = (name: string): Type => ({ text: name, uses: [name] })

/** The type of a scope, without the last parts that equal their defaults. */
export function scopeType(
  { lists, ...parts }: ScopeParts,
  { path, used }: Pick<ScopeContext, 'path' | 'used'>,
): Type {
  const written = [parts.body, parts.path, parts.row, parts.query, parts.values]
  const usual: readonly string[] = Object.values(DEFAULTS)
  const call = used.type(importPath(path, 'hooks.ts'), 'Call')
  while (written.length > 0 && written.at(-1)!.text === usual[written.length - 1]) written.pop()
  const shown = written.map(({ text }) => (text === UNCHECKED ? 'any' : text))
  return {
    text: `${shown.length === 0 ? call : `${call}<${shown.join(', ')}>`}${lists.text}`,
    uses: [call, ...[...written, lists].flatMap(({ uses }) => uses)],
  }
}

/**
 * The scope of code that several routes share: a part that differs is included only if the code
 * reads it. `reads` are the members of the scope that the code takes.
 */
export function commonParts(all: readonly ScopeParts[], reads: ReadonlySet<string>): ScopeParts {
  const common = (part: keyof ScopeParts): Type => {
    const types = new Map(all.map(parts => [parts[part].text, parts[part]]))
    if (types.size === 1) return all[0]![part]
    const isRead = READ_AS[part].some(one => reads.has(one))
    if (part === 'lists') return isRead ? plain(' & { lists: any }') : NOTHING
    return isRead ? union([...types.values()]) : plain('any')
  }
  return {
    body: common('body'),
    path: common('path'),
    row: common('row'),
    query: common('query'),
    values: common('values'),
    lists: common('lists'),
  }
}

function union(types: readonly Type[]): Type {
  const text = sorted(types.map(one => one.text)).join(' | ')
  return { text, uses: types.flatMap(({ uses }) => uses) }
}

/** The tables that a reply lists, with the rows of each. */
function listsType(route: RouteIR, at: ScopeContext): Type {
  if (route.lists === undefined) return NOTHING
  const models = at.used.type(importPath(at.path, '../runtime/contract.ts'), 'Models')
  const rows = Object.entries(route.lists).map(([name, of]) => {
    const table = at.ir.tables.find(t => t.name === of)!
    return [name, rowOf(table, at)] as const
  })
  const members = rows.map(([name, row]) => `${name}: ${models}<${row}>`)
  return {
    text: ` & { lists: { ${members.join('; ')} } }`,
    uses: [models, ...rows.map(([, row]) => row)],
  }
}

function rowOf(table: { name: string; family: string }, { path, used }: ScopeContext): string {
  return used.type(importPath(path, modelsPath(table.family)), rowName(table.name))
}
