/** Settles with a relayer key of our own over a node: nobody else is asked, and the chain itself proves every payment. */
import type { NetworkSpec } from '../../../contract.ts'
import type { Clock } from '../../../seams.ts'
import type { Observe } from '../../../observe/types.ts'
import type { Store } from '../../../store/store.ts'
import type { Intent, Payment, Settlement, Settler } from '../../types.ts'
import { checkOnChain, contractSigned } from '../check.ts'
import type { Note } from '../told.ts'
import { chainIdOf } from '../hash.ts'
import { createNode, type Node } from '../node.ts'
import { createRpc } from '../rpc.ts'
import { createRelayerWallet } from '../transaction.ts'
import { landedIn, truth, type Question } from '../truth.ts'
import { createOwnSigned } from '../wallets.ts'
import { MULTICALL, SETTLEMENT_GAS } from './batch.ts'
import { createBook, type Book } from './book.ts'
import { broadcast } from './broadcast.ts'
import { createFees, type Fees } from './fees.ts'
import { createLane } from './lane.ts'
import { RELAYER_DEFAULTS, type RelayerOptions } from './options.ts'
import { createRefusedWallets, REVERTED_LATELY } from './refused.ts'

/** What the settler works with. `relayerKey` pays for gas only; the money goes from the buyer to `payTo` directly. */
export interface RelayerSettings {
  spec: NetworkSpec
  rpcUrl: string
  rpcHeaders?: Record<string, string>
  /** 32 bytes of hex. */
  relayerKey: string
  store: Store
  clock: Clock
  /** Told of what an operator should know: raised fees, refused broadcasts, second tries. */
  observe?: Pick<Observe, 'log'>
  options?: Partial<RelayerOptions>
}

/** Settlements that the relayer's gas money must be enough for, besides those under way, or nothing new is sold. */
const RESERVE = 5

/** Remembers the first success of a question. */
function once(ask: () => Promise<boolean>): () => Promise<boolean> {
  let known = false
  return async () => known ||= await ask().catch(() => false)
}

/** Looks a recorded intent up; broadcasts its bytes again where the chain knows nothing of them and there is time left. */
async function findOrResume(question: Question, book: Book, payment: Payment, intent: Intent): Promise<Settlement> {
  const { node } = question
  try {
    const found = await truth(question, payment.authorization, intent)
    if (found.state !== 'unknown' || !intent.transaction || await node.knows(intent.transaction)) return found
    const raw = intent.raw ?? await book.raw(intent.transaction)
    if (!raw) return found
    const answer = await broadcast(node, { raw, transaction: intent.transaction })
    const landed = answer.state === 'sent' ? await landedIn(question, payment.authorization, intent.transaction) : undefined
    return landed ?? found
  } catch (error) {
    return { state: 'unknown', reason: node.tell(error), transaction: intent.transaction }
  }
}

/** The relayer can pay for what waits and for `RESERVE` settlements more, at the fees of the moment. */
async function healthOf(node: Node, relayer: { address: string; waiting: number; fees(): Promise<Fees> }): ReturnType<Settler['health']> {
  const { address, waiting, fees } = relayer
  try {
    await node.ready()
    const [block, balance, { maxFee }] = await Promise.all([
      node.block(), node.rpc.call<string>('eth_getBalance', [address, 'latest']).then(BigInt), fees(),
    ])
    const settlements = balance / (maxFee * SETTLEMENT_GAS)
    const ok = settlements >= BigInt(RESERVE + waiting)
    const money = { relayer: address, relayer_gas_wei: balance.toString(), settlements: Number(settlements), block: block.number, waiting }
    return { ok, details: ok ? money : { ...money, problem: 'the relayer has too little gas money' } }
  } catch (error) {
    return { ok: false, details: { relayer: address, waiting, problem: node.tell(error) } }
  }
}

/** The in-process settler. Throws where the key is no key. */
export function createRelayerSettler(settings: RelayerSettings): Settler {
  const { spec, store, clock } = settings
  const options: RelayerOptions = { ...RELAYER_DEFAULTS, ...settings.options }
  const wallet = createRelayerWallet(settings.relayerKey, chainIdOf(spec.chain))
  const note: Note = (event, facts) => settings.observe?.log.warn({ relayer: wallet.address, chain: spec.chain, ...facts }, event)
  const rpc = createRpc({ url: settings.rpcUrl, headers: settings.rpcHeaders, timeout: options.timeout })
  const node = createNode(rpc, spec, { from: wallet.address, note })
  const question: Question = { node, token: spec.asset.address, confirmations: options.confirmations }
  const book = createBook(store, node, { chain: spec.chain, address: wallet.address })
  const ownSigned = createOwnSigned(spec)
  const refused = createRefusedWallets(clock)
  const stop = new AbortController()
  const fees = createFees(node, clock, options)
  const lane = createLane({
    node, token: spec.asset.address, wallet, book, clock, options, question, refused, note, signal: stop.signal,
    fees,
    batching: once(() => options.batch > 1 ? node.hasCode(MULTICALL) : Promise.resolve(false)),
  })
  return {
    proves: true,
    check: async ({ authorization }) => {
      const { from } = authorization
      if (refused.has(from)) return { ok: false, rejection: { code: 'PAYMENT_INVALID', details: REVERTED_LATELY, payer: from } }
      return checkOnChain(node, authorization, ownSigned(authorization))
    },
    settle: async (payment, _requirements, onIntent) => lane.settle(payment, ownSigned(payment.authorization), onIntent),
    find: (payment, _requirements, intent) => findOrResume(question, book, payment, intent),
    contractSigned: (from, hash, signature) => contractSigned(node, from, hash, signature),
    health: () => healthOf(node, { address: wallet.address, waiting: lane.waiting(), fees }),
    async close() {
      stop.abort(new Error('closing'))
      await node.rpc.close()
    },
  }
}
