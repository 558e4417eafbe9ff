/** Prints facts about a model's answer below its text. */
import type { Bought } from './wire.ts'
import { usd } from './words.ts'

/**
 * Prints which model answered if it is another one, how the answer ended, its tokens, sources and
 * cost.
 */
export function printTalk(bought: Bought, line: (text: string) => void): void {
  const { headers, talk, amount } = bought
  const { tokens, sources = [], isCut, failure } = talk!
  const standIn = headers.get('x-fallback-model')
  if (standIn) line(`  answered by ${standIn}: ${headers.get('x-original-model')} failed`)
  const removed = headers.get('x-messages-removed')
  if (removed) line(`  shortened by ${removed} messages, to fit the model`)
  if (failure !== undefined) line(`  broken   ${failure}`)
  else if (isCut) line('  ended    at the token limit; --set max_tokens=N raises it')
  for (const source of sources) line(`  source   ${source}`)
  if (tokens)
    line(
      `  tokens   ${tokens.prompt} in, ${tokens.answer} ` +
        `out${tokens.reasoning > 0 ? `, ${tokens.reasoning} of them for reasoning` : ''}`,
    )
  if (amount > 0n && failure === undefined) line(`  cost     ${usd(charged(bought))} USD`)
}

/** What was charged, micro-USD: as the receipt or the stream says, else the price. */
export function charged({ receipt, talk, amount }: Bought): bigint {
  if (receipt?.amount !== undefined) return BigInt(receipt.amount)
  return talk?.cost === undefined ? amount : BigInt(Math.round(Number(talk.cost) * 1_000_000))
}

/**
 * The payment of a stream, which has no receipt in its head; undefined if it has none to report.
 */
export function paidByStream(bought: Bought): string | undefined {
  const { talk, isStream, amount } = bought
  if (!isStream || amount === 0n) return undefined
  const { payment, failure } = talk!
  if (payment?.settled) return `${usd(charged(bought))} USD, transaction ${payment.transaction}`
  if (payment) return `not known yet: ${payment.error_class ?? 'the settlement did not land'}`
  if (failure !== undefined)
    return 'unknown: a stream that breaks off is charged only when its time was over'
  return `${usd(amount)} USD; this kind of stream names no transaction, --no-stream does`
}
