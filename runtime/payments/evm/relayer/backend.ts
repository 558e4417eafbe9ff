/**
 * Settles with a relayer key of our own over a node. No third party is involved, and the chain
 * itself proves every payment.
 */
import type { NetworkSpec } from '../../../contract.ts'
import type { Clock } from '../../../seams.ts'
import type { Observe } from '../../../observe/types.ts'
import type { Store } from '../../../store/store.ts'
import type { Authorization, SettlementBackend } from '../types.ts'
import { checkOnChain, contractSigned } from '../check.ts'
import { createDepths, type Depths } from '../depth.ts'
import { eip3009 } from '../eip3009.ts'
import type { Note } from '../../public-message.ts'
import { chainIdOf } from '../hash.ts'
import type { Question } from '../landing.ts'
import { createNode, type Node } from '../node.ts'
import { createRpc } from '../../rpc.ts'
import { createRelayerWallet } from '../transaction.ts'
import type { Transfer, TransferMethod } from '../transfer-method.ts'
import { isOwnSigned } from '../wallets.ts'
import { MULTICALL } from './batch.ts'
import { createNonceJournal, type NonceJournal } from './nonce-journal.ts'
import { createFees, type Fees } from './fees.ts'
import { findOrResume } from './find.ts'
import { healthOf } from './health.ts'
import { createSettlementQueue, type SettlementQueue } from './settlement-queue.ts'
import { RELAYER_DEFAULTS, type RelayerOptions } from './options.ts'
import { createRefusedWallets, REVERTED_LATELY, type RefusedWallets } from './refused.ts'

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

/** The relayer of one key on one chain, which all schemes there share. */
export interface Relayer {
  /** The wallet that sends the transactions, lower case. */
  readonly address: string
  /** The settlement backend of one method. Closing it closes the relayer. */
  backend<A extends Authorization>(method: TransferMethod<A>): SettlementBackend<A>
}

interface Parts {
  node: Node
  address: string
  clock: Clock
  question: Question
  journal: NonceJournal
  queue: SettlementQueue
  depths: Depths
  refused: RefusedWallets
  fees(): Promise<Fees>
  close(): Promise<void>
}

/** Remembers the first true answer; repeats the check after a false one or an error. */
function once(ask: () => Promise<boolean>): () => Promise<boolean> {
  let known = false
  return async () => (known ||= await ask().catch(() => false))
}

/** Creates the backend that settles by one method. */
function backendOf<A extends Authorization>(
  parts: Parts,
  method: TransferMethod<A>,
): SettlementBackend<A> {
  const { node, address, queue, depths, refused, fees } = parts
  const transferOf = (authorization: A, amount: bigint): Transfer => ({
    method,
    authorization,
    amount,
    plain: isOwnSigned(authorization, method.hash),
  })
  return {
    proves: true,
    check: async ({ authorization }) => {
      const { from, value } = authorization
      if (refused.has(from))
        return {
          ok: false,
          rejection: { code: 'PAYMENT_INVALID', details: REVERTED_LATELY, payer: from },
        }
      return checkOnChain(node, transferOf(authorization, value))
    },
    settle: async ({ authorization }, { amount }, onIntent) =>
      queue.settle({ transfer: transferOf(authorization, BigInt(amount)), onIntent }),
    find: async ({ authorization }, { amount }, intent, onIntent) => {
      const transfer = transferOf(authorization, BigInt(amount))
      return findOrResume(parts, { transfer, intent, onIntent })
    },
    standing: depths.standing,
    contractSigned: (from, hash, signature) => contractSigned(node, from, hash, signature),
    health: () => healthOf(node, { address, waiting: queue.waiting(), gas: method.gas, fees }),
    close: parts.close,
  }
}

/** Creates the relayer of a key. Throws if the key is invalid. */
export function createRelayer(settings: RelayerSettings): Relayer {
  const { spec, store, clock } = settings
  const options: RelayerOptions = { ...RELAYER_DEFAULTS, ...settings.options }
  const wallet = createRelayerWallet(settings.relayerKey, chainIdOf(spec.chain))
  const { address } = wallet
  const note: Note = (event, facts) =>
    settings.observe?.log.warn({ relayer: address, chain: spec.chain, ...facts }, event)
  const rpc = createRpc({
    url: settings.rpcUrl,
    headers: settings.rpcHeaders,
    timeout: options.timeout,
  })
  const node = createNode(rpc, spec, { from: address, note })
  const depths = createDepths(node, clock, options.confirmations)
  const { confirmations } = options
  const question: Question = { node, confirmations, landed: depths.note, note }
  const journal = createNonceJournal(store, node, { chain: spec.chain, address })
  const refused = createRefusedWallets(clock)
  const stop = new AbortController()
  const fees = createFees(node, clock, options)
  const shared = { node, journal, clock, question, refused, fees }
  const queue = createSettlementQueue({
    ...shared,
    wallet,
    options,
    note,
    signal: stop.signal,
    batching: once(() => (options.batch > 1 ? node.hasCode(MULTICALL) : Promise.resolve(false))),
  })
  const close = async (): Promise<void> => {
    stop.abort(new Error('closing'))
    await node.rpc.close()
  }
  const parts: Parts = { ...shared, address, queue, depths, close }
  return { address, backend: method => backendOf(parts, method) }
}

/**
 * Creates the settlement backend of the token's own authorizations. Throws if the key is invalid.
 */
export function createRelayerBackend(settings: RelayerSettings): SettlementBackend {
  return createRelayer(settings).backend(eip3009(settings.spec))
}
