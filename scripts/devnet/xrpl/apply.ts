/**
 * Applies transactions to a state, with the result codes of rippled. Codes that begin with `tes` or
 * `tec` are final and cost the fee; all others leave the state as it is.
 */
import { deriveAddress } from 'xrpl'
import {
  lineKey,
  unitsOf,
  valueOf,
  withFee,
  withoutFee,
  type Account,
  type IssuedAmount,
  type State,
} from './state.ts'

/** The fields of a transaction that the model looks at. */
export interface Transaction {
  TransactionType: string
  Account: string
  Destination?: string
  DestinationTag?: number
  Amount?: string | IssuedAmount
  SendMax?: string | IssuedAmount
  Fee: string
  Flags?: number
  Sequence: number
  TicketSequence?: number
  TicketCount?: number
  LastLedgerSequence?: number
  NetworkID?: number
  SigningPubKey: string
}

/** The ledger that is being built, and its network. */
export interface Building {
  index: number
  networkId: number
}

/** What became of a transaction. */
export interface Applied {
  code: string
  delivered?: string | IssuedAmount
}

/** Flags of accounts and of transactions. */
export const FLAGS = {
  disabledMaster: 0x00100000,
  wantsTag: 0x00020000,
  partialPayment: 0x00020000,
}
const BASE_FEE = 10n
const LARGEST_UNSIGNED_NETWORK = 1024

/** Whether a result is final. */
export const isFinal = (code: string): boolean => /^te[sc]/.test(code)

function networkCode({ NetworkID }: Transaction, { networkId }: Building): string | undefined {
  if (networkId <= LARGEST_UNSIGNED_NETWORK)
    return NetworkID === undefined ? undefined : 'telNETWORK_ID_MAKES_TX_NON_CANONICAL'
  if (NetworkID === undefined) return 'telREQUIRES_NETWORK_ID'
  return NetworkID === networkId ? undefined : 'telWRONG_NETWORK'
}

const isPositive = (amount: string | IssuedAmount | undefined): boolean =>
  typeof amount === 'object' ? unitsOf(amount.value) > 0n : BigInt(amount ?? 0) > 0n

/** The mistake in the transaction itself, in any ledger. */
function malformedCode(tx: Transaction, building: Building): string | undefined {
  if (tx.TicketSequence !== undefined && tx.Sequence !== 0) return 'temSEQ_AND_TICKET'
  if (tx.TransactionType === 'Payment') {
    if (!isPositive(tx.Amount) || (tx.SendMax && !isPositive(tx.SendMax))) return 'temBAD_AMOUNT'
    if (tx.Account === tx.Destination) return 'temREDUNDANT'
  }
  return networkCode(tx, building)
}

function placeCode(tx: Transaction, account: Account): string | undefined {
  const { Sequence, TicketSequence: ticket } = tx
  if (ticket === undefined) {
    if (Sequence === account.sequence) return undefined
    return Sequence < account.sequence ? 'tefPAST_SEQ' : 'terPRE_SEQ'
  }
  if (account.tickets.has(ticket)) return undefined
  return ticket < account.sequence ? 'tefNO_TICKET' : 'terPRE_TICKET'
}

function keyCode(tx: Transaction, account: Account): string | undefined {
  const signer = deriveAddress(tx.SigningPubKey)
  if (signer === account.regularKey) return undefined
  if (signer !== tx.Account) return 'tefBAD_AUTH'
  return account.flags & FLAGS.disabledMaster ? 'tefMASTER_DISABLED' : undefined
}

/** Why the transaction cannot be part of this ledger. */
function refusal(state: State, tx: Transaction, building: Building): string | undefined {
  const account = state.accounts.get(tx.Account)
  const malformed = malformedCode(tx, building)
  if (malformed !== undefined || !account) return malformed ?? 'terNO_ACCOUNT'
  const late = (tx.LastLedgerSequence ?? Infinity) < building.index
  return (
    placeCode(tx, account) ??
    keyCode(tx, account) ??
    (late ? 'tefMAX_LEDGER' : undefined) ??
    (BigInt(tx.Fee) < BASE_FEE ? 'telINSUF_FEE_P' : undefined) ??
    (account.drops < BigInt(tx.Fee) ? 'terINSUF_FEE_B' : undefined)
  )
}

function usePlace(tx: Transaction, account: Account): void {
  account.drops -= BigInt(tx.Fee)
  if (tx.TicketSequence === undefined) account.sequence += 1
  else account.tickets.delete(tx.TicketSequence)
}

/** Pays drops. */
function payDrops(from: Account, to: Account, amount: string): Applied {
  const drops = BigInt(amount)
  if (from.drops < drops) return { code: 'tecUNFUNDED_PAYMENT' }
  from.drops -= drops
  to.drops += drops
  return { code: 'tesSUCCESS', delivered: amount }
}

/** Pays an issued currency between two trust lines of its issuer. */
function payIssued(state: State, tx: Transaction, amount: IssuedAmount): Applied {
  const from = state.lines.get(lineKey(tx.Account, amount))
  const to = state.lines.get(lineKey(tx.Destination!, amount))
  const max = typeof tx.SendMax === 'object' ? tx.SendMax : amount
  if (!from || !to || from.isFrozen || max.issuer !== amount.issuer) return { code: 'tecPATH_DRY' }
  const issuer = state.accounts.get(amount.issuer)
  const most = [unitsOf(max.value), from.balance].reduce((a, b) => (a < b ? a : b))
  const room = to.limit - to.balance
  const possible = [withoutFee(most, issuer), room].reduce((a, b) => (a < b ? a : b))
  const asked = unitsOf(amount.value)
  const isPartial = ((tx.Flags ?? 0) & FLAGS.partialPayment) !== 0
  if (possible <= 0n) return { code: 'tecPATH_DRY' }
  if (possible < asked && !isPartial) return { code: 'tecPATH_PARTIAL' }
  const units = possible < asked ? possible : asked
  from.balance -= withFee(units, issuer)
  to.balance += units
  return { code: 'tesSUCCESS', delivered: { ...amount, value: valueOf(units) } }
}

function pay(state: State, tx: Transaction, from: Account): Applied {
  const to = state.accounts.get(tx.Destination!)
  if (!to) return { code: 'tecNO_DST' }
  if (to.flags & FLAGS.wantsTag && tx.DestinationTag === undefined)
    return { code: 'tecDST_TAG_NEEDED' }
  const { Amount } = tx
  return typeof Amount === 'object' ? payIssued(state, tx, Amount) : payDrops(from, to, Amount!)
}

/** Creates tickets, which are places that the account can use later, in any order. */
function createTickets(account: Account, count: number): Applied {
  for (let i = 0; i < count; i++) account.tickets.add(account.sequence++)
  return { code: 'tesSUCCESS' }
}

/** Applies a transaction to the ledger that is being built. */
export function apply(state: State, tx: Transaction, building: Building): Applied {
  const code = refusal(state, tx, building)
  if (code !== undefined) return { code }
  const account = state.accounts.get(tx.Account)!
  usePlace(tx, account)
  if (tx.TransactionType === 'Payment') return pay(state, tx, account)
  if (tx.TransactionType === 'TicketCreate') return createTickets(account, tx.TicketCount ?? 1)
  return { code: 'tesSUCCESS' }
}
