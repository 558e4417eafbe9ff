/**
 * Settles through a remote facilitator. Its success counts only once the chain confirms it (if a
 * node is configured), and its failures never prove that a payment failed.
 */
import type { NetworkSpec } from '../../../contract.ts'
import type { Observe } from '../../../observe/types.ts'
import type { Clock } from '../../../seams.ts'
import type { Intent, Requirements, Settlement } from '../../types.ts'
import type { Authorization, Payment, SettlementBackend } from '../types.ts'
import { contractSigned, obstacle, saysUsed } from '../check.ts'
import { createDepths } from '../depth.ts'
import { createNode, type Node } from '../node.ts'
import { createRpc } from '../../rpc.ts'
import type { Note } from '../../public-message.ts'
import { authorizationStatus, UNUSED, type Question } from '../authorization-status.ts'
import { createOwnSigned } from '../wallets.ts'
import { postSettle, postVerify, supportedKind, type Assessment } from '../../facilitator/ask.ts'
import { createFacilitatorClient, type FacilitatorClient } from '../../facilitator/client.ts'

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
  note: Note
  ownSigned(authorization: Authorization): boolean
}

const unknown = (reason: string, transaction?: string): Settlement => ({
  state: 'unknown',
  reason,
  transaction,
})
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

/** Reads a transaction's hash. */
const readHash = (text: string): string | undefined =>
  HASH.test(text) ? text.toLowerCase() : undefined

async function settleOnce(
  parts: Parts,
  payment: Payment,
  requirements: Requirements,
  intent: Intent,
): Promise<Settlement> {
  const how = { timeoutMs: parts.options.settle, read: readHash }
  return proved(parts, payment, intent, await postSettle(parts, { payment, requirements }, how))
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
  const parts: Parts = { client, question, options, clock, note, ownSigned }
  return {
    proves: node !== undefined,
    check: (payment, requirements) => postVerify(parts, { payment, requirements }, options.verify),
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
      const kind = await supportedKind(client, spec, options.supported)
      const details: Record<string, string> =
        typeof kind === 'string'
          ? { facilitator: 'unusable', problem: kind }
          : { facilitator: 'up' }
      return { ok: typeof kind !== 'string', details }
    },
    async close() {
      await Promise.all([parts.client.close(), node?.rpc.close()])
    },
  }
}
