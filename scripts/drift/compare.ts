/**
 * Compares the lists of upstreams with the rows of the catalog. Nothing is fetched or written here.
 */
import { memberAt } from '../../generator/notation/listed.ts'
import { proposal, proposedAt } from './propose.ts'
import type { Book, Cell, Finding, ListSpec, Reading, Report, Row } from './types.ts'

/**
 * Limits of what `--write` may do: a price that rises by more than `rise` percent needs a person.
 */
export interface Limits {
  rise: number
  /** The day on which new models are proposed, YYYY-MM-DD. */
  today: string
}

/** A fall below this share of the price looks like another unit, not like a cheaper model. */
const FALL = 0.5

/** All differences: of each cell the one that the first list found. */
export function compare(
  book: Book,
  readings: readonly Reading[],
  limits: Limits,
): Pick<Report, 'findings' | 'waiting'> {
  const findings: Finding[] = []
  const waiting: Report['waiting'][number][] = []
  const compared = new Set<string>()
  for (const reading of readings) {
    const rows = rowsOf(book, reading.list)
    for (const row of rows) {
      const model = row.cells.get(reading.list.match.column)?.text ?? ''
      const entry = reading.entries.get(model)
      if (entry === undefined) findings.push(...gone(reading, row, model))
      else findings.push(...changes({ book, reading, row, model, entry }, limits, compared))
    }
    if ('file' in reading.list.from) continue
    const known = new Set(modelsOf(book, reading.list))
    for (const [model, entry] of reading.entries) {
      if (known.has(model) || reading.list.ignore.some(one => one.test(model))) continue
      const place = proposedAt(book, reading.list, model)
      if (place) waiting.push({ upstream: reading.list.upstream, model, ...place })
      else findings.push(added({ book, reading, rows, model, entry }, readings, limits))
    }
  }
  return { findings, waiting }
}

/** The rows that a list covers. */
function rowsOf(book: Book, { upstream, rows, match }: ListSpec): Row[] {
  return book.rows.filter(
    row =>
      row.upstreams.has(upstream) &&
      row.cells.has(match.column) &&
      (rows === undefined || rows.includes(row.table)),
  )
}

/** The models of an upstream that any row sells: lists may name models of other files too. */
const modelsOf = (book: Book, { upstream, match }: ListSpec): string[] =>
  book.rows
    .filter(row => row.upstreams.has(upstream))
    .map(row => row.cells.get(match.column)?.text ?? '')

/** A row is never deleted, a retired one may be gone, and a price list may leave models out. */
function gone({ list, source, at, entries }: Reading, row: Row, model: string): Finding[] {
  if ('file' in list.from || row.retired) return []
  return [
    {
      kind: 'gone',
      upstream: list.upstream,
      model,
      row: row.id,
      file: row.file,
      line: row.line,
      person: 'rows are never deleted: retire it with `retired:`, or give it a fallback',
      evidence: { source, at, found: { listed: entries.size, of_this_name: 0 } },
    },
  ]
}

interface Listed {
  book: Book
  reading: Reading
  model: string
  entry: unknown
}

/** The columns of a listed row that differ. Columns that the row leaves out are not compared. */
function changes(
  { book, reading, row, model, entry }: Listed & { row: Row },
  limits: Limits,
  compared: Set<string>,
): Finding[] {
  const { list, source, at } = reading
  const declared = book.columns.get(row.table)
  return [...list.columns].flatMap(([name, where]) => {
    const value = where.valueIn(entry)
    const kind = declared?.get(name) ?? ''
    const member = Object.fromEntries(
      where.paths.map(path => [path.join('.'), memberAt(entry, path)]),
    )
    return pairs(name, row.cells.get(name), value).flatMap(([column, cell, theirs]): Finding[] => {
      const key = `${row.table} ${row.id} ${column}`
      if (compared.has(key)) return []
      compared.add(key)
      if (same(cell, theirs)) return []
      const person = personFor(cell, theirs, {
        isPrice: kind.startsWith('usd'),
        isDated: row.dated,
        rise: limits.rise,
      })
      const text = written(theirs, cell.text)
      const edit = { file: cell.file, start: cell.start, end: cell.end, text }
      const isNumber = typeof theirs === 'number' && theirs >= 0 && cell.plain && !cell.inherited
      return [
        {
          kind: 'changed',
          upstream: list.upstream,
          model,
          row: row.id,
          file: cell.file,
          line: cell.line,
          column,
          ours: cell.text,
          theirs: text,
          ...(person === undefined ? { edit } : { person }),
          ...(isNumber ? { number: edit } : {}),
          evidence: { source, at, found: entry, member },
        },
      ]
    })
  })
}

