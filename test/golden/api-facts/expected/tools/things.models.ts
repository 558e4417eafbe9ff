// Code generated from catalog/tools/things.models.yaml by "npm run generate". DO NOT EDIT.
import type { Row, Table } from '../../runtime/contract.ts'

/** A row of catalog/tools/things.models.yaml. */
export interface ThingsRow extends Row {
  /** In micro-USD. */
  readonly rate: bigint
  readonly most: number
  /** price by size. In micro-USD. */
  readonly sizes: Readonly<Record<string, bigint>>
  readonly tags: readonly string[]
  readonly kind:
    | 'round' | 'square' | 'hexagonal' | 'triangular' | 'rectangular' | 'octagonal' | 'pentagonal'
}

/** Rows of catalog/tools/things.models.yaml, for all networks. */
export const thingsModels: Table<ThingsRow> = {
  name: 'things.models',
  rows: [
    { // catalog/tools/things.models.yaml:8
      id: 'small', rate: 10_000n, most: 10,
      sizes: { s: 10_000n, m: 20_000n },
      tags: ['a', 'b'], kind: 'round',
    },
    { // catalog/tools/things.models.yaml:9
      id: 'large', aliases: ['big'], rate: 50_000n, most: 5,
      sizes: { m: 50_000n },
      tags: ['b'], kind: 'square',
    },
  ],
}
