/** The local networks that payment schemes are measured on, with a wallet for each. */
import { Wallet } from 'xrpl'
import type { NetworkSpec } from '../../../runtime/contract.ts'
import type { Requirements } from '../../../runtime/payments/payment.ts'
import { TEST_KEYS, startChain, type Chain } from '../../devnet/chain.ts'
import { startSolanaWorld } from '../../devnet/solana/world.ts'
import { startXrplWorld } from '../../devnet/xrpl/world.ts'
import * as batchedSupport from '../../../test/payments/batched/support.ts'
import * as solanaSupport from '../../../test/payments/solana/support.ts'
import { approvedWallet, METERED, signUpto } from '../../../test/payments/upto/support.ts'
import * as xrplSupport from '../../../test/payments/xrpl/support.ts'
import { newWallet, PAY_TO, signPayment, TESTNET } from '../../../test/helpers/chain.ts'
import type { ReferenceInput } from '../servers/scheme-reference.ts'

/** A network, and all that is needed to be paid there. Money is micro-USD. */
export interface World {
  spec: NetworkSpec
  /** Settings of a gateway. */
  settings: Record<string, unknown>
  /** The reference's node or facilitator, and its key. */
  reference?: Pick<ReferenceInput, 'url' | 'key'>
  /** A payment for an offer, as a client sends it. */
  sign(offer: Requirements): Promise<object>
  /** What the seller has. */
  balance(): Promise<bigint>
  stop(): Promise<void>
}

/** What the wallets have. */
const FUNDS = 10n ** 10n
/** How long after a transaction the model of the XRP Ledger closes a ledger, ms. */
export const CLOSES = 5

const ofChain = (chain: Chain): Omit<World, 'sign' | 'spec'> => ({
  settings: { payTo: PAY_TO, rpcUrl: chain.url, relayerKey: TEST_KEYS[0] },
  reference: { url: chain.url, key: TEST_KEYS[2] },
  balance: () => chain.balanceOf(PAY_TO),
  stop: () => chain.stop(),
})

/** anvil, and EIP-3009 authorizations. */
export async function evmExact(): Promise<World> {
  const chain = await startChain(TESTNET)
  const wallet = newWallet()
  await chain.fund(wallet.address, FUNDS)
  const sign = (offer: Requirements) => signPayment(wallet, TESTNET, offer)
  return { ...ofChain(chain), spec: TESTNET, sign }
}

/** anvil, and authorizations of Permit2, which the wallet has approved. */
export async function evmUpto(): Promise<World> {
  const chain = await startChain(METERED)
  const wallet = await approvedWallet(chain, FUNDS)
  return { ...ofChain(chain), spec: METERED, sign: offer => signUpto(wallet, offer) }
}

/** Solana's runtime and token program in this process, and the reference client. */
export async function solana(): Promise<World> {
  const spec = solanaSupport.SOLANA
  const world = await startSolanaWorld(spec)
  const { key } = await solanaSupport.newWallet(world, FUNDS)
  const { PAY_TO: payTo, RELAYER_KEY: relayerKey } = world.env
  return {
    spec,
    settings: { payTo, rpcUrl: world.url, relayerKey },
    reference: { url: world.url, key: relayerKey },
    sign: offer => solanaSupport.signWith(key, world.url, offer),
    balance: () => world.balanceOf(payTo),
    stop: () => world.stop(),
  }
}

/** A facilitator with deposits. */
export async function batched(): Promise<World> {
  const { SPEC: spec, PAY_TO: payTo } = batchedSupport
  const world = await batchedSupport.startWorld()
  const account = batchedSupport.newAccount()
  await world.fund(account.address, FUNDS, spec.chain)
  return {
    spec,
    settings: { payTo, rpcUrl: '', facilitator: { url: world.url } },
    reference: { url: world.url, key: '' },
    sign: offer => batchedSupport.sign(account, offer),
    balance: () => world.balanceOf(payTo, spec.chain),
    stop: () => world.stop(),
  }
}

/** A model of the XRP Ledger. Each payment has a wallet of its own, as sequences order them. */
export async function xrpl(): Promise<World> {
  const { XRPL: spec, payloadOf, signRaw, transactionFor } = xrplSupport
  const world = await startXrplWorld(spec, { afterSubmit: CLOSES, every: 4000 })
  return {
    spec,
    settings: { payTo: world.payTo, rpcUrl: world.url },
    async sign(offer) {
      const wallet = Wallet.generate()
      await world.fund(wallet.address, FUNDS)
      return payloadOf(offer, signRaw(transactionFor(world, wallet, offer), wallet))
    },
    balance: () => world.balanceOf(world.payTo),
    stop: () => world.stop(),
  }
}
