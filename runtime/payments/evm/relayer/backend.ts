/**
 * Settles with a relayer key of our own over a node. No third party is involved, and the chain
 * itself proves every payment.
 */
import type { NetworkSpec } from '../../../contract.ts'
import type { Clock } from '../../../seams.ts'
import type { Observe } from '../../../observe/types.ts'
import type { Store } from '../../../store/store.ts'
import type { Intent, Settlement } from '../../types.ts'
import type { Authorization, Payment, SettlementBackend } from '../types.ts'
import { checkOnChain, contractSigned, obstacle, saysUsed } from '../check.ts'
import { createDepths } from '../depth.ts'
import type { Note } from '../../public-message.ts'
import { chainIdOf } from '../hash.ts'
import { createNode, type Node } from '../node.ts'
import { createRpc } from '../../rpc.ts'
import { createRelayerWallet } from '../transaction.ts'
import {
  landedIn,
  authorizationStatus,
  UNUSED,
  WITHOUT_EFFECT,
  type Question,
} from '../authorization-status.ts'
import { createOwnSigned } from '../wallets.ts'
import { expiryOf, MULTICALL, SETTLEMENT_GAS, type Item } from './batch.ts'
import { createNonceJournal, type NonceJournal } from './nonce-journal.ts'
import { broadcast } from './broadcast.ts'
import { createFees, type Fees } from './fees.ts'
import { createSettlementQueue, type SettlementQueue } from './settlement-queue.ts'
import { RELAYER_DEFAULTS, type RelayerOptions } from './options.ts'
import { createRefusedWallets, REVERTED_LATELY } from './refused.ts'

/**
 * The dependencies of the relayer. `relayerKey` pays for gas only; the money goes from the buyer
 * directly to `payTo`.
 */
export interface RelayerSettings {
  spec: NetworkSpec
  rpcUrl: string
  rpcHeaders?: Record<string, string>
  /** 32 bytes of hex. */
  relayerKey: string
  store: Store
  clock: Clock
  /** Logs events for operators: raised fees, refused broadcasts, second attempts. */
  observe?: Pick<Observe, 'log'>
  options?: Partial<RelayerOptions>
}

/**
 * The relayer's gas money must cover the pending settlements and this many more; otherwise the
 * gateway reports itself unhealthy and sells nothing.
 */
const RESERVE = 5

/** Remembers the first true answer; asks again after a false one or an error. */
function once(ask: () => Promise<boolean>): () => Promise<boolean> {
  let known = false
  return async () => (known ||= await ask().catch(() => false))
}

/** The dependencies of a payment look-up. */
interface Finding {
  question: Question
  journal: NonceJournal
  queue: SettlementQueue
  clock: Clock
  ownSigned(authorization: Authorization): boolean
}
/** A payment with its last recorded intent, and the callback that records the next one. */
interface Sought {
  payment: Payment
  intent: Intent
  onIntent?: (intent: Intent) => Promise<void>
}

/** Ms that a transaction needs before its authorization expires. */
const IN_TIME = 2_000
/** The reasons of an authorization that is unused and valid. */
const UNSETTLED: ReadonlySet<string> = new Set([UNUSED, WITHOUT_EFFECT])

/**
 * Whether an earlier nonce is unused, so that the transaction cannot be mined until the gap is
 * filled.
 */
async function isBehindGap(node: Node, { relayer, relayerNonce }: Intent): Promise<boolean> {
  if (relayer === undefined || relayerNonce === undefined) return false
  return relayerNonce > (await node.count(relayer, 'pending'))
}

/**
 * Sends the recorded bytes again, if they are known. Returns the result, or undefined if another
 * transaction is needed.
 */
async function resume(finding: Finding, sought: Sought): Promise<Settlement | undefined> {
  const { question, journal } = finding
  const { payment, intent } = sought
  const { node } = question
  const { transaction } = intent
  if (!transaction || (await isBehindGap(node, intent))) return undefined
  const onItsWay: Settlement = { state: 'unknown', reason: UNUSED, transaction }
  if (await node.knows(transaction)) return onItsWay
  const raw = intent.raw ?? (await journal.raw(transaction))
  const answer = raw && (await broadcast(node, { raw, transaction }))
  if (!answer || (answer.state !== 'sent' && answer.state !== 'doubtful')) return undefined
  return (await landedIn(question, payment.authorization, transaction)) ?? onItsWay
}

/** Settles again with another transaction, unless the transfer would fail. */
async function settleAgain(
  { question, queue, ownSigned }: Finding,
  { payment, intent }: Sought,
  onIntent: Item['onIntent'],
): Promise<Settlement> {
  const plain = ownSigned(payment.authorization)
  const reason = await obstacle(question.node, payment.authorization, plain)
  if (reason !== undefined) {
    const { transaction } = intent
    if (saysUsed(reason)) return { state: 'unknown', reason, transaction }
    return { state: 'failed', reason, mayLand: true }
  }
  return queue.settle({ payment, plain, onIntent, intent })
}

