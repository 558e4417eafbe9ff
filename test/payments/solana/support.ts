/** Solana for tests: a local chain, and wallets that pay with the reference client. */
import { createKeyPairSignerFromBytes } from '@solana/kit'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import type { NetworkSpec } from '../../../runtime/contract.ts'
import { fromBase58 } from '../../../runtime/payments/solana/base58.ts'
import { createSigner } from '../../../runtime/payments/solana/keys.ts'
import type { SolanaOptions } from '../../../runtime/payments/solana/options.ts'
import { createRelayerBackend } from '../../../runtime/payments/solana/relayer.ts'
import { createPaymentScheme } from '../../../runtime/payments/solana/scheme.ts'
import type { PaymentScheme } from '../../../runtime/payments/solana/types.ts'
import type { Requirements } from '../../../runtime/payments/types.ts'
import type { Clock } from '../../../runtime/seams.ts'
import { systemClock } from '../../../runtime/lib/clock.ts'
import { newKey, type SolanaWorld } from '../../../scripts/devnet/solana/world.ts'
import type { Payload } from '../contract-world.ts'

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
export const QUICK: Partial<SolanaOptions> = {
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
