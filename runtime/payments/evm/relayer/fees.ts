/** Decides how much a transaction pays for gas. */
import type { Clock } from '../../../seams.ts'
import type { Node } from '../node.ts'

/** Fees in wei per gas. */
export interface Fees {
  maxFee: bigint
  tip: bigint
}

/** Bounds of the fees, in wei per gas. */
export interface FeeLimits {
  minTip: bigint
  maxFee: bigint
}

const FRESH = 2000

/**
 * Creates a function that returns the current fees, read at most every two seconds. The maximum is
 * twice the base fee plus the tip, which covers six full blocks of rising fees.
 */
export function createFees(node: Node, clock: Clock, limits: FeeLimits): () => Promise<Fees> {
  let known: { fees: Fees; at: number } | undefined
  const ask = async (): Promise<Fees> => {
    const [{ baseFee }, tip] = await Promise.all([
      node.block(),
      node.rpc.call<string>('eth_maxPriorityFeePerGas', []).then(BigInt, () => limits.minTip),
    ])
    return bounded({ tip, maxFee: baseFee * 2n + tip }, limits)
  }
  return async () => {
    if (!known || clock.now() - known.at > FRESH) known = { fees: await ask(), at: clock.now() }
    return known.fees
  }
}

function bounded({ tip, maxFee }: Fees, limits: FeeLimits): Fees {
  const least = tip > limits.minTip ? tip : limits.minTip
  const most = maxFee + (least - tip) < limits.maxFee ? maxFee + (least - tip) : limits.maxFee
  return { tip: least < most ? least : most, maxFee: most }
}

/**
 * Returns fees that replace a pending transaction: a quarter more of both (nodes require an
 * eighth). Undefined above the limit.
 */
export function raised(old: Fees, now: Fees, limits: FeeLimits): Fees | undefined {
  const more = (a: bigint, b: bigint): bigint => {
    const up = a + a / 4n + 1n
    return up > b ? up : b
  }
  const next = { tip: more(old.tip, now.tip), maxFee: more(old.maxFee, now.maxFee) }
  return next.maxFee > limits.maxFee ? undefined : next
}
