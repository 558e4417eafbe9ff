/**
 * Emits `generated/<folder>/<family>.models.ts`: the tables of one family, typed and ready to read.
 */
import type { CatalogIR, Column, RowIR, TableIR } from '../ir.ts'
import { braces, type Member } from './code/braces.ts'
import { constant, type Member as Property, type Statement } from './code/file.ts'
import { imports } from './code/imports.ts'
import { layout } from './code/layout.ts'
import { cell, literal } from './code/literal.ts'
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
  const body = tables.flatMap(table => [rowStatement(table), `\n${tableText(ir, table)}`])
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

/** Money columns are bigint over one denominator, which their comment names. */
function member(column: Column): Property {
  const unit = scale(column)
  const doc = [
    column.doc,
    unit === undefined ? undefined : `In units of 1/${unit}${money(column) ? ' USD' : ''}.`,
  ]
    .filter(t => t !== undefined)
    .join('. ')
  const plain = /^[A-Za-z_$][\w$]*$/.test(column.name) ? column.name : JSON.stringify(column.name)
  return {
    name: `readonly ${plain}`,
    type: typeText(column.type),
    optional: column.optional,
    doc: doc.replace('..', '.'),
  }
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

function tableText(ir: CatalogIR, table: TableIR): string {
  const rows = table.rows.map(
    row => `    // ${ir.at(row.place)}\n    ${braces(rowMembers(row, table), '    ')},`,
  )
  const doc = `Rows of ${table.file}, whatever the network.`
  const text = `{\n  name: ${literal(table.name)},\n  rows: [\n${rows.join('\n')}\n  ],\n}`
  return constant({ doc, name: tableName(table.name), type: `Table<${rowName(table.name)}>`, text })
}

function rowMembers(row: RowIR, table: TableIR): Member[] {
  const types = new Map(table.columns.map(c => [c.name, c.type]))
  const aliases = row.aliases.length === 0 ? undefined : literal(row.aliases)
  const cells = Object.entries(row.cells).map(([name, value]): Member => {
    return [name, layout(cell(value, types.get(name)), '      ', name.length + 3)]
  })
  return [['id', literal(row.id)], ['aliases', aliases], ...cells]
}
