/**
 * The facilitator's API (Gateway nanopayments): sends requests and reads answers. Every answer is
 * checked member by member; an answer that does not fit is ignored.
 */
import { parseDecimal, wholeMicro } from '../../lib/decimal.ts'
import { logRefusal } from '../facilitator/ask.ts'
import type { FacilitatorClient, FacilitatorReply } from '../facilitator/client.ts'
import { publicReason } from '../facilitator/reasons.ts'
import type { Note } from '../public-message.ts'
import type { Requirements } from '../payment.ts'

/** Time limits in ms. */
export interface Limits {
  verify: number
  settle: number
  read: number
  /** How long to look for a transfer that the facilitator has confirmed. */
  look: number
}

/** The compared members of a transfer. Addresses and nonce are lower case. */
export interface Transfer {
  id: string
  status: 'received' | 'batched' | 'confirmed' | 'completed' | 'failed'
  token: string
  sendingNetwork: string
  recipientNetwork: string
  fromAddress: string
  toAddress: string
  amount: string
  nonce: string
}

/** The facilitator's answer to /settle. A refusal has a code of its table, or an unknown one. */
export type SettleAnswer =
  | { state: 'accepted'; transaction: string; network: unknown; payer: unknown }
  | { state: 'refused'; reason: string }
  | { state: 'unknown'; reason: string }

/** The facilitator's answer to /verify. */
export type VerifyAnswer =
  | { state: 'valid' }
  | { state: 'refused'; reason: string }
  | { state: 'unknown'; reason: string }

/**
 * The endpoints that payments need. None rejects; undefined or `unknown` means no usable answer.
 */
export interface BatchedApi {
  verify(payload: unknown, requirements: Requirements): Promise<VerifyAnswer>
  settle(payload: unknown, requirements: Requirements): Promise<SettleAnswer>
  /** Returns the transfers of a wallet that used this nonce on a chain. */
  transfers(of: { network: string; from: string; nonce: string }): Promise<Transfer[] | undefined>
  transfer(id: string): Promise<Transfer | undefined>
  /** Returns a wallet's spendable deposits, micro-USD. */
  balance(of: { token: string; domain: number; depositor: string }): Promise<bigint | undefined>
  /** Returns the kinds that the facilitator supports, or why they cannot be read. */
  supported(): Promise<readonly unknown[] | string>
}

/** Dependencies shared by the parts of this kind. */
export interface ApiParts {
  client: FacilitatorClient
  limits: Limits
  /** Logs the facilitator's texts, which callers do not see. */
  note: Note
}

type Fields = Readonly<Record<string, unknown>>

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const STATUSES = new Set(['received', 'batched', 'confirmed', 'completed', 'failed'])
const ADDRESS = /^0x[0-9a-f]{40}$/i
const NONCE = /^0x[0-9a-f]{64}$/i
const AMOUNT = /^\d{1,78}$/
const DECIMAL = /^\d{1,20}(?:\.\d{1,18})?$/
/** Most transfers that are examined in one answer; one wallet's nonce has very few. */
const MOST = 100

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

const matches = (value: unknown, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value)

/** Reads a transfer; undefined if a compared member is missing or malformed. */
function transferOf(value: unknown): Transfer | undefined {
  const fields = fieldsOf(value)
  const { id, status, token, sendingNetwork, recipientNetwork } = fields
  const { fromAddress, toAddress, amount, nonce } = fields
  const isWhole =
    matches(id, UUID) &&
    typeof status === 'string' &&
    STATUSES.has(status.toLowerCase()) &&
    [token, sendingNetwork, recipientNetwork].every(text => typeof text === 'string') &&
    matches(fromAddress, ADDRESS) &&
    matches(toAddress, ADDRESS) &&
    matches(amount, AMOUNT) &&
    matches(nonce, NONCE)
  if (!isWhole) return undefined
  return {
    id: id.toLowerCase(),
    status: status.toLowerCase() as Transfer['status'],
    token: token as string,
    sendingNetwork: sendingNetwork as string,
    recipientNetwork: recipientNetwork as string,
    fromAddress: fromAddress.toLowerCase(),
    toAddress: toAddress.toLowerCase(),
    amount,
    nonce: nonce.toLowerCase(),
  }
}

