/** Rows as formulas see them: the table as a whole, and its rows grouped by which columns and keys they have. */
import type { Column, Field, RowIR, TableIR, Type } from '../types.ts'

/** Rows that look the same to the type checker. */
export interface RowGroup { type: Type; rows: readonly RowIR[] }

/** A table, or some of its rows, for formulas that read `model`. */
export interface ModelView { table: TableIR; type: Type; groups: readonly RowGroup[]; rows: readonly RowIR[] }

const views = new WeakMap<TableIR, Map<string, ModelView>>()

/** The view on the rows that have a value in a column (all, unless given), made once per table. */
export function viewOf(table: TableIR, only?: { column: string; value: string }): ModelView {
  const known = views.get(table) ?? new Map<string, ModelView>()
  views.set(table, known)
  const key = only ? `${only.column}\n${only.value}` : ''
  let view = known.get(key)
  if (!view) known.set(key, view = made(table, only ? table.rows.filter(row => row.cells[only.column] === only.value) : table.rows))
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
    table, rows, type: rowType(table, rows, groups.size === 1),
    groups: [...groups.values()].map(same => ({ type: rowType(table, same, true), rows: same })),
  }
}

function signature(row: RowIR, columns: readonly Column[]): string {
  return columns.filter(column => column.optional || column.type.kind === 'table').map(column => {
    const cell = row.cells[column.name]
    if (cell === undefined) return '-'
    return column.type.kind === 'table' ? Object.keys(cell as object).join(',') : '+'
  }).join('\n')
}

/**
 * The type of `model` over some rows. A column that every one of them has but another row lacks is read with `need`, so that
 * the generated types, which cover the whole table, agree.
 */
function rowType(table: TableIR, rows: readonly RowIR[], keyed: boolean): Type {
  const fields: Record<string, Field> = {
    id: { type: { kind: 'string' }, doc: 'Id of the row' },
    aliases: { type: { kind: 'list', of: { kind: 'string' } }, optional: true },
  }
  for (const column of table.columns) {
    const everywhere = rows.every(row => Object.hasOwn(row.cells, column.name))
    const type = keyed ? withKeys(column.type, rows, column.name) : column.type
    const absent = column.optional ? { optional: true, ...(everywhere ? { need: true } : {}) } : {}
    fields[column.name] = { type, place: column.place, ...absent }
  }
  return { kind: 'record', fields, name: table.name }
}

/** The keys of a table column, where all the rows have the same. */
function withKeys(type: Type, rows: readonly RowIR[], name: string): Type {
  if (type.kind !== 'table') return type
  const keys = rows.map(row => Object.keys((row.cells[name] ?? {}) as object))
  const same = keys.every(one => one.join('\n') === keys[0]!.join('\n'))
  return same && keys[0] ? { ...type, keys: keys[0] } : type
}
