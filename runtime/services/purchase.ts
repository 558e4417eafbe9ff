/**
 * Returns the status of an authorization to a caller who knows its nonce and its payer. After
 * settlement both are public on the chain, so nothing about the request is shown.
 */
import type { Call, Reply, Service } from '../call.ts'
import type { GatewayContext } from '../context.ts'
import { spendVerification } from '../limits/metered.ts'
import { decodeHeader, lapsesAt } from '../payments/header.ts'
import type { Payment, Requirements } from '../payments/payment.ts'
import type { PaymentRecord } from '../payments/record.ts'
import type { PaymentScheme } from '../payments/scheme.ts'
import { refuse, UNSTORED_JSON } from '../replies/answer.ts'

/** The forms of nonces and wallets, of all networks. */
const WORD = /^[0-9A-Za-z]{1,128}$/

/** Answers with the status of an authorization. */
export const purchase: Service = async call => {
  const { nonce = '' } = call.scope.path as { nonce?: string }
  const { payer } = call.scope.query as { payer?: string }
  const keys = keysOf(call.context, nonce, payer)
  if (keys.length === 0) {
    const message =
      'Name an authorization by its nonce and, in ?payer=, the wallet that signed it, as this ' +
      'network writes them.'
    return refuse(call, 'refused', { status: 400, code: 'INVALID_NONCE', message })
  }
  const known = await firstOf(call.context, keys)
  const signed = known === undefined ? await signedOf(call, keys) : undefined
  // A call may have claimed it during verification.
  const record = known ?? (signed && (await firstOf(call.context, keys)))
  if (record !== undefined && !record.transfer) return json(await statusOf(call, record, nonce))
  if (record === undefined && signed !== undefined) return json(quotedOf(signed, nonce))
  const message =
    'No purchase with this authorization is known. With the signed payment in PAYMENT-SIGNATURE ' +
    'the answer says whether it is unused; looking charges nothing.'
  return refuse(call, 'refused', { status: 404, code: 'PURCHASE_NOT_FOUND', message })
}

/** Returns the keys that the authorization may have, one for each of the gateway's offers. */
function keysOf({ offers }: GatewayContext, nonce: string, payer?: string): string[] {
  if (!WORD.test(nonce) || (payer !== undefined && !WORD.test(payer))) return []
  const keyOf = (scheme: PaymentScheme): string | undefined => scheme.keyOf?.(nonce, payer)
  return [...new Set(offers.map(keyOf))].filter(key => key !== undefined)
}

async function firstOf(
  { ledger }: GatewayContext,
  keys: readonly string[],
): Promise<PaymentRecord | undefined> {
  for (const key of keys) {
    const record = await ledger.get(key)
    if (record !== undefined) return record
  }
  return undefined
}

/** A payment that the caller sent along, and its wallet. */
interface Signed {
  payment: Payment
  requirements: Requirements
  payer: string
}

/**
 * Returns the payment that the caller sent along, if it is this authorization and could pay an
 * offer of the gateway now, which proves that the chain has not seen it. It is not claimed, and
 * nothing is stored.
 */
async function signedOf(call: Call, keys: readonly string[]): Promise<Signed | undefined> {
  const { offers, clock } = call.context
  if (call.header === undefined || call.conflict) return undefined
  const decoded = decodeHeader(offers, call.header, clock.now())
  if (!decoded.ok) return undefined
  const { authorization, scheme } = decoded.payment
  if (!keys.includes(authorization.key) || authorization.value <= 0n) return undefined
  const requirements = scheme.requirements(
    authorization.value,
    call.compiled.route.authorization / 1000,
  )
  const verdict = await scheme.verify(decoded.payment, requirements, clock.now())
  spendVerification(call)
  return verdict.ok ? { payment: decoded.payment, requirements, payer: verdict.payer } : undefined
}

/** Returns the status of a payment that was signed and not used. */
function quotedOf({ payment, requirements, payer }: Signed, nonce: string): object {
  const until = lapsesAt(payment.authorization)
  return {
    ...named({ requirements, payer }, nonce, 'quoted'),
    ...(until === undefined ? {} : { valid_until: shown(until) }),
  }
}

/** Returns the members of every status. */
function named(
  { requirements, payer }: Pick<PaymentRecord, 'requirements' | 'payer'>,
  nonce: string,
  status: string,
): object {
  const { network, scheme, asset, amount } = requirements
  return { object: 'purchase', nonce, status, payer, network, scheme, asset, amount }
}

/** Returns the status of a purchase as far as it may be shown. */
async function statusOf(call: Call, first: PaymentRecord, nonce: string): Promise<object> {
  const { certain, record } = await overOrNot(call, first)
  const { lapses } = record
  const status = statusName(record)
  return {
    ...named(record, nonce, status),
    ...(status === 'charged' ? chargeOf(record) : {}),
    ...(lapses === undefined || status === 'charged' ? {} : { valid_until: shown(lapses) }),
    ...(certain && status === 'released' ? proofOf(call, record, nonce) : {}),
  }
}

/** Checks whether it can still be charged. If the chain does not answer, nothing is certain. */
async function overOrNot(
  { context }: Call,
  record: PaymentRecord,
): Promise<{ certain: boolean; record: PaymentRecord }> {
  try {
    return await context.ledger.isOver(record)
  } catch (error) {
    context.observe.log.warn({ err: error }, 'the status of a payment could not be looked up')
    return { certain: false, record }
  }
}

function statusName(record: PaymentRecord): string {
  const { state, mayLand } = record
  if (state === 'claimed') return 'held'
  if (state === 'settling') return 'settling'
  if (state === 'failed' && mayLand) return 'refused'
  return state === 'settled' && isCharged(record) ? 'charged' : 'released'
}

/** Whether a settled record has moved money: not if an earlier payment paid for it, or none. */
function isCharged({ charged, amount, sale, transaction }: PaymentRecord): boolean {
  if (sale?.line?.outcome === 'covered' || !transaction) return false
  return BigInt(charged ?? amount) > 0n
}

function chargeOf(record: PaymentRecord): object {
  const { charged, requirements, transaction, sale, updated } = record
  return {
    charged: charged ?? requirements.amount,
    transaction,
    charged_at: shown(sale?.line?.at ?? updated),
  }
}

/** Returns the signed statement that nothing was charged and never will be. */
function proofOf({ context }: Call, record: PaymentRecord, nonce: string): object {
  const { network, asset, payTo, amount } = record.requirements
  const issuedAt = Math.floor(context.clock.now() / 1000)
  const signature = context.receipts?.sign({
    version: 1,
    statement: 'never-charged',
    network,
    asset,
    payTo,
    payer: record.payer,
    nonce,
    amount,
    issuedAt,
  })
  return signature === undefined ? {} : { proof: { format: 'jws', signature } }
}

const shown = (ms: number): string => new Date(ms).toISOString()

function json(body: object): Reply {
  return { status: 200, headers: UNSTORED_JSON, body: JSON.stringify(body), outcome: 'ok' }
}
