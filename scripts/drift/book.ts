/**
 * Reads from the catalog what drift compares: the lists of upstreams, and rows with the places of
 * their cells.
 */
import { flatten } from '../../generator/compile.ts'
import { printProblems } from '../../generator/problems/print.ts'
import { entriesOf, itemsOf, textAt, textOf, valueOf } from '../../generator/read/access.ts'
import { listed, type Listed } from '../../generator/notation/listed.ts'
import { locator } from '../../generator/read/lines.ts'
import type { Def, FlatRow, FlatTable } from '../../generator/resolve/flat.ts'
import type { Place, Raw, SourceFile } from '../../generator/types.ts'
import type { Book, Cell, ListSpec, Row } from './types.ts'

/** Reads a catalog. Throws with its problems where it has errors. */
export function readBook(files: readonly SourceFile[]): Book {
  const { value: flat, problems } = flatten(files)
  if (!flat) throw new Error(`The catalog has errors:\n${printProblems(problems, files)}`)
  return {
    files,
    rows: flat.tables.flatMap(table => rowsOf(table, files)),
    columns: new Map(
      flat.tables.map(({ name, columns }) => [
        name,
        new Map(columns.map(({ key, value }) => [key, textOf(value) ?? ''])),
      ]),
    ),
    lists: flat.upstreams.flatMap(listsOf),
  }
}

function listsOf(upstream: Def): ListSpec[] {
  return itemsOf(valueOf(upstream.value, 'lists')).map(raw => {
    const [match] = entriesOf(valueOf(raw, 'match'))
    const [get, file] = [textAt(raw, 'get'), textAt(raw, 'file')]
    if (!match || (get === undefined) === (file === undefined))
      throw new Error(`A list of ${upstream.name} needs a match, and either get or file`)
    const names = (key: string): string[] =>
      itemsOf(valueOf(raw, key)).map(item => textOf(item) ?? '')
    const rows = names('rows')
    return {
      upstream: upstream.name,
      from: get === undefined ? { file: file! } : { get },
      models: pathOf(textAt(raw, 'models') ?? '.'),
      match: { column: match.key, at: pathOf(textOf(match.value)!) },
      prefix: textAt(raw, 'prefix') ?? '',
      columns: new Map(
        entriesOf(valueOf(raw, 'columns')).map(({ key, value }) => [key, columnOf(value)]),
      ),
      ...(rows.length > 0 ? { rows } : {}),
      ignore: names('ignore').map(globOf),
    }
  })
}

const pathOf = (text: string): string[] => text.split('.').filter(part => part !== '')

function columnOf(value: Raw): Listed {
  const { value: found, problems } = listed((value as Extract<Raw, { kind: 'scalar' }>).text)
  if (!found) throw new Error(problems[0]!.message)
  return found
}

const globOf = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)

/** The rows of a table that are served by upstreams. */
function rowsOf(table: FlatTable, files: readonly SourceFile[]): Row[] {
  const text = files.find(file => file.path === table.file)?.text ?? ''
  const lineAt = locator(files)
  const calls = table.columns.filter(({ value }) => /^upstream\b/.test(textOf(value) ?? ''))
  const starts = table.rows.map(row => row.place.start).sort((a, b) => a - b)
  return table.rows.map(row => {
    const { start } = row.place
    const end = endOf(text, start, starts.find(next => next > start) ?? text.length)
    const place = { file: table.file, line: lineAt(table.file, start).line, start, end }
    const family = /[\s{]like:\s*([^\s,}]+)/.exec(text.slice(start, end))?.[1]
    const named = calls.flatMap(({ key }) => textOf(row.cells.get(key)?.value)?.split('.')[0] ?? [])
    return {
      ...place,
      table: table.name,
      id: row.id,
      ...(family === undefined ? {} : { family }),
      upstreams: new Set(named),
      dated: row.dated !== undefined,
      retired: row.retired !== undefined,
      cells: cellsOf(row, place, lineAt),
    }
  })
}

/** The end of a row: the comments and blank lines before the next one are not its own. */
function endOf(text: string, start: number, next: number): number {
  const lines = text.slice(start, text.lastIndexOf('\n', next - 1) + 1).split('\n')
  if (next === text.length) lines.splice(0, lines.length, ...text.slice(start).split('\n'))
  while (lines.length > 1 && /^\s*(#.*)?$/.test(lines.at(-1)!)) lines.pop()
  return start + lines.join('\n').length
}

type Lines = (file: string, offset: number) => { line: number }

function cellsOf(
  row: FlatRow,
  own: { file: string; start: number; end: number },
  lineAt: Lines,
): Map<string, Cell> {
  const isOwn = (place: Place): boolean =>
    place.file === own.file && place.start >= own.start && place.end <= own.end
  const cellOf = (raw: Raw): Cell => ({
    file: raw.place.file,
    line: lineAt(raw.place.file, raw.place.start).line,
    start: raw.place.start,
    end: raw.place.end,
    text: textOf(raw) ?? '',
    plain: raw.kind === 'scalar' && !raw.quoted && /^[0-9]+(\.[0-9]+)?$/.test(raw.text.text),
    inherited: !isOwn(raw.place),
    inside: new Map(entriesOf(raw).map(({ key, value }) => [key, cellOf(value)])),
  })
  return new Map([...row.cells].map(([name, { value }]) => [name, cellOf(value)]))
}
