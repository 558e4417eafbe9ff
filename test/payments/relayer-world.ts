/**
 * The world of the settler's tests: a chain, a node before it that can misbehave, and a gateway
 * made anew for each test.
 */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Intent, Settlement } from '../../runtime/payments/settlement.ts'
import { paid, side, startChain, TESTNET, type Chain, type Side } from './support.ts'
import { honest, startProxy, type NodeProxy } from './node-proxy.ts'

/** A funded, signed payment. */
export type Paid = Awaited<ReturnType<typeof paid>>
/** A transaction that waits to be mined. */
export interface Waiting {
  hash: string
  nonce: string
  maxFeePerGas: string
}

export let chain: Chain
export let node: NodeProxy
export let gateway: Side

/** Starts and resets the world around the tests of a file. */
export function useRelayerWorld(): void {
  beforeAll(async () => {
    chain = await startChain(TESTNET)
    node = await startProxy(chain.url)
  })
  afterAll(async () => {
    await node?.stop()
    await chain?.stop()
  })
  beforeEach(async () => {
    node.lever = honest
    node.calls.clear()
    gateway = await side(chain, { url: node.url })
  })
  afterEach(async () => {
    await chain.setAutomine(true)
    await chain.mine()
    await gateway.stop()
  })
}

/** How many transactions were broadcast. */
export const sent = (): number => node.calls.get('eth_sendRawTransaction') ?? 0

/** An intent that is recorded nowhere. */
export const silent = async (): Promise<void> => undefined

/** Settles with the gateway's settler. */
export const settle = (
  { payment, requirements }: Paid,
  onIntent: (intent: Intent) => Promise<void> = silent,
): Promise<Settlement> => gateway.backend.settle(payment, requirements, onIntent)

/** Several payments of wallets of their own. */
export const many = (count: number, options: Parameters<typeof paid>[2] = {}): Promise<Paid[]> =>
  Promise.all(Array.from({ length: count }, () => paid(chain, gateway.paymentScheme, options)))

/** The transactions in which settlements landed. */
export const transactions = (ends: Settlement[]): Set<string> =>
  new Set(ends.flatMap(end => (end.state === 'landed' ? [end.transaction] : [])))

/** What waits to be mined. */
export async function pool(): Promise<Waiting[]> {
  const { pending } = await chain.rpc<{ pending: Record<string, Record<string, Waiting>> }>(
    'txpool_content',
  )
  return Object.values(pending).flatMap(byNonce => Object.values(byNonce))
}
