/** Checks a payment's transaction against the ledger. */
import { deriveAddress } from 'xrpl'
import type { NetworkSpec } from '../../contract.ts'
import type { Rejection, Requirements } from '../payment.ts'
import {
  addDecimals,
  compareDecimals,
  fromMicro,
  multiplyDecimals,
  parseDecimal,
  type Decimal,
} from '../../lib/decimal.ts'
import { invalid } from '../header.ts'
import type { Account, TrustLine } from './answers.ts'
import type { Node } from './node.ts'
import { expired, unfunded, used } from './rejections.ts'
import { unavailable } from '../error-codes.ts'
import type { Authorization, IssuedAmount } from './types.ts'

/**
 * Seconds per ledger: the longest, to compute a window, and the shortest, to compute what remains.
 */
const SLOWEST = 5
const FASTEST = 3
/** Ledgers by which a window may be longer. */
const TOLERANCE = 2
/** The longest range in which a node looks for a transaction, in ledgers. */
const MOST_LEDGERS = 990
/** Flags of accounts. */
const DISABLED_MASTER = 0x00100000
const REQUIRES_TAG = 0x00020000
const WANTS_PERMISSION = 0x01000000
const GLOBAL_FREEZE = 0x00400000
const WANTS_AUTHORIZATION = 0x00040000

/** Returns the last ledger of a transaction. The rules have checked that it is a number. */
export const lastLedger = ({ fields }: Authorization): number => fields.LastLedgerSequence as number

/** Returns how many ledgers ahead a transaction may end. */
export const windowOf = ({ maxTimeoutSeconds }: Requirements): number =>
  Math.min(Math.ceil(maxTimeoutSeconds / SLOWEST) + TOLERANCE, MOST_LEDGERS)

/** Returns how long a transaction stays valid at least after a validated ledger, in ms. */
export const remaining = (authorization: Authorization, validated: number): number =>
  (lastLedger(authorization) - validated) * FASTEST * 1000

/** Checks when a transaction ends. `slack` is how long, in ms, it must stay valid. */
function checkWindow(
  authorization: Authorization,
  required: Requirements,
  { validated, slack }: { validated: number; slack: number },
): Rejection | undefined {
  const { from } = authorization
  const last = lastLedger(authorization)
  const ledgers = `LastLedgerSequence is ${last}, the last validated ledger is ${validated}`
  if (last <= validated || remaining(authorization, validated) < slack)
    return expired(from, ledgers)
  if (last <= validated + windowOf(required)) return undefined
  return invalid(`${ledgers}; at most ${windowOf(required)} more are accepted`, from).rejection
}

/** An account that does not exist: only its own key signs for it. */
const NO_ACCOUNT = { flags: 0 } as const

/** Checks that the key that signed may sign for the account. */
function checkKey(
  authorization: Authorization,
  account: Pick<Account, 'regularKey' | 'flags'>,
): Rejection | undefined {
  const { from, fields } = authorization
  const signer = deriveAddress(fields.SigningPubKey as string)
  if (signer === account.regularKey) return undefined
  if (signer === from && (account.flags & DISABLED_MASTER) === 0) return undefined
  return invalid('the key that signed is not authorised for the account', from).rejection
}

/** Checks that this transaction can be the account's next one. */
async function checkPlace(
  node: Node,
  { from, fields }: Authorization,
  account: Account,
): Promise<Rejection | undefined> {
  const { Sequence, TicketSequence } = fields
  if (TicketSequence !== undefined) {
    const ticket = TicketSequence as number
    if (await node.hasTicket(from, ticket)) return undefined
    return used(from, `the account has no ticket ${ticket}`)
  }
  if (Sequence === account.sequence) return undefined
  const details = `Sequence is ${Sequence as number}, the account's next one is ${account.sequence}`
  if ((Sequence as number) < account.sequence) return used(from, details)
  return invalid(details, from).rejection
}

/** The recipient, and the issuer of its asset. */
interface Recipient {
  to?: TrustLine
  recipient?: Account
  issuer?: Account
}

/** All values that decide whether the money can move. */
interface Money extends Recipient {
  payer: Account
  from?: TrustLine
}

/** Returns what the wallet must hold: the amount, and the issuer's transfer fee. */
function neededFor({ value }: Authorization, { transferRate }: Account): Decimal {
  return multiplyDecimals(fromMicro(value), { digits: transferRate, scale: 9 })
}

