/**
 * Computes the actual price of a call whose payment is metered. The catalog computes it with the
 * formula of the quote, which is the maximum.
 */
import type { Call } from '../../call.ts'
import type { ReplyScope, Route, UsageFacts } from '../../contract.ts'
import { noteInputs } from '../../sales/inputs.ts'
import { noteSale, soldFacts } from '../../sales/note.ts'
import { replyScope } from '../../lib/scope.ts'
import type { Completion, Usage } from '../../protocols/types.ts'
import { actualOf, shownPrice, soldOf } from '../../quote.ts'
import { estimatedUsage, outputOf } from '../../replies/usage.ts'

/** Whether the payment of a call settles its actual price. */
export const isMetered = ({ payment }: Pick<Call, 'payment'>): boolean =>
  payment?.scheme.isMetered === true

/** The amount that the settlement of a call takes, or would take at most, in micro-USD. */
export const amountDue = ({ charge, quote }: Pick<Call, 'charge' | 'quote'>): bigint =>
  charge.due ?? quote!.amount

/** Sets the actual price of a call that has its result. */
export function noteActual(call: Call): void {
  const { compiled, work } = call
  noteUsage(call, work?.completion?.usage)
  // Work that was begun and is not finished is charged at its maximum.
  if (work === undefined || work.completion?.pending === true) return
  const { price } = compiled.route
  const isByUse = isMetered(call) && price?.actual !== undefined
  if (!isByUse && !isSoldByUse(price)) return
  const usage = work.completion && usageOf(call, work.completion)
  const scope = replyScope(call, work)
  if (isSoldByUse(price)) noteSold(call, scope, usage)
  if (isByUse) noteWith(call, scope, usage)
}

/** Whether the answer determines the call's cost to us, or what it delivers, more precisely. */
const isSoldByUse = (price: Route['price']): boolean =>
  price?.actualCost !== undefined || price?.actualUnits !== undefined

/** Sets an answered call's cost to us and the units that it delivered. It must not fail a sale. */
function noteSold(call: Call, scope: ReplyScope, usage: Usage | undefined): void {
  const { route } = call.compiled
  try {
    const used = { ...scope, usage: usage && usageFacts(usage) }
    noteSale(call.charge.record, soldFacts(soldOf(route.price, call.scope, used)))
  } catch (error) {
    const facts = { route: route.id, err: error }
    call.context.observe.log.warn(facts, 'the cost of a call could not be computed')
  }
}

/** The scope of a stream's reply; formulas read only its usage. */
const streamScope = ({ scope }: Call): ReplyScope => ({
  ...scope,
  status: 200,
  reply: undefined,
  reply_headers: {},
})

/** Sets the usage that the upstream reported in the call's sale. */
function noteUsage({ charge }: Pick<Call, 'charge'>, usage: Usage | undefined): void {
  if (usage !== undefined) noteSale(charge.record, { usage: { ...usageFacts(usage) } })
}

/** Sets the usage that the upstream of a stream reported, and the stream's cost to us by `used`. */
export function noteUsageOfStream(
  call: Call,
  reported: Usage | undefined,
  used: (() => Usage | undefined) | undefined,
): void {
  noteUsage(call, reported)
  if (used === undefined || !isSoldByUse(call.compiled.route.price)) return
  noteSold(call, streamScope(call), used())
}

/**
 * Sets the actual price of a stream. If its usage is unknown, the maximum is charged. The caller
 * already has the answer, so if the price cannot be computed, the loss is ours.
 */
export function noteActualOfStream(call: Call, usage: Usage | undefined): void {
  noteUsageOfStream(call, usage, () => usage)
  if (!isMetered(call) || usage === undefined) return
  try {
    noteWith(call, streamScope(call), usage)
  } catch (error) {
    const facts = { route: call.compiled.route.id, err: error }
    call.context.observe.log.error(facts, 'the actual price of a stream could not be computed')
    call.charge.due = 0n
  }
}

function noteWith(call: Call, scope: ReplyScope, usage: Usage | undefined): void {
  const { route } = call.compiled
  if (route.price?.actual === undefined) return
  const facts = usage && usageFacts(usage)
  const used = { ...scope, usage: facts }
  const due = actualOf(route.price, used, call.quote!.amount)
  call.charge.due = due
  call.scope.price = shownPrice(due, route.price.decimals)
  const { record } = call.charge
  const inputs = { ...record?.sale?.inputs, ...noteInputs(route, used, route.price.actualReads) }
  noteSale(record, { inputs, usage: facts && { ...facts } })
}

const usageOf = (call: Call, completion: Completion): Usage | undefined =>
  completion.usage ?? estimatedUsage(call, outputOf(completion))

/** The usage of a call as formulas read it. */
export function usageFacts(usage: Usage): UsageFacts {
  const { uncached, cacheRead, cacheWrite, output, reasoning } = usage
  return {
    input: uncached + cacheRead + cacheWrite,
    cached: cacheRead,
    written: cacheWrite,
    output: output + reasoning,
    reasoning,
  }
}
