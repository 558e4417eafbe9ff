/**
 * Builds the views of rows in formulas: the table as a whole, and its rows grouped by their columns
 * and keys.
 */
import type { TypeOf } from '../formula/types.ts'
import { everyRow } from './table-rows.ts'
import type { Cell, Column, RowIR, TableIR } from '../ir.ts'
import type { Field, Type } from '../types.ts'

/** Rows that look the same to the type checker. */
export interface RowGroup {
  type: Type
  rows: readonly RowIR[]
}

/** A table, or some of its rows, for formulas that read `model`. */
export interface ModelView {
  table: TableIR
  type: Type
  groups: readonly RowGroup[]
  rows: readonly RowIR[]
}

const views = new WeakMap<TableIR, Map<string | undefined, ModelView>>()

/** The view of the rows that have a value in a column (all rows by default), cached per table. */
export function viewOf(table: TableIR, only?: { column: string; value: string }): ModelView {
  const known = views.get(table) ?? new Map<string | undefined, ModelView>()
  views.set(table, known)
  const key = only && `${only.column}\n${only.value}`
  let view = known.get(key)
  if (!view) {
    const rows = everyRow(table)
    const chosen = only ? rows.filter(row => row.cells[only.column] === only.value) : rows
    known.set(key, (view = made(table, chosen)))
  }
  return view
}

function made(table: TableIR, rows: readonly RowIR[]): ModelView {
  const groups = new Map<string, RowIR[]>()
  for (const row of rows) {
    const key = signature(row, table.columns)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return {
    table,
    rows,
    type: rowType(table, rows, groups.size === 1),
    groups: [...groups.values()].map(same => ({ type: rowType(table, same, true), rows: same })),
  }
}

function signature(row: RowIR, columns: readonly Column[]): string {
  return columns
    .map(column => {
      const cell = row.cells[column.name]
      return cell === undefined ? '-' : traits(column.type, cell)
    })
    .join('\n')
}

/**
 * The part of a cell that distinguishes groups of rows: values that conditions may test, and keys
 * of look-ups.
 */
function traits(type: Type, cell: Cell): string {
  switch (type.kind) {
    case 'table':
      return Object.keys(cell as object).join(',')
    case 'boolean':
      return String(cell)
    case 'string':
      return type.choices ? String(cell) : '+'
    case 'list':
      return type.of.kind === 'string' ? (cell as readonly string[]).join(',') : '+'
    default:
      return '+'
  }
}

/**
 * The type of `model` for some rows. A column that all of them have but another row lacks is read
 * with `need`, so that it agrees with the generated types, which cover the whole table.
 */
function rowType(table: TableIR, rows: readonly RowIR[], keyed: boolean): Type {
  const fields: Record<string, Field> = {
    id: { type: { kind: 'string' }, doc: 'Id of the row' },
    aliases: { type: { kind: 'list', of: { kind: 'string' } }, optional: true },
  }
  for (const column of table.columns) {
    const cells = rows.flatMap(row =>
      Object.hasOwn(row.cells, column.name) ? [row.cells[column.name]!] : [],
    )
    fields[column.name] = {
      type: known(column.type, cells, keyed),
      place: column.place,
      ...absence(column, cells.length, rows.length),
    }
  }
  return { kind: 'record', fields, name: table.name }
}

function absence(
  column: Column,
  present: number,
  rows: number,
): Pick<Field, 'optional' | 'need' | 'never'> {
  if (!column.optional) return {}
  return {
    optional: true,
    ...(present === rows ? { need: true } : {}),
    ...(present === 0 ? { never: true } : {}),
  }
}

/** A column's type narrowed by the cells of some rows. `keyed` rows have the same keys. */
function known(type: Type, cells: readonly Cell[], keyed: boolean): Type {
  if (cells.length === 0) return type
  switch (type.kind) {
    case 'boolean':
      return new Set(cells).size === 1 ? { ...type, is: cells[0] as boolean } : type
    case 'string':
      return { ...type, within: { values: [...new Set(cells as readonly string[])] } }
    case 'list':
      return { ...type, of: known(type.of, (cells as readonly (readonly Cell[])[]).flat(), keyed) }
    case 'table':
      return {
        ...type,
        of: known(
          type.of,
          cells.flatMap(cell => Object.values(cell as object) as Cell[]),
          keyed,
        ),
        ...keysOf(cells, keyed),
      }
    default:
      return type
  }
}

/**
 * The keys of the tables of some rows: all if they are the same, else those that each row has and
 * those that any row has.
 */
function keysOf(cells: readonly Cell[], keyed: boolean): Partial<TypeOf<'table'>> {
  const keys = cells.map(cell => Object.keys(cell as object))
  if (keyed) return { keys: keys[0]! }
  return {
    sure: keys[0]!.filter(key => keys.every(one => one.includes(key))),
    some: [...new Set(keys.flat())],
  }
}
