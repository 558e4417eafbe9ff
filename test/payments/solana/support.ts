/** Solana for tests: a local chain, and wallets that pay with the reference client. */
import { createKeyPairSignerFromBytes } from '@solana/kit'
import { x402Facilitator } from '@x402/core/facilitator'
import { toFacilitatorSvmSigner } from '@x402/svm'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { ExactSvmScheme as FacilitatorScheme } from '@x402/svm/exact/facilitator'
import type { NetworkSpec } from '../../../runtime/contract.ts'
import { fromBase58 } from '../../../runtime/payments/solana/base58.ts'
import { createFacilitatorBackend } from '../../../runtime/payments/solana/facilitator.ts'
import { createSigner } from '../../../runtime/payments/solana/keys.ts'
import type { SolanaOptions } from '../../../runtime/payments/solana/options.ts'
import { createRelayerBackend } from '../../../runtime/payments/solana/relayer.ts'
import { createPaymentScheme } from '../../../runtime/payments/solana/scheme.ts'
import type { PaymentScheme } from '../../../runtime/payments/solana/types.ts'
import type { Requirements } from '../../../runtime/payments/payment.ts'
import type { Clock } from '../../../runtime/seams.ts'
import { systemClock } from '../../../runtime/lib/clock.ts'
import { newKey, type SolanaWorld } from '../../../scripts/devnet/solana/world.ts'
import type { Payload } from '../contract-world.ts'
import { serveFacilitator, type TestFacilitator } from '../facilitator-server.ts'

/** Solana mainnet and its USDC. */
export const SOLANA: NetworkSpec = {
  name: 'solana',
  kind: 'solana',
  scheme: 'exact',
  chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  label: 'solana',
  only: {},
  asset: {
    symbol: 'USDC',
    address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    decimals: 6,
  },
}

/** Fit for a chain that includes transactions at once. */
const QUICK: Partial<SolanaOptions> = {
  wait: 1500,
  look: 600,
  poll: 20,
  resend: 200,
  timeout: 1500,
}

/** The signer of a secret key, for clients. */
export const signerOf = (key: string) => createKeyPairSignerFromBytes(fromBase58(key, 64)!)

/** Signs a payment with the reference client, through a node at `url`. */
export async function signWith(
  key: string,
  url: string,
  accepted: Requirements,
  signed: Requirements = accepted,
): Promise<Payload> {
  const client = new ExactSvmScheme(await signerOf(key), { rpcUrl: url })
  const made = await client.createPaymentPayload(2, signed as never)
  return { ...made, accepted } as unknown as Payload
}

/** A new wallet with money. */
export async function newWallet(
  world: SolanaWorld,
  funds = 0n,
): Promise<{ key: string; address: string }> {
  const key = newKey()
  const { address } = createSigner(key)
  if (funds > 0n) await world.fund(address, funds)
  return { key, address }
}

/** The reference facilitator over a world's node; the world's relayer pays the fees. */
export async function startSolanaFacilitator(world: SolanaWorld): Promise<TestFacilitator> {
  const signer = toFacilitatorSvmSigner(await signerOf(world.env.RELAYER_KEY), {
    defaultRpcUrl: world.url,
  })
  const facilitator = new x402Facilitator()
  return serveFacilitator(
    facilitator.register(SOLANA.chain as never, new FacilitatorScheme(signer)),
  )
}

/** The scheme of a process that settles through a facilitator. */
export async function openThrough(
  world: SolanaWorld,
  url: string,
  clock: Clock = systemClock,
): Promise<PaymentScheme> {
  const { PAY_TO: payTo } = world.env
  const options = { ...QUICK, settle: 1500, verify: 1500, supported: 1500 }
  const parts = { spec: SOLANA, payTo, url, rpcUrl: world.url, clock, options }
  return createPaymentScheme(SOLANA, { payTo, backend: await createFacilitatorBackend(parts) })
}

/** The scheme of a process that settles by itself. */
export function openScheme(
  world: SolanaWorld,
  more: { clock?: Clock; options?: Partial<SolanaOptions>; url?: string } = {},
): PaymentScheme {
  const { PAY_TO: payTo, RELAYER_KEY: relayerKey } = world.env
  const options = { ...QUICK, ...more.options }
  const rpcUrl = more.url ?? world.url
  const clock = more.clock ?? systemClock
  const backend = createRelayerBackend({ spec: SOLANA, payTo, rpcUrl, relayerKey, clock, options })
  return createPaymentScheme(SOLANA, { payTo, backend, options })
}
