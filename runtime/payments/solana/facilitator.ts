/**
 * Settles through a remote facilitator, which signs as the fee payer. Its success counts only once
 * the chain shows it, and its failures never prove that a payment failed.
 */
import type { NetworkSpec } from '../../contract.ts'
import type { Observe } from '../../observe/types.ts'
import type { Clock } from '../../seams.ts'
import {
  postSettle,
  postVerify,
  supportedKind,
  type Assessment,
  type Wanted,
} from '../facilitator/ask.ts'
import { createFacilitatorClient, type FacilitatorClient } from '../facilitator/client.ts'
import type { Note } from '../public-message.ts'
import { createRpc } from '../rpc.ts'
import type { Intent, Settlement } from '../settlement.ts'
import { fromBase58 } from './base58.ts'
import { checkOnChain, obstacle, staleBlockhash } from './check.ts'
import { healthOf } from './health.ts'
import { createNode, type Node } from './node.ts'
import { DEFAULTS, LAST_BLOCK, type SolanaOptions } from './options.ts'
import { searchOutcome, UNSEEN, type Looking } from './outcome.ts'
import { createLandings } from './standing.ts'
import type { FeePayers, Payment, SettlementBackend } from './types.ts'

/** The facilitator's address, and the node that shows what it did. */
export interface FacilitatorSettings {
  spec: NetworkSpec
  payTo: string
  url: string
  headers?: Record<string, string>
  rpcUrl: string
  clock: Clock
  observe?: Pick<Observe, 'log'>
  options?: Partial<SolanaOptions>
}

interface Parts {
  client: FacilitatorClient
  node: Node
  clock: Clock
  options: SolanaOptions
  note: Note
  looking: Looking
}

/** Most fee payers that are remembered. */
const MOST = 16

/** The facilitator's fee payers: the current one, and earlier ones. */
interface KnownFeePayers extends FeePayers {
  /** Reads the fee payer from the facilitator. Returns the fault, or undefined. */
  refresh(): Promise<string | undefined>
}

function createFeePayers(ask: () => ReturnType<typeof supportedKind>): KnownFeePayers {
  const known = new Set<string>()
  let current = ''
  return {
    current: () => current,
    has: address => known.has(address),
    async refresh() {
      const kind = await ask()
      if (typeof kind === 'string') return kind
      const { feePayer } = (kind.extra ?? {}) as { feePayer?: unknown }
      if (typeof feePayer !== 'string' || fromBase58(feePayer, 32) === undefined)
        return 'the facilitator names no fee payer'
      current = feePayer
      known.delete(feePayer)
      known.add(feePayer)
      if (known.size > MOST) known.delete(known.values().next().value as string)
      return undefined
    },
  }
}

const readSignature = (text: string): string | undefined =>
  fromBase58(text, 64) === undefined ? undefined : text

/** Searches the chain for the payment. Never rejects. */
function search(parts: Parts, payment: Payment, intent: Intent): Promise<Settlement> {
  const { node, looking } = parts
  const { authorization } = payment
  return searchOutcome(node, { authorization, intent }, looking).catch(
    (error: unknown): Settlement => ({
      state: 'unknown',
      reason: node.report(error),
      transaction: intent.transaction,
    }),
  )
}

/**
 * Returns the result for a refused payment that the chain does not show. It is a failure only if
 * the chain also says that it would fail now; the facilitator still holds it, so it may land later.
 */
async function resultOfRefusal(
  { node }: Parts,
  { authorization }: Payment,
  { reason, transaction }: Assessment,
): Promise<Settlement> {
  const found = await obstacle(node, authorization.transaction).catch(() => undefined)
  return found?.kind === 'refused'
    ? { state: 'failed', reason: found.reason, mayLand: true }
    : { state: 'unknown', reason, transaction }
}