function checkPayer(
  authorization: Authorization,
  { payer, from: line, issuer }: Money & { issuer: Account },
): Rejection | undefined {
  const { from, fields } = authorization
  if (!line) return unfunded(from, 'the wallet has no trust line for the asset')
  if (line.isFrozen || line.isDeepFrozen) return unfunded(from, 'the issuer has frozen the wallet')
  const needed = neededFor(authorization, issuer)
  if (compareDecimals(line.balance, needed) < 0)
    return unfunded(from, 'the balance is less than the amount')
  const most = parseDecimal((fields.SendMax as IssuedAmount).value)
  if (!most || compareDecimals(most, needed) < 0)
    return invalid('SendMax does not cover the fee of the issuer', from).rejection
  if (payer.drops < BigInt(fields.Fee as string))
    return unfunded(from, 'the balance of XRP is less than the fee')
  return undefined
}

/** Returns why an account cannot be paid this amount; undefined if it can. */
function recipientProblem(
  { to, recipient, issuer }: Recipient,
  value: Decimal,
): string | undefined {
  if (!issuer || (issuer.flags & GLOBAL_FREEZE) !== 0) return 'the issuer has frozen the asset'
  if (!recipient) return 'the account that is paid does not exist'
  if ((recipient.flags & REQUIRES_TAG) !== 0) return 'the account that is paid requires a tag'
  if ((recipient.flags & WANTS_PERMISSION) !== 0)
    return 'the account that is paid takes payments with its permission only'
  if (!to) return 'the account that is paid has no trust line for the asset'
  if (to.isDeepFrozen) return 'the issuer has frozen the account that is paid'
  if ((issuer.flags & WANTS_AUTHORIZATION) !== 0 && !to.isAuthorized)
    return 'the issuer has not authorised the account that is paid'
  return compareDecimals(addDecimals(to.balance, value), to.limit) > 0
    ? 'the trust line of the account that is paid is full'
    : undefined
}

/** Returns why an account cannot be paid an amount of micro-USD; undefined if it can. */
export async function recipientFault(
  node: Node,
  { asset }: NetworkSpec,
  { payTo, amount }: { payTo: string; amount: bigint },
): Promise<string | undefined> {
  const [recipient, to, issuer] = await Promise.all([
    node.account(payTo),
    node.line(payTo),
    node.account(asset.issuer!),
  ])
  return recipientProblem({ recipient, to, issuer }, fromMicro(amount))
}

/** A payment whose signed part was checked, and how long it must stay valid, in ms. */
export interface Checked {
  authorization: Authorization
  required: Requirements
  slack: number
}

/**
 * Checks that the account exists, that it signed, and that the transaction ends neither too soon
 * nor too late. Returns the account and the last validated ledger.
 */
export async function checkIdentity(
  node: Node,
  { authorization, required, slack }: Checked,
): Promise<Rejection | { payer: Account; validated: number }> {
  const { from } = authorization
  const [{ validated }, payer] = await Promise.all([node.status(), node.account(from)])
  // First, because the other rejections name the account as the one that signed.
  const unsigned = checkKey(authorization, payer ?? NO_ACCOUNT)
  if (unsigned !== undefined) return unsigned
  if (payer === undefined) return unfunded(from, 'the account does not exist')
  return checkWindow(authorization, required, { validated, slack }) ?? { payer, validated }
}

/** Checks that the transaction's place is free, and that its money can move now. */
export async function checkMoney(
  node: Node,
  spec: NetworkSpec,
  { authorization, required, payer }: Omit<Checked, 'slack'> & { payer: Account },
): Promise<Rejection | undefined> {
  const { from, value } = authorization
  const [place, fromLine, to, recipient, issuer] = await Promise.all([
    checkPlace(node, authorization, payer),
    node.line(from),
    node.line(required.payTo),
    node.account(required.payTo),
    node.account(spec.asset.issuer!),
  ])
  if (place) return place
  const money: Money = { payer, from: fromLine, to, recipient, issuer }
  const problem = recipientProblem(money, fromMicro(value))
  // The caller is not at fault, and the same payment works once this is fixed.
  if (problem !== undefined) return unavailable(problem)
  return checkPayer(authorization, { ...money, issuer: issuer! })
}
