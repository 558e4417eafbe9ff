/** Settles authorizations through the facilitator that holds the deposits. */
import type { NetworkSpec } from '../../contract.ts'
import type { Clock } from '../../seams.ts'
import { same } from '../evm/mismatch.ts'
import { unavailable } from '../error-codes.ts'
import { storedPayload } from '../signed.ts'
import type { Intent, Settlement, SettlementBackend } from '../settlement.ts'
import type { Payment, Rejection, Requirements, Verdict } from '../payment.ts'
import type { BatchedApi, SettleAnswer, VerifyAnswer } from './api.ts'
import type { Authorization } from './authorization.ts'
import { failed, provedBy, UNSEEN, unknown, useOf, type Sought, type Use } from './outcome.ts'
import { isDoubtful, MESSAGES, rejectionOf } from './reasons.ts'
import { createStandings } from './standing.ts'

/** Dependencies of a backend. `spec` is the network as its chain sees it. */
export interface BatchedBackendParts {
  api: BatchedApi
  spec: NetworkSpec
  clock: Clock
  /** Returns a wallet's deposits. Rejects if the facilitator does not answer. */
  balanceOf(wallet: string): Promise<bigint>
  /** The gateway's own address. */
  origin: string
  /** How long, in ms, to look for a transfer that the facilitator has confirmed. */
  look: number
}

/** How long after its end an authorization without a transfer counts as unused, ms. */
const MARGIN = 60_000
/** Pause between two looks for a transfer, ms. */
const PAUSE = 150

/**
 * The payload as we send it. It is built from the verified values, so that nothing else from the
 * client reaches the facilitator, and it is the same after a restart. The API requires a resource;
 * ours is the gateway, so that the facilitator does not learn which wallet buys which product.
 */
const payloadOf = (
  { origin }: BatchedBackendParts,
  { authorization }: Payment<Authorization>,
  requirements: Requirements,
) => ({
  ...storedPayload(authorization),
  resource: { url: origin, description: 'A call of an API', mimeType: 'application/json' },
  accepted: requirements,
})

const soughtOf = (
  { spec }: BatchedBackendParts,
  payment: Payment<Authorization>,
  requirements: Requirements,
): Sought => ({ payment, requirements, symbol: spec.asset.symbol })

/** Whether the signature has ended, so that it can no longer be settled. */
const isOver = (
  { clock }: BatchedBackendParts,
  { authorization }: Payment<Authorization>,
): boolean => authorization.signedUntil * 1000n + BigInt(MARGIN) <= BigInt(clock.now())

function refusalIn(answer: VerifyAnswer, payer: string): Rejection | undefined {
  if (answer.state === 'valid') return undefined
  return answer.state === 'refused' ? rejectionOf(answer.reason, payer) : unavailable(answer.reason)
}

/**
 * Checks three things at once: that the facilitator accepts the authorization, that its nonce is
 * unused, and that the deposit is large enough. The facilitator's /verify checks only the first.
 */
async function check(
  parts: BatchedBackendParts,
  payment: Payment<Authorization>,
  requirements: Requirements,
): Promise<Verdict> {
  const { api, balanceOf } = parts
  const { from: payer, value } = payment.authorization
  const [answer, use, balance] = await Promise.all([
    api.verify(payloadOf(parts, payment, requirements), requirements),
    useOf(api, soughtOf(parts, payment, requirements)),
    balanceOf(payer).catch(() => undefined),
  ])
  const no = (rejection: Rejection): Verdict => ({ ok: false, rejection })
  if (use.state === 'paid' || use.state === 'spent' || use.state === 'undone')
    return no({
      code: 'PAYMENT_REPLAY',
      message: MESSAGES.used,
      details: 'nonce_already_used',
      payer,
    })
  const refusal = refusalIn(answer, payer)
  if (refusal !== undefined) return no(refusal)
  if (use.state === 'unknown' || balance === undefined)
    return no(unavailable('the facilitator does not say whether the payment is covered'))
  if (balance < value)
    return no({
      code: 'PAYMENT_UNFUNDED',
      message: MESSAGES.unfunded,
      details: 'insufficient_balance',
      payer,
    })
  return { ok: true, payer }
}

/** The meaning of the facilitator's answer to /settle before its transfers are read. */
interface Assessment {
  state: 'accepted' | 'refused' | 'unknown'
  reason: string
  transaction?: string
}

