/** Finds the change behind a changed price: a number of gateway.yaml, a row, or a formula. */
import type { RouteIR } from '../ir.ts'
import type { Place } from '../types.ts'
import { withOtherCell, type ChangedCell } from './cells.ts'
import type { Comparison } from './compare.ts'
import type { Result } from './results.ts'
import { costOf, microOf, outcomeOf } from './outcome.ts'
import type { ChangedRow } from './rows.ts'
import { sideOf } from './side.ts'
import type { Effect, Side } from './types.ts'

/** Effects by their causes. */
export interface Causes {
  constants: readonly (readonly Effect[])[]
  rows: ReadonlyMap<ChangedRow, readonly Effect[]>
  formulas: ReadonlyMap<string, { place: Place; effects: readonly Effect[] }>
  /** The changed cells that the price of an effect reads, if the effect does not name them. */
  read: ReadonlyMap<Effect, readonly ChangedCell[]>
}

/** Sorts the price changes of a comparison by their causes. */
export function causesOf(compared: Comparison): Causes {
  const constants: Effect[][] = compared.constants.map(() => [])
  const rows = new Map<ChangedRow, Effect[]>()
  const formulas = new Map<string, { place: Place; effects: Effect[] }>()
  const read = new Map<Effect, readonly ChangedCell[]>()
  const cellsRead = cellReader(compared)
  for (const result of compared.results) {
    const prices = [...result.steps, result.new].map(costOf)
    const old = costOf(result.old)
    // If the price has not changed, the steps between the old and new numbers were not computed.
    if (old === undefined || prices.includes(undefined) || prices.at(-1) === old) continue
    const row = rowOf(result, compared)
    const model = row?.id ?? modelOf(result)
    constants.forEach((effects, i) => {
      if (prices[i] !== prices[i + 1])
        add(effects, effectOf(result, { model, old: prices[i], new: prices[i + 1] }))
    })
    if (prices[0] === old) continue
    const newFields = newFieldsOf(result, compared)
    const effect = {
      ...effectOf(result, { model, old, new: prices.at(-1) }),
      ...(newFields.length > 0 && { newFields }),
    }
    const effects = row ? within(rows, row, () => []) : formulaOf(formulas, result, compared)
    if (effects && add(effects, effect) && row) read.set(effect, cellsRead(row, result))
  }
  return { constants, rows, formulas, read }
}

/**
 * The fields of a request that only the new catalog declares, if without them the request would
 * cost the same in both catalogs.
 */
function newFieldsOf(result: Result, { old, now }: Comparison): string[] {
  const { probe } = result
  const [was, is] = [old, now].map(side => side.routes.get(probe.endpoint)?.route)
  const isNew = (part: 'body' | 'query', name: string): boolean =>
    !fieldsOf(was, part, probe.own).includes(name) && fieldsOf(is, part, probe.own).includes(name)
  const given = { ...probe.given }
  const found = (['body', 'query'] as const).flatMap(part => {
    const members = Object.entries((probe.given[part] ?? {}) as object)
    given[part] = Object.fromEntries(members.filter(([name]) => !isNew(part, name)))
    return members.flatMap(([name]) => (isNew(part, name) ? [name] : []))
  })
  const isTheirs =
    found.length > 0 && costOf(outcomeOf({ ...probe, given }, now)) === costOf(result.old)
  return isTheirs ? found : []
}

/** The declared fields of a request: in the route's own form, or in that of its callers. */
function fieldsOf(route: RouteIR | undefined, part: 'body' | 'query', own: boolean): string[] {
  const input = (!own && part === 'body' && route?.translate?.body) || route?.[part]
  return Object.keys((input?.schema.properties ?? {}) as object)
}

const modelOf = ({ probe, new: now }: Result): string | undefined =>
  probe.model ?? (now.kind === 'priced' ? now.model : undefined)

function effectOf(
  { probe }: Result,
  {
    model,
    old,
    new: is,
  }: Record<'old' | 'new', bigint | undefined> & { model: string | undefined },
): Effect {
  return {
    endpoint: probe.endpoint,
    ...(model === undefined ? {} : { model }),
    what: probe.what,
    ...(old === undefined ? {} : { old }),
    ...(is === undefined ? {} : { new: is }),
  }
}

/** Adds an effect, unless the same one exists for its route and row; returns whether it did. */
function add(effects: Effect[], one: Effect): boolean {
  const isKnown = effects.some(
    other =>
      other.endpoint === one.endpoint &&
      other.model === one.model &&
      other.old === one.old &&
      other.new === one.new &&
      String(other.newFields) === String(one.newFields),
  )
  if (!isKnown) effects.push(one)
  return !isKnown
}

function within<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key) ?? make()
  map.set(key, known)
  return known
}

/**
 * The row behind a price, if it has changed. A row that was renamed keeps its old id as an alias.
 */
function rowOf(result: Result, { now, rows }: Comparison): ChangedRow | undefined {
  const id = modelOf(result)
  const table = now.routes.get(result.probe.endpoint)?.route.table
  return rows.changed.find(
    ({ row, ...one }) =>
      one.table === table && id !== undefined && [row.id, ...row.aliases].includes(id),
  )
}

function formulaOf(
  formulas: Map<string, { place: Place; effects: Effect[] }>,
  { probe }: Result,
  { now, old }: Comparison,
): Effect[] | undefined {
  const place =
    now.routes.get(probe.endpoint)?.route.price?.place ??
    old.routes.get(probe.endpoint)?.route.price?.place
  if (!place) return undefined
  return within(formulas, `${place.file}:${place.start}`, () => ({ place, effects: [] })).effects
}

/**
 * The changed cells of a row that a request's price reads: those that its choices name, otherwise
 * those that were found to be read, such as that of a default.
 */
export function cellsBehind(
  { cells }: ChangedRow,
  effect: Effect,
  read: Causes['read'],
): readonly ChangedCell[] {
  const priced = pricedCells(cells)
  const named = priced.filter(({ path }) => {
    const key = path.slice(path.indexOf('.') + 1)
    return path.includes('.') && effect.what.split(', ').includes(key)
  })
  if (named.length > 0) return named
  const found = read.get(effect) ?? []
  return found.length > 0 ? found : priced
}

/**
 * Returns a function that finds the changed cells of a row that the price of a request reads: the
 * request is priced again with another amount in each cell.
 */
function cellReader({
  now,
}: Comparison): (row: ChangedRow, result: Result) => readonly ChangedCell[] {
  const sides = new Map<ChangedCell, Side>()
  return (row, { probe, new: is }) => {
    const cells = pricedCells(row.cells)
    if (cells.length < 2) return cells
    return cells.filter(cell => {
      const side = within(sides, cell, () => sideOf(withOtherCell(now.ir, row, cell.path)))
      return microOf(outcomeOf(probe, side)) !== microOf(is)
    })
  }
}

/** The changed amounts; if there are none, the other changed numbers. */
export function pricedCells(cells: readonly ChangedCell[]): readonly ChangedCell[] {
  const money = cells.filter(one => one.old?.isMoney || one.new?.isMoney)
  if (money.length > 0) return money
  return cells.filter(one => one.old?.number !== undefined || one.new?.number !== undefined)
}
