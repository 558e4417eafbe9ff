/** Shape of `*.models.yaml`. */
import { INSTANT_WORDS } from '../../runtime/lib/instant.ts'
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

const INSTANT = (description: string): Schema =>
  like(description, String.raw`^\d{4}-\d\d-\d\d(T\S+)?$`, INSTANT_WORDS)

const DATED = {
  ...cells('Prices for some time: the columns that change, or a discount', {
    from: INSTANT('When it begins, midnight in UTC or a full time'),
    until: INSTANT('When it ends; the list holds again from then on'),
    because: text('Why, for documents and for who comes later'),
    discount: like(
      'A promotion: how far all prices of the row are lowered, e.g. 20 %',
      String.raw`^\d{1,2}(\.\d+)? ?%$`,
      'a percentage such as 20 %',
    ),
    // oxlint-disable-next-line unicorn/no-thenable -- a key of the language
    then: {
      description: '`list`: the list price is meant to return when the promotion ends',
      enum: ['list'],
    },
  }),
  required: ['from', 'because'],
}

const RETIRED = keys(
  'The row is not sold any more; jobs that run end normally',
  {
    since: INSTANT('From when on it is refused; at once unless written'),
    use: ID,
  },
  ['use'],
)

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
        cells('A row', {
          like: FAMILY,
          aliases: listOf('Other ids of the same row', ID),
          dated: listOf('Prices that hold for some time, instead of the list', DATED),
          retired: RETIRED,
        }),
        ID,
      ),
      minProperties: 1,
    },
  },
  ['columns', 'rows'],
)