function assess(answer: SettleAnswer, { payment, requirements }: Sought): Assessment {
  if (answer.state !== 'accepted') {
    const { reason } = answer
    return isDoubtful(reason) ? { state: 'unknown', reason } : { state: answer.state, reason }
  }
  const { transaction, network, payer } = answer
  const isOther =
    (payer !== undefined && !same(String(payer), payment.authorization.from)) ||
    network !== requirements.network
  return isOther
    ? { state: 'unknown', reason: 'the facilitator confirmed another payment' }
    : { state: 'accepted', reason: UNSEEN, transaction }
}

/** Waits until a confirmed transfer appears among the transfers. */
async function seen(
  parts: BatchedBackendParts,
  sought: Sought,
  assessment: Assessment,
): Promise<Use> {
  const { api, clock, look } = parts
  const until = clock.now() + (assessment.state === 'accepted' ? look : 0)
  for (;;) {
    const use = await useOf(api, sought)
    const isOpen = use.state === 'unused' || use.state === 'unknown'
    if (!isOpen || clock.now() >= until) return use
    await clock.sleep(PAUSE)
  }
}

/**
 * Sends the payment to /settle. Repeating it is safe, because the facilitator accepts a nonce once.
 * Its answer alone proves nothing: the transfers do.
 */
async function send(
  parts: BatchedBackendParts,
  payment: Payment<Authorization>,
  requirements: Requirements,
): Promise<Settlement> {
  const sought = soughtOf(parts, payment, requirements)
  const answer = await parts.api.settle(payloadOf(parts, payment, requirements), requirements)
  const assessment = assess(answer, sought)
  const use = await seen(parts, sought, assessment)
  const over = isOver(parts, payment)
  const { state, reason, transaction } = assessment
  if (state === 'accepted' && use.state === 'spent')
    return unknown('the facilitator contradicts itself', transaction)
  const proved = provedBy(use, over)
  if (proved !== undefined) return proved
  const isRefused = use.state === 'unused' && state === 'refused' && reason !== 'nonce_already_used'
  return isRefused ? failed(reason, over) : unknown(reason, transaction)
}

/** Finds the outcome of an intent, and settles again with `onIntent` if there is none. */
async function findOut(
  parts: BatchedBackendParts,
  payment: Payment<Authorization>,
  requirements: Requirements,
  how: { intent: Intent; onIntent?: (intent: Intent) => Promise<void> },
): Promise<Settlement> {
  const { transaction } = how.intent
  const use = await useOf(parts.api, soughtOf(parts, payment, requirements))
  const proved = provedBy(use, isOver(parts, payment))
  if (proved !== undefined) return proved
  if (use.state === 'unknown')
    return unknown('the facilitator does not show its transfers', transaction)
  if (how.onIntent === undefined) return unknown(UNSEEN, transaction)
  await how.onIntent({ sentAt: parts.clock.now() })
  return send(parts, payment, requirements)
}

/** Returns why the facilitator does not settle on this chain; undefined if it does. */
async function problemOf({ api, spec }: BatchedBackendParts): Promise<string | undefined> {
  const kinds = await api.supported()
  if (typeof kinds === 'string') return kinds
  const own = kinds
    .map(kind => (kind ?? {}) as Record<string, unknown>)
    .find(({ scheme, network }) => scheme === spec.scheme && network === spec.chain)
  if (own === undefined) return `the facilitator does not settle ${spec.scheme} on ${spec.chain}`
  const { verifyingContract, assets } = (own.extra ?? {}) as Record<string, unknown>
  if (typeof verifyingContract !== 'string' || !same(verifyingContract, spec.contract!))
    return `the facilitator has another contract on ${spec.chain}`
  const isSold = (asset: { address?: unknown } | null): boolean =>
    same(String(asset?.address), spec.asset.address)
  return Array.isArray(assets) && !assets.some(isSold)
    ? `the facilitator does not settle ${spec.asset.symbol} at ${spec.asset.address}`
    : undefined
}

/** Creates the backend of one chain. `health` checks what the facilitator settles there. */
export function createBatchedBackend(parts: BatchedBackendParts): SettlementBackend<Authorization> {
  return {
    proves: true,
    check: (payment, requirements) => check(parts, payment, requirements),
    async settle(payment, requirements, onIntent) {
      await onIntent({ sentAt: parts.clock.now() })
      return send(parts, payment, requirements)
    },
    find: (payment, requirements, intent, onIntent) =>
      findOut(parts, payment, requirements, { intent, onIntent }),
    standing: createStandings(parts.api, parts.clock),
    async health() {
      const problem = await problemOf(parts)
      const details: Record<string, string> =
        problem === undefined ? { facilitator: 'up' } : { facilitator: 'unusable', problem }
      return { ok: problem === undefined, details }
    },
    close: async () => undefined,
  }
}
