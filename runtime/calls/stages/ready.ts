/**
 * Begins nothing that could not be settled: a paid call is refused before its claim while no
 * payment can be.
 */
import type { Call, Reply } from '../../context.ts'
import { refuse } from '../../replies/answer.ts'
import type { Payment } from '../../payments/types.ts'

/** Seconds after which a caller may send the same payment again. */
const RETRY = 5

const DETAILS =
  'Payments cannot be settled at the moment. Nothing was charged; send the same payment again later.'

/**
 * The refusal, while no payment can be settled. What an authorization has begun already goes on:
 * its record answers.
 */
export async function refuseUnsettled(
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
