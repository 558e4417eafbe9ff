/** The limits and times of payments on Solana. Times are ms. */

/** The highest costs of a transaction for its fee payer, and how settlements are watched. */
export interface SolanaOptions {
  /** Most compute units that a transaction may request; clients request 20,000. */
  computeUnits: number
  /** Most micro-lamports for a compute unit. */
  unitPrice: bigint
  /** Most required signatures. Each costs 5,000 lamports. */
  signers: number
  /** Seconds that a blockhash is expected to stay valid: 150 blocks of 0.4 s. */
  lifetime: number
  /** How long `settle` waits before it returns `unknown`. */
  wait: number
  /** How long `find` waits for a transaction that it sent again. */
  look: number
  /** Pause between two checks of a transaction, and between two sends of the same bytes. */
  poll: number
  resend: number
  /** Time limit of a call to the node. */
  timeout: number
  /** Whether a settlement must be final, instead of confirmed by two thirds of the stake. */
  final: boolean
  /** Time limits of a facilitator. */
  verify: number
  settle: number
  supported: number
}

/**
 * Defaults. A transaction costs at most two signatures (10,000 lamports) and 600 lamports of
 * priority fee, so that callers cannot drain the fee payer's wallet.
 */
export const DEFAULTS: SolanaOptions = {
  computeUnits: 60_000,
  unitPrice: 10_000n,
  signers: 2,
  lifetime: 60,
  wait: 45_000,
  look: 3_000,
  poll: 400,
  resend: 2_000,
  timeout: 5_000,
  final: false,
  verify: 10_000,
  settle: 60_000,
  supported: 5_000,
}

/** Lamports of one signature. */
const SIGNATURE = 5_000n

/** Returns the highest cost of one settlement in lamports. */
export function dearest({ signers, computeUnits, unitPrice }: SolanaOptions): bigint {
  return SIGNATURE * BigInt(signers) + (BigInt(computeUnits) * unitPrice) / 1_000_000n + 1n
}

/**
 * Blocks after which a transaction that is sent now can certainly no longer be included: 150, and
 * some for a node that lags behind the one that returned the blockhash.
 */
export const LAST_BLOCK = 200
