/** Funding of a wallet at a venue: the deposit that its caller signs beside the fee. */
import type { LocalAccount } from 'viem/accounts'
import { sign, type Challenge } from './pay.ts'
import type { Payer } from './payer.ts'
import { UsageError } from '../command-line.ts'
import type { Steps } from './wire.ts'

/** A deposit: the venue wallet that gets it, and its amount in micro-USD. */
export interface Deposit {
  wallet: string
  micro: bigint
}

/** Parses a deposit; undefined if the wallet or the amount is not one. */
export function depositOf(wallet: string | undefined, usd: string | undefined) {
  const [, whole, decimals = ''] = /^(\d{1,5})(?:\.(\d{1,6}))?$/.exec(usd ?? '') ?? []
  if (whole === undefined || !/^0x[0-9a-fA-F]{40}$/.test(wallet ?? '')) return undefined
  const micro = BigInt(whole) * 1_000_000n + BigInt(decimals.padEnd(6, '0'))
  return micro === 0n ? undefined : { wallet: wallet!, micro }
}

/**
 * Asks the bridge where it takes deposits for the wallet, and signs the deposit; returns the body
 * of the funding call. Throws if the bridge is not known or does not answer, or if the paying
 * wallet cannot sign a deposit.
 */
export async function fundingBody(
  { wallet, micro }: Deposit,
  by: {
    account: LocalAccount | Payer
    challenge: Challenge
    bridge: string | undefined
    steps: Pick<Steps, 'deposits'>
  },
): Promise<object> {
  const { account, challenge } = by
  if ('signChallenge' in account) throw new UsageError('A deposit is signed by an EVM wallet.')
  const recipient = await recipientFor(wallet, by.bridge)
  const [offer] = challenge.accepts
  by.steps.deposits?.(micro, recipient)
  const deposit = { ...offer!, payTo: recipient, amount: String(micro) }
  return {
    depositWallet: wallet,
    recipient,
    amountMicro: String(micro),
    depositAuthorization: await sign(account, { ...challenge, accepts: [deposit] }),
  }
}

async function recipientFor(wallet: string, bridge: string | undefined): Promise<string> {
  if (bridge === undefined || !URL.canParse(bridge))
    throw new UsageError(
      "Give the bridge's address with --bridge or BRIDGE_URL: it says where deposits for the " +
        'wallet go.',
    )
  const response = await fetch(new URL('/deposit', bridge), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: wallet }),
  })
  const reply: any = await response.json().catch(() => undefined)
  if (typeof reply?.address?.evm === 'string') return reply.address.evm
  throw new Error(`The bridge answered ${response.status} without an address for deposits.`)
}
