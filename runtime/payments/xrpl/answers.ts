/** Reads the answers of a node. An unexpected answer counts as none. */
import { parseDecimal, type Decimal } from '../../lib/decimal.ts'
import { NodeDown, type Answer } from './socket.ts'

/** A node's status. `age` is the age of its last validated ledger, in seconds. */
export interface NodeStatus {
  validated: number
  age: number
  /** Ranges of ledgers that it holds completely, inclusive. */
  complete: readonly (readonly [number, number])[]
}

/** An account. */
export interface Account {
  sequence: number
  flags: number
  regularKey?: string
  drops: bigint
  /** The account's transfer fee as an issuer: 1,000,000,000 for none. */
  transferRate: bigint
  /** The ledger of this answer. */
  ledger: number
}

/** A trust line, from the side of its holder. */
export interface TrustLine {
  balance: Decimal
  limit: Decimal
  /** The issuer has frozen it: the holder cannot pay with it. */
  isFrozen: boolean
  /** The issuer has frozen it completely: the holder cannot receive on it either. */
  isDeepFrozen: boolean
  /** The issuer has authorised it. */
  isAuthorized: boolean
}

/** A node's knowledge of a transaction. */
export interface Found {
  isValidated: boolean
  ledger?: number
  /** The final result, such as `tesSUCCESS`. */
  result?: string
  delivered?: unknown
}

/** Age in seconds at which a node has lost the network: a ledger takes four. */
const OLD = 30
const HIGH = { freeze: 0x00800000, deep: 0x04000000, auth: 0x00080000 }
const LOW = { freeze: 0x00400000, deep: 0x02000000, auth: 0x00040000 }
const PLAIN_RATE = 1_000_000_000n

/** Throws for an unexpected answer. */
export const strange = (): never => {
  throw new NodeDown('the node sent an unexpected answer')
}

/** Reads an object. */
export const part = (value: unknown): Answer =>
  value !== null && typeof value === 'object' ? (value as Answer) : strange()

/** Reads a whole number. */
export function whole(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : strange()
}

/** Reads ranges such as `5-10,12`. */
function rangesOf(text: unknown): NodeStatus['complete'] {
  if (typeof text !== 'string' || text.length > 10_000) return []
  return text.split(',').flatMap(range => {
    const found = /^(\d{1,10})(?:-(\d{1,10}))?$/.exec(range.trim())
    return found ? [[Number(found[1]), Number(found[2] ?? found[1])] as const] : []
  })
}

/** Reads `server_info`. Throws unless the node serves this network and is up to date. */
export function statusOf(answer: Answer, network: number): NodeStatus {
  const info = part(answer.info)
  const { seq, age } = part(info.validated_ledger)
  // Nodes of the main network may leave out its id, which is 0.
  const id = info.network_id ?? 0
  if (id !== network) throw new NodeDown(`the node serves another network than xrpl:${network}`)
  if (whole(age) > OLD) throw new NodeDown(`the node's last ledger is ${whole(age)} s old`)
  return { validated: whole(seq), age: whole(age), complete: rangesOf(info.complete_ledgers) }
}

/** Reads `account_info`. */
export function accountOf(answer: Answer): Account {
  const { Sequence, Flags, RegularKey, Balance, TransferRate } = part(answer.account_data)
  if (answer.validated !== true || !/^\d{1,20}$/.test(String(Balance))) strange()
  return {
    sequence: whole(Sequence),
    flags: whole(Flags),
    ...(typeof RegularKey === 'string' && { regularKey: RegularKey }),
    drops: BigInt(Balance as string),
    transferRate: TransferRate ? BigInt(whole(TransferRate)) : PLAIN_RATE,
    ledger: whole(answer.ledger_index),
  }
}

/**
 * Reads a trust line. Its balance is stated for its low account, and is negative for the other
 * account.
 */
export function lineOf(answer: Answer, holder: string): TrustLine {
  const { Balance, LowLimit, HighLimit, Flags } = part(answer.node)
  const isLow = part(LowLimit).issuer === holder
  if (!isLow && part(HighLimit).issuer !== holder) strange()
  const balance = parseDecimal(part(Balance).value) ?? strange()
  const limit = parseDecimal(part(isLow ? LowLimit : HighLimit).value) ?? strange()
  const issuer = isLow ? HIGH : LOW
  const has = (flag: number): boolean => (whole(Flags) & flag) !== 0
  return {
    balance: isLow ? balance : { ...balance, digits: -balance.digits },
    limit,
    isFrozen: has(issuer.freeze),
    isDeepFrozen: has(issuer.deep),
    isAuthorized: has(issuer.auth),
  }
}

/** Reads `tx`. */
export function foundOf(answer: Answer, hash: string): Found {
  if (answer.hash !== hash) strange()
  const meta = (answer.meta ?? {}) as Answer
  const { ledger_index: ledger } = answer
  return {
    isValidated: answer.validated === true,
    ...(Number.isSafeInteger(ledger) && { ledger: ledger as number }),
    ...(typeof meta.TransactionResult === 'string' && { result: meta.TransactionResult }),
    delivered: meta.delivered_amount,
  }
}
