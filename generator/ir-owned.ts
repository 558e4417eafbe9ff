/** Types of lowered records, which wallets own, and of transfers, which wallets pay to others. */
import type { Block } from './ir.ts'
import type { Field, Place, Type } from './types.ts'

/** A kind of record. `fields` are the stored ones, `type` is its type in formulas. `keep` in ms. */
export interface RecordIR {
  name: string
  key: string
  owner: string
  lease?: string
  transaction?: string
  keep?: number
  fields: Readonly<Record<string, Field>>
  type: Type
  onRemoved?: { call: string; args?: Block }
  place: Place
}

/** A refusal with a status, a message and perhaps a code. */
export interface RefusalIR {
  status: number
  message: string
  code?: string
}

/** The second authorization of a call. */
export interface TransferIR {
  payload: Block
  to: Block
  micro: Block
  invalid: RefusalIR
  used: RefusalIR
  failed: RefusalIR
  place: Place
}

/** A record that a route reads by its key, or the list of a wallet's records. */
export interface ReadIR {
  name: string
  kind: string
  when: 'request' | 'payer'
  key?: Block
  of?: Block
  /** How many of the list to leave out. */
  skip?: Block
  place: Place
}