/** A cell with its listed value; of a table of prices each price that both have. */
function pairs(name: string, cell: Cell | undefined, value: unknown): [string, Cell, unknown][] {
  if (!cell || value === undefined || value === null) return []
  if (cell.inside.size === 0) return [[name, cell, value]]
  if (typeof value !== 'object') return []
  const prices = value as Record<string, unknown>
  return [...cell.inside].flatMap(([key, inside]): [string, Cell, unknown][] =>
    Object.hasOwn(prices, key) ? [[`${name}.${key}`, inside, prices[key]]] : [],
  )
}

const same = (cell: Cell, theirs: unknown): boolean =>
  typeof theirs === 'number' ? Number(cell.text) === theirs : cell.text === String(theirs)

/** Why a change is not for a program. */
function personFor(
  cell: Cell,
  theirs: unknown,
  { isPrice, isDated, rise }: { isPrice: boolean; isDated: boolean; rise: number },
): string | undefined {
  if (typeof theirs !== 'number' || !Number.isFinite(theirs) || theirs < 0)
    return 'words, such as how a model is billed, are never changed'
  if (!cell.plain) return 'the cell is not one plain number'
  if (cell.inherited) return 'the cell belongs to a family, and so to other rows too'
  if (isPrice && isDated) return 'the row has prices with dates'
  const ours = Number(cell.text)
  if (!isPrice) return theirs === 0 ? 'nothing is left of it' : undefined
  if (ours === 0 || theirs === 0) return 'between free and paid is another way of billing'
  const percent = Math.round((theirs / ours - 1) * 100)
  if (theirs > ours * (1 + rise / 100)) return `rises by ${percent} %, more than ${rise} %`
  if (theirs < ours * FALL) return `falls by ${-percent} %: look whether the unit is the same`
  return undefined
}

/** A number as YAML, with at least as many decimals as the old one has. */
function written(value: unknown, old: string): string {
  if (typeof value !== 'number') return String(value)
  const text = value.toFixed(12).replace(/\.?0+$/, '')
  const decimals = old.split('.')[1]?.length ?? 0
  return (text.split('.')[1]?.length ?? 0) < decimals ? value.toFixed(decimals) : text
}

/** A new model, with a row for a person to complete. */
function added(
  { book, reading, rows, model, entry }: Listed & { rows: readonly Row[] },
  readings: readonly Reading[],
  { today }: Limits,
): Finding {
  const { list, source, at } = reading
  const values = new Map<string, string>()
  for (const other of readings.filter(one => one.list.upstream === list.upstream)) {
    const found = other.entries.get(model)
    for (const [column, where] of found === undefined ? [] : other.list.columns) {
      const value = where.valueIn(found)
      if (typeof value === 'number' && !values.has(column)) values.set(column, written(value, ''))
    }
  }
  const edit = proposal({ book, list, rows, model, values, today })
  return {
    kind: 'new',
    upstream: list.upstream,
    model,
    ...(edit ? { file: edit.file, line: edit.line, theirs: edit.row } : {}),
    person: 'a new model is proposed in a comment; a person puts it on sale',
    ...(edit ? { edit: { file: edit.file, start: edit.at, end: edit.at, text: edit.text } } : {}),
    evidence: { source, at, found: entry },
  }
}