/** Reads a balance in whole tokens; parts of a micro-USD are dropped. */
function microOf(value: unknown): bigint | undefined {
  const read = matches(value, DECIMAL) ? parseDecimal(value) : undefined
  return read && wholeMicro(read)
}

function settleAnswer(reply: FacilitatorReply): SettleAnswer {
  if (reply.kind !== 'answer') return { state: 'unknown', reason: reply.reason }
  const { success, errorReason, transaction, network, payer } = reply.body
  const otherwise = `the facilitator answered ${reply.status}`
  if (success === true && reply.status < 300) {
    return matches(transaction, UUID)
      ? { state: 'accepted', transaction: transaction.toLowerCase(), network, payer }
      : { state: 'unknown', reason: 'the facilitator named no transfer' }
  }
  const isRefusal = success === false && reply.status < 500
  return { state: isRefusal ? 'refused' : 'unknown', reason: publicReason(errorReason, otherwise) }
}

function verifyAnswer(reply: FacilitatorReply): VerifyAnswer {
  if (reply.kind !== 'answer') return { state: 'unknown', reason: reply.reason }
  const { isValid, invalidReason } = reply.body
  const otherwise = `the facilitator answered ${reply.status}`
  if (reply.status >= 500 || typeof isValid !== 'boolean')
    return { state: 'unknown', reason: otherwise }
  if (isValid) {
    return reply.status < 300 ? { state: 'valid' } : { state: 'unknown', reason: otherwise }
  }
  return { state: 'refused', reason: publicReason(invalidReason, '') }
}

/** Returns the body of an answer with status 200. */
const goodBody = (reply: FacilitatorReply): Fields | undefined =>
  reply.kind === 'answer' && reply.status === 200 ? reply.body : undefined

function transfersOf(reply: FacilitatorReply): Transfer[] | undefined {
  const list = goodBody(reply)?.transfers
  if (!Array.isArray(list) || list.length > MOST) return undefined
  const read = list.map(transferOf)
  // The unreadable transfer might be the one that is sought.
  return read.includes(undefined) ? undefined : (read as Transfer[])
}

function balanceIn(reply: FacilitatorReply, domain: number, depositor: string): bigint | undefined {
  const list = goodBody(reply)?.balances
  if (!Array.isArray(list)) return undefined
  const own = list.map(fieldsOf).find(entry => {
    const isOwn = String(entry.depositor).toLowerCase() === depositor.toLowerCase()
    return isOwn && entry.domain === domain
  })
  return own && microOf(own.balance)
}

/** Creates the API over a client. Paths are below the facilitator's URL. */
export function createBatchedApi(parts: ApiParts): BatchedApi {
  const { client, limits, note } = parts
  const logged = (reply: FacilitatorReply): FacilitatorReply => {
    logRefusal(note, reply)
    return reply
  }
  const read = async (path: string, body: unknown, ms: number): Promise<FacilitatorReply> =>
    logged(await client.read(`v1/${path}`, body, ms))
  const get = async (path: string, query?: Record<string, string>): Promise<FacilitatorReply> =>
    logged(await client.get(`v1/${path}`, limits.read, query))
  const bodyOf = (paymentPayload: unknown, paymentRequirements: Requirements): unknown => ({
    paymentPayload,
    paymentRequirements,
  })
  return {
    verify: async (payload, requirements) =>
      verifyAnswer(await read('x402/verify', bodyOf(payload, requirements), limits.verify)),
    settle: async (payload, requirements) =>
      settleAnswer(
        logged(await client.post('v1/x402/settle', bodyOf(payload, requirements), limits.settle)),
      ),
    transfers: async of => transfersOf(await get('x402/transfers', of)),
    async transfer(id) {
      if (!UUID.test(id)) return undefined
      return transferOf(goodBody(await get(`x402/transfers/${id}`)))
    },
    async balance({ token, domain, depositor }) {
      const body = { token, sources: [{ depositor, domain }] }
      return balanceIn(await read('balances', body, limits.read), domain, depositor)
    },
    async supported() {
      const reply = await get('x402/supported')
      if (reply.kind !== 'answer') return reply.reason
      const { kinds } = reply.body
      return reply.status === 200 && Array.isArray(kinds)
        ? kinds
        : `the facilitator answered ${reply.status}`
    },
  }
}
