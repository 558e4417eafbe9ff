/** A wallet that signs challenges, on any kind of network. */
import type { LocalAccount } from 'viem/accounts'
import { headerOf, sign, type Challenge, type Offer } from './pay.ts'

/** A wallet of another kind than EVM. Those are accounts of viem. */
export interface Payer {
  address: string
  /** Signs the first offer of a challenge; returns the value of the payment header. */
  signChallenge(challenge: Challenge): Promise<string>
}

/** An EVM wallet, and the node that signing for actual use needs. */
export type EvmPayer = LocalAccount & { rpc?: string }

/** A client scheme of the x402 packages. */
interface ClientScheme {
  createPaymentPayload(version: number, offer: Offer): Promise<{ payload: unknown }>
}

/** Secret keys by their notation. */
const EVM_KEY = /^0x[0-9a-fA-F]{64}$/
const SOLANA_KEY = /^[1-9A-HJ-NP-Za-km-z]{86,88}$/
const XRPL_SEED = /^s[1-9A-HJ-NP-Za-km-z]{25,35}$/

/** What `payerFor` takes, for messages. */
export const KEY_NOTATION =
  '0x and 64 hex digits (EVM), 64 bytes in base58 (Solana), or a seed that begins with s ' +
  '(XRP Ledger)'

/**
 * The wallet of a key. `rpc` is a node, which Solana, the XRP Ledger and payments for actual use on
 * EVM need to sign. Throws if the key has no known notation.
 */
export async function payerFor(key: string, rpc?: string): Promise<EvmPayer | Payer> {
  if (EVM_KEY.test(key)) {
    const { privateKeyToAccount } = await import('viem/accounts')
    return { ...privateKeyToAccount(key as `0x${string}`), rpc }
  }
  if (SOLANA_KEY.test(key)) return solanaPayer(key, rpc)
  if (XRPL_SEED.test(key)) return xrplPayer(key, rpc)
  throw new Error(`a key is ${KEY_NOTATION}`)
}

async function solanaPayer(key: string, rpcUrl: string | undefined): Promise<Payer> {
  const [{ createKeyPairSignerFromBytes }, { ExactSvmScheme }, { fromBase58 }] = await Promise.all([
    import('@solana/kit'),
    import('@x402/svm/exact/client'),
    import('../../runtime/payments/solana/base58.ts'),
  ])
  const signer = await createKeyPairSignerFromBytes(fromBase58(key, 64)!)
  const scheme = new ExactSvmScheme(signer, rpcUrl === undefined ? {} : { rpcUrl })
  return payerOf(signer.address, scheme as unknown as ClientScheme)
}

async function xrplPayer(seed: string, rpcUrl: string | undefined): Promise<Payer> {
  if (rpcUrl === undefined) throw new Error('a wallet of the XRP Ledger needs a node: give --rpc')
  const [{ Wallet }, { createXrplClientScheme }] = await Promise.all([
    import('xrpl'),
    import('../devnet/xrpl/client.ts'),
  ])
  const scheme = createXrplClientScheme(rpcUrl, seed)
  return payerOf(Wallet.fromSeed(seed).address, scheme as unknown as ClientScheme)
}

function payerOf(address: string, scheme: ClientScheme): Payer {
  return {
    address,
    async signChallenge(challenge) {
      const made = await scheme.createPaymentPayload(2, challenge.accepts[0]!)
      return headerOf(challenge, made.payload)
    },
  }
}

/** Signs the first offer of a challenge with a wallet of any kind. */
export function signWith(account: EvmPayer | Payer, challenge: Challenge): Promise<string> {
  if ('signChallenge' in account) return account.signChallenge(challenge)
  return challenge.accepts[0]?.scheme === 'upto'
    ? signUpto(account, challenge)
    : sign(account, challenge)
}

/**
 * Signs the most that a call may cost (scheme `upto`). A wallet that has not approved Permit2 also
 * signs an EIP-2612 permit, which needs a node, but no gas.
 */
async function signUpto(account: EvmPayer, challenge: Challenge): Promise<string> {
  const { UptoEvmScheme } = await import('@x402/evm/upto/client')
  const { address, rpc } = account
  const signer = { address, signTypedData: (data: never) => account.signTypedData(data) }
  const scheme = new UptoEvmScheme(signer, rpc === undefined ? undefined : { rpcUrl: rpc })
  const context = { extensions: { ...challenge.extensions } }
  const made = await scheme.createPaymentPayload(2, challenge.accepts[0] as never, context)
  return headerOf(challenge, made.payload, made.extensions)
}
