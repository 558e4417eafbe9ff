/** The keys of a models file. */
import { named, text, type Schema } from '../shape/schema.ts'
import { keysOf } from './key.ts'
import { ROW_ID, ROW_KEYS } from './rows.ts'
import { shapesOf } from './shapes.ts'
import { shapeOnly } from './shared.ts'

/** A map of cells beside some keys. */
const cells = (description: string, properties: Readonly<Record<string, Schema>>): Schema => ({
  description,
  type: 'object',
  properties,
  additionalProperties: { description: 'A cell; its column says of which type' },
})

const FAMILY = text('A family of this file, whose cells are taken where none are written here')

/** A rule about each row. */
const RULE_KEYS = keysOf({
  rule: {
    kind: 'condition',
    about: 'What must be true of each row; sees `model`, `models` and constants',
    example: "rule: 'model.sizes.all(size, usd, usd > 0)'",
    required: true,
  },
  error: {
    kind: 'text',
    about: 'What is wrong otherwise and what to write, with {holes}',
    example: 'error: a price in sizes is 0',
    required: true,
  },
  at: {
    kind: 'text',
    about: 'The column whose cell is wrong',
    example: 'at: sizes',
  },
})

/** A table of models. */
export const MODELS_KEYS = keysOf({
  columns: {
    kind: 'other',
    about: 'Columns in column notation: type, `!` where every row needs it, `= default`',
    example: 'columns: { sizes: usd by size!, edit_mask: boolean = false }',
    note: 'A `##` comment behind a column is published in the docs.',
    shape: shapeOnly(named('', text('A column, e.g. usd by size!'))),
    required: true,
  },
  rules: {
    kind: 'other',
    about: 'What `check` asks of each row',
    example:
      "rules:\n  - { rule: 'model.sizes.all(size, usd, usd > 0)', error: a price is 0, at: sizes }",
    keys: RULE_KEYS,
    item: 'A rule about every row',
  },
  families: {
    kind: 'other',
    about: 'Cells that several rows share, by the name of the family',
    example: 'families: { maker: { owner: maker, upstream: maker.make } }',
    note: 'A row takes them with `like: maker`; a family may itself be `like` another.',
    shape: shapeOnly(named('', cells('A family', { like: FAMILY }), text('A name'))),
  },
  rows: {
    kind: 'other',
    about: 'Rows by id: their cells, and the keys of rows',
    example: 'rows:\n  maker/small: { like: maker, sizes: { 1024x1024: 0.05 } }',
    shape: {
      ...shapeOnly(named('', cells('A row', shapesOf(ROW_KEYS)), ROW_ID)),
      minProperties: 1,
    },
    required: true,
  },
})
