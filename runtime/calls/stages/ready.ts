/** Refuses paid calls while payments cannot be settled. */
import type { Call, Reply } from '../../call.ts'
import { refuse } from '../../replies/answer.ts'
import type { Payment } from '../../payments/payment.ts'

/** Seconds after which a caller may send the same payment again. */
const RETRY = 5

const DETAILS =
  'Payments cannot be settled at the moment. Nothing was charged; send the same payment ' +
  'again later.'

/**
 * Refuses a paid call with 503 before its claim while payments cannot be settled. If the
 * authorization has been claimed already, its record decides instead.
 */
export async function refuseUnlessReady(
  call: Call,
  { authorization }: Payment,
): Promise<Reply | undefined> {
  if (authorization.value === 0n) return undefined
  const { readiness, ledger } = call.context
  if ((await readiness.problem()) === undefined) return undefined
  const record = await ledger.get(authorization.key)
  if (record !== undefined && record.state !== 'released') return undefined
  return refuse(call, 'busy', { details: DETAILS, retry_after: RETRY })
}
