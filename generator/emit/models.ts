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

/** A column as a member. Decimals are bigint; their comment names the unit. */
function member(column: Column): Member {
  const doc = [column.doc, unitOf(column)].filter(text => text !== undefined).join('. ')
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

/** The unit of a column of decimals; undefined for other columns, and for whole numbers. */
function unitOf({ type }: Column): string | undefined {
  const of = type.kind === 'table' || type.kind === 'list' ? type.of : type
  if (of.kind !== 'decimal' || of.den === 1n) return undefined
  if (of.usd && of.den === 1_000_000n) return 'In micro-USD.'
  return `In units of 1/${of.den}${of.usd ? ' USD' : ''}.`
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
