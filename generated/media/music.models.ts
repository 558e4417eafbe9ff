// Code generated from catalog/media/music.models.yaml by "npm run generate". DO NOT EDIT.
import type { Row, Table } from '../../runtime/contract.ts'

/** A row of catalog/media/music.models.yaml. */
export interface MusicRow extends Row {
  /** shown in lists */
  readonly name: string
  /** one sentence for lists */
  readonly description: string
  /** the maker, as `owned_by` in lists */
  readonly owner: string
  /** Unix seconds at which it was first on sale */
  readonly created: number
  /** price of a track. In micro-USD. */
  readonly usd: bigint
  /** can sing */
  readonly lyrics: boolean
  /** can make music without a voice */
  readonly instrumental: boolean
  /** the call that makes it */
  readonly upstream: 'vendor_g.music'
  /** the model's name at the upstream */
  readonly upstream_id: string
}

/** Rows of catalog/media/music.models.yaml, for all networks. */
export const musicModels: Table<MusicRow> = {
  name: 'music.models',
  rows: [
    { // catalog/media/music.models.yaml:25
      id: 'vendorG/music-2.5+', aliases: ['vendorG/music-2.5'], name: 'Music 2.5+',
      description: 'Whole songs of about three minutes, sung or instrumental.', owner: 'vendorG',
      created: 1_769_817_600, usd: 150_000n, lyrics: true, instrumental: true,
      upstream: 'vendor_g.music', upstream_id: 'music-2.5+',
    },
  ],
}
