/**
 * A minimal x402 buyer with nothing but fetch and viem: read the 402, sign its first offer, send
 * the request again. The signature is an EIP-3009 authorization (EIP-712 typed data). It costs no
 * gas and moves nothing until the gateway settles it.
 */
import { randomBytes } from 'node:crypto'
import type { LocalAccount } from 'viem/accounts'

/** One offer of a 402. `amount` is in the token's smallest units; see `microOf`. */
export interface Offer {
  scheme: string
  network: string
  amount: string
  asset: string
  payTo: string
  maxTimeoutSeconds: number
  extra: { name: string; version: string; verifyingContract?: string }
}

/** The amount of an offer in micro-USD. Some ledgers count in tokens with decimals. */
export function microOf({ amount, network }: Pick<Offer, 'amount' | 'network'>): bigint {
  if (!network.startsWith('xrpl:')) return BigInt(amount)
  const [whole = '0', decimals = ''] = amount.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(decimals.padEnd(6, '0').slice(0, 6))
}

/** The symbol of an offer's asset: the currency of a ledger that writes it in hex, else USDC. */
export function symbolOf({ asset }: Pick<Offer, 'asset'>): string {
  if (!/^[0-9A-F]{40}$/.test(asset)) return 'USDC'
  return Buffer.from(asset, 'hex').toString('latin1').replaceAll('\0', '')
}

/** The decoded `PAYMENT-REQUIRED` header. */
export interface Challenge {
  x402Version: 2
  accepts: Offer[]
  resource: { url: string }
  extensions?: object
  error?: string
}

/** The decoded `PAYMENT-RESPONSE` header. */
export interface Receipt {
  success: boolean
  transaction: string
  network: string
  payer: string
  /** What was charged, where that may be less than what was signed. */
  amount?: string
}

/** The EIP-712 types that are signed. */
export const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

const decode = <T>(header: string | null): T | undefined =>
  header ? (JSON.parse(Buffer.from(header, 'base64').toString()) as T) : undefined

/** Reads the challenge of a 402. Throws if the reply has none. */
export function readChallenge(response: Response): Challenge {
  const challenge = decode<Challenge>(response.headers.get('payment-required'))
  if (!challenge?.accepts[0])
    throw new Error(`${response.status} without a PAYMENT-REQUIRED header`)
  return challenge
}

/** Reads the receipt of a paid reply, if it has one. */
export const readReceipt = (response: Response): Receipt | undefined =>
  decode<Receipt>(response.headers.get('payment-response'))

/**
 * Signs the first offer of a challenge and returns the value of the `PAYMENT-SIGNATURE` header.
 * `changes` let tests make invalid payments.
 */
export async function sign(
  account: LocalAccount,
  challenge: Challenge,
  changes: Partial<Record<'value' | 'to' | 'validAfter' | 'validBefore' | 'nonce', string>> = {},
): Promise<string> {
  const accepted = challenge.accepts[0]!
  const now = Math.floor(Date.now() / 1000)
  const authorization = {
    from: account.address,
    to: accepted.payTo,
    value: accepted.amount,
    validAfter: '0',
    validBefore: String(now + accepted.maxTimeoutSeconds),
    nonce: `0x${randomBytes(32).toString('hex')}`,
    ...changes,
  }
  const { from, to, nonce, value, validAfter, validBefore } = authorization
  const signature = await account.signTypedData({
    domain: {
      name: accepted.extra.name,
      version: accepted.extra.version,
      chainId: Number(accepted.network.split(':')[1]),
      verifyingContract: hex(accepted.extra.verifyingContract ?? accepted.asset),
    },
    types,
    primaryType: 'TransferWithAuthorization',
    message: {
      from,
      to: hex(to),
      nonce: hex(nonce),
      value: BigInt(value),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
    },
  })
  return headerOf(challenge, { signature, authorization })
}

/** The value of the payment header: the signed payload with the offer that it accepts. */
export function headerOf(
  { resource, accepts }: Challenge,
  payload: unknown,
  extensions?: object,
): string {
  const whole = { x402Version: 2, resource, accepted: accepts[0]!, payload, extensions }
  return Buffer.from(JSON.stringify(whole)).toString('base64')
}

const hex = (text: string): `0x${string}` => text as `0x${string}`
