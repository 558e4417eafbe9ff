/**
 * Settles with our own key over a node: signs the wallet's transaction as its fee payer, and sends
 * it. The money goes from the buyer directly to the wallet that is paid.
 */
import type { NetworkSpec } from '../../contract.ts'
import type { Observe } from '../../observe/types.ts'
import type { Clock } from '../../seams.ts'
import type { Note } from '../public-message.ts'
import { createRpc } from '../rpc.ts'
import type { Intent, Settlement } from '../settlement.ts'
import { toBase58 } from './base58.ts'
import { checkOnChain, obstacle, staleBlockhash } from './check.ts'
import { healthOf } from './health.ts'
import { createSigner, type Signer } from './keys.ts'
import { createNode, type Node } from './node.ts'
import { DEFAULTS, LAST_BLOCK, type SolanaOptions } from './options.ts'
import { outcomeOf, UNSEEN, type Looking, type Question } from './outcome.ts'
import { wireOf } from './read.ts'
import { createLandings } from './standing.ts'
import type { Authorization, SettlementBackend } from './types.ts'

/** The dependencies of the relayer. `relayerKey` pays the fees only. */
export interface RelayerSettings {
  spec: NetworkSpec
  payTo: string
  rpcUrl: string
  relayerKey: string
  clock: Clock
  observe?: Pick<Observe, 'log'>
  options?: Partial<SolanaOptions>
}

interface Parts {
  node: Node
  signer: Signer
  clock: Clock
  options: SolanaOptions
  note: Note
  signal: AbortSignal
}

/** A transaction whose bytes may be sent again. */
interface Sending extends Question {
  raw: string
}

const levelOf = ({ final }: SolanaOptions): Looking['level'] => (final ? 'finalized' : 'confirmed')

/**
 * Sends the bytes. An error proves nothing, because the node may have passed them on before it
 * failed.
 */
async function send({ node, note }: Parts, { raw, transaction }: Sending): Promise<void> {
  await node.send(Buffer.from(raw, 'base64')).catch((error: unknown) => {
    note('broadcast', { transaction, reason: String((error as Error).message) })
  })
}

/** Sends the same bytes until the chain decides, or `wait` ms have passed. */
async function sendAndWatch(parts: Parts, sending: Sending, wait: number): Promise<Settlement> {
  const { clock, options, node, signal } = parts
  const { transaction } = sending
  const looking: Looking = { level: levelOf(options), anyAge: false }
  const until = clock.now() + wait
  let due = clock.now()
  let last: Settlement = { state: 'unknown', reason: UNSEEN, transaction }
  while (!signal.aborted) {
    if (clock.now() >= due) {
      due = clock.now() + options.resend
      await send(parts, sending)
    }
    const found = await outcomeOf(node, sending, looking).catch((error: unknown) => {
      const reason = node.report(error)
      return { state: 'unknown', reason, transaction } satisfies Settlement
    })
    if (found.state !== 'unknown') return found
    last = found
    if (clock.now() >= until) break
    await clock.sleep(options.poll, signal).catch(() => undefined)
  }
  return last
}

/**
 * Settles a payment. It is simulated once more, because a wallet may have spent its money since it
 * was verified. Without our signature it cannot be sent, so a failure before that is certain.
 */
async function settle(
  parts: Parts,
  authorization: Authorization,
  onIntent: (intent: Intent) => Promise<void>,
): Promise<Settlement> {
  const { node, signer, clock, options } = parts
  const { transaction } = authorization
  const [found, { height }] = await Promise.all([
    obstacle(node, transaction),
    node.block('processed'),
  ])
  if (found?.kind === 'ours') throw new Error(found.reason)
  if (found?.kind === 'refused') return { state: 'failed', reason: found.reason }
  const signature = signer.sign(transaction.message)
  const intent: Intent = {
    transaction: toBase58(signature),
    raw: wireOf(transaction, signature).toString('base64'),
    relayer: signer.address,
    lastBlock: height + LAST_BLOCK,
    sentAt: clock.now(),
  }
  await onIntent(intent)
  return sendAndWatch(parts, sendingOf(authorization, intent)!, options.wait)
}

function sendingOf(authorization: Authorization, intent: Intent): Sending | undefined {
  const { transaction, raw } = intent
  if (transaction === undefined || raw === undefined) return undefined
  return { authorization, intent, transaction, raw }
}

/**
 * Looks up a recorded intent. If the chain does not know the transaction, and its blockhash is
 * still valid, sends the same bytes again; nothing else is ever sent.
 */
async function find(
  parts: Parts,
  authorization: Authorization,
  intent: Intent,
): Promise<Settlement> {
  const { node, options } = parts
  const sending = sendingOf(authorization, intent)
  if (sending === undefined) return { state: 'unknown', reason: 'the intent names no transaction' }
  const { transaction } = sending
  try {
    const found = await outcomeOf(node, sending, { level: levelOf(options), anyAge: true })
    if (found.state !== 'unknown' || found.reason !== UNSEEN) return found
    if (!(await node.isBlockhashValid(authorization.transaction.blockhash))) return found
  } catch (error) {
    return { state: 'unknown', reason: node.report(error), transaction }
  }
  return sendAndWatch(parts, sending, options.look)
}

/** Creates the settlement backend with its own key. Throws if the key is invalid. */
export function createRelayerBackend(settings: RelayerSettings): SettlementBackend {
  const { spec, payTo, rpcUrl, clock, observe } = settings
  const options: SolanaOptions = { ...DEFAULTS, ...settings.options }
  const signer = createSigner(settings.relayerKey)
  const { address } = signer
  const note: Note = (event, facts) =>
    observe?.log.warn({ relayer: address, chain: spec.chain, ...facts }, event)
  const node = createNode(createRpc({ url: rpcUrl, timeout: options.timeout }), spec, note)
  const landings = createLandings(node)
  const stop = new AbortController()
  const parts: Parts = { node, signer, clock, options, note, signal: stop.signal }
  return {
    proves: true,
    feePayers: { current: () => address, has: other => other === address },
    stale: payment => staleBlockhash(node, payment),
    check: payment => checkOnChain(node, payment),
    settle: (payment, _requirements, onIntent) =>
      landings.noted(settle(parts, payment.authorization, onIntent)),
    find: (payment, _requirements, intent) =>
      landings.noted(find(parts, payment.authorization, intent)),
    standing: landings.standing,
    health: () => healthOf(node, { spec, payTo, options, feePayer: address }),
    async close() {
      stop.abort(new Error('closing'))
      await node.rpc.close()
    },
  }
}
