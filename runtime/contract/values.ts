/** Values that everything else is made of. */

/** A JSON value. Members that are `undefined` are left out when it is written. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }

export type Method = 'GET' | 'POST'

/**
 * USD as a decimal text, with the currency: `{ amount: '0.053500', currency: 'USD' }`. A type, so
 * that it can stand where JSON is wanted.
 */
export type Price = { amount: string; currency: string }

/** A row of a models file. Generated tables extend it with their columns. */
export interface Row {
  readonly id: string
  readonly aliases?: readonly string[]
}

/** A models file as generated: every row, whatever the network. */
export interface Table<R extends Row = Row> {
  readonly name: string
  readonly rows: readonly R[]
}

/** A table as one gateway sells it. Made by the runtime at start (`runtime/lib/models.ts`). */
export interface Models<R extends Row = Row> {
  /** The row of an id or alias, ignoring case. */
  get(id: string | undefined): R | undefined
  readonly ids: readonly string[]
  readonly rows: readonly R[]
}
