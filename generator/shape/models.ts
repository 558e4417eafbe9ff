/** Shape of `*.models.yaml`. */
import { ROW_ID, ROW_KEYS } from '../language/rows.ts'
import { shapesOf } from '../language/shapes.ts'
import { keys, named, text, type Schema } from './schema.ts'

const cells = (description: string, properties: Readonly<Record<string, Schema>>): Schema => ({
  description,
  type: 'object',
  properties,
  additionalProperties: { description: 'A cell; its column says of which type' },
})

const FAMILY = {
  ...text('A family of this file, whose cells are taken where none are written here'),
}

/** Files of models. */
export const modelsSchema: Schema = keys(
  'A table: columns, families of shared cells, rows',
  {
    columns: named(
      'Columns in column notation: type, `!` where every row needs it, `= default`',
      text('A column, e.g. usd by size!'),
    ),
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
