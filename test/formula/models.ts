/** Reads a file of the catalog, and its models as a formula sees them. */
import { readFileSync } from 'node:fs'
import { decimalOf, lcm } from '../../generator/formula/decimal.ts'
import { parseColumn, type ColumnNotation } from '../../generator/notation/column.ts'
import { readFile } from '../../generator/read/document.ts'
import { good, record, STRING } from './world.ts'
import { CATALOG } from '../helpers/catalogs.ts'
import type { Field, Raw, RawEntry, Type } from '../../generator/types.ts'

export type Scalar = Extract<Raw, { kind: 'scalar' }>
/** A file of the catalog, e.g. `catalog/media/images.routes.yaml`, wherever that catalog stands. */
export const load = (path: string): Raw => {
  const {
    value: { raw: value },
    problems,
  } = readFile({ path, text: readFileSync(path.replace(/^catalog\//, `${CATALOG}/`), 'utf8') })
  return good({ value, problems })
}
export const entries = (raw: Raw | undefined): readonly RawEntry[] =>
  raw?.kind === 'map' ? raw.entries : []
export const at = (raw: Raw | undefined, ...path: readonly string[]): Raw | undefined =>
  path.reduce<Raw | undefined>(
    (one, key) => entries(one).find(entry => entry.key === key)?.value,
    raw,
  )
export const items = (raw: Raw | undefined): readonly Raw[] =>
  raw?.kind === 'list' ? raw.items : []
export function js(raw: Raw): any {
  if (raw.kind === 'scalar') return raw.value
  return raw.kind === 'list'
    ? raw.items.map(js)
    : Object.fromEntries(raw.entries.map(entry => [entry.key, js(entry.value)]))
}

export interface Model {
  id: string
  values: Record<string, unknown>
  has: ReadonlySet<string>
}
export interface Models {
  type: Type
  rows: readonly Model[]
  typeOf(model: Model): Type
}

const decimals = (raw: Raw | undefined): string[] =>
  raw?.kind === 'scalar'
    ? [raw.text.text]
    : entries(raw).map(entry => (entry.value as Scalar).text.text)

/** A models file: rows with exact cells, and the row type over all rows or of one. */
export function models(path: string): Models {
  const file = load(path)
  const columns = entries(at(file, 'columns')).map(entry => ({
    name: entry.key,
    notation: good(parseColumn((entry.value as Scalar).text)),
  }))
  const rows = entries(at(file, 'rows')).map(row => {
    const family = at(
      file,
      'families',
      String((at(row.value, 'like') as Scalar | undefined)?.value),
    )
    return { id: row.key, cell: (name: string) => at(row.value, name) ?? at(family, name) }
  })
  const dens = new Map(
    columns.map(({ name, notation }) => [
      name,
      rows
        .flatMap(row => decimals(row.cell(name)))
        .reduce(
          (den, source) => {
            return notation.type.kind === 'decimal' || notation.type.kind === 'table'
              ? lcm(den, decimalOf(source).den)
              : 1n
          },
          (notation.default as { den?: bigint } | undefined)?.den ?? 1n,
        ),
    ]),
  )
  const made = rows.map((row): Model => {
    const cells = columns.map(({ name, notation }): [string, unknown] => [
      name,
      cellOf(row.cell(name), notation, dens.get(name)!),
    ])
    const values = Object.fromEntries(cells.filter(([, value]) => value !== undefined))
    return { id: row.id, values: { id: row.id, ...values }, has: new Set(Object.keys(values)) }
  })
  const typed = (present: (name: string) => boolean): Type =>
    record({
      id: STRING,
      ...Object.fromEntries(
        columns.map(({ name, notation }): [string, Field] => {
          const type = over(notation.type, dens.get(name)!)
          return [name, { type, ...(present(name) ? {} : { optional: true, need: true }) }]
        }),
      ),
    })
  return {
    rows: made,
    type: typed(name => made.every(row => row.has.has(name))),
    typeOf: model =>
      without(
        typed(() => true),
        model,
      ),
  }
}

function without(type: Type, model: Model): Type {
  if (type.kind !== 'record') return type
  return {
    ...type,
    fields: Object.fromEntries(
      Object.entries(type.fields).filter(([name]) => name === 'id' || model.has.has(name)),
    ),
  }
}

function over(type: Type, den: bigint): Type {
  if (type.kind === 'decimal') return { ...type, den }
  return type.kind === 'table' ? { ...type, of: over(type.of, den) } : type
}

function cellOf(
  raw: Raw | undefined,
  { type, default: fallback }: ColumnNotation,
  den: bigint,
): unknown {
  const exact = (source: string): bigint => decimalOf(source).num * (den / decimalOf(source).den)
  if (!raw)
    return typeof fallback === 'object' && 'num' in fallback
      ? fallback.num * (den / fallback.den)
      : fallback
  if (type.kind === 'decimal') return exact((raw as Scalar).text.text)
  if (type.kind === 'table')
    return Object.fromEntries(
      entries(raw).map(entry => [entry.key, exact((entry.value as Scalar).text.text)]),
    )
  if (type.kind !== 'list' || !type.set) return js(raw)
  const [from, to] =
    raw.kind === 'scalar' ? (raw.text.text.split('..').map(Number) as [number, number]) : [0, 0]
  return new Set(
    raw.kind === 'list' ? js(raw) : Array.from({ length: to - from + 1 }, (_, i) => from + i),
  )
}
