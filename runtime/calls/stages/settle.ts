/** Moves the money, once the result exists and is kept. */
import { apply, serve, settle as move, waive } from './charge.ts'
import type { Call, Reply, Stage } from '../../context.ts'
import { release } from '../../replies/release.ts'
import { goodFor } from './deadline.ts'
import { countUncharged } from '../../limits/uncharged.ts'
import { replyScope } from '../../lib/scope.ts'
import type { StoredReply } from '../../payments/types.ts'
import { replyToStore } from './stored-reply.ts'

/** Pause, in ms, before a settlement that failed inside the gateway is tried again. */
const PAUSE = 5_000

export const settle: Stage = async call => {
  if (!call.charge.holds) return undefined
  if (call.quote!.amount === 0n) return waive(call) as Promise<undefined>
  if (isUncharged(call)) {
    await countUncharged(call)
    await release(call, 'not charged')
    return undefined
  }
  const kept = await replyToStore(call)
  return call.compiled.route.unsettled === 'serve' ? serveFirst(call, kept) : settled(call, kept)
}

async function settled(call: Call, kept: StoredReply): Promise<Reply | undefined> {
  return apply(call, await move(call, kept))
}

/**
 * Serves the result unless it is certain that nobody pays: nothing of the answer has left yet. What
 * may still land is served meanwhile.
 */
async function serveFirst(call: Call, kept: StoredReply): Promise<Reply | undefined> {
  try {
    const end = await move(call, kept)
    if (end.state === 'failed') return apply(call, end)
    serve(call, end)
  } catch (error) {
    void servedBlindly(call, { kept }, error)
  }
  return undefined
}

/** What is settled again: the reply to keep with it, of a stream that may go on. */
interface Unsettled {
  kept: StoredReply | undefined
  goesOn?: boolean
}

/**
 * Goes on where the settlement failed inside the gateway: its store was away. What was served is
 * settled as soon as that is possible; the promise resolves when it is, or when the gateway closes.
 */
export function servedBlindly(call: Call, what: Unsettled, error: unknown): Promise<void> {
  call.context.observe.log.error(
    { route: call.compiled.route.id, err: error },
    'a settlement is tried again',
  )
  if (call.charge.holds) call.charge.move('settle')
  serve(call, { state: 'unknown', reason: 'the store is away' })
  return insist(call, what)
}

/** Tries until the authorization lapses. */
async function insist(call: Call, { kept, goesOn }: Unsettled): Promise<void> {
  const { context, compiled } = call
  const record = call.charge.record!
  while (goodFor(call, 0) !== 0) {
    try {
      await context.clock.sleep(PAUSE, context.halted)
      await context.ledger.settle(record, kept, goesOn)
      return
    } catch (error) {
      if (context.halted.aborted) return
      context.observe.log.error(
        { route: compiled.route.id, err: error },
        'a settlement is tried again',
      )
    }
  }
  const lapsed = 'the authorization lapsed before it could be settled'
  await context.ledger.fail(record, lapsed).catch(() => undefined)
}

/** Whether the catalog does not charge for this result. */
function isUncharged(call: Call): boolean {
  const { route } = call.compiled
  return (
    route.chargeIf !== undefined &&
    call.work !== undefined &&
    !route.chargeIf(replyScope(call, call.work))
  )
}
