/** The world of the tests of actual use: a chain, a node before it, and a payment side for each. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { PERMIT2 } from '../../../runtime/payments/evm/upto/contracts.ts'
import { ownStore } from '../../helpers/memory-store.ts'
import { honest, startProxy, type NodeProxy } from '../node-proxy.ts'
import { startChain, type Chain } from '../support.ts'
import { METERED, relayerSide, type UptoSide } from './support.ts'

export let chain: Chain
export let node: NodeProxy
export let side: UptoSide
/** Starts and resets the world around the tests of a file. */
export function useUptoWorld(): void {
  let held: ReturnType<typeof ownStore>
  beforeAll(async () => {
    chain = await startChain(METERED)
    node = await startProxy(chain.url)
  })
  afterAll(async () => {
    await node?.stop()
    await chain?.stop()
  })
  beforeEach(async () => {
    node.lever = honest
    node.calls.clear()
    held = ownStore()
    side = relayerSide(held.store, chain, { url: node.url })
  })
  afterEach(async () => {
    await chain.setAutomine(true)
    await chain.mine()
    await side.stop()
    await held.stop()
  })
}

const ABI = parseAbi(['function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)'])

/** Sends a call as a wallet, whose key is not needed. Returns the transaction. */
export async function sendAs(from: string, to: string, data: Hex): Promise<string> {
  await chain.fundGas(from, 10n ** 18n)
  await chain.rpc('anvil_impersonateAccount', [from])
  const sent = await chain.rpc('eth_sendTransaction', [{ from, to, data }])
  await chain.rpc('anvil_stopImpersonatingAccount', [from])
  return String(sent)
}

/** Cancels a nonce as its wallet. */
export const burn = (from: string, nonce: string): Promise<string> =>
  sendAs(
    from,
    PERMIT2,
    encodeFunctionData({
      abi: ABI,
      functionName: 'invalidateUnorderedNonces',
      args: [BigInt(nonce) >> 8n, 1n << (BigInt(nonce) & 255n)],
    }),
  )
