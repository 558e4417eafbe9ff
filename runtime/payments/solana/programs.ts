/** The programs that a payment may call, and the token accounts that it moves money between. */
import { PublicKey } from '@solana/web3.js'

/** The program that sets the limit and the price of compute units. */
export const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
/** The program that logs memos. */
export const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
/** The Lighthouse program: assertions that some wallets add to transactions. */
export const LIGHTHOUSE = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const ASSOCIATED = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

/** The token programs. */
export const TOKENS: ReadonlySet<string> = new Set([TOKEN, TOKEN_2022])
/** The account that holds the current slot and time. */
export const CLOCK = 'SysvarC1ock11111111111111111111111111111111'

const known = new Map<string, string>()
/** Most derived accounts that are remembered. */
const MOST = 1_000

/**
 * Derives the associated token account of a wallet. Throws if `owner` or `mint` is not an address.
 */
export function tokenAccountOf(owner: string, mint: string, program: string): string {
  const name = `${owner} ${mint} ${program}`
  const found = known.get(name)
  if (found !== undefined) return found
  const seeds = [owner, program, mint].map(text => new PublicKey(text).toBytes())
  const derived = PublicKey.findProgramAddressSync(seeds, ASSOCIATED)[0].toBase58()
  if (known.size >= MOST) known.clear()
  known.set(name, derived)
  return derived
}
