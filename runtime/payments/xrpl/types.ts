/** The types of payments by signed transactions of the XRP Ledger. */
import type * as base from '../payment.ts'

/** An amount of an issued currency. */
export interface IssuedAmount {
  currency: string
  issuer: string
  value: string
}

/** The fields of a transaction, as the ledger's binary format holds them. Not checked yet. */
export type Fields = Readonly<Record<string, unknown>>

/** A decoded Payment transaction and its signature. */
export interface Authorization extends base.Authorization {
  /** Hash of the signed transaction: upper-case hex. */
  transaction: string
  /** The signed transaction: upper-case hex. */
  blob: string
  fields: Fields
}

/** A payment by a signed transaction. */
export type Payment = base.Payment<Authorization>
