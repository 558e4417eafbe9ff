/** Shape of `*.models.yaml`. */
import { ROW_ID, ROW_KEYS } from '../language/rows.ts'
import { shapesOf } from '../language/shapes.ts'
import { formula, keys, listOf, named, text, type Schema } from './schema.ts'

const cells = (description: string, properties: Readonly<Record<string, Schema>>): Schema => ({
  description,
  type: 'object',
  properties,
  additionalProperties: { description: 'A cell; its column says of which type' },
})

const FAMILY = {
  ...text('A family of this file, whose cells are taken where none are written here'),
}

/** A rule for each row. */
const RULE = keys(
  'A rule about every row',
  {
    rule: formula('What must be true of each row; sees `model`, `models` and constants'),
    error: text('What is wrong otherwise and what to write, with {holes}'),
    at: text('The column whose cell is wrong'),
  },
  ['rule', 'error'],
)

/** Files of models. */
export const modelsSchema: Schema = keys(
  'A table: columns, rules about its rows, families of shared cells, rows',
  {
    columns: named(
      'Columns in column notation: type, `!` where every row needs it, `= default`',
      text('A column, e.g. usd by size!'),
    ),
    rules: listOf('What `check` asks of each row', RULE),
    families: named(
      'Cells that several rows share',
      cells('A family', { like: FAMILY }),
      text('A name'),
    ),
    rows: {
      ...named('Rows by id', cells('A row', shapesOf(ROW_KEYS)), ROW_ID),
      minProperties: 1,
    },
  },
  ['columns', 'rows'],
)