/** Sends the payment to the facilitator, and waits until the chain confirms its answer. */
async function settleOnce(
  parts: Parts,
  wanted: Wanted & { payment: Payment },
  intent: Intent,
): Promise<Settlement> {
  const { clock, options } = parts
  const { payment } = wanted
  const how = { timeoutMs: options.settle, read: readSignature }
  const assessment = await postSettle(parts, wanted, how)
  const { transaction = intent.transaction, reason } = assessment
  const until = clock.now() + (assessment.state === 'landed' ? options.look : 0)
  for (;;) {
    const found = await search(parts, payment, { ...intent, transaction })
    if (found.state !== 'unknown') return found
    if (clock.now() < until) {
      await clock.sleep(options.poll)
      continue
    }
    if (assessment.state === 'refused' && found.reason === UNSEEN)
      return resultOfRefusal(parts, payment, assessment)
    return { state: 'unknown', reason, transaction }
  }
}

/**
 * Looks a payment up. While the chain does not show it and its blockhash is valid, sends the same
 * payment to the facilitator again, unless the caller was told that it failed.
 */
async function find(
  parts: Parts,
  wanted: Wanted & { payment: Payment },
  { intent, mayPost }: { intent: Intent; mayPost: boolean },
): Promise<Settlement> {
  const { payment } = wanted
  const found = await search(parts, payment, intent)
  if (found.state !== 'unknown' || found.reason !== UNSEEN || !mayPost) return found
  const { blockhash } = payment.authorization.transaction
  const isValid = await parts.node.isBlockhashValid(blockhash).catch(() => false)
  return isValid ? settleOnce(parts, wanted, intent) : found
}

/**
 * Creates the settlement backend of a facilitator. Rejects if the facilitator does not name its fee
 * payer, because no payment could be requested.
 */
export async function createFacilitatorBackend(
  settings: FacilitatorSettings,
): Promise<SettlementBackend> {
  const { spec, payTo, clock, observe } = settings
  const options: SolanaOptions = { ...DEFAULTS, ...settings.options }
  const note: Note = (event, facts) => observe?.log.warn({ chain: spec.chain, ...facts }, event)
  const client = createFacilitatorClient(settings.url, settings.headers)
  const rpc = createRpc({ url: settings.rpcUrl, timeout: options.timeout })
  const node = createNode(rpc, spec, note)
  const feePayers = createFeePayers(() => supportedKind(client, spec, options.supported))
  const close = async (): Promise<void> => {
    await Promise.all([client.close(), rpc.close()])
  }
  const problem = await feePayers.refresh()
  if (problem !== undefined) {
    await close()
    throw new Error(`payments cannot be settled: ${problem}`)
  }
  const landings = createLandings(node)
  const looking: Looking = { level: options.final ? 'finalized' : 'confirmed', anyAge: true }
  const parts: Parts = { client, node, clock, options, note, looking }
  return {
    proves: true,
    feePayers,
    stale: payment => staleBlockhash(node, payment),
    async check(payment, requirements) {
      const [own, theirs] = await Promise.all([
        checkOnChain(node, payment),
        postVerify(parts, { payment, requirements }, options.verify),
      ])
      return own.ok ? theirs : own
    },
    async settle(payment, requirements, onIntent) {
      const { height } = await node.block('processed')
      const intent: Intent = { lastBlock: height + LAST_BLOCK, sentAt: clock.now() }
      await onIntent(intent)
      return landings.noted(settleOnce(parts, { payment, requirements }, intent))
    },
    find: (payment, requirements, intent, onIntent) =>
      landings.noted(
        find(parts, { payment, requirements }, { intent, mayPost: onIntent !== undefined }),
      ),
    standing: landings.standing,
    async health() {
      const [wrong, chain] = await Promise.all([
        feePayers.refresh(),
        healthOf(node, { spec, payTo, options }),
      ])
      const found = { facilitator: wrong === undefined ? 'up' : 'unusable', ...chain.details }
      return wrong === undefined
        ? { ok: chain.ok, details: found }
        : { ok: false, details: { ...found, problem: wrong } }
    },
    close,
  }
}
