/**
 * Facilitators for the peer, in its own process: one that says yes, and the reference one over a
 * chain that says yes.
 */
import { x402Facilitator } from '@x402/core/facilitator'
import type { FacilitatorClient } from '@x402/core/server'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'

/** A CAIP-2 id. */
export type ChainId = `${string}:${string}`

const TRANSACTION = `0x${'ab'.repeat(32)}` as const
const supported = (chain: ChainId) => ({
  kinds: [{ x402Version: 2, scheme: 'exact', network: chain }],
  extensions: [],
  signers: {},
})

/** Checks nothing. */
export function agreeing(chain: ChainId): FacilitatorClient {
  return {
    verify: async payload => ({
      isValid: true,
      payer: (payload.payload as { authorization: { from: string } }).authorization.from,
    }),
    settle: async () => ({ success: true, transaction: TRANSACTION, network: chain }),
    getSupported: async () => supported(chain),
  }
}

/**
 * The reference facilitator: checks everything that can be checked without a chain, the signature
 * included; the chain itself is instant.
 */
export function verifying(chain: ChainId, token: string): FacilitatorClient {
  const signer = toFacilitatorEvmSigner({
    address: '0x00000000000000000000000000000000000000aa',
    getCode: async ({ address }) =>
      address.toLowerCase() === token.toLowerCase() ? '0x60' : undefined,
    readContract: async () => true,
    // Not called for ordinary wallets, whose signatures are recovered in process.
    verifyTypedData: async () => false,
    writeContract: async () => TRANSACTION,
    sendTransaction: async () => TRANSACTION,
    waitForTransactionReceipt: async () => ({ status: 'success' }),
  })
  const facilitator = new x402Facilitator().register(chain, new ExactEvmScheme(signer))
  return {
    verify: (payload, asked) => facilitator.verify(payload, asked),
    settle: (payload, asked) => facilitator.settle(payload, asked),
    getSupported: async () => supported(chain),
  }
}
