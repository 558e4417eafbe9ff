/**
 * Resolves models files: rows with the cells of their families. A cell is taken whole from the row
 * or the family, never mixed.
 */
import { entriesOf, itemsOf, problem, textOf, valueOf, type RawMap } from '../read/access.ts'
import { suggestion } from '../problems/suggest.ts'
import type { Problem, Raw, RawEntry } from '../types.ts'
import type { ShapedFile } from './definitions.ts'
import { inheritor } from './inherit.ts'
import type { Def, FlatRow, FlatTable } from './flat.ts'

/** All models files as tables. */
export function flatTables(files: readonly ShapedFile[], problems: Problem[]): FlatTable[] {
  const tables = files.filter(file => file.kind === 'models').map(file => table(file, problems))
  const seen = new Map<string, FlatTable>()
  for (const one of tables) {
    const first = seen.get(one.name)
    if (first)
      problems.push(
        problem('duplicate-name', one.place, `two models files are called ${one.name}`, {
          also: [{ place: first.place, label: 'the first' }],
        }),
      )
    seen.set(one.name, one)
  }
  return tables
}

function table(file: ShapedFile, problems: Problem[]): FlatTable {
  const columns = entriesOf(valueOf(file.raw, 'columns'))
  const families = familyDefs(valueOf(file.raw, 'families'), file.path)
  const taken = new Set<string>()
  const resolve = inheritor({ defs: families, word: 'family', lay: layColumns, problems, taken })
  for (const family of families.values()) resolve(family.value)
  const known = new Set(columns.map(column => column.key))
  for (const family of families.values())
    refuseUnknownColumns(family.value.entries, columns, { known, problems, own: FAMILY_KEYS })
  const rows = entriesOf(valueOf(file.raw, 'rows')).map(row =>
    flatRow(row, resolve, { known, columns, problems }),
  )
  for (const family of families.values()) {
    if (!taken.has(family.name))
      problems.push(
        problem('unused', family.place, `no row is \`like: ${family.name}\``, {
          hint: 'remove the family; to sell it, move it under `rows:`',
        }),
      )
  }
  const below = file.path.replace(/^catalog\//, '').replace(/\.models\.yaml$/, '')
  return {
    name: `${below.slice(below.lastIndexOf('/') + 1)}.models`,
    family: below,
    file: file.path,
    place: headPlace(file.raw),
    columns,
    rules: itemsOf(valueOf(file.raw, 'rules')) as RawMap[],
    rows,
  }
}

function headPlace(raw: Raw): FlatTable['place'] {
  return raw.kind === 'map' && raw.entries[0] ? raw.entries[0].keyPlace : raw.place
}

function familyDefs(raw: Raw | undefined, file: string): Map<string, Def> {
  return new Map(
    entriesOf(raw).map(entry => [
      entry.key,
      { name: entry.key, place: entry.keyPlace, file, value: entry.value as RawMap },
    ]),
  )
}

function layColumns(base: RawMap, over: RawMap): RawMap {
  const own = new Set(over.entries.map(entry => entry.key))
  return {
    ...over,
    entries: [...base.entries.filter(entry => !own.has(entry.key)), ...over.entries],
  }
}

/** Keys of families and rows that are not cells. */
const FAMILY_KEYS: readonly string[] = ['like', 'aliases']
/** Keys of rows that are not cells. */
export const ROW_KEYS: readonly string[] = ['like', 'aliases', 'dated', 'retired']

interface Columns {
  known: ReadonlySet<string>
  problems: Problem[]
  /** Keys that are not columns. */
  own?: readonly string[]
}

function refuseUnknownColumns(
  entries: readonly RawEntry[],
  columns: readonly RawEntry[],
  { known, problems, own = ROW_KEYS }: Columns,
): void {
  for (const entry of entries) {
    if (own.includes(entry.key) || known.has(entry.key)) continue
    if (ROW_KEYS.includes(entry.key)) {
      const message = `\`${entry.key}\` belongs to a row, and this is a family`
      const hint = 'write it in each row that needs it'
      problems.push(problem('unknown-column', entry.keyPlace, message, { hint }))
      continue
    }
    const hint = suggestion(entry.key, [...known, ...own], 'columns')
    const near = columns.find(column => hint?.includes(`\`${column.key}\``))
    const also = near ? [{ place: near.keyPlace, label: `\`${near.key}\` is declared` }] : undefined
    problems.push(
      problem(
        'unknown-column',
        entry.keyPlace,
        `there is no column \`${entry.key}\` in this file`,
        { hint, also },
      ),
    )
  }
}

function flatRow(
  row: RawEntry,
  resolve: (value: RawMap) => RawMap,
  table: Columns & { columns: readonly RawEntry[] },
): FlatRow {
  const value = row.value as RawMap
  refuseUnknownColumns(value.entries, table.columns, table)
  const cells = resolve(value).entries.filter(entry => !ROW_KEYS.includes(entry.key))
  const [dated, retired] = [valueOf(value, 'dated'), valueOf(value, 'retired')]
  const aliases = itemsOf(valueOf(value, 'aliases')).map(one => ({
    text: textOf(one) ?? '',
    place: one.place,
  }))
  return {
    id: row.key,
    place: row.keyPlace,
    aliases,
    cells: new Map(cells.map(cell => [cell.key, cell])),
    ...(dated === undefined ? {} : { dated }),
    ...(retired === undefined ? {} : { retired }),
  }
}
