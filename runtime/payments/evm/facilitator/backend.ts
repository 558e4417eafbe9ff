/**
 * Settles through a remote facilitator. Its success counts only once the chain confirms it (if a
 * node is configured), and its failures never prove that a payment failed.
 */
import type { NetworkSpec } from '../../../contract.ts'
import type { Observe } from '../../../observe/types.ts'
import type { Clock } from '../../../seams.ts'
import type { Intent, Requirements, Settlement, Verdict } from '../../types.ts'
import type { Authorization, Payment, SettlementBackend } from '../types.ts'
import { contractSigned, obstacle, saysUsed } from '../check.ts'
import { createDepths } from '../depth.ts'
import { unavailable } from '../error-codes.ts'
import { createNode, type Node } from '../node.ts'
import { createRpc } from '../rpc.ts'
import type { Note } from '../public-message.ts'
import { authorizationStatus, UNUSED, type Question } from '../authorization-status.ts'
import { createOwnSigned } from '../wallets.ts'
import {
  createFacilitatorClient,
  type FacilitatorClient,
  type FacilitatorReply,
} from '../../facilitator/client.ts'
import { publicReason } from '../../facilitator/public-reason.ts'
import { rejectionOf } from './reasons.ts'

/** The facilitator's address, and optionally a node that shows what it did. Times are ms. */
export interface FacilitatorSettings {
  spec: NetworkSpec
  payTo: string
  url: string
  headers?: Record<string, string>
  /** URL of a node. Without one, only the facilitator knows the result of a doubtful settlement. */
  rpcUrl?: string
  clock: Clock
  /** Logs the texts of the node and the facilitator. */
  observe?: Pick<Observe, 'log'>
  options?: Partial<FacilitatorOptions>
}

/** Time limits in ms, and how many blocks confirm a transaction. */
export interface FacilitatorOptions {
  verify: number
  settle: number
  supported: number
  confirmations: number
  look: number
}

const DEFAULTS: FacilitatorOptions = {
  verify: 10_000,
  settle: 60_000,
  supported: 5000,
  confirmations: 1,
  look: 3000,
}
const HASH = /^0x[0-9a-fA-F]{64}$/

interface Parts {
  client: FacilitatorClient
  question?: Question
  options: FacilitatorOptions
  clock: Clock
  spec: NetworkSpec
  note: Note
  ownSigned(authorization: Authorization): boolean
}

/** Logs the facilitator's own reason for a refusal; callers see only codes. */
function logRefusal({ note }: Parts, reply: FacilitatorReply): FacilitatorReply {
  if (reply.kind !== 'answer') return reply
  const { invalidReason, invalidMessage, errorReason, errorMessage } = reply.body
  const reasons = [invalidReason, invalidMessage, errorReason, errorMessage].filter(
    text => typeof text === 'string' && text !== '',
  )
  if (reasons.length > 0)
    note('the facilitator refused', {
      status: reply.status,
      reason: reasons.join(': ').slice(0, 1000),
    })
  return reply
}

const unknown = (reason: string, transaction?: string): Settlement => ({
  state: 'unknown',
  reason,
  transaction,
})
const bodyOf = (payment: Payment, requirements: Requirements): unknown => ({
  x402Version: 2,
  paymentPayload: payment.payload,
  paymentRequirements: requirements,
})

function verdictOf(reply: FacilitatorReply, payer: string): Verdict {
  if (reply.kind !== 'answer') return { ok: false, rejection: unavailable(reply.reason) }
  if (reply.body.isValid === true) return { ok: true, payer }
  if (reply.body.isValid === false && reply.status < 500)
    return { ok: false, rejection: rejectionOf(reply.body, payer) }
  return { ok: false, rejection: unavailable(`the facilitator answered ${reply.status}`) }
}

/**
 * The facilitator's answer to /settle. A success without a transaction proves nothing. A refusal
 * never proves a failure: the facilitator may refuse a payment that is already pending, and it
 * still holds the valid authorization.
 */
interface Assessment {
  state: 'landed' | 'refused' | 'unknown'
  /** The reason that callers may see. */
  reason: string
  transaction?: string
}

function assess(reply: FacilitatorReply): Assessment {
  if (reply.kind !== 'answer') return { state: 'unknown', reason: reply.reason }
  const { success, errorReason, transaction } = reply.body
  const hash =
    typeof transaction === 'string' && HASH.test(transaction)
      ? transaction.toLowerCase()
      : undefined
  const code = typeof errorReason === 'string' ? errorReason.slice(0, 200) : ''
  const reason = publicReason(code, `the facilitator answered ${reply.status}`)
  if (success === true && reply.status < 300)
    return {
      state: hash ? 'landed' : 'unknown',
      reason: 'the chain does not show the settlement yet',
      transaction: hash,
    }
  const isRefusal = success === false && reply.status < 500
  return { state: isRefusal ? 'refused' : 'unknown', reason, transaction: hash }
}

/**
 * The result for a refused authorization that is unused and valid. It is a failure only if the
 * chain also says that the transfer would fail now, for instance because the wallet has no money;
 * it may then still land later. Otherwise it is unknown until the authorization is used or expires.
 */
async function resultOfRefusal(
  parts: Parts,
  { authorization }: Payment,
  assessment: Assessment,
): Promise<Settlement> {
  const { question, ownSigned } = parts
  const undecided = unknown(assessment.reason, assessment.transaction)
  if (!question || assessment.state !== 'refused') return undecided
  const plain = ownSigned(authorization)
  const reason = await obstacle(question.node, authorization, plain).catch(() => undefined)
  if (reason === undefined || saysUsed(reason)) return undecided
  return { state: 'failed', reason: assessment.reason, mayLand: true }
}

