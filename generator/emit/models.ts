/** Emits `generated/<folder>/<family>.models.ts`: the typed tables of one family. */
import type { CatalogIR, Column, RowIR, TableIR } from '../ir.ts'
import { literal, object, objectOf, text, type Js } from '../js/tree.ts'
import { rows } from './code/comments.ts'
import type { Member } from './code/declarations.ts'
import type { Constant, Statement } from './code/file.ts'
import { imports } from './code/imports.ts'
import { WIDTH } from '../js/words.ts'
import { cell, key, quote } from './code/literal.ts'
import { importPath, modelsPath, rowName, tableName } from './code/names.ts'
import { typeText } from './code/type-text.ts'
import { type Emitter, type Facts, families } from './facts.ts'
import type { OutFile } from './out-file.ts'

/** One file per family that has tables. */
export const emitModels: Emitter = function* (ir, facts) {
  for (const family of families(ir))
    if (family.tables.length > 0) yield modelsFile(ir, facts, family.tables)
}

function modelsFile(ir: CatalogIR, facts: Facts, tables: readonly TableIR[]): OutFile {
  const path = modelsPath(tables[0]!.family)
  const used = imports()
  const contract = importPath(path, '../runtime/contract.ts')
  used.type(contract, 'Row')
  used.type(contract, 'Table')
  const body = tables.flatMap(table => [rowStatement(table), tableConstant(ir, table)])
  return facts.print(path, [...tables.map(t => t.file), ...facts.shared], [...used.list(), ...body])
}

function rowStatement(table: TableIR): Statement {
  return {
    interface: rowName(table.name),
    extends: 'Row',
    members: table.columns.map(member),
    doc: `A row of ${table.file}.`,
  }
}

/**
 * A column as a member. Money columns are bigint over one denominator, which their comment names.
 */
function member(column: Column): Member {
  const unit = scale(column)
  const doc = [
    column.doc,
    unit === undefined ? undefined : `In units of 1/${unit}${money(column) ? ' USD' : ''}.`,
  ]
    .filter(t => t !== undefined)
    .join('. ')
  return {
    name: `readonly ${key(column.name)}`,
    type: unionLines(typeText(column.type), column),
    optional: column.optional,
    doc: doc.replace('..', '.'),
  }
}

/** Choices that are too long for the member's line are on lines of their own. */
function unionLines(text: string, { name, type }: Column): string {
  const fits = `  readonly ${name}?: ${text}`.length <= WIDTH
  if (fits || type.kind !== 'string' || !type.choices) return text
  const words = type.choices.map(choice => `| ${quote(choice)}`)
  return `\n${rows(words, '', WIDTH - 4).join('\n')}`
}

function decimal(column: Column) {
  const type =
    column.type.kind === 'table' || column.type.kind === 'list' ? column.type.of : column.type
  return type.kind === 'decimal' ? type : undefined
}
function scale(column: Column): bigint | undefined {
  return decimal(column)?.den
}
function money(column: Column): boolean {
  return decimal(column)?.usd === true
}

function tableConstant(ir: CatalogIR, table: TableIR): Constant {
  const all = [...table.rows, ...(table.gone ?? [])]
  const rows = all.map(row => ({ value: rowOf(row, table), note: ir.at(row.place) }))
  return {
    doc: `Rows of ${table.file}, for all networks.`,
    constant: tableName(table.name),
    type: `Table<${rowName(table.name)}>`,
    value: object({
      name: text(table.name),
      rows: { kind: 'array', items: rows.map(row => row.value), notes: rows.map(row => row.note) },
      dated: datedOf(ir, table, all),
      retired: retiredOf(all),
    }),
  }
}

/** The rows in their periods, in the order of the rows; undefined if there are none. */
function datedOf(ir: CatalogIR, table: TableIR, rows: readonly RowIR[]): Js | undefined {
  const dated = rows.flatMap(row => row.dated ?? [])
  if (dated.length === 0) return undefined
  const items = dated.map(({ from, until, row }) =>
    object({
      from: literal(from),
      until: until === undefined ? undefined : literal(until),
      row: rowOf(row, table),
    }),
  )
  return { kind: 'array', items, notes: dated.map(({ row }) => ir.at(row.place)) }
}

function retiredOf(rows: readonly RowIR[]): Js | undefined {
  const retired = rows.flatMap(({ id, retired: one }) =>
    one === undefined
      ? []
      : [{ id, use: one.use, ...(one.since === undefined ? {} : { since: one.since }) }],
  )
  return retired.length === 0 ? undefined : literal(retired)
}

function rowOf(row: RowIR, table: TableIR): Js {
  const types = new Map(table.columns.map(c => [c.name, c.type]))
  const cells = Object.entries(row.cells).map(([key, value]) => ({
    key,
    value: cell(value, types.get(key)),
  }))
  const aliases = { key: 'aliases', value: literal(row.aliases) }
  const named = row.aliases.length === 0 ? [] : [aliases]
  return objectOf([{ key: 'id', value: text(row.id) }, ...named, ...cells])
}