/**
 * Looks up a recorded intent. If the chain does not know the transaction, sends it again: first the
 * same bytes, then another transaction.
 */
async function findOrResume(finding: Finding, sought: Sought): Promise<Settlement> {
  const { question, clock } = finding
  const { payment, intent, onIntent } = sought
  try {
    const found = await authorizationStatus(question, payment.authorization, intent)
    if (found.state !== 'unknown' || !UNSETTLED.has(found.reason)) return found
    const resumed = found.reason === UNUSED ? await resume(finding, sought) : undefined
    const isLate = expiryOf(payment.authorization) - clock.now() < IN_TIME
    if (resumed || !onIntent || isLate) return resumed ?? found
    return await settleAgain(finding, sought, onIntent)
  } catch (error) {
    return {
      state: 'unknown',
      reason: question.node.report(error),
      transaction: intent.transaction,
    }
  }
}

/**
 * Checks that the relayer can pay for the waiting settlements and for `RESERVE` more, at current
 * fees.
 */
async function healthOf(
  node: Node,
  relayer: { address: string; waiting: number; fees(): Promise<Fees> },
): ReturnType<SettlementBackend['health']> {
  const { address, waiting, fees } = relayer
  try {
    await node.ready()
    const [block, balance, { maxFee }] = await Promise.all([
      node.block(),
      node.rpc.call<string>('eth_getBalance', [address, 'latest']).then(BigInt),
      fees(),
    ])
    const settlements = balance / (maxFee * SETTLEMENT_GAS)
    const ok = settlements >= BigInt(RESERVE + waiting)
    const money = {
      relayer: address,
      relayer_gas_wei: balance.toString(),
      settlements: Number(settlements),
      block: block.number,
      waiting,
    }
    return {
      ok,
      details: ok ? money : { ...money, problem: 'the relayer has too little gas money' },
    }
  } catch (error) {
    return { ok: false, details: { relayer: address, waiting, problem: node.report(error) } }
  }
}

/** Creates the settlement backend with its own relayer key. Throws if the key is invalid. */
export function createRelayerBackend(settings: RelayerSettings): SettlementBackend {
  const { spec, store, clock } = settings
  const options: RelayerOptions = { ...RELAYER_DEFAULTS, ...settings.options }
  const wallet = createRelayerWallet(settings.relayerKey, chainIdOf(spec.chain))
  const note: Note = (event, facts) =>
    settings.observe?.log.warn({ relayer: wallet.address, chain: spec.chain, ...facts }, event)
  const rpc = createRpc({
    url: settings.rpcUrl,
    headers: settings.rpcHeaders,
    timeout: options.timeout,
  })
  const node = createNode(rpc, spec, { from: wallet.address, note })
  const depths = createDepths(node, clock, options.confirmations)
  const { confirmations } = options
  const token = spec.asset.address
  const question: Question = { node, token, confirmations, landed: depths.note }
  const journal = createNonceJournal(store, node, { chain: spec.chain, address: wallet.address })
  const ownSigned = createOwnSigned(spec)
  const refused = createRefusedWallets(clock)
  const stop = new AbortController()
  const fees = createFees(node, clock, options)
  const queue = createSettlementQueue({
    node,
    token: spec.asset.address,
    wallet,
    journal,
    clock,
    options,
    question,
    refused,
    note,
    signal: stop.signal,
    fees,
    batching: once(() => (options.batch > 1 ? node.hasCode(MULTICALL) : Promise.resolve(false))),
  })
  return {
    proves: true,
    check: async ({ authorization }) => {
      const { from } = authorization
      if (refused.has(from))
        return {
          ok: false,
          rejection: { code: 'PAYMENT_INVALID', details: REVERTED_LATELY, payer: from },
        }
      return checkOnChain(node, authorization, ownSigned(authorization))
    },
    settle: async (payment, _requirements, onIntent) =>
      queue.settle({ payment, plain: ownSigned(payment.authorization), onIntent }),
    find: (payment, _requirements, intent, onIntent) =>
      findOrResume({ question, journal, queue, ownSigned, clock }, { payment, intent, onIntent }),
    standing: depths.standing,
    contractSigned: (from, hash, signature) => contractSigned(node, from, hash, signature),
    health: () => healthOf(node, { address: wallet.address, waiting: queue.waiting(), fees }),
    async close() {
      stop.abort(new Error('closing'))
      await node.rpc.close()
    },
  }
}
