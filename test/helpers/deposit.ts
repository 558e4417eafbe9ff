/** Deposits of a wallet at the bridge of the local world. */
import { randomBytes } from 'node:crypto'
import { getAddress } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { sign, type Challenge } from '../../scripts/buyer/pay.ts'
import { bridgeAddress } from '../../scripts/devnet/upstreams/bridge.ts'

/** The body of a funding call. */
export interface Funding {
  depositWallet: string
  recipient: string
  amountMicro: string
  depositAuthorization: string
}

/** What a deposit is signed with, where it is not what the call needs. */
export type DepositChanges = Parameters<typeof sign>[2] & {
  accepted?: Partial<Challenge['accepts'][0]>
  account?: LocalAccount
}

/** A new deposit wallet, as a checksummed address. */
export const newWallet = (): string => getAddress(`0x${randomBytes(20).toString('hex')}`)

/** Who signs a deposit, and the 402 of the call, which names the chain and the token. */
export interface Depositor {
  account: LocalAccount
  challenge: Challenge
}

/** Signs a deposit of an amount to a recipient, as an x402 payload in base64. */
export async function signDeposit(
  { account, challenge }: Depositor,
  to: { recipient: string; amount: bigint },
  { accepted, account: signer = account, ...changes }: DepositChanges = {},
): Promise<string> {
  const offer = {
    ...challenge.accepts[0]!,
    payTo: to.recipient,
    amount: String(to.amount),
    ...accepted,
  }
  return sign(signer, { ...challenge, accepts: [offer] }, changes)
}

/** The body of a good funding call, for a new deposit wallet. */
export async function fundingBy(
  depositor: Depositor,
  amount: bigint,
  changes?: DepositChanges,
): Promise<Funding> {
  const depositWallet = newWallet()
  const recipient = bridgeAddress(depositWallet)
  const depositAuthorization = await signDeposit(depositor, { recipient, amount }, changes)
  return { depositWallet, recipient, amountMicro: String(amount), depositAuthorization }
}
