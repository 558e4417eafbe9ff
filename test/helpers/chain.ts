/**
 * The local chain for tests, with the gateways' networks as the catalog writes them, and wallets
 * that sign.
 */
import { randomBytes } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import type { NetworkSpec } from '../../runtime/contract.ts'
import type { Requirements } from '../../runtime/payments/payment.ts'
import { startChain, type Chain } from '../../scripts/devnet/chain.ts'

export { startChain, type Chain }

/** Base mainnet and its USDC, as in `catalog/networks/base.yaml`. */
export const BASE: NetworkSpec = {
  name: 'base',
  kind: 'evm',
  scheme: 'exact',
  chain: 'eip155:8453',
  label: 'base',
  only: {},
  asset: {
    symbol: 'USDC',
    address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    decimals: 6,
    name: 'USD Coin',
    version: '2',
  },
}

/** Base Sepolia and its test USDC, as in `catalog/networks/testnet.yaml`. */
export const TESTNET: NetworkSpec = {
  name: 'testnet',
  kind: 'evm',
  scheme: 'exact',
  chain: 'eip155:84532',
  label: 'base-sepolia',
  only: {},
  asset: {
    symbol: 'USDC',
    address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    decimals: 6,
    name: 'USDC',
    version: '2',
  },
}

/** The gateway's own wallet in tests. */
export const PAY_TO = '0x1111111111111111111111111111111111111111'

/** An EIP-3009 authorization as the wire has it: numbers as decimal texts. */
export interface Message {
  from: string
  to: string
  value: string
  validAfter: string
  validBefore: string
  nonce: string
}

/** A payment header's JSON. */
export interface Payload {
  x402Version: number
  accepted: Requirements
  payload: { signature: string; authorization: Message }
  [key: string]: unknown
}

/**
 * What a test may change in a payment before it is signed. `as` signs for another address (a
 * contract wallet).
 */
export interface PaymentOptions extends Partial<Message> {
  as?: string
  validFor?: number
  now?: number
}

const TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** A new wallet with a random key. */
export const newWallet = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey())

/** EIP-712 typed data of an authorization on a network, for viem. */
export function typedData(spec: NetworkSpec, message: Message) {
  const { name, version, address } = spec.asset
  const hex = (text: string): `0x${string}` => text as `0x${string}`
  return {
    domain: {
      name,
      version,
      chainId: Number(spec.chain.split(':')[1]),
      verifyingContract: hex(address),
    },
    types: TYPES,
    primaryType: 'TransferWithAuthorization' as const,
    message: {
      from: hex(message.from),
      to: hex(message.to),
      nonce: hex(message.nonce),
      value: BigInt(message.value),
      validAfter: BigInt(message.validAfter),
      validBefore: BigInt(message.validBefore),
    },
  }
}

/**
 * Signs a payment for the requirements. Times are Unix seconds; `validFor` 300 s from the machine's
 * time (or `now`) unless set.
 */
export async function signPayment(
  account: PrivateKeyAccount,
  spec: NetworkSpec,
  accepted: Requirements,
  options: PaymentOptions = {},
): Promise<Payload> {
  const now = options.now ?? Math.floor(Date.now() / 1000)
  const message: Message = {
    from: options.from ?? options.as ?? account.address,
    to: options.to ?? accepted.payTo,
    value: options.value ?? accepted.amount,
    validAfter: options.validAfter ?? '0',
    validBefore: options.validBefore ?? String(now + (options.validFor ?? 300)),
    nonce: options.nonce ?? `0x${randomBytes(32).toString('hex')}`,
  }
  const signature = await account.signTypedData(typedData(spec, message))
  return { x402Version: 2, accepted, payload: { signature, authorization: message } }
}

/** A payload as a `PAYMENT-SIGNATURE` header. */
export const toHeader = (payload: unknown): string =>
  Buffer.from(JSON.stringify(payload)).toString('base64')
