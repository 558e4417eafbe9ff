/**
 * Settles through a remote facilitator. Its success counts only once the chain confirms it (if a
 * node is configured), and its failures never prove that a payment failed.
 */
import type { NetworkSpec } from '../../../contract.ts'
import type { Observe } from '../../../observe/types.ts'
import type { Clock } from '../../../seams.ts'
import type { Intent, Settlement } from '../../settlement.ts'
import type { Requirements } from '../../payment.ts'
import type { Authorization, Payment, SettlementBackend } from '../types.ts'
import { contractSigned, obstacle } from '../check.ts'
import { createDepths } from '../depth.ts'
import { eip3009 } from '../eip3009.ts'
import { unknown, type Question } from '../landing.ts'
import { createNode, type Node } from '../node.ts'
import { createRpc } from '../../rpc.ts'
import type { Note } from '../../public-message.ts'
import { saysUsed } from '../revert.ts'
import { authorizationStatus, UNUSED } from '../authorization-status.ts'
import type { Transfer, TransferMethod } from '../transfer-method.ts'
import { isOwnSigned } from '../wallets.ts'
import {
  postSettle,
  postVerify,
  supportedKind,
  type Assessment,
  type SupportedKind,
} from '../../facilitator/ask.ts'
import { createFacilitatorClient, type FacilitatorClient } from '../../facilitator/client.ts'

/** The facilitator's address, and optionally a node that shows what it did. Times are ms. */
export interface FacilitatorSettings<A extends Authorization = Authorization> {
  spec: NetworkSpec
  /** How the authorizations move money; default: by the token itself (EIP-3009). */
  method?: TransferMethod<A>
  /** Returns the payload that the facilitator gets; default: the one that was sent. */
  payloadOf?(payment: Payment<A>): unknown
  /** Reads the facilitator's entry of /supported; returns its fault, or undefined. */
  readKind?(kind: SupportedKind): string | undefined
  payTo: string
  url: string
  headers?: Record<string, string>
  /** URL of a node. Without it, only the facilitator knows the result of a doubtful settlement. */
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
}

/** A payment as sent to the facilitator, and the transfer that the chain must show. */
interface Ordered {
  payment: Payment
  requirements: Requirements
  transfer: Transfer
}

/**
 * Returns the result for a refused authorization that is unused and valid. It is a failure only if
 * the chain also says that the transfer would fail now, for instance because the wallet has no
 * money; it may then still land later. Otherwise it is unknown until the authorization is used or
 * expires.
 */
async function resultOfRefusal(
  parts: Parts,
  transfer: Transfer,
  assessment: Assessment,
): Promise<Settlement> {
  const { question } = parts
  const undecided = unknown(assessment.reason, assessment.transaction)
  if (!question || assessment.state !== 'refused') return undecided
  const reason = await obstacle(question.node, transfer).catch(() => undefined)
  if (reason === undefined || saysUsed(reason)) return undecided
  return { state: 'failed', reason: assessment.reason, mayLand: true }
}

/**
 * Checks the facilitator's answer against the chain. Our node may be slightly behind the
 * facilitator's.
 */
async function proved(
  parts: Parts,
  transfer: Transfer,
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
  let found: Settlement = unknown(assessment.reason, transaction)
  for (;;) {
    found = await authorizationStatus(question, transfer, { ...intent, transaction }).catch(
      (error: unknown) => unknown(question.node.report(error), transaction),
    )
    if (found.state !== 'unknown') return found
    if (clock.now() >= until) break
    await clock.sleep(200)
  }
  if (found.reason === UNUSED) return resultOfRefusal(parts, transfer, assessment)
  return { ...found, reason: `${assessment.reason}; ${found.reason}` }
}

/** Reads a transaction's hash. */
const readHash = (text: string): string | undefined =>
  HASH.test(text) ? text.toLowerCase() : undefined

async function settleOnce(parts: Parts, ordered: Ordered, intent: Intent): Promise<Settlement> {
  const how = { timeoutMs: parts.options.settle, read: readHash }
  return proved(parts, ordered.transfer, intent, await postSettle(parts, ordered, how))
}

