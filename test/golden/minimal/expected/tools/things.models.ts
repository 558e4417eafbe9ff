// Code generated from catalog/tools/things.models.yaml by "npm run generate". DO NOT EDIT.
import type { Row, Table } from '../../runtime/contract.ts'

/** A row of catalog/tools/things.models.yaml. */
export interface ThingsRow extends Row {
  /** price of one. In micro-USD. */
  readonly rate: bigint
  readonly most: number
}

/** Rows of catalog/tools/things.models.yaml, for all networks. */
export const thingsModels: Table<ThingsRow> = {
  name: 'things.models',
  rows: [
    { id: 'small', rate: 10_000n, most: 10 }, // catalog/tools/things.models.yaml:5
    { id: 'large', rate: 50_000n, most: 5 }, // catalog/tools/things.models.yaml:6
  ],
}
