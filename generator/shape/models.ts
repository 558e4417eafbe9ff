/** Shape of `*.models.yaml`. */
import { keys, like, listOf, named, text, type Schema } from './schema.ts'

const cells = (description: string, properties: Readonly<Record<string, Schema>>): Schema => ({
  description,
  type: 'object',
  properties,
  additionalProperties: { description: 'A cell; its column says of which type' },
})

const ID = like('The id by which callers name a row', '^\\S+$', 'an id without blanks')

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
      ...named(
        'Rows by id',
        cells('A row', { like: FAMILY, aliases: listOf('Other ids of the same row', ID) }),
        ID,
      ),
      minProperties: 1,
    },
  },
  ['columns', 'rows'],
)