/**
 * Finds the result of a settlement. With a node, the chain decides. While the chain shows nothing,
 * the same payment is sent to /settle again, unless another process settles it or it has been
 * answered as failed. The protocol allows that, and the nonce makes it safe.
 */
async function findOut(
  parts: Parts,
  ordered: Ordered,
  { intent, mayPost }: { intent: Intent; mayPost: boolean },
): Promise<Settlement> {
  const { question, clock } = parts
  const { transfer } = ordered
  if (question) {
    const found = await authorizationStatus(question, transfer, intent).catch((error: unknown) =>
      unknown(question.node.report(error), intent.transaction),
    )
    if (found.state !== 'unknown' || found.reason !== UNUSED) return found
  }
  if (transfer.authorization.validBefore * 1000n <= BigInt(clock.now())) {
    return unknown(
      'the authorization has lapsed; the chain must show whether it was used',
      intent.transaction,
    )
  }
  if (!mayPost) return unknown('nothing shows the settlement yet', intent.transaction)
  return settleOnce(parts, ordered, intent)
}

type NoteSettings = Pick<FacilitatorSettings, 'observe' | 'spec'>
type NodeSettings = NoteSettings & Pick<FacilitatorSettings, 'rpcUrl' | 'payTo'>

const noteOf =
  ({ observe, spec }: NoteSettings): Note =>
  (event, facts) =>
    observe?.log.warn({ chain: spec.chain, ...facts }, event)

function nodeOf(settings: NodeSettings): Node | undefined {
  const { rpcUrl, spec, payTo } = settings
  return rpcUrl
    ? createNode(createRpc({ url: rpcUrl }), spec, { from: payTo, note: noteOf(settings) })
    : undefined
}

/**
 * Checks that the facilitator answers, and supports what this gateway sells. `readKind` checks its
 * entry for that.
 */
async function healthOf<A extends Authorization>(
  { client, options }: Parts,
  { spec, readKind }: FacilitatorSettings<A>,
): ReturnType<SettlementBackend['health']> {
  const kind = await supportedKind(client, spec, options.supported)
  const problem = typeof kind === 'string' ? kind : readKind?.(kind)
  return problem === undefined
    ? { ok: true, details: { facilitator: 'up' } }
    : { ok: false, details: { facilitator: 'unusable', problem } }
}

/** Creates the settlement backend of a remote facilitator. */
export function createFacilitatorBackend<A extends Authorization = Authorization>(
  settings: FacilitatorSettings<A>,
): SettlementBackend<A> {
  const { spec, clock, payloadOf = ({ payload }) => payload } = settings
  const method = settings.method ?? eip3009(spec)
  const options = { ...DEFAULTS, ...settings.options }
  const node = nodeOf(settings)
  const depths = node && createDepths(node, clock, options.confirmations)
  const { confirmations } = options
  const client = createFacilitatorClient(settings.url, settings.headers)
  const note = noteOf(settings)
  const question = node && { node, confirmations, landed: depths?.note, note }
  const parts: Parts = { client, question, options, clock, note }
  const order = (payment: Payment<A>, requirements: Requirements): Ordered => {
    const { authorization } = payment
    const plain = isOwnSigned(authorization, method.hash)
    const amount = BigInt(requirements.amount)
    return {
      payment: { ...payment, payload: payloadOf(payment) },
      requirements,
      transfer: { method, authorization, amount, plain },
    }
  }
  return {
    proves: node !== undefined,
    check: (payment, requirements) =>
      postVerify(parts, order(payment, requirements), options.verify),
    async settle(payment, requirements, onIntent) {
      const intent: Intent = { sentAt: clock.now() }
      await onIntent(intent)
      return settleOnce(parts, order(payment, requirements), intent)
    },
    find: (payment, requirements, intent, onIntent) =>
      findOut(parts, order(payment, requirements), { intent, mayPost: onIntent !== undefined }),
    standing: depths?.standing,
    contractSigned:
      node && ((from, hash, signature) => contractSigned(node, from, hash, signature)),
    health: () => healthOf(parts, settings),
    async close() {
      await Promise.all([parts.client.close(), node?.rpc.close()])
    },
  }
}
