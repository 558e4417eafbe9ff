/** Proposes rows for new models: comments beside the row with the nearest name. */
import { distance } from 'fastest-levenshtein'
import { locator } from '../../generator/read/lines.ts'
import type { Book, ListSpec, Row } from './types.ts'

/** What a proposed row is made from. */
interface Wanted {
  book: Book
  list: ListSpec
  /** The rows that the list covers. */
  rows: readonly Row[]
  model: string
  /** Cells that the lists know. */
  values: ReadonlyMap<string, string>
  today: string
}

/** A comment with a row, to be put at a place of a file. */
interface Proposal {
  file: string
  line: number
  at: number
  text: string
  row: string
}

/** The proposed row of a model; undefined if the list covers no row beside which it could stand. */
export function proposal(wanted: Wanted): Proposal | undefined {
  const { book, list, rows, model, values, today } = wanted
  const beside = nearest(rows, list.match.column, model)
  if (!beside) return undefined
  const columns = book.columns.get(beside.table) ?? new Map<string, string>()
  const inFamily = [...beside.cells].filter(([, cell]) => cell.inherited).map(([name]) => name)
  const known = [...values].filter(([column]) => columns.has(column) && !inFamily.includes(column))
  const calls = [...beside.cells].filter(
    ([name, { inherited }]) => !inherited && /^upstream\b/.test(columns.get(name) ?? ''),
  )
  const cells = [
    ...(beside.family === undefined ? [] : [['like', beside.family]]),
    ...known,
    ...calls.map(([name, { text }]) => [name, text]),
    [list.match.column, quoted(model)],
  ]
  const has = new Set([...cells.map(([name]) => name), ...inFamily])
  const missing = [...columns].filter(([name, type]) => /!\s*$/.test(type) && !has.has(name))
  const id = quoted(beside.id.slice(0, beside.id.lastIndexOf('/') + 1) + model)
  const row = `${id}: { ${cells.map(cell => cell.join(': ')).join(', ')} }`
  const todo = missing.map(([name]) => name).join(', ')
  const head = `Proposed ${today}, listed by ${list.upstream}.`
  const hint = `To sell it${todo === '' ? '' : ` add ${todo},`} check the rest and remove the signs.`
  return {
    file: beside.file,
    line: beside.line,
    at: beside.end,
    text: `\n  # ${head} ${hint}\n  # ${row}`,
    row,
  }
}

/** Where a model is proposed already. */
export function proposedAt(
  { files, rows }: Book,
  { upstream, match }: ListSpec,
  model: string,
): { file: string; line: number } | undefined {
  const own = new Set(rows.filter(row => row.upstreams.has(upstream)).map(row => row.file))
  const end = `${match.column}: ${quoted(model)} }`
  const lineAt = locator(files)
  for (const { path, text } of files.filter(file => own.has(file.path))) {
    for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) {
      const begin = text.lastIndexOf('\n', at) + 1
      const before = text.slice(text.lastIndexOf('\n', begin - 2) + 1, at)
      if (/^ *# Proposed \S+, listed by (\S+)\./.exec(before)?.[1] === upstream)
        return { file: path, line: lineAt(path, at).line }
    }
  }
  return undefined
}

function nearest(rows: readonly Row[], column: string, model: string): Row | undefined {
  const score = (row: Row): number => {
    const name = row.cells.get(column)?.text ?? ''
    let shared = 0
    while (shared < name.length && name[shared] === model[shared]) shared++
    return distance(name, model) - 2 * shared
  }
  return rows.toSorted((a, b) => score(a) - score(b))[0]
}

/** A name as YAML; names of a list may hold anything. */
const quoted = (name: string): string =>
  /^[A-Za-z][\w./+-]*$/.test(name) ? name : JSON.stringify(name)
