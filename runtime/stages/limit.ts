/** Refuses a caller that asks too often. */
import { counted } from '../http/peer.ts'
import type { Stage } from '../context.ts'
import { countCall } from '../limits/limit.ts'

export const limit: Stage = call => {
  const spec = call.live.limit
  return spec?.by === 'ip' ? countCall(call, spec, counted(call.ip)) : undefined
}

/** The same for limits per wallet, once the wallet is known. */
export const limitPayer: Stage = call => {
  const spec = call.live.limit
  return spec?.by === 'payer' && call.payer !== undefined ? countCall(call, spec, call.payer) : undefined
}
