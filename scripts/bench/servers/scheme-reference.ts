/** The reference packages of the payment schemes, each as its own documents open it. */
import { BatchFacilitatorClient } from '@circle-fin/x402-batching/server'
import { createKeyPairSignerFromBytes } from '@solana/kit'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { UptoEvmScheme } from '@x402/evm/upto/facilitator'
import { toFacilitatorSvmSigner } from '@x402/svm'
import { ExactSvmScheme } from '@x402/svm/exact/facilitator'
import { createPublicClient, createWalletClient, defineChain, http, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { fromBase58 } from '../../../runtime/payments/solana/base58.ts'
import type { Requirements } from '../../../runtime/payments/payment.ts'
import { answersOf } from './scheme-run.ts'
import type { BenchServer } from './types.ts'

/** Which package, the node or facilitator that it asks, and the key that it settles with. */
export interface ReferenceInput {
  name: keyof typeof REFERENCES
  url: string
  key: string
  /** What ours requires; the reference's own `extra` is added. */
  offer: Requirements
  /** The settled part of each payment, if not all. */
  actual?: string
}

/** What all of them can do. */
interface Facilitator {
  verify(payload: never, asked: never): Promise<{ isValid: boolean; invalidReason?: string }>
  settle(payload: never, asked: never): Promise<{ success: boolean; errorReason?: string }>
  getExtra?(network: string): Record<string, unknown> | undefined
}

/** An account over viem. It looks for receipts every 20 ms, not every 4 s as it does by default. */
function evmSigner({ url, key, offer }: ReferenceInput) {
  const network = defineChain({
    id: Number(offer.network.split(':')[1]),
    name: 'local',
    nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  const account = privateKeyToAccount(key as Hex)
  const open = { chain: network, transport: http(url), pollingInterval: 20 }
  const reader = createPublicClient(open)
  const writer = createWalletClient({ ...open, account })
  return toFacilitatorEvmSigner({
    address: account.address,
    getCode: (a: never) => reader.getCode(a),
    // The proxy of actual use accepts simulations of the settling account alone.
    readContract: (a: object) => reader.readContract({ account: account.address, ...a } as never),
    verifyTypedData: (a: never) => reader.verifyTypedData(a),
    writeContract: (a: never) => writer.writeContract(a),
    sendTransaction: (a: never) => writer.sendTransaction(a),
    waitForTransactionReceipt: (a: never) => reader.waitForTransactionReceipt(a),
  } as never)
}

async function svm({ url, key }: ReferenceInput): Promise<Facilitator> {
  const signer = await createKeyPairSignerFromBytes(fromBase58(key, 64)!)
  return new ExactSvmScheme(toFacilitatorSvmSigner(signer, { defaultRpcUrl: url }))
}

const REFERENCES = {
  'evm exact': async (input: ReferenceInput): Promise<Facilitator> =>
    new ExactEvmScheme(evmSigner(input)),
  'evm upto': async (input: ReferenceInput): Promise<Facilitator> =>
    new UptoEvmScheme(evmSigner(input)),
  svm,
  batched: async ({ url }: ReferenceInput): Promise<Facilitator> =>
    new BatchFacilitatorClient({ url }),
}

/** Opens a reference. `offer` is what it requires. */
export async function schemeReference(input: ReferenceInput): Promise<BenchServer> {
  const facilitator = await REFERENCES[input.name](input)
  const extra = { ...input.offer.extra, ...facilitator.getExtra?.(input.offer.network) }
  const offer = { ...input.offer, extra } as Requirements
  const settled = { ...offer, amount: input.actual ?? offer.amount }
  const answers = answersOf<object, object>({
    read: payload => payload,
    async verify(payload) {
      const { isValid, invalidReason } = await facilitator.verify(payload as never, offer as never)
      if (!isValid) throw new Error(invalidReason)
      return payload
    },
    async settle(payload) {
      const ended = await facilitator.settle(payload as never, settled as never)
      if (!ended.success) throw new Error(ended.errorReason)
    },
  })
  return { port: 0, facts: { offer }, answers }
}
