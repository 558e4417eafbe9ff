/** Says what a wallet lacks. Anyone can read its balance on the chain, so nothing is given away. */
import type { Call } from '../../context.ts'
import type { Rejection } from '../../payments/types.ts'

const POOR = /balance|insufficient/i

/** The rejection, with what the wallet holds and what the call costs where that is the reason. */
export async function withFunds(call: Call, rejection: Rejection): Promise<Rejection> {
  const {
    context: { balanceOf, spec },
    quote,
  } = call
  const { code, details, payer } = rejection
  const isPoor = code === 'PAYMENT_UNFUNDED' && POOR.test(String(details))
  if (!isPoor || payer === undefined || balanceOf === undefined) return rejection
  const held = await balanceOf(payer).catch(() => undefined)
  if (held === undefined || held >= quote!.amount) return rejection
  const { symbol } = spec.asset
  const [has, needs] = [decimal(held), decimal(quote!.amount)]
  return {
    ...rejection,
    message: `Insufficient funds: the wallet holds ${has} ${symbol}, this call costs ${needs}.`,
  }
}

/** Micro-USD as a decimal. */
function decimal(micro: bigint): string {
  return `${micro / 1_000_000n}.${String(micro % 1_000_000n).padStart(6, '0')}`
}
