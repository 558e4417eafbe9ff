/** Checks whether the gateway can be paid on Solana, for its start and for health views. */
import type { NetworkSpec } from '../../contract.ts'
import type { SettlementBackend } from '../settlement.ts'
import { OtherChain, type Node } from './node.ts'
import { dearest, type SolanaOptions } from './options.ts'
import { TOKENS, tokenAccountOf } from './programs.ts'

/** The checked configuration. Without `feePayer` a facilitator pays the fees. */
export interface Checked {
  spec: NetworkSpec
  payTo: string
  options: SolanaOptions
  feePayer?: string
}

/** Minimum balance, in lamports, of an account without data. */
const RENT = 890_880n
/** Number of settlements that the fee payer's balance must cover. */
const RESERVE = 5n

type Details = Record<string, string | number | boolean>

/**
 * Returns the wallet's token account, if there is one. A transaction of the scheme cannot create
 * it.
 */
async function paidAccount(node: Node, { spec, payTo }: Checked): Promise<string | undefined> {
  const mint = spec.asset.address
  for (const program of TOKENS) {
    const address = tokenAccountOf(payTo, mint, program)
    const account = await node.tokenAccount(address)
    if (account?.mint === mint && account.owner === payTo) return address
  }
  return undefined
}

/** Returns the fee payer's balance, and what is wrong with it. */
async function feesOf(node: Node, { feePayer, options }: Checked): Promise<Details> {
  if (feePayer === undefined) return {}
  const lamports = await node.lamports(feePayer)
  const settlements = lamports > RENT ? (lamports - RENT) / dearest(options) : 0n
  return {
    relayer: feePayer,
    relayer_lamports: lamports.toString(),
    settlements: Number(settlements),
    ...(settlements < RESERVE ? { problem: 'the relayer has too little SOL for fees' } : {}),
  }
}

/** Checks the chain, the token account that is paid, and the money for fees. Never rejects. */
export async function healthOf(
  node: Node,
  checked: Checked,
): ReturnType<SettlementBackend['health']> {
  try {
    await node.ready()
    const [account, fees] = await Promise.all([paidAccount(node, checked), feesOf(node, checked)])
    const details: Details =
      account === undefined
        ? { ...fees, problem: 'PAY_TO has no token account of the asset; create it first' }
        : { token_account: account, ...fees }
    return { ok: details.problem === undefined, details }
  } catch (error) {
    const problem = error instanceof OtherChain ? error.message : node.report(error)
    return { ok: false, details: { problem } }
  }
}
