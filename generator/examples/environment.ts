/**
 * Prepares the catalog of one network for running formulas: tables with rows, and the scope of a
 * request.
 */
import { sellModels } from '../../runtime/lib/models.ts'
import type { Models, Row, Scope } from '../../runtime/contract.ts'
import type { Offer } from '../../runtime/quote.ts'
import type { Cell, CatalogIR, NetworkIR, RouteIR, RowIR, TableIR } from '../ir.ts'
import type { Type } from '../types.ts'
import type { Compiled } from './evaluate.ts'
import { type Shaper, shaper } from './inputs.ts'

/** A row as formulas read it. */
export type PlainRow = Row & { readonly [column: string]: unknown }

/** A placeholder for the address that receives payments, because examples run without a gateway. */
const NO_ADDRESS = '0x0000000000000000000000000000000000000000'

/**
 * The environment in which formulas run: the catalog of one network, and the formulas that are
 * already compiled.
 */
export interface Environment {
  ir: CatalogIR
  network: NetworkIR
  cache: Compiled
  /** Compiled gates and prices. */
  ready: WeakMap<object, (c: object) => unknown>
  /** Routes as the network sells them. */
  offers: WeakMap<RouteIR, Offer>
  shaper: Shaper
  models(table: string | undefined): Models<PlainRow>
  /** Rows in a promotion, without the discount. */
  full: WeakMap<object, PlainRow>
}

/** The input of a formula besides the catalog. */
export interface FormulaInputs {
  body?: unknown
  query?: unknown
  path?: Readonly<Record<string, string>>
  hooks?: Readonly<Record<string, unknown>>
}

/**
 * The environment of one network. `like` shares compiled formulas and schemas with another
 * environment.
 */
export function createEnvironment(
  ir: CatalogIR,
  network: NetworkIR,
  like?: Environment,
): Environment {
  const tables = new Map<string, Models<PlainRow>>()
  const full: Environment['full'] = new WeakMap()
  return {
    ir,
    network,
    cache: like?.cache ?? new Map(),
    ready: like?.ready ?? new WeakMap(),
    offers: new WeakMap(),
    shaper: like?.shaper ?? shaper(),
    full,
    models(name) {
      const known = tables.get(name ?? '')
      if (known !== undefined) return known
      const table = ir.tables.find(t => t.name === name)
      const rows = (table?.rows ?? []).map(row => {
        const plain = plainRow(row, table!)
        if (row.full) full.set(plain, plainRow({ ...row, cells: row.full }, table!))
        return plain
      })
      const made = sellModels({ name: name ?? '', rows }, network)
      tables.set(name ?? '', made)
      return made
    },
  }
}

function plainRow(row: RowIR, table: TableIR): PlainRow {
  const types = new Map(table.columns.map(c => [c.name, c.type]))
  const cells = Object.entries(row.cells).map(([name, value]) => [
    name,
    plainCell(value, types.get(name)),
  ])
  return { id: row.id, aliases: row.aliases, ...Object.fromEntries(cells) }
}

function plainCell(value: Cell, type: Type | undefined): unknown {
  return Array.isArray(value) && type?.kind === 'list' && type.set === true ? new Set(value) : value
}

/** A scope without a row: for a request in another form, from which no row can be picked. */
export function requestScope(route: RouteIR, at: Environment, given: FormulaInputs): Scope {
  const path = given.path ?? {}
  const asked = addressOf(route, path)
  const { name, label, asset, chain } = at.network
  return {
    route: {
      method: route.method,
      path: asked,
      pattern: route.path,
      summary: route.summary,
      rest: asked.slice(route.prefix.length),
      search: searchOf(given.query),
      origin: 'http://localhost',
    },
    body: given.body,
    query: given.query ?? {},
    path,
    model: undefined,
    values: {},
    call: { id: 'example' },
    steps: {},
    models: at.models(route.table),
    lists: route.lists === undefined ? {} : listsOf(route.lists, at),
    request_headers: {},
    network: { name, label, asset: asset.symbol, chain, treasury: NO_ADDRESS },
    now: NOW,
    hooks: hooksOf(at.ir, given.hooks ?? {}),
    // Examples give records by the name of their `read`, in the same place as the results of hooks.
    read: given.hooks ?? {},
    fetched: fetchedOf(at.ir, given.hooks ?? {}),
  }
}

/** The path of a request: that of its route, with the values of its holes. */
function addressOf({ path: pattern }: RouteIR, path: Readonly<Record<string, string>>): string {
  if (!/[{*]/.test(pattern)) return pattern
  return pattern
    .replace(/\{(\w+)\}/g, (hole, name: string) => path[name] ?? hole)
    .replace(/\*$/, () => path.rest ?? '*')
}

function searchOf(query: unknown): string {
  const given = query as Record<string, string> | undefined
  return given === undefined || Object.keys(given).length === 0
    ? ''
    : new URLSearchParams(given).toString()
}

const listsOf = (lists: NonNullable<RouteIR['lists']>, at: Environment): Scope['lists'] =>
  Object.fromEntries(Object.entries(lists).map(([list, table]) => [list, at.models(table)]))

/** The time at which examples run, in Unix seconds: 1 January 2026. */
const NOW = 1_767_225_600

function hooksOf(
  ir: CatalogIR,
  given: Readonly<Record<string, unknown>>,
): Record<string, () => unknown> {
  const none = noHooks(ir)
  const known = ir.hooks.filter(hook => Object.hasOwn(given, hook.name))
  if (known.length === 0) return none
  const made = known.map(({ name, gives }) => [name, () => answer(gives, given[name])] as const)
  return { ...none, ...Object.fromEntries(made) }
}

const hooksWithoutResults = new WeakMap<CatalogIR, Record<string, () => unknown>>()

/** The hooks of an example that gives no results. */
function noHooks(ir: CatalogIR): Record<string, () => unknown> {
  const known = hooksWithoutResults.get(ir)
  if (known) return known
  const all = ir.hooks.map(({ name }) => [
    name,
    () => {
      throw new Error(`the hook ${name} is called, and the example does not give its result`)
    },
  ])
  const made = Object.fromEntries(all) as Record<string, () => unknown>
  hooksWithoutResults.set(ir, made)
  return made
}

/** The rows of fetched tables by their keys, which examples give under the names of the tables. */
function fetchedOf(
  ir: CatalogIR,
  given: Readonly<Record<string, unknown>>,
): NonNullable<Scope['fetched']> {
  if (ir.fetched.length === 0) return {}
  const tables = ir.fetched.map(({ name, key, type }) => {
    const fields = type.of.kind === 'record' ? type.of.fields : {}
    const rows = Object.entries((given[name] ?? {}) as Record<string, Record<string, unknown>>)
    const made = rows.map(([id, row]) => {
      const cells = Object.entries({ [key]: id, ...row }).map(
        ([column, value]) => [column, answer(fields[column]?.type ?? JSON_TYPE, value)] as const,
      )
      return [id, Object.fromEntries(cells)] as const
    })
    return [name, Object.fromEntries(made)] as const
  })
  return Object.fromEntries(tables)
}

const JSON_TYPE: Type = { kind: 'json' }

/**
 * The result of a hook as formulas hold it: an amount that the example writes as a number is scaled
 * to a bigint.
 */
function answer(type: Type, value: unknown): unknown {
  if (type.kind !== 'decimal' || (typeof value !== 'number' && typeof value !== 'string'))
    return value
  const [whole, part = ''] = String(value).split('.')
  return (BigInt(`${whole}${part}`) * type.den) / 10n ** BigInt(part.length)
}
