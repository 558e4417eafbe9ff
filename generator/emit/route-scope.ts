/** The types of what the formulas of routes see. */
import type { CatalogIR, RouteIR } from '../ir.ts'
import type { Imports } from './code/imports.ts'
import { importPath, modelsPath, rowName } from './code/names.ts'
import { typeText } from './code/type-text.ts'
import type { Facts } from './facts.ts'
import { sorted } from './out-file.ts'

/** What the types are printed for: the file's path and its imports. */
export interface ScopeSite {
  ir: CatalogIR
  facts: Facts
  path: string
  used: Imports
}

/** The parts of a scope as types, in the order of `Call`, and the tables that a reply lists. */
export interface ScopeParts {
  body: string
  path: string
  row: string
  query: string
  lists: string
}

const UNCHECKED = 'unchecked'

/** What stands for a part that need not be written. */
const DEFAULTS: Readonly<Record<string, string>> = {
  body: 'undefined',
  path: '{}',
  row: 'never',
  query: UNCHECKED,
}

/** Words by which a formula reads a part. */
const READ_AS: Readonly<Record<keyof ScopeParts, RegExp>> = {
  body: /\bbody\b/,
  path: /\bpath\b/,
  row: /\b(?:models?|requested)\b/,
  query: /\bquery\b/,
  lists: /\blists\b/,
}

/** The parts of a route's scope; `body` is the type of its body, or of the form it comes in. */
export function scopeParts(route: RouteIR, body: string | undefined, at: ScopeSite): ScopeParts {
  const { ir, facts, path, used } = at
  const request = (name: string | undefined) =>
    name === undefined ? undefined : used.type(importPath(path, facts.requests.pathOf(name)), name)
  const table = ir.tables.find(t => t.name === route.table)
  return {
    body: request(body) ?? DEFAULTS.body!,
    path: typeText(route.pathType),
    row: table === undefined ? DEFAULTS.row! : rowOf(table, at),
    query: request(facts.requests.query(route)) ?? UNCHECKED,
    lists: listsText(route, at),
  }
}

/** The type of a scope, without the parts at its end that need not be written. */
export function scopeText(
  { lists, ...parts }: ScopeParts,
  { path, used }: Pick<ScopeSite, 'path' | 'used'>,
): string {
  const written = [parts.body, parts.path, parts.row, parts.query]
  const usual = [DEFAULTS.body, DEFAULTS.path, DEFAULTS.row, DEFAULTS.query]
  const call = used.type(importPath(path, 'hooks.ts'), 'Call')
  while (written.length > 0 && written.at(-1) === usual[written.length - 1]) written.pop()
  const shown = written.map(part => (part === UNCHECKED ? 'any' : part))
  return `${shown.length === 0 ? call : `${call}<${shown.join(', ')}>`}${lists}`
}

/** The scope of code that several routes share: of what differs, only what the code reads. */
export function commonParts(all: readonly ScopeParts[], code: string): ScopeParts {
  const common = (part: keyof ScopeParts): string => {
    const types = sorted(all.map(parts => parts[part]))
    if (types.length === 1) return types[0]!
    if (part === 'lists') return READ_AS.lists.test(code) ? ' & { lists: any }' : ''
    return READ_AS[part].test(code) ? types.join(' | ') : 'any'
  }
  return {
    body: common('body'),
    path: common('path'),
    row: common('row'),
    query: common('query'),
    lists: common('lists'),
  }
}

/** The tables that a reply lists, with the rows of each. */
function listsText(route: RouteIR, at: ScopeSite): string {
  if (route.lists === undefined) return ''
  const models = at.used.type(importPath(at.path, '../runtime/contract.ts'), 'Models')
  const members = Object.entries(route.lists).map(([name, of]) => {
    const table = at.ir.tables.find(t => t.name === of)!
    return `${name}: ${models}<${rowOf(table, at)}>`
  })
  return ` & { lists: { ${members.join('; ')} } }`
}

function rowOf(table: { name: string; family: string }, { path, used }: ScopeSite): string {
  return used.type(importPath(path, modelsPath(table.family)), rowName(table.name))
}
