/** The keys of fetched tables, whose rows come from an upstream. */
import { named, text } from '../shape/schema.ts'
import { keysOf } from './key.ts'
import { shapeOnly } from './shared.ts'

/** A table of `fetched/`. */
export const FETCHED_KEYS = keysOf({
  from: {
    kind: 'text',
    about: 'The call that gives the rows: a GET that reads no request',
    example: 'from: bank.rates',
    shape: {
      pattern: '^[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*$',
      patternErrorMessage: 'upstream.call',
    },
    required: true,
  },
  with: {
    kind: 'other',
    about: 'Values for what the call `takes`',
    example: 'with: { group: metals }',
    shape: { type: 'object' },
  },
  rows: {
    kind: 'text',
    about: 'The member of what the call gives that is the list of rows',
    example: 'rows: rates',
    note: '`give` of the call says where it stands in the reply, and can rename or leave out rows.',
    required: true,
  },
  key: {
    kind: 'text',
    about: 'The column by which rows are looked up',
    example: 'key: currency',
    required: true,
  },
  columns: {
    kind: 'other',
    about: 'Columns by name: string, integer, number, boolean, json, usd, or choices; ! is needed',
    example: 'columns: { currency: string!, usd: usd! }',
    note:
      'A row that lacks a needed column, or has a value of another type, is left out; so is the ' +
      'second row with the same key. `usd` is an amount with up to 12 decimals, and not negative.',
    shape: { ...shapeOnly(named('', text('A type, e.g. string!'))), minProperties: 1 },
    required: true,
  },
  every: {
    kind: 'duration',
    about: 'How long a copy is fresh; an older one is fetched again, once something asks for it',
    example: 'every: 10m',
    required: true,
  },
  at_most: {
    kind: 'duration',
    about: 'How old a copy may be that is still used, while it cannot be fetched',
    example: 'at_most: 24h',
    note: 'Without such a copy, calls that need the table get `busy` (503), and pay nothing.',
    required: true,
  },
  most: {
    kind: 'count',
    about: 'The most rows; a longer list counts as a failure. 10000 unless written',
    least: 1,
    example: 'most: 500',
  },
})
