/**
 * Settles through a remote facilitator. Its word is enough for a success that the chain confirms,
 * never for doubtful failures.
 */
import type { NetworkSpec } from '../../../contract.ts'
import type { Observe } from '../../../observe/types.ts'
import type { Clock } from '../../../seams.ts'
import type {
  Authorization,
  Intent,
  Payment,
  Requirements,
  Settlement,
  SettlementBackend,
  Verdict,
} from '../../types.ts'
import { contractSigned, obstacle, saysUsed } from '../check.ts'
import { createDepths } from '../depth.ts'
import { unavailable } from '../error-codes.ts'
import { createNode, type Node } from '../node.ts'
import { createRpc } from '../rpc.ts'
import type { Note } from '../public-message.ts'
import { authorizationStatus, UNUSED, type Question } from '../authorization-status.ts'
import { createOwnSigned } from '../wallets.ts'
import { createFacilitatorClient, type FacilitatorClient, type FacilitatorReply } from './client.ts'
import { publicReason, rejectionOf } from './reasons.ts'

/** Where the facilitator is, and a node that tells what it did. Times are ms. */
export interface FacilitatorSettings {
  spec: NetworkSpec
  payTo: string
  url: string
  headers?: Record<string, string>
  /** Without a node only the facilitator can tell what became of a doubtful settlement. */
  rpcUrl?: string
  clock: Clock
  /** Told of what the node and the facilitator say in their own words. */
  observe?: Pick<Observe, 'log'>
  options?: Partial<FacilitatorOptions>
}

/** Time limits in ms, and how many blocks make a fact. */
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

/** Tells operators in the facilitator's own words why it refused; callers hear codes only. */
function listen({ note }: Parts, heard: FacilitatorReply): FacilitatorReply {
  if (heard.kind !== 'answer') return heard
  const { invalidReason, invalidMessage, errorReason, errorMessage } = heard.body
  const said = [invalidReason, invalidMessage, errorReason, errorMessage].filter(
    text => typeof text === 'string' && text !== '',
  )
  if (said.length > 0)
    note('the facilitator refused', {
      status: heard.status,
      reason: said.join(': ').slice(0, 1000),
    })
  return heard
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

function verdictOf(heard: FacilitatorReply, payer: string): Verdict {
  if (heard.kind !== 'answer') return { ok: false, rejection: unavailable(heard.reason) }
  if (heard.body.isValid === true) return { ok: true, payer }
  if (heard.body.isValid === false && heard.status < 500)
    return { ok: false, rejection: rejectionOf(heard.body, payer) }
  return { ok: false, rejection: unavailable(`the facilitator answered ${heard.status}`) }
}

/**
 * What the facilitator's own words mean. A success without a transaction proves nothing. A refusal
 * never does: it can be said of a payment that is on its way, and the authorization stays valid in
 * the hands of whoever says it.
 */
interface Word {
  state: 'landed' | 'refused' | 'unknown'
  /** What callers may hear. */
  reason: string
  transaction?: string
}

function wordOf(heard: FacilitatorReply): Word {
  if (heard.kind !== 'answer') return { state: 'unknown', reason: heard.reason }
  const { success, errorReason, transaction } = heard.body
  const hash =
    typeof transaction === 'string' && HASH.test(transaction)
      ? transaction.toLowerCase()
      : undefined
  const said = typeof errorReason === 'string' ? errorReason.slice(0, 200) : ''
  const reason = publicReason(said, `the facilitator answered ${heard.status}`)
  if (success === true && heard.status < 300)
    return {
      state: hash ? 'landed' : 'unknown',
      reason: 'the chain does not show the settlement yet',
      transaction: hash,
    }
  const isRefusal = success === false && heard.status < 500
  return { state: isRefusal ? 'refused' : 'unknown', reason, transaction: hash }
}

/**
 * A refusal of an authorization that is unused and valid. It counts as a failure only where the
 * chain says too that the transfer would not execute now, for instance because the wallet's money
 * is gone; then it may still land later. Everything else is unknown until the authorization is used
 * or lapses.
 */
async function refused(parts: Parts, { authorization }: Payment, word: Word): Promise<Settlement> {
  const { question, ownSigned } = parts
  const doubt = unknown(word.reason, word.transaction)
  if (!question || word.state !== 'refused') return doubt
  const plain = ownSigned(authorization)
  const reason = await obstacle(question.node, authorization, plain).catch(() => undefined)
  if (reason === undefined || saysUsed(reason)) return doubt
  return { state: 'failed', reason: word.reason, mayLand: true }
}

/**
 * What the chain says about the facilitator's word. A node may be a moment behind the
 * facilitator's.
 */
async function proved(
  parts: Parts,
  payment: Payment,
  intent: Intent,
  word: Word,
): Promise<Settlement> {
  const { question, clock, options } = parts
  const { transaction = intent.transaction } = word
  if (!question) {
    const isLanded = word.state === 'landed' && transaction !== undefined
    return isLanded ? { state: 'landed', transaction } : unknown(word.reason, transaction)
  }
  const until = clock.now() + (word.state === 'landed' ? options.look : 0)
  let found: Settlement = { state: 'unknown', reason: word.reason, transaction }
  for (;;) {
    found = await authorizationStatus(question, payment.authorization, {
      ...intent,
      transaction,
    }).catch((error: unknown) => unknown(question.node.report(error), transaction))
    if (found.state !== 'unknown') return found
    if (clock.now() >= until) break
    await clock.sleep(200)
  }
  if (found.reason === UNUSED) return refused(parts, payment, word)
  return { ...found, reason: `${word.reason}; ${found.reason}` }
}

const putToSettle = async (
  parts: Parts,
  payment: Payment,
  requirements: Requirements,
): Promise<Word> =>
  wordOf(
    listen(
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
  return proved(parts, payment, intent, await putToSettle(parts, payment, requirements))
}

/**
 * What became of a settlement. With a node: what the chain says. While it says nothing, the same
 * payment is put to /settle again, which the protocol provides for and the token's own nonce makes
 * harmless.
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
      'the authorization has lapsed; the chain must tell whether it was used',
      intent.transaction,
    )
  }
  return settleOnce(parts, payment, requirements, intent)
}

/** Whether the facilitator settles this scheme on this network. */
async function supports({ client, options, spec }: Parts): Promise<string | undefined> {
  const heard = await client.supported(options.supported)
  if (heard.kind !== 'answer') return heard.reason
  const kinds = Array.isArray(heard.body.kinds)
    ? (heard.body.kinds as { x402Version?: unknown; scheme?: unknown; network?: unknown }[])
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
 * The settler behind a facilitator's URL. `health` asks whether it is there and supports what this
 * gateway sells.
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
        listen(
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
