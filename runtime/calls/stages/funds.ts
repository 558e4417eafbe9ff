/**
 * Adds the wallet's balance to a rejection for lack of funds. The balance is public on the chain.
 */
import type { Call } from '../../call.ts'
import type { GatewayContext } from '../../context.ts'
import type { Payment, Rejection } from '../../payments/payment.ts'

const BALANCE_ERROR = /balance|insufficient/i

/**
 * Returns the rejection; if the wallet lacks funds, its message names the balance and the price.
 */
export async function withFunds(call: Call, rejection: Rejection): Promise<Rejection> {
  const { context, payment, quote } = call
  const { code, details, payer } = rejection
  const lacksFunds = code === 'PAYMENT_UNFUNDED' && BALANCE_ERROR.test(String(details))
  const balanceOf = payment && balanceReader(context, payment)
  if (!lacksFunds || payer === undefined || balanceOf === undefined) return rejection
  const balance = await balanceOf(payer).catch(() => undefined)
  if (balance === undefined || balance >= quote!.amount) return rejection
  const { symbol } = payment!.scheme.spec.asset
  const [has, needs] = [decimal(balance), decimal(quote!.amount)]
  return {
    ...rejection,
    message: `Insufficient funds: the wallet holds ${has} ${symbol}, this call costs ${needs}.`,
  }
}

/**
 * Reads balances for messages. For the first offer it uses a cached balance, so that refused calls
 * do not query the chain each time. Undefined if the balance cannot be read.
 */
function balanceReader(
  { offers, balanceOf }: Pick<GatewayContext, 'offers' | 'balanceOf'>,
  { scheme }: Pick<Payment, 'scheme'>,
): GatewayContext['balanceOf'] {
  return scheme === offers[0] ? balanceOf : scheme.balanceOf
}

/** Formats micro-USD as a decimal. */
function decimal(micro: bigint): string {
  return `${micro / 1_000_000n}.${String(micro % 1_000_000n).padStart(6, '0')}`
}