/**
 * Checks the facilitator's answer against the chain. Our node may be slightly behind the
 * facilitator's.
 */
async function proved(
  parts: Parts,
  payment: Payment,
  intent: Intent,
  assessment: Assessment,
): Promise<Settlement> {
  const { question, clock, options } = parts
  const { transaction = intent.transaction } = assessment
  if (!question) {
    const isLanded = assessment.state === 'landed' && transaction !== undefined
    return isLanded ? { state: 'landed', transaction } : unknown(assessment.reason, transaction)
  }
  const until = clock.now() + (assessment.state === 'landed' ? options.look : 0)
  let found: Settlement = { state: 'unknown', reason: assessment.reason, transaction }
  for (;;) {
    found = await authorizationStatus(question, payment.authorization, {
      ...intent,
      transaction,
    }).catch((error: unknown) => unknown(question.node.report(error), transaction))
    if (found.state !== 'unknown') return found
    if (clock.now() >= until) break
    await clock.sleep(200)
  }
  if (found.reason === UNUSED) return resultOfRefusal(parts, payment, assessment)
  return { ...found, reason: `${assessment.reason}; ${found.reason}` }
}

const postSettle = async (
  parts: Parts,
  payment: Payment,
  requirements: Requirements,
): Promise<Assessment> =>
  assess(
    logRefusal(
      parts,
      await parts.client.post('settle', bodyOf(payment, requirements), parts.options.settle),
    ),
  )

async function settleOnce(
  parts: Parts,
  payment: Payment,
  requirements: Requirements,
  intent: Intent,
): Promise<Settlement> {
  return proved(parts, payment, intent, await postSettle(parts, payment, requirements))
}

/**
 * Finds the result of a settlement. With a node, the chain decides. While the chain shows nothing,
 * the same payment is sent to /settle again. The protocol allows that, and the token's nonce makes
 * it harmless.
 */
async function findOut(
  parts: Parts,
  payment: Payment,
  requirements: Requirements,
  intent: Intent,
): Promise<Settlement> {
  const { question, clock } = parts
  if (question) {
    const found = await authorizationStatus(question, payment.authorization, intent).catch(
      (error: unknown) => unknown(question.node.report(error), intent.transaction),
    )
    if (found.state !== 'unknown' || found.reason !== UNUSED) return found
  }
  if (payment.authorization.validBefore * 1000n <= BigInt(clock.now())) {
    return unknown(
      'the authorization has lapsed; the chain must show whether it was used',
      intent.transaction,
    )
  }
  return settleOnce(parts, payment, requirements, intent)
}

/**
 * Checks whether the facilitator settles this scheme on this network. Returns the problem, or
 * undefined.
 */
async function supports({ client, options, spec }: Parts): Promise<string | undefined> {
  const reply = await client.get('supported', options.supported)
  if (reply.kind !== 'answer') return reply.reason
  const kinds = Array.isArray(reply.body.kinds)
    ? (reply.body.kinds as { x402Version?: unknown; scheme?: unknown; network?: unknown }[])
    : []
  const fits = kinds.some(
    kind =>
      kind?.x402Version === 2 &&
      kind.scheme === spec.scheme &&
      (kind.network === spec.chain || kind.network === `${spec.chain.split(':')[0]}:*`),
  )
  return fits ? undefined : `the facilitator does not settle ${spec.scheme} on ${spec.chain}`
}

const noteOf =
  ({ observe, spec }: FacilitatorSettings): Note =>
  (event, facts) =>
    observe?.log.warn({ chain: spec.chain, ...facts }, event)

function nodeOf(settings: FacilitatorSettings): Node | undefined {
  const { rpcUrl, spec, payTo } = settings
  return rpcUrl
    ? createNode(createRpc({ url: rpcUrl }), spec, { from: payTo, note: noteOf(settings) })
    : undefined
}

/**
 * Creates the settlement backend of a remote facilitator. `health` checks that the facilitator
 * answers and supports what this gateway sells.
 */
export function createFacilitatorBackend(settings: FacilitatorSettings): SettlementBackend {
  const { spec, clock } = settings
  const options = { ...DEFAULTS, ...settings.options }
  const node = nodeOf(settings)
  const depths = node && createDepths(node, clock, options.confirmations)
  const { confirmations } = options
  const question = node && { node, token: spec.asset.address, confirmations, landed: depths?.note }
  const client = createFacilitatorClient(settings.url, settings.headers)
  const note = noteOf(settings)
  const ownSigned = createOwnSigned(spec)
  const parts: Parts = { client, question, options, clock, spec, note, ownSigned }
  return {
    proves: node !== undefined,
    check: async (payment, requirements) =>
      verdictOf(
        logRefusal(
          parts,
          await parts.client.post('verify', bodyOf(payment, requirements), options.verify),
        ),
        payment.authorization.from,
      ),
    async settle(payment, requirements, onIntent) {
      const intent: Intent = { sentAt: clock.now() }
      await onIntent(intent)
      return settleOnce(parts, payment, requirements, intent)
    },
    find: (payment, requirements, intent) => findOut(parts, payment, requirements, intent),
    standing: depths?.standing,
    contractSigned:
      node && ((from, hash, signature) => contractSigned(node, from, hash, signature)),
    async health() {
      const text = await supports(parts)
      const details: Record<string, string> =
        text === undefined ? { facilitator: 'up' } : { facilitator: 'unusable', problem: text }
      return { ok: text === undefined, details }
    },
    async close() {
      await Promise.all([parts.client.close(), node?.rpc.close()])
    },
  }
}
